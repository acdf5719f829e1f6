package chat

import (
	"image"
	"image/color"
	"strings"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
)

const (
	partGap  unit.Dp = 14 // above a message and above each of its parts
	blockGap unit.Dp = 8  // above what belongs to the row before
	bubble   unit.Dp = 560
)

func above(gap unit.Dp, gtx layout.Context, w layout.Widget) layout.Dimensions {
	return layout.Inset{Top: gap}.Layout(gtx, w)
}

// layoutOwn draws a message of the person: a bubble at the right, and under it
// when it was sent, or that it was not.
func (s *message) layoutOwn(gtx layout.Context) layout.Dimensions {
	th := s.view.page.Theme
	return above(partGap, gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(s.layoutBubble), layout.Rigid(layout.Spacer{Height: 3}.Layout)}
		if s.msg.State == conversation.NotSent {
			children = append(children, layout.Rigid(s.layoutNotSent))
		} else {
			children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return layout.Flex{Alignment: layout.Middle}.Layout(gtx, layout.Rigid(s.layoutCopyButton),
					layout.Rigid(layout.Spacer{Width: 6}.Layout),
					layout.Rigid(widgets.DimOf(th, th.Print, s.view.page.Words.Clock(s.msg.At)).Layout))
			}))
		}
		width := gtx.Constraints.Max.X
		return widgets.ToTheRight(gtx, func(gtx layout.Context) layout.Dimensions {
			dims := layout.Flex{Axis: layout.Vertical, Alignment: layout.End}.Layout(gtx, children...)
			s.typed.at = image.Pt(width-s.bubble+gtx.Dp(14), gtx.Dp(partGap)+gtx.Dp(9))
			return dims
		})
	})
}

func (s *message) layoutBubble(gtx layout.Context) layout.Dimensions {
	p := s.view.page
	gtx.Constraints.Max.X = min(gtx.Constraints.Max.X, gtx.Dp(bubble))
	ground := widgets.SurfaceStyle{
		Fill: p.Theme.User, Radius: theme.RadiusLarge,
		Inset: layout.Inset{Top: 9, Bottom: 9, Left: 14, Right: 14},
	}
	_, more := s.msg.Typed()
	text := func(gtx layout.Context) layout.Dimensions {
		return s.typed.layout(gtx, p.Theme, typedStyle{body: p.Theme.Body, quiet: s.msg.State == conversation.NotSent})
	}
	dims := ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(text)}
		for _, b := range more {
			children = append(children, layout.Rigid(widgets.DimOf(p.Theme, p.Theme.Small, visible(p.Words.Content(b))).Layout))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	})
	s.bubble = dims.Size.X
	return dims
}

func (s *message) layoutNotSent(gtx layout.Context) layout.Dimensions {
	v := s.view
	th, w := v.page.Theme, v.page.Words
	mark := widgets.LabelOf(th, th.Print, w.NotSent)
	mark.Color = th.Warn
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
		layout.Rigid(mark.Layout), layout.Rigid(layout.Spacer{Width: 8}.Layout),
		layout.Rigid(widgets.LinkOf(th, &s.again, w.SendAgain).Layout),
		layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
		layout.Rigid(widgets.LinkOf(th, &s.edit, w.Edit).Layout),
	)
}

// updateNotSent sends again or takes back a message that was not sent.
func (s *message) updateNotSent(gtx layout.Context) {
	v := s.view
	if s.again.Update(gtx) {
		v.page.Engine.SendAgain(v.key, s.msg.ID)
		v.composer.Focus(gtx)
	}
	if s.edit.Update(gtx) {
		typed, more := s.msg.Typed()
		if v.page.Engine.TakeBack(v.key, s.msg.ID) {
			v.compose(typed, more...)
		}
		v.composer.Focus(gtx)
	}
}

// layoutSystem draws a sentence of Sidekicks in the conversation, and the way
// back over the line that a new conversation has begun with.
func (s *message) layoutSystem(gtx layout.Context) layout.Dimensions {
	switch {
	case s.msg.Failure != nil:
		return s.layoutFailure(gtx)
	case s.msg.ID != s.view.subject.Conversation.Left:
		return s.layoutLine(gtx)
	}
	p := s.view.page
	return layout.Flex{Axis: layout.Vertical, Alignment: layout.Middle}.Layout(gtx,
		layout.Rigid(s.layoutLine),
		layout.Rigid(widgets.LinkOf(p.Theme, &s.resume, p.Words.ResumeConversation).Layout))
}

func (s *message) updateResume(gtx layout.Context) {
	if s.resume.Update(gtx) {
		s.view.page.Engine.ResumeConversation(s.view.key)
		s.view.composer.Focus(gtx)
	}
}

// layoutLine draws a sentence under a broken line.
func (s *message) layoutLine(gtx layout.Context) layout.Dimensions {
	th := s.view.page.Theme
	return above(partGap, gtx, func(gtx layout.Context) layout.Dimensions {
		gap := gtx.Dp(2 * theme.Step)
		dashes(gtx, th.Line)
		m := op.Record(gtx.Ops)
		dims := s.typed.layout(gtx, th, typedStyle{body: th.Small, quiet: true})
		call := m.Stop()
		at := image.Pt((gtx.Constraints.Max.X-dims.Size.X)/2, gap)
		s.typed.at = at.Add(image.Pt(0, gtx.Dp(partGap)))
		defer op.Offset(at).Push(gtx.Ops).Pop()
		call.Add(gtx.Ops)
		return layout.Dimensions{Size: image.Pt(gtx.Constraints.Max.X, dims.Size.Y+gap)}
	})
}

