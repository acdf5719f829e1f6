package chat

import (
	"cmp"
	"image"
	"slices"
	"strings"
	"sync/atomic"

	"gioui.org/io/event"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"

	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/transcript"
)

// searchedAFrame is how many bytes of a conversation are searched in one frame. A
// message that has more is searched away from the frame.
const searchedAFrame = 128 << 10

// find is the search in one conversation. A long one is searched over several
// frames, from its beginning; while an answer streams only that is searched again.
type find struct {
	open                  bool
	field                 widgets.Field
	next, previous, close widgets.Button

	word    []rune
	found   []found // of the messages searched so far, in their order
	index   map[conversation.MessageID]int
	total   int
	done    bool        // all messages are searched
	away    *awaySearch // of a long message, nil: none
	at      conversation.MessageID
	nth     int  // of the matches in at
	chosen  bool // at and nth say where the person is
	marks   []transcript.Mark
	from    match // where the person was when they began to look for the word
	pending bool  // the match at which the person is must be brought into view
}

// found is what was found in a message. Of a long one it is kept until a later
// version has been searched.
type found struct {
	msg     *conversation.Message // as it was searched
	matches []match
	long    bool
	stale   bool // the same version says more now
}

// An awaySearch goes on away from the frame, until another word is looked for.
type awaySearch struct {
	stop atomic.Bool

	msg     *conversation.Message
	matches []match
	ready   bool
	stale   bool
}

// Find opens the search, with what is selected when that is one line.
func (p *Page) Find(gtx layout.Context, key conversation.Key) {
	v := p.view(key)
	f := &v.find
	f.open = true
	if s := v.transcript.SelectedText(v.rows); s != "" && !strings.Contains(s, "\n") {
		f.field.SetText(s)
	}
	f.field.SelectAll()
	f.field.Focus(gtx)
	f.look(f.field.Text())
}

// FindNext goes to the next match, or to the one before; it opens the search
// when it is closed.
func (p *Page) FindNext(gtx layout.Context, key conversation.Key, step int) {
	v := p.view(key)
	if !v.find.open {
		p.Find(gtx, key)
		return
	}
	v.find.step(step)
}

// look begins to look for a word.
func (f *find) look(word string) {
	from, ok := f.current()
	if !ok {
		from = f.from
	}
	if f.away != nil {
		f.away.stop.Store(true)
	}
	*f = find{open: f.open, field: f.field, next: f.next, previous: f.previous, close: f.close, word: folded(word), from: from}
}

func (v *view) closeFind(gtx layout.Context) {
	v.find.open = false
	v.find.look("")
	v.find.from = match{}
	v.composer.Focus(gtx)
}

func (v *view) updateFind(gtx layout.Context) {
	f := &v.find
	if !f.open {
		return
	}
	for e, ok := f.field.Update(gtx); ok; e, ok = f.field.Update(gtx) {
		switch e {
		case widgets.FieldChanged:
			f.look(f.field.Text())
		case widgets.FieldSubmitted:
			f.step(1)
		case widgets.FieldSubmittedBack:
			f.step(-1)
		}
	}
	if f.next.Update(gtx) {
		f.step(1)
	}
	if f.previous.Update(gtx) {
		f.step(-1)
	}
	if f.close.Update(gtx) {
		v.closeFind(gtx)
	}
}

// step goes to the next match (1) or the one before (-1), round the ends.
func (f *find) step(step int) {
	if f.total == 0 {
		return
	}
	f.pending = true
	i, n := f.index[f.at], f.nth+step
	for n < 0 || n >= len(f.found[i].matches) {
		i = (i + step + len(f.found)) % len(f.found)
		n = 0
		if step < 0 {
			n = len(f.found[i].matches) - 1
		}
	}
	f.at, f.nth = f.found[i].msg.ID, n
}

