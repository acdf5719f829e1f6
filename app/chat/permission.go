package chat

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/textrows"
)

// inert is how long a card that has just appeared takes nothing: what a person
// was typing or clicking when it came was not meant for it.
const inert = 500 * time.Millisecond

// A card asks the person before a tool runs. It never takes the focus by
// itself; keys count only while it has it.
type card struct {
	request engine.PermissionView // the one shown; ID 0 when none is
	words   *i18n.Words           // that the choices are in
	choices []choice
	since   time.Time // when what is shown, or where, last changed
	place   int       // from the card's top to the foot of the page
	stop    widgets.Button
	command layout.List // lines of a long command
	change  layout.List // lines of a long change
	scroll  layout.List // of the whole card in a small window
	lines   []string
	body    body     // of the tool call
	edit    *section // the change asked for, when it is known
}

// A choice is one answer: an option of the agent, or "" for cancelled.
type choice struct {
	option conversation.PermissionOptionID
	label  string
	button widgets.Button
	refuse bool
}

// optionOrder is the order of the answers: allow once first, reject once last.
var optionOrder = map[conversation.PermissionOptionKind]int{"allow_once": 1, "allow_always": 2, "reject_always": 4, "reject_once": 5}

func place(k conversation.PermissionOptionKind) int {
	if p, known := optionOrder[k]; known {
		return p
	}
	return 3
}

// show brings the card up to date with the oldest request that waits.
func (c *card) show(gtx layout.Context, p *Page, waiting []engine.PermissionView) {
	if len(waiting) == 0 {
		c.request = engine.PermissionView{}
		return
	}
	r := waiting[0]
	if r.ID == c.request.ID && r.Tool == c.request.Tool && c.words == p.Words && slices.Equal(r.Options, c.request.Options) {
		return
	}
	if c.words != p.Words || r.ID != c.request.ID || !slices.Equal(r.Options, c.request.Options) {
		c.choices = choices(p, r.Options)
		c.since = gtx.Now
	}
	c.request, c.words = r, p.Words
	c.command = layout.List{Axis: layout.Vertical, ScrollToEnd: true}
	c.scroll, c.change = c.command, layout.List{Axis: layout.Vertical}
	c.lines = strings.Split(visible(strings.ReplaceAll(subjectWhole(r.Tool), "\t", "    ")), "\n")
	c.edit = nil
	c.body.set(p, r.Tool, "", func() {}) // it is drawn as soon as it is there
	if c.body.changes > 0 {
		c.edit = c.body.sections[0]
	}
}

// stands tells where the card was drawn. When it has moved, something else is
// under the pointer, and the card takes nothing for a while.
func (c *card) stands(gtx layout.Context, place int) {
	if place != c.place {
		c.place, c.since = place, gtx.Now
	}
}

// subjectWhole is the command, or else what the request is about, uncut.
func subjectWhole(t *conversation.Tool) string {
	if line := wholeCommand(t); line != "" {
		return line
	}
	if len(t.Call.Locations) > 0 {
		return t.Call.Locations[0].Path
	}
	return cmp.Or(subject(t, ""), t.Call.Title)
}

// choices are the agent's options under our labels, in our order, with a way
// to refuse even when the agent offers none.
func choices(p *Page, options []conversation.PermissionOption) []choice {
	sorted := slices.Clone(options)
	slices.SortStableFunc(sorted, func(a, b conversation.PermissionOption) int { return cmp.Compare(place(a.Kind), place(b.Kind)) })
	count := map[conversation.PermissionOptionKind]int{}
	for _, o := range sorted {
		count[o.Kind]++
	}
	var out []choice
	for _, o := range sorted {
		out = append(out, choice{option: o.ID, label: visible(p.Words.Option(o, count[o.Kind] > 1)), refuse: o.Kind == "reject_once"})
	}
	if count["reject_once"]+count["reject_always"] == 0 {
		out = append(out, choice{label: p.Words.RejectOnce, refuse: true})
	}
	return out
}

// noReject tells whether the agent offers no way to refuse.
func (c *card) noReject() bool {
	return slices.ContainsFunc(c.choices, func(o choice) bool { return o.option == "" })
}

