package app

import (
	"context"
	"image"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

// deaf begins an answer and hears no Stop for an hour.
func deaf(_ context.Context, c *turn) acp.StopReason {
	c.say("begun")
	time.Sleep(time.Hour)
	return acp.Cancelled
}

func TestOverdueIsWaitedForOrRestarted(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": deaf}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Press(0, key.NameEscape)
		l.pass(4 * time.Second)
		l.sees(0, "does not answer")
		l.pass(2 * time.Second)
		l.sees(1, "does not answer")
		l.button("Wait")
		l.sees(0, "does not answer")
		if turn := l.view("Riker").Turn; turn != engine.TurnStopping {
			t.Errorf("the turn is %d after Wait", turn)
		}
	})
}

func TestLoopBanner(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(ctx context.Context, c *turn) acp.StopReason {
		for _, id := range []acp.ToolCallID{"a", "b", "c"} {
			c.update(acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: acp.ToolCall{ID: id, Title: "make " + string(id), Kind: acp.ToolExecute}})
			c.update(acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: acp.ToolCall{ID: id, Status: acp.ToolFailed}})
		}
		<-ctx.Done()
		return acp.Cancelled
	}}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "Riker is going round in circles: 3 tools failed in a row")
		sent := len(l.view("Riker").Messages)
		l.button("Ask it to try something else")
		if !strings.HasPrefix(l.app.page.Draft(conversation.KeyOf("Riker")), "That does not work") || len(l.view("Riker").Messages) != sent {
			t.Error("the composer is not filled, or something was sent")
		}
	})
}

func TestNewConversation(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Type("one")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Press(key.ModShortcut, "N")
		l.wait()
		l.sees(1, "Riker does not see what is above.")
		l.sees(1, "echo one")
		l.Type("two")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "echo two")
	})
}

func TestResumeConversation(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		again := l.app.words.ResumeConversation
		send := func(text string) {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		send("one")
		l.Press(key.ModShortcut, "N")
		l.wait()
		l.sees(1, again)
		l.button(again)
		l.wait()
		l.sees(0, "Riker does not see what is above.")
		send("two") // the composer has the focus
		l.sees(1, "echo two")
		l.Press(key.ModShortcut, "N")
		l.wait()
		send("three")
		l.sees(0, again)
		l.sees(1, "Riker does not see what is above.")
		l.Press(key.ModShortcut, "K")
		send(again)
		l.sees(1, "There is no earlier conversation to go on with.")
		l.Press(key.ModShortcut, "N")
		l.wait()
		l.Press(key.ModShortcut, "K")
		send(again)
		l.sees(1, "Riker does not see what is above.")
		send("four")
		l.sees(1, "echo four")
	})
}

func TestThoughtsAreFoldedAndUnfolded(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(_ context.Context, c *turn) acp.StopReason {
		c.update(acp.SessionUpdate{Kind: acp.AgentThoughtChunk, Content: acp.TextBlock("secret idea")})
		time.Sleep(8 * time.Second)
		c.say("done")
		return acp.EndTurn
	}}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "Thinking")
		l.pass(10 * time.Second)
		l.sees(1, "Thought for 8\u00a0s")
		l.sees(0, "secret idea")
		l.button("Thought for")
		l.sees(1, "secret idea")
		l.button("Thought for")
		l.sees(0, "secret idea")
		l.Press(key.ModShortcut, "T")
		l.sees(1, "secret idea")
		l.Press(key.ModShortcut, "T")
		l.sees(0, "secret idea")
	})
}

func TestToolUnfolds(t *testing.T) {
	s := trouble()
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 1400), 1)
	h.Click(semantic.Button, "make build")
	if _, ok := h.Find(semantic.Unknown, "No rule to make target 'build'.\n"); ok {
		t.Error("the output ends with a line end")
	}
	n := 0
	for _, node := range h.Nodes() {
		if strings.HasPrefix(node.Desc.Label, "make: *** No rule") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the output is %d times on the screen:\n%s", n, h.Dump())
	}
}

