package codeedit

import (
	"image"
	"image/color"

	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// SeverityIcon draws the sign of a severity, in pixels: a dot, a triangle, or a
// ring. They differ in form, not in colour alone.
func SeverityIcon(gtx layout.Context, v Severity, size int, c color.NRGBA) layout.Dimensions {
	r := image.Rectangle{Max: image.Pt(size, size)}
	switch v {
	case Error:
		paint.FillShape(gtx.Ops, c, clip.Ellipse(r).Op(gtx.Ops))
	case Warning:
		paint.FillShape(gtx.Ops, c, clip.Outline{Path: triangle(gtx.Ops, float32(size))}.Op())
	default:
		ring := clip.Ellipse(r.Inset(1))
		paint.FillShape(gtx.Ops, c, clip.Stroke{Path: ring.Path(gtx.Ops), Width: float32(max(gtx.Dp(1), 1))}.Op())
	}
	return layout.Dimensions{Size: r.Max}
}
