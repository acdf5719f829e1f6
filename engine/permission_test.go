package engine

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
)

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
