package chat

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op"
)

// fewLines is how many lines are tried whole before they scroll.
const fewLines = 40

// scrolled lays lines out under each other: as high as they are, or in a list
// where they are higher than their room.
func scrolled(gtx layout.Context, list *layout.List, n int, line layout.ListElement) layout.Dimensions {
	if n > fewLines {
		return list.Layout(gtx, n, line)
	}
	m := op.Record(gtx.Ops)
	dims := stack(gtx, n, line)
	call := m.Stop()
	if dims.Size.Y > gtx.Constraints.Max.Y {
		return list.Layout(gtx, n, line)
	}
	call.Add(gtx.Ops)
	return dims
}

// stack lays out n widgets under each other, in as much height as they need.
func stack(gtx layout.Context, n int, w layout.ListElement) layout.Dimensions {
	gtx.Constraints.Min.Y, gtx.Constraints.Max.Y = 0, 1e6
	size := image.Pt(gtx.Constraints.Min.X, 0)
	for i := range n {
		off := op.Offset(image.Pt(0, size.Y)).Push(gtx.Ops)
		dims := w(gtx, i)
		off.Pop()
		size = image.Pt(max(size.X, dims.Size.X), size.Y+dims.Size.Y)
	}
	return layout.Dimensions{Size: size}
}
