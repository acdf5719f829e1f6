package conversation

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// A huge output of a tool keeps its first bytes and its last ones.
const (
	outputLimit = 16 << 20
	outputHead  = 1 << 20
	outputTail  = outputLimit - outputHead
	outputSlack = 1 << 20 // a growing output is cut once it is this much over: its cost stays linear
	cutMark     = "\n[…]\n"
)

// A toolPlace is where a tool call is and what grows beside it.
type toolPlace struct {
	place
	turn   int
	output strings.Builder   // what the agent streams outside of the protocol's content
	sent   []ToolCallContent // the content as sent, without that output
	ended  bool              // it completed or failed
	denied bool              // its last question was refused, or taken back: it does not run

	outputCut, sentCut, rawCut int64 // bytes left out
}

// UpdateTool merges a change into a tool call, and begins the call when it is
// not known: agents mention a tool first in any of tool_call, tool_call_update
// and a permission request. output is streamed text to add to what the call
// produced. It reports the call, and whether this change ended it.
//
// start tells a tool_call: some agents use their ids again in a later turn, and
// a call that begins anew is another call.
func (l *Log) UpdateTool(change ToolCall, output string, start bool, at time.Time) (t *Tool, ended bool) {
	p := l.tools[change.ID]
	if p == nil || (start && p.turn != l.turn && p.ended) {
		p = &toolPlace{turn: l.turn}
		p.place = l.add(&Tool{Start: at}, at)
		l.tools[change.ID] = p
		l.running = append(l.running, change.ID)
	}
	next := *l.at(p.place).(*Tool)
	p.merge(&next, change, output)
	if end := settled(next.Call.Status); end && !p.ended {
		p.ended, ended = true, true
		did := !p.denied || next.Call.Status != acp.ToolFailed // else it did not even begin
		next.Cancelled, next.Refused = next.Cancelled && !did, next.Refused && !did
		next.End, next.Asking, next.MayRun = at, false, false
	}
	next.readExit()
	l.replace(p.place, &next)
	return &next, ended
}

// Tool gives a tool call of this session, nil when it is not known.
func (l *Log) Tool(id acp.ToolCallID) *Tool {
	if p := l.tools[id]; p != nil {
		return l.at(p.place).(*Tool)
	}
	return nil
}

// LocateTool tells in which lines the changes of a tool call begin, if it still
// has this content. What was known of a change stays when it is not any more:
// the file has changed since. It reports whether anything is new.
func (l *Log) LocateTool(id acp.ToolCallID, content []ToolCallContent, lines []int) bool {
	t := l.Tool(id)
	if t == nil || len(t.Call.Content) != len(content) || &t.Call.Content[0] != &content[0] {
		return false
	}
	next := *t
	next.Lines = slices.Clone(lines)
	for i := range next.Lines {
		if next.Lines[i] == 0 && i < len(t.Lines) {
			next.Lines[i] = t.Lines[i]
		}
	}
	if slices.Equal(next.Lines, t.Lines) {
		return false
	}
	l.replace(l.tools[id].place, &next)
	return true
}

// PlanTool tells that what a tool was given is a plan.
func (l *Log) PlanTool(id acp.ToolCallID) {
	if t := l.Tool(id); t != nil && !t.Planned {
		next := *t
		next.Planned = true
		l.replace(l.tools[id].place, &next)
	}
}

// Ask marks a tool call as waiting for the person, or no longer.
func (l *Log) Ask(id acp.ToolCallID, asking bool) {
	if t := l.Tool(id); t != nil && t.Asking != asking {
		next := *t
		next.Asking = asking
		l.replace(l.tools[id].place, &next)
	}
}

// AnswerTool tells what became of the question whether a tool call may run. It
// says nothing of a call that ended before.
func (l *Log) AnswerTool(id acp.ToolCallID, allowed bool, at time.Time) {
	p := l.tools[id]
	if p == nil || p.ended {
		return
	}
	p.denied = !allowed
	if t := l.Tool(id); t.Refused == allowed {
		next := *t
		if next.Refused, next.End = !allowed, at; allowed {
			next.End = time.Time{}
		}
		l.replace(p.place, &next)
	}
}

// CancelTool ends a call whose question was taken back; the agent may still
// tell another end. Who cancels it again does not move its end.
func (l *Log) CancelTool(id acp.ToolCallID, at time.Time) {
	if p := l.tools[id]; p != nil && !p.ended {
		p.denied = true
		l.cancel(p.place, at, l.at(p.place).(*Tool).MayRun)
	}
}

