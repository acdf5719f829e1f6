package chat

import (
	"image/color"

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
			children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.layoutCopy(gtx, d, state, said) }))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	})
}

// layoutAnswer draws the sentence, the command, the answer and the time.
func (s *message) layoutAnswer(gtx layout.Context, d *conversation.Decision) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	icon, ink := widgets.IconCheck, th.OK
	if d.Kind == "" || d.Kind == "reject_once" || d.Kind == "reject_always" {
		icon, ink = widgets.IconCross, th.Dim
	}
	gap := layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout)
	line := func(text string, c color.NRGBA) layout.Widget {
		label := widgets.OneLineOf(th, th.Small, visible(text))
		label.Color = c
		return label.Layout
	}
	about := oneLine(short(d.About, s.view.subject.Agent.Workspace))
	return widgets.Spread{Gap: 2 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return icon.Layout(gtx, th.Small.Size, ink) }), gap,
			layout.Rigid(line(w.DecidedOn(s.view.agentName(), d), th.Dim)), gap,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.layoutSubject(gtx, about) }))
	}, line(w.Decided(d)+" · "+w.Clock(d.At), th.Dim))
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
		children = append(children, widgets.LinkOf(th, &state.back, w.GiveBack(d.Copy == conversation.CopyChanged)).Layout)
	}
	return layout.Inset{Left: 5 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return widgets.Wrapped{Gap: 2 * theme.Step}.Layout(gtx, children...)
	})
}
