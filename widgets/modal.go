package widgets

import (
	"image"

	"gioui.org/io/event"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/theme"
)

// A Modal is the state of a card that is answered before anything else. Lay
// out what is behind it with a disabled context, so that the focus stays on
// the card.
type Modal struct {
	scrim, card byte // tags
}

// Update returns true when the person pressed beside the card.
func (m *Modal) Update(gtx layout.Context) bool {
	for { // the card takes its presses, so that they do not reach what is behind
		if _, ok := gtx.Event(pointer.Filter{Target: &m.card, Kinds: pointer.Press | pointer.Scroll}); !ok {
			break
		}
	}
	beside := false
	for {
		e, ok := gtx.Event(pointer.Filter{Target: &m.scrim, Kinds: pointer.Press | pointer.Scroll})
		if !ok {
			return beside
		}
		if e, ok := e.(pointer.Event); ok && e.Kind == pointer.Press {
			beside = true
		}
	}
}

// ModalMargin is how far the scroll bar of what is on a card stands in its inset.
const ModalMargin unit.Dp = 13

// A ModalStyle is the look of a Modal. Fields may be changed.
type ModalStyle struct {
	Theme *theme.Theme
	Modal *Modal
	Width unit.Dp // at most
	Title string
}

// ModalOf is a card in the middle of the window.
func ModalOf(th *theme.Theme, m *Modal, title string) ModalStyle {
	return ModalStyle{Theme: th, Modal: m, Width: 480, Title: title}
}

// Layout draws the card over everything, with the title and w in it.
func (s ModalStyle) Layout(gtx layout.Context, w layout.Widget) layout.Dimensions {
	window := gtx.Constraints.Max
	func() {
		defer clip.Rect{Max: window}.Push(gtx.Ops).Pop()
		event.Op(gtx.Ops, &s.Modal.scrim)
		Fill(gtx, s.Theme.Scrim)
	}()
	gtx.Constraints.Min = image.Point{}
	margin := gtx.Dp(4 * theme.Step)
	gtx.Constraints.Max = image.Pt(min(gtx.Dp(s.Width), window.X-2*margin), window.Y-2*margin)
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	ground := CardOf(s.Theme)
	ground.Radius, ground.Shadow = theme.RadiusLarge, s.Theme.Shadow
	ground.Inset = layout.UniformInset(5 * theme.Step)
	call, dims := measure(gtx, func(gtx layout.Context) layout.Dimensions {
		return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			title := LabelOf(s.Theme, s.Theme.Title, s.Title)
			return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
				layout.Rigid(title.Layout), layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout), layout.Flexed(1, compact(w)))
		})
	})
	pos := window.Sub(dims.Size).Div(2)
	defer op.Offset(pos).Push(gtx.Ops).Pop()
	area := clip.Rect{Max: dims.Size}.Push(gtx.Ops) // the card's shadow reaches beyond
	event.Op(gtx.Ops, &s.Modal.card)
	semantic.DescriptionOp(s.Title).Add(gtx.Ops)
	area.Pop()
	call.Add(gtx.Ops)
	return layout.Dimensions{Size: window}
}

// compact lets w be less high than the room that is flexed for it.
func compact(w layout.Widget) layout.Widget {
	return func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min.Y = 0
		return w(gtx)
	}
}