func (l *Log) cancel(p place, at time.Time, mayRun bool) {
	next := *l.at(p).(*Tool)
	again := next.Cancelled && !next.Asking
	if again && next.MayRun == mayRun {
		return
	}
	if !again {
		next.End, next.Cancelled, next.Asking = at, true, false
	}
	next.MayRun = mayRun
	l.replace(p, &next)
}

// EndTools ends all calls: nothing is left of the process that ran them.
func (l *Log) EndTools(at time.Time) { l.settle(at, true) }

// settle ends the calls that the agent left open. One that still waits for the
// person is left, unless all are to end. A command is not said to have ended
// before its process did: some agents let it run on after Stop.
func (l *Log) settle(at time.Time, all bool) {
	l.running = slices.DeleteFunc(l.running, func(id acp.ToolCallID) bool {
		p := l.tools[id]
		if p.ended {
			return true
		}
		t := l.at(p.place).(*Tool)
		if !all && t.Asking {
			return false
		}
		mayRun := !all && t.atWork()
		l.cancel(p.place, at, mayRun)
		return !mayRun
	})
}

// atWork tells a command that was begun, so that it may go on untold.
func (t *Tool) atWork() bool {
	return t.MayRun || !t.Cancelled && t.Call.Kind == acp.ToolExecute && t.Call.Status == acp.ToolInProgress
}

func (l *Log) at(p place) Part { return l.messages[l.index(p.message)].Parts[p.part] }

func settled(s ToolCallStatus) bool { return s == acp.ToolCompleted || s == acp.ToolFailed }

// merge writes a change into t, with huge outputs cut and the streamed one
// beside what was sent.
func (p *toolPlace) merge(t *Tool, change ToolCall, output string) {
	if change.RawOutput != nil {
		change.RawOutput, p.rawCut = cutRaw(change.RawOutput)
	}
	sent := change.Content != nil
	if sent {
		p.sent, p.sentCut = cutContent(change.Content)
	}
	p.write(output, settled(cmp.Or(change.Status, t.Call.Status)))
	if sent || output != "" {
		change.Content = p.content()
	}
	t.Call = t.Call.Merge(change)
	t.Cut = max(p.rawCut, p.sentCut+p.outputCut) // raw output repeats the content
}

// write adds to the streamed output, and cuts it when it is too long.
func (p *toolPlace) write(s string, last bool) {
	p.output.WriteString(s)
	if n := p.output.Len(); n > outputLimit+outputSlack || last && n > outputLimit+len(cutMark) {
		kept, left := cut(p.output.String(), p.outputCut > 0)
		p.outputCut += left
		p.output.Reset()
		p.output.WriteString(kept)
	}
}

// content is what was sent, with the streamed output in the place of terminals.
func (p *toolPlace) content() []ToolCallContent {
	if p.output.Len() == 0 {
		return p.sent
	}
	b := acp.TextBlock(p.output.String())
	list := slices.DeleteFunc(slices.Clone(p.sent), func(c ToolCallContent) bool { return c.Type == "terminal" })
	return append(list, ToolCallContent{Type: "content", Content: &b})
}

// cutContent cuts the huge texts of a content; it does not write the list.
func cutContent(list []ToolCallContent) ([]ToolCallContent, int64) {
	total := int64(0)
	for i, c := range list {
		if c.Content == nil || len(c.Content.Text) <= outputLimit {
			continue
		}
		if total == 0 {
			list = slices.Clone(list)
		}
		b := *c.Content
		var n int64
		b.Text, n = cut(b.Text, false)
		list[i].Content, total = &b, total+n
	}
	return list, total
}

// cut leaves the middle of a huge text out, and says how many bytes. again
// tells that s was cut before: the mark is there, at the end of its head.
func cut(s string, again bool) (string, int64) {
	if len(s) <= outputLimit {
		return s, 0
	}
	head, skip := boundary(s, outputHead), 0
	if again {
		skip = len(cutMark)
	}
	tail := boundary(s, len(s)-outputTail)
	return s[:head] + cutMark + s[tail:], int64(tail - head - skip)
}

// boundary moves i back to the start of a code point.
func boundary(s string, i int) int {
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// cutRaw cuts a huge JSON value; what is left is text, in a JSON string.
func cutRaw(v jsontext.Value) (jsontext.Value, int64) {
	if len(v) <= outputLimit {
		return v, 0
	}
	s, n := cut(string(v), false)
	q, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\uFFFD"))
	if err != nil {
		return nil, int64(len(v))
	}
	return q, n
}
