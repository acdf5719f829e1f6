package chat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets/transcript"
)

// keysOf are the rows by what they are and say.
func keysOf(rows []transcript.Row) []string {
	var out []string
	for _, r := range rows {
		text := ""
		if r.Text != nil {
			text = r.Text.Text()
		}
		out = append(out, fmt.Sprint(r.Key, text))
	}
	return out
}

func newView() *view {
	p := &Page{Theme: &theme.Theme{}, Words: i18n.For("en")}
	v := p.view("k")
	v.subject = Subject{Agent: &engine.AgentView{Name: "Riker"}}
	return v
}

// A log makes messages as the engine does: immutable, with growing versions.
type log struct {
	version  uint64
	messages []*conversation.Message
}

func (l *log) put(i int, m conversation.Message) {
	l.version++
	m.Version = l.version
	next := append([]*conversation.Message{}, l.messages...)
	if i == len(next) {
		m.ID = conversation.MessageID(l.version)
		next = append(next, &m)
	} else {
		m.ID = next[i].ID
		next[i] = &m
	}
	l.messages = next
}

func (l *log) remove(i int) {
	next := append([]*conversation.Message{}, l.messages[:i]...)
	l.messages = append(next, l.messages[i+1:]...)
}

// ofAgent are the places of the agent's messages.
func (l *log) ofAgent() (at []int) {
	for i, m := range l.messages {
		if m.Role == conversation.Agent {
			at = append(at, i)
		}
	}
	return at
}

const answer = "# Title\n\nA paragraph.\n\n* one\n* two\n\n```\ncode\n```\n\nThe end."

// step changes a log at random, as turns, late updates and removals do.
func (l *log) step(r *rand.Rand) {
	n := len(l.messages)
	agents := l.ofAgent()
	switch k := r.IntN(10); {
	case k == 0 || n == 0:
		l.put(n, conversation.Message{Role: conversation.User, Parts: []conversation.Part{conversation.Text{Markdown: "question"}}})
	case k == 1:
		l.put(n, conversation.Message{Role: conversation.System, Code: conversation.NewConversation})
	case k == 2:
		l.remove(r.IntN(n))
	case k == 3 && len(agents) > 0:
		l.put(agents[r.IntN(len(agents))], conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{&conversation.Tool{}, &conversation.Plan{}}})
	case k == 4 || len(agents) == 0:
		l.put(n, conversation.Message{Role: conversation.Agent, State: conversation.Streaming})
	default:
		text := conversation.Text{Markdown: answer[:r.IntN(len(answer)+1)]}
		l.put(agents[len(agents)-1], conversation.Message{Role: conversation.Agent, State: conversation.Streaming,
			Parts: []conversation.Part{conversation.Thought{Markdown: "thought"}, text}})
	}
}

// Whatever happened before, the rows are those that a new page would make.
func TestRowsAreThoseMadeAfresh(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		v, l := newView(), new(log)
		for range 80 {
			l.step(r)
			v.flatten(l.messages)
			fresh := newView()
			fresh.flatten(l.messages)
			got, want := fmt.Sprint(keysOf(v.rows)), fmt.Sprint(keysOf(fresh.rows))
			if got != want {
				t.Fatalf("seed %d: rows\n%s\nwant\n%s", seed, got, want)
			}
			if len(v.messages) != len(l.messages) {
				t.Fatalf("seed %d: %d messages kept of %d", seed, len(v.messages), len(l.messages))
			}
		}
	}
}

func TestRowsOfWhatDidNotChangeAreKept(t *testing.T) {
	v, l := newView(), new(log)
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{conversation.Text{Markdown: answer}}})
	l.put(1, conversation.Message{Role: conversation.Agent, State: conversation.Streaming, Parts: []conversation.Part{conversation.Text{Markdown: "One.\n\nTwo"}}})
	v.flatten(l.messages)
	first := v.rows[0].Text
	l.put(1, conversation.Message{Role: conversation.Agent, State: conversation.Streaming, Parts: []conversation.Part{conversation.Text{Markdown: "One.\n\nTwo and more"}}})
	finished := v.rows[len(v.rows)-2].Text
	v.flatten(l.messages)
	if v.rows[0].Text != first || v.rows[len(v.rows)-2].Text != finished {
		t.Error("rows that did not change are made anew")
	}
	if n := testing.AllocsPerRun(100, func() { v.flatten(l.messages) }); n != 0 {
		t.Errorf("%v allocations when nothing changed", n)
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain é 漢":                  "plain é 漢",
		"a\u202eb":                   "a⟨U+202E⟩b",
		"a\u200bb":                   "a⟨U+200B⟩b",
		"a\x1b[31m":                  "a⟨U+001B⟩[31m",
		"line\nnext\tcell":           "line\nnext\tcell",
		"\U0001f469\u200d\U0001f680": "\U0001f469\u200d\U0001f680",
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSubject(t *testing.T) {
	tool := func(kind conversation.ToolKind, title, raw string) *conversation.Tool {
		return &conversation.Tool{Call: conversation.ToolCall{Kind: kind, Title: title, RawInput: []byte(raw)}}
	}
	at := func(t *conversation.Tool, paths ...string) *conversation.Tool {
		for _, path := range paths {
			t.Call.Locations = append(t.Call.Locations, conversation.ToolCallLocation{Path: path})
		}
		return t
	}
	for _, c := range []struct {
		tool *conversation.Tool
		want string
	}{
		{tool("execute", "Run it", `{"command":"ls -l"}`), "ls -l"},
		{tool("execute", "Run it", `{"command":["bash","-c","ls"]}`), "ls"},
		{tool("execute", "git log", `{"command":["/bin/bash","-lc","git log | head"]}`), "git log | head"},
		{tool("execute", "Run it", `{"command":["grep","a b","x;y"]}`), `grep 'a b' 'x;y'`},
		{tool("execute", "Run it", `{"command":[]}`), "Run it"},
		{at(tool("edit", "Edit two", `{"changes":{}}`), "/home/me/ship/a.go", "/home/me/ship/b/c.go", "/home/me/ship/a.go", "/etc/x"), "a.go, b/c.go, /etc/x"},
		{tool("execute", "`ls`", ``), "`ls`"},
		{tool("execute", "two", `{"command":"ls\nrm x"}`), "ls …"},
		{tool("read", "Read it", `{"filePath":"/x","command":"rm -rf ~"}`), "rm -rf ~"},
		{tool("edit", "Edit it", `{"path":"/x","command":"str_replace"}`), "/x"},
		{tool("execute", "x", `{"command":"`+strings.Repeat("x", 5000)+`"}`), strings.Repeat("x", longestLine) + " …"},
		{tool("read", "Read it", `{"filePath":"/home/me/ship/a/b.go"}`), "a/b.go"},
		{tool("edit", "Edit it", `{"file_path":"/etc/hosts"}`), "/etc/hosts"},
		{tool("search", "Search", `{"pattern":"TODO"}`), "TODO"},
		{tool("fetch", "Fetch", `{"url":"https://example.org"}`), "https://example.org"},
		{tool("other", "Do it", `[1]`), "Do it"},
	} {
		if got := subject(c.tool, "/home/me/ship"); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.tool.Call.Kind, c.tool.Call.RawInput, got, c.want)
		}
	}
}

