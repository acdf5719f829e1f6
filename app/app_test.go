package app

import (
	"context"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

func TestEnterToAnswer(t *testing.T) {
	for _, c := range []struct{ language, hint string }{{"en", "Write to Riker…"}, {"fr", "Écrire à Riker…"}} {
		cfg := agents("Riker")
		cfg.Language = c.language
		var answers chan struct{}
		inBubble(t, cfg, map[string]answer{"Riker": func(ctx context.Context, c *turn) acp.StopReason {
			<-answers
			return echo(ctx, c)
		}}, func(l *lab) {
			answers = make(chan struct{})
			l.sees(1, c.hint)
			l.Type("hello Riker")
			l.Queue(key.Event{Name: key.NameReturn, State: key.Press})
			l.Frame() // in the very frame of the key
			l.sees(1, "hello Riker")
			l.sees(1, c.hint)
			close(answers)
			l.wait()
			l.sees(1, "echo hello Riker")
		})
	}
}

func TestAnswerStreams(t *testing.T) {
	var next chan string
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(ctx context.Context, c *turn) acp.StopReason {
		for text := range next {
			c.say(text)
		}
		return acp.EndTurn
	}}, func(l *lab) {
		next = make(chan string)
		l.Type("go")
		l.Press(0, key.NameReturn)
		for _, step := range []struct{ say, sees string }{{"One ", "One"}, {"and two.", "One and two."}, {"\n\nThree.", "Three."}} {
			next <- step.say
			l.wait()
			l.sees(1, step.sees)
		}
		close(next)
		l.wait()
		l.sees(1, "One and two.")
	})
}

func TestStop(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "begun go")
		l.Press(0, key.NameEscape)
		l.wait()
		if turn := l.view("Riker").Turn; turn != engine.TurnIdle {
			t.Errorf("the turn is %d after Esc", turn)
		}
		l.sees(1, "Stopped.")
		l.Type("again")
		l.Press(0, key.NameReturn)
		l.wait()
		l.button("Stop")
		if turn := l.view("Riker").Turn; turn != engine.TurnIdle {
			t.Errorf("the turn is %d after the button", turn)
		}
	})
}

func TestQueueIsEditedAndRemoved(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		for _, text := range []string{"first", "second", "third"} {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		l.sees(1, "“second”")
		l.button("Edit")
		l.Type(" edited")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "“second edited”")
		l.button("Remove")
		l.sees(0, "second")
	})
}

func TestAgentByKey(t *testing.T) {
	answers := map[string]answer{"Riker": echo, "Data": echo, "Troi": echo}
	for _, c := range []struct {
		what string
		mods key.Modifiers
		name key.Name
		want string
	}{
		{"US Ctrl+2", key.ModShortcut, "2", "Data"},
		{"US Ctrl+3", key.ModShortcut, "3", "Troi"},
		{"French Ctrl+3", key.ModShortcut, "\"", "Troi"},
		{"French Ctrl+Shift+2", key.ModShortcut | key.ModShift, "2", "Data"},
		{"Ctrl+Tab", key.ModCtrl, key.NameTab, "Data"},
		{"Ctrl+Shift+Tab", key.ModCtrl | key.ModShift, key.NameTab, "Troi"},
		{"Alt+Down", key.ModAlt, key.NameDownArrow, "Data"},
		{"Alt+Up at the top", key.ModAlt, key.NameUpArrow, "Riker"},
		{"a number nobody has", key.ModShortcut, "9", "Riker"},
	} {
		inBubble(t, agents("Riker", "Data", "Troi"), answers, func(l *lab) {
			l.Press(c.mods, c.name)
			l.sees(1, "Write to "+c.want+"…")
			l.Type("x") // the composer has the focus
			if l.app.page.Drafts() != 1 {
				t.Errorf("%s: the composer does not have the focus", c.what)
			}
		})
	}
}

func TestDraftsStayWithTheirAgent(t *testing.T) {
	inBubble(t, agents("Riker", "Data"), map[string]answer{"Riker": echo, "Data": echo}, func(l *lab) {
		l.Type("for Riker")
		l.Press(key.ModShortcut, "2")
		l.Type("for Data")
		l.button("Riker")
		l.writes("Riker", "for Riker")
		l.writes("Data", "for Data")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "echo for Riker")
	})
}

func TestStreamToAnAgentThatIsNotSelected(t *testing.T) {
	inBubble(t, agents("Riker", "Data"), map[string]answer{"Riker": echo, "Data": func(_ context.Context, c *turn) acp.StopReason {
		for _, s := range []string{"unseen ", "until ", "now"} {
			time.Sleep(time.Second)
			c.say(s)
		}
		return acp.EndTurn
	}}, func(l *lab) {
		l.Press(key.ModShortcut, "2")
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.Press(key.ModShortcut, "1")
		l.pass(10 * time.Second)
		l.sees(0, "unseen")
		l.Press(key.ModShortcut, "2")
		l.sees(1, "unseen until now")
		l.pass(time.Second)
		l.sees(1, "unseen until now")
	})
}

