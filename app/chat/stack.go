package chat

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op"
)

// unbounded is more height, or width, than anything needs.
const unbounded = 1e6

// A piece is a widget that was laid out, to be drawn where it will stand.
type piece struct {
	call op.CallOp
	size image.Point
}

func laidOut(gtx layout.Context, w layout.Widget) piece {
	m := op.Record(gtx.Ops)
	dims := w(gtx)
	return piece{call: m.Stop(), size: dims.Size}
}

// draw is its widget; it may be drawn once.
func (p piece) draw(gtx layout.Context) layout.Dimensions {
	p.call.Add(gtx.Ops)
	return layout.Dimensions{Size: p.size}
}

// at draws it at a place.
func (p piece) at(ops *op.Ops, place image.Point) {
	defer op.Offset(place).Push(ops).Pop()
	p.call.Add(ops)
}

// fewLines is how many lines of a command are measured; more do not fit.
const fewLines = 40

// stack lays out n widgets under each other, in as much height as they need.
func stack(gtx layout.Context, n int, w layout.ListElement) layout.Dimensions {
	gtx.Constraints.Min.Y, gtx.Constraints.Max.Y = 0, unbounded
	size := image.Pt(gtx.Constraints.Min.X, 0)
	for i := range n {
		off := op.Offset(image.Pt(0, size.Y)).Push(gtx.Ops)
		dims := w(gtx, i)
		off.Pop()
		size = image.Pt(max(size.X, dims.Size.X), size.Y+dims.Size.Y)
	}
	return layout.Dimensions{Size: size}
}
