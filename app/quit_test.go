package app

import (
	"context"
	"testing"

	"gioui.org/io/semantic"

	"sidekicks/engine/acp"
)

// Quitting while a card asks: the person is asked first, and the agent gets its
// answer before it ends.
func TestQuittingWithACardOpen(t *testing.T) {
	var got acp.Outcome
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(ctx context.Context, c *turn) acp.StopReason {
		got = acp.Outcome{OptionID: "none"}
		got = c.ask(context.WithoutCancel(ctx), "t", "rm -rf build", acp.AllowOnce, acp.RejectOnce)
		return acp.Cancelled
	}}, func(l *lab) {
		l.tell("go")
		l.app.CloseRequested()
		l.wait()
		if l.engine.Snapshot().Closing {
			t.Fatal("it ends without a word")
		}
		l.Click(semantic.Button, "Quit")
		l.wait()
		if s := l.engine.Snapshot(); !s.Closing || len(s.Permissions) > 0 || got.OptionID != "" {
			t.Errorf("closing %v, %d permissions, answered %q", s.Closing, len(s.Permissions), got.OptionID)
		}
	})
}
