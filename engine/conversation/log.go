package conversation

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sidekicks/engine/acp"
)

// A Clock numbers the messages, and their versions, of all logs that share it.
type Clock struct {
	message MessageID
	version uint64
}

// A Log is the mutable side of a conversation, guarded by the engine's lock.
// What Freeze gave out is never written: the first change of a message after
// a Freeze copies it, further ones write the copy, which nobody else has.
// The fragments of a growing text are joined by a strings.Builder, which only
// writes after the bytes that its String gave out.
type Log struct {
	clock    *Clock
	messages []*Message
	frozen   []*Message // result of the last Freeze, nil when out of date
	fresh    MessageID  // the message that was copied since the last Freeze

	live bool      // a turn runs
	turn int       // counts the turns
	open MessageID // takes the agent's fragments
	last MessageID // the last agent message of this turn

	tail    strings.Builder // the last part of the open message, while it grows
	growing bool            // tail holds that part
	thought bool            // it is a thought
	from    acp.MessageID   // the agent's name of the message it belongs to
	unsaved bool            // tail is ahead of the part

	tools   map[acp.ToolCallID]*toolPlace
	running []acp.ToolCallID // calls that did not end
	plan    place

	decisions map[uint64]place
}

// A place is where a part is; message is zero when there is none.
type place struct {
	message MessageID
	part    int
}

// NewLog makes an empty log.
func NewLog(clock *Clock) *Log {
	return &Log{clock: clock, tools: map[acp.ToolCallID]*toolPlace{}, decisions: map[uint64]place{}}
}

// Len is the number of messages.
func (l *Log) Len() int { return len(l.messages) }

// Freeze gives the messages as they are now. The result is the same slice
// until something changes.
func (l *Log) Freeze() []*Message {
	l.save()
	if l.frozen == nil {
		l.frozen = slices.Clone(l.messages)
		l.fresh = 0
	}
	return l.frozen
}

// Add puts a message of the person or of Sidekicks at the end. What the agent
// says next begins a new message, except after a message that was not sent:
// that one is no part of the exchange.
func (l *Log) Add(m Message) MessageID {
	return l.insert(len(l.messages), m)
}

// AddBefore puts a message before another, at the end when there is none such.
func (l *Log) AddBefore(id MessageID, m Message) MessageID {
	return l.insert(l.index(id), m)
}

func (l *Log) insert(i int, m Message) MessageID {
	if m.State != NotSent && i == len(l.messages) {
		l.close(m.At)
	}
	l.clock.message++
	l.clock.version++
	m.ID, m.Version = l.clock.message, l.clock.version
	l.messages = slices.Insert(l.messages, i, &m)
	l.frozen = nil
	return m.ID
}

// Before counts the messages above one; all of them when it is not there.
func (l *Log) Before(id MessageID) int { return l.index(id) }

// Answered tells whether the agent said anything in this turn.
func (l *Log) Answered() bool { return l.last != 0 }

// Find gives a message, nil when it is not there.
func (l *Log) Find(id MessageID) *Message {
	if i := l.index(id); i < len(l.messages) {
		return l.messages[i]
	}
	return nil
}

// Edit changes a message that is there. What f gets is its own: f may write
// the fields and the elements of Parts, but not what a part points to.
func (l *Log) Edit(id MessageID, f func(*Message)) {
	if i := l.index(id); i < len(l.messages) {
		l.save()
		f(l.edit(i))
	}
}

// Remove takes a message out.
func (l *Log) Remove(id MessageID) {
	if i := l.index(id); i < len(l.messages) {
		l.messages = slices.Delete(slices.Clone(l.messages), i, i+1)
		l.frozen = nil
	}
}

// index looks at the end, where almost all changes happen, then where the message
// is if none was put between others, and then from the end.
func (l *Log) index(id MessageID) int {
	if n := len(l.messages); n > 0 && l.messages[n-1].ID == id {
		return n - 1
	}
	i, found := slices.BinarySearchFunc(l.messages, id, func(m *Message, id MessageID) int { return cmp.Compare(m.ID, id) })
	if found {
		return i
	}
	for i := len(l.messages) - 1; i >= 0; i-- {
		if l.messages[i].ID == id {
			return i
		}
	}
	return len(l.messages)
}

// edit gives message i to be written.
func (l *Log) edit(i int) *Message {
	m := l.messages[i]
	if m.ID != l.fresh {
		c := *m
		c.Parts = slices.Clone(m.Parts)
		m, l.messages[i], l.fresh = &c, &c, c.ID
	}
	l.clock.version++
	m.Version, l.frozen = l.clock.version, nil
	return m
}

