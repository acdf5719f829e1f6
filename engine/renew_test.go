package engine

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

func TestNewConversation(t *testing.T) {
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.say(string(a.session))
		if a.text() == "wait" {
			<-ctx.Done()
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.NewConversation(rikers)
		l.send("one")
		l.NewConversation(rikers)
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

// TestResumeConversation: a new conversation can be left for the one before it,
// until the agent is asked something in it.
func TestResumeConversation(t *testing.T) {
	var closed []acp.SessionID
	script := func(string, int) acptest.Script {
		h := handlers(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
			a.say(string(a.session))
			return acp.EndTurn, nil
		})
		h.Initialize = func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
			return acp.InitializeResponse{ProtocolVersion: 1, CloseSession: true}, nil
		}
		h.CloseSession = func(_ context.Context, _ *acp.AgentConn, id acp.SessionID) error {
			closed = append(closed, id)
			return nil
		}
		return acptest.Serve(h)
	}
	each(t, script, func(l *lab) {
		left := func() bool { return l.view().Left != 0 }
		l.NewConversation(rikers)
		l.ResumeConversation(rikers) // nothing was said
		if left() {
			t.Error("there is something to resume where nothing was said")
		}
		l.send("one")
		l.NewConversation(rikers)
		l.NewConversation(rikers)
		if v := l.view(); v.Left != v.Messages[2].ID || len(closed) != 0 {
			t.Errorf("left %d, closed %v", v.Left, closed)
		}
		l.ResumeConversation(rikers)
		l.ResumeConversation(rikers)
		l.send("two")
		l.NewConversation(rikers)
		l.send("three")
		l.ResumeConversation(rikers) // too late
		l.send("four")
		l.expect(`
			user
			"one"
			agent end_turn
			"s1"
			user
			"two"
			agent end_turn
			"s1"
			system new-conversation
			-----
			user
			"three"
			agent end_turn
			"s2"
			user
			"four"
			agent end_turn
			"s2"`)
		if left() || !slices.Equal(closed, []acp.SessionID{"s1"}) {
			t.Errorf("left %v, closed %v", left(), closed)
		}
	})
}

// TestResumeConversationTellsOfItAgain: what the agent had told of the session.
func TestResumeConversationTellsOfItAgain(t *testing.T) {
	title := "the first"
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		for _, u := range []acp.SessionUpdate{{Kind: acp.SessionInfoUpdate, Title: &title}, {Kind: acp.UsageUpdate, Usage: acp.Usage{Used: 1, Size: 2}}} {
			a.SessionUpdate(acp.SessionNotification{SessionID: a.session, Update: u})
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		l.NewConversation(rikers)
		if v := l.view(); v.Title != "" || v.Usage != nil {
			t.Errorf("title %q, usage %v", v.Title, v.Usage)
		}
		l.ResumeConversation(rikers)
		if v := l.view(); v.Title != title || v.Usage == nil || v.Usage.Used != 1 {
			t.Errorf("title %q, usage %v", v.Title, v.Usage)
		}
	})
}

// TestResumeConversationInATurn: once a message is on its way there is no way
// back, whatever the agent has made of it yet.
func TestResumeConversationInATurn(t *testing.T) {
	h := handlers(echo)
	make := h.NewSession
	h.NewSession = func(ctx context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		time.Sleep(time.Second)
		return make(ctx, c, r)
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		time.Sleep(2 * time.Second)
		l.NewConversation(rikers)
		l.send("two")
		left := l.view().Left
		l.ResumeConversation(rikers)
		if v := l.view(); left != 0 || v.Forgotten != 3 {
			t.Errorf("left %d, forgotten %d", left, v.Forgotten)
		}
		l.Cancel(rikers) // the session is not there yet: the way back is open again
		synctest.Wait()
		l.NewConversation(rikers)
		l.ResumeConversation(rikers)
		l.send("three")
		time.Sleep(2 * time.Second)
		l.expect(`
			user
			"one"
			agent end_turn
			"echo one"
			user not sent
			"two"
			user
			"three"
			agent end_turn
			"echo three"`)
	})
}

// TestNothingToResume: a session that got no message is not gone back to.
func TestNothingToResume(t *testing.T) {
	confirming(t, moody("yolo", echo), func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		synctest.Wait()
		l.NewConversation(rikers)
		if left := l.view().Left; left != 0 {
			t.Errorf("left %d", left)
		}
	})
}

// TestResumeConversationOfAnEarlierProcess: what ended meanwhile is resumed as
// after any end, here by one that remembers nothing.
func TestResumeConversationOfAnEarlierProcess(t *testing.T) {
	inBubble(t, serve(echo), func(l *lab) {
		l.send("one")
		l.NewConversation(rikers)
		l.StopAgent(riker)
		synctest.Wait()
		l.ResumeConversation(rikers)
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

// TestResumeConversationAfterTakingBack: the agent sees as many messages as
// before, whatever was taken away above them.
func TestResumeConversationAfterTakingBack(t *testing.T) {
	starts := 0
	each(t, func(_ string, n int) acptest.Script {
		if starts = n; n == 1 {
			return acptest.Serve(acp.AgentHandler{Initialize: func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
				return acp.InitializeResponse{}, errors.New("no")
			}})
		}
		return serve(echo)
	}, func(l *lab) {
		l.send("never sent")
		l.NewConversation(rikers)
		l.send("one")
		l.NewConversation(rikers)
		l.TakeBack(rikers, l.view().Messages[0].ID)
		l.ResumeConversation(rikers)
		v := l.view()
		if m := v.Messages[v.Forgotten]; m.Role != conversation.User || starts != 2 {
			t.Errorf("the first message the agent sees is %+v; %d starts", m, starts)
		}
	})
}

// TestNothingToForget: a session that got no message is not told to be forgotten.
func TestNothingToForget(t *testing.T) {
	confirming(t, moody("yolo", echo), func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		synctest.Wait()
		l.StopAgent(riker)
		synctest.Wait()
		l.send("two")
		l.Proceed(rikers, "")
		l.expect(`
			user not sent
			"one"
			user
			"two"
			agent end_turn
			"echo two"`)
	})
}