// search goes on with the search, in the rows of this frame.
func (f *find) search(gtx layout.Context, v *view) {
	if !f.open || len(f.word) == 0 {
		return
	}
	f.keep(v.shown)
	goesOn := true
	for budget := searchedAFrame; goesOn && budget > 0 && len(f.found) < len(v.shown); {
		var size int
		size, goesOn = f.add(v, len(f.found))
		budget -= size
	}
	f.done = len(f.found) == len(v.shown)
	if !f.done {
		if goesOn {
			gtx.Execute(op.InvalidateCmd{})
		}
		return
	}
	for i := f.outdated(v.shown); goesOn && i >= 0; i = f.outdated(v.shown) {
		_, goesOn = f.add(v, i)
	}
	if !f.chosen {
		f.choose(v)
	}
}

// keep drops what was found in messages that have changed, and those after
// them. Of a long message what was found in a former version is kept.
func (f *find) keep(shown []*conversation.Message) {
	n := 0
	for n < len(f.found) && n < len(shown) && (f.found[n].msg == shown[n] || f.found[n].long && f.found[n].msg.ID == shown[n].ID) {
		n++
	}
	f.drop(n)
}

// outdated is the last long message of which a former version was searched, -1
// when there is none.
func (f *find) outdated(shown []*conversation.Message) int {
	for i := len(f.found) - 1; i >= 0; i-- {
		if g := &f.found[i]; g.long && (g.stale || g.msg != shown[i]) {
			return i
		}
	}
	return -1
}

// drop forgets what was found in messages from the n-th on.
func (f *find) drop(n int) {
	for _, g := range f.found[n:] {
		f.total -= len(g.matches)
	}
	f.found = f.found[:n]
}

// again has a message searched anew, and those after it.
func (f *find) again(id conversation.MessageID) {
	if f.away != nil && f.away.msg.ID == id {
		f.away.stale = true
	}
	i, ok := f.index[id]
	switch {
	case !ok || i >= len(f.found):
	case f.found[i].long:
		f.found[i].stale = true
	default:
		f.drop(i)
	}
}

// add searches the i-th message, and returns about how many bytes that took; or
// it has the message searched away from the frame, and reports false until that
// is done.
func (f *find) add(v *view, i int) (size int, done bool) {
	const least = 64 // what a message costs beside its text
	m := v.shown[i]
	if f.away != nil && f.away.msg.ID == m.ID {
		if !f.away.ready {
			return 0, false
		}
		f.put(i, found{msg: f.away.msg, matches: f.away.matches, long: true, stale: f.away.stale})
		f.away = nil
		return least, true
	}
	passages := v.messages[m.ID].passages()
	for _, p := range passages {
		size += len(p.text)
	}
	if size > searchedAFrame && v.page.Away != nil {
		if f.away == nil || f.away.ready {
			f.begin(v.page, m, passages)
		}
		return 0, false
	}
	f.put(i, found{msg: m, matches: matchesIn(passages, f.word, new(atomic.Bool))})
	return least + size, true
}

// begin has a message searched away from the frame.
func (f *find) begin(p *Page, m *conversation.Message, passages []passage) {
	job, word := &awaySearch{msg: m}, f.word
	f.away = job
	p.Away(func() func() {
		matches := matchesIn(passages, word, &job.stop)
		return func() { job.matches, job.ready = matches, true }
	})
}

// put takes what was found in the i-th message.
func (f *find) put(i int, g found) {
	if f.index == nil {
		f.index = map[conversation.MessageID]int{}
	}
	if i == len(f.found) {
		f.found = append(f.found, found{})
	}
	f.total += len(g.matches) - len(f.found[i].matches)
	f.found[i], f.index[g.msg.ID] = g, i
}

// choose goes to the first match from where the person was on, else to the last
// before it: to the match they were at, which a longer word makes smaller, or
// to the view.
func (f *find) choose(v *view) {
	if f.total == 0 {
		return
	}
	from := f.from
	if from.key == (transcript.Key{}) && len(v.rows) > 0 {
		from.key = v.rows[min(v.transcript.First, len(v.rows)-1)].Key
	}
	f.chosen, f.pending = true, true
	first := min(f.index[conversation.MessageID(from.key.Message)], len(f.found)-1)
	for i := first; i < len(f.found); i++ {
		for n, m := range f.found[i].matches {
			if i > first || m.compare(from) >= 0 {
				f.at, f.nth = f.found[i].msg.ID, n
				return
			}
		}
	}
	f.at, f.nth = f.found[len(f.found)-1].msg.ID, len(f.found[len(f.found)-1].matches)
	f.step(-1)
}

