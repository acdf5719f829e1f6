package chat

import (
	"image/color"
	"time"

	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// banners are what the page says above the composer when something is wrong.
type banners struct {
	stop, other   widgets.Button // the agent goes round in circles
	wait, restart widgets.Button // it does not stop
	signIn        []widgets.Button

	form widgets.Button // the agent wants a form filled in

	askFirst, proceed, keep widgets.Button // the agent acts without asking

	waiting time.Time // the turn that the person chose to wait for, by its Since
}

func (b *banners) update(gtx layout.Context, p *Page, v *view, s Subject) {
	c := s.Conversation
	b.updateConfirm(gtx, p, v, s)
	if b.form.Update(gtx) && len(s.Forms) > 0 {
		v.form.raise()
	}
	if b.stop.Update(gtx) {
		p.Engine.Cancel(c.Key)
		v.composer.Focus(gtx)
	}
	if b.other.Update(gtx) {
		v.compose(p.Words.Suggestion(warned(c)))
		v.composer.Focus(gtx)
	}
	if b.wait.Update(gtx) {
		b.waiting = c.Since
		v.composer.Focus(gtx)
	}
	if b.restart.Update(gtx) {
		p.Engine.RestartAgent(s.Agent.Name)
		v.composer.Focus(gtx)
	}
	for i := range b.signIn {
		if b.signIn[i].Update(gtx) && i < len(s.Agent.SignIn) {
			p.signIn(gtx, s.Agent.Name, s.Agent.SignIn[i])
		}
	}
}

func warned(c *engine.ConversationView) conversation.Streak {
	if c.Failures.Warn {
		return c.Failures
	}
	return c.Repeats
}

// of are the banners that stand now.
func (b *banners) of(p *Page, v *view, s Subject) []layout.Widget {
	c := s.Conversation
	var out []layout.Widget
	if c.Confirm {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return b.layoutConfirm(gtx, p, s) })
	}
	if len(s.Forms) > 0 {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return b.layoutForm(gtx, p, s) })
	}
	if c.Failures.Warn || c.Repeats.Warn {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return b.layoutLoop(gtx, p, s) })
	}
	if c.Overdue && !b.waiting.Equal(c.Since) {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return b.layoutOverdue(gtx, p, s) })
	}
	if len(s.Agent.SignIn) > 0 {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return b.layoutSignIn(gtx, p, s) })
	}
	return out
}

func (b *banners) layoutLoop(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	streak := warned(s.Conversation)
	sentence := w.Repeating(s.Agent.Name, streak)
	if s.Conversation.Failures.Warn {
		sentence = w.Looping(s.Agent.Name, streak)
	}
	buttons := []layout.Widget{widgets.ButtonOf(th, &b.other, w.AskSomethingElse).Layout}
	if s.Conversation.Turn == engine.TurnAnswering {
		buttons = append(buttons, widgets.DangerOf(th, &b.stop, w.Stop).Layout)
	}
	return banner(gtx, p, th.WarnSoft, th.Warn, sentence, visible(w.LastOf(streak)), buttons...)
}

func (b *banners) layoutOverdue(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	return banner(gtx, p, th.WarnSoft, th.Warn, w.Overdue(s.Agent.Name), "",
		widgets.ButtonOf(th, &b.wait, w.Wait).Layout, widgets.DangerOf(th, &b.restart, w.Restart).Layout)
}

// signIn does what the button of a way to sign in says.
func (p *Page) signIn(gtx layout.Context, agent string, m engine.SignInMethod) {
	if m.Command == "" {
		p.Engine.SignIn(agent, m.ID)
		return
	}
	p.copy(gtx, m.Command, p.Words.Copied)
}

// layoutSignIn offers the ways to sign in: a button for those that the agent
// does itself, a sentence for those that the person does elsewhere, and a button
// that copies what is to be typed there.
func (b *banners) layoutSignIn(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	if len(b.signIn) < len(s.Agent.SignIn) {
		b.signIn = make([]widgets.Button, len(s.Agent.SignIn))
	}
	var buttons []layout.Widget
	var details []string
	for i, m := range s.Agent.SignIn {
		if elsewhere := w.SignInElsewhere(m); elsewhere != "" {
			details = append(details, visible(elsewhere))
			if m.Command != "" {
				buttons = append(buttons, widgets.ButtonOf(th, &b.signIn[i], w.SignInCopy(oneLine(m.Name))).Layout)
			}
			continue
		}
		if m.Description != "" {
			details = append(details, visible(m.Name+" · "+m.Description))
		}
		button := widgets.ButtonOf(th, &b.signIn[i], oneLine(m.Name))
		button.Disabled = s.Agent.SigningIn != ""
		buttons = append(buttons, button.Layout)
	}
	if s.Agent.SignInError != nil {
		details = append(details, w.Failure(s.Agent.Name, s.Agent.SignInError))
	}
	return bannerOf(gtx, p, th.AccentSoft, th.Text, w.SignInNeeded, details, buttons...)
}

// banner draws a sentence with what can be done about it.
func banner(gtx layout.Context, p *Page, ground, ink color.NRGBA, sentence, detail string, buttons ...layout.Widget) layout.Dimensions {
	return bannerOf(gtx, p, ground, ink, sentence, []string{detail}, buttons...)
}

// bannerOf draws a sentence and what there is to it, with what can be done about it.
func bannerOf(gtx layout.Context, p *Page, ground, ink color.NRGBA, sentence string, details []string, buttons ...layout.Widget) layout.Dimensions {
	th := p.Theme
	card := widgets.CardOf(th)
	card.Fill, card.Border = ground, color.NRGBA{}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	return card.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		label := widgets.LabelOf(th, th.Small.Semibold(), sentence)
		label.Color = ink
		texts := []widgets.LabelStyle{label}
		for _, detail := range details {
			texts = append(texts, widgets.LabelOf(th, th.Small, detail))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Texts(gtx, texts...) }),
			layout.Rigid(layout.Spacer{Height: 2 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Wrapped{Gap: 8}.Layout(gtx, buttons...) }))
	})
}
