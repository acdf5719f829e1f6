package app

import (
	"fmt"
	"image"
	"testing"

	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets"
	"sidekicks/widgets/widgettest"
)

// natural is how wide a line of text is where it has all the room.
func natural(t *testing.T, a *App, text string) (width int) {
	widgettest.New(t, image.Pt(9000, 100), func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min = image.Point{}
		dims := widgets.OneLineOf(a.theme, a.theme.Print, text).Layout(gtx)
		width = dims.Size.X
		return dims
	})
	return width
}

// What is said under the message field, and how the agent works beside its name,
// are left out or shorter where there is no room: they are not cut.
func TestHintsAreNotCut(t *testing.T) {
	for name, s := range map[string]func() *engine.Snapshot{"answering": talk, "idle": reading, "with commands": withCommands} {
		for _, lang := range []string{"en", "fr"} {
			for _, width := range []int{480, 600, 1280} {
				for _, zoom := range []float32{1, 1.5, 2} {
					what := fmt.Sprintf("%s, %s, %d wide, %.0f %%", name, lang, width, 100*zoom)
					a, h := showStill(t, s(), config.Config{Language: lang}, image.Pt(width, 800), zoom)
					h.Settle()
					for _, n := range labelled(h, a.words.FilesHint) {
						if room, want := n.Desc.Bounds.Dx(), natural(t, a, n.Desc.Label); room < want {
							t.Errorf("%s: %q has %d pixels of %d", what, n.Desc.Label, room, want)
						}
					}
				}
			}
		}
	}
}

// A mode whose name Sidekicks knows is told whole, at every size of text.
func TestAModeIsToldWhole(t *testing.T) {
	for _, zoom := range []float32{1, 1.5, 2} {
		a, h := showStill(t, talk(), config.Config{Language: "fr"}, image.Pt(1280, 800), zoom)
		h.Settle()
		const name = "demande avant d’agir"
		n, ok := h.Find(semantic.Button, name)
		if want := natural(t, a, name); !ok || n.Desc.Bounds.Dx() < want+20 { // and what is beside it
			t.Errorf("%.0f %%: the mode is %d wide, its name %d", 100*zoom, n.Desc.Bounds.Dx(), want)
		}
	}
}
