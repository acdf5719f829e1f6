package engine

import (
	"strings"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/config"
)

// What a stranger tries who writes an agent to break the program, or changes the
// configuration while one answers.

// raw is an agent that sends lines as they are in its turn, and reads as many
// answers, before it says "ok".
func raw(answers int, list ...string) func(*acptest.Wire) {
	return turns(func(w *acptest.Wire) {
		for _, line := range list {
			w.Write(line + "\n")
		}
		for range answers {
			w.Expect("")
		}
		says(w, chunk("ok"))
	})
}

func updateOf(update string) string {
	return `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":` + update + `}}`
}

func permissionWith(id, options string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t","title":"rm"},"options":[` + options + `]}}`
}

// changes sends "one", and "two" which waits, and puts another configuration in
// force in the turn.
func changes(change func(c *config.Config)) func(l *lab) {
	return func(l *lab) {
		oneWaits(l)
		c := agents(riker)
		change(&c)
		l.Configure(c)
		goesOn()
	}
}

var strangerFaults = []fault{
	{name: "a hundred thousand NULs in a line", agent: raw(0, strings.Repeat("\x00", 100_000)), show: answered(`"ok"`)},
	{name: "lists in lists, a million deep", agent: raw(0, updateOf(strings.Repeat("[", 1_000_000)+strings.Repeat("]", 1_000_000))), show: answered(`"ok"`)},
	{name: "objects in objects, in what a tool is given", agent: raw(0, updateOf(`{"sessionUpdate":"tool_call","toolCallId":"t","title":"x","status":"completed","rawInput":`+
		strings.Repeat(`{"a":`, 5000)+"1"+strings.Repeat("}", 5000)+"}")), show: answered(`tool  "x" completed`, `"ok"`)},
	{name: "several messages as a list", agent: raw(0, "["+updateOf(chunk("batch"))+"]"), show: answered(`"ok"`)},
	{name: "a member twice", agent: raw(0, updateOf(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"},"content":{"type":"text","text":"b"}}`)), show: answered(`"bok"`)},
	{name: "a text that is a number", agent: raw(0, updateOf(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":5}}`)), show: answered(`"ok"`)},
	{name: "an update that is null", agent: raw(0, updateOf("null")), show: answered(`"ok"`)},
	{name: "a request without a method", agent: raw(0, `{"jsonrpc":"2.0","id":1,"method":"","params":{}}`), show: answered(`"ok"`)},
	{name: "a request that is the client's own", agent: raw(1, `{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s1","prompt":[]}}`), sent: plain + " -32601", show: answered(`"ok"`)},
	{name: "a permission without params", agent: raw(1, `{"jsonrpc":"2.0","id":1,"method":"session/request_permission"}`), sent: plain + " -32602", show: answered(`"ok"`)},
	{name: "a permission whose id is a megabyte", agent: raw(1, permissionWith(`"`+strings.Repeat("i", 1<<20)+`"`, `{"optionId":"yes","name":"Yes","kind":"allow_once"}`)),
		do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: plain + " (selected yes)", show: answered(`tool  "rm" cancelled`, `"ok"`)},
	{name: "it takes back what it never asked", agent: raw(0, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":77}}`), show: answered(`"ok"`)},
	{name: "a result and an error at once", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			w.Line(`{"jsonrpc":"2.0","id":%s,"result":{"stopReason":"end_turn"},"error":{"code":-32603,"message":"bad"}}`, m.ID)
		})
	}, show: failedWith("agent-error bad")},
	{name: "initialize is answered twice", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		w.Reply(m, `{"protocolVersion":9}`)
		m, _ = w.Expect("session/new")
		w.Reply(m, `{"sessionId":"s1"}`)
		m, _ = w.Expect("session/prompt")
		echoPrompt(w, m)
		rest(w)
	}, show: answered(`"echo one"`)},
	{name: "a tool that runs with no turn, and the agent is stopped", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			time.Sleep(time.Second) // the turn has ended
			says(w, toolUpdate("t", `,"title":"make","status":"in_progress"`))
		})
	}, do: func(l *lab) {
		l.send("one")
		goesOn()
		l.expect(answered(`"echo one"`, `tool  "make" in_progress`))
		time.Sleep(11 * time.Minute)
	}, show: answered(`"echo one"`, `tool  "make" in_progress cancelled`), left: "stopped"},
	{name: "Stop fifty times, and a message", agent: stopping(func(w *acptest.Wire, m acptest.Message) {
		time.Sleep(time.Second)
		w.Reply(m, `{"stopReason":"cancelled"}`)
	}), do: func(l *lab) {
		l.send("one")
		for range 50 {
			l.Cancel(rikers)
			synctest.Wait()
		}
		l.Send(rikers, "two")
		goesOn()
	}, sent: stopped + " session/prompt", show: "user\n\"one\"\nagent cancelled\n\"begun\"" + two},
	{name: "its command changes in its turn", agent: slowly, again: slowly, do: changes(func(c *config.Config) { c.Agents[0].Args = []string{"new"} }),
		sent: plain + " session/prompt", show: answered(`"echo one"`) + two, left: "stopped"},
	{name: "another name for it in its turn", agent: slowly, do: func(l *lab) {
		changes(func(c *config.Config) { c.Agents[0].Name = "Data" })(l)
		if l.Send(rikers, "three") {
			l.t.Error("an agent that is gone took a message")
		}
	}, sent: plain + " session/cancel", show: "user\n\"one\"\nagent cancelled\n\"echo one\"\nuser not sent\n\"two\"", left: "stopped"},
	{name: "it is taken out in its turn, and put back", agent: slowly, do: func(l *lab) {
		oneWaits(l)
		l.Configure(config.Config{})
		synctest.Wait()
		l.Configure(agents(riker))
		l.send("three")
		goesOn()
	}, sent: plain + " session/cancel", show: "user\n\"one\"\nagent cancelled\n\"echo one\"\nuser not sent\n\"two\"\nsystem agent-restarted\n-----\nuser\n\"three\"\nagent end_turn\n\"echo three\""},
}
