package chat

import (
	"image"
	"slices"
	"strconv"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// What is asked is always on screen with a way to refuse it, or else nothing
// can be answered. In a small window the command keeps some lines, and what is
// around it scrolls.

// A fit is how much of a card stands still in the room that there is for it.
type fit uint8

const (
	unfit    fit = iota // the command has no room
	leastFit            // the command and the way to refuse
	tightFit            // and all answers
	wholeFit            // and the title
)

const (
	cardGap    unit.Dp = 8  // between the parts of a card
	cardMargin unit.Dp = 11 // that the scroll bar stands outside of the words
	answersGap unit.Dp = 12 // above the answers
	stopGap    unit.Dp = 12 // keeps the button that stops the agent apart from the answers
)

// A stance is how a card was drawn. In another one, something else is under
// the pointer.
type stance struct {
	size    image.Point
	top     int // from the card's to the foot of the page
	answers int // from their top to the card's foot
	fit     fit
	scroll  [2]int // of the answers, where they scroll
}

// stands notes how the card was drawn. When that changes, it takes nothing for
// a while.
func (c *card) stands(gtx layout.Context, now stance) {
	if now != c.stance {
		c.stance, c.since = now, gtx.Now
	}
}

// around is what scrolls around the command.
type around struct {
	list   widgets.List
	height int // as last drawn
}

// scroll moves it by half its height, up below zero, and reports false where
// it is at its end.
func (a *around) scroll(down bool) bool {
	at := &a.list.Position
	switch {
	case a.height == 0 || down && !at.BeforeEnd || !down && at.First == 0 && at.Offset <= 0:
		return false
	case down:
		at.Offset += a.height / 2
	default:
		at.Offset -= a.height / 2
	}
	return true
}

// A sheet is a card whose parts were laid out for a width, before it is known
// how high it may be.
type sheet struct {
	card   *card
	page   *Page
	ground widgets.SurfaceStyle
	gtx    layout.Context // within the ground

	title, answers, refuse piece
	rest                   []layout.Widget // what is said about the command, and the change
	others                 []layout.Widget // the answers but that which refuses
	least, whole           int             // heights of the command
	frame, gap, line       int
}

// sheet lays the parts of the card out in the width that there is.
func (c *card) sheet(gtx layout.Context, p *Page, s Subject) *sheet {
	ground := c.ground(p.Theme, c.focused(gtx))
	sh := &sheet{card: c, page: p, ground: ground, gap: gtx.Dp(cardGap), line: gtx.Sp(p.Theme.Label.LineHeight)}
	sh.frame = gtx.Dp(ground.Inset.Top) + gtx.Dp(ground.Inset.Bottom) + gtx.Dp(answersGap)
	gtx.Constraints = layout.Constraints{Max: image.Pt(gtx.Constraints.Max.X-gtx.Dp(ground.Inset.Left)-gtx.Dp(ground.Inset.Right), unbounded)}
	sh.gtx = gtx
	sh.title = laidOut(gtx, func(gtx layout.Context) layout.Dimensions { return c.title(gtx, p, s) })
	sh.least, sh.whole = c.command.heights(gtx, p.Theme)
	sh.rest = c.rest(p)
	sh.answers = laidOut(gtx, func(gtx layout.Context) layout.Dimensions { return c.buttons(gtx, p) })
	return sh
}

// height is how high the card is where the command and the rest are so high.
func (sh *sheet) height(f fit, command, rest int) int {
	h := sh.frame + command + sh.foot(f).size.Y
	if f == wholeFit {
		h += sh.title.size.Y + sh.gap
	}
	if rest > 0 {
		h += sh.gap + rest
	}
	return h
}

// foot is the answers that stand still.
func (sh *sheet) foot(f fit) piece {
	if f > leastFit {
		return sh.answers
	}
	if sh.refuse == (piece{}) {
		refusing := slices.IndexFunc(sh.card.choices, func(o choice) bool { return o.refuses() })
		each := sh.card.answerButtons(sh.page)
		sh.refuse = laidOut(sh.gtx, each[refusing])
		sh.others = slices.Delete(each, refusing, refusing+1)
	}
	return sh.refuse
}

// comfort is the least height with which a card still leaves room to the
// conversation.
func (sh *sheet) comfort() int {
	return sh.height(wholeFit, sh.least, sh.heightOf(sh.rest, 4*sh.line))
}

// fits tells how much can stand still in a height.
func (sh *sheet) fits(height int) fit {
	for f := wholeFit; f > unfit; f-- {
		rest := 0
		if f > leastFit {
			rest = sh.heightOf(sh.scrolling(f), 3*sh.line)
		}
		if sh.height(f, sh.least, rest) <= height {
			return f
		}
	}
	return unfit
}

// scrolling is what scrolls around the command where it has no room.
func (sh *sheet) scrolling(f fit) []layout.Widget {
	if f == wholeFit {
		return sh.rest
	}
	all := sh.card.rest(sh.page, sh.title.draw)
	if f == leastFit {
		sh.foot(f)
		for _, w := range sh.others {
			all = append(all, layout.Spacer{Height: cardGap}.Layout, w)
		}
	}
	return all
}

// heightOf is how high widgets are under each other, or at most.
func (sh *sheet) heightOf(ws []layout.Widget, most int) int {
	defer op.Record(sh.gtx.Ops).Stop()
	height := 0
	for i := 0; i < len(ws) && height < most; i++ {
		height += ws[i](sh.gtx).Size.Y
	}
	return min(height, most)
}

// share gives a height to the command and to what scrolls: both whole, or else
// the command at least what it needs, and each about half.
func (sh *sheet) share(f fit, height int) (command, rest int) {
	free := height - sh.height(f, 0, 0) - sh.gap
	wanted := sh.heightOf(sh.scrolling(f), free-sh.least)
	if wanted <= 0 {
		return min(sh.whole, free+sh.gap), 0
	}
	command = min(sh.whole, max(sh.least, free-min(wanted, free/2)))
	return command, min(wanted, free-command)
}

// layout draws the card in at most the height of gtx, and tells how.
func (sh *sheet) layout(gtx layout.Context) (layout.Dimensions, stance) {
	c, height := sh.card, gtx.Constraints.Max.Y
	f := sh.fits(height)
	c.fit = f
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	if f == unfit {
		label := widgets.LabelOf(sh.page.Theme, sh.page.Theme.Small, sh.page.Words.TooSmall)
		return label.Layout(gtx), stance{}
	}
	now := stance{fit: f, answers: sh.foot(f).size.Y}
	if f == leastFit {
		now.scroll = [2]int{c.around.list.Position.First, c.around.list.Position.Offset}
	}
	dims := sh.ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions { return sh.draw(gtx, f, height) })
	now.size = dims.Size
	return dims, now
}

