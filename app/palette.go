package app

import (
	"image"
	"slices"

	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/app/chat"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/composer"
)

// palette lists every action, agent, command of the agent that is shown, and
// file that was opened before, to choose from by name.
type palette struct {
	open   bool
	asks   Action // ChooseMode and its like: what is listed; NoAction: every action and agent
	modal  widgets.Modal
	filter composer.Composer
	list   widgets.List
	rows   []widgets.Button
	chosen int
}

// A command is one line of the palette: an action, else a command of the agent.
type command struct {
	label, keys string
	action      Action
	n           int    // of SelectAgent
	text        string // to be written to the agent
}

// rank is how well the line goes with what is typed. Letters of a name may be left
// out, not of what an agent says of its command, in which any are found.
func (c command) rank(typed string) int {
	r := rank(typed, c.label)
	if r == scattered && c.text != "" {
		return rank(typed, c.text)
	}
	return r
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
	a.palette = palette{open: true, asks: asks}
	if asks != NoAction {
		_, chosen := a.conductNames(asks)
		a.palette.begin(max(chosen, 0))
	}
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

// commands are the lines that go with what is typed, the best first.
func (a *App) commands() []command {
	var kept [beginning + 1][]command
	typed := a.palette.filter.Text()
	for _, c := range a.allCommands() {
		r := c.rank(typed)
		kept[r] = append(kept[r], c)
	}
	return slices.Concat(kept[beginning], kept[inside], kept[scattered])
}

// allCommands are the lines of the palette, but for what is typed: what the page
// that is shown can do comes first.
func (a *App) allCommands() []command {
	if a.palette.asks != NoAction {
		return a.choices()
	}
	if a.settings.shown {
		return slices.Concat(a.settingsLines(), a.agentLines(), a.actionLines(), a.commandLines())
	}
	return slices.Concat(a.agentLines(), a.actionLines(), a.settingsLines(), a.commandLines())
}

// choices are the lines of what the palette was opened to choose.
func (a *App) choices() (out []command) {
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

func (a *App) agentLines() (out []command) {
	for i, c := range a.snapshot.Conversations {
		out = append(out, command{label: a.words.GoToAgent(c.Agent), keys: hint(a.words, SelectAgent, i+1), action: SelectAgent, n: i + 1})
	}
	return out
}

func (a *App) actionLines() (out []command) {
	for _, b := range bindings {
		if _, chooses := conducts[b.Action]; chooses {
			if names, _ := a.conductNames(b.Action); len(names) == 0 {
				continue
			}
		}
		if b.Palette || b.Edit && a.settings.shown {
			out = append(out, command{label: b.Label(a.words), keys: hint(a.words, b.Action, 0), action: b.Action})
		}
	}
	return out
}

// settingsLines are what the settings' page can do besides.
func (a *App) settingsLines() (out []command) {
	for i, label := range a.settings.Commands() {
		out = append(out, command{label: label, action: InSettings, n: i})
	}
	return out
}

// commandLines are the commands of the agent that is shown.
func (a *App) commandLines() (out []command) {
	if c := a.conversation(); c != nil {
		for _, k := range c.Commands {
			out = append(out, command{label: a.words.AgentCommand(k.Name, k.Description), text: "/" + k.Name + " "})
		}
	}
	return out
}

// run does what a line says.
func (a *App) run(gtx layout.Context, c command) {
	switch {
	case c.action != NoAction:
		a.do(gtx, c.action, c.n)
	default:
		a.Select(a.selected)
		a.page.Write(a.selected, c.text)
	}
}

func (a *App) updatePalette(gtx layout.Context) {
	p := &a.palette
	if !p.open {
		return
	}
	before := p.filter.Text()
	run := false
	for !run { // what is typed after Enter is for what that leads to
		e, ok := p.filter.Update(gtx)
		if !ok {
			break
		}
		run = e.Kind == composer.Submitted
	}
	if a.keys.Stopped() {
		return // a click that came may be for what the key leads to
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
		p.open = false
		a.refocus()
		a.run(gtx, commands[p.chosen])
	case p.modal.Update(gtx):
		a.escape(gtx)
	}
}

// begin chooses a line, with some of those before it in view.
func (p *palette) begin(line int) {
	const before = 3
	p.chosen = line
	p.list.ScrollTo(max(line-before, 0))
}

// move chooses another line, of n.
func (p *palette) move(by, n int) {
	p.chosen = wrap(p.chosen+by, n)
	bringIntoView(&p.list.List, p.chosen)
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
				return p.list.Layout(gtx, a.theme, widgets.ModalMargin, len(commands), func(gtx layout.Context, i int) layout.Dimensions {
					return a.layoutCommand(gtx, commands[i], i)
				})
			}))
	})
}

func (a *App) layoutCommand(gtx layout.Context, c command, i int) layout.Dimensions {
	th := a.theme
	ground := widgets.SurfaceStyle{Within: true, Fill: th.Raised, Radius: theme.Radius, Inset: layout.Inset{Top: 6, Bottom: 6, Left: 10, Right: 10}}
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
