package chat

import (
	"slices"
	"strings"
	"testing"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/engine/conversation"
	"sidekicks/widgets/textrows"
)

func TestIndexFold(t *testing.T) {
	for _, c := range []struct {
		text, word string
		from       int
		start, end int
	}{
		{"a needle", "NEEDLE", 0, 2, 8},
		{"nneedle", "needle", 0, 1, 7},
		{"Élan ÉLAN élan", "élan", 1, 6, 11},
		{"abc", "", 0, -1, -1},
		{"abc", "abcd", 0, -1, -1},
		{"\xffabc", "abc", 0, 1, 4},
		{"a Kelvin: \u212a", "k", 3, 10, 13},
		{"ȺB", "b", 0, 2, 3},
	} {
		if start, end := indexFold(c.text, folded(c.word), c.from); start != c.start || end != c.end {
			t.Errorf("%q in %q from %d: %d to %d", c.word, c.text, c.from, start, end)
		}
	}
}

// searching is a view in which a word is looked for, with the work that waits to
// be done away from the frame.
func searching(word string) (*view, *[]func() func()) {
	v, work := newView(), new([]func() func())
	v.page.Away = func(w func() func()) { *work = append(*work, w) }
	v.find.open = true
	v.find.look(word)
	return v, work
}

// frame shows messages and goes on with the search.
func (v *view) frame(messages []*conversation.Message) {
	v.read = 0
	v.flatten(messages)
	v.find.search(layout.Context{Ops: new(op.Ops)}, v)
}

func saying(text string, state conversation.State) conversation.Message {
	return conversation.Message{Role: conversation.Agent, State: state, Parts: []conversation.Part{conversation.Text{Markdown: text}}}
}

func TestLongMessagesAreSearchedAway(t *testing.T) {
	v, work := searching("needle")
	l := new(log)
	hay := strings.Repeat("some hay, some more hay\n\n", searchedAFrame/20)
	l.put(0, saying("A needle.", conversation.Done))
	l.put(1, saying(hay+"a needle", conversation.Streaming))
	l.put(2, saying("The last needle.", conversation.Done))
	v.frame(l.messages)
	v.frame(l.messages)
	if f := &v.find; len(*work) != 1 || f.done || f.total != 1 {
		t.Fatalf("%d searches away, %d found, done: %v", len(*work), f.total, f.done)
	}
	(*work)[0]()()
	v.frame(l.messages)
	if f := &v.find; !f.done || f.total != 3 {
		t.Fatalf("%d found, done: %v", f.total, f.done)
	}
	l.put(1, saying(hay+"a needle and another needle", conversation.Streaming))
	v.frame(l.messages)
	if f := &v.find; len(*work) != 2 || !f.done || f.total != 3 {
		t.Errorf("while more is searched: %d searches away, %d found, done: %v", len(*work), f.total, f.done)
	}
	(*work)[1]()()
	v.frame(l.messages)
	v.frame(l.messages)
	if f := &v.find; len(*work) != 2 || f.total != 4 {
		t.Errorf("after it: %d searches away, %d found", len(*work), f.total)
	}
}

func TestAnotherWordEndsTheSearch(t *testing.T) {
	v, work := searching("needle")
	l := new(log)
	l.put(0, saying(strings.Repeat("needle and thread\n\n", searchedAFrame/10), conversation.Done))
	v.frame(l.messages)
	first := v.find.away
	v.find.look("thread")
	v.frame(l.messages)
	if len(*work) != 2 || !first.stop.Load() {
		t.Fatalf("%d searches, the first ended: %v", len(*work), first.stop.Load())
	}
	(*work)[0]()()
	v.frame(l.messages)
	if v.find.done || first.matches != nil {
		t.Errorf("what is not looked for any more was found %d times", len(first.matches))
	}
	(*work)[1]()()
	v.frame(l.messages)
	if v.find.total != searchedAFrame/10 {
		t.Errorf("%d found", v.find.total)
	}
}

// Marks are looked up by their row: passages must come in the order of keys.
func TestMarksOfEveryRow(t *testing.T) {
	v, work := searching("e")
	l := new(log)
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{
		conversation.Thought{Markdown: "Here\n\nare thoughts."},
		conversation.Text{Markdown: "# Head\n\nSome text\n\n* one\n* three"},
		answering(strings.Repeat("a line of \x1b[31moutput\x1b[m\n", 400) + strings.Repeat("e", 5000) + "\n" + strings.Repeat("é", 3000)),
		changed("one\ntwo\n", "one\nthree\n"),
		&conversation.Plan{Entries: []conversation.PlanEntry{{Content: "here"}, {Content: "there"}}},
	}, Stop: "max_tokens"})
	v.frame(l.messages)
	for _, w := range *work {
		w()()
		v.frame(l.messages)
	}
	f, marked := &v.find, 0
	passages := v.messages[l.messages[0].ID].passages()
	if !slices.IsSortedFunc(passages, func(a, b passage) int { return match{key: a.key}.compare(match{key: b.key}) }) {
		t.Error("passages are not in the order of their keys")
	}
	for i, p := range passages {
		if i == 0 || passages[i-1].key != p.key {
			marked += len(f.marksOf(p.key))
		}
	}
	if f.total < 5000 || marked != f.total {
		t.Errorf("%d of %d matches are marked", marked, f.total)
	}
	for i, s := range v.messages[l.messages[0].ID].parts[2].body.sections {
		rows, _, _ := s.output.Rows(true)
		for _, r := range rows {
			if r.Text() != textrows.Join(r.Source.Lines(r.First, r.Count)) {
				t.Errorf("section %d: the row from line %d says %q", i, r.First, r.Text())
			}
		}
	}
}

// What is searched away from the frame is not what the frame changes.
func TestOutputGrowsWhileItIsSearched(t *testing.T) {
	v, _ := searching("needle")
	done := make(chan func())
	begun := 0
	v.page.Away = func(work func() func()) {
		begun++
		go func() { done <- work() }()
	}
	l, out := new(log), strings.Repeat("hay hay hay\n", searchedAFrame/10)
	for i := range 50 {
		out += "a needle\nand"
		l.put(0, conversation.Message{Role: conversation.Agent, State: conversation.Streaming, Parts: []conversation.Part{answering(out)}})
		v.frame(l.messages)
		if i%10 == 9 && begun > 0 {
			(<-done)()
			begun--
		}
	}
	for v.frame(l.messages); begun > 0; v.frame(l.messages) {
		(<-done)()
		begun--
	}
	if v.find.total != 50 {
		t.Errorf("%d found", v.find.total)
	}
}
