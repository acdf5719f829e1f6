//go:build cgo && linux

package app

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/semantic"

	"sidekicks/engine/config"
	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
	"sidekicks/widgets/widgettest/picture"
)

// leftEdge tells whether a colour stands at the left edge of a field or button,
// along the middle of its height.
func leftEdge(img *image.RGBA, n input.SemanticNode, c color.NRGBA) bool {
	return anyOf(img, n.Desc.Bounds.Min.X, n.Desc.Bounds.Min.X+3, n, c)
}

// focusLine tells whether the line of the focus is beside that edge.
func focusLine(img *image.RGBA, n input.SemanticNode, c color.NRGBA) bool {
	return anyOf(img, n.Desc.Bounds.Min.X-4, n.Desc.Bounds.Min.X-1, n, c)
}

func anyOf(img *image.RGBA, from, to int, n input.SemanticNode, c color.NRGBA) bool {
	y := (n.Desc.Bounds.Min.Y + n.Desc.Bounds.Max.Y) / 2
	for x := from; x < to; x++ {
		if got := img.RGBAAt(x, y); abs(got.R, c.R)+abs(got.G, c.G)+abs(got.B, c.B) < 9 {
			return true
		}
	}
	return false
}

// fieldOrButton finds a field by its hint, or a button.
func fieldOrButton(h *widgettest.Harness, name string) (input.SemanticNode, bool) {
	for _, n := range h.Nodes() {
		if n.Desc.Description == name {
			return n, true
		}
	}
	return h.Find(semantic.Button, name)
}

func abs(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// A field of a form with a fault has the border of what is wrong, also while it
// has the focus, until it is written in.
func TestAFieldWithAFaultShowsIt(t *testing.T) {
	draw := picture.Drawer(t, stageSize)
	accent := map[string]color.NRGBA{"light": theme.Light().Accent, "dark": theme.Dark().Accent}
	for look, danger := range map[string]color.NRGBA{"light": theme.Light().Danger, "dark": theme.Dark().Danger} {
		scene := fillIn()
		scene.Forms[0].Fields[2].Required, scene.Forms[0].Fields[2].Default = true, nil
		a, h := showStill(t, scene, config.Config{Language: "fr", Theme: look}, stageSize, 1)
		h.Settle()
		fillInForm(a, h)
		check := func(when string, want bool, names ...string) {
			t.Helper()
			img := draw(h.Recorded())
			for _, name := range names {
				if n, ok := fieldOrButton(h, name); !ok || leftEdge(img, n, danger) != want {
					t.Errorf("%s, %s: %q is there: %t, and has the border of a fault: %t", look, when, name, ok, !want)
				}
			}
		}
		check("before", false, "Nom", "Équipage")
		h.Click(semantic.Button, a.words.Send)
		check("sent", true, "Nom", "Équipage")
		if n, _ := fieldOrButton(h, "Nom"); !focusLine(draw(h.Recorded()), n, accent[look]) {
			t.Errorf("%s: the field that has the focus does not show it", look)
		}
		if n, _ := fieldOrButton(h, "Équipage"); focusLine(draw(h.Recorded()), n, accent[look]) {
			t.Errorf("%s: a field that has not the focus shows it", look)
		}
		check("sent", true, "Impulsion", "Distorsion")
		check("sent", false, "Oui", "Non")
		h.Type("NCC")
		check("written", false, "Nom")
		check("written", true, "Équipage")
	}
}
