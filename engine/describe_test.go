package engine

import (
	"context"
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp"
	"sidekicks/engine/permission"
)

func TestRequestsAreDescribed(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			a.ask(context.Background(), "a")
		}()
		<-ctx.Done()
		<-done
		return acp.Cancelled, nil
	}), func(l *lab) {
		l.send("one")
		p := l.Snapshot().Permissions[0]
		if p.Subject == nil || p.Subject.Verb != permission.Run || p.Subject.Command != "rm a" || len(p.Subject.Findings) != 1 || p.Subject.Findings[0].Act != permission.Delete {
			t.Fatalf("%+v", p.Subject)
		}
		if p.Loss == nil || p.Loss.Files > 0 || p.Keeps {
			t.Errorf("nothing is there: %+v, a copy is promised: %t", p.Loss, p.Keeps)
		}
		l.Cancel(rikers)
		synctest.Wait()
		if p.Subject.Command != "rm a" {
			t.Error("a subject that was given out has changed")
		}
	})
}

// Some agents tell what they want to change after they asked.
func TestRequestsAreDescribedAgain(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			a.ask(context.Background(), "a")
		}()
		if a.text() == "change" {
			for range 3 { // after the request: the stream keeps its order
				a.update(acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: acp.ToolCall{ID: "a", RawInput: []byte(`{"command":"git reset --hard"}`)}})
			}
		}
		<-ctx.Done()
		<-done
		return acp.Cancelled, nil
	}), func(l *lab) {
		l.send("change")
		synctest.Wait()
		p := l.Snapshot().Permissions[0]
		if p.Subject == nil || p.Subject.Command != "git reset --hard" || p.Loss != nil {
			t.Fatalf("%+v %+v", p.Subject, p.Loss)
		}
		l.Cancel(rikers)
	})
}

// Who allows a change of a file allows that text in that place, and nothing else.
func TestAnotherChangeIsAnotherRequest(t *testing.T) {
	old, other, empty := "old", "other", ""
	edit := func(path, text string, before *string) acp.ToolCall {
		return acp.ToolCall{ID: "t", Kind: acp.ToolEdit, Content: []acp.ToolCallContent{{Type: "diff", Path: path, NewText: text, OldText: before}}}
	}
	again := "old" // the same text, told again
	asked, created := edit("a", "new", &old), edit("a", "new", nil)
	for name, c := range map[string]struct {
		before, after acp.ToolCall
		same          bool
	}{
		"the same":                     {asked, edit("a", "new", &again), true},
		"the same new file":            {created, edit("a", "new", nil), true},
		"another file":                 {asked, edit("b", "new", &old), false},
		"another text":                 {asked, edit("a", "newer", &old), false},
		"instead of another text":      {asked, edit("a", "new", &other), false},
		"a new file now":               {asked, created, false},
		"no new file any more":         {created, asked, false},
		"an empty file, and not a new": {created, edit("a", "new", &empty), false},
		"no change any more":           {asked, acp.ToolCall{ID: "t", Kind: acp.ToolEdit}, false},
		"one more change":              {asked, acp.ToolCall{ID: "t", Kind: acp.ToolEdit, Content: append(asked.Content, created.Content...)}, false},
		"text beside the change":       {asked, acp.ToolCall{ID: "t", Kind: acp.ToolEdit, Content: append([]acp.ToolCallContent{{Type: "content"}}, asked.Content...)}, true},
	} {
		if got := sameRequest(c.before, c.after); got != c.same {
			t.Errorf("%s: the same request: %t, want %t", name, got, c.same)
		}
	}
}
