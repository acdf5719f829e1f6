package widgets

import (
	"image"

	"gioui.org/io/pointer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"
	"gioui.org/widget"

	"sidekicks/theme"
)

// ScrollBarStyle draws a vertical scroll bar over the right edge of what it
// scrolls.
type ScrollBarStyle struct {
	Theme *theme.Theme
	Bar   *widget.Scrollbar
	Width unit.Dp // that can be pressed
	Thumb unit.Dp // width of the part that is dragged
	Least unit.Dp // height of that part
}

// ScrollBarOf is a bar as pages have it.
func ScrollBarOf(th *theme.Theme, bar *widget.Scrollbar) ScrollBarStyle {
	return ScrollBarStyle{Theme: th, Bar: bar, Width: 12, Thumb: 6, Least: 28}
}

// Layout draws the bar beside what is size large, of which the part from start
// to end is in view, both from 0 to 1.
func (s ScrollBarStyle) Layout(gtx layout.Context, size image.Point, start, end float32) {
	s.Bar.Update(gtx, layout.Vertical, start, end)
	width, side := gtx.Dp(s.Width), gtx.Dp(s.Thumb)
	defer op.Offset(image.Pt(size.X-width, 0)).Push(gtx.Ops).Pop()

	defer clip.Rect{Max: image.Pt(width, size.Y)}.Push(gtx.Ops).Pop() // around the thumb too: presses on it are the track's
	pointer.CursorDefault.Add(gtx.Ops)
	s.Bar.AddDrag(gtx.Ops)
	s.Bar.AddTrack(gtx.Ops)

	length := min(max(gtx.Dp(s.Least), int(float32(size.Y)*(end-start))), size.Y)
	top := int(float32(size.Y-length) * start / max(0.0001, 1-(end-start)))
	s.thumb(gtx, image.Rect((width-side)/2, top, (width+side)/2, top+length))
}

// thumb draws the part that is dragged, more strongly while the pointer has it.
func (s ScrollBarStyle) thumb(gtx layout.Context, r image.Rectangle) {
	color := s.Theme.Dim
	color.A = 0x50
	if s.Bar.IndicatorHovered() || s.Bar.Dragging() {
		color.A = 0xA0
	}
	paint.FillShape(gtx.Ops, color, clip.UniformRRect(r, gtx.Dp(theme.RadiusSmall)).Op(gtx.Ops))
	defer clip.Rect(r).Push(gtx.Ops).Pop()
	s.Bar.AddIndicator(gtx.Ops)
}

// A List is a vertical list with a scroll bar. The zero value works.
type List struct {
	layout.List
	Edged  bool    // a thin line shows where it goes on: something stands above or below
	Reach  unit.Dp // that elements are drawn beyond its edges, which cut off what is farther: the line of a focus
	bar    widget.Scrollbar
	height int // as last drawn
}

// Layout draws n elements, with a bar beside them where they scroll. The bar
// lies over the words, or as far outside as there is a margin.
func (l *List) Layout(gtx layout.Context, th *theme.Theme, margin unit.Dp, n int, element layout.ListElement) layout.Dimensions {
	l.Axis = layout.Vertical
	if l.height > 0 && n > 0 {
		start, end := listView(l.Position, n, l.height)
		l.bar.Update(gtx, layout.Vertical, start, end)
		if d := l.bar.ScrollDistance(); d != 0 {
			l.ScrollBy(d * float32(n))
		}
	}
	reach := gtx.Dp(l.Reach)
	dims := l.layoutReaching(gtx, reach, n, element)
	l.height = dims.Size.Y + 2*reach
	if l.Edged {
		l.edges(gtx, th, image.Rect(0, -reach, dims.Size.X, dims.Size.Y+reach))
	}
	if at := l.Position; at.First > 0 || at.Offset > 0 || at.BeforeEnd {
		bar := ScrollBarOf(th, &l.bar)
		bar.Width, bar.Least = bar.Thumb, 4*bar.Thumb // narrow: it lies over words
		start, end := listView(at, n, l.height)
		bar.Layout(gtx, dims.Size.Add(image.Pt(gtx.Dp(margin), 0)), start, end)
	}
	return dims
}

// layoutReaching lays the elements out with so much room around all of them.
func (l *List) layoutReaching(gtx layout.Context, reach, n int, element layout.ListElement) layout.Dimensions {
	around := image.Pt(2*reach, 2*reach)
	gtx.Constraints.Max = gtx.Constraints.Max.Add(around)
	gtx.Constraints.Min.X += around.X
	if gtx.Constraints.Min.Y > 0 {
		gtx.Constraints.Min.Y += around.Y
	}
	defer op.Offset(image.Pt(-reach, -reach)).Push(gtx.Ops).Pop()
	dims := l.List.Layout(gtx, n, func(gtx layout.Context, i int) layout.Dimensions {
		inset := layout.Inset{Left: l.Reach, Right: l.Reach}
		if i == 0 {
			inset.Top = l.Reach
		}
		if i == n-1 {
			inset.Bottom = l.Reach
		}
		return inset.Layout(gtx, func(gtx layout.Context) layout.Dimensions { return element(gtx, i) })
	})
	dims.Size = dims.Size.Sub(around)
	return dims
}

// edges draws the lines within the ends of the list behind which there is more.
func (l *List) edges(gtx layout.Context, th *theme.Theme, list image.Rectangle) {
	gtx.Constraints.Max = list.Size()
	rule := func(y int) {
		defer op.Offset(image.Pt(list.Min.X, y)).Push(gtx.Ops).Pop()
		Rule(gtx, th.Line)
	}
	if l.Position.First > 0 || l.Position.Offset > 0 {
		rule(list.Min.Y)
	}
	if l.Position.BeforeEnd {
		rule(list.Max.Y - max(gtx.Dp(theme.Hairline), 1))
	}
}

// WholeRows makes a height one of whole rows, so that none is cut at the end.
func WholeRows(gtx layout.Context, height int, row layout.Widget) int {
	gtx.Constraints.Min.Y = 0
	_, dims := measure(gtx, row)
	if dims.Size.Y <= 0 || height < dims.Size.Y {
		return height
	}
	return height - height%dims.Size.Y
}

// listView is which part of a list is in view. The heights out of view are not
// known: all elements count the same.
func listView(at layout.Position, n, height int) (start, end float32) {
	length := float32(max(at.Length, height))
	start = (float32(at.First)*length/float32(n) + float32(at.Offset)) / length
	end = min(1, start+float32(height)/length)
	if !at.BeforeEnd {
		start, end = start/end, 1
	}
	return start, end
}
