package chat

import (
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/unit"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// What stands in the header about how an agent works: its mode, whether it asks
// before it acts, its model and how much it thinks.

const (
	modeWidth   = 20 // of a mode that only the agent has a name for, at most, in sizes of its text
	optionWidth = 9
)

// A Conduct is something of how an agent works that the person chooses.
type Conduct int

const (
	Mode Conduct = iota
	Model
	Thought
	conducts // how many there are
)

// categories are those of the options that they are; a mode may be none.
var categories = [conducts]string{Model: "model", Thought: "thought_level"}

// optionOf finds the option of a category that has values to choose from.
func optionOf(c *engine.ConversationView, category string) *conversation.ConfigOption {
	for i := range c.Options {
		if o := &c.Options[i]; o.Category == category && len(o.Options) > 0 {
			return o
		}
	}
	return nil
}

// ConductNames are the names of what can be chosen, none where there is no
// choice, and the index of what is in force, -1 for none.
func (p *Page) ConductNames(s Subject, what Conduct) (names []string, chosen int) {
	chosen = -1
	if what == Mode {
		for i, m := range s.Conversation.Modes {
			names = append(names, visible(p.Words.ModeEntry(string(m.ID), m.Name)))
			if string(m.ID) == s.Conversation.Mode {
				chosen = i
			}
		}
		return names, chosen
	}
	o := optionOf(s.Conversation, categories[what])
	if o == nil {
		return nil, -1
	}
	var current string
	_ = json.Unmarshal(o.CurrentValue, &current) // else none is chosen
	for i, v := range o.Options {
		names = append(names, visible(v.Name))
		if v.Value == current {
			chosen = i
		}
	}
	return names, chosen
}

// SetConduct asks the agent for the i-th of what can be chosen.
func (p *Page) SetConduct(s Subject, what Conduct, i int) {
	c := s.Conversation
	if what == Mode {
		if i < len(c.Modes) {
			p.Engine.SetMode(c.Key, string(c.Modes[i].ID))
		}
		return
	}
	if o := optionOf(c, categories[what]); o != nil && i < len(o.Options) {
		if value, err := jsontext.AppendQuote(nil, o.Options[i].Value); err == nil {
			p.Engine.SetOption(c.Key, o.ID, value)
		}
	}
}

// open gives the menu of the header that is open, nil when none is.
func (h *header) open() *widgets.Menu {
	for i := range h.menus {
		if h.menus[i].Open {
			return &h.menus[i]
		}
	}
	return nil
}

// conduct draws how the agent works, as far as there is room.
func (h *header) conduct(p *Page, s Subject, room float32) []layout.Widget {
	c := s.Conversation
	var out []layout.Widget
	if len(c.Modes) > 0 && (room > 22 || engine.KindOfMode(c.Mode).Acts()) {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return h.layoutMode(gtx, p, s) })
	}
	if c.Unasked != "" && !engine.KindOfMode(c.Mode).Acts() && (room > 50 || len(c.Modes) == 0) {
		out = append(out, func(gtx layout.Context) layout.Dimensions {
			label := widgets.OneLineOf(p.Theme, p.Theme.Print, p.Words.Unasked())
			label.Color = p.Theme.Danger
			return label.Layout(gtx)
		})
	}
	for _, what := range []Conduct{Model, Thought} {
		if optionOf(c, categories[what]) != nil && room > 56 {
			out = append(out, func(gtx layout.Context) layout.Dimensions { return h.layoutOption(gtx, p, s, what) })
		}
	}
	return out
}

