package widgets

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/widget"

	"sidekicks/theme"
)

// Thumb draws the part of a scroll bar that is dragged, at r, and more strongly
// while the pointer has it.
func Thumb(gtx layout.Context, th *theme.Theme, bar *widget.Scrollbar, r image.Rectangle) {
	color := th.Dim
	color.A = 0x50
	if bar.IndicatorHovered() || bar.Dragging() {
		color.A = 0xA0
	}
	paint.FillShape(gtx.Ops, color, clip.UniformRRect(r, gtx.Dp(theme.RadiusSmall)).Op(gtx.Ops))
	defer clip.Rect(r).Push(gtx.Ops).Pop()
	bar.AddIndicator(gtx.Ops)
}
