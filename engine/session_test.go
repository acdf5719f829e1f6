package engine

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

func TestNotFound(t *testing.T) {
	var queued chan struct{} // the start fails once the second message waits for it too
	each(t, func(string, int) acptest.Script { <-queued; return nil }, func(l *lab) {
		queued = make(chan struct{})
		l.Send(rikers, "one")
		l.Send(rikers, "two")
		close(queued)
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

// TestResumeIsAskedOfThoseThatCan: an agent that does not say that it can load
// a session is not asked to.
func TestResumeIsAskedOfThoseThatCan(t *testing.T) {
	h := handlers(echo)
	asked := 0
	h.LoadSession = func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
		asked++
		return acp.SessionResponse{}, nil
	}
	h.ResumeSession = h.LoadSession
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		l.StopAgent(riker)
		synctest.Wait()
		l.send("two")
		if asked != 0 {
			t.Errorf("asked %d times", asked)
		}
	})
}

// TestANewSessionKnowsNothingOfTheLast: what an earlier session had told of
// itself is not shown of one that tells nothing.
func TestANewSessionKnowsNothingOfTheLast(t *testing.T) {
	title := "the first"
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		if a.text() == "one" {
			a.SessionUpdate(acp.SessionNotification{SessionID: a.session, Update: acp.SessionUpdate{Kind: acp.SessionInfoUpdate, Title: &title}})
			a.SessionUpdate(acp.SessionNotification{SessionID: a.session, Update: acp.SessionUpdate{
				Kind: acp.AvailableCommandsUpdate, Commands: []acp.AvailableCommand{{Name: "review"}}}})
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		if v := l.view(); v.Title != title || len(v.Commands) != 1 {
			t.Fatalf("title %q, commands %v", v.Title, v.Commands)
		}
		l.StopAgent(riker)
		synctest.Wait()
		l.send("two")
		if v := l.view(); v.Title != "" || len(v.Commands) != 0 {
			t.Errorf("title %q, commands %v", v.Title, v.Commands)
		}
	})
}

// An agent that was asked to load a session, given up on, may tell the past all
// the same, and late: it is not asked again before it has answered.
func TestStopWhileItLoads(t *testing.T) {
	loads := 0
	each(t, func(_ string, n int) acptest.Script {
		h := handlers(echo)
		h.Initialize = func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
			return acp.InitializeResponse{ProtocolVersion: 1, LoadSession: true}, nil
		}
		h.LoadSession = func(_ context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
			if loads++; loads == 1 {
				time.Sleep(3 * time.Second)
			}
			c.SessionUpdate(acp.SessionNotification{SessionID: r.SessionID, Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock("past")}})
			return acp.SessionResponse{}, nil
		}
		return acptest.Serve(h)
	}, func(l *lab) {
		l.send("one")
		l.StopAgent(riker)
		synctest.Wait()
		l.send("two")
		l.Cancel(rikers)
		l.send("three")
		time.Sleep(10 * time.Second)
		l.expect(`
			user
			"one"
			agent end_turn
			"echo one"
			user not sent
			"two"
			system session-resumed
			user
			"three"
			agent end_turn
			"echo three"`)
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

func TestErrorsInWords(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"data.error": {&acp.AgentError{Code: -32603, Message: "Internal error", Data: []byte(`{"error":"generation timed out (stalled)"}`)}, "agent-error generation timed out (stalled)"},
		"message":    {&acp.AgentError{Code: -32603, Message: "broken"}, "agent-error broken"},
		"sign-in":    {&acp.AgentError{Code: -32603, Message: "401 Unauthorized"}, "sign-in-untold 401 Unauthorized"},
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

// An agent that answers needs no signing in: a person did that in a terminal,
// or by a key in the agent's env.
func TestAnAnswerShowsThatOneIsSignedIn(t *testing.T) {
	h := handlers(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		if a.text() == "refused" {
			return "", &acp.AgentError{Code: acp.CodeSignInNeeded, Message: "Authentication required"}
		}
		if a.text() == "failed" {
			return "", &acp.AgentError{Code: -32603, Message: "overloaded"}
		}
		return acp.EndTurn, nil
	})
	h.Initialize = func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
		return acp.InitializeResponse{ProtocolVersion: 1, AuthMethods: []acp.AuthMethod{{ID: "key", Name: "By key"}}}, nil
	}
	h.Authenticate = func(context.Context, *acp.AgentConn, string) error { return errors.New("no such method") }
	inBubble(t, acptest.Serve(h), func(l *lab) {
		for _, c := range []struct {
			text  string
			needs int
		}{{"refused", 1}, {"failed", 1}, {"answered", 0}, {"refused", 1}} {
			l.send(c.text)
			if a := l.agentView(riker); len(a.SignIn) != c.needs {
				t.Errorf("%s: %d ways to sign in, want %d", c.text, len(a.SignIn), c.needs)
			}
			l.SignIn(riker, "key")
			synctest.Wait()
		}
		l.send("answered")
		if a := l.agentView(riker); a.SignInError != nil {
			t.Errorf("still shown: %+v", a.SignInError)
		}
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
