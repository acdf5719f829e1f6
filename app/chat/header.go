package chat

import (
	"image"
	"strings"
	"time"

	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/files"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// header is the state of the line above the conversation.
type header struct {
	menus [conducts]widgets.Menu
	fresh widgets.Button // new conversation
}

func (h *header) update(gtx layout.Context, p *Page, s Subject) {
	c := s.Conversation
	for what := range conducts {
		for i, ok := h.menus[what].Update(gtx); ok; i, ok = h.menus[what].Update(gtx) {
			p.SetConduct(s, what, i)
			p.view(c.Key).composer.Focus(gtx)
		}
	}
	if h.fresh.Update(gtx) {
		p.Engine.NewConversation(c.Key)
		p.view(c.Key).composer.Focus(gtx)
	}
}

// layout draws who is talked with, where it works, how, what it has used, and
// the way to begin anew. What has no room is left out, from the least needed.
func (h *header) layout(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th := p.Theme
	room := float32(gtx.Constraints.Max.X) / float32(gtx.Sp(th.Body.Size)) // in sizes of text
	gap := layout.Rigid(layout.Spacer{Width: 3 * theme.Step}.Layout)
	name := widgets.OneLineOf(th, th.Title, s.Agent.Name)
	name.Style.Size = th.Body.Size
	left := []layout.FlexChild{layout.Rigid(name.Layout)}
	if about := p.about(s, gtx.Now, room); about != "" {
		folder := widgets.OneLineOf(th, th.Small, about)
		folder.Color = th.Dim
		left = append(left, gap, layout.Flexed(1, func(gtx layout.Context) layout.Dimensions { // in what the rest leaves
			gtx.Constraints.Min = image.Point{}
			return folder.Layout(gtx)
		}))
	}
	for _, w := range h.conduct(p, s, room) {
		left = append(left, gap, layout.Rigid(w))
	}
	return widgets.Header(gtx, th, left, func(gtx layout.Context) layout.Dimensions { return h.layoutRight(gtx, p, s, room) })
}

// about is what stands beside the agent's name: the folder it works in; where
// no list tells what it is doing, that, however little room there is.
func (p *Page) about(s Subject, now time.Time, room float32) string {
	rests := s.Agent.Status == engine.AgentStopped || s.Agent.Status == engine.AgentIdle
	switch {
	case p.Alone && (!rests || s.Conversation.InLine):
		return p.Words.Agent(*s.Agent, s.Conversation.InLineSince(), now)
	case room > 45:
		return files.Homely(s.Agent.Workspace)
	}
	return ""
}

func (h *header) layoutRight(gtx layout.Context, p *Page, s Subject, room float32) layout.Dimensions {
	th, w := p.Theme, p.Words
	var right []layout.FlexChild
	add := func(child layout.Widget) {
		right = append(right, layout.Rigid(child), layout.Rigid(layout.Spacer{Width: 4 * theme.Step}.Layout))
	}
	if u := s.Conversation.Usage; u != nil && room > 60 {
		if w.Memory(u) != "" {
			add(widgets.MeterOf(th, float32(u.Used)/float32(u.Size)).Layout)
		}
		if said := strings.Trim(w.Memory(u)+" · "+w.Cost(u), " ·"); said != "" {
			add(widgets.DimOf(th, th.Print, said).Layout)
		}
	}
	fresh := widgets.LinkOf(th, &h.fresh, w.NewConversation)
	fresh.Text, fresh.Color = th.Print, th.Dim
	if room > 40 {
		fresh.Hint = p.Hints.NewConversation
	} else {
		fresh.Label, fresh.Name = "", w.NewConversation
		fresh = fresh.WithIcon(widgets.IconPlus)
	}
	right = append(right, layout.Rigid(fresh.Layout))
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx, right...)
}
