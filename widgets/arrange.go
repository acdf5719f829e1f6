package widgets

import (
	"image"

	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/theme"
)

// Wrapped lays out widgets from left to right, in as many lines as they need.
type Wrapped struct{ Gap unit.Dp }

// Layout draws the widgets, each as wide as it is.
func (s Wrapped) Layout(gtx layout.Context, children ...layout.Widget) layout.Dimensions {
	gap := gtx.Dp(s.Gap)
	width := gtx.Constraints.Max.X
	var pos image.Point
	lineHeight, widest := 0, 0
	gtx.Constraints.Min = image.Point{}
	for _, w := range children {
		call, dims := measure(gtx, w)
		if pos.X > 0 && pos.X+dims.Size.X > width {
			pos = image.Pt(0, pos.Y+lineHeight+gap)
			lineHeight = 0
		}
		at(gtx.Ops, pos, call)
		widest = max(widest, pos.X+dims.Size.X)
		pos.X += dims.Size.X + gap
		lineHeight = max(lineHeight, dims.Size.Y)
	}
	return layout.Dimensions{Size: image.Pt(widest, pos.Y+lineHeight)}
}

// Spread lays out one widget at the left and one at the right of a line, which
// has its full width first.
type Spread struct {
	Gap    unit.Dp // between them at least
	Height int     // of the line at least, in pixels; both stand in its middle
}

// Layout draws both over the width it is given.
func (s Spread) Layout(gtx layout.Context, left, right layout.Widget) layout.Dimensions {
	width := gtx.Constraints.Max.X
	gtx.Constraints.Min = image.Point{}
	rightCall, r := measure(gtx, right)
	gtx.Constraints.Max.X = max(width-r.Size.X-gtx.Dp(s.Gap), 0)
	leftCall, l := measure(gtx, left)
	height := max(l.Size.Y, r.Size.Y, s.Height)
	at(gtx.Ops, image.Pt(0, (height-l.Size.Y)/2), leftCall)
	at(gtx.Ops, image.Pt(width-r.Size.X, (height-r.Size.Y)/2), rightCall)
	return layout.Dimensions{Size: image.Pt(width, height)}
}

// ToTheRight lays a widget out at the right of the width it is given.
func ToTheRight(gtx layout.Context, w layout.Widget) layout.Dimensions {
	width := gtx.Constraints.Max.X
	gtx.Constraints.Min = image.Point{}
	call, dims := measure(gtx, w)
	at(gtx.Ops, image.Pt(width-dims.Size.X, 0), call)
	return layout.Dimensions{Size: image.Pt(width, dims.Size.Y)}
}

// Header lays out what heads a page: left from the left, right at the right
// while there is room, and a line below.
func Header(gtx layout.Context, th *theme.Theme, left []layout.FlexChild, right layout.Widget) layout.Dimensions {
	height := max(gtx.Dp(theme.HeaderHeight), gtx.Sp(th.Label.LineHeight)+gtx.Dp(16))
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return layout.Inset{Left: 6 * theme.Step, Right: 6 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				return Spread{Gap: 3 * theme.Step, Height: height}.Layout(gtx,
					func(gtx layout.Context) layout.Dimensions {
						return layout.Flex{Alignment: layout.Middle}.Layout(gtx, left...)
					},
					right)
			})
		}),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return Rule(gtx, th.Line) }))
}
