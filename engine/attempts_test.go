package engine

import (
	"cmp"
	"strings"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

// What a person can do to lose a text, or to have it sent as they do not want
// it any more.

// slowly answers after a second.
func slowly(w *acptest.Wire) {
	answering(w, func(w *acptest.Wire, m acptest.Message) {
		time.Sleep(time.Second)
		echoPrompt(w, m)
	})
}

// oneWaits sends "one", and "two" which waits; it gives that.
func oneWaits(l *lab, more ...conversation.ContentBlock) Queued {
	l.send("one")
	l.Send(rikers, "two", more...)
	synctest.Wait()
	q := l.view().Queued
	if len(q) != 1 {
		l.t.Fatalf("queue %+v", q)
	}
	return q[0]
}

// goesOn lets all that may happen happen.
func goesOn() { time.Sleep(10 * time.Second); synctest.Wait() }

var queueFaults = []fault{
	{name: "its turn comes while it is being edited", agent: slowly, do: func(l *lab) {
		l.HoldQueued(rikers, oneWaits(l).ID, true)
		goesOn()
	}, show: answered(`"echo one"`, `queued "two"`)},
	{name: "it is edited after its turn came", agent: slowly, do: func(l *lab) {
		q := oneWaits(l)
		l.HoldQueued(rikers, q.ID, true)
		goesOn()
		l.EditQueued(rikers, q.ID, "zwei")
		goesOn()
	}, sent: plain + " session/prompt", show: answered(`"echo one"`, "user", `"zwei"`, "agent end_turn", `"echo zwei"`)},
	{name: "the edit is given up after its turn came", agent: slowly, do: func(l *lab) {
		q := oneWaits(l)
		l.HoldQueued(rikers, q.ID, true)
		goesOn()
		l.HoldQueued(rikers, q.ID, false)
		goesOn()
	}, sent: plain + " session/prompt", show: answered(`"echo one"`) + two},
	{name: "more is sent behind one that is being edited", agent: slowly, do: func(l *lab) {
		q := oneWaits(l)
		l.HoldQueued(rikers, q.ID, true)
		goesOn()
		l.send("three")
		l.expect(answered(`"echo one"`, `queued "two"`, `queued "three"`))
		l.HoldQueued(rikers, q.ID, false)
		goesOn()
	}, sent: plain + " session/prompt session/prompt", show: answered(`"echo one"`) + two + "\nuser\n\"three\"\nagent end_turn\n\"echo three\""},
	{name: "the one that is being edited is removed", agent: slowly, do: func(l *lab) {
		q := oneWaits(l)
		l.Send(rikers, "three")
		l.HoldQueued(rikers, q.ID, true)
		goesOn()
		l.RemoveQueued(rikers, q.ID)
		goesOn()
	}, sent: plain + " session/prompt", show: answered(`"echo one"`, "user", `"three"`, "agent end_turn", `"echo three"`)},
	{name: "Stop while one is being edited and nothing runs", agent: slowly, do: func(l *lab) {
		q := oneWaits(l)
		l.HoldQueued(rikers, q.ID, true)
		goesOn()
		l.Cancel(rikers)
		if l.EditQueued(rikers, q.ID, "zwei") {
			l.t.Error("the edit went to a message that is not there")
		}
	}, show: answered(`"echo one"`, "user not sent", `"two"`)},
	{name: "a crash while one is being edited", agent: crashing(func(*acptest.Wire) { time.Sleep(time.Second) }), do: func(l *lab) {
		l.HoldQueued(rikers, oneWaits(l).ID, true)
		goesOn()
	}, show: failedWith("exited 1") + "user not sent\n\"two\"", left: "failed exited"},
	{name: "a new conversation while one is being edited", agent: slowly, do: func(l *lab) {
		l.HoldQueued(rikers, oneWaits(l).ID, true)
		goesOn()
		l.NewConversation(rikers)
		l.send("three")
		goesOn()
	}, sent: plain + " session/new session/prompt", show: answered(`"echo one"`, "user not sent", `"two"`, "system new-conversation", "-----", "user", `"three"`, "agent end_turn", `"echo three"`)},
	{name: "the agent restarts while one is being edited", agent: slowly, again: slowly, do: func(l *lab) {
		q := oneWaits(l)
		l.HoldQueued(rikers, q.ID, true)
		l.RestartAgent(riker)
		goesOn()
		l.HoldQueued(rikers, q.ID, false)
		goesOn()
	}, sent: plain + " session/cancel", show: "user\n\"one\"\nagent cancelled\n\"echo one\"" + restarted},
	{name: "a queued message with a file is emptied of its text", agent: slowly, do: func(l *lab) {
		q := oneWaits(l, acp.ContentBlock{Type: "resource_link", Name: "a", URI: "file:///a"})
		if l.EditQueued(rikers, q.ID, " "); len(l.view().Queued) != 1 {
			l.t.Error("the file is gone")
		}
		goesOn()
	}, sent: plain + " session/prompt", show: answered(`"echo one"`, "user", "content resource_link file:///a", "agent end_turn", `"echo "`)},
	{name: "a queued message without a file is emptied", agent: slowly, do: func(l *lab) {
		l.EditQueued(rikers, oneWaits(l).ID, " ")
		goesOn()
	}, show: answered(`"echo one"`)},
	{name: "the program ends while one is being edited", agent: slowly, do: func(l *lab) {
		l.HoldQueued(rikers, oneWaits(l).ID, true)
		goesOn()
		l.Close()
		<-l.Done()
	}, show: answered(`"echo one"`, "user not sent", `"two"`), left: "stopped"},
}

// moded is an agent that has the modes ask and auto, the models small and
// large, and says with each answer what it is set to. It takes every setting.
func moded(w *acptest.Wire) { settable(w, `"result":{}`) }

// refusing takes no setting.
func refusing(w *acptest.Wire) { settable(w, `"error":{"code":-32602,"message":"not that"}`) }

func settable(w *acptest.Wire, answer string) {
	mode, model := "auto", "small"
	for {
		m, err := w.Read()
		if err != nil {
			return
		}
		var p struct {
			ModeID string `json:"modeId"`
			Value  string `json:"value"`
		}
		json.Unmarshal(m.Params, &p)
		switch m.Method {
		case "initialize":
			w.Reply(m, `{"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"close":{}}}}`)
		case "session/new":
			mode, model = "auto", "small"
			w.Reply(m, `{"sessionId":"s1","modes":{"currentModeId":"auto","availableModes":[{"id":"ask","name":"Ask"},{"id":"auto","name":"Auto"}]},"configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"S"},{"value":"large","name":"L"}]}]}`)
		case "session/set_mode", "session/set_config_option":
			if answer == `"result":{}` {
				mode, model = cmp.Or(p.ModeID, mode), cmp.Or(p.Value, model)
			}
			w.Line(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, answer)
		case "session/close":
			w.Reply(m, `{}`)
		case "session/prompt":
			says(w, chunk(mode+", "+model))
			w.Reply(m, `{"stopReason":"end_turn"}`)
		}
	}
}

// isSet compares what the window shows as set.
func (l *lab) isSet(mode, model string) {
	l.t.Helper()
	synctest.Wait()
	v := l.view()
	if v.Mode != mode || len(v.Options) != 1 || string(v.Options[0].CurrentValue) != `"`+model+`"` {
		l.t.Errorf("mode %s, options %+v; want %s and %s", v.Mode, v.Options, mode, model)
	}
}

func sets(l *lab) {
	l.SetMode(rikers, "ask")
	l.SetOption(rikers, "model", jsontext.Value(`"large"`))
	l.isSet("ask", "large")
}

const (
	setTwice   = " session/set_mode session/set_config_option"
	secondTime = "\nuser\n\"two\"\nagent end_turn\n"
	forgot     = "\nsystem agent-restarted\n-----" + secondTime
)

var choiceFaults = []fault{
	{name: "a mode and an option are chosen while the agent is stopped", agent: moded, again: moded, do: func(l *lab) {
		l.send("one")
		l.StopAgent(riker)
		synctest.Wait()
		sets(l)
		l.send("two")
		l.isSet("ask", "large")
	}, show: answered(`"auto, small"`) + forgot + `"ask, large"`},
	{name: "they were chosen before the agent was stopped", agent: moded, again: moded, do: func(l *lab) {
		l.send("one")
		sets(l)
		time.Sleep(11 * time.Minute)
		l.isSet("ask", "large")
		l.send("two")
		l.isSet("ask", "large")
	}, sent: plain + setTwice, show: answered(`"auto, small"`) + forgot + `"ask, large"`},
	{name: "they are chosen while the agent is away, and it refuses", agent: moded, again: refusing, do: func(l *lab) {
		l.send("one")
		l.StopAgent(riker)
		synctest.Wait()
		sets(l)
		l.send("two")
		l.isSet("auto", "small")
	}, show: answered(`"auto, small"`) + "\nsystem agent-restarted\n-----\nuser\n\"two\"\nsystem setting-refused ask failed agent-error not that\nsystem setting-refused model failed agent-error not that\nagent end_turn\n\"auto, small\""},
	{name: "they are chosen as a new conversation begins", agent: moded, do: func(l *lab) {
		l.send("one")
		l.NewConversation(rikers)
		sets(l)
		l.send("two")
		l.isSet("ask", "large")
	}, sent: plain + " session/new session/close" + setTwice + " session/prompt", show: answered(`"auto, small"`) + "\nsystem new-conversation\n-----" + secondTime + `"ask, large"`},
	{name: "the agent leaves the mode that was chosen", agent: func(w *acptest.Wire) {
		m := opened(w)
		w.Reply(m, `{"stopReason":"end_turn"}`)
		m, _ = w.Expect("session/set_mode")
		w.Reply(m, `{}`)
		says(w, `{"sessionUpdate":"current_mode_update","currentModeId":"auto"}`)
		rest(w)
	}, again: moded, do: func(l *lab) {
		l.send("one")
		l.SetMode(rikers, "ask")
		synctest.Wait()
		l.StopAgent(riker)
		l.send("two")
		l.isSet("auto", "small")
	}, sent: plain + " session/set_mode", show: answered() + strings.TrimPrefix(forgot, "\n") + `"auto, small"`},
	{name: "Stop while the next session gets the mode", agent: moded, again: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		w.Reply(m, `{"sessionId":"s1"}`)
		set, _ := w.Expect("session/set_mode")
		m, _ = w.Expect("session/prompt")
		w.Reply(set, `{}`)
		says(w, chunk("asks"))
		w.Reply(m, `{"stopReason":"end_turn"}`)
		rest(w)
	}, do: func(l *lab) {
		l.send("one")
		l.StopAgent(riker)
		l.SetMode(rikers, "ask")
		l.send("two")
		l.Cancel(rikers)
		l.send("three")
		if m := l.view().Mode; m != "ask" {
			l.t.Errorf("mode %q", m)
		}
	}, show: answered(`"auto, small"`) + "\nsystem agent-restarted\n-----\nuser not sent\n\"two\"\nuser\n\"three\"\nagent end_turn\n\"asks\""},
	{name: "one mode and at once another, and a message", agent: moded, do: func(l *lab) {
		l.send("one")
		l.SetMode(rikers, "other")
		l.SetMode(rikers, "ask")
		l.send("two")
		l.isSet("ask", "small")
	}, sent: plain + " session/set_mode session/set_mode session/prompt", show: answered(`"auto, small"`) + secondTime + `"ask, small"`},
	{name: "a mode is chosen before the agent ever ran", agent: moded, do: func(l *lab) {
		l.SetMode(rikers, "ask")
		l.send("one")
	}, sent: "initialize session/new session/set_mode session/prompt", show: answered(`"ask, small"`)},
	{name: "the agent crashes on a setting", agent: func(w *acptest.Wire) {
		m := opened(w)
		w.Reply(m, `{"stopReason":"end_turn"}`)
		w.Expect("session/set_mode")
	}, again: moded, do: func(l *lab) {
		l.send("one")
		l.SetMode(rikers, "ask")
		synctest.Wait()
		l.send("two")
	}, sent: plain + " session/set_mode", show: answered() + strings.TrimPrefix(ended, "\n") + forgot + `"ask, small"`},
	{name: "the agent never answers session/close", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"close":{}}}}`)
		for {
			if m, err := w.Read(); err != nil {
				return
			} else if m.Method == "session/new" {
				w.Reply(m, `{"sessionId":"s1"}`)
			} else if m.Method == "session/prompt" {
				echoPrompt(w, m)
			}
		}
	}, do: func(l *lab) { l.send("one"); l.NewConversation(rikers); l.send("two") },
		sent: plain + " session/new session/close session/prompt", show: answered(`"echo one"`) + "\nsystem new-conversation\n-----" + two},
}
