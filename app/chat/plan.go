package chat

import (
	"image"
	"image/color"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/engine/conversation"
	"sidekicks/widgets"
)

// layoutPlan draws the agent's plan as one card, a line an entry.
func (s *message) layoutPlan(gtx layout.Context, plan *conversation.Plan) layout.Dimensions {
	return above(partGap, gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min.X = gtx.Constraints.Max.X
		return widgets.CardOf(s.view.page.Theme).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			named(gtx, s.view.page.Words.Plan)
			var children []layout.FlexChild
			for _, e := range plan.Entries {
				children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.layoutEntry(gtx, e) }))
			}
			return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
		})
	})
}

func (s *message) layoutEntry(gtx layout.Context, e conversation.PlanEntry) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	label := widgets.DimOf(th, th.Label, e.Content)
	label.Style.Font.Weight = th.Body.Font.Weight
	icon, ink := widgets.IconCircle, th.Dim
	switch e.Status {
	case "completed":
		icon, ink = widgets.IconCheck, th.OK
	case "in_progress":
		icon, ink = widgets.IconHalf, th.Text
		label.Style, label.Color = th.Label.Semibold(), th.Text
	}
	return layout.Flex{Alignment: layout.Start}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return sign(gtx, icon, s, ink, w.PlanState(e.Status)) }),
		layout.Rigid(layout.Spacer{Width: 10}.Layout),
		layout.Flexed(1, label.Layout))
}

// sign draws an icon in the middle of a line of text, and says what it means.
func sign(gtx layout.Context, icon widgets.Icon, s *message, ink color.NRGBA, meaning string) layout.Dimensions {
	th := s.view.page.Theme
	pad := (th.Label.LineHeight - th.Label.Size) / 2
	return layout.Inset{Top: dp(gtx, pad), Bottom: dp(gtx, pad)}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		side := gtx.Sp(th.Label.Size)
		defer clip.Rect{Max: image.Pt(side, side)}.Push(gtx.Ops).Pop() // an area of its own, to be described
		semantic.DescriptionOp(meaning).Add(gtx.Ops)
		return icon.Layout(gtx, th.Label.Size, ink)
	})
}

// dp is a size of text as a distance.
func dp(gtx layout.Context, size unit.Sp) unit.Dp {
	return gtx.Metric.PxToDp(gtx.Sp(size))
}
