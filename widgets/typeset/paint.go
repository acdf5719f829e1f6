package typeset

import (
	"image/color"

	"gioui.org/f32"
	"gioui.org/font"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
	"gioui.org/unit"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
)

// Parameters are what a [Face] of a font and size asks of the shaper.
func Parameters(gtx layout.Context, f font.Font, size unit.Sp) text.Parameters {
	return text.Parameters{Font: f, PxPerEm: PxPerEm(gtx, size), MaxWidth: Endless, Locale: gtx.Locale, DisableSpaceTrim: true}
}

// PxPerEm is a size of text in pixels.
func PxPerEm(gtx layout.Context, size unit.Sp) fixed.Int26_6 {
	scale := gtx.Metric.PxPerSp
	if scale == 0 {
		scale = 1
	}
	return fixed.Int26_6(float32(size) * scale * 64)
}

// Baseline is how far the baseline of a line in t stands under its top, in
// pixels.
func Baseline(gtx layout.Context, shaper *text.Shaper, t theme.TextStyle) int {
	shaper.LayoutString(Parameters(gtx, t.Font, t.Size), "x")
	g, _ := shaper.NextGlyph()
	free := fixed.I(gtx.Sp(t.LineHeight)) - g.Ascent - g.Descent
	return (free/2 + g.Ascent).Round()
}

// ChunkGlyphs is how many glyphs make one outline at most: few enough for those
// of short words to be met again, many enough to be drawn fast.
const ChunkGlyphs = 32

// Paint draws the glyphs of a run, whose baseline is at y.
func (sh *Shaping) Paint(ops *op.Ops, r Run, y float32, c color.NRGBA) {
	first, last := sh.clusters[r.first], sh.clusters[r.last-1]
	glyphs := sh.glyphs[first.glyphs[0]:last.glyphs[1]]
	if len(glyphs) == 0 {
		return
	}
	// Glyphs keep their distances from the first one, which stands at the right
	// of a run that goes to the left.
	origin := r.X - first.pen
	if first.level%2 == 1 {
		origin = r.X + r.Width - glyphs[0].Advance - glyphs[0].X
	}
	for len(glyphs) > 0 {
		n := min(ChunkGlyphs, len(glyphs))
		PaintGlyphs(ops, sh.Shaper, glyphs[:n], f32.Pt(float32(origin+glyphs[0].X)/64, y), c)
		glyphs = glyphs[n:]
	}
}

// PaintGlyphs draws glyphs with the first one's origin at a point.
//
// The outline alone is moved by parts of a pixel, not what is painted in it: what
// fills a plane that stands between two pixels Gio cuts out as a path of its own,
// and intersects the two, which costs more than the text.
func PaintGlyphs(ops *op.Ops, shaper *text.Shaper, glyphs []text.Glyph, at f32.Point, c color.NRGBA) {
	to := f32.AffineId().Offset(at)
	moved := op.Affine(to).Push(ops)
	outline := clip.Outline{Path: shaper.Shape(glyphs)}.Op().Push(ops)
	moved.Pop()
	paint.Fill(ops, c)
	outline.Pop()
	if call := shaper.Bitmaps(glyphs); call != (op.CallOp{}) {
		defer op.Affine(to).Push(ops).Pop()
		call.Add(ops)
	}
}
