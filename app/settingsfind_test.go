package app

import (
	"image"
	"strings"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine/config"
)

// The fields to find with in the settings stand under each other, and have room
// for words, in every window and size of text.
func TestTheFieldsToFindWithHaveRoom(t *testing.T) {
	for _, width := range []int{480, 800, 1280} {
		for _, zoom := range []float32{1, 2} {
			a, h := showStill(t, writing(), config.Config{Language: "fr"}, image.Pt(width, 800), zoom)
			h.Settle()
			h.Press(key.ModShortcut, "H")
			var fields []image.Rectangle
			for _, n := range h.Nodes() {
				if w := a.words.Settings; n.Desc.Description == w.Find || n.Desc.Description == w.Replace {
					fields = append(fields, n.Desc.Bounds)
				}
			}
			if len(fields) != 2 {
				t.Fatalf("%d fields:\n%s", len(fields), h.Dump())
			}
			what, with := fields[0], fields[1]
			if what.Min.X != with.Min.X || what.Dx() != with.Dx() {
				t.Errorf("%d wide, %.0f %%: from %d to %d, and from %d to %d", width, 100*zoom, what.Min.X, what.Max.X, with.Min.X, with.Max.X)
			}
			if least := h.Metric.Sp(a.theme.Small.Size) * 9; what.Dx() < least { // of its two words
				t.Errorf("%d wide, %.0f %%: the fields are %d wide, want %d", width, 100*zoom, what.Dx(), least)
			}
		}
	}
}

// What is not there is told in words, not counted.
func TestNothingFoundInTheSettings(t *testing.T) {
	a, h := showStill(t, writing(), config.Config{Language: "fr"}, stageSize, 1)
	h.Settle()
	h.Press(key.ModShortcut, "F")
	h.Type("warp")
	if said := h.Dump(); !strings.Contains(said, a.words.FindNothing) || strings.Contains(said, "0 sur 0") {
		t.Errorf("it is not told:\n%s", said)
	}
}
