package chat

import (
	"fmt"
	"image/color"
	"time"

	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// layoutToolLine draws what the tool does, to what, how far it got and how
// long it took.
func (s *message) layoutToolLine(gtx layout.Context, t *conversation.Tool, b *body) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	icon, ink := toolIcon(t.Call.Kind), th.Text
	stateColor := s.toolColor(t)
	gap := func(width unit.Dp) layout.FlexChild { return layout.Rigid(layout.Spacer{Width: width}.Layout) }
	verb := widgets.LabelOf(th, th.Label, w.Verb(t.Call.Kind))
	state := widgets.LabelOf(th, th.Small, w.ToolState(t))
	state.Color = stateColor
	return widgets.Spread{Gap: 10}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return icon.Layout(gtx, th.Label.Size, ink) }), gap(10),
			layout.Rigid(verb.Layout), gap(10),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions { return s.layoutSubject(gtx, b.subject) }), gap(10),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.layoutToolMark(gtx, t, stateColor) }), gap(4),
			layout.Rigid(state.Layout))
	}, widgets.DimOf(th, th.Print, s.toolFacts(gtx.Now, t, b)).Layout)
}

// toolFacts are the size of a change and the time a call takes.
func (s *message) toolFacts(now time.Time, t *conversation.Tool, b *body) string {
	w := s.view.page.Words
	took := ""
	switch {
	case t.MayRun: // how long is not known
	case !t.End.IsZero():
		took = w.Took(t.End.Sub(t.Start))
	case !t.Start.IsZero():
		took = w.Elapsed(now.Sub(t.Start))
	}
	if b.changes > 0 {
		added, removed := b.size()
		return fmt.Sprintf("+%d −%d · %s", added, removed, took)
	}
	return took
}

func (s *message) layoutToolMark(gtx layout.Context, t *conversation.Tool, c color.NRGBA) layout.Dimensions {
	size := s.view.page.Theme.Small.Size
	switch {
	case t.Asking || t.MayRun || t.End.IsZero() && !t.Cancelled:
		return widgets.IconClock.Layout(gtx, size, c)
	case t.Cancelled || t.Refused || t.Call.Status == "failed":
		return widgets.IconCross.Layout(gtx, size, c)
	}
	return widgets.IconCheck.Layout(gtx, size, c)
}

func (s *message) toolColor(t *conversation.Tool) color.NRGBA {
	th := s.view.page.Theme
	switch {
	case t.Asking || t.MayRun:
		return th.Warn
	case t.Cancelled || t.Refused:
		return th.Dim
	case t.Call.Status == "completed":
		return th.OK
	case t.Call.Status == "failed":
		return th.Danger
	}
	return th.Dim
}

// layoutSubject draws what a tool call is about, as code on one line.
func (s *message) layoutSubject(gtx layout.Context, subject string) layout.Dimensions {
	if subject == "" {
		return layout.Dimensions{}
	}
	th := s.view.page.Theme
	ground := widgets.SurfaceStyle{Fill: th.Code, Radius: theme.RadiusSmall, Inset: layout.Inset{Left: 5, Right: 5}}
	gtx.Constraints.Min.X = 0
	return ground.Layout(gtx, widgets.OneLineOf(th, th.Mono, subject).Layout)
}

func toolIcon(k conversation.ToolKind) widgets.Icon {
	switch k {
	case "read":
		return widgets.IconPage
	case "edit":
		return widgets.IconPencil
	case "delete":
		return widgets.IconBin
	case "move", "switch_mode":
		return widgets.IconArrow
	case "search":
		return widgets.IconLens
	case "execute":
		return widgets.IconTerminal
	case "think":
		return widgets.IconBulb
	case "fetch":
		return widgets.IconGlobe
	}
	return widgets.IconDot
}
