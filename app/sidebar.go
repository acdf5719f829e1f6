package app

import (
	"image"
	"image/color"
	"time"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/engine"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// sidebar is the list of agents at the left.
type sidebar struct {
	agents        []widgets.Button
	list          widgets.List
	paletteButton widgets.Button
}

// update returns the number of the agent that was clicked, from 1.
func (s *sidebar) update(gtx layout.Context) (int, bool) {
	for i := range s.agents {
		if s.agents[i].Update(gtx) {
			return i + 1, true
		}
	}
	return 0, false
}

// folded tells whether the list shows letters alone: the person wants it so, or
// the window has no room for a sidebar and a line of text that can be read.
func (a *App) folded(gtx layout.Context) bool {
	return a.look.Folded || gtx.Constraints.Max.X < a.sidebarWidth(gtx)+gtx.Sp(a.theme.Body.Size)*26
}

// sidebarWidth grows with the text, by half as much.
func (a *App) sidebarWidth(gtx layout.Context) int {
	scale := float32(a.theme.Body.Size) / float32(theme.DefaultTextSize) * gtx.Metric.PxPerSp / gtx.Metric.PxPerDp
	return int(float32(gtx.Dp(theme.SidebarWidth)) * (1 + (max(scale, 1)-1)/2))
}

func (a *App) layoutSidebar(gtx layout.Context) layout.Dimensions {
	folded := a.folded(gtx)
	a.page.Alone = folded // it is laid out after
	width := a.sidebarWidth(gtx)
	if folded {
		width = max(gtx.Dp(56), gtx.Sp(a.theme.Label.LineHeight)*8/5+gtx.Dp(24))
	}
	gtx.Constraints = layout.Exact(image.Pt(width, gtx.Constraints.Max.Y))
	widgets.Fill(gtx, a.theme.Panel)
	a.edge(gtx)
	if n := len(a.snapshot.Agents); len(a.sidebar.agents) < n {
		a.sidebar.agents = append(a.sidebar.agents, make([]widgets.Button, n-len(a.sidebar.agents))...)
	}
	inset := layout.Inset{Top: 4 * theme.Step, Bottom: 4 * theme.Step, Left: 3 * theme.Step, Right: 3 * theme.Step}
	if folded {
		inset.Left, inset.Right = 4, 4
	}
	inset.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return a.layoutHead(gtx, folded) }),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				a.sidebar.list.Edged = true
				return a.sidebar.list.Layout(gtx, a.theme, inset.Right*3/4, len(a.snapshot.Agents), func(gtx layout.Context, i int) layout.Dimensions {
					return a.layoutAgent(gtx, i, folded)
				})
			}),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return a.layoutFoot(gtx, folded) }))
	})
	return layout.Dimensions{Size: gtx.Constraints.Max}
}

// edge draws the line between the sidebar and the page.
func (a *App) edge(gtx layout.Context) {
	line := max(gtx.Dp(theme.Hairline), 1)
	defer op.Offset(image.Pt(gtx.Constraints.Max.X-line, 0)).Push(gtx.Ops).Pop()
	gtx.Constraints.Max.X = line
	widgets.Fill(gtx, a.theme.Line)
}

func (a *App) layoutHead(gtx layout.Context, folded bool) layout.Dimensions {
	th := a.theme
	keys := widgets.LinkOf(th, &a.sidebar.paletteButton, "")
	keys.Hint, keys.Name = hint(a.words, Palette, 0), a.words.Palette
	if folded {
		keys.Hint, keys.HasIcon, keys.Icon, keys.Color = "", true, widgets.IconLens, th.Dim
		return layout.Inset{Bottom: 12}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			return layout.Center.Layout(gtx, keys.Layout)
		})
	}
	name := widgets.LabelOf(th, th.Title, "Sidekicks")
	name.Style.Size = th.Body.Size
	return layout.Inset{Left: 8, Right: 4, Top: 2, Bottom: 12}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle, Spacing: layout.SpaceBetween}.Layout(gtx, layout.Rigid(name.Layout), layout.Rigid(keys.Layout))
	})
}