func TestLinks(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(_ context.Context, c *turn) acp.StopReason {
		c.say(c.text)
		return acp.EndTurn
	}}, func(l *lab) {
		for _, c := range []struct{ text, link, opened, copied string }{
			{"good", "[good](https://example.org/a)", "https://example.org/a", ""}, {"mail", "[mail](mailto:a@example.org)", "mailto:a@example.org", ""},
			{"file", "[file](file:///etc/passwd)", "", "file:///etc/passwd"}, {"script", "[script](javascript:alert(1))", "", "javascript:alert(1)"},
		} {
			l.opened = nil
			l.Press(key.ModShortcut, "L")
			l.Type(c.link)
			l.Press(0, key.NameReturn)
			l.wait()
			l.clickText(c.text)
			if strings.Join(l.opened, " ") != c.opened {
				t.Errorf("%s opens %q", c.link, l.opened)
			}
			if l.Clipboard != c.copied {
				t.Errorf("%s copies %q", c.link, l.Clipboard)
			}
		}
	})
}

// clickText clicks the beginning of a text that stands alone on the screen.
func (l *lab) clickText(text string) {
	l.t.Helper()
	for _, n := range l.Nodes() {
		if b := n.Desc.Bounds; n.Desc.Label == text {
			l.ClickAt(image.Pt(b.Min.X+8, b.Max.Y-8))
			l.wait()
			return
		}
	}
	l.t.Errorf("no text %q in\n%s", text, l.Dump())
}

func TestModes(t *testing.T) {
	set := make(chan string, 1)
	s := asked()
	e := &modes{still: still{s}, set: set}
	a := New(Options{Engine: e, Config: config.Config{DefaultAgent: "Riker", Language: "en"}, Shaper: shaper()})
	h := frameOf(t, a, image.Pt(1280, 800))
	h.Click(semantic.Button, "asks before acting")
	h.Click(semantic.Button, "decides by itself when to ask (agit seul)")
	if len(set) != 1 || <-set != "auto" {
		t.Error("the mode is not asked for")
	}
	h.Click(semantic.Button, "asks before acting")
	h.Press(0, key.NameEscape)
	if _, ok := h.Find(semantic.Button, "agit seul"); ok {
		t.Error("Esc leaves the menu open")
	}
}

// modes keeps what mode is asked for.
type modes struct {
	still
	set chan string
}

func (m *modes) SetMode(_ conversation.Key, id string) { m.set <- id }

func TestLinkTargetIsShown(t *testing.T) {
	s, b := four(), new(builder)
	s.Conversations[0].Turn = engine.TurnIdle
	s.Conversations[0].Messages = []*conversation.Message{b.agent(conversation.Text{Markdown: "[here](https://example.org/page) and [there](file:///tmp/x)"})}
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	for target, want := range map[string]string{"https://example.org/page": "Opens https://example.org/page", "file:///tmp/x": "Copies file:///tmp/x"} {
		n, ok := h.Find(semantic.Button, target)
		if !ok {
			t.Fatalf("no link to %s in\n%s", target, h.Dump())
		}
		h.Pointer(pointer.Move, widgettest.Middle(n), 0)
		if _, ok := h.Find(semantic.Unknown, want); !ok {
			t.Errorf("%q is not said of the link that is pointed at:\n%s", want, h.Dump())
		}
	}
}

func TestLongModeNameIsCut(t *testing.T) {
	s := four()
	s.Conversations[0].Modes[0].Name = strings.Repeat("asks before it acts / demande avant d’agir ", 6)
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	n, ok := h.Find(semantic.Button, "asks before")
	if !ok || n.Desc.Bounds.Dx() > 240 || n.Desc.Bounds.Dy() > 30 {
		t.Errorf("the mode takes %v", n.Desc.Bounds)
	}
}
