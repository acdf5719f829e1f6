package chat

import (
	"reflect"
	"time"

	"gioui.org/gesture"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/widgets"
	"sidekicks/widgets/composer"
	"sidekicks/widgets/markdown"
	"sidekicks/widgets/transcript"
)

// A view is the page's state of one conversation.
type view struct {
	page    *Page
	key     conversation.Key
	subject Subject // as last laid out

	transcript transcript.Transcript
	composer   composer.Composer
	sendButton widgets.Button
	stopButton widgets.Button
	toEnd      widgets.Button
	queue      map[engine.QueuedID]*queued
	editing    editing
	form       formSheet
	find       find
	mentions   mentions
	recalled   int // how many messages back the field shows one; 0: none

	// rows are the rows of shown, in order: those of message i begin at
	// starts[i]. Messages are immutable, so what is the same pointer has the
	// same rows.
	rows     []transcript.Row
	words    *i18n.Words // that the rows are in
	starts   []int
	flat     []*message // whose rows they are
	shown    []*conversation.Message
	grown    uint64    // the version of the last message that shows not all yet
	grownAt  time.Time // when it was first seen
	messages map[conversation.MessageID]*message
	read     int // bytes of text, in this frame
}

// readAFrame is how many bytes of text a frame reads at most, but for one text
// that is longer: what arrives at once is shown by and by.
const readAFrame = 200_000

// A message is what the page keeps of one message, whatever its version.
type message struct {
	view   *view
	msg    *conversation.Message
	parts  []*part
	kept   int              // the parts before it have the rows that the view has of them
	more   bool             // not all parts have rows yet
	end    []transcript.Row // how the turn ended
	typed  *typed           // of the person, or what Sidekicks says
	bubble int              // its width, as last laid out

	again, edit widgets.Button     // of a message that was not sent
	details     widgets.Disclosure // of a failure
	copyDetail  widgets.Button     // of a failure
	resume      widgets.Button     // of the line that a new conversation begins with
	copy        widgets.Button
	hover       gesture.Hover // over any row of the message
	hovered     bool
}

// A part is what the page keeps of one part of a message.
type part struct {
	kind reflect.Type // of the part
	made made         // what the rows were made of
	size int          // of its text, in bytes
	rows []transcript.Row
	doc  markdown.Document  // Text and Thought
	fold widgets.Disclosure // Thought and Tool
	back widgets.Button     // Decision: gives the safety copy back
	body *body              // Tool
}

// A made is what the rows of a part depend on, beside what is folded.
type made struct {
	from      conversation.Part // nil: to be made anew
	growing   bool
	workspace string
}

// same tells whether rows made of m are those of n.
func (m made) same(n made) bool {
	if m.growing != n.growing || m.workspace != n.workspace {
		return false
	}
	switch p := m.from.(type) {
	case conversation.Text:
		q, ok := n.from.(conversation.Text)
		return ok && p == q
	case conversation.Thought:
		q, ok := n.from.(conversation.Thought)
		return ok && p == q
	case *conversation.Tool, *conversation.Plan, *conversation.Decision:
		return m.from == n.from
	default: // one row, that is made at once
		return false
	}
}

// flatten brings the rows up to date: from the first part that changed of the
// first message that did on. While an answer streams that is the last part of
// the last message, so a frame costs comparisons of pointers and the rows of
// one part, however long the conversation or the turn is.
func (v *view) flatten(messages []*conversation.Message) {
	if v.words != v.page.Words {
		v.words = v.page.Words
		v.flattenAnew()
		for _, s := range v.messages {
			s.reword()
		}
	}
	same := 0
	for same < len(v.shown) && same < len(messages) && v.shown[same] == messages[same] {
		same++
	}
	if same == len(v.shown) && same == len(messages) {
		return
	}
	v.forget(messages, same)
	for i, m := range messages[same:] {
		s := v.message(m)
		v.place(same+i, s)
		if s.more || v.read >= readAFrame && same+i+1 < len(messages) {
			v.shown = messages[: same+i : same+i] // the next flatten goes on from here
			return
		}
	}
	if n := len(messages); n < len(v.starts) {
		v.rows, v.starts, v.flat = v.rows[:v.starts[n]], v.starts[:n], v.flat[:n]
	}
	v.shown = messages
}

