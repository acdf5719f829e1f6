package chat

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"gioui.org/io/event"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// inert is how long a card that has just appeared takes nothing: what a person
// was typing or clicking when it came was not meant for it.
const inert = 500 * time.Millisecond

// A card asks the person before a tool runs. It never takes the focus by
// itself; keys count only while it has it.
type card struct {
	request engine.PermissionView // the one shown; ID 0 when none is
	words   *i18n.Words           // that it is in
	theme   *theme.Theme
	choices []choice
	since   time.Time // when what is shown, or where, last changed
	place   int       // from the card's top to the foot of the page
	stop    widgets.Button
	scroll  layout.List // of the whole card in a small window
	command commandText // or else what the request is about
	change  change
	said    said
	hold    hold
	lift    lift
	repeats repeats
}

// A choice is one answer: an option of the agent, or "" for cancelled.
type choice struct {
	option conversation.PermissionOptionID
	kind   conversation.PermissionOptionKind
	label  string
	button widgets.Button
}

// refuses tells whether the choice is to say no, once.
func (c *choice) refuses() bool { return c.option == "" || c.kind == "reject_once" }

// allows tells whether the choice may let the tool run: one of a kind that is
// not known may.
func (c *choice) allows() bool {
	return c.option != "" && c.kind != "reject_once" && c.kind != "reject_always"
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
func (c *card) show(gtx layout.Context, p *Page, s Subject) {
	if len(s.Permissions) == 0 {
		c.request = engine.PermissionView{}
		return
	}
	r, was := s.Permissions[0], c.request
	another := c.words != p.Words || c.theme != p.Theme || r.ID != was.ID
	if another || !slices.Equal(r.Options, was.Options) {
		c.choices = choices(p, r.Options)
		c.since, c.hold = gtx.Now, hold{}
	}
	c.request, c.words, c.theme = r, p.Words, p.Theme
	if another || r.Tool != was.Tool || r.Subject != was.Subject {
		c.scroll = layout.List{Axis: layout.Vertical, ScrollToEnd: true}
		c.command.set(p.Theme, about(r, s.Agent.Workspace), findings(r))
		c.change.set(p, r.Subject, s.Agent.Workspace)
	}
	if another {
		c.said = said{}
	}
	c.said.set(p.Words, r)
}

// findings are what was found in a request so far.
func findings(r engine.PermissionView) []permission.Finding {
	if r.Subject == nil {
		return nil
	}
	return r.Subject.Findings
}

// grave tells whether a request may cost the home folder, the whole disk or a
// device: allowing it takes more than a tap.
func grave(r engine.PermissionView) bool {
	return slices.ContainsFunc(findings(r), func(f permission.Finding) bool {
		return f.Class == permission.Destructive && f.Severity == permission.Grave
	})
}

// stands tells where the card was drawn. When it has moved, something else is
// under the pointer, and the card takes nothing for a while.
func (c *card) stands(gtx layout.Context, place int) {
	if place != c.place {
		c.place, c.since = place, gtx.Now
	}
}

// about is what a request is about, whole: the command, the address or the
// files; of a change nothing but the change. What cannot be told is in the
// agent's words.
func about(r engine.PermissionView, workspace string) string {
	t, s := r.Tool, r.Subject
	switch {
	case s == nil:
		return cmp.Or(wholeCommand(t), subject(t, workspace), t.Call.Title)
	case s.Command != "" || s.Verb == permission.Run:
		return s.Command
	case s.Address != "":
		return s.Address
	case len(s.Edits) > 0:
		return ""
	}
	var paths []string
	for _, target := range s.Targets {
		paths = append(paths, short(cmp.Or(target.Path, target.Text), workspace))
	}
	return cmp.Or(strings.Join(paths, "\n"), t.Call.Title)
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
		out = append(out, choice{option: o.ID, kind: o.Kind, label: visible(p.Words.Option(o, count[o.Kind] > 1))})
	}
	if count["reject_once"]+count["reject_always"] == 0 {
		out = append(out, choice{label: p.Words.RejectOnce})
	}
	return out
}

