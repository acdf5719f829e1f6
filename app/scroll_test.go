package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"

	"sidekicks/engine/acp"
)

func TestReadingBackIsNotDisturbed(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(_ context.Context, c *turn) acp.StopReason {
		c.say("The beginning.\n\n" + strings.Repeat("A paragraph.\n\n", 60))
		time.Sleep(10 * time.Second)
		c.say("The end.")
		return acp.EndTurn
	}}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(0, "The beginning.")
		l.Press(key.ModShortcut, key.NameHome)
		l.sees(1, "The beginning.")
		l.pass(20 * time.Second)
		l.sees(1, "The beginning.")
		l.sees(0, "The end.")
		l.button("Go to the end")
		l.sees(1, "The end.")
		l.Press(0, key.NamePageUp)
		l.sees(0, "The end.")
		l.Press(0, key.NamePageDown)
		l.sees(1, "The end.")
		l.Press(key.ModShortcut, key.NameUpArrow) // to the own message
		l.sees(1, "The beginning.")
		l.Press(key.ModShortcut, key.NameEnd)
		l.sees(1, "The end.")
		l.Type("x") // the composer has the focus all along
		l.writes("Riker", "x")
	})
}

func TestOwnMessagesByKey(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(_ context.Context, c *turn) acp.StopReason {
		c.say(strings.Repeat("A paragraph.\n\n", 40))
		return acp.EndTurn
	}}, func(l *lab) {
		for _, text := range []string{"first question", "second question", "third question"} {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		for _, step := range []struct {
			name key.Name
			sees string
		}{{key.NameUpArrow, "third"}, {key.NameUpArrow, "second"}, {key.NameUpArrow, "first"}, {key.NameUpArrow, "first"}, {key.NameDownArrow, "second"}, {key.NameDownArrow, "third"}} {
			l.Press(key.ModShortcut, step.name)
			if !inView(l.Harness, step.sees+" question") {
				t.Errorf("%s: the %s question is not in view", step.name, step.sees)
			}
		}
		l.Press(key.ModShortcut, key.NameDownArrow)
		l.sees(0, "Go to the end")
		l.Type("x")
		l.writes("Riker", "x")
	})
}
