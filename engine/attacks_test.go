package engine

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// wanted is what a request that changes is about at first.
var wanted = acp.ToolCall{ID: "t", Title: "Clean", Kind: acp.ToolExecute, Status: acp.ToolPending, RawInput: []byte(`{"command":"rm -rf build"}`)}

// Who allows what they have read allows nothing else: what is about something
// else is another request, and is answered anew.
func TestARequestThatChangesIsAskedAnew(t *testing.T) {
	for name, c := range map[string]struct {
		change acp.SessionUpdate
		anew   bool
	}{
		"another command":               {progress(acp.ToolCall{ID: "t", RawInput: []byte(`{"command":"rm -rf notes.txt"}`)}), true},
		"another command in a new call": {start(acp.ToolCall{ID: "t", RawInput: []byte(`{"command":"rm -rf notes.txt"}`)}), true},
		"the environment of it":         {progress(acp.ToolCall{ID: "t", RawInput: []byte(`{"command":"rm -rf build","env":{"X":"1"}}`)}), true},
		"another kind":                  {progress(acp.ToolCall{ID: "t", Kind: acp.ToolEdit}), true},
		"another title":                 {progress(acp.ToolCall{ID: "t", Title: "Look"}), true},
		"a change of a file":            {progress(acp.ToolCall{ID: "t", Content: []acp.ToolCallContent{{Type: "diff", Path: "notes.txt", NewText: "x"}}}), true},
		"another place":                 {progress(acp.ToolCall{ID: "t", Locations: []acp.ToolCallLocation{{Path: "/etc/passwd"}}}), true},
		"how far it is":                 {progress(acp.ToolCall{ID: "t", Status: acp.ToolInProgress}), false},
		"the same again":                {progress(wanted), false},
		"some output":                   {progress(acp.ToolCall{ID: "t", Content: []acp.ToolCallContent{{Type: "content", Content: &acp.ContentBlock{Type: "text", Text: "x"}}}}), false},
		"another call":                  {progress(acp.ToolCall{ID: "u", RawInput: []byte(`{"command":"ls"}`)}), false},
	} {
		t.Run(name, func(t *testing.T) {
			var answered chan acp.PermissionOptionID
			var changed chan struct{}
			onBench(t, func(ctx context.Context, a *turnOf, _ string) acp.StopReason {
				go func() {
					o, _ := a.RequestPermission(context.Background(), acp.PermissionRequest{SessionID: a.session, ToolCall: wanted, Options: yesOrNo})
					answered <- o.OptionID
				}()
				<-changed
				a.update(c.change)
				<-ctx.Done()
				return acp.Cancelled
			}, func(b *bench) {
				answered, changed = make(chan acp.PermissionOptionID, 1), make(chan struct{})
				b.send("go")
				read := b.Snapshot().Permissions[0]
				close(changed)
				synctest.Wait()
				now := b.Snapshot().Permissions[0]
				if anew := read.ID != now.ID; anew != c.anew || now.Subject == nil {
					t.Errorf("asked anew: %t, want %t; %+v", anew, c.anew, now.Subject)
				}
				if taken := b.Answer(read.ID, "yes"); taken == c.anew {
					t.Errorf("the answer to what was read was taken: %t", taken)
				}
				if c.anew && !b.Answer(now.ID, "no") {
					t.Error("what is asked now cannot be answered")
				}
				synctest.Wait()
				b.Cancel(rikers)
				want := map[bool]acp.PermissionOptionID{true: "no", false: "yes"}[c.anew]
				if got := <-answered; got != want {
					t.Errorf("answered %q, want %q", got, want)
				}
			})
		})
	}
}

var yesOrNo = []acp.PermissionOption{{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}, {ID: "no", Name: "No", Kind: acp.RejectOnce}}

func progress(c acp.ToolCall) acp.SessionUpdate {
	return acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: c}
}

func start(c acp.ToolCall) acp.SessionUpdate {
	return acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: c}
}

// A second request for the same call may not put its words under the first.
func TestTwoRequestsForOneCall(t *testing.T) {
	var answers chan acp.PermissionOptionID
	var second chan struct{}
	onBench(t, func(ctx context.Context, a *turnOf, _ string) acp.StopReason {
		ask := func(c acp.ToolCall) {
			o, _ := a.RequestPermission(context.Background(), acp.PermissionRequest{SessionID: a.session, ToolCall: c, Options: yesOrNo})
			answers <- o.OptionID
		}
		go ask(acp.ToolCall{ID: "t", Kind: acp.ToolExecute, RawInput: []byte(`{"command":"ls"}`)})
		<-second
		ask(wanted)
		<-ctx.Done()
		return acp.Cancelled
	}, func(b *bench) {
		answers, second = make(chan acp.PermissionOptionID, 2), make(chan struct{})
		b.send("go")
		read := b.Snapshot().Permissions[0].ID
		close(second)
		synctest.Wait()
		list := b.Snapshot().Permissions
		if len(list) != 2 || b.Answer(read, "yes") {
			t.Fatalf("%d requests, the first answered as it was", len(list))
		}
		for _, p := range list {
			if p.Subject == nil || p.Subject.Command != "rm -rf build" {
				t.Errorf("%+v", p.Subject)
			}
		}
		b.Cancel(rikers)
		<-answers
		<-answers
	})
}