// noReject tells whether the agent offers no way to refuse.
func (c *card) noReject() bool {
	return slices.ContainsFunc(c.choices, func(o choice) bool { return o.option == "" })
}

// layout draws the card in at most the height it is given.
func (c *card) layout(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	ground := c.ground(p.Theme, c.focused(gtx))
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

// ground is red where something may be lost, and quiet otherwise.
func (c *card) ground(th *theme.Theme, focused bool) widgets.SurfaceStyle {
	ground := widgets.CardOf(th)
	ground.Radius, ground.Shadow = theme.RadiusLarge, th.Shadow
	ground.Inset = layout.Inset{Top: 14, Bottom: 14, Left: 16, Right: 16}
	if focused {
		ground.Ring, ground.Border = widgets.FocusRing(th), th.Accent
	}
	if len(findings(c.request)) > 0 {
		ground.Border = th.Danger
	}
	return ground
}

// parts are what stands under each other on the card; the command and the
// change have at most a height each.
func (c *card) parts(p *Page, s Subject, height int) []layout.Widget {
	th := p.Theme
	parts := []layout.Widget{func(gtx layout.Context) layout.Dimensions { return c.title(gtx, p, s) }}
	add := func(w layout.Widget) { parts = append(parts, layout.Spacer{Height: 8}.Layout, w) }
	if !c.command.empty() {
		add(func(gtx layout.Context) layout.Dimensions { return c.command.layout(gtx, th, p.Words, height) })
	}
	if len(c.change.edits) > 0 {
		add(func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.Y = height
			return c.change.layout(gtx, p)
		})
	}
	if len(c.said.dangers.Blocks) > 0 {
		add(func(gtx layout.Context) layout.Dimensions { return c.said.layout(gtx, th) })
	}
	for _, n := range c.notes(p) {
		add(n)
	}
	return append(parts, layout.Spacer{Height: 12}.Layout, func(gtx layout.Context) layout.Dimensions { return c.buttons(gtx, p) })
}

// notes are the lines of small print above the answers.
func (c *card) notes(p *Page) []layout.Widget {
	th, w := p.Theme, p.Words
	var notes []layout.Widget
	if s := c.request.Subject; s != nil && s.Outside {
		notes = append(notes, note(th, th.Warn, w.OutsideWorkspace()))
	}
	switch {
	case c.request.Copying:
		notes = append(notes, note(th, th.Accent, w.Copying()))
	case c.request.NoCopy != "":
		notes = append(notes, note(th, th.Danger, w.NoCopy(c.request.NoCopy)))
	case c.request.Keeps:
		notes = append(notes, note(th, th.Dim, w.Keeps()))
	}
	if grave(c.request) {
		notes = append(notes, note(th, th.Danger, w.HoldToConfirm()))
	}
	if slices.ContainsFunc(c.request.Options, func(o conversation.PermissionOption) bool { return o.Kind == "allow_always" }) {
		notes = append(notes, note(th, th.Dim, w.AlwaysNote()))
	}
	if c.noReject() {
		notes = append(notes, note(th, th.Dim, w.NoRejectOption))
	}
	return notes
}

func (c *card) title(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	sentence := w.Wants(c.request.Agent, c.request.Tool.Call.Kind)
	if c.request.Subject != nil {
		sentence = w.Request(c.request.Agent, *c.request.Subject)
	}
	title := widgets.LabelOf(th, th.Title, sentence)
	side := p.Hints.GoToPermission
	if n := len(s.Permissions); n > 1 {
		side = w.RequestPlace(1, n) + " · " + side
	}
	return layout.Flex{Alignment: layout.Baseline}.Layout(gtx,
		layout.Flexed(1, title.Layout), layout.Rigid(layout.Spacer{Width: 8}.Layout), layout.Rigid(widgets.KeyOf(th, side).Layout))
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
		b.Disabled = c.request.Copying && c.choices[i].allows()
		row = append(row, func(gtx layout.Context) layout.Dimensions { return c.hold.layout(gtx, th, i+1, b) })
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