// The end of a text of which not every addition is read is shown when no more
// comes.
func TestEndOfALongWordIsShownAfterAPause(t *testing.T) {
	v, l := newView(), new(log)
	word := strings.Repeat("a", 40<<10)
	for _, text := range []string{word, word + "end"} {
		l.put(0, conversation.Message{Role: conversation.Agent, State: conversation.Streaming, Parts: []conversation.Part{conversation.Text{Markdown: text}}})
		v.flatten(l.messages)
	}
	ends := func() bool { return strings.HasSuffix(v.rows[len(v.rows)-1].Text.Text(), "end") }
	gtx := layout.Context{Ops: new(op.Ops), Now: time.Unix(1, 0)}
	v.catchUp(gtx)
	if ends() {
		t.Fatal("every addition is read at once")
	}
	gtx.Now = gtx.Now.Add(time.Second)
	v.catchUp(gtx)
	if !ends() {
		t.Error("the end is not shown")
	}
}

// What arrives at once is shown by and by, so that no frame takes long; and in
// the end as if it had been read at once.
func TestMuchAtOnceIsReadByAndBy(t *testing.T) {
	v, fresh, l := newView(), newView(), new(log)
	text := conversation.Text{Markdown: strings.Repeat("some words of an answer ", readAFrame/100)} // a quarter of a frame's
	many := conversation.Message{Role: conversation.Agent}
	for range 20 {
		many.Parts = append(many.Parts, text, changed("a", "b"))
	}
	l.put(0, many)
	for i := range 12 {
		l.put(1+i, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{text}})
	}
	frames := 0
	for rows := -1; len(v.shown) < len(l.messages); frames++ {
		if v.read = 0; frames > 20 {
			t.Fatalf("it does not end: %d of %d messages", len(v.shown), len(l.messages))
		}
		v.flatten(l.messages)
		if v.read > 2*readAFrame || len(v.rows) <= rows && len(v.shown) < len(l.messages) {
			t.Fatalf("frame %d reads %d bytes, and shows %d rows after %d", frames, v.read, len(v.rows), rows)
		}
		rows = len(v.rows)
	}
	fresh.read = -1 << 40
	fresh.flatten(l.messages)
	if got, want := keysOf(v.rows), keysOf(fresh.rows); frames < 5 || !slices.Equal(got, want) {
		t.Errorf("after %d frames %v, want %v", frames, got, want)
	}
}

// A call that the plan shows is in no row, is not found and not exported, from
// when it is known what it was given; one that failed is.
func TestACallThatThePlanShows(t *testing.T) {
	v, work := searching("todowrite")
	l := new(log)
	for _, c := range []struct {
		planned bool
		status  conversation.ToolCallStatus
		shown   int
	}{{false, "pending", 1}, {true, "completed", 0}, {true, "failed", 1}} {
		l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{
			&conversation.Tool{Planned: c.planned, Call: conversation.ToolCall{Title: "todowrite", Status: c.status}},
			&conversation.Plan{Entries: []conversation.PlanEntry{{Content: "look"}}},
		}})
		v.frame(l.messages)
		for _, w := range *work {
			w()()
		}
		*work = nil
		v.frame(l.messages)
		text := exported(v.page.Words, "Riker", "", l.messages, time.Time{})
		if rows := len(v.messages[l.messages[0].ID].parts[0].rows); rows != c.shown || v.find.total != c.shown || strings.Count(text, "todowrite") != c.shown {
			t.Errorf("%+v: %d rows, found %d times, exported as\n%s", c, rows, v.find.total, text)
		}
	}
}
