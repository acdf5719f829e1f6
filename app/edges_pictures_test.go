//go:build cgo && linux

package app

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine/config"
	"sidekicks/theme"
	"sidekicks/widgets/widgettest/picture"
)

// rules are the heights at which a thin line runs over all the width of what is
// on a card that is as high as the window; the border of a field has round ends.
func rules(img *image.RGBA, c color.NRGBA) (at []int) {
	size := img.Rect.Size()
	card := min(560, size.X-32)
	from, to := (size.X-card)/2+20, (size.X+card)/2-20
	for y := 40; y < size.Y-40; y++ {
		n := 0
		for x := from; x < to; x++ {
			if got := img.RGBAAt(x, y); abs(got.R, c.R)+abs(got.G, c.G)+abs(got.B, c.B) < 9 {
				n++
			}
		}
		if n == to-from {
			at = append(at, y)
		}
	}
	return at
}

// A list between other things on a card shows at its edges that it goes on there.
func TestAListShowsWhereItGoesOn(t *testing.T) {
	for _, c := range []struct {
		name string
		show stage
		size image.Point
		zoom float32
	}{
		{"keys", stages()["keys"], image.Pt(1280, 800), 1},
		{"keys", stages()["keys"], image.Pt(480, 800), 1},
		{"form", stage{fillIn(), fillInForm}, image.Pt(1280, 800), 2},
		{"form", stage{fillIn(), fillInForm}, image.Pt(1280, 600), 2},
	} {
		draw := picture.Drawer(t, c.size)
		a, h := showStill(t, c.show.scene, config.Config{Language: "fr", Theme: "light"}, c.size, c.zoom)
		h.Settle()
		c.show.do(a, h)
		check := func(where string, want int) {
			t.Helper()
			img := draw(h.Recorded())
			got := rules(img, theme.Light().Line)
			if len(got) != want {
				t.Errorf("%s at %v, %s: lines at %v, want %d", c.name, c.size, where, got, want)
			}
			ground := rules(img, theme.Light().Raised)
			for _, y := range got {
				beyond := y + 1
				if y < c.size.Y/2 {
					beyond = y - 1
				}
				if !slices.Contains(ground, beyond) {
					t.Errorf("%s at %v, %s: something is drawn beyond the line at %d", c.name, c.size, where, y)
				}
			}
		}
		check("at its beginning", 1)
		h.Scroll(c.size.Div(2), 40)
		check("within", 2)
		h.Scroll(c.size.Div(2), 5000)
		check("at its end", 1)
	}
}

// The card of keys shows whole rows, at first and when the keys move it.
func TestNoKeyIsHalved(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 800}, {X: 480, Y: 800}, {X: 800, Y: 611}} {
		draw := picture.Drawer(t, size)
		a, h := showStill(t, talk(), config.Config{Language: "fr", Theme: "light"}, size, 1)
		h.Settle()
		h.Press(0, key.NameF1)
		for _, then := range []key.Name{key.NameDownArrow, key.NamePageDown, key.NameUpArrow} {
			edges := rules(draw(h.Recorded()), theme.Light().Line)
			if len(edges) == 0 {
				t.Fatalf("%v: no line at the end of the list", size)
			}
			bottom, row := edges[len(edges)-1], h.Metric.Sp(a.theme.Small.LineHeight)-2
			for _, b := range withKeys {
				for _, n := range labelled(h, b.Label(a.words)) {
					if at := n.Desc.Bounds.Min; at.X < size.X/2 && at.Y > 50 && at.Y < bottom && at.Y+row > bottom {
						t.Errorf("%v: %q is cut: it begins at %d, and the list ends at %d", size, b.Label(a.words), at.Y, bottom)
					}
				}
			}
			h.Press(0, then)
		}
	}
}