// draw draws what stands under each other on the card.
func (sh *sheet) draw(gtx layout.Context, f fit, height int) layout.Dimensions {
	c, th := sh.card, sh.page.Theme
	command, rest := sh.share(f, height)
	var parts []layout.Widget
	if f == wholeFit {
		parts = append(parts, sh.title.draw, layout.Spacer{Height: cardGap}.Layout)
	}
	parts = append(parts, func(gtx layout.Context) layout.Dimensions { return c.command.layout(gtx, th, sh.page.Words, command) })
	c.around.height = rest
	if rest > 0 {
		parts = append(parts, layout.Spacer{Height: cardGap}.Layout, func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.Y = rest
			return c.around.layout(gtx, th, sh.scrolling(f))
		})
	}
	parts = append(parts, layout.Spacer{Height: answersGap}.Layout, sh.foot(f).draw)
	m := op.Record(gtx.Ops)
	dims := stack(gtx, len(parts), func(gtx layout.Context, i int) layout.Dimensions { return parts[i](gtx) })
	call := m.Stop()
	area := clip.Rect{Max: dims.Size}.Push(gtx.Ops)
	gtx.Event(key.FocusFilter{Target: c}) // it can be given the focus
	event.Op(gtx.Ops, c)
	area.Pop()
	call.Add(gtx.Ops)
	return dims
}

