package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

func TestAWholeTurn(t *testing.T) {
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		a.update(acp.SessionUpdate{Kind: acp.AgentThoughtChunk, Content: acp.TextBlock("hm")})
		a.say("Hel")
		a.say("lo")
		a.update(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "look", Status: "pending"}}})
		a.update(acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: acp.ToolCall{ID: "t", Title: "ls", Kind: acp.ToolExecute}})
		a.update(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "look", Status: "completed"}}})
		a.tool(acp.ToolCall{ID: "t", Status: acp.ToolCompleted})
		a.update(acp.SessionUpdate{Kind: acp.UsageUpdate, Usage: acp.Usage{Used: 10, Size: 100}})
		a.say("Done.")
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("hello")
		l.expect(`
			user
			"hello"
			agent end_turn
			thought "hm"
			"Hello"
			plan look: completed
			tool execute "ls" completed
			"Done."`)
		if u := l.view().Usage; u == nil || u.Used != 10 || u.Size != 100 {
			t.Errorf("usage %+v", u)
		}
		if a := l.agentView(riker); a.Status != AgentIdle || a.Program != "scripted 1" {
			t.Errorf("agent %+v", a)
		}
	})
}

// TestMessageIsThereAtOnce: Send has put it in the snapshot when it returns.
func TestMessageIsThereAtOnce(t *testing.T) {
	inBubble(t, serve(echo), func(l *lab) {
		l.Send(rikers, "hello")
		if got := dump(l.view()); got != "user\n\"hello\"\nanswering" {
			t.Error(got)
		}
	})
}

func TestNothingIsSent(t *testing.T) {
	inBubble(t, serve(echo), func(l *lab) {
		before := l.Snapshot()
		for _, taken := range []bool{l.Send(rikers, " \n"), l.Send("nobody", "hello"),
			l.Answer(7, "yes"), l.EditQueued(rikers, 7, "x"), l.RemoveQueued(rikers, 7), l.SendAgain(rikers, 7), l.TakeBack(rikers, 7)} {
			if taken {
				t.Error("a command that could do nothing says that it did")
			}
		}
		l.Cancel(rikers)
		synctest.Wait()
		if l.Snapshot() != before {
			t.Error("nothing changed, and the snapshot did")
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

func TestCancelWhilePermissionsArePending(t *testing.T) {
	var outcomes []acp.Outcome
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		answers := make(chan acp.Outcome, 3)
		for _, id := range []acp.ToolCallID{"a", "b", "c"} {
			go func() {
				o, _ := a.ask(context.Background(), id)
				answers <- o
			}()
		}
		for range 3 {
			outcomes = append(outcomes, <-answers)
		}
		o, _ := a.ask(context.Background(), "d") // asked when Stop was pressed already
		outcomes = append(outcomes, o)
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		if s := l.Snapshot(); len(s.Permissions) != 3 || l.agentView(riker).Status != AgentWaiting || !s.Permissions[0].Tool.Asking {
			t.Fatalf("%d permissions, agent %v", len(s.Permissions), l.agentView(riker).Status)
		}
		l.Cancel(rikers)
		synctest.Wait()
		if len(l.Snapshot().Permissions) != 0 {
			t.Error("permissions are left")
		}
		if fmt.Sprint(outcomes) != "[{} {} {} {}]" {
			t.Errorf("outcomes %v", outcomes)
		}
		v := l.view()
		if v.Turn != TurnIdle || v.Messages[1].Stop != acp.Cancelled {
			t.Errorf("turn %v, %s", v.Turn, dump(v))
		}
	})
}

func TestAnswer(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		o, err := a.ask(ctx, "a")
		a.say(fmt.Sprintf("%s %v", o.OptionID, err))
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		l.expect(`
			user
			"one"
			agent streaming
			tool execute "rm a" pending asking
			answering`)
		id := l.Snapshot().Permissions[0].ID
		if l.Answer(id, "maybe") {
			t.Error("an answer that was not offered was taken")
		}
		if !l.Answer(id, "yes") || l.Answer(id, "no") {
			t.Error("not the first answer counts")
		}
		l.expect(`
			user
			"one"
			agent end_turn
			tool execute "rm a" pending cancelled
			"yes <nil>"`)
	})
}

