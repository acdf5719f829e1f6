package chat

import (
	"image"
	"io"
	"slices"
	"strings"
	"time"

	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/io/pointer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/composer"
)

// An Engine is what the page asks of *engine.Engine. None of it waits.
type Engine interface {
	Send(key conversation.Key, text string, more ...conversation.ContentBlock) bool
	SendAgain(key conversation.Key, id conversation.MessageID) bool
	TakeBack(key conversation.Key, id conversation.MessageID) bool
	Cancel(key conversation.Key)
	Answer(id engine.PermissionID, option conversation.PermissionOptionID) bool
	NewConversation(key conversation.Key)
	ResumeConversation(key conversation.Key)
	HoldQueued(key conversation.Key, id engine.QueuedID, held bool) bool
	EditQueued(key conversation.Key, id engine.QueuedID, text string, more ...conversation.ContentBlock) bool
	RemoveQueued(key conversation.Key, id engine.QueuedID) bool
	StopAgent(name string)
	RestartAgent(name string)
	SignIn(name, methodID string)
	SetMode(key conversation.Key, id string)
	SetOption(key conversation.Key, id string, value jsontext.Value)
	Proceed(key conversation.Key, mode string)
	FillForm(id engine.FormID, inputs []conversation.FormInput) (faults []conversation.FormFault, taken bool)
	DeclineForm(id engine.FormID) bool
	GiveBack(key conversation.Key, decision uint64, overwrite bool)
}

// Hints are the keys that the page writes where they act.
type Hints struct{ Stop, NewConversation, GoToPermission, End string }

// A Page shows one conversation at a time and keeps the state of all. Make it
// with its exported fields; they may change between frames.
type Page struct {
	Engine    Engine
	Theme     *theme.Theme
	Words     *i18n.Words
	Hints     Hints
	CtrlEnter bool                          // Ctrl+Enter sends, see composer.Composer
	Alone     bool                          // no list beside it tells what the agent is doing
	OpenURL   func(string)                  // opens an address outside; nil: nothing opens
	Remark    func(now time.Time, s string) // tells the person something in passing

	// Journal has what was decided; nil: nothing is written down.
	Journal *journal.Journal

	// Choose lets the person choose a folder with the system's dialog, and has
	// chosen called on the window's goroutine; nil: there is no such dialog.
	Choose func(folder bool, chosen func(path string))

	// Over is drawn over the conversation, in the room that nothing else takes
	// there; nil: nothing.
	Over func(layout.Context)

	// Away does what takes long away from the frame, and has what that returns
	// called before a later frame. nil: it is done at once.
	Away func(work func() (apply func()))

	views    map[conversation.Key]*view
	shown    *view // as last laid out
	card     card
	header   header
	banners  banners
	target   string // of the link that is pointed at
	reader   reader
	exporter exporter
	thoughts bool // thoughts are unfolded unless folded one by one
	ground   byte // tag of the whole window
}

// A Subject is what the page shows of a snapshot: one conversation, its agent
// and the permission requests and forms that wait in it, oldest first.
type Subject struct {
	Conversation *engine.ConversationView
	Agent        *engine.AgentView
	Permissions  []engine.PermissionView
	Forms        []engine.FormView
}

// view is the page's state of one conversation.
func (p *Page) view(key conversation.Key) *view {
	v := p.views[key]
	if v == nil {
		if p.views == nil {
			p.views = map[conversation.Key]*view{}
		}
		v = &view{page: p, key: key, messages: map[conversation.MessageID]*message{}}
		p.views[key] = v
	}
	return v
}

// Draft is what is written in a conversation and not sent.
func (p *Page) Draft(key conversation.Key) string { return p.view(key).composer.Text() }

// Write puts a text before what is being written in a conversation.
func (p *Page) Write(key conversation.Key, text string) {
	c := &p.view(key).composer
	c.SetText(text + c.Text())
}