func (a *App) layoutAgent(gtx layout.Context, i int, folded bool) layout.Dimensions {
	th := a.theme
	agent := a.snapshot.Agents[i]
	chosen := i == a.index() && !a.settings.shown
	ground := widgets.SurfaceStyle{Within: true, Fill: th.Panel, Radius: theme.Radius, Inset: layout.UniformInset(8)}
	if chosen {
		ground.Fill, ground.Border, ground.Width = th.Chosen, th.Line, theme.Hairline
	}
	if folded {
		ground.Inset = layout.UniformInset(5)
	}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	return layout.Inset{Bottom: theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return widgets.ClickOf(th, &a.sidebar.agents[i], ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			semantic.Button.Add(gtx.Ops)
			semantic.SelectedOp(chosen).Add(gtx.Ops)
			semantic.DescriptionOp(agent.Name).Add(gtx.Ops)
			face := widgets.FaceOf(th, agent.Name, i)
			face.Dot, face.Around = a.dot(agent), ground.Fill
			if folded {
				return layout.Center.Layout(gtx, face.Layout)
			}
			return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
				layout.Rigid(face.Layout), layout.Rigid(layout.Spacer{Width: 10}.Layout),
				layout.Flexed(1, func(gtx layout.Context) layout.Dimensions { return a.layoutDoing(gtx, agent) }),
				layout.Rigid(layout.Spacer{Width: 6}.Layout),
				layout.Rigid(func(gtx layout.Context) layout.Dimensions { return a.layoutMark(gtx, agent, i) }))
		})
	})
}

// layoutDoing draws an agent's name and what it is doing.
func (a *App) layoutDoing(gtx layout.Context, agent engine.AgentView) layout.Dimensions {
	th := a.theme
	doing := widgets.OneLineOf(th, th.Print, a.words.Agent(agent, a.inLine(agent.Name), gtx.Now))
	doing.Color = th.Dim
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(widgets.OneLineOf(th, th.Label, agent.Name).Layout), layout.Rigid(doing.Layout))
}

// layoutMark draws the badge of an agent that needs the person, else the key
// that goes to it.
func (a *App) layoutMark(gtx layout.Context, agent engine.AgentView, i int) layout.Dimensions {
	if n := a.needs(agent); n > 0 {
		badge := widgets.BadgeOf(a.theme, a.words.Number(n))
		badge.Name = a.words.Requests(n)
		return badge.Layout(gtx)
	}
	return widgets.KeyOf(a.theme, hint(a.words, SelectAgent, i+1)).Layout(gtx)
}

// needs counts what an agent needs the person for.
func (a *App) needs(agent engine.AgentView) int {
	n := 0
	for _, p := range a.snapshot.Permissions {
		if p.Agent == agent.Name {
			n++
		}
	}
	for _, f := range a.snapshot.Forms {
		if f.Agent == agent.Name {
			n++
		}
	}
	if len(agent.SignIn) > 0 {
		n++
	}
	return n
}

// inLine is since when a message to the agent waits for another agent to end,
// zero when none does.
func (a *App) inLine(name string) time.Time {
	for i := range a.snapshot.Conversations {
		if c := &a.snapshot.Conversations[i]; c.Agent == name && c.InLine {
			return c.InLineSince()
		}
	}
	return time.Time{}
}

// dot is the colour of an agent's state.
func (a *App) dot(agent engine.AgentView) color.NRGBA {
	switch agent.Status {
	case engine.AgentStarting, engine.AgentAnswering, engine.AgentStopping:
		return a.theme.OK
	case engine.AgentWaiting:
		return a.theme.Warn
	case engine.AgentFailed:
		return a.theme.Danger
	case engine.AgentIdle:
		return a.theme.Accent
	}
	return a.theme.Dim
}
