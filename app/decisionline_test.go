package app

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/input"

	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

// labelled are the labels of the window that contain a text, from above.
func labelled(h *widgettest.Harness, text string) (out []input.SemanticNode) {
	for _, n := range h.Nodes() {
		if strings.Contains(n.Desc.Label, text) {
			out = append(out, n)
		}
	}
	slices.SortStableFunc(out, func(a, b input.SemanticNode) int { return a.Desc.Bounds.Min.Y - b.Desc.Bounds.Min.Y })
	return out
}

// eachRoom shows a scene in wide and narrow windows, with ordinary and large text.
func eachRoom(t *testing.T, f func(what string, a *App, h *widgettest.Harness)) {
	for _, width := range []int{480, 800, 1280} {
		for _, zoom := range []float32{1, 2} {
			a, h := showStill(t, copied(conversation.CopyReady, conversation.CopyFailed, conversation.CopyTooLarge), config.Config{Language: "fr"}, image.Pt(width, 1600), zoom)
			h.Settle()
			f(fmt.Sprintf("%d wide, %.0f %%", width, 100*zoom), a, h)
		}
	}
}

// A decision tells in every window what was decided on, to its end, and what the
// answer was.
func TestADecisionTellsItsCommand(t *testing.T) {
	eachRoom(t, func(what string, a *App, h *widgettest.Harness) {
		parts := visibleParts(h)
		sentences, commands := labelled(h, "Riker veut exécuter une commande"), labelled(h, "rm -rf build")
		answers := labelled(h, "autorisé une fois")
		if len(sentences) != 3 || len(commands) != 6 || len(answers) != 3 { // each command is on the call too
			t.Fatalf("%s: %d sentences, %d commands, %d answers\n%s", what, len(sentences), len(commands), len(answers), h.Dump())
		}
		for i := range sentences {
			if room := parts[commands[2*i].ID]; room.Dx() < h.Metric.Sp(a.theme.Mono.Size)*6 { // twelve characters
				t.Errorf("%s: the command of decision %d has %d pixels", what, i, room.Dx())
			}
		}
	})
}

// What became of a copy stands under the sentence, and what gives it back too
// where it has no room beside.
func TestWhatBecameOfACopyStandsUnderItsDecision(t *testing.T) {
	eachRoom(t, func(what string, a *App, h *widgettest.Harness) {
		left := labelled(h, "Riker veut exécuter")[0].Desc.Bounds.Min.X
		for _, said := range []string{"Une copie a été gardée", "La copie n’a pas pu être rendue", "Aucune copie n’a été gardée"} {
			if at := labelled(h, said)[0].Desc.Bounds; at.Min.X != left {
				t.Errorf("%s: %q stands at %d, the decision at %d", what, said, at.Min.X, left)
			}
		}
		failed := labelled(h, "La copie n’a pas pu")[0].Desc.Bounds
		back := labelled(h, a.words.GiveBack(false))[1].Desc.Bounds
		if below := back.Min.Y > failed.Min.Y+4; below && back.Min.X != left {
			t.Errorf("%s: %q stands at %d, the decision at %d", what, a.words.GiveBack(false), back.Min.X, left)
		}
	})
}

// The button that copies the details of a failure stands under them.
func TestTheCopyOfDetailsStandsUnderThem(t *testing.T) {
	a, h := showStill(t, crashedAgent(), config.Config{Language: "fr"}, stageSize, 1)
	h.Settle()
	unfold(a, h)
	details, button := labelled(h, "warp core breach")[0].Desc.Bounds, labelled(h, a.words.Copy)[0].Desc.Bounds
	if details.Min.X != button.Min.X {
		t.Errorf("the details stand at %d, the button at %d", details.Min.X, button.Min.X)
	}
}