func TestElapsedTimeTicksOnceASecondWhileSomethingRuns(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		l.pass(time.Minute) // the caret has stopped
		l.Frame()
		if when, ok := l.Wakeup(); ok {
			t.Errorf("at rest a frame is wanted %v from now", when.Sub(l.Now))
		}
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.pass(30 * time.Second)
		l.sees(1, "is answering · 30\u00a0s")
		l.pass(20 * time.Second) // the caret has stopped
		l.Frame()
		if when, ok := l.Wakeup(); !ok || when.Sub(l.Now) > time.Second || !when.After(l.Now) {
			t.Errorf("while it answers a frame is wanted %v from now (%t)", when.Sub(l.Now), ok)
		}
	})
}

func TestClosing(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.Type("next")
		l.Press(0, key.NameReturn)
		l.Type("a draft")
		l.wait()
		l.app.CloseRequested()
		l.wait()
		for _, s := range []string{"Quit Sidekicks?", "1 answer is not finished.", "1 message waits to be sent.", "1 message is written and not sent."} {
			l.sees(1, s)
		}
		l.Press(0, key.NameEscape)
		l.sees(0, "Quit Sidekicks?")
		l.Type("!") // the composer has the focus again
		l.writes("Riker", "a draft!")
		l.app.CloseRequested()
		l.wait()
		l.Click(semantic.Button, "Quit")
		if !l.engine.Snapshot().Closing {
			t.Error("the engine is not closing")
		}
	})
}

// An agent may ask when its turn has ended: who closes the window is told.
func TestClosingWithAQuestionOpen(t *testing.T) {
	asksLater := func(_ context.Context, c *turn) acp.StopReason {
		go c.ask(context.Background(), "t", "ls", acp.AllowOnce, acp.RejectOnce) // ends with the agent's stream
		return acp.EndTurn
	}
	inBubble(t, agents("Riker"), map[string]answer{"Riker": asksLater}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.app.CloseRequested()
		l.wait()
		l.sees(1, "Quit Sidekicks?")
		l.sees(1, "1 question of an agent is not answered.")
		l.Click(semantic.Button, "Quit")
		if !l.engine.Snapshot().Closing {
			t.Error("the engine is not closing")
		}
	})
}

func TestClosingAtRestAsksNothing(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.app.CloseRequested()
		if !l.engine.Snapshot().Closing {
			t.Error("the engine is not closing")
		}
	})
}

func TestPalette(t *testing.T) {
	inBubble(t, agents("Riker", "Data"), map[string]answer{"Riker": echo, "Data": echo}, func(l *lab) {
		l.Press(key.ModShortcut, "K")
		l.Type("go to d")
		l.Press(0, key.NameReturn)
		l.sees(1, "Write to Data…")
		l.Press(key.ModShortcut, "K")
		l.Press(0, key.NameDownArrow)
		l.Press(0, key.NameUpArrow)
		l.Press(0, key.NameReturn)
		l.sees(1, "Write to Riker…")
		l.Press(key.ModShortcut, "K")
		l.Press(0, key.NameEscape)
		l.Type("typed")
		l.writes("Riker", "typed")
	})
}

func TestHelpListsEveryKey(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Size.Y = 2000
		l.Press(0, key.NameF1)
		for _, b := range withKeys {
			if l.count(b.Label(l.app.words)) == 0 {
				t.Errorf("%q is not in the help", b.Label(l.app.words))
			}
		}
		l.Press(0, key.NameF1)
		l.sees(0, l.app.words.CloseOrStop)
	})
}

func TestZoom(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		normal := l.app.theme.Body.Size
		l.Press(key.ModShortcut, "+")
		if l.app.theme.Body.Size <= normal {
			t.Error("Ctrl++ does not enlarge the text")
		}
		l.Press(key.ModShortcut, "-")
		l.Press(key.ModShortcut, "-")
		if l.app.theme.Body.Size >= normal {
			t.Error("Ctrl+- does not make the text smaller")
		}
		l.Press(key.ModShortcut, "0")
		if l.app.theme.Body.Size != normal {
			t.Error("Ctrl+0 does not bring back the size")
		}
	})
}

func TestSystemChangesLive(t *testing.T) {
	c := agents("Riker")
	c.Language, c.Theme = "auto", "auto"
	inBubble(t, c, map[string]answer{"Riker": echo}, func(l *lab) {
		l.app.SetSystem(System{Dark: true, Locale: "fr_FR.UTF-8"})
		l.wait()
		l.sees(1, "Écrire à Riker…")
		if !l.app.theme.Dark {
			t.Error("the theme stays light")
		}
	})
}

func TestCopyAnswer(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Type("**bold**")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Press(key.ModShortcut|key.ModShift, "C")
		if l.Clipboard != "echo **bold**" {
			t.Errorf("copied %q", l.Clipboard)
		}
	})
}

func TestRecall(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Type("once")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Press(0, key.NameUpArrow)
		l.Press(0, key.NameReturn)
		l.wait()
		if n := len(l.view("Riker").Messages); n != 4 {
			t.Errorf("%d messages, want 4", n)
		}
	})
}

func TestNoAgents(t *testing.T) {
	inBubble(t, config.Config{Language: "en"}, nil, func(l *lab) {
		l.sees(1, "No agent is configured.")
		l.Press(key.ModShortcut, "K")
		l.Press(0, key.NameEscape)
		l.Press(key.ModShortcut, "1")
		l.Press(key.ModShortcut, "N")
		l.Press(key.ModCtrl, key.NameTab)
	})
}