// Orphans are the conversations in which something is written and not sent, and
// that are not among those that are there, in their order.
func (p *Page) Orphans(there []engine.ConversationView) []conversation.Key {
	var out []conversation.Key
	for k, v := range p.views {
		if !v.composer.Empty() && !slices.ContainsFunc(there, func(c engine.ConversationView) bool { return c.Key == k }) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// MoveDraft puts what is written in a conversation before what is being written
// in another.
func (p *Page) MoveDraft(from, to conversation.Key) {
	c, into := &p.view(from).composer, &p.view(to).composer
	text := c.Text()
	if text != "" && into.Text() != "" {
		text += "\n\n"
	}
	p.Write(to, text)
	for _, pasted := range c.Pasted() {
		into.Attach(pasted)
	}
	c.Clear()
}

// DropDrafts forgets what is written and not sent, in every conversation.
func (p *Page) DropDrafts() {
	for _, v := range p.views {
		v.composer.Clear()
		v.editing = editing{}
	}
}

// Drafts counts the conversations in which something is written and not sent.
func (p *Page) Drafts() int {
	n := 0
	for _, v := range p.views {
		if !v.composer.Empty() || v.editing.changed() {
			n++
		}
	}
	return n
}

// Update takes what the person did since the last frame. s is the subject of
// that frame.
func (p *Page) Update(gtx layout.Context, s Subject) {
	v := p.view(s.Conversation.Key)
	v.subject = s
	p.reader.update(gtx, v)
	p.exporter.update(gtx, p, v)
	v.form.update(gtx, p, v)
	gtx = p.behind(gtx)
	p.updateComposer(gtx, v, s)
	p.header.update(gtx, p, s)
	p.banners.update(gtx, p, v, s)
	p.card.update(gtx, p, v)
	v.updateRows(gtx)
	v.updateQueue(gtx)
	v.updateFind(gtx)
	if v.toEnd.Update(gtx) {
		v.transcript.ScrollToEnd()
		v.composer.Focus(gtx)
	}
}

// LayoutGround has the page see where the pointer is pressed in the whole window.
// It is called within its area, before all else.
func (p *Page) LayoutGround(gtx layout.Context) {
	for p.pressed(gtx) { // none is left from a frame in which nobody asked
	}
	event.Op(gtx.Ops, &p.ground)
}

// pressed tells whether the pointer was pressed in this frame, once for each time.
func (p *Page) pressed(gtx layout.Context) bool {
	_, ok := gtx.Event(pointer.Filter{Target: &p.ground, Kinds: pointer.Press})
	return ok
}

// behind is the context of what a card may stand over.
func (p *Page) behind(gtx layout.Context) layout.Context {
	if p.Modal() {
		return gtx.Disabled()
	}
	return gtx
}

// Modal tells whether a card stands over the page: then nothing but the card may
// act on the page, nor on what is beside it.
func (p *Page) Modal() bool {
	return p.reader.open || p.exporter.open || p.shown != nil && p.shown.form.open
}

func (p *Page) updateComposer(gtx layout.Context, v *view, s Subject) {
	v.composer.CtrlEnter = p.CtrlEnter
	if text := v.transcript.Typed(gtx); text != "" {
		v.composer.Paste(text)
		v.composer.Focus(gtx)
	}
	for e, ok := v.composer.Update(gtx); ok; e, ok = v.composer.Update(gtx) {
		switch e.Kind {
		case composer.Submitted:
			v.send(gtx)
		case composer.Recalled:
			if v.composer.Text() == "" {
				v.recalled = 0
			}
			v.recall(s.Conversation.Messages, 1)
		case composer.RecalledBack:
			v.recall(s.Conversation.Messages, -1)
		case composer.Completed:
			if path, ok := strings.CutPrefix(e.Text, "@"); ok {
				v.choose(path)
			}
		case composer.Opened:
			p.reader.show(p.Words.PastedText(len(e.Text), composer.Lines(e.Text)), e.Text)
		}
	}
	if v.sendButton.Update(gtx) {
		v.send(gtx)
		v.composer.Focus(gtx)
	}
	if v.stopButton.Update(gtx) {
		p.Engine.Cancel(v.key)
		v.composer.Focus(gtx)
	}
}

// Layout draws the page.
func (p *Page) Layout(gtx layout.Context, s Subject) layout.Dimensions {
	v := p.view(s.Conversation.Key)
	if p.shown != v {
		p.shown, p.target = v, ""
	}
	v.subject = s
	v.read = 0
	v.flatten(s.Conversation.Messages)
	v.catchUp(gtx)
	v.find.search(gtx, v)
	if v.find.show(v) {
		v.flatten(s.Conversation.Messages)
	}
	if len(v.shown) < len(s.Conversation.Messages) {
		gtx.Execute(op.InvalidateCmd{})
	}
	p.card.show(gtx, p, s)
	v.showForm(gtx, p, s)
	p.card.lift.layout(gtx)
	p.layoutBehind(p.behind(gtx), v, s)
	return layout.Dimensions{Size: gtx.Constraints.Max}
}

// LayoutOver draws the card that stands over the page, over the whole window
// that it is given, after Layout.
func (p *Page) LayoutOver(gtx layout.Context) {
	switch {
	case p.reader.open:
		p.reader.layout(gtx, p)
	case p.exporter.open:
		p.exporter.layout(gtx, p)
	case p.shown != nil && p.shown.form.open:
		p.shown.form.layout(gtx, p)
	}
}

// layoutBehind draws the header, the conversation and what stands under it; or
// the permission card alone, where it would leave no room to the rest.
func (p *Page) layoutBehind(gtx layout.Context, v *view, s Subject) {
	size := gtx.Constraints.Max
	gtx.Constraints.Min.Y = 0
	header := laidOut(gtx, func(gtx layout.Context) layout.Dimensions { return p.header.layout(gtx, p, s) })
	inner := gtx
	inner.Constraints.Max.Y -= header.size.Y
	foot, fits := p.layoutFoot(inner, v, s)
	if !fits {
		p.layoutCardAlone(gtx, s)
		defer clip.Rect{Max: size}.Push(gtx.Ops).Pop()
		foot.at(gtx.Ops, image.Pt(0, size.Y)) // out of view: the composer keeps the focus, and what is typed
		return
	}
	header.at(gtx.Ops, image.Point{})
	defer op.Offset(image.Pt(0, header.size.Y)).Push(gtx.Ops).Pop()
	inner.Constraints = layout.Exact(image.Pt(size.X, max(0, inner.Constraints.Max.Y-foot.size.Y)))
	v.layoutTranscript(inner)
	foot.at(gtx.Ops, image.Pt(0, inner.Constraints.Max.Y))
}

// layoutCardAlone draws the permission card over the whole page.
func (p *Page) layoutCardAlone(gtx layout.Context, s Subject) {
	side := gtx.Dp(2 * theme.Step)
	size := gtx.Constraints.Max
	gtx.Constraints = layout.Constraints{Max: size.Sub(image.Pt(2*side, 2*side))}
	sheet := p.card.sheet(gtx, p, s)
	var now stance
	card := laidOut(gtx, func(gtx layout.Context) layout.Dimensions {
		dims, stance := sheet.layout(gtx)
		now = stance
		return dims
	})
	now.top = card.size.Y + side
	p.card.stands(gtx, now)
	card.at(gtx.Ops, image.Pt(side, max(side, size.Y-side-card.size.Y)))
}

// layoutFoot lays out what stands under the transcript: banners, the permission
// card, what is queued, and the composer. It reports false, and leaves the card
// out, where there is no room for it.
func (p *Page) layoutFoot(gtx layout.Context, v *view, s Subject) (_ piece, fits bool) {
	fits = true
	return laidOut(gtx, func(gtx layout.Context) layout.Dimensions {
		return inColumn(gtx, func(gtx layout.Context) layout.Dimensions {
			height := gtx.Constraints.Max.Y
			above, below := foot{gap: gtx.Dp(2 * theme.Step)}, foot{gap: gtx.Dp(2 * theme.Step)}
			for _, b := range p.banners.of(p, v, s) {
				above.add(gtx, b)
			}
			for i := range s.Conversation.Queued {
				below.add(gtx, func(gtx layout.Context) layout.Dimensions { return v.layoutQueued(gtx, &s.Conversation.Queued[i]) })
			}
			below.add(gtx, func(gtx layout.Context) layout.Dimensions {
				return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
					layout.Rigid(func(gtx layout.Context) layout.Dimensions { return p.layoutComposer(gtx, v, s, height/3) }),
					layout.Rigid(p.layoutTarget))
			})
			if len(s.Permissions) > 0 {
				fits = p.addCard(gtx, &above, below.height(), s)
			}
			above.rows = append(above.rows, below.rows...)
			return above.draw(gtx)
		})
	}), fits
}

// addCard adds the permission card to what stands above it, and reports false
// where there is no room for it and what is below.
func (p *Page) addCard(gtx layout.Context, above *foot, below int, s Subject) bool {
	height := gtx.Constraints.Max.Y
	room := height - above.height() - below - 2*above.gap
	sheet := p.card.sheet(gtx, p, s)
	comfort := sheet.comfort()
	if comfort > room {
		return false
	}
	gtx.Constraints.Max.Y = min(room, max(comfort, height*3/5))
	above.add(gtx, func(gtx layout.Context) layout.Dimensions {
		dims, now := sheet.layout(gtx)
		now.top = dims.Size.Y + below
		p.card.stands(gtx, now)
		return dims
	})
	return true
}

// A foot is rows under each other.
type foot struct {
	rows []piece
	gap  int
}

func (f *foot) add(gtx layout.Context, w layout.Widget) { f.rows = append(f.rows, laidOut(gtx, w)) }

func (f *foot) height() int {
	h := max(0, len(f.rows)-1) * f.gap
	for _, r := range f.rows {
		h += r.size.Y
	}
	return h
}

func (f *foot) draw(gtx layout.Context) layout.Dimensions {
	y := 0
	for _, r := range f.rows {
		r.at(gtx.Ops, image.Pt(0, y))
		y += r.size.Y + f.gap
	}
	return layout.Dimensions{Size: image.Pt(gtx.Constraints.Max.X, f.height())}
}

func (p *Page) layoutComposer(gtx layout.Context, v *view, s Subject, height int) layout.Dimensions {
	style := composer.Of(p.Theme, &v.composer, p.Words.WriteTo(s.Agent.Name), func(gtx layout.Context) layout.Dimensions {
		return p.layoutComposerFoot(gtx, v, s)
	})
	style.MaxHeight = height
	style.Words = composer.Words{Pasted: p.Words.PastedText, Open: p.Words.Open, Remove: p.Words.Remove}
	style.Options, style.More = v.options()
	return style.Layout(gtx)
}

func (p *Page) layoutComposerFoot(gtx layout.Context, v *view, s Subject) layout.Dimensions {
	button := widgets.ButtonOf(p.Theme, &v.sendButton, p.Words.Send)
	button.Disabled = v.composer.Empty()
	if s.Conversation.Turn != engine.TurnIdle {
		button = widgets.ButtonOf(p.Theme, &v.stopButton, p.Words.Stop).WithIcon(widgets.IconSquare)
		button.Color = p.Theme.Danger
		if !p.card.focused(gtx) { // there Esc refuses
			button.Hint = p.Hints.Stop
		}
		button.Disabled = s.Conversation.Turn == engine.TurnStopping
	}
	button.Ground.Inset = layout.Inset{Top: 3, Bottom: 3, Left: 12, Right: 12}
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
		layout.Flexed(1, func(gtx layout.Context) layout.Dimensions { return p.layoutHint(gtx, s) }), layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout), layout.Rigid(button.Layout))
}

