package chat

import (
	"image"

	"gioui.org/layout"

	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/transcript"
)

// updateDecision gives the copy of a decision back.
func (s *message) updateDecision(gtx layout.Context, key transcript.Key) {
	if !s.parts[key.Part].back.Update(gtx) || key.Part >= len(s.msg.Parts) {
		return
	}
	if d, ok := s.msg.Parts[key.Part].(*conversation.Decision); ok {
		s.view.page.Engine.GiveBack(s.view.key, d.ID, d.Copy == conversation.CopyChanged)
		s.view.giveFocusBack(gtx)
	}
}

// layoutDecision draws what the person decided, on one line, and under it what
// became of the safety copy.
func (s *message) layoutDecision(gtx layout.Context, d *conversation.Decision, state *part) layout.Dimensions {
	p := s.view.page
	return above(blockGap, gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.layoutAnswer(gtx, d) })}
		if said := p.Words.CopyKept(d); said != "" {
			children = append(children, layout.Rigid(layout.Spacer{Height: theme.Step}.Layout), layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.layoutCopy(gtx, d, state, said) }))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	})
}

// layoutAnswer draws the sentence, the command, the answer and the time on one
// line, or under the sentence where that leaves too little of the command.
func (s *message) layoutAnswer(gtx layout.Context, d *conversation.Decision) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	gtx.Constraints.Min = image.Point{}
	sentence := widgets.DimOf(th, th.Small, visible(w.DecidedOn(s.view.agentName(), d)))
	answer := widgets.DimOf(th, th.Small, visible(w.Decided(d)+" · "+w.Clock(d.At)))
	about := oneLine(short(d.About, s.view.subject.Agent.Workspace))
	subject := func(gtx layout.Context) layout.Dimensions { return s.layoutSubject(gtx, about) }
	lead := func(gtx layout.Context) layout.Dimensions {
		return widgets.Signed(gtx, decisionGap, decisionSign(th, d), sentence)
	}
	rest := gtx.Constraints.Max.X - wide(gtx, lead) - wide(gtx, answer.Layout) - 2*gtx.Dp(decisionGap)
	if rest >= min(wide(gtx, subject), gtx.Sp(th.Mono.Size)*leastSubject) {
		return widgets.Spread{Gap: decisionGap}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			return layout.Flex{Alignment: layout.Middle}.Layout(gtx, layout.Rigid(lead),
				layout.Rigid(layout.Spacer{Width: decisionGap}.Layout), layout.Rigid(subject))
		}, answer.Layout)
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, layout.Rigid(lead), layout.Rigid(layout.Spacer{Height: 2}.Layout),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return s.underSentence(gtx, func(gtx layout.Context) layout.Dimensions {
				return widgets.Wrapped{Gap: decisionGap}.Layout(gtx, subject, answer.Layout)
			})
		}))
}

const (
	decisionGap  = 2 * theme.Step // between what stands on its line
	leastSubject = 12             // sizes of its text that a command has on that line
)

// decisionSign tells whether the person agreed.
func decisionSign(th *theme.Theme, d *conversation.Decision) layout.Widget {
	icon, ink := widgets.IconCheck, th.OK
	if d.Kind == "" || d.Kind == "reject_once" || d.Kind == "reject_always" {
		icon, ink = widgets.IconCross, th.Dim
	}
	return func(gtx layout.Context) layout.Dimensions { return icon.Layout(gtx, th.Small.Size, ink) }
}

// wide is how much of the room there is w takes.
func wide(gtx layout.Context, w layout.Widget) int { return laidOut(gtx, w).size.X }

// underSentence lays w out where the sentence of a decision stands, after its sign.
func (s *message) underSentence(gtx layout.Context, w layout.Widget) layout.Dimensions {
	left := gtx.Sp(s.view.page.Theme.Small.Size) + gtx.Dp(decisionGap)
	return layout.Inset{Left: gtx.Metric.PxToDp(left)}.Layout(gtx, w)
}

// layoutCopy draws what became of the copy, and the button that gives it back:
// below the sentence where that names more than leaves room beside it.
func (s *message) layoutCopy(gtx layout.Context, d *conversation.Decision, state *part, said string) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	label := widgets.DimOf(th, th.Small, visible(said))
	if d.Copy == conversation.CopyChanged || d.Copy == conversation.CopyFailed || d.Copy == conversation.CopyTooLarge {
		label.Color = th.Warn
	}
	children := []layout.Widget{label.Layout}
	switch d.Copy {
	case conversation.CopyReady, conversation.CopyChanged, conversation.CopyFailed:
		children = append(children, widgets.LinkOf(th, &state.back, w.GiveBack(d.Copy == conversation.CopyChanged)).LayoutFlush)
	}
	return s.underSentence(gtx, func(gtx layout.Context) layout.Dimensions {
		return widgets.Wrapped{Gap: 2 * theme.Step}.Layout(gtx, children...)
	})
}
