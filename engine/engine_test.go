package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

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