func TestPermissionWithdrawn(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		a.ask(short, "a")
		<-ctx.Done()
		return acp.Cancelled, nil
	}), func(l *lab) {
		l.send("one")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if s := l.Snapshot(); len(s.Permissions) != 0 || l.agentView(riker).Status != AgentAnswering {
			t.Errorf("%d permissions, agent %v", len(s.Permissions), l.agentView(riker).Status)
		}
	})
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

func TestNotFound(t *testing.T) {
	each(t, func(string, int) acptest.Script { return nil }, func(l *lab) {
		l.Send(rikers, "one")
		l.Send(rikers, "two")
		l.expect(`
			user not sent
			"one"
			system agent-unavailable failed not-found Riker
			user not sent
			"two"`)
		if l.starts[riker] != 1 {
			t.Errorf("started %d times", l.starts[riker])
		}
	})
}

func TestIdleStop(t *testing.T) {
	inBubble(t, serve(echo), func(l *lab) {
		l.send("one")
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if a := l.agentView(riker); a.Status != AgentStopped || a.Reason != StoppedIdle {
			t.Errorf("agent %+v", a)
		}
		l.send("two")
		l.expect(`
			user
			"one"
			agent end_turn
			"echo one"
			system agent-restarted
			-----
			user
			"two"
			agent end_turn
			"echo two"`)
	})
}

func TestResume(t *testing.T) {
	past := func(_ context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		if r.SessionID != "s1" {
			return acp.SessionResponse{}, errors.New("no such session")
		}
		for _, u := range []acp.SessionUpdate{
			{Kind: acp.UserMessageChunk, Content: acp.TextBlock("one")},
			{Kind: acp.AgentMessageChunk, Content: acp.TextBlock("echo one")},
			{Kind: acp.AvailableCommandsUpdate, Commands: []acp.AvailableCommand{{Name: "review"}}},
		} {
			c.SessionUpdate(acp.SessionNotification{SessionID: r.SessionID, Update: u})
		}
		return acp.SessionResponse{}, nil
	}
	for _, name := range []string{"session/resume", "session/load"} {
		t.Run(name, func(t *testing.T) {
			h := handlers(echo)
			h.Initialize = func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
				return acp.InitializeResponse{ProtocolVersion: 1, ResumeSession: name == "session/resume", LoadSession: true}, nil
			}
			h.LoadSession = past
			if name == "session/resume" {
				h.ResumeSession, h.LoadSession = past, nil
			}
			inBubble(t, acptest.Serve(h), func(l *lab) {
				l.send("one")
				l.StopAgent(riker)
				synctest.Wait()
				l.send("two")
				l.expect(`
					user
					"one"
					agent end_turn
					"echo one"
					system session-resumed
					user
					"two"
					agent end_turn
					"echo two"`)
				if c := l.view().Commands; len(c) != 1 || c[0].Name != "review" {
					t.Errorf("commands %+v", c)
				}
			})
		})
	}
}

func TestNewConversation(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.say(string(a.session))
		if a.text() == "wait" {
			<-ctx.Done()
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		l.NewConversation(rikers)
		l.send("wait")
		l.NewConversation(rikers)
		l.send("three")
		l.expect(`
			user
			"one"
			agent end_turn
			"s1"
			system new-conversation
			user
			"wait"
			agent cancelled
			"s2"
			system new-conversation
			-----
			user
			"three"
			agent end_turn
			"s3"`)
		if l.starts[riker] != 1 {
			t.Errorf("started %d times", l.starts[riker])
		}
	})
}

// TestTwoConversationsOfOneAgent share its process, each with its own session.
func TestTwoConversationsOfOneAgent(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.say("a")
		o, _ := a.ask(ctx, "t")
		a.say(string(a.session) + string(o.OptionID))
		return acp.EndTurn, ctx.Err()
	}), func(l *lab) {
		l.update(func(s *state) bool { s.addConversation("second", riker); return true })
		l.Send(rikers, "one")
		synctest.Wait()
		l.Send("second", "two")
		synctest.Wait()
		p := l.Snapshot().Permissions
		if len(p) != 2 || p[0].Key != rikers || p[1].Key != "second" {
			t.Fatalf("permissions %+v", p)
		}
		l.Cancel(rikers)
		l.Answer(p[1].ID, "yes")
		l.expect(`
			user
			"one"
			agent cancelled
			"a"
			tool execute "rm t" pending cancelled
			"s1"`)
		want := trim(`
			user
			"two"
			agent end_turn
			"a"
			tool execute "rm t" pending cancelled
			"s2yes"`)
		if got := dump(viewOf(l.Snapshot(), "second")); got != want {
			t.Errorf("the second conversation:\n%s\nwant\n%s", got, want)
		}
		if l.starts[riker] != 1 {
			t.Errorf("started %d times", l.starts[riker])
		}
	})
}

