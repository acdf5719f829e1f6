package engine

import (
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

// An agent that waits for the person is not idle, whether a turn runs or not.

// asksAfter asks for a line when its turn has ended.
func asksAfter(line string) acptest.Script {
	return acptest.Raw(func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			w.Line("%s", line)
		})
	})
}

// answersIt answers what is asked, and reports whether something was.
func (l *lab) answersIt() (taken bool) {
	s := l.Snapshot()
	for _, p := range s.Permissions {
		taken = l.Answer(p.ID, "yes") || taken
	}
	for _, f := range s.Forms {
		_, filled := l.FillForm(f.ID, []conversation.FormInput{{Text: "Ann"}})
		taken = taken || filled
	}
	synctest.Wait()
	return taken
}

// idlesOut expects that the agent is idle, and is stopped for it within d.
func (l *lab) idlesOut(d time.Duration) {
	l.t.Helper()
	if a := l.agentView(riker); a.Status != AgentIdle {
		l.t.Errorf("agent %+v", a)
	}
	time.Sleep(d)
	synctest.Wait()
	if a := l.agentView(riker); a.Status != AgentStopped || a.Reason != StoppedIdle {
		l.t.Errorf("agent %+v", a)
	}
}

// eachQuestion runs a test for a permission request and for a form that are
// asked after the turn.
func eachQuestion(t *testing.T, names []string, room int, f func(l *lab)) {
	for name, line := range map[string]string{"permission": permissionOf("7", "t"), "form": formOf("7")} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := agents(names...)
				c.Limits.RunningAgents = room
				l := newLab(t, c, func(name string, _ int) acptest.Script {
					if name == riker {
						return asksAfter(line)
					}
					return acptest.Raw(well)
				})
				defer l.end()
				l.send("one")
				if a := l.agentView(riker); a.Status != AgentWaiting {
					t.Fatalf("agent %+v", a)
				}
				f(l)
			})
		})
	}
}

func TestWhoWaitsForThePersonIsNotStoppedForIdleness(t *testing.T) {
	eachQuestion(t, []string{riker}, 3, func(l *lab) {
		time.Sleep(25 * time.Hour)
		synctest.Wait()
		if a := l.agentView(riker); a.Status != AgentWaiting {
			l.t.Fatalf("agent %+v", a)
		}
		if !l.answersIt() {
			l.t.Error("there is nothing to answer")
		}
		time.Sleep(9 * time.Minute) // it has its time to do what it asked for
		synctest.Wait()
		if a := l.agentView(riker); a.Status != AgentIdle {
			l.t.Errorf("agent %+v", a)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if a := l.agentView(riker); a.Status != AgentStopped || a.Reason != StoppedIdle {
			l.t.Errorf("agent %+v", a)
		}
	})
}

func TestWhoWaitsForThePersonMakesNoRoom(t *testing.T) {
	eachQuestion(t, []string{riker, "Data"}, 1, func(l *lab) {
		l.Send("Data", "two")
		time.Sleep(time.Hour)
		synctest.Wait()
		if v := viewOf(l.Snapshot(), "Data"); !v.InLine {
			l.t.Errorf("not in line: %s", dump(v))
		}
		if !l.answersIt() {
			l.t.Fatal("there is nothing to answer")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if v := viewOf(l.Snapshot(), "Data"); v.Turn != TurnIdle || dump(v) != "user\n\"two\"\nagent end_turn\n\"echo two\"" {
			l.t.Error(dump(v))
		}
	})
}

// Its entry changes, and fewer may run: both wait for the answer.
func TestWhoWaitsForThePersonStartsAnewAfterwards(t *testing.T) {
	eachQuestion(t, []string{riker, "Data"}, 2, func(l *lab) {
		l.Send("Data", "two")
		synctest.Wait()
		c := agents(riker, "Data")
		c.Agents[0].Args = []string{"new"}
		c.Agents[1].KeepRunning = true
		c.Limits.RunningAgents = 1
		l.Configure(c)
		time.Sleep(time.Hour)
		synctest.Wait()
		if a := l.agentView(riker); a.Status != AgentWaiting {
			l.t.Fatalf("agent %+v", a)
		}
		l.answersIt()
		time.Sleep(time.Minute)
		synctest.Wait()
		if a := l.agentView(riker); a.Status != AgentStopped || a.Reason != StoppedChanged {
			l.t.Errorf("agent %+v", a)
		}
	})
}

// A question that the agent takes back holds it no longer.
func TestAQuestionTakenBackHoldsNobody(t *testing.T) {
	script := acptest.Raw(func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			w.Line("%s", permissionOf("7", "t"))
			time.Sleep(time.Hour)
			w.Line(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}`)
		})
	})
	inBubble(t, script, func(l *lab) {
		l.send("one")
		time.Sleep(time.Hour + time.Minute)
		synctest.Wait()
		l.idlesOut(10 * time.Minute)
	})
}

// An agent that goes on after its turn works: it is not idle while it tells of it.
func TestWhoWorksOutsideATurnIsNotIdle(t *testing.T) {
	script := acptest.Raw(func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			for range 6 {
				time.Sleep(9 * time.Minute)
				says(w, `{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"in_progress"}`)
			}
			says(w, chunk(" done"))
		})
	})
	inBubble(t, script, func(l *lab) {
		l.send("one")
		time.Sleep(time.Hour)
		synctest.Wait()
		l.idlesOut(5 * time.Minute)
	})
}

// Some agents end a call beside the one that was refused, and leave its request
// open: nobody is asked what the answer no longer changes.
func TestACallThatEndedIsNotAskedAboutAnyMore(t *testing.T) {
	for _, status := range []string{"failed", "completed"} {
		asks := acptest.Raw(func(w *acptest.Wire) {
			answering(w, func(w *acptest.Wire, m acptest.Message) {
				w.Line("%s", permissionOf("7", "t"))
				w.Line("%s", permissionOf("8", "other"))
				says(w, toolUpdate("t", `,"status":"in_progress"`))
				says(w, toolUpdate("t", `,"status":"`+status+`"`))
				w.Reply(m, `{"stopReason":"end_turn"}`)
			})
		})
		inBubble(t, asks, func(l *lab) {
			l.send("two")
			open := l.Snapshot().Permissions
			if len(open) != 1 || open[0].Tool.Call.ID != "other" {
				t.Errorf("%s: %d requests are open: %+v", status, len(open), open)
			}
			var told []conversation.Unanswered
			for _, m := range l.view().Messages {
				for _, p := range m.Parts {
					if d, ok := p.(*conversation.Decision); ok {
						told = append(told, d.Unanswered)
					}
				}
			}
			if len(told) != 1 || told[0] != conversation.ByAgent {
				t.Errorf("%s: the conversation tells %v", status, told)
			}
		})
	}
}