// layoutHint tells what can be written, and how it is sent. What has no room is
// left out, from the end.
func (p *Page) layoutHint(gtx layout.Context, s Subject) layout.Dimensions {
	w := p.Words
	said := []string{w.FilesHint, "   ", w.EnterSends, " · ", w.ShiftEnterBreaks}
	if p.CtrlEnter {
		said[2], said[4] = w.CtrlEnterSends, w.EnterBreaks
	}
	if len(s.Conversation.Commands) > 0 {
		said = append([]string{w.CommandsHint, "   "}, said...)
	}
	hint := widgets.OneLineOf(p.Theme, p.Theme.Print, "")
	hint.Color = p.Theme.Dim
	natural := gtx
	natural.Constraints = layout.Constraints{Max: image.Pt(unbounded, gtx.Constraints.Max.Y)}
	for n := len(said); n > 0; n -= 2 { // with what is between it and the one before
		hint.Text = strings.Join(said[:n], "")
		if wide(natural, hint.Layout) <= gtx.Constraints.Max.X {
			return hint.Layout(gtx)
		}
	}
	return layout.Dimensions{Size: image.Pt(gtx.Constraints.Min.X, 0)}
}

// layoutTarget tells where the link that is pointed at leads.
func (p *Page) layoutTarget(gtx layout.Context) layout.Dimensions {
	text := " "
	if p.target != "" {
		text = p.Words.LinkDoes(leadsTo(p.target), opens(p.target))
	}
	label := widgets.OneLineOf(p.Theme, p.Theme.Print, text)
	label.Color = p.Theme.Dim
	return layout.Inset{Top: 4, Bottom: 4}.Layout(gtx, label.Layout)
}

// open opens a link outside when it is of a kind that may be opened, and copies
// any other.
func (p *Page) open(gtx layout.Context, target string) {
	if p.OpenURL != nil && opens(target) {
		p.OpenURL(target)
		return
	}
	p.copy(gtx, target, p.Words.LinkCopied)
}

// copy puts a text on the clipboard and says so.
func (p *Page) copy(gtx layout.Context, text, remark string) {
	gtx.Execute(clipboard.WriteCmd{Type: "application/text", Data: io.NopCloser(strings.NewReader(text))})
	p.Remark(gtx.Now, remark)
}

// inColumn lays w out as wide as the column that is read, in the middle.
func inColumn(gtx layout.Context, w layout.Widget) layout.Dimensions {
	width := gtx.Constraints.Max.X
	column := min(width-2*gtx.Dp(4*theme.Step), gtx.Dp(theme.ColumnWidth))
	side := unit.Dp(float32(width-column) / 2 / gtx.Metric.PxPerDp)
	return layout.Inset{Left: side}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Max.X = column
		gtx.Constraints.Min = image.Pt(column, 0)
		return w(gtx)
	})
}
