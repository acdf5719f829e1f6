package app

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine/acp"
	"sidekicks/widgets/widgettest"
)

var allKinds = []acp.PermissionOptionKind{acp.RejectOnce, acp.RejectAlways, acp.AllowAlways, acp.AllowOnce}

// asks asks to run a command and says what was answered.
func asks(command string, kinds ...acp.PermissionOptionKind) answer {
	return func(ctx context.Context, c *turn) acp.StopReason {
		out := c.ask(ctx, "t1", command, kinds...)
		c.say("answered <" + string(out.OptionID) + ">")
		return acp.EndTurn
	}
}

// waiting runs a test with a card that has just appeared.
func waiting(t *testing.T, language string, a answer, f func(*lab)) {
	t.Helper()
	cfg := agents("Riker", "Data")
	cfg.Language = language
	inBubble(t, cfg, map[string]answer{"Riker": a, "Data": echo}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.appears()
		f(l)
	})
}

// appears lets the agents go on and draws one frame: the card's first, now.
func (l *lab) appears() {
	synctest.Wait()
	if ahead := time.Until(l.Now); ahead > 0 {
		time.Sleep(ahead)
	}
	l.Now = time.Now().Add(-widgettest.FrameTime)
	l.Frame()
}

// at draws the frame that comes a time after the card appeared.
func (l *lab) at(d time.Duration, f func()) {
	l.t.Helper()
	time.Sleep(d)
	l.Now = time.Now().Add(-widgettest.FrameTime) // the next frame is now
	f()
	l.wait()
}

func TestPermissionByClick(t *testing.T) {
	for _, c := range []struct{ language, button, option string }{
		{"en", "Allow once", "allow_once"}, {"en", "Always allow here", "allow_always"},
		{"en", "Never propose here", "reject_always"}, {"fr", "Refuser", "reject_once"}, {"fr", "Autoriser une fois", "allow_once"},
	} {
		waiting(t, c.language, asks("rm -rf build", allKinds...), func(l *lab) {
			l.sees(2, "rm -rf build") // the tool call and the card
			l.at(time.Second, func() { l.Click(semantic.Button, c.button) })
			l.sees(1, "answered <"+c.option+">")
			l.Type("x") // the composer has the focus again
			l.writes("Riker", "x")
		})
	}
}

func TestPermissionByKey(t *testing.T) {
	digit := func(name key.Name) func(*lab) { return func(l *lab) { l.Press(0, name) } }
	typed := func(s string) func(*lab) {
		return func(l *lab) { l.Queue(key.EditEvent{Text: s}); l.Settle() }
	}
	for _, c := range []struct {
		what  string
		press func(*lab)
		want  string
	}{
		{"US 1", digit("1"), "answered <allow_once>"},
		{"US 4", digit("4"), "answered <reject_once>"},
		{"French & for 1", digit("&"), "answered <allow_once>"},
		{"French é for 2, typed", typed("é"), "answered <allow_always>"},
		{"French \" for 3, typed", typed("\""), "answered <reject_always>"},
		{"French Shift+4", func(l *lab) { l.Press(key.ModShift, "4") }, "answered <reject_once>"},
		{"Esc", digit(key.NameEscape), "answered <reject_once>"},
		{"Tab past the command, then Enter on the first", func(l *lab) { l.Tab(key.FocusForward); l.Tab(key.FocusForward); l.Press(0, key.NameReturn) }, "answered <allow_once>"},
		{"Right twice, then Enter on the second", func(l *lab) {
			l.Press(0, key.NameRightArrow)
			l.Press(0, key.NameRightArrow)
			l.Press(0, key.NameReturn)
		}, "answered <allow_always>"},
		{"Right, Left, then Enter on the first", func(l *lab) {
			l.Press(0, key.NameRightArrow)
			l.Press(0, key.NameLeftArrow)
			l.Press(0, key.NameReturn)
		}, "answered <allow_once>"},
	} {
		waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
			l.at(time.Second, func() {
				l.Press(key.ModShortcut, "J")
				c.press(l)
			})
			if l.count(c.want) != 1 {
				t.Errorf("%s: no %q in\n%s", c.what, c.want, l.Dump())
			}
		})
	}
}

