//go:build cgo && linux

package app

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest/picture"
)

// Whatever has the focus shows it in both themes: enough pixels at it have a
// contrast of 3 to 1 with what is there while the focus is elsewhere, as WCAG 2.1
// asks in 1.4.11.
func TestEveryFocusIsVisible(t *testing.T) {
	draw := picture.Drawer(t, stageSize)
	for _, theme := range []string{"light", "dark"} {
		known := map[string]bool{} // seen on an earlier stage, as the list of agents is
		all := stages()
		for _, name := range slices.Sorted(maps.Keys(all)) {
			t.Run(name+" "+theme, func(t *testing.T) {
				_, h := all[name].open(t, config.Config{Language: "en", Theme: theme, Motion: "on"})
				var seen []focused
				walk(h, func(at image.Rectangle) {
					what := fmt.Sprint(named(h, at), at)
					if len(seen) < 3 || !known[what] { // some to compare with
						known[what] = true
						seen = append(seen, focused{at, draw(h.Recorded())})
					}
				})
				for i, f := range seen {
					if n := f.sides(seen); n > 0 && n < 4 {
						file := filepath.Join(t.ArtifactDir(), fmt.Sprintf("%d.png", i))
						picture.Write(t, file, f.picture)
						t.Errorf("the line around the focus at %v is cut: %d sides of it are seen: %s", f.at, n, file)
					}
					if n, least := f.shown(seen), f.least(); n < least {
						file := filepath.Join(t.ArtifactDir(), fmt.Sprintf("%d.png", i))
						picture.Write(t, file, f.picture)
						t.Errorf("the focus at %v is seen by %d pixels, want %d: %s", f.at, n, least, file)
					}
				}
			})
		}
	}
}

// focused is the window while the focus is somewhere.
type focused struct {
	at      image.Rectangle
	picture *image.RGBA
}

// How far from what has the focus the line around it may be: a field's is
// around its inset, a card's around all that is on it.
const around = 20

// least is how many pixels have to tell: half of a thin line around, or a caret
// and more.
func (f focused) least() int { return min(f.at.Dx()+f.at.Dy(), 30) }

// shown counts the pixels that tell, against the picture in which the fewest
// do. What tells of the other's focus does not count.
func (f focused) shown(others []focused) int {
	fewest := math.MaxInt
	for _, o := range others {
		if !o.at.In(f.at) {
			other := o.at.Inset(-around / 2)
			if f.at.In(o.at) {
				other = image.Rectangle{}
			}
			fewest = min(fewest, f.differs(o.picture, other, around))
		}
	}
	return fewest
}

// differs counts the pixels that are seen to be others than in another picture,
// there and so far around, but for a part.
func (f focused) differs(from *image.RGBA, but image.Rectangle, around int) int {
	n := 0
	area := f.at.Inset(-around).Intersect(from.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		if i, j := from.PixOffset(area.Min.X, y), from.PixOffset(area.Max.X, y); bytes.Equal(f.picture.Pix[i:j], from.Pix[i:j]) {
			continue
		}
		for x := area.Min.X; x < area.Max.X; x++ {
			a, b := f.picture.RGBAAt(x, y), from.RGBAAt(x, y)
			if a != b && !image.Pt(x, y).In(but) && contrast(a, b) >= 3 {
				n++
			}
		}
	}
	return n
}

// sides counts the sides at which a line is seen around what has the focus,
// against a picture in which something else has it.
func (f focused) sides(others []focused) (n int) {
	const far = 4 // a line is at most so far around
	a := f.at
	for _, o := range others {
		if o.at.Inset(-around).Overlaps(a.Inset(-far)) {
			continue
		}
		for _, side := range []image.Rectangle{
			image.Rect(a.Min.X+far, a.Min.Y-far, a.Max.X-far, a.Min.Y-1), image.Rect(a.Min.X+far, a.Max.Y+1, a.Max.X-far, a.Max.Y+far),
			image.Rect(a.Min.X-far, a.Min.Y+far, a.Min.X-1, a.Max.Y-far), image.Rect(a.Max.X+1, a.Min.Y+far, a.Max.X+far, a.Max.Y-far),
		} {
			if (focused{side, f.picture}).differs(o.picture, image.Rectangle{}, 0) >= max(side.Dx(), side.Dy())/2 {
				n++
			}
		}
		return n
	}
	return 0
}

func contrast(a, b color.RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is WCAG's relative luminance.
func luminance(c color.RGBA) float64 {
	l := linear()
	return 0.2126*l[c.R] + 0.7152*l[c.G] + 0.0722*l[c.B]
}

// linear is the light of each value of a channel, made once: there are millions
// of pixels to ask for.
var linear = sync.OnceValue(func() []float64 {
	l := make([]float64, 256)
	for v := range l {
		if s := float64(v) / 255; s <= 0.03928 {
			l[v] = s / 12.92
		} else {
			l[v] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return l
})