// TestUpdatesOutsideOfTurns come before the session is known, after the answer
// and with no turn at all.
func TestUpdatesOutsideOfTurns(t *testing.T) {
	chunk := func(text string) acp.SessionNotification {
		return acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(text)}}
	}
	h := handlers(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.say("answer")
		go func() {
			time.Sleep(time.Minute)
			a.SessionUpdate(chunk(", late"))
		}()
		return acp.EndTurn, nil
	})
	newSession := h.NewSession
	h.NewSession = func(ctx context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		c.SessionUpdate(chunk("early "))
		c.SessionUpdate(acp.SessionNotification{SessionID: "other", Update: chunk("lost").Update})
		c.SessionUpdate(acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AvailableCommandsUpdate, Commands: []acp.AvailableCommand{{Name: "review"}}}})
		return newSession(ctx, c, r)
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		time.Sleep(2 * time.Minute)
		l.expect(`
			user
			"one"
			agent end_turn
			"early answer, late"`)
		if c := l.view().Commands; len(c) != 1 {
			t.Errorf("commands %+v", c)
		}
	})
}

func TestErrorsInWords(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"data.error": {&acp.AgentError{Code: -32603, Message: "Internal error", Data: []byte(`{"error":"generation timed out (stalled)"}`)}, "agent-error generation timed out (stalled)"},
		"message":    {&acp.AgentError{Code: -32603, Message: "broken"}, "agent-error broken"},
		"sign-in":    {&acp.AgentError{Code: -32603, Message: "401 Unauthorized"}, "sign-in 401 Unauthorized"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
				a.say("begun")
				return "", c.err
			}), func(l *lab) {
				l.send("one")
				l.expect(`
					user
					"one"
					agent failed ` + c.want + `
					"begun"`)
			})
		})
	}
}

func TestSignIn(t *testing.T) {
	signedIn := false
	h := handlers(echo)
	h.Initialize = func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
		return acp.InitializeResponse{ProtocolVersion: 1, AuthMethods: []acp.AuthMethod{{ID: "web", Name: "Log in"}}}, nil
	}
	newSession := h.NewSession
	h.NewSession = func(ctx context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		if !signedIn {
			return acp.SessionResponse{}, &acp.AgentError{Code: acp.CodeSignInNeeded, Message: "Authentication required"}
		}
		return newSession(ctx, c, r)
	}
	h.Authenticate = func(_ context.Context, _ *acp.AgentConn, id string) error {
		time.Sleep(time.Second)
		signedIn = id == "web"
		if !signedIn {
			return errors.New("no such method")
		}
		return nil
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		l.expect(`
			user not sent
			"one"
			system agent-unavailable failed sign-in Authentication required`)
		if m := l.agentView(riker).SignIn; len(m) != 1 || m[0].ID != "web" {
			t.Fatalf("methods %+v", m)
		}
		l.SignIn(riker, "fax")
		synctest.Wait()
		if l.agentView(riker).SigningIn != "fax" {
			t.Error("not shown while it runs")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if a := l.agentView(riker); a.SignInError == nil || a.SigningIn != "" || len(a.SignIn) != 1 {
			t.Errorf("after a failure: %+v", a)
		}
		l.SignIn(riker, "web")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if a := l.agentView(riker); a.SignInError != nil || len(a.SignIn) != 0 {
			t.Errorf("signed in: %+v", a)
		}
		l.SendAgain(rikers, l.view().Messages[0].ID)
		l.expect(`
			system agent-unavailable failed sign-in Authentication required
			user
			"one"
			agent end_turn
			"echo one"`)
	})
}