// save brings the growing part up to its builder.
func (l *Log) save() {
	if !l.unsaved {
		return
	}
	l.unsaved = false
	m := l.edit(l.index(l.open))
	n := len(m.Parts) - 1
	if t, ok := m.Parts[n].(Thought); ok {
		t.Markdown = l.tail.String()
		m.Parts[n] = t
	} else {
		m.Parts[n] = Text{l.tail.String()}
	}
}

// close ends the open message: what comes next begins another.
func (l *Log) close(at time.Time) {
	if l.open == 0 {
		return
	}
	l.seal(at)
	l.Edit(l.open, func(m *Message) { m.State = Done })
	l.open = 0
}

// seal ends the growing part: what comes next begins another.
func (l *Log) seal(at time.Time) {
	l.save()
	if l.growing && l.thought {
		l.Edit(l.open, func(m *Message) {
			t := m.Parts[len(m.Parts)-1].(Thought)
			t.End = at
			m.Parts[len(m.Parts)-1] = t
		})
	}
	l.growing = false
	l.tail.Reset() // forgets its bytes, which the part now has alone
}

// Begin starts a turn: its plan and its tools are its own.
func (l *Log) Begin() {
	l.turn++
	l.live = true
	l.last, l.plan = 0, place{}
}

// Finish ends a turn. Its last agent message, made when the agent said
// nothing, tells how; tools that never ended are settled. Fragments that come
// later still join that message.
func (l *Log) Finish(stop StopReason, failure *Failure, at time.Time) {
	l.live = false
	l.settle(at, false)
	if l.last == 0 {
		l.message(at)
	}
	if l.growing && l.thought {
		l.seal(at)
	}
	l.Edit(l.last, func(m *Message) {
		m.State, m.Stop, m.Failure, m.Ended = Done, stop, failure, at
	})
}

// Abandon ends a turn that never reached the agent: there is no answer to finish.
func (l *Log) Abandon(at time.Time) {
	l.live = false
	l.close(at)
}

// Forget begins another session: its tool calls are others, even with the
// same ids, and what the agent says begins a new message. Calls of the old one
// end.
func (l *Log) Forget(at time.Time) {
	l.close(at)
	l.settle(at, true)
	clear(l.tools)
	l.plan = place{}
}

// message gives the index of the open agent message, a new one when there is none.
func (l *Log) message(at time.Time) int {
	if l.open != 0 {
		return l.index(l.open)
	}
	state := Done
	if l.live {
		state = Streaming
	}
	i := len(l.messages)
	for i > 0 && l.messages[i-1].State == NotSent { // these came after what is answered
		i--
	}
	l.open = l.insert(i, Message{Role: Agent, State: state, At: at})
	l.last, l.fresh = l.open, l.open
	return i
}

// AppendText adds a fragment of the answer. It joins the text before it unless
// something else came between or the agent began another message.
func (l *Log) AppendText(from acp.MessageID, s string, at time.Time) {
	l.append(from, s, false, at)
}

// AppendThought adds a fragment of the agent's reasoning, as AppendText does.
func (l *Log) AppendThought(from acp.MessageID, s string, at time.Time) {
	l.append(from, s, true, at)
}

func (l *Log) append(from acp.MessageID, s string, thought bool, at time.Time) {
	if s == "" {
		return
	}
	if l.open == 0 || !l.growing || l.thought != thought || (from != "" && l.from != "" && from != l.from) {
		l.begin(thought, at)
		l.from = from
	} else if from != "" {
		l.from = from
	}
	l.tail.WriteString(s)
	l.unsaved, l.frozen = true, nil
}

func (l *Log) begin(thought bool, at time.Time) {
	var p Part = Text{}
	if thought {
		p = Thought{Start: at}
	}
	l.add(p, at)
	l.growing, l.thought = true, thought
}

// add puts a part at the end of the open message.
func (l *Log) add(p Part, at time.Time) place {
	l.seal(at)
	m := l.edit(l.message(at))
	m.Parts = append(m.Parts, p)
	return place{m.ID, len(m.Parts) - 1}
}

// replace puts another value in the place of a part.
func (l *Log) replace(at place, p Part) {
	l.Edit(at.message, func(m *Message) { m.Parts[at.part] = p })
}

// SetPlan replaces the turn's plan.
func (l *Log) SetPlan(entries []PlanEntry, at time.Time) {
	p := &Plan{Entries: entries}
	if l.plan.message == 0 {
		l.plan = l.add(p, at)
		return
	}
	l.replace(l.plan, p)
}

// AddContent adds what is not text: an image, a sound, a resource.
func (l *Log) AddContent(b ContentBlock, at time.Time) { l.add(Content{b}, at) }
