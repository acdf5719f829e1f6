package app

import (
	"context"
	"image"
	"testing"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"

	"sidekicks/engine/acp"
)

func TestMouseClicksLeaveTheFocusToTheComposer(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(_ context.Context, c *turn) acp.StopReason {
		c.update(acp.SessionUpdate{Kind: acp.AgentThoughtChunk, Content: acp.TextBlock("an idea")})
		time.Sleep(2 * time.Second)
		c.say("a\n\n[link](https://example.org/)\n\n```go\nfunc f()\n```\n\nend")
		c.update(acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: acp.ToolCall{ID: "a", Title: "make", Kind: acp.ToolExecute, Status: acp.ToolCompleted}})
		return acp.EndTurn
	}}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.pass(10 * time.Second)
		for i, click := range []func(){
			func() { l.button("Thought for") },
			func() { l.button("make") },
			func() { clickLabelled(t, l.Harness, "Copy") },
			func() { l.clickText("link") },
		} {
			click()
			before := len(l.app.page.Draft("Riker"))
			l.Type("x")
			if len(l.app.page.Draft("Riker")) != before+1 {
				t.Errorf("after click %d the composer does not have the focus", i)
			}
		}
	})
}

// TestTypingAfterAClickInTheText: a click in the conversation takes the focus
// from the field, and what is typed next is written in the field all the same.
func TestTypingAfterAClickInTheText(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Type("hello")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Type("one ")
		l.ClickAt(image.Pt(760, 120))
		l.Settle()
		l.Type("two")
		l.Settle()
		l.Type(" three")
		l.writes("Riker", "one two three")
	})
}

// TestTheNextAgentTakesTheFocus: when the agent that is shown leaves the
// configuration, what is typed next goes to the one that is shown instead.
func TestTheNextAgentTakesTheFocus(t *testing.T) {
	c := agents("Riker", "Data")
	inBubble(t, c, map[string]answer{"Riker": echo, "Data": echo}, func(l *lab) {
		c.Agents, c.DefaultAgent = c.Agents[1:], "Data"
		l.engine.Configure(c)
		l.wait()
		l.sees(1, "Write to Data…")
		l.Type("hello")
		l.writes("Data", "hello")
	})
}

// TestTypingWhileTheFocusComesBack: what is typed before the window knows where
// the caret is stands at the caret, in its order.
func TestTypingWhileTheFocusComesBack(t *testing.T) {
	esc := []event.Event{key.Event{Name: key.NameEscape, State: key.Press}, key.Event{Name: key.NameEscape, State: key.Release}}
	for name, open := range map[string]func(*lab){
		"palette":      func(l *lab) { l.Press(key.ModShortcut, "K") },
		"palette, ask": func(l *lab) { l.Press(key.ModShortcut, "K"); l.Type("new") },
		"find":         func(l *lab) { l.Press(key.ModShortcut, "F") },
		"find, wanted": func(l *lab) { l.Press(key.ModShortcut, "F"); l.Type("he") },
		"keys":         func(l *lab) { l.Press(0, key.NameF1) },
		"settings":     func(l *lab) { l.Press(key.ModShortcut, ",") },
		"transcript":   func(l *lab) { l.ClickAt(image.Pt(760, 120)); l.Settle() },
	} {
		inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
			l.Type("hello")
			l.Press(0, key.NameReturn)
			l.wait()
			l.Type("one ")
			open(l)
			if name != "transcript" {
				l.Queue(esc...)
			}
			l.Dash("two ")
			l.Frame()
			l.Dash("three ")
			l.Frame()
			l.Dash("four")
			l.Settle()
			if got := l.app.page.Draft("Riker"); got != "one two three four" {
				t.Errorf("%s: the draft is %q", name, got)
			}
		})
	}
}

// TestWhatIsTypedAfterGoToField: it goes to the field, also when it comes in the
// frame of the key, and not to what had the focus: not even to a request, which
// a digit or a space would answer.
func TestWhatIsTypedAfterGoToField(t *testing.T) {
	press := func(m key.Modifiers, n key.Name) []event.Event {
		return []event.Event{key.Event{Name: n, Modifiers: m, State: key.Press}, key.Event{Name: n, Modifiers: m, State: key.Release}}
	}
	for _, typed := range []key.Name{"1", key.NameSpace, key.NameReturn, key.NameEscape} {
		waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
			l.at(time.Second, func() { l.Press(key.ModShortcut, "J") })
			l.Queue(press(key.ModShortcut, "L")...)
			l.Queue(press(0, typed)...)
			l.Dash("1 y")
			l.Frame()
			l.wait()
			l.sees(0, "answered <allow_once>")
			if got := l.app.page.Draft("Riker"); got != "1 y" {
				t.Errorf("%s: the draft is %q", typed, got)
			}
		})
	}
}