func TestPermissionIsInertAtFirst(t *testing.T) {
	for _, after := range []time.Duration{0, 100 * time.Millisecond, 499 * time.Millisecond} {
		for _, name := range []key.Name{key.NameReturn, key.NameSpace, "Y", "1", "&", key.NameEscape} {
			waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
				since := l.Now
				l.Press(key.ModShortcut, "J")
				time.Sleep(after)
				l.Now = since.Add(after - widgettest.FrameTime)
				l.Queue(key.Event{Name: name, State: key.Press}, key.Event{Name: name, State: key.Release}, key.EditEvent{Text: strings.ToLower(string(name))})
				l.Frame()
				l.wait()
				if l.count("answered") != 0 {
					t.Errorf("%s after %v answers", name, after)
				}
			})
		}
	}
	waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
		l.Press(key.ModShortcut, "J")
		l.at(501*time.Millisecond, func() { l.Press(0, "1") })
		l.sees(1, "answered <allow_once>")
	})
}

func TestPermissionNeverTakesTheFocus(t *testing.T) {
	waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
		l.at(time.Second, func() { l.Type("1 y") })
		l.writes("Riker", "1 y")
		l.sees(0, "answered")
		l.Press(0, key.NameEscape) // elsewhere Esc is Stop
		l.wait()
		l.sees(1, "answered <>")
	})
}

func TestPermissionClicksAreInertAtFirst(t *testing.T) {
	waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
		l.Click(semantic.Button, "Allow once")
		l.wait()
		l.sees(0, "answered")
	})
}

func TestPermissionOrderAndMissingReject(t *testing.T) {
	waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
		last := -1
		for _, label := range []string{"Allow once", "Always allow here", "Never propose here", "Refuse", "Stop the agent"} {
			n, ok := l.Find(semantic.Button, label)
			if !ok || n.Desc.Bounds.Min.X <= last {
				t.Errorf("%q is not there, or not after the one before:\n%s", label, l.Dump())
			}
			last = n.Desc.Bounds.Min.X
		}
	})
	waiting(t, "en", asks("ls", acp.AllowOnce, acp.RejectAlways), func(l *lab) {
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, key.NameEscape) }) // once, not always
		l.sees(1, "answered <>")
	})
	waiting(t, "en", asks("ls", acp.AllowOnce), func(l *lab) {
		l.sees(1, "offers no way to refuse")
		l.at(time.Second, func() { l.Click(semantic.Button, "Refuse") })
		l.sees(1, "answered <>")
	})
}

func TestPermissionsWaitInLine(t *testing.T) {
	three := func(ctx context.Context, c *turn) acp.StopReason {
		got := make(chan string, 3)
		for _, id := range []string{"a", "b", "c"} {
			go func() { got <- string(c.ask(ctx, id, "run "+id, allKinds...).OptionID) }()
			time.Sleep(time.Millisecond)
		}
		c.say("answered " + <-got + " " + <-got + " " + <-got)
		return acp.EndTurn
	}
	waiting(t, "en", three, func(l *lab) {
		l.pass(10 * time.Millisecond)
		l.sees(1, "1 of 3")
		if _, ok := l.Find(semantic.Unknown, "3 requests wait for you"); !ok {
			t.Errorf("no badge in\n%s", l.Dump())
		}
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, "1") })
		l.Press(0, "1") // the next card is inert
		l.wait()
		l.sees(1, "1 of 2")
		l.at(time.Second, func() { l.Press(0, "4") })
		l.at(time.Second, func() { l.Press(0, "1") })
		l.sees(1, "answered allow_once reject_once allow_once")
	})
	waiting(t, "en", three, func(l *lab) {
		l.at(time.Second, func() { l.Press(0, key.NameEscape) })
		l.sees(0, "1 of")
		if n := len(l.engine.Snapshot().Permissions); n != 0 {
			t.Errorf("%d requests wait after Stop", n)
		}
	})
}

func TestPermissionOfAnotherAgent(t *testing.T) {
	waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
		l.Press(key.ModShortcut, "2")
		l.sees(0, "wants to run")
		l.Press(key.ModShortcut, "J") // shows the conversation and gives the card the focus
		l.sees(1, "Riker wants to run a command on your computer")
		l.at(time.Second, func() { l.Press(0, "1") })
		l.sees(1, "answered <allow_once>")
	})
}

func TestStopTheAgentFromTheCard(t *testing.T) {
	waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
		l.at(time.Second, func() { l.Click(semantic.Button, "Stop the agent") })
		l.sees(0, "Allow once")
		l.sees(1, "not answered: you stopped the agent")
		l.pass(time.Minute)
		l.sees(1, "at rest · stopped by you")
	})
}

// Esc is told where it stops the answer, and not where it would refuse.
func TestEscIsToldWhereItStops(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(ctx context.Context, c *turn) acp.StopReason {
		c.ask(ctx, "t", "make", acp.AllowOnce, acp.RejectOnce)
		return acp.EndTurn
	}}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.appears()
		l.sees(1, "Esc")
		l.Press(key.ModShortcut, "J")
		l.sees(0, "Esc")
	})
}
