package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

// A fault is one way for an agent to misbehave.
type fault struct {
	name  string
	agent func(w *acptest.Wire) // its first process; nil: it cannot be started
	again func(w *acptest.Wire) // the later ones; well by default
	do    func(l *lab)          // what the person does; sends "one" by default
	sent  string                // what the first process must be sent, until the program ends it
	show  string                // the conversation
	left  string                // the agent's state
}

// plain is what is sent for one message.
const plain = "initialize session/new session/prompt"

// TestFaults goes through the faulty agents in fake time.
func TestFaults(t *testing.T) {
	names := map[string]bool{}
	for _, group := range [][]fault{startFaults, orderFaults, sizeFaults, encodingFaults, idFaults, errorFaults, toolFaults, permissionFaults, stopFaults, processFaults, queueFaults, choiceFaults, formFaults, strangerFaults} {
		for _, f := range group {
			if names[f.name] {
				t.Errorf("two faults are named %q", f.name)
			}
			names[f.name] = true
			t.Run(f.name, f.run)
		}
	}
	if len(names) < 60 {
		t.Errorf("only %d faults", len(names))
	}
}

func (f fault) run(t *testing.T) {
	if f.do == nil {
		f.do = func(l *lab) { l.send("one") }
	}
	if f.again == nil {
		f.again = well
	}
	if f.left == "" {
		f.left = "idle"
	}
	if f.sent == "" {
		f.sent = plain
	}
	var heard hearing
	each(t, func(_ string, n int) acptest.Script {
		switch {
		case n > 1:
			return acptest.Raw(f.again)
		case f.agent == nil:
			return nil
		}
		return heard.script(f.agent)
	}, func(l *lab) {
		f.do(l)
		l.expect(f.show)
		if got := cmp.Or(heard.list(), "nothing"); got != f.sent {
			t.Errorf("sent %s, want %s", got, f.sent)
		}
		if got := inWords(l.agentView(riker)); got != f.left {
			t.Errorf("the agent is %s, want %s", got, f.left)
		}
	})
}

// inWords is an agent's state in words.
func inWords(a AgentView) string {
	s := [...]string{"stopped", "starting", "idle", "answering", "waiting", "stopping", "failed"}[a.Status]
	if a.Failure != nil {
		s += " " + string(a.Failure.Code)
	}
	if len(a.SignIn) > 0 {
		s += ", sign in"
	}
	return s
}

// hearing keeps what an agent reads.
type hearing struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (h *hearing) script(f func(*acptest.Wire)) acptest.Script {
	return func(rwc io.ReadWriteCloser) { f(acptest.NewWire(&heard{rwc, h})) }
}

type heard struct {
	io.ReadWriteCloser
	h *hearing
}

func (r *heard) Read(b []byte) (int, error) {
	n, err := r.ReadWriteCloser.Read(b)
	r.h.mu.Lock()
	defer r.h.mu.Unlock()
	r.h.buf.Write(b[:n])
	return n, err
}

// list names the messages: a method, or the outcome of an answer.
func (h *hearing) list() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []string
	for line := range bytes.Lines(h.buf.Bytes()) {
		var m struct {
			Method string `json:"method"`
			Error  struct {
				Code int `json:"code"`
			} `json:"error"`
			Result struct {
				Outcome struct {
					Outcome  string `json:"outcome"`
					OptionID string `json:"optionId"`
				} `json:"outcome"`
				Action  string         `json:"action"`
				Content jsontext.Value `json:"content"`
			} `json:"result"`
		}
		switch json.Unmarshal(line, &m); {
		case m.Method != "":
			list = append(list, m.Method)
		case m.Error.Code != 0:
			list = append(list, fmt.Sprint(m.Error.Code))
		default:
			list = append(list, "("+strings.Join(strings.Fields(m.Result.Outcome.Outcome+" "+m.Result.Outcome.OptionID+" "+m.Result.Action+" "+string(m.Result.Content)), " ")+")")
		}
	}
	return strings.Join(list, " ")
}

// well answers like a good agent, until its input ends.
func well(w *acptest.Wire) { answering(w, echoPrompt) }

func echoPrompt(w *acptest.Wire, m acptest.Message) {
	var p acp.PromptRequest
	json.Unmarshal(m.Params, &p)
	says(w, chunk("echo "+p.Prompt[0].Text))
	w.Reply(m, `{"stopReason":"end_turn"}`)
}

// answering is an agent whose turns are f.
func answering(w *acptest.Wire, f func(w *acptest.Wire, prompt acptest.Message)) {
	for {
		m, err := w.Read()
		if err != nil {
			return
		}
		switch m.Method {
		case "initialize":
			w.Reply(m, `{"protocolVersion":1,"authMethods":[{"id":"web","name":"Web"}]}`)
		case "session/new":
			w.Reply(m, `{"sessionId":"s1"}`)
		case "session/prompt":
			f(w, m)
		}
	}
}

// turns makes an agent of its turns, ended well.
func turns(f func(w *acptest.Wire)) func(*acptest.Wire) {
	return func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			f(w)
			w.Reply(m, `{"stopReason":"end_turn"}`)
		})
	}
}

// lines is an agent that says lines in its turn: an update, or a whole line.
func lines(list ...string) func(*acptest.Wire) {
	return turns(func(w *acptest.Wire) { sayAll(w, list) })
}

func sayAll(w *acptest.Wire, list []string) {
	for _, s := range list {
		if strings.HasPrefix(s, `{"sessionUpdate"`) {
			says(w, s)
		} else {
			w.Write(s + "\n")
		}
	}
}

// answers is an agent that answers the prompt with a raw rest of a response.
func answers(rest string) func(*acptest.Wire) {
	return func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) { w.Line(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, rest) })
	}
}

func errorAnswer(e string) func(*acptest.Wire) { return answers(`"error":` + e) }

// rest reads what still comes.
func rest(w *acptest.Wire) { w.Expect("never") }

// permissionOf is a request to run the tool t.
func permissionOf(id, tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":%q,"title":"rm"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_once"},{"optionId":"no","name":"No","kind":"reject_once"}]}}`, id, tool)
}

// formOf asks for a name, and formParams is what it asks with.
func formOf(id string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"elicitation/create","params":%s}`, id, formParams("s1"))
}

func formParams(session string) string {
	return fmt.Sprintf(`{"mode":"form","sessionId":%q,"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name","maxLength":5}},"required":["name"]}}`, session)
}

func toolUpdate(id, rest string) string {
	return fmt.Sprintf(`{"sessionUpdate":"tool_call_update","toolCallId":%q%s}`, id, rest)
}

// answerAll answers every permission with an option.
func answerAll(l *lab, option acp.PermissionOptionID) {
	for _, p := range l.Snapshot().Permissions {
		l.Answer(p.ID, option)
		synctest.Wait()
	}
}

// said is the conversation of one message and its answer.
func answered(parts ...string) string {
	return "user\n\"one\"\nagent end_turn\n" + strings.Join(parts, "\n")
}

func failedWith(failure string, parts ...string) string {
	return "user\n\"one\"\nagent failed " + failure + "\n" + strings.Join(parts, "\n")
}

func notSentBecause(failure string) string {
	return "user not sent\n\"one\"\nsystem agent-unavailable failed " + failure
}

func thenTwo(l *lab) {
	l.send("one")
	l.send("two")
}

const two = `
user
"two"
agent end_turn
"echo two"`

const restarted = `
system agent-restarted
-----` + two