// layout draws widgets in a height, with a bar beside them where they scroll.
func (a *around) layout(gtx layout.Context, th *theme.Theme, ws []layout.Widget) layout.Dimensions {
	a.list.Edged = true
	return a.list.Layout(gtx, th, cardMargin, len(ws), func(gtx layout.Context, i int) layout.Dimensions { return ws[i](gtx) })
}

// ground is red where something may be lost, and quiet otherwise.
func (c *card) ground(th *theme.Theme, focused bool) widgets.SurfaceStyle {
	ground := widgets.CardOf(th)
	ground.Radius, ground.Shadow = theme.RadiusLarge, th.Shadow
	ground.Inset = layout.Inset{Top: 14, Bottom: 14, Left: 16, Right: 16}
	if focused {
		ground.Focus, ground.Border = th.Accent, th.Accent
	}
	if len(findings(c.request)) > 0 {
		ground.Border = th.Danger
	}
	return ground
}

// rest is what is said about the command: what was found in it, the title where
// it scrolls, the small print, and the change.
func (c *card) rest(p *Page, title ...layout.Widget) []layout.Widget {
	var parts []layout.Widget
	add := func(ws ...layout.Widget) {
		if len(parts) > 0 && len(ws) > 0 {
			parts = append(parts, layout.Spacer{Height: cardGap}.Layout)
		}
		parts = append(parts, ws...)
	}
	if len(c.said.dangers.Blocks) > 0 {
		add(func(gtx layout.Context) layout.Dimensions { return c.said.layout(gtx, p.Theme) })
	}
	for _, w := range slices.Concat(title, c.notes(p)) {
		add(w)
	}
	add(c.change.parts(p)...)
	return parts
}

// notes are the lines of small print.
func (c *card) notes(p *Page) []layout.Widget {
	th, w := p.Theme, p.Words
	var notes []layout.Widget
	if s := c.request.Subject; s != nil && s.Outside {
		notes = append(notes, note(th, th.Warn, w.OutsideWorkspace()))
	}
	switch {
	case c.cut:
		notes = append(notes, note(th, th.Danger, w.TooLong))
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

// answerButtons are the choices, and after them the way to stop the agent.
func (c *card) answerButtons(p *Page) []layout.Widget {
	th := p.Theme
	var row []layout.Widget
	for i := range c.choices {
		b := widgets.ButtonOf(th, &c.choices[i].button, c.choices[i].label)
		b.Hint = strconv.Itoa(i + 1)
		b.Disabled = !c.mayChoose(&c.choices[i])
		row = append(row, func(gtx layout.Context) layout.Dimensions { return c.hold.layout(gtx, th, i+1, b) })
	}
	stop := widgets.DangerOf(th, &c.stop, p.Words.StopAgent)
	stop.Hint = strconv.Itoa(len(c.choices) + 1)
	return append(row, stop.Layout)
}

// buttons draws the choices, and apart from them the way to stop the agent.
func (c *card) buttons(gtx layout.Context, p *Page) layout.Dimensions {
	row := c.answerButtons(p)
	stop := row[len(row)-1]
	choices := func(gtx layout.Context) layout.Dimensions {
		return widgets.Wrapped{Gap: 6}.Layout(gtx, row[:len(row)-1]...)
	}
	if c.oneLine(gtx, choices, stop) {
		return widgets.Spread{Gap: stopGap}.Layout(gtx, choices, stop)
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(choices), layout.Rigid(layout.Spacer{Height: 8}.Layout),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.ToTheRight(gtx, stop) }))
}

// oneLine tells whether the choices and the stop button fit beside each other.
func (c *card) oneLine(gtx layout.Context, choices, stop layout.Widget) bool {
	defer op.Record(gtx.Ops).Stop()
	width := gtx.Constraints.Max.X
	gtx.Constraints = layout.Constraints{Max: image.Pt(unbounded, unbounded)}
	return choices(gtx).Size.X+stop(gtx).Size.X+gtx.Dp(stopGap) <= width
}