// update takes clicks, and the keys that count while the card has the focus.
func (c *card) update(gtx layout.Context, p *Page, v *view) {
	awake := gtx.Now.Sub(c.since) >= inert
	for {
		e, ok := gtx.Event(pointer.Filter{Target: c, Kinds: pointer.Press}, key.FocusFilter{Target: c})
		if !ok {
			break
		}
		switch e := e.(type) {
		case pointer.Event:
			if e.Kind == pointer.Press && !c.holdsFocus(gtx) {
				c.focus(gtx)
			}
		case key.EditEvent: // a digit as it is typed, on whatever keyboard
			if n, ok := widgets.Digit(key.Name(e.Text)); ok {
				c.choose(gtx, p, v, n, awake)
			}
		}
	}
	for i := range c.choices {
		for c.choices[i].button.Update(gtx) {
			c.choose(gtx, p, v, i+1, awake)
		}
	}
	for c.stop.Update(gtx) {
		c.choose(gtx, p, v, len(c.choices)+1, awake)
	}
	c.updateDigits(gtx, p, v, awake)
}

func (c *card) updateDigits(gtx layout.Context, p *Page, v *view, awake bool) {
	var filters []event.Filter
	for _, tag := range c.tags() {
		for n := 1; n <= len(c.choices)+1; n++ {
			for _, name := range widgets.DigitNames(n % 10) {
				filters = append(filters, key.Filter{Focus: tag, Name: name, Optional: key.ModShift})
			}
		}
	}
	for {
		e, ok := gtx.Event(filters...)
		if !ok {
			return
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			if n, ok := widgets.Digit(e.Name); ok {
				c.choose(gtx, p, v, n, awake)
			}
		}
	}
}

// choose answers with the n-th choice, from 1; the one after the last stops
// the agent. Only the first answer to what is shown counts.
func (c *card) choose(gtx layout.Context, p *Page, v *view, n int, awake bool) {
	if !awake || c.request.ID == 0 || n < 1 || n > len(c.choices)+1 {
		return
	}
	focused := c.focused(gtx)
	if n == len(c.choices)+1 {
		p.Engine.StopAgent(c.request.Agent)
	} else {
		p.Engine.Answer(c.request.ID, c.choices[n-1].option)
	}
	c.request = engine.PermissionView{}
	if focused && len(v.subject.Permissions) > 1 {
		c.focus(gtx)
	} else {
		v.composer.Focus(gtx)
	}
}

// refuse answers that the person refuses this once.
func (c *card) refuse(gtx layout.Context, p *Page, v *view) {
	for i, o := range c.choices {
		if o.refuse {
			c.choose(gtx, p, v, i+1, gtx.Now.Sub(c.since) >= inert)
			return
		}
	}
}

// tags are everything of the card that can have the focus.
func (c *card) tags() []any {
	tags := []any{c}
	for i := range c.choices {
		tags = append(tags, c.choices[i].button.Tag())
	}
	return append(tags, c.stop.Tag())
}

func (c *card) focus(gtx layout.Context) { gtx.Execute(key.FocusCmd{Tag: c}) }

// focused tells whether the card or a button on it has the focus.
func (c *card) focused(gtx layout.Context) bool { return c.request.ID != 0 && c.holdsFocus(gtx) }

func (c *card) holdsFocus(gtx layout.Context) bool {
	return slices.ContainsFunc(c.tags(), func(tag any) bool { return gtx.Focused(tag) })
}

// layout draws the card in at most the height it is given.
func (c *card) layout(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th := p.Theme
	ground := widgets.CardOf(th)
	ground.Radius, ground.Shadow, ground.Border = theme.RadiusLarge, th.Shadow, th.Warn
	ground.Inset = layout.Inset{Top: 14, Bottom: 14, Left: 16, Right: 16}
	if c.focused(gtx) {
		ground.Ring, ground.Border = widgets.FocusRing(th), th.Accent
	}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		parts := c.parts(p, s, gtx.Constraints.Max.Y/2)
		part := func(gtx layout.Context, i int) layout.Dimensions { return parts[i](gtx) }
		m := op.Record(gtx.Ops)
		dims := stack(gtx, len(parts), part)
		call := m.Stop()
		size := image.Pt(gtx.Constraints.Max.X, min(dims.Size.Y, gtx.Constraints.Max.Y))
		area := clip.Rect{Max: size}.Push(gtx.Ops)
		event.Op(gtx.Ops, c)
		area.Pop()
		if dims.Size.Y > size.Y { // a small window: the card scrolls, from its answers up
			return c.scroll.Layout(gtx, len(parts), part)
		}
		call.Add(gtx.Ops)
		return layout.Dimensions{Size: size}
	})
}