// layoutMode draws the mode in force, red where the agent acts without asking.
func (h *header) layoutMode(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th := p.Theme
	names, chosen := p.ConductNames(s, Mode)
	label := p.Words.Mode
	if chosen >= 0 {
		m := s.Conversation.Modes[chosen]
		label = visible(p.Words.ModeName(string(m.ID), m.Name))
	}
	style := widgets.MenuOf(th, &h.menus[Mode], label, names, chosen)
	style.Width = 300
	style.Head.IconLast, style.Head.MaxWidth = true, p.inPrint(gtx, modeWidth)
	style.Head.Text, style.Head.Color = th.Print, th.Warn
	style.Head.Ground.Fill = th.WarnSoft
	if engine.KindOfMode(s.Conversation.Mode).Acts() {
		style.Head.Color, style.Head.Ground.Fill = th.Danger, th.DangerSoft
	}
	style.Head.Ground.Border = style.Head.Ground.Fill
	style.Head.Ground.Radius = 10
	style.Head.Ground.Inset = layout.Inset{Top: 1, Bottom: 1, Left: 10, Right: 10}
	return style.Layout(gtx)
}

// layoutOption draws what an option is set to.
func (h *header) layoutOption(gtx layout.Context, p *Page, s Subject, what Conduct) layout.Dimensions {
	th := p.Theme
	names, chosen := p.ConductNames(s, what)
	label := visible(optionOf(s.Conversation, categories[what]).Name)
	if chosen >= 0 {
		label = names[chosen]
	}
	style := widgets.MenuOf(th, &h.menus[what], label, names, chosen)
	style.Width = 300
	style.Head.Name = p.Words.OptionIs(categories[what], label)
	style.Head.IconLast, style.Head.MaxWidth = true, p.inPrint(gtx, optionWidth)
	style.Head.Text, style.Head.Color = th.Print, th.Dim
	style.Head.Ground = widgets.SurfaceStyle{Radius: theme.Radius, Inset: layout.Inset{Top: 1, Bottom: 1, Left: 4, Right: 4}}
	return style.Layout(gtx)
}

// inPrint is so many sizes of small print.
func (p *Page) inPrint(gtx layout.Context, sizes int) unit.Dp {
	return gtx.Metric.PxToDp(gtx.Sp(p.Theme.Print.Size) * sizes)
}

// layoutConfirm asks whether an agent that acts without asking is to.
func (b *banners) layoutConfirm(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	buttons := []layout.Widget{}
	if askingMode(s.Conversation) != "" {
		buttons = append(buttons, widgets.ButtonOf(th, &b.askFirst, w.AskFirst()).Layout)
	}
	buttons = append(buttons, widgets.ButtonOf(th, &b.proceed, w.Proceed()).Layout, widgets.ButtonOf(th, &b.keep, w.DoNotSend()).Layout)
	return banner(gtx, p, th.WarnSoft, th.Warn, w.ConfirmActing(s.Conversation), visible(w.Did(s.Conversation.Unasked)), buttons...)
}

// focusConfirm gives the focus to the first, most careful answer to that.
func (b *banners) focusConfirm(gtx layout.Context, s Subject) {
	first := &b.keep
	if askingMode(s.Conversation) != "" {
		first = &b.askFirst
	}
	gtx.Execute(key.FocusCmd{Tag: first.Tag()})
}

// updateConfirm takes the answer to that.
func (b *banners) updateConfirm(gtx layout.Context, p *Page, v *view, s Subject) {
	c := s.Conversation.Key
	if b.askFirst.Update(gtx) {
		p.Engine.Proceed(c, askingMode(s.Conversation))
		v.composer.Focus(gtx)
	}
	if b.proceed.Update(gtx) {
		p.Engine.Proceed(c, "")
		v.composer.Focus(gtx)
	}
	if b.keep.Update(gtx) {
		p.Engine.Cancel(c)
		v.composer.Focus(gtx)
	}
}

// askingMode is the id of the mode in which the agent asks before it acts, ""
// when it has none.
func askingMode(c *engine.ConversationView) string {
	for _, m := range c.Modes {
		if engine.KindOfMode(string(m.ID)) == engine.ModeAsks {
			return string(m.ID)
		}
	}
	return ""
}
