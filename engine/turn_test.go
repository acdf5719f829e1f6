package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

// TestMessageIsThereAtOnce: Send has put it in the snapshot when it returns.
func TestMessageIsThereAtOnce(t *testing.T) {
	inBubble(t, serve(echo), func(l *lab) {
		l.Send(rikers, "hello")
		if got := dump(l.view()); got != "user\n\"hello\"\nanswering" {
			t.Error(got)
		}
	})
}

func TestQueue(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		time.Sleep(time.Second)
		return echo(ctx, a)
	}), func(l *lab) {
		for _, s := range []string{"one", "two", "three", "four"} {
			l.send(s)
		}
		q := l.view().Queued
		if len(q) != 3 {
			t.Fatalf("queue %+v", q)
		}
		if !l.EditQueued(rikers, q[0].ID, "zwei") || !l.RemoveQueued(rikers, q[1].ID) || !l.EditQueued(rikers, q[2].ID, "vier") {
			t.Error("the queue could not be changed")
		}
		if q[0].Text != "two" {
			t.Error("a queue that was given out was written")
		}
		l.expect(`
			user
			"one"
			queued "zwei"
			queued "vier"
			answering`)
		time.Sleep(10 * time.Second)
		l.expect(`
			user
			"one"
			agent end_turn
			"echo one"
			user
			"zwei"
			agent end_turn
			"echo zwei"
			user
			"vier"
			agent end_turn
			"echo vier"`)
		if l.EditQueued(rikers, q[0].ID, "late") {
			t.Error("a message that was sent was edited")
		}
	})
}

func TestCancel(t *testing.T) {
	inBubble(t, serve(untilStopped), func(l *lab) {
		l.send("one")
		l.send("two")
		l.Cancel(rikers)
		l.expect(`
			user
			"one"
			agent cancelled
			"begun"
			user not sent
			"two"`)
		id := l.view().Messages[2].ID
		if !l.SendAgain(rikers, id) {
			t.Error("it could not be sent again")
		}
		l.expect(`
			user
			"one"
			agent cancelled
			"begun"
			user
			"two"
			agent streaming
			"begun"
			answering`)
	})
}

func TestTakeBack(t *testing.T) {
	inBubble(t, serve(untilStopped), func(l *lab) {
		l.send("one")
		l.Send(rikers, "two", acp.ContentBlock{Type: "resource_link", URI: "file:///a"})
		l.Cancel(rikers)
		synctest.Wait()
		m := l.view().Messages[2]
		if text, more := m.Typed(); text != "two" || len(more) != 1 || more[0].URI != "file:///a" {
			t.Errorf("typed %q and %+v", text, more)
		}
		if l.TakeBack(rikers, l.view().Messages[0].ID) {
			t.Error("a message that was sent was taken back")
		}
		if !l.TakeBack(rikers, m.ID) || len(l.view().Messages) != 2 {
			t.Error("it is still there")
		}
	})
}

// TestStoppedWhateverTheAgentSays: some agents answer end_turn, some an error.
func TestStoppedWhateverTheAgentSays(t *testing.T) {
	for name, err := range map[string]error{"end_turn": nil, "an error": &acp.AgentError{Code: -32603, Message: "aborted"}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
				a.say("begun")
				<-ctx.Done()
				a.say(" and ended")
				return acp.EndTurn, err
			}), func(l *lab) {
				l.send("one")
				l.Cancel(rikers)
				l.expect(`
					user
					"one"
					agent cancelled
					"begun and ended"`)
			})
		})
	}
}

// TestALateCancelDoesNotReachTheNextTurn presses Stop twice and sends at once.
func TestALateCancelDoesNotReachTheNextTurn(t *testing.T) {
	cancels := 0
	h := handlers(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		if a.number > 1 {
			return echo(ctx, a)
		}
		<-ctx.Done()
		time.Sleep(time.Second)
		return acp.Cancelled, nil
	})
	h.Cancel = func(*acp.AgentConn, acp.SessionID) { cancels++ }
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		l.Cancel(rikers)
		l.send("two")
		l.expect(`
			user
			"one"
			queued "two"
			stopping`)
		time.Sleep(2 * time.Second)
		l.Cancel(rikers) // nothing runs any more
		l.expect(`
			user
			"one"
			agent cancelled
			user
			"two"
			agent end_turn
			"echo two"`)
		if cancels != 1 {
			t.Errorf("%d session/cancel", cancels)
		}
	})
}

func TestOverdue(t *testing.T) {
	each(t, func(_ string, n int) acptest.Script {
		if n == 1 {
			return acptest.Raw(deaf)
		}
		return serve(echo)
	}, func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		time.Sleep(4900 * time.Millisecond)
		synctest.Wait()
		if v := l.view(); v.Overdue || v.Turn != TurnStopping {
			t.Error("overdue too early")
		}
		time.Sleep(200 * time.Millisecond)
		l.send("two")
		l.expect(`
			user
			"one"
			agent streaming
			"begun"
			queued "two"
			overdue`)
		l.RestartAgent(riker)
		time.Sleep(10 * time.Second)
		l.expect(`
			user
			"one"
			agent cancelled
			"begun"
			system agent-restarted
			-----
			user
			"two"
			agent end_turn
			"echo two"`)
	})
}

// TestStopBeforeTheAgentIsThere stops while the agent starts: it never gets the message.
func TestStopBeforeTheAgentIsThere(t *testing.T) {
	inBubble(t, acptest.Raw(func(w *acptest.Wire) {
		w.Expect("initialize")
		w.Expect("never")
	}), func(l *lab) {
		l.send("one")
		if s := l.agentView(riker).Status; s != AgentStarting {
			t.Errorf("agent %v", s)
		}
		l.Cancel(rikers)
		l.expect(`
			user not sent
			"one"`)
	})
}

func TestStopBeforeTheSessionIsThere(t *testing.T) {
	h := handlers(echo)
	h.NewSession = func(ctx context.Context, _ *acp.AgentConn, _ acp.SessionRequest) (acp.SessionResponse, error) {
		<-ctx.Done()
		return acp.SessionResponse{}, ctx.Err()
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		l.expect(`
			user not sent
			"one"`)
	})
}

func TestCrash(t *testing.T) {
	each(t, func(_ string, n int) acptest.Script {
		if n > 1 {
			return serve(echo)
		}
		return acptest.Raw(func(w *acptest.Wire) {
			opened(w)
			says(w, chunk("I was about"))
			w.Line(`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t","title":"ls"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}`)
		})
	}, func(l *lab) {
		l.Send(rikers, "one")
		l.Send(rikers, "two")
		l.expect(`
			user
			"one"
			agent failed exited 1
			"I was about"
			tool  "ls" cancelled
			user not sent
			"two"`)
		if a := l.agentView(riker); a.Status != AgentFailed || a.Failure == nil || a.Failure.Code != conversation.FailedExited {
			t.Errorf("agent %+v", a)
		}
		if n := len(l.Snapshot().Permissions); n != 0 {
			t.Errorf("%d permissions of a dead process", n)
		}
		l.send("three")
		l.expect(`
			user
			"one"
			agent failed exited 1
			"I was about"
			tool  "ls" cancelled
			user not sent
			"two"
			system agent-restarted
			-----
			user
			"three"
			agent end_turn
			"echo three"`)
	})
}
