package engine

import (
	"strings"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

// fills answers the only form there is with a text, and tells its fault.
func (l *lab) fills(text string) conversation.FormFault {
	l.t.Helper()
	forms := l.Snapshot().Forms
	if len(forms) != 1 || l.agentView(riker).Status != AgentWaiting {
		l.t.Fatalf("forms %+v", forms)
	}
	faults, _ := l.FillForm(forms[0].ID, []conversation.FormInput{{Text: text}})
	synctest.Wait()
	return faults[0]
}

// asksForm asks in its turn, and goes on when it is answered.
var asksForm = turns(func(w *acptest.Wire) {
	w.Line("%s", formOf("1"))
	w.Expect("")
	says(w, chunk("thanks"))
})

func asked(code, told, after string) string {
	return "user\n\"one\"\nsystem " + code + " Who?" + told + "\nagent " + after
}

var formFaults = []fault{
	{name: "a form is filled in", agent: asksForm, do: func(l *lab) { l.send("one"); l.fills("Ann") },
		sent: plain + ` (accept {"name":"Ann"})`, show: asked("form-answered", "\nName: Ann", "end_turn\n\"thanks\"")},
	{name: "a form is filled in as it must not be", agent: asksForm, do: func(l *lab) {
		l.send("one")
		if a, b := l.fills(""), l.fills("Annabel"); a != conversation.FormMissing || b != conversation.FormLength {
			l.t.Errorf("faults %v and %v", a, b)
		}
		l.fills("Bob")
	}, sent: plain + ` (accept {"name":"Bob"})`, show: asked("form-answered", "\nName: Bob", "end_turn\n\"thanks\"")},
	{name: "a form is declined", agent: asksForm, do: func(l *lab) { l.send("one"); l.DeclineForm(l.Snapshot().Forms[0].ID) },
		sent: plain + " (decline)", show: asked("form-declined", "", "end_turn\n\"thanks\"")},
	{name: "Stop with a form open", agent: asksForm, do: thenStop, sent: plain + " session/cancel (cancel)", show: asked("form-unanswered", "", "cancelled\n\"thanks\"")},
	{name: "a form after Stop", agent: stopping(func(w *acptest.Wire, m acptest.Message) {
		w.Line("%s", formOf("1"))
		w.Expect("")
		w.Reply(m, `{"stopReason":"cancelled"}`)
	}), do: thenStop, sent: stopped + " (cancel)", show: "user\n\"one\"\nagent cancelled\n\"begun\""},
	{name: "a crash with a form open", agent: crashing(func(w *acptest.Wire) { w.Line("%s", formOf("1")) }),
		show: asked("form-unanswered", "", "failed exited 1"), left: "failed exited"},
	{name: "the agent takes a form back", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", formOf("1"))
		w.Line(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}`)
		w.Expect("")
	}), sent: plain + " -32800", show: asked("form-unanswered", "", "end_turn")},
	{name: "a new conversation with a form open and no turn", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			w.Line("%s", formOf("1"))
		})
	}, do: func(l *lab) { l.send("one"); l.NewConversation(rikers) }, sent: plain + " (cancel)",
		show: answered(`"echo one"`) + "\nsystem form-unanswered Who?\nsystem new-conversation"},
	{name: "the program ends with a form open", agent: asksForm, do: func(l *lab) { l.send("one"); l.Close(); <-l.Done() },
		sent: plain + " session/cancel (cancel)", show: asked("form-unanswered", "", "cancelled\n\"thanks\""), left: "stopped"},
	{name: "a form and a permission at once", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", formOf("1"))
		w.Line("%s", permissionOf("2", "t"))
		w.Expect("")
		w.Expect("")
	}), do: func(l *lab) { l.send("one"); answerAll(l, "yes"); l.fills("Ann") }, sent: plain + ` (selected yes) (accept {"name":"Ann"})`,
		show: answered(`tool  "rm" cancelled`) + "\nsystem form-answered Who?\nName: Ann"},
	{name: "a form in another mode", agent: turns(func(w *acptest.Wire) {
		w.Line(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","sessionId":"s1","message":"Go","url":"https://example.org"}}`)
		w.Expect("")
	}), sent: plain + " -32602", show: answered()},
	{name: "an answer to a form of a process that is gone", agent: func(w *acptest.Wire) {
		opened(w)
		w.Line("%s", formOf("1"))
		time.Sleep(time.Second)
	}, do: func(l *lab) {
		l.send("one")
		id := l.Snapshot().Forms[0].ID
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if faults, taken := l.FillForm(id, []conversation.FormInput{{Text: "Ann"}}); taken || faults != nil || l.DeclineForm(id) {
			l.t.Error("it was taken")
		}
	}, show: asked("form-unanswered", "", "failed exited 1"), left: "failed exited"},
	{name: "a form of ten thousand fields", agent: turns(func(w *acptest.Wire) {
		w.Line(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","sessionId":"s1","message":"Who?","requestedSchema":{"type":"object","properties":{%s}}}}`,
			strings.TrimSuffix(strings.Repeat(`"n":{"type":"boolean"},`, 10_000), ","))
		w.Expect("")
	}), do: func(l *lab) { l.send("one"); l.DeclineForm(l.Snapshot().Forms[0].ID) }, sent: plain + " (decline)", show: asked("form-declined", "", "end_turn")},
}