// parts are what stands under each other on the card; the command has at most
// a height.
func (c *card) parts(p *Page, s Subject, height int) []layout.Widget {
	th, w := p.Theme, p.Words
	gap := layout.Spacer{Height: 8}.Layout
	parts := []layout.Widget{func(gtx layout.Context) layout.Dimensions { return c.title(gtx, p, s) }}
	if c.lines[0] != "" || len(c.lines) > 1 {
		parts = append(parts, gap, func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.Y = height
			return c.layoutCommand(gtx, p)
		})
	}
	if c.edit != nil {
		parts = append(parts, gap, func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.Y = height
			return c.layoutEdit(gtx, p)
		})
	}
	if c.noReject() {
		parts = append(parts, gap, widgets.DimOf(th, th.Small, w.NoRejectOption).Layout)
	}
	return append(parts, layout.Spacer{Height: 12}.Layout, func(gtx layout.Context) layout.Dimensions { return c.buttons(gtx, p) })
}

func (c *card) title(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	title := widgets.LabelOf(th, th.Title, w.Wants(c.request.Agent, c.request.Tool.Call.Kind))
	side := p.Hints.GoToPermission
	if n := len(s.Permissions); n > 1 {
		side = w.RequestPlace(1, n) + " · " + side
	}
	return layout.Flex{Alignment: layout.Baseline}.Layout(gtx,
		layout.Flexed(1, title.Layout), layout.Rigid(layout.Spacer{Width: 8}.Layout), layout.Rigid(widgets.KeyOf(th, side).Layout))
}

// layoutCommand draws the command whole: where it is longer than its room it
// scrolls, and begins at its end, where the harm of a padded command would hide.
func (c *card) layoutCommand(gtx layout.Context, p *Page) layout.Dimensions {
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	ground := widgets.SurfaceStyle{Fill: p.Theme.Code, Radius: theme.Radius, Inset: layout.Inset{Top: 9, Bottom: 9, Left: 12, Right: 12}}
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return scrolled(gtx, &c.command, len(c.lines), func(gtx layout.Context, i int) layout.Dimensions {
			return widgets.LabelOf(p.Theme, p.Theme.Mono, c.lines[i]).Layout(gtx)
		})
	})
}

// layoutEdit draws the change that is asked for; a long one scrolls.
func (c *card) layoutEdit(gtx layout.Context, p *Page) layout.Dimensions {
	children := []layout.FlexChild{layout.Rigid(func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
		return scrolled(gtx, &c.change, len(c.edit.lines), func(gtx layout.Context, i int) layout.Dimensions {
			return textrows.RowOf(p.Theme, c.edit.lines[i]).Layout(gtx)
		})
	})}
	for _, said := range []string{c.edit.heading(p.Words, false), c.edit.note(p.Words)} {
		if said != "" {
			children = append(children, layout.Rigid(widgets.DimOf(p.Theme, p.Theme.Small, said).Layout))
		}
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
}

// buttons draws the choices, and apart from them the way to stop the agent.
func (c *card) buttons(gtx layout.Context, p *Page) layout.Dimensions {
	th := p.Theme
	stop := widgets.DangerOf(th, &c.stop, p.Words.StopAgent)
	stop.Hint = strconv.Itoa(len(c.choices) + 1)
	var row []layout.Widget
	for i := range c.choices {
		b := widgets.ButtonOf(th, &c.choices[i].button, c.choices[i].label)
		b.Hint = strconv.Itoa(i + 1)
		row = append(row, b.Layout)
	}
	choices := func(gtx layout.Context) layout.Dimensions { return widgets.Wrapped{Gap: 6}.Layout(gtx, row...) }
	if c.oneLine(gtx, choices, stop.Layout) {
		return widgets.Spread{Gap: stopGap}.Layout(gtx, choices, stop.Layout)
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(choices), layout.Rigid(layout.Spacer{Height: 8}.Layout),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.ToTheRight(gtx, stop.Layout) }))
}

// stopGap keeps the button that stops the agent apart from the answers.
const stopGap unit.Dp = 12

// oneLine tells whether the choices and the stop button fit beside each other.
func (c *card) oneLine(gtx layout.Context, choices, stop layout.Widget) bool {
	defer op.Record(gtx.Ops).Stop()
	width := gtx.Constraints.Max.X
	gtx.Constraints = layout.Constraints{Max: image.Pt(1e6, 1e6)}
	return choices(gtx).Size.X+stop(gtx).Size.X+gtx.Dp(stopGap) <= width
}
