//go:build cgo && linux

package app

import (
	"image"
	"path/filepath"
	"testing"

	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest/picture"
)

// A window whose theme changes while it is open, by the setting or by the
// system, becomes the one that was opened in it: no colour of the other is left
// on any page.
func TestThemeChangesWhole(t *testing.T) {
	draw := picture.Drawer(t, stageSize)
	for name, s := range stages() {
		t.Run(name, func(t *testing.T) {
			shown := func(theme string) *image.RGBA {
				_, h := s.open(t, config.Config{Language: "en", Theme: theme})
				return draw(h.Recorded())
			}
			light, dark := shown("light"), shown("dark")
			if otherPixels(light, dark) < len(light.Pix)/8 {
				t.Fatal("both themes look the same")
			}
			a, h := s.open(t, config.Config{Language: "en"})
			for _, change := range []struct {
				name string
				do   func()
				want *image.RGBA
			}{
				{"the system is dark", func() { a.SetSystem(System{Dark: true}) }, dark},
				{"the setting is light", func() { a.SetConfig(config.Config{Language: "en", Theme: "light"}) }, light},
				{"the setting is auto", func() { a.SetConfig(config.Config{Language: "en", Theme: "auto"}) }, dark},
				{"the system is light", func() { a.SetSystem(System{}) }, light},
			} {
				change.do()
				h.Settle()
				if got := draw(h.Recorded()); otherPixels(got, change.want) > strayPixels {
					picture.Write(t, filepath.Join(t.ArtifactDir(), "got.png"), got)
					picture.Write(t, filepath.Join(t.ArtifactDir(), "want.png"), change.want)
					t.Errorf("%s: another picture than of a window opened so, in %s", change.name, t.ArtifactDir())
				}
			}
		})
	}
}

// strayPixels is how many pixels the edges of two equal pictures may differ by:
// a dot that was drawn before may lie a part of a pixel beside. It is less than
// an icon has.
const strayPixels = 20

func otherPixels(a, b *image.RGBA) int {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		if [4]byte(a.Pix[i:i+4]) != [4]byte(b.Pix[i:i+4]) {
			n++
		}
	}
	return n
}
