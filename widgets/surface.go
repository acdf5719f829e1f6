package widgets

import (
	"image"
	"image/color"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/theme"
)

// A SurfaceStyle is a ground with round corners that something stands on.
type SurfaceStyle struct {
	Fill   color.NRGBA
	Border color.NRGBA // transparent: none
	Width  unit.Dp     // of the border
	Ring   color.NRGBA // soft, around the border; transparent: none
	Focus  color.NRGBA // a line around it, apart so that it is seen whatever the fill; transparent: none
	Within bool        // the line of the focus is inside the border: what is beside is cut off, as in a list
	Shadow color.NRGBA // under it; transparent: none
	Radius unit.Dp
	Inset  layout.Inset
}

// How far a ring reaches beyond the border, how far from it the line of the
// focus is, and how wide.
const (
	ringWidth  unit.Dp = 3
	focusGap   unit.Dp = 1
	focusWidth unit.Dp = 2
)

// FocusReach is how far the line of the focus reaches beyond what has it.
const FocusReach = focusGap + focusWidth

// CardOf is a raised ground with a thin border.
func CardOf(th *theme.Theme) SurfaceStyle {
	return SurfaceStyle{
		Fill: th.Raised, Border: th.Line, Width: theme.Hairline, Radius: theme.RadiusMedium,
		Inset: layout.Inset{Top: 2 * theme.Step, Bottom: 2 * theme.Step, Left: 3 * theme.Step, Right: 3 * theme.Step},
	}
}

// Layout draws the ground around w. The ring and the shadow take no room.
func (s SurfaceStyle) Layout(gtx layout.Context, w layout.Widget) layout.Dimensions {
	call, dims := measure(gtx, func(gtx layout.Context) layout.Dimensions { return s.Inset.Layout(gtx, w) })
	s.Draw(gtx, dims.Size)
	defer clip.Rect{Max: dims.Size}.Push(gtx.Ops).Pop() // not by the corners: all text in it would cost twice
	call.Add(gtx.Ops)
	return dims
}

// Draw draws the ground alone.
func (s SurfaceStyle) Draw(gtx layout.Context, size image.Point) {
	r := image.Rectangle{Max: size}
	radius := gtx.Dp(s.Radius)
	if s.Shadow.A > 0 {
		s.shade(gtx, r, radius)
	}
	if s.Ring.A > 0 {
		ring := gtx.Dp(ringWidth)
		fillRound(gtx.Ops, s.Ring, r.Inset(-ring), radius+ring)
	}
	if s.Focus.A > 0 && !s.Within {
		strokeRound(gtx, s.Focus, r.Inset(-gtx.Dp(focusGap)-gtx.Dp(focusWidth)), radius+gtx.Dp(focusGap+focusWidth))
	}
	if s.Border.A > 0 {
		fillRound(gtx.Ops, s.Border, r, radius)
		width := max(gtx.Dp(s.Width), 1)
		r, radius = r.Inset(width), max(radius-width, 0)
	}
	if s.Fill.A > 0 {
		fillRound(gtx.Ops, s.Fill, r, radius)
	}
	if s.Focus.A > 0 && s.Within {
		strokeRound(gtx, s.Focus, image.Rectangle{Max: size}, gtx.Dp(s.Radius))
	}
}

// shade lays rings of the shadow's colour over each other: Gio has no blur.
func (s SurfaceStyle) shade(gtx layout.Context, r image.Rectangle, radius int) {
	const layers = 6
	c := s.Shadow
	c.A /= layers
	step := max(gtx.Dp(2), 1)
	low := r.Add(image.Pt(0, gtx.Dp(4)))
	for i := range layers {
		fillRound(gtx.Ops, c, low.Inset(-i*step), radius+i*step)
	}
}

func fillRound(ops *op.Ops, c color.NRGBA, r image.Rectangle, radius int) {
	radius = min(radius, r.Dx()/2, r.Dy()/2)
	FillRound(ops, c, clip.UniformRRect(r, max(radius, 0)))
}

// strokeRound draws the line of the focus inside a rectangle.
func strokeRound(gtx layout.Context, c color.NRGBA, r image.Rectangle, radius int) {
	StrokeRound(gtx.Ops, c, clip.UniformRRect(r, min(radius, r.Dx()/2, r.Dy()/2)), max(gtx.Dp(focusWidth), 1))
}

// FocusAround draws the line of the focus along the edges of the room there is,
// inside them: around what fills its room, or is cut at its edges.
func FocusAround(gtx layout.Context, th *theme.Theme, size image.Point) {
	strokeRound(gtx, th.Accent, image.Rectangle{Max: size}, gtx.Dp(theme.RadiusSmall))
}

// Fill paints all the room there is.
func Fill(gtx layout.Context, c color.NRGBA) layout.Dimensions {
	fillRect(gtx.Ops, c, image.Rectangle{Max: gtx.Constraints.Max})
	return layout.Dimensions{Size: gtx.Constraints.Max}
}

// Rule draws a thin line from left to right.
func Rule(gtx layout.Context, c color.NRGBA) layout.Dimensions {
	size := image.Pt(gtx.Constraints.Max.X, max(gtx.Dp(theme.Hairline), 1))
	fillRect(gtx.Ops, c, image.Rectangle{Max: size})
	return layout.Dimensions{Size: size}
}
