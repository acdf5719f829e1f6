package app

import (
	"image"
	"strings"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/app/chat"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/composer"
)

// palette lists every action and agent, to choose from by name.
type palette struct {
	open   bool
	asks   Action // ChooseMode and its like: what is listed; NoAction: every action and agent
	modal  widgets.Modal
	filter composer.Composer
	list   layout.List
	rows   []widgets.Button
	chosen int
}

// A command is one line of the palette.
type command struct {
	label, keys string
	action      Action
	n           int
}

func (a *App) togglePalette(gtx layout.Context) {
	if a.snapshot.Closing {
		return
	}
	open := !a.palette.open
	a.closeModal()
	a.focus = !open
	if open {
		a.openPalette(gtx, NoAction)
	}
}

func (a *App) openPalette(gtx layout.Context, asks Action) {
	a.palette = palette{open: true, asks: asks, list: layout.List{Axis: layout.Vertical}}
	a.palette.filter.Focus(gtx)
	a.focus = false
}

// conducts are what the actions that choose how an agent works choose.
var conducts = map[Action]chat.Conduct{ChooseMode: chat.Mode, ChooseModel: chat.Model, ChooseThought: chat.Thought}

// conductNames are the names of what an action lets the person choose.
func (a *App) conductNames(action Action) (names []string, chosen int) {
	if s, ok := a.subject(); ok {
		return a.page.ConductNames(s, conducts[action])
	}
	return nil, -1
}

// allCommands are the lines of the palette, but for what is typed.
func (a *App) allCommands() []command {
	var out []command
	if a.palette.asks != NoAction {
		names, chosen := a.conductNames(a.palette.asks)
		for i, name := range names {
			c := command{label: name, action: a.palette.asks, n: i + 1}
			if i == chosen {
				c.keys = "✓"
			}
			out = append(out, c)
		}
		return out
	}
	for i, c := range a.snapshot.Conversations {
		out = append(out, command{a.words.GoToAgent(c.Agent), hint(a.words, SelectAgent, i+1), SelectAgent, i + 1})
	}
	for _, b := range bindings {
		if _, chooses := conducts[b.Action]; chooses {
			if names, _ := a.conductNames(b.Action); len(names) == 0 {
				continue
			}
		}
		if b.Palette || b.Edit && a.settings.shown {
			out = append(out, command{b.Label(a.words), hint(a.words, b.Action, 0), b.Action, 0})
		}
	}
	for i, label := range a.settings.Commands() {
		out = append(out, command{label, "", InSettings, i})
	}
	return out
}

// commands are the lines that match what is typed.
func (a *App) commands() []command {
	out := a.allCommands()
	typed := strings.ToLower(strings.TrimSpace(a.palette.filter.Text()))
	kept := out[:0]
	for _, c := range out {
		if strings.Contains(strings.ToLower(c.label), typed) {
			kept = append(kept, c)
		}
	}
	return kept
}

func (a *App) updatePalette(gtx layout.Context) {
	p := &a.palette
	if !p.open {
		return
	}
	p.move(gtx, len(a.commands())) // before the field, which takes Up too
	before := p.filter.Text()
	run := false
	for e, ok := p.filter.Update(gtx); ok; e, ok = p.filter.Update(gtx) {
		run = run || e.Kind == composer.Submitted
	}
	if p.filter.Text() != before {
		p.chosen = 0
	}
	commands := a.commands()
	for i := range min(len(p.rows), len(commands)) {
		if p.rows[i].Update(gtx) {
			p.chosen, run = i, true
		}
	}
	switch {
	case run && p.chosen < len(commands):
		p.open, a.focus, a.settings.focus = false, true, a.settings.shown
		a.do(gtx, commands[p.chosen].action, commands[p.chosen].n)
	case p.modal.Update(gtx):
		a.escape(gtx)
	}
}

// move takes Up and Down, which choose another line.
func (p *palette) move(gtx layout.Context, n int) {
	for {
		e, ok := gtx.Event(key.Filter{Name: key.NameUpArrow}, key.Filter{Name: key.NameDownArrow})
		if !ok {
			return
		}
		e2, ok := e.(key.Event)
		if !ok || e2.State != key.Press {
			continue
		}
		step := 1
		if e2.Name == key.NameUpArrow {
			step = -1
		}
		p.chosen = wrap(p.chosen+step, n)
		if first, count := p.list.Position.First, p.list.Position.Count; p.chosen < first || p.chosen >= first+count-1 {
			p.list.ScrollTo(max(p.chosen-count/2, 0))
		}
	}
}

func (a *App) layoutPalette(gtx layout.Context) {
	p := &a.palette
	commands := a.commands()
	if len(p.rows) < len(commands) {
		p.rows = make([]widgets.Button, len(commands))
	}
	title := a.words.Palette
	if p.asks != NoAction {
		title = bindingOf(p.asks).Label(a.words)
	}
	style := widgets.ModalOf(a.theme, &p.modal, title)
	style.Width = 560
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Max.Y = min(gtx.Constraints.Max.Y, gtx.Dp(420))
		field := composer.Of(a.theme, &p.filter, a.words.PaletteFilter, nil)
		field.MaxHeight = gtx.Sp(field.Text.LineHeight)
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Rigid(field.Layout),
			layout.Rigid(layout.Spacer{Height: 2 * theme.Step}.Layout),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				if len(commands) == 0 {
					return widgets.DimOf(a.theme, a.theme.Small, a.words.PaletteEmpty).Layout(gtx)
				}
				return p.list.Layout(gtx, len(commands), func(gtx layout.Context, i int) layout.Dimensions {
					return a.layoutCommand(gtx, commands[i], i)
				})
			}))
	})
}

func (a *App) layoutCommand(gtx layout.Context, c command, i int) layout.Dimensions {
	th := a.theme
	ground := widgets.SurfaceStyle{Fill: th.Raised, Radius: theme.Radius, Inset: layout.Inset{Top: 6, Bottom: 6, Left: 10, Right: 10}}
	if i == a.palette.chosen {
		ground.Fill = th.AccentSoft
	}
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	return widgets.ClickOf(th, &a.palette.rows[i], ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(i == a.palette.chosen).Add(gtx.Ops)
		return layout.Flex{Alignment: layout.Baseline}.Layout(gtx,
			layout.Flexed(1, widgets.LabelOf(th, th.Small, c.label).Layout),
			layout.Rigid(widgets.KeyOf(th, c.keys).Layout))
	})
}
