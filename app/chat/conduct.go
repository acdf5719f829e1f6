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
	modeWidth   unit.Dp = 240 // of a mode that only the agent has a name for
	optionWidth unit.Dp = 110
)

// shownOptions are the categories of options that the header shows.
var shownOptions = [2]string{"model", "thought_level"}

// optionOf finds the option of a category that has values to choose from.
func optionOf(c *engine.ConversationView, category string) *conversation.ConfigOption {
	for i := range c.Options {
		if o := &c.Options[i]; o.Category == category && len(o.Options) > 0 {
			return o
		}
	}
	return nil
}

func (h *header) updateOptions(gtx layout.Context, p *Page, s Subject) {
	for n, category := range shownOptions {
		for i, ok := h.options[n].Update(gtx); ok; i, ok = h.options[n].Update(gtx) {
			if o := optionOf(s.Conversation, category); o != nil && i < len(o.Options) {
				if value, err := jsontext.AppendQuote(nil, o.Options[i].Value); err == nil {
					p.Engine.SetOption(s.Conversation.Key, o.ID, value)
					p.view(s.Conversation.Key).composer.Focus(gtx)
				}
			}
		}
	}
}

// open gives the menu of the header that is open, nil when none is.
func (h *header) open() *widgets.Menu {
	for _, m := range []*widgets.Menu{&h.modes, &h.options[0], &h.options[1]} {
		if m.Open {
			return m
		}
	}
	return nil
}

// conduct draws how the agent works, as far as there is room.
func (h *header) conduct(p *Page, s Subject, room float32) []layout.Widget {
	c := s.Conversation
	var out []layout.Widget
	if len(c.Modes) > 0 && room > 22 {
		out = append(out, func(gtx layout.Context) layout.Dimensions { return h.layoutModes(gtx, p, s) })
	}
	if c.Unasked != "" && !engine.KindOfMode(c.Mode).Acts() && (room > 50 || len(c.Modes) == 0) {
		out = append(out, func(gtx layout.Context) layout.Dimensions {
			label := widgets.OneLineOf(p.Theme, p.Theme.Print, p.Words.Unasked())
			label.Color = p.Theme.Danger
			return label.Layout(gtx)
		})
	}
	for n, category := range shownOptions {
		if o := optionOf(c, category); o != nil && room > 56 {
			out = append(out, func(gtx layout.Context) layout.Dimensions { return h.layoutOption(gtx, p, n, o) })
		}
	}
	return out
}

// layoutModes draws the mode in force, red where the agent acts without asking.
func (h *header) layoutModes(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th := p.Theme
	chosen, label := -1, p.Words.Mode
	var names []string
	for i, m := range s.Conversation.Modes {
		if string(m.ID) == s.Conversation.Mode {
			chosen, label = i, visible(p.Words.ModeName(string(m.ID), m.Name))
		}
		names = append(names, visible(p.Words.ModeEntry(string(m.ID), m.Name)))
	}
	style := widgets.MenuOf(th, &h.modes, label, names, chosen)
	style.Width = 300
	style.Head.IconLast, style.Head.MaxWidth = true, modeWidth
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
func (h *header) layoutOption(gtx layout.Context, p *Page, n int, o *conversation.ConfigOption) layout.Dimensions {
	th := p.Theme
	var current string
	_ = json.Unmarshal(o.CurrentValue, &current) // else none is chosen
	chosen, label := -1, o.Name
	var names []string
	for i, v := range o.Options {
		if v.Value == current {
			chosen, label = i, v.Name
		}
		names = append(names, visible(v.Name))
	}
	style := widgets.MenuOf(th, &h.options[n], visible(label), names, chosen)
	style.Width = 300
	style.Head.Name = p.Words.OptionIs(shownOptions[n], visible(label))
	style.Head.IconLast, style.Head.MaxWidth = true, optionWidth
	style.Head.Text, style.Head.Color = th.Print, th.Dim
	style.Head.Ground = widgets.SurfaceStyle{Radius: theme.Radius, Inset: layout.Inset{Top: 1, Bottom: 1, Left: 4, Right: 4}}
	return style.Layout(gtx)
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
