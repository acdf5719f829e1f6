package app

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// eachLook calls f for both themes, three widths and two sizes of text.
func eachLook(f func(name, theme string, size image.Point, zoom float32)) {
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int{480, 1280, 1920} {
			for _, zoom := range []float32{1, 2} {
				f(fmt.Sprintf("%s-%d-%v", theme, width, 100*zoom), theme, image.Pt(width, 800), zoom)
			}
		}
	}
}

// The conversation in every look, as what is read in it and where it stands.
func TestConversationTrees(t *testing.T) {
	for scene, snapshot := range map[string]*engine.Snapshot{"reading": reading(), "talk": talk(), "trouble": trouble()} {
		for _, theme := range []string{"light", "dark"} {
			var trees strings.Builder
			eachLook(func(name, look string, size image.Point, zoom float32) {
				if look == theme {
					fmt.Fprintf(&trees, "== %s\n%s", name, conversationTree(t, snapshot, theme, size, zoom))
				}
			})
			widgettest.Golden(t, "tree-"+scene+"-"+theme, trees.String())
		}
	}
}

func conversationTree(t *testing.T, s *engine.Snapshot, theme string, size image.Point, zoom float32) string {
	t.Helper()
	_, h := showStill(t, s, config.Config{Language: "en", Theme: theme}, size, zoom)
	for _, n := range h.Nodes() {
		if n.Desc.Description == "Riker" {
			return widgettest.DumpOf(n)
		}
	}
	t.Fatalf("no conversation in\n%s", h.Dump())
	return ""
}