func TestModes(t *testing.T) {
	modes := &acp.SessionModes{Current: "ask", Available: []acp.SessionMode{{ID: "ask", Name: "Ask"}, {ID: "auto", Name: "Auto"}}}
	h := handlers(echo)
	newSession := h.NewSession
	h.NewSession = func(ctx context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		s, err := newSession(ctx, c, r)
		s.Modes = modes
		return s, err
	}
	h.SetMode = func(_ context.Context, _ *acp.AgentConn, r acp.SetModeRequest) error {
		if r.ModeID == "forbidden" {
			return &acp.AgentError{Code: -32602, Message: "not that"}
		}
		return nil
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		if v := l.view(); v.Mode != "ask" || len(v.Modes) != 2 {
			t.Errorf("mode %q of %+v", v.Mode, v.Modes)
		}
		l.SetMode(rikers, "auto")
		synctest.Wait()
		if v := l.view(); v.Mode != "auto" {
			t.Errorf("mode %q", v.Mode)
		}
		l.SetMode(rikers, "forbidden")
		l.expect(`
			user
			"one"
			agent end_turn
			"echo one"
			system setting-refused forbidden failed agent-error not that`)
	})
}

// TestModeAsOption is an agent that tells its mode as a config option.
func TestModeAsOption(t *testing.T) {
	options := func(mode string) []acp.ConfigOption {
		return []acp.ConfigOption{
			{ID: "model", Category: "model", Type: "select", CurrentValue: quoted("m")},
			{ID: "mode", Category: "mode", Type: "select", CurrentValue: quoted(mode), Options: []acp.ConfigOptionValue{{Value: "build", Name: "Build"}, {Value: "plan", Name: "Plan"}}}}
	}
	h := handlers(echo)
	newSession := h.NewSession
	h.NewSession = func(ctx context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		s, err := newSession(ctx, c, r)
		s.ConfigOptions = options("build")
		return s, err
	}
	h.SetConfigOption = func(_ context.Context, c *acp.AgentConn, r acp.SetConfigOptionRequest) ([]acp.ConfigOption, error) {
		c.SessionUpdate(acp.SessionNotification{SessionID: r.SessionID, Update: acp.SessionUpdate{Kind: acp.ConfigOptionUpdate, ConfigOptions: options("plan")}})
		return nil, nil
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		l.SetMode(rikers, "plan")
		synctest.Wait()
		if v := l.view(); v.Mode != "plan" || len(v.Modes) != 2 || v.Modes[0].Name != "Build" || len(v.Options) != 2 {
			t.Errorf("mode %q of %+v, options %+v", v.Mode, v.Modes, v.Options)
		}
	})
}

func TestLoopWarning(t *testing.T) {
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		out := acp.TextBlock("refused\nreally")
		for i := range 3 {
			a.tool(acp.ToolCall{ID: acp.ToolCallID(fmt.Sprint(a.number, i)), Title: "run", Status: acp.ToolFailed, Content: []acp.ToolCallContent{{Type: "content", Content: &out}}})
		}
		if a.text() == "end" {
			a.tool(acp.ToolCall{ID: "ok", Title: "run", Status: acp.ToolCompleted})
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		if f := l.view().Failures; f != (conversation.Streak{Count: 3, Warn: true, Tool: "run", Line: "refused"}) {
			t.Errorf("failures %+v", f)
		}
		l.send("two")
		if f := l.view().Failures; f.Count != 3 {
			t.Errorf("the message did not begin the count anew: %+v", f)
		}
		l.NewConversation(rikers)
		if f := l.view().Failures; f.Count != 0 {
			t.Errorf("a new conversation has %+v", f)
		}
		l.send("end")
		if f := l.view().Failures; f.Count != 0 {
			t.Errorf("after a success: %+v", f)
		}
	})
}

