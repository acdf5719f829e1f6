package engine

import (
	"context"
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

// moody is an agent with modes, that is in one of them and tells it when it is
// given a message.
func moody(mode acp.SessionModeID, f func(ctx context.Context, a *turnOf) (acp.StopReason, error)) acptest.Script {
	h := handlers(f)
	h.NewSession = func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
		return acp.SessionResponse{SessionID: "s1", Modes: &acp.SessionModes{Current: mode, Available: []acp.SessionMode{
			{ID: "yolo", Name: "YOLO"}, {ID: "default", Name: "Default"}}}}, nil
	}
	h.SetMode = func(_ context.Context, _ *acp.AgentConn, r acp.SetModeRequest) error {
		if r.ModeID == "locked" {
			return &acp.AgentError{Message: "not here"}
		}
		return nil
	}
	return acptest.Serve(h)
}

func confirming(t *testing.T, s acptest.Script, f func(l *lab)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := &lab{t: t, starts: map[string]int{}, script: func(string, int) acptest.Script { return s }}
		l.Engine = New(Options{Config: agents(riker), Start: l.start, Confirm: true})
		defer l.end()
		f(l)
	})
}

func TestAnAgentThatActsIsConfirmedOnce(t *testing.T) {
	confirming(t, moody("yolo", echo), func(l *lab) {
		l.send("one")
		if v := l.view(); !v.Confirm || v.Turn != TurnAnswering || len(v.Messages) != 1 {
			t.Fatalf("%+v", v)
		}
		l.Proceed(rikers, "")
		l.expect(`
			user
			"one"
			agent end_turn
			"echo one"`)
		l.send("two")
		if v := l.view(); v.Confirm || v.Turn != TurnIdle {
			t.Errorf("asked again: %+v", v)
		}
	})
}

func TestAnAgentThatActsIsMadeToAsk(t *testing.T) {
	confirming(t, moody("yolo", echo), func(l *lab) {
		l.send("one")
		l.Proceed(rikers, "locked")
		synctest.Wait()
		if v := l.view(); !v.Confirm {
			t.Error("a message went although the mode was refused")
		}
		l.Proceed(rikers, "default")
		synctest.Wait()
		if v := l.view(); v.Mode != "default" || v.Turn != TurnIdle || v.Messages[len(v.Messages)-1].Stop != acp.EndTurn {
			t.Errorf("mode %s: %s", v.Mode, dump(v))
		}
	})
}

func TestStopBeforeAnAgentActs(t *testing.T) {
	confirming(t, moody("yolo", echo), func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		l.expect(`
			user not sent
			"one"`)
		l.send("two")
		if !l.view().Confirm {
			t.Error("not asked again after a refusal")
		}
	})
}

func TestAnAgentThatAsksIsNotConfirmed(t *testing.T) {
	confirming(t, moody("default", echo), func(l *lab) {
		l.send("one")
		if v := l.view(); v.Confirm || v.Turn != TurnIdle {
			t.Errorf("%+v", v)
		}
	})
}

// What an agent does counts where its mode says nothing.
func TestAnAgentThatDidNotAsk(t *testing.T) {
	confirming(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		switch a.text() {
		case "ask":
			a.ask(ctx, "a")
			a.tool(acp.ToolCall{ID: "a", Status: acp.ToolCompleted})
		case "read":
			a.tool(acp.ToolCall{ID: "b", Kind: acp.ToolRead, Title: "notes", Status: acp.ToolCompleted})
		case "fail":
			a.tool(acp.ToolCall{ID: "d", Kind: acp.ToolExecute, Title: "make", Status: acp.ToolFailed})
		case "act":
			a.tool(acp.ToolCall{ID: "c", Kind: acp.ToolExecute, Title: "make", Status: acp.ToolCompleted})
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("ask")
		l.Answer(l.Snapshot().Permissions[0].ID, "yes")
		synctest.Wait()
		l.send("read")
		l.send("fail")
		l.send("act")
		if v := l.view(); v.Unasked != "make" || v.Confirm {
			t.Fatalf("unasked %q, confirm %v", v.Unasked, v.Confirm)
		}
		l.send("more")
		if !l.view().Confirm {
			t.Error("not asked whether that is wanted")
		}
		l.Proceed(rikers, "")
		synctest.Wait()
		l.send("more")
		if l.view().Confirm {
			t.Error("asked twice")
		}
	})
}

// A command that failed with an exit status did run.
func TestACommandThatFailedUnasked(t *testing.T) {
	confirming(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		a.tool(acp.ToolCall{ID: "t", Kind: acp.ToolExecute, Title: a.text(), Status: acp.ToolFailed, RawOutput: []byte(`{"exit_code":2}`)})
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("make")
		if v := l.view(); v.Unasked != "make" {
			t.Errorf("unasked %q", v.Unasked)
		}
	})
}

func TestAlwaysAllowedIsNotUnasked(t *testing.T) {
	confirming(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session, ToolCall: acp.ToolCall{ID: "a", Kind: acp.ToolExecute},
			Options: []acp.PermissionOption{{ID: "ever", Kind: acp.AllowAlways}}})
		a.tool(acp.ToolCall{ID: "c", Kind: acp.ToolExecute, Title: "make", Status: acp.ToolCompleted})
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		l.Answer(l.Snapshot().Permissions[0].ID, "ever")
		synctest.Wait()
		if v := l.view(); v.Unasked != "" {
			t.Errorf("unasked %q", v.Unasked)
		}
	})
}

// Every mode that the recorded agents offer is of a known kind.
func TestModesOfRealAgents(t *testing.T) {
	for id, want := range map[string]ModeKind{
		"build": ModeSettings, "plan": ModePlans, // opencode
		"default": ModeAsks, "auto-edit": ModeEdits, "auto": ModeJudges, "yolo": ModeActs, // Qwen Code
		"read-only": ModeAsks, "full-access": ModeActs, // codex
		"acceptEdits": ModeEdits, "bypassPermissions": ModeActs, // Claude
		"https://agentclientprotocol.com/protocol/session-modes#autopilot": ModeActs, // Copilot
		"ask": ModeAsks, "act-alone": ModeActs, // the guide
		"something": ModeUnknown, "": ModeUnknown,
	} {
		if got := KindOfMode(id); got != want {
			t.Errorf("%s is %d, want %d", id, got, want)
		}
	}
}
