//go:build cgo && linux

package widgets

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"

	"sidekicks/widgets/widgettest/picture"
)

func TestRoundCornersArePaintedAsTheShapeAsOneIs(t *testing.T) {
	ground, c := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}, color.NRGBA{R: 0x20, G: 0x60, B: 0x40, A: 0x80}
	size := image.Pt(120, 80)
	r := image.Rect(10, 10, 110, 70)
	for name, shape := range map[string]clip.RRect{
		"square":         {Rect: r},
		"round":          clip.UniformRRect(r, 12),
		"round above":    {Rect: r, NW: 9, NE: 9},
		"round below":    {Rect: r, SW: 9, SE: 9},
		"one corner":     {Rect: r, NE: 20},
		"all different":  {Rect: r, NW: 4, NE: 8, SE: 16, SW: 2},
		"a circle":       clip.UniformRRect(image.Rect(20, 20, 60, 60), 20),
		"corners meet":   clip.UniformRRect(r, 30),
		"corners exceed": {Rect: image.Rect(10, 10, 30, 20), NW: 8, SW: 8},
	} {
		compare := func(what string, whole, parts *op.Ops) {
			t.Helper()
			want, got := picture.Draw(t, whole, size), picture.Draw(t, parts, size)
			for i := range want.Pix {
				if d := int(want.Pix[i]) - int(got.Pix[i]); d < -3 || d > 3 {
					x, y := i/4%size.X, i/4/size.X
					t.Errorf("%s, %s: at %d,%d it is %v, want %v", name, what, x, y, got.At(x, y), want.At(x, y))
					return
				}
			}
		}
		var whole, parts op.Ops
		paint.Fill(&whole, ground)
		paint.FillShape(&whole, c, shape.Op(&whole))
		paint.Fill(&parts, ground)
		FillRound(&parts, c, shape)
		compare("filled", &whole, &parts)
		if name == "corners meet" || name == "corners exceed" {
			continue // a line is around what has room for it
		}
		var line, pieces op.Ops
		paint.Fill(&line, ground)
		paint.FillShape(&line, c, clip.Stroke{Path: inset(shape, 1).Path(&line), Width: 2}.Op())
		paint.Fill(&pieces, ground)
		StrokeRound(&pieces, c, shape, 2)
		compare("its line", &line, &pieces)
	}
}

func inset(s clip.RRect, n int) clip.RRect {
	s.Rect = s.Rect.Inset(n)
	s.NW, s.NE, s.SE, s.SW = max(s.NW-n, 0), max(s.NE-n, 0), max(s.SE-n, 0), max(s.SW-n, 0)
	return s
}