// compare tells which of two matches in a message stands first.
func (m match) compare(o match) int {
	return cmp.Or(cmp.Compare(m.key.Part, o.key.Part), cmp.Compare(m.key.Block, o.key.Block), cmp.Compare(m.start, o.start))
}

// current is the match at which the person is.
func (f *find) current() (match, bool) {
	i, ok := f.index[f.at]
	if !f.chosen || !ok || i >= len(f.found) || f.nth >= len(f.found[i].matches) || f.nth < 0 {
		return match{}, false
	}
	return f.found[i].matches[f.nth], true
}

// show brings the match at which the person is into view, unfolded. It reports
// whether rows changed.
func (f *find) show(v *view) bool {
	m, ok := f.current()
	if !f.pending || !ok {
		return false
	}
	f.pending = false
	v.messages[f.at].unfold(m)
	v.transcript.Reveal(m.key, m.start, m.end)
	return true
}

// marksOf are the marks of a row.
func (f *find) marksOf(key transcript.Key) []transcript.Mark {
	id := conversation.MessageID(key.Message)
	i, ok := f.index[id]
	if !ok || i >= len(f.found) || f.found[i].msg.ID != id {
		return nil
	}
	f.marks = f.marks[:0]
	matches := f.found[i].matches
	n, _ := slices.BinarySearchFunc(matches, match{key: key}, match.compare)
	for ; n < len(matches) && matches[n].key == key; n++ {
		m := matches[n]
		f.marks = append(f.marks, transcript.Mark{Start: m.start, End: m.end, Current: f.at == id && f.nth == n && f.chosen})
	}
	return f.marks
}

// place counts the matches up to the one at which the person is.
func (f *find) place() int {
	n := f.nth + 1
	for _, g := range f.found[:min(f.index[f.at], len(f.found))] {
		n += len(g.matches)
	}
	return n
}

// layoutFind draws the search over the top of the transcript, at the right, and
// returns how much of the height it takes.
func (v *view) layoutFind(gtx layout.Context) (taken int) {
	f, th, w := &v.find, v.page.Theme, v.page.Words
	if !f.open {
		return 0
	}
	ground := widgets.CardOf(th)
	ground.Shadow, ground.Inset = th.Shadow, layout.UniformInset(6)
	width := gtx.Constraints.Max.X
	gtx.Constraints = layout.Constraints{Max: image.Pt(min(width-gtx.Dp(16), gtx.Sp(th.Small.Size)*32), gtx.Constraints.Max.Y)}
	m := op.Record(gtx.Ops)
	dims := ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		button := func(b *widgets.Button, icon widgets.Icon, name string) layout.FlexChild {
			style := widgets.LinkOf(th, b, "").WithIcon(icon)
			style.Name, style.Color = name, th.Dim
			style.Ground.Inset = layout.UniformInset(5)
			return layout.Rigid(style.Layout)
		}
		gap := layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout)
		beside := layout.Rigid(layout.Spacer{Width: theme.Step}.Layout)
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Flexed(1, widgets.FieldOf(th, &f.field, w.Find).Layout), gap,
			layout.Rigid(widgets.DimOf(th, th.Print, v.foundWords()).Layout), gap,
			button(&f.previous, widgets.IconUp, w.FindPrevious), beside,
			button(&f.next, widgets.IconDown, w.FindNext), beside,
			button(&f.close, widgets.IconCross, w.Close))
	})
	call := m.Stop()
	defer op.Offset(image.Pt(width-dims.Size.X-gtx.Dp(16), gtx.Dp(8))).Push(gtx.Ops).Pop()
	area := clip.Rect{Max: dims.Size}.Push(gtx.Ops)
	event.Op(gtx.Ops, f) // what is under the card gets no pointer
	area.Pop()
	call.Add(gtx.Ops)
	return dims.Size.Y + gtx.Dp(8)
}

// foundWords says how many matches there are.
func (v *view) foundWords() string {
	f, w := &v.find, v.page.Words
	switch {
	case len(f.word) == 0:
		return ""
	case !f.done:
		return "…"
	}
	return w.FindPlace(f.place(), f.total)
}
