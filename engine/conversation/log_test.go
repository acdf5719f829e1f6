package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

var at = time.Date(2026, 10, 29, 12, 0, 0, 0, time.UTC)

// asked is a log in a turn whose message is in it.
func asked() *Log {
	l := NewLog(&Clock{})
	l.Add(Message{Role: User, Parts: []Part{Text{"hello"}}, At: at})
	l.Begin()
	return l
}

// show is what a log says, in short.
func show(l *Log) string {
	var b strings.Builder
	for _, m := range l.Freeze() {
		fmt.Fprintf(&b, "%s%d", [...]string{"user", "agent", "system"}[m.Role], m.State)
		if m.Code != "" {
			fmt.Fprintf(&b, " %s", m.Code)
		}
		for _, p := range m.Parts {
			switch p := p.(type) {
			case Text:
				fmt.Fprintf(&b, " %q", p.Markdown)
			case Thought:
				fmt.Fprintf(&b, " (%q)", p.Markdown)
			case *Tool:
				fmt.Fprintf(&b, " [%s %s %s]", p.Call.ID, p.Call.Title, p.Call.Status)
			case *Plan:
				fmt.Fprintf(&b, " plan%d", len(p.Entries))
			case Content:
				fmt.Fprintf(&b, " <%s>", p.Block.Type)
			}
		}
		if m.Stop != "" {
			fmt.Fprintf(&b, " .%s", m.Stop)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func tool(id, title string, status ToolCallStatus) ToolCall {
	return ToolCall{ID: acp.ToolCallID(id), Title: title, Status: status}
}

func TestParts(t *testing.T) {
	text := func(s string) func(*Log) { return func(l *Log) { l.AppendText("", s, at) } }
	from := func(id acp.MessageID, s string) func(*Log) { return func(l *Log) { l.AppendText(id, s, at) } }
	thought := func(s string) func(*Log) { return func(l *Log) { l.AppendThought("", s, at) } }
	update := func(c ToolCall, start bool) func(*Log) {
		return func(l *Log) { l.UpdateTool(c, "", start, at) }
	}
	plan := func(n int) func(*Log) { return func(l *Log) { l.SetPlan(make([]PlanEntry, n), at) } }
	finish := func(l *Log) { l.Finish(acp.EndTurn, nil, at) }
	system := func(l *Log) { l.Add(Message{Role: System, Code: AgentNotice, At: at}) }
	for _, c := range []struct {
		name string
		do   []func(*Log)
		want string
	}{
		{"fragments join", []func(*Log){text("Hel"), text(""), text("lo")}, `agent1 "Hello"`},
		{"kinds switch", []func(*Log){thought("hm"), text("a"), thought("b")}, `agent1 ("hm") "a" ("b")`},
		{"another message of the agent", []func(*Log){from("1", "a"), from("1", "b"), from("2", "c")}, `agent1 "ab" "c"`},
		{"the agent's message id is left out", []func(*Log){from("1", "a"), from("", "b"), from("1", "c")}, `agent1 "abc"`},
		{"a tool between", []func(*Log){text("a"), update(tool("t", "ls", "pending"), true), text("b")}, `agent1 "a" [t ls pending] "b"`},
		{"a tool that grows", []func(*Log){update(tool("t", "ls", "pending"), true), text("a"), update(tool("t", "", "completed"), false)}, `agent1 [t ls completed] "a"`},
		{"a tool told by an update first", []func(*Log){update(tool("t", "", "in_progress"), false), update(tool("t", "ls", ""), true)}, `agent1 [t ls in_progress]`},
		{"a plan replaced in its place", []func(*Log){plan(3), text("a"), plan(2)}, `agent1 plan2 "a"`},
		{"an image", []func(*Log){text("a"), func(l *Log) { l.AddContent(ContentBlock{Type: "image"}, at) }, text("b")}, `agent1 "a" <image> "b"`},
		{"the end", []func(*Log){text("a"), finish}, `agent0 "a" .end_turn`},
		{"nothing said", []func(*Log){finish}, `agent0 .end_turn`},
		{"late text", []func(*Log){text("a"), finish, text("b")}, `agent0 "ab" .end_turn`},
		{"late tool", []func(*Log){update(tool("t", "ls", "pending"), true), finish, update(tool("t", "", "completed"), false)}, `agent0 [t ls completed] .end_turn`},
		{"a remark between", []func(*Log){text("a"), system, text("b"), finish}, "agent0 \"a\"\nsystem0 agent-notice\nagent0 \"b\" .end_turn"},
		{"a remark last", []func(*Log){text("a"), system, finish}, "agent0 \"a\" .end_turn\nsystem0 agent-notice"},
		{"an id used again in a later turn", []func(*Log){update(tool("t", "ls", "completed"), true), finish, (*Log).Begin, update(tool("t", "cat", "pending"), true)}, `agent0 [t ls completed] [t cat pending] .end_turn`},
		{"not sent does not part the answer", []func(*Log){text("a"), func(l *Log) { l.Add(Message{State: NotSent}) }, text("b")}, "agent1 \"ab\"\nuser2"},
		{"the answer comes above what was not sent", []func(*Log){func(l *Log) { l.Add(Message{State: NotSent}) }, text("b")}, "agent1 \"b\"\nuser2"},
		{"an abandoned turn", []func(*Log){func(l *Log) { l.Abandon(at) }}, ""},
		{"another session", []func(*Log){update(tool("t", "ls", "pending"), true), func(l *Log) { l.Forget(at) }, update(tool("t", "cat", "pending"), false)}, "agent0 [t ls pending]\nagent1 [t cat pending]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, frozen := range []bool{false, true} { // whether each step is published
				l := asked()
				for _, f := range c.do {
					if f(l); frozen {
						l.Freeze()
					}
				}
				want := strings.TrimSuffix("user0 \"hello\"\n"+c.want, "\n") + "\n"
				if got := show(l); got != want {
					t.Errorf("frozen %v:\n%swant\n%s", frozen, got, want)
				}
			}
		})
	}
}

func TestFreezeKeepsWhatItGave(t *testing.T) {
	l := asked()
	l.AppendText("", "one", at)
	l.UpdateTool(tool("t", "ls", "pending"), "", true, at)
	kept := l.Freeze()
	before := show(l)
	if &kept[0] != &l.Freeze()[0] {
		t.Error("nothing changed, and Freeze made another slice")
	}
	copies := make([]Message, len(kept))
	for i, m := range kept {
		copies[i] = *m
		copies[i].Parts = slices.Clone(m.Parts)
	}
	l.UpdateTool(tool("t", "", "completed"), "", false, at)
	l.AppendText("", "two", at)
	l.Freeze()
	l.AppendText("", "three", at)
	l.Finish(acp.EndTurn, nil, at)
	if show(l) == before {
		t.Fatal("nothing changed at all")
	}
	for i, m := range kept {
		if m.Version != copies[i].Version || m.State != copies[i].State || !slices.Equal(m.Parts, copies[i].Parts) {
			t.Errorf("message %d was written after it was given out", i)
		}
	}
	if last := l.Freeze()[1]; last.ID != kept[1].ID || last.Version <= kept[1].Version {
		t.Errorf("changed message %d version %d, was %d version %d", last.ID, last.Version, kept[1].ID, kept[1].Version)
	}
}

func TestAtRestFreezeAllocatesNothing(t *testing.T) {
	l := asked()
	l.AppendText("", "a", at)
	l.Freeze()
	if n := testing.AllocsPerRun(100, func() { l.Freeze() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestThoughtEnds(t *testing.T) {
	l := asked()
	l.AppendThought("", "hm", at)
	l.AppendText("", "a", at.Add(time.Second))
	if th := l.Freeze()[1].Parts[0].(Thought); th.Start != at || th.End != at.Add(time.Second) {
		t.Errorf("thought from %v to %v", th.Start, th.End)
	}
}

func TestMergeOfTools(t *testing.T) {
	l := asked()
	text := acp.TextBlock("out")
	l.UpdateTool(ToolCall{ID: "t", Name: "shell", Title: "ls", Kind: acp.ToolExecute, RawInput: jsontext.Value(`{"c":1}`),
		Content: []ToolCallContent{{Type: "content", Content: &text}}, Locations: []acp.ToolCallLocation{{Path: "/a"}}}, "", true, at)
	got, ended := l.UpdateTool(ToolCall{ID: "t", Status: acp.ToolCompleted, Locations: []acp.ToolCallLocation{}}, "", false, at.Add(time.Second))
	if !ended || got.End != at.Add(time.Second) || got.Start != at {
		t.Errorf("ended %v, from %v to %v", ended, got.Start, got.End)
	}
	c := got.Call
	if c.Name != "shell" || c.Title != "ls" || c.Kind != acp.ToolExecute || string(c.RawInput) != `{"c":1}` || len(c.Content) != 1 {
		t.Errorf("what was left out changed: %+v", c)
	}
	if len(c.Locations) != 0 {
		t.Error("an empty list did not replace the list")
	}
	if _, again := l.UpdateTool(ToolCall{ID: "t", Status: acp.ToolFailed}, "", false, at); again {
		t.Error("a call ended twice")
	}
}

// A command whose end the agent did not tell may go on after Stop, until the
// agent's process ends.
func TestCommandsMayRunOnAfterStop(t *testing.T) {
	l := asked()
	kind := func(id acp.ToolCallID, k acp.ToolKind, s acp.ToolCallStatus) {
		l.UpdateTool(ToolCall{ID: id, Kind: k, Status: s}, "", true, at)
	}
	kind("runs", acp.ToolExecute, acp.ToolInProgress)
	kind("ends", acp.ToolExecute, acp.ToolInProgress)
	kind("edit", acp.ToolEdit, acp.ToolInProgress)
	kind("pending", acp.ToolExecute, acp.ToolPending)
	kind("asked", acp.ToolExecute, acp.ToolInProgress)
	l.Ask("asked", true)
	l.CancelTool("asked", at)
	mayRun := func(want ...acp.ToolCallID) {
		t.Helper()
		var got []acp.ToolCallID
		for _, id := range []acp.ToolCallID{"runs", "ends", "edit", "pending", "asked"} {
			if l.Tool(id).MayRun {
				got = append(got, id)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("may run: %v, want %v", got, want)
		}
	}
	mayRun()
	l.Finish(acp.Cancelled, nil, at.Add(time.Second))
	mayRun("runs", "ends")
	l.UpdateTool(ToolCall{ID: "ends", Status: acp.ToolFailed}, "", false, at.Add(2*time.Second))
	mayRun("runs")
	l.Finish(acp.EndTurn, nil, at.Add(3*time.Second))
	mayRun("runs")
	l.EndTools(at.Add(4 * time.Second))
	mayRun()
	if r := l.Tool("runs"); !r.Cancelled || r.End != at.Add(time.Second) {
		t.Errorf("after the process: %+v", r)
	}
}

func TestLeftoversAreSettled(t *testing.T) {
	l := asked()
	l.UpdateTool(tool("open", "ls", "in_progress"), "", true, at)
	l.UpdateTool(tool("done", "ls", "completed"), "", true, at)
	l.UpdateTool(tool("asks", "rm", "pending"), "", true, at)
	l.Ask("asks", true)
	l.Finish(acp.Cancelled, nil, at.Add(time.Second))
	if a := l.Tool("asks"); a.Cancelled || !a.Asking {
		t.Errorf("it still waits for the person: %+v", a)
	}
	l.CancelTool("asks", at)
	if a := l.Tool("asks"); !a.Cancelled || a.Asking {
		t.Errorf("its question was taken back: %+v", a)
	}
	if o := l.Tool("open"); !o.Cancelled || o.Asking || o.End.IsZero() {
		t.Errorf("left open: %+v", o)
	}
	if l.Tool("done").Cancelled {
		t.Error("a call that completed is shown as cancelled")
	}
	l.UpdateTool(tool("open", "", "completed"), "", false, at.Add(2*time.Second))
	if o := l.Tool("open"); o.Cancelled || o.End != at.Add(2*time.Second) {
		t.Errorf("it completed late: %+v", o)
	}
}

// A call that the agent calls failed because it was not let run did not fail. One
// that was asked about again and let run did, and one that ran all the same is done.
func TestACallThatWasNotLetRun(t *testing.T) {
	refuse := func(l *Log) { l.Ask("t", false); l.AnswerTool("t", false, at) }
	allow := func(l *Log) { l.Ask("t", false); l.AnswerTool("t", true, at) }
	takeBack := func(l *Log) { l.CancelTool("t", at) }
	end := func(s ToolCallStatus) func(*Log) {
		return func(l *Log) { l.UpdateTool(tool("t", "rm", s), "", false, at) }
	}
	failed, completed := end(acp.ToolFailed), end(acp.ToolCompleted)
	for name, c := range map[string]struct {
		steps              []func(*Log)
		refused, cancelled bool
	}{
		"refused":                          {[]func(*Log){refuse, failed}, true, false},
		"refused, the agent tells nothing": {[]func(*Log){refuse}, true, false},
		"taken back":                       {[]func(*Log){takeBack, failed}, false, true},
		"allowed":                          {[]func(*Log){allow, failed}, false, false},
		"refused, then allowed":            {[]func(*Log){refuse, allow, failed}, false, false},
		"allowed, then refused":            {[]func(*Log){allow, refuse, failed}, true, false},
		"run all the same":                 {[]func(*Log){refuse, completed}, false, false},
		"taken back, run all the same":     {[]func(*Log){takeBack, completed}, false, false},
		"failed before":                    {[]func(*Log){failed, refuse}, false, false},
		"taken back after it failed":       {[]func(*Log){failed, takeBack}, false, false},
	} {
		l := asked()
		l.UpdateTool(tool("t", "rm", acp.ToolPending), "", true, at)
		l.Ask("t", true)
		for _, step := range c.steps {
			step(l)
		}
		if got := l.Tool("t"); got.Refused != c.refused || got.Cancelled != c.cancelled || got.Asking || got.End.IsZero() {
			t.Errorf("%s: refused %v, cancelled %v, asking %v, ended %v", name, got.Refused, got.Cancelled, got.Asking, got.End)
		}
	}
}

func TestAnotherSessionDoesNotMoveTheEndOfACall(t *testing.T) {
	l := asked()
	l.UpdateTool(tool("asks", "rm", "pending"), "", true, at)
	l.Ask("asks", true)
	l.Finish("", &Failure{}, at)
	l.CancelTool("asks", at.Add(time.Second)) // its process has ended
	want := l.Tool("asks").End
	l.Forget(at.Add(time.Minute)) // and another has started
	for _, p := range l.Freeze()[1].Parts {
		if got := p.(*Tool).End; got != want {
			t.Errorf("it ended at %v, then at %v", want, got)
		}
	}
}

func TestStreamedOutput(t *testing.T) {
	l := asked()
	l.UpdateTool(ToolCall{ID: "t", Content: []ToolCallContent{{Type: "terminal", TerminalID: "x"}}}, "", true, at)
	l.UpdateTool(ToolCall{ID: "t"}, "one\n", false, at)
	first := l.Tool("t")
	got, _ := l.UpdateTool(ToolCall{ID: "t", Status: acp.ToolCompleted}, "two\n", false, at)
	if len(got.Call.Content) != 1 || got.Call.Content[0].Content.Text != "one\ntwo\n" {
		t.Errorf("content %+v", got.Call.Content)
	}
	if first.Call.Content[0].Content.Text != "one\n" {
		t.Errorf("an earlier version became %q", first.Call.Content[0].Content.Text)
	}
}

func TestHugeOutputs(t *testing.T) {
	const size = 20 << 20
	huge := strings.Repeat("0123456789abcde\n", size/16)
	want := huge[:outputHead] + cutMark + huge[size-outputTail:]
	block := acp.TextBlock(huge)
	l := asked()
	got, _ := l.UpdateTool(ToolCall{ID: "sent", Content: []ToolCallContent{{Type: "content", Content: &block}}}, "", true, at)
	if got.Call.Content[0].Content.Text != want || got.Cut != size-outputLimit {
		t.Errorf("sent whole: %d bytes kept, %d cut", len(got.Call.Content[0].Content.Text), got.Cut)
	}
	if len(block.Text) != size {
		t.Error("the agent's own block was written")
	}
	for i := 0; i < size; i += 1 << 16 {
		l.UpdateTool(ToolCall{ID: "streamed"}, huge[i:i+1<<16], false, at)
	}
	got, _ = l.UpdateTool(ToolCall{ID: "streamed", Status: acp.ToolCompleted, Content: []ToolCallContent{}}, "", false, at)
	if text := got.Call.Content[0].Content.Text; text != want || got.Cut != size-outputLimit {
		t.Errorf("streamed: %d bytes kept, %d cut", len(text), got.Cut)
	}
	raw, _ := jsontext.AppendQuote(nil, huge)
	got, _ = l.UpdateTool(ToolCall{ID: "raw", RawOutput: raw}, "", true, at)
	if len(got.Call.RawOutput) > outputLimit+(2<<20) || !got.Call.RawOutput.IsValid() || got.Cut != int64(len(raw)-outputLimit) {
		t.Errorf("raw: %d bytes kept, %d cut", len(got.Call.RawOutput), got.Cut)
	}
	l.AppendText("", huge, at)
	if m := l.Freeze()[1]; len(m.Parts[len(m.Parts)-1].(Text).Markdown) != size {
		t.Error("text was cut")
	}
}

// TestCutKeepsCodePoints cuts in the middle of characters of several bytes.
func TestCutKeepsCodePoints(t *testing.T) {
	s, n := cut("x"+strings.Repeat("é", outputLimit), false)
	if strings.ToValidUTF8(s, "") != s || n == 0 {
		t.Errorf("cut %d bytes, valid %v", n, strings.ToValidUTF8(s, "") == s)
	}
}

func TestRemoveKeepsWhatWasGiven(t *testing.T) {
	l := asked()
	id := l.Add(Message{State: NotSent})
	kept := l.Freeze()
	l.Remove(id)
	if len(kept) != 2 || kept[1].ID != id || l.Len() != 1 {
		t.Errorf("kept %d messages, %d left", len(kept), l.Len())
	}
}

func TestLoops(t *testing.T) {
	ended := func(title, input string, status ToolCallStatus, out string) *Tool {
		b := acp.TextBlock(out)
		return &Tool{Call: ToolCall{Title: title, Status: status, RawInput: jsontext.Value(input), Content: []ToolCallContent{{Type: "content", Content: &b}}}}
	}
	var l Loops
	for i := range 3 {
		if l.Failures.Warn {
			t.Errorf("warned after %d failures", i)
		}
		l.Ended(ended(fmt.Sprint("run ", i), `1`, acp.ToolFailed, fmt.Sprintf("\n```\nno %d\nmore", i)))
	}
	if want := (Streak{3, true, "run 2", "no 2"}); l.Failures != want {
		t.Errorf("failures %+v, want %+v", l.Failures, want)
	}
	l.Ended(ended("ls", `1`, acp.ToolCompleted, ""))
	if l.Failures != (Streak{}) {
		t.Errorf("after a success: %+v", l.Failures)
	}
	for range 4 {
		if l.Repeats.Warn {
			t.Error("warned too early")
		}
		l.Ended(ended("ls", `1`, acp.ToolCompleted, "other text"))
	}
	if want := (Streak{5, true, "ls", ""}); l.Repeats != want {
		t.Errorf("repeats %+v, want %+v", l.Repeats, want)
	}
	l.Ended(ended("ls", `2`, acp.ToolCompleted, ""))
	if l.Repeats.Count != 1 || l.Repeats.Warn {
		t.Errorf("after another input: %+v", l.Repeats)
	}
	l.Ended(ended("ls", `2`, acp.ToolFailed, ""))
	if l.Repeats != (Streak{}) {
		t.Errorf("a failure between: %+v", l.Repeats)
	}
}

// One input given to several tools is no circle.
func TestOtherToolsAreNoLoop(t *testing.T) {
	var l Loops
	for _, c := range []ToolCall{{Kind: "read", Title: "a"}, {Kind: "read", Title: "b"}, {Kind: "edit", Title: "b"}} {
		c.Status = acp.ToolCompleted
		l.Ended(&Tool{Call: c})
		if l.Repeats.Count != 1 {
			t.Errorf("%s %s: %+v", c.Kind, c.Title, l.Repeats)
		}
	}
}

func TestFirstLine(t *testing.T) {
	for raw, want := range map[string]string{
		`"plain\nmore"`:                   "plain",
		`{"error":"bad"}`:                 "bad",
		`{"error":{"x":1},"message":"m"}`: "m",
		`{"output":"\n  o"}`:              "o",
		`[1]`:                             "",
		``:                                "",
	} {
		question := acp.TextBlock("may it run?")
		c := ToolCall{RawOutput: jsontext.Value(raw), Content: []ToolCallContent{{Type: "content", Content: &question}}}
		if want == "" {
			want = question.Text
		}
		if got := firstLine(c); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}

// BenchmarkAppend is a whole answer in fragments of 24 bytes, published every
// five: its cost per byte does not depend on its size.
func BenchmarkAppend(b *testing.B) {
	const fragment = "24 bytes of an answer.. "
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20, 10 << 20} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				l := asked()
				for i := 0; i < size; i += len(fragment) {
					if l.AppendText("", fragment, at); i%(5*len(fragment)) == 0 {
						l.Freeze()
					}
				}
			}
		})
	}
}