// place puts the rows of s after those of the i messages before it. What the
// view has of it already stays.
func (v *view) place(i int, s *message) {
	kept := 0
	if i < len(v.flat) && v.flat[i] == s {
		for _, p := range s.parts[:s.kept] {
			kept += len(p.rows)
		}
	} else {
		s.kept = 0
	}
	if i < len(v.starts) {
		v.rows = v.rows[:v.starts[i]+kept]
		v.starts, v.flat = v.starts[:i], v.flat[:i]
	}
	v.starts, v.flat = append(v.starts, len(v.rows)-kept), append(v.flat, s)
	for _, p := range s.parts[s.kept:] {
		v.rows = append(v.rows, p.rows...)
	}
	v.rows = append(v.rows, s.end...)
	s.kept = len(s.parts)
}

// flattenAnew has the next flatten begin anew.
func (v *view) flattenAnew() { v.shown, v.starts, v.flat, v.rows = nil, nil, nil, nil }

// catchUp shows the end of an answer that has not grown for a while: of a text
// that is costly to read, not every addition is read at once.
func (v *view) catchUp(gtx layout.Context) {
	const pause = 250 * time.Millisecond
	if len(v.shown) == 0 {
		return
	}
	s := v.messages[v.shown[len(v.shown)-1].ID]
	if len(s.parts) == 0 || !s.parts[len(s.parts)-1].doc.Behind() {
		return
	}
	if v.grown != s.msg.Version {
		v.grown, v.grownAt = s.msg.Version, gtx.Now
	}
	if at := v.grownAt.Add(pause); gtx.Now.Before(at) {
		gtx.Execute(op.InvalidateCmd{At: at})
		return
	}
	s.parts[len(s.parts)-1].doc.CatchUp()
	messages := v.shown
	v.rebuild(s, len(s.parts)-1)
	v.flatten(messages)
}

// forget drops the state of messages that are gone.
func (v *view) forget(messages []*conversation.Message, same int) {
	kept := map[conversation.MessageID]bool{}
	for _, m := range messages[same:] {
		kept[m.ID] = true
	}
	for _, s := range v.flat[min(same, len(v.flat)):] {
		if !kept[s.msg.ID] {
			delete(v.messages, s.msg.ID)
		}
	}
}

// message is the state of m, with the rows of m's version.
func (v *view) message(m *conversation.Message) *message {
	s := v.messages[m.ID]
	if s == nil {
		s = &message{view: v}
		v.messages[m.ID] = s
	}
	if s.msg == nil || s.msg.Version != m.Version || s.more {
		s.msg = m
		s.build()
	}
	return s
}

// rebuild makes the rows of a message's part anew because something in it was
// folded, or found out.
func (v *view) rebuild(s *message, part int) {
	if part < len(s.parts) { // else it is gone
		s.parts[part].made = made{}
	}
	s.build()
	for i, m := range v.shown {
		if m.ID == s.msg.ID {
			v.shown = v.shown[:i:i] // the next flatten goes on from here
			return
		}
	}
}

// reword makes what holds words anew, in another language.
func (s *message) reword() {
	for _, p := range s.parts {
		p.made = made{}
		if p.body != nil {
			p.body.tool = nil
		}
	}
	s.build()
}

// build makes the rows of the message's parts that changed, and of its end.
func (s *message) build() {
	s.end, s.more = nil, false
	switch s.msg.Role {
	case conversation.User:
		text, _ := s.msg.Typed()
		s.typed = newTyped(text)
		s.end = []transcript.Row{s.textRow(0, s.layoutOwn)}
		return
	case conversation.System:
		s.typed = newTyped(s.view.page.Words.System(s.view.agentName(), s.msg))
		s.end = []transcript.Row{s.textRow(0, s.layoutSystem)}
		return
	}
	s.parts = s.parts[:min(len(s.parts), len(s.msg.Parts))]
	s.kept = min(s.kept, len(s.parts))
	for i, p := range s.msg.Parts {
		if i == len(s.parts) {
			s.parts = append(s.parts, new(part))
		}
		if kind := reflect.TypeOf(p); s.parts[i].kind != kind {
			s.parts[i] = &part{kind: kind}
		}
		if s.buildPart(i, p) && s.view.read >= readAFrame && i+1 < len(s.msg.Parts) {
			s.more = true // the parts after it keep the rows of a former version until then
			return
		}
	}
	s.buildEnd()
}