// dashes draws a broken line from left to right.
func dashes(gtx layout.Context, c color.NRGBA) layout.Dimensions {
	width, dash := gtx.Constraints.Max.X, max(gtx.Dp(4), 1)
	high := max(gtx.Dp(theme.Hairline), 1)
	for x := 0; x < width; x += 2 * dash {
		line := gtx
		line.Constraints.Max.X = min(dash, width-x)
		off := op.Offset(image.Pt(x, 0)).Push(gtx.Ops)
		widgets.Rule(line, c)
		off.Pop()
	}
	return layout.Dimensions{Size: image.Pt(width, high)}
}

// layoutFailure draws what went wrong, and the details when they are unfolded.
func (s *message) layoutFailure(gtx layout.Context) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	ground := widgets.CardOf(th)
	ground.Fill, ground.Border = th.DangerSoft, color.NRGBA{}
	s.typed.at = image.Pt(gtx.Dp(ground.Inset.Left), gtx.Dp(partGap)+gtx.Dp(ground.Inset.Top))
	return above(partGap, gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min.X = gtx.Constraints.Max.X
		return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			children := []layout.FlexChild{layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return s.typed.layout(gtx, th, typedStyle{body: th.Small, color: th.Danger})
			})}
			if detail := s.msg.Failure.Detail; detail != "" {
				children = append(children, layout.Rigid(layout.Spacer{Height: theme.Step}.Layout), layout.Rigid(func(gtx layout.Context) layout.Dimensions {
					return widgets.DisclosureOf(th, &s.details).Layout(gtx,
						widgets.DimOf(th, th.Print, w.Details).Layout,
						func(gtx layout.Context) layout.Dimensions { return s.layoutDetail(gtx, detail) })
				}))
			}
			return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
		})
	})
}

func (s *message) layoutDetail(gtx layout.Context, detail string) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(layout.Spacer{Height: theme.Step}.Layout),
		layout.Rigid(widgets.DimOf(th, th.Mono, visible(detail)).Layout),
		layout.Rigid(layout.Spacer{Height: theme.Step}.Layout),
		layout.Rigid(widgets.LinkOf(th, &s.copyDetail, w.Copy).LayoutFlush))
}

// layoutStop tells how a turn ended that did not end by itself.
func (s *message) layoutStop(gtx layout.Context) layout.Dimensions {
	th := s.view.page.Theme
	s.typed.at = image.Pt(0, gtx.Dp(blockGap))
	return above(blockGap, gtx, func(gtx layout.Context) layout.Dimensions {
		return s.typed.layout(gtx, th, typedStyle{body: th.Small, quiet: true})
	})
}

// layoutFoot draws when a message ended, and the button that copies it.
func (s *message) layoutFoot(gtx layout.Context) layout.Dimensions {
	th := s.view.page.Theme
	ended := s.msg.Ended
	if ended.IsZero() {
		ended = s.msg.At
	}
	return above(3, gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(widgets.DimOf(th, th.Print, s.view.page.Words.Clock(ended)).Layout),
			layout.Rigid(layout.Spacer{Width: 6}.Layout),
			layout.Rigid(s.layoutCopyButton))
	})
}

// layoutCopyButton draws the button that copies the message, which is seen while the
// pointer is over the message or the button has the focus.
func (s *message) layoutCopyButton(gtx layout.Context) layout.Dimensions {
	p := s.view.page
	button := widgets.LinkOf(p.Theme, &s.copy, "").WithIcon(widgets.IconCopy)
	button.Name, button.Text = p.Words.CopyMessage, p.Theme.Print
	button.Ground.Inset = layout.Inset{Top: 2, Bottom: 2, Left: 4, Right: 4}
	if !s.hovered && !gtx.Focused(s.copy.Tag()) {
		button.Color = color.NRGBA{}
	}
	return button.Layout(gtx)
}

// markdown is the message as it was written: what a copy of it gives.
func (s *message) markdown() string {
	var texts []string
	for _, part := range s.msg.Parts {
		switch part := part.(type) {
		case conversation.Text:
			texts = append(texts, part.Markdown)
		case conversation.Content:
			if s.msg.Role == conversation.User && part.Block.Type == "text" {
				texts = append(texts, part.Block.Text)
			}
		default: // what the agent does is no writing
		}
	}
	return strings.Join(texts, "\n\n")
}

// updateCopy copies the message, or what went wrong with its details.
func (s *message) updateCopy(gtx layout.Context) {
	p := s.view.page
	s.hovered = s.hover.Update(gtx.Source)
	if s.copy.Update(gtx) {
		p.copy(gtx, s.markdown(), p.Words.Copied)
	}
	if s.copyDetail.Update(gtx) {
		p.copy(gtx, s.typed.text+"\n\n"+s.msg.Failure.Detail, p.Words.Copied)
	}
}

// layoutContent names what an agent sent that is not text.
func (s *message) layoutContent(gtx layout.Context, c conversation.Content) layout.Dimensions {
	th := s.view.page.Theme
	return above(partGap, gtx, func(gtx layout.Context) layout.Dimensions {
		return widgets.CardOf(th).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
				layout.Rigid(func(gtx layout.Context) layout.Dimensions {
					return widgets.IconPage.Layout(gtx, th.Body.Size, th.Dim)
				}),
				layout.Rigid(layout.Spacer{Width: 8}.Layout),
				layout.Flexed(1, widgets.LabelOf(th, th.Small, visible(s.view.page.Words.Content(c.Block))).Layout))
		})
	})
}

func (v *view) agentName() string { return v.subject.Agent.Name }

// named says what a group of widgets is, to tests and screen readers.
func named(gtx layout.Context, name string) { semantic.DescriptionOp(name).Add(gtx.Ops) }
