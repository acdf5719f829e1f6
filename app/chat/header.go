package chat

import (
	"os"
	"strings"

	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// header is the state of the line above the conversation.
type header struct {
	modes widgets.Menu
	fresh widgets.Button // new conversation
}

func (h *header) update(gtx layout.Context, p *Page, s Subject) {
	c := s.Conversation
	for i, ok := h.modes.Update(gtx); ok; i, ok = h.modes.Update(gtx) {
		if i < len(c.Modes) {
			p.Engine.SetMode(c.Key, string(c.Modes[i].ID))
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
	if room > 45 {
		folder := widgets.OneLineOf(th, th.Small, homely(s.Agent.Workspace))
		folder.Color = th.Dim
		left = append(left, gap, layout.Rigid(folder.Layout))
	}
	if len(s.Conversation.Modes) > 0 && room > 22 {
		left = append(left, gap, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return h.layoutModes(gtx, p, s) }))
	}
	height := max(gtx.Dp(theme.HeaderHeight), gtx.Sp(th.Label.LineHeight)+gtx.Dp(16))
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return layout.Inset{Left: 6 * theme.Step, Right: 6 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				return widgets.Spread{Gap: 3 * theme.Step, Height: height}.Layout(gtx,
					func(gtx layout.Context) layout.Dimensions {
						return layout.Flex{Alignment: layout.Middle}.Layout(gtx, left...)
					},
					func(gtx layout.Context) layout.Dimensions { return h.layoutRight(gtx, p, s, room) })
			})
		}),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Rule(gtx, th.Line) }))
}

// modeWidth is how much of the name of a mode is shown: it is the agent's own,
// and whole in the menu.
const modeWidth unit.Dp = 180

func (h *header) layoutModes(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th := p.Theme
	chosen, label := -1, p.Words.Mode
	var names []string
	for i, m := range s.Conversation.Modes {
		if string(m.ID) == s.Conversation.Mode {
			chosen, label = i, m.Name
		}
		names = append(names, m.Name)
	}
	style := widgets.MenuOf(th, &h.modes, label, names, chosen)
	style.Head.IconLast, style.Head.MaxWidth = true, modeWidth
	style.Head.Text, style.Head.Color = th.Print, th.Warn
	style.Head.Ground.Fill, style.Head.Ground.Border = th.WarnSoft, th.WarnSoft
	style.Head.Ground.Radius = 10
	style.Head.Ground.Inset = layout.Inset{Top: 1, Bottom: 1, Left: 10, Right: 10}
	return style.Layout(gtx)
}

func (h *header) layoutRight(gtx layout.Context, p *Page, s Subject, room float32) layout.Dimensions {
	th, w := p.Theme, p.Words
	var right []layout.FlexChild
	add := func(child layout.Widget) {
		right = append(right, layout.Rigid(child), layout.Rigid(layout.Spacer{Width: 4 * theme.Step}.Layout))
	}
	if u := s.Conversation.Usage; u != nil && room > 60 {
		if u.Size > 0 {
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

// homely writes a path with ~ for the person's home.
func homely(path string) string {
	home, err := os.UserHomeDir()
	if err != nil || home == "" || !strings.HasPrefix(path, home) {
		return path
	}
	return "~" + strings.TrimPrefix(path, home)
}