// TestWhatAgentsTellBeside is notices, titles, compaction, kinds that are not
// known, Qwen's usage and codex's command output.
func TestWhatAgentsTellBeside(t *testing.T) {
	inBubble(t, acptest.Raw(func(w *acptest.Wire) {
		m := opened(w)
		for _, u := range []string{
			`{"sessionUpdate":"notice","severity":"warning","title":"Low on tokens"}`,
			`{"sessionUpdate":"session_info_update","title":"Ship"}`,
			`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":""},"_meta":{"usage":{"totalTokens":1290}}}`,
			`{"sessionUpdate":"tool_call","toolCallId":"t","title":"ls","content":[{"type":"terminal","terminalId":"x"}]}`,
			`{"sessionUpdate":"tool_call_update","toolCallId":"t","_meta":{"terminal_output_delta":{"terminal_id":"x","data":"one\n"}}}`,
			`{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed","_meta":{"terminal_output_delta":{"terminal_id":"x","data":"two\n"}}}`,
			`{"sessionUpdate":"compaction_update","compactionId":"c","status":"in_progress"}`,
			`{"sessionUpdate":"compaction_summary_chunk","compactionId":"c","content":{"type":"text","text":"in "}}`,
			`{"sessionUpdate":"compaction_summary_chunk","compactionId":"c","content":{"type":"text","text":"short"}}`,
			`{"sessionUpdate":"compaction_update","compactionId":"c","status":"completed"}`,
			`{"sessionUpdate":"subagent_update","content":{"type":"text","text":"no text of the answer"}}`,
			`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"one"}}`,
			`{"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":"AAAA","mimeType":"image/png"}}`,
		} {
			says(w, u)
		}
		w.Line(`{"jsonrpc":"2.0","id":0,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/a","content":""}}`)
		answer, _ := w.Expect("")
		if !strings.Contains(string(answer.Error), "-32601") {
			t.Errorf("fs/write_text_file is answered %s", answer.Error)
		}
		w.Reply(m, `{"stopReason":"max_tokens"}`)
		w.Expect("never")
	}), func(l *lab) {
		l.send("one")
		l.expect(`
			user
			"one"
			system agent-notice warning "Low on tokens"
			agent
			tool  "ls" completed "one\ntwo\n"
			system compacted
			"in short"
			agent max_tokens
			content image 
			system unsupported-call fs/write_text_file`)
		v := l.view()
		if v.Title != "Ship" || v.Usage == nil || v.Usage.Used != 1290 || v.Unknown != 1 {
			t.Errorf("title %q, usage %+v, unknown %d", v.Title, v.Usage, v.Unknown)
		}
	})
}

func TestInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agents(riker, "Data")
		c.Limits.RunningAgents = 1
		l := newLab(t, c, func(string, int) acptest.Script { return serve(untilStopped) })
		defer l.end()
		l.Send("Data", "one")
		synctest.Wait()
		l.send("two")
		if v := l.view(); !v.InLine || v.Turn != TurnAnswering {
			t.Errorf("in line %v, turn %v", v.InLine, v.Turn)
		}
		l.Cancel("Data")
		synctest.Wait()
		l.expect(`
			user
			"two"
			agent streaming
			"begun"
			answering`)
	})
}

func TestConfigure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t, agents(riker, "Data", "Troi"), func(string, int) acptest.Script { return serve(untilStopped) })
		defer l.end()
		l.send("one")
		l.Configure(agents("Worf", "Data"))
		synctest.Wait()
		var names []string
		for _, a := range l.Snapshot().Agents {
			names = append(names, fmt.Sprint(a.Name, " ", a.Removed))
		}
		if got := strings.Join(names, ", "); got != "Worf false, Data false, Riker true" {
			t.Error(got)
		}
		l.expect(`
			user
			"one"
			agent cancelled
			"begun"`)
		if l.Send(rikers, "two") {
			t.Error("an agent that is gone took a message")
		}
		if c := l.Snapshot().Conversations; len(c) != 3 || c[0].Agent != "Worf" || c[2].Agent != riker {
			t.Errorf("conversations %+v", c)
		}
	})
}

func TestCloseEndsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agents("a", "b", "c")
		l := newLab(t, c, func(name string, _ int) acptest.Script {
			switch name {
			case "a":
				return serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
					a.ask(ctx, "t")
					return acp.EndTurn, nil
				})
			case "b":
				return acptest.Raw(deaf)
			}
			return serve(untilStopped)
		})
		for _, a := range c.Agents {
			l.Send(conversation.KeyOf(a.Name), "one")
			l.Send(conversation.KeyOf(a.Name), "two")
		}
		synctest.Wait()
		begin := time.Now()
		l.end()
		if d := time.Since(begin); d > 9*time.Second {
			t.Errorf("it took %v", d)
		}
		for _, v := range l.Snapshot().Conversations {
			if !strings.Contains(dump(v), "user not sent\n\"two\"") {
				t.Errorf("what was typed is lost:\n%s", dump(v))
			}
		}
		if l.Send("a", "three") {
			t.Error("taken after the end")
		}
	})
}

func TestASecondCloseForces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t, agents(riker), func(string, int) acptest.Script {
			return acptest.Raw(deaf)
		})
		l.send("one")
		begin := time.Now()
		l.Close()
		synctest.Wait()
		l.Close()
		<-l.Done()
		if d := time.Since(begin); d > time.Second {
			t.Errorf("it took %v", d)
		}
	})
}