// atLeast is what making the rows of a part costs beside reading it, in bytes of
// text.
const atLeast = 200

// sizeOf is how many bytes of text a part has to be read.
func sizeOf(p conversation.Part) int {
	switch p := p.(type) {
	case conversation.Text:
		return len(p.Markdown)
	case conversation.Thought:
		return len(p.Markdown)
	default:
		return 0
	}
}

func (s *message) row(part, block int, w layout.Widget) transcript.Row {
	return transcript.Row{Key: s.key(part, block), Widget: func(gtx layout.Context) layout.Dimensions {
		m := op.Record(gtx.Ops)
		dims := w(gtx)
		call := m.Stop()
		defer clip.Rect{Max: dims.Size}.Push(gtx.Ops).Pop()
		s.hover.Add(gtx.Ops)
		call.Add(gtx.Ops)
		return dims
	}}
}

// buildPart makes the rows of a part anew, and reports whether it had to.
func (s *message) buildPart(i int, p conversation.Part) bool {
	state := s.parts[i]
	growing := s.msg.State == conversation.Streaming && i == len(s.msg.Parts)-1
	of := made{p, growing, s.view.subject.Agent.Workspace}
	if state.made.same(of) {
		return false
	}
	state.made, s.kept = of, min(s.kept, i)
	size := sizeOf(p)
	s.view.read += atLeast + max(size-state.size, 0)
	state.size = size
	switch p := p.(type) {
	case conversation.Text:
		state.doc.SetText(p.Markdown, !growing)
		s.view.page.colour(&state.doc)
		s.buildBlocks(i, 0, blockStyle{above: partGap})
	case conversation.Thought:
		s.buildThought(i, p, growing)
	case *conversation.Tool:
		s.buildTool(i, p)
	case *conversation.Plan:
		state.rows = []transcript.Row{s.row(i, 0, func(gtx layout.Context) layout.Dimensions { return s.layoutPlan(gtx, p) })}
	case *conversation.Decision:
		state.rows = []transcript.Row{s.row(i, 0, func(gtx layout.Context) layout.Dimensions { return s.layoutDecision(gtx, p, state) })}
	case conversation.Content:
		state.rows = []transcript.Row{s.row(i, 0, func(gtx layout.Context) layout.Dimensions { return s.layoutContent(gtx, p) })}
	}
	return true
}

// buildBlocks makes a row of each block of a part's text, after the part's
// first rows. A block that is as it was keeps its row: only the end of a text
// that streams is made anew.
func (s *message) buildBlocks(i, first int, style blockStyle) {
	state := s.parts[i]
	rows := state.rows[:min(len(state.rows), first+len(state.doc.Blocks))]
	for b, block := range state.doc.Blocks {
		at := first + b
		if at < len(rows) && rows[at].Text.(*placed).Block == block {
			continue
		}
		p := &placed{Block: block}
		row := s.row(i, at, func(gtx layout.Context) layout.Dimensions { return s.layoutBlock(gtx, p, style, b == 0) })
		row.Text = p
		rows = append(rows[:at], row)
	}
	state.rows = rows
}

// The Parts of the rows after all others: how a turn ended, and the foot.
const (
	endPart = 1<<20 + iota
	footPart
)

// buildEnd makes the row that tells how a turn ended, when that is worth
// telling, and the foot.
func (s *message) buildEnd() {
	w := s.view.page.Words
	if f := s.msg.Failure; f != nil {
		s.typed = newTyped(w.Failure(s.view.agentName(), f))
		s.end = append(s.end, s.textRow(endPart, s.layoutFailure))
	} else if reason := w.StopReason(s.msg.Stop); reason != "" {
		s.typed = newTyped(reason)
		s.end = append(s.end, s.textRow(endPart, s.layoutStop))
	}
	if s.msg.State == conversation.Done && s.markdown() != "" {
		s.end = append(s.end, s.row(footPart, 0, s.layoutFoot))
	}
}

// textRow is a row that shows the message's typed text.
func (s *message) textRow(part int, w layout.Widget) transcript.Row {
	row := s.row(part, 0, w)
	row.Text = s.typed
	return row
}
