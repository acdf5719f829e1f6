package chat

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/text"

	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/transcript"
)

// updateRows takes what the person did to the rows in view.
func (v *view) updateRows(gtx layout.Context) {
	end := min(v.transcript.First+v.transcript.Count, len(v.rows))
	last := conversation.MessageID(0)
	for i := v.transcript.First; i < end; i++ {
		key := v.rows[i].Key
		s := v.messages[conversation.MessageID(key.Message)]
		if s == nil {
			continue
		}
		if p, ok := v.rows[i].Text.(*placed); ok {
			v.updateBlock(gtx, p)
		}
		if s.msg.ID != last {
			last = s.msg.ID
			s.details.Update(gtx)
			s.updateNotSent(gtx)
			s.updateResume(gtx)
			s.updateCopy(gtx)
		}
		if key.Part < len(s.parts) && key.Block == 0 {
			s.updateFold(gtx, key)
			s.updateDecision(gtx, key)
		}
		if first := i == v.transcript.First || v.rows[i-1].Key.Part != key.Part; first && key.Part < len(s.parts) && s.parts[key.Part].body != nil {
			s.updateSections(gtx, key)
		}
	}
}

// updateFold folds or unfolds a part; what is being read stays in place.
func (s *message) updateFold(gtx layout.Context, key transcript.Key) {
	if !s.parts[key.Part].fold.Update(gtx) {
		return
	}
	s.view.transcript.Hold(key)
	s.view.rebuild(s, key.Part)
}

// layoutTranscript draws the conversation, and over its foot the way back to
// the end when that is out of view.
func (v *view) layoutTranscript(gtx layout.Context) layout.Dimensions {
	p := v.page
	if len(v.rows) == 0 {
		defer v.layoutOver(gtx)
		return v.layoutNothing(gtx)
	}
	style := transcript.Of(p.Theme, &v.transcript, v.rows)
	if v.find.total > 0 {
		style.Marks = v.find.marksOf
	}
	area := clip.Rect{Max: gtx.Constraints.Max}.Push(gtx.Ops)
	named(gtx, v.agentName())
	dims := style.Layout(gtx)
	area.Pop()
	v.layoutOver(gtx)
	if v.transcript.AtEnd {
		return dims
	}
	label := p.Words.ToTheEnd
	if v.transcript.Unseen > 0 {
		label = p.Words.Unread(v.transcript.Unseen)
	}
	button := widgets.ButtonOf(p.Theme, &v.toEnd, label).WithIcon(widgets.IconEnd)
	button.Hint, button.Ground.Shadow = p.Hints.End, p.Theme.Shadow
	m := op.Record(gtx.Ops)
	inner := gtx
	inner.Constraints.Min = image.Point{}
	size := button.Layout(inner).Size
	call := m.Stop()
	defer op.Offset(image.Pt((dims.Size.X-size.X)/2, dims.Size.Y-size.Y-gtx.Dp(2*theme.Step))).Push(gtx.Ops).Pop()
	call.Add(gtx.Ops)
	return dims
}

// layoutOver draws the search, and what the window has to say under it.
func (v *view) layoutOver(gtx layout.Context) {
	taken := v.layoutFind(gtx)
	if v.page.Over != nil {
		defer op.Offset(image.Pt(0, taken)).Push(gtx.Ops).Pop()
		gtx.Constraints.Max.Y -= taken
		v.page.Over(gtx)
	}
}

// layoutNothing greets in a conversation that has not begun.
func (v *view) layoutNothing(gtx layout.Context) layout.Dimensions {
	th, w := v.page.Theme, v.page.Words
	a := v.subject.Agent
	line := func(l widgets.LabelStyle) layout.FlexChild {
		l.Alignment = text.Middle
		return layout.Rigid(l.Layout)
	}
	return layout.Center.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Max.X = min(gtx.Constraints.Max.X-2*gtx.Dp(4*theme.Step), gtx.Dp(bubble))
		return layout.Flex{Axis: layout.Vertical, Alignment: layout.Middle}.Layout(gtx,
			line(widgets.LabelOf(th, th.Title, a.Name)),
			layout.Rigid(layout.Spacer{Height: theme.Step}.Layout),
			line(widgets.DimOf(th, th.Small, a.Description)),
			line(widgets.DimOf(th, th.Small, w.NothingYet)))
	})
}
