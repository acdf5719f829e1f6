package app

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

// needles is a conversation in which a word stands in every kind of part, most
// of it folded and far from the end.
func needles() *engine.Snapshot {
	s, b := four(), new(builder)
	c := &s.Conversations[0]
	c.Turn, s.Agents[0].Status = engine.TurnIdle, engine.AgentIdle
	output := strings.Repeat("a line\\n", 300) + "the NEEDLE of the middle\\n" + strings.Repeat("a line\\n", 700)
	c.Messages = []*conversation.Message{
		b.user("Find the needle, please."),
		b.agent(
			conversation.Thought{Markdown: "A **needle** in a thought.", Start: ago(20 * time.Second), End: ago(10 * time.Second)},
			conversation.Text{Markdown: "# Needle\n\nAnother nee*dle* here."},
			&conversation.Tool{Start: ago(9 * time.Second), End: ago(8 * time.Second), Call: conversation.ToolCall{
				ID: "1", Kind: "execute", Status: "completed", Title: "grep", RawInput: []byte(`{"command":"grep needle"}`),
				RawOutput: []byte(`"` + output + `"`)}},
		),
	}
	for i := range 60 {
		c.Messages = append(c.Messages, b.agent(conversation.Text{Markdown: fmt.Sprintf("Hay %d.\n\nMore hay.", i)}))
	}
	return s
}

// inView tells whether a text is seen, and not only laid out.
func inView(h *widgettest.Harness, text string) bool {
	for _, n := range h.Nodes() {
		if strings.Contains(n.Desc.Label, text) && n.Desc.Bounds.Overlaps(image.Rectangle{Max: h.Size}) {
			return true
		}
	}
	return false
}

func TestFind(t *testing.T) {
	_, h := showStill(t, needles(), config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	place := func(want string) {
		t.Helper()
		if _, ok := h.Find(semantic.Unknown, want); !ok {
			t.Errorf("%q is not said:\n%s", want, h.Dump())
		}
	}
	h.Press(key.ModShortcut, "F")
	h.Type("NEEDLE")
	place("6 of 6") // the last before the view
	for i, sees := range []string{"Find the needle, please.", "A needle in a thought.", "Needle", "Another needle here.", "grep needle", "the NEEDLE of the middle"} {
		if i%2 == 0 {
			h.Press(0, key.NameReturn)
		} else {
			h.Press(0, key.NameF3)
		}
		place(fmt.Sprintf("%d of 6", i+1))
		if !inView(h, sees) {
			t.Errorf("match %d, %q, is not in view:\n%s", i+1, sees, h.Dump())
		}
	}
	h.Press(key.ModShift, key.NameReturn)
	place("5 of 6")
	h.Press(key.ModShift, key.NameF3)
	place("4 of 6")
	h.Press(0, key.NameEscape)
	if _, ok := h.Find(semantic.Unknown, "4 of 6"); ok {
		t.Error("Esc leaves the search open")
	}
	if !inView(h, "Another needle here.") {
		t.Error("closing the search moves the view")
	}
}

func TestFindNothing(t *testing.T) {
	a, h := showStill(t, needles(), config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	h.Press(0, key.NameF3) // opens it
	h.Type("nowhere")
	if _, ok := h.Find(semantic.Unknown, "Nothing found"); !ok {
		t.Errorf("it is not said that nothing was found:\n%s", h.Dump())
	}
	h.Press(0, key.NameReturn)
	h.Press(key.ModShift, key.NameReturn)
	h.Click(semantic.Button, "Close")
	h.Type("x")
	if a.page.Draft("Riker") != "x" {
		t.Error("the composer does not have the focus after the search")
	}
}

func TestFindWhileAnAnswerStreams(t *testing.T) {
	s := needles()
	e := &still{s}
	a := New(Options{Engine: e, Config: config.Config{DefaultAgent: "Riker", Language: "en"}, Shaper: shaper()})
	h := frameOf(t, a, image.Pt(1280, 800))
	h.Press(key.ModShortcut, "F")
	h.Type("needle")
	h.Press(0, key.NameReturn) // the first
	next := *s
	next.Conversations = append([]engine.ConversationView(nil), s.Conversations...)
	c := &next.Conversations[0]
	b := &builder{n: 1000}
	c.Messages = append(append([]*conversation.Message(nil), c.Messages...), b.agent(conversation.Text{Markdown: "One more needle."}))
	e.snapshot = &next
	h.Settle()
	if _, ok := h.Find(semantic.Unknown, "1 of 7"); !ok {
		t.Errorf("what comes is not counted:\n%s", h.Dump())
	}
	if !inView(h, "Find the needle, please.") {
		t.Error("what comes moves the view")
	}
}