// While a copy is made of what was allowed, the call becomes another: nothing is
// allowed by it, nothing is written down as allowed.
func TestACallThatChangesWhileItIsCopied(t *testing.T) {
	for range 20 { // the copy may be made before the change comes: then that was allowed
		var answered chan acp.PermissionOptionID
		onBench(t, func(ctx context.Context, a *turnOf, _ string) acp.StopReason {
			go func() {
				o, _ := a.RequestPermission(context.Background(), acp.PermissionRequest{SessionID: a.session, ToolCall: wanted, Options: yesOrNo})
				answered <- o.OptionID
			}()
			<-ctx.Done()
			return acp.Cancelled
		}, func(b *bench) {
			answered = make(chan acp.PermissionOptionID, 1)
			b.send("go")
			b.Answer(b.Snapshot().Permissions[0].ID, "yes")
			b.update(func(s *state) bool {
				c := s.conversation(rikers)
				u := progress(acp.ToolCall{ID: "t", RawInput: []byte(`{"command":"rm -rf notes.txt"}`)})
				return c.process.apply(s, c, &u)
			})
			if d := b.decision(); d.Kind != "" && d.About != "rm -rf build" {
				t.Errorf("%+v", d)
			}
			if list := b.Snapshot().Permissions; len(list) == 1 && (list[0].Copying || list[0].NoCopy != "" || list[0].Subject.Command != "rm -rf notes.txt") {
				t.Errorf("%+v", list[0])
			}
			b.Cancel(rikers)
			<-answered
		})
	}
}

// One id for two answers: what is written down, and copied, is what was shown.
func TestOneIDForTwoAnswers(t *testing.T) {
	for _, first := range []acp.PermissionOptionKind{acp.AllowOnce, acp.RejectOnce} {
		second := map[acp.PermissionOptionKind]acp.PermissionOptionKind{acp.AllowOnce: acp.RejectOnce, acp.RejectOnce: acp.AllowOnce}[first]
		onBench(t, func(ctx context.Context, a *turnOf, _ string) acp.StopReason {
			a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session, ToolCall: wanted,
				Options: []acp.PermissionOption{{ID: "x", Name: "1", Kind: first}, {ID: "x", Name: "2", Kind: second}}})
			return acp.EndTurn
		}, func(b *bench) {
			b.send("go")
			if options := b.Snapshot().Permissions[0].Options; len(options) != 1 || options[0].Kind != first {
				t.Errorf("shown are %+v", options)
			}
			b.answer("x")
			if d := b.decision(); d.Kind != first || (d.Copy != conversation.NoCopy) != (first == acp.AllowOnce) {
				t.Errorf("written down: %+v", d)
			}
		})
	}
}

// More requests than anybody answers are refused, and Stop takes back the rest.
func TestRequestsWithoutEnd(t *testing.T) {
	const asked = maxWaiting + 20
	answers := map[acp.Outcome]int{}
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		got := make(chan acp.Outcome, asked)
		for i := range asked {
			go func() {
				o, _ := a.ask(context.Background(), acp.ToolCallID(fmt.Sprint(i)))
				got <- o
			}()
		}
		for range asked {
			answers[<-got]++
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("go")
		if n := len(l.Snapshot().Permissions); n != maxWaiting {
			t.Fatalf("%d requests wait", n)
		}
		l.Answer(l.Snapshot().Permissions[0].ID, "yes")
		l.Cancel(rikers)
		synctest.Wait()
		if v := l.view(); v.Turn != TurnIdle || answers[acp.Outcome{OptionID: "yes"}] != 1 || answers[acp.Outcome{}] != asked-1 {
			t.Errorf("turn %v, %v", v.Turn, answers)
		}
	})
}

// What grows by fragments without end grows in a builder: each costs what it is.
func TestGrowingWithoutEnd(t *testing.T) {
	const fragments, size = 20_000, 100
	for name, u := range map[string]acp.SessionUpdate{
		"summary": {Kind: acp.CompactionSummaryChunk, Content: acp.TextBlock(strings.Repeat("x", size))},
		"answer":  {Kind: acp.AgentMessageChunk, Content: acp.TextBlock(strings.Repeat("x", size))},
		"thought": {Kind: acp.AgentThoughtChunk, Content: acp.TextBlock(strings.Repeat("x", size))},
	} {
		c := &talk{log: conversation.NewLog(new(conversation.Clock))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range fragments {
			c.apply(&u, time.Time{})
		}
		c.log.Freeze()
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 20*fragments*size {
			t.Errorf("%s: %d bytes were allocated for %d", name, got, fragments*size)
		}
	}
}

// A name that the agent makes up stands in a sentence of ours, and makes no other.
func TestNamesInSentences(t *testing.T) {
	for name, want := range map[string]string{
		"fs/write_text_file":        "fs/write_text_file",
		"x).\n\nSidekicks: type\ty": "x). Sidekicks: type y",
		strings.Repeat("é", 200):    strings.Repeat("é", 50) + "…",
		"":                          "",
	} {
		if got := shortName(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}
