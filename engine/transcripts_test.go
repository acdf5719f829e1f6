package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

// notOurs are the methods of the recording client that the engine never
// sends: it has no mode to set before the first message, and stops a turn by
// session/cancel alone.
var notOurs = []string{"session/set_mode", "$/cancel_request"}

// TestTranscripts plays what real agents said to the engine, which does what
// the recording client did, and compares what both sent and what was said.
func TestTranscripts(t *testing.T) {
	for _, name := range acptest.Names() {
		tr, err := acptest.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			switch {
			case tr.ReceivingOnly(), strings.HasSuffix(name, "-cancelreq"):
				receive(t, tr)
			default:
				replay(t, tr)
			}
		})
	}
}

func replay(t *testing.T, tr acptest.Transcript) {
	p := &acptest.Player{Transcript: tr, Skip: notOurs}
	each(t, func(_ string, n int) acptest.Script { return p.Play }, func(l *lab) {
		prompts := l.follow(tr)
		sent := p.Sent()
		if prompts == 0 { // the recording ends before a message: ours is the last
			if n := len(sent) - 1; n < 0 || sent[n].Method != "session/prompt" {
				t.Fatalf("sent %v", methods(sent))
			}
			sent = sent[:len(sent)-1]
		}
		want := slices.DeleteFunc(tr.Sent(), func(s acptest.Sent) bool { return slices.Contains(notOurs, s.Method) })
		compareSent(t, sent, want)
		if want, ok := said[tr.Name]; ok {
			l.expect(want)
		}
		l.end()
		if err := p.Err(); err != nil {
			t.Error(err)
		}
		if prompts > 0 {
			compareSaid(t, tr, l.view()) // some agents talk on after the end of their input
		}
	})
}

// follow does what the recording client did.
func (l *lab) follow(tr acptest.Transcript) (prompts int) {
	for _, s := range tr.Sent() {
		var m struct {
			Prompt  []acp.ContentBlock `json:"prompt"`
			Outcome struct {
				OptionID acp.PermissionOptionID `json:"optionId"`
			} `json:"outcome"`
		}
		for _, v := range []jsontext.Value{s.Params, s.Outcome} {
			if v != nil {
				json.Unmarshal(v, &m)
			}
		}
		switch {
		case s.Method == "session/prompt":
			prompts++
			l.send(m.Prompt[0].Text)
		case s.Method == "session/cancel":
			l.Cancel(rikers)
		case s.Method == "session/request_permission" && m.Outcome.OptionID != "":
			if p := l.Snapshot().Permissions; len(p) == 0 || !l.Answer(p[0].ID, m.Outcome.OptionID) {
				l.t.Errorf("%s could not be answered: %d are pending", m.Outcome.OptionID, len(p))
			}
		}
		synctest.Wait()
	}
	if prompts == 0 {
		l.send("hello")
	}
	return prompts
}

func methods(list []acptest.Sent) (m []string) {
	for _, s := range list {
		m = append(m, s.Method)
	}
	return m
}

func compareSent(t *testing.T, got, want []acptest.Sent) {
	if g, w := methods(got), methods(want); !slices.Equal(g, w) {
		t.Errorf("sent\n%v, want\n%v", g, w)
		return
	}
	for i, g := range got {
		w := want[i]
		switch {
		case g.Method == "initialize": // other capabilities
		case strings.HasPrefix(g.Method, "fs/"): // the recording client did as it was told
			if !strings.Contains(string(g.Outcome), "-32601") {
				t.Errorf("%s is answered %s", g.Method, g.Outcome)
			}
		case code(g.Outcome) != code(w.Outcome), code(g.Outcome) == 0 && !sameJSON(g.Outcome, w.Outcome), !sameJSON(g.Params, w.Params):
			t.Errorf("%s\n got %s %s\nwant %s %s", g.Method, g.Params, g.Outcome, w.Params, w.Outcome)
		}
	}
}

func code(outcome jsontext.Value) int {
	var e struct {
		Code int `json:"code"`
	}
	if outcome != nil {
		json.Unmarshal(outcome, &e)
	}
	return e.Code
}

func sameJSON(a, b jsontext.Value) bool {
	a, b = a.Clone(), b.Clone()
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Canonicalize() == nil && b.Canonicalize() == nil && string(a) == string(b)
}

// compareSaid finds all that the recorded agent said, and no more.
func compareSaid(t *testing.T, tr acptest.Transcript, v ConversationView) {
	var want, got sayings
	for _, line := range tr.Lines() {
		want.hear(line)
	}
	for _, m := range v.Messages {
		for _, p := range m.Parts {
			if m.Role == conversation.Agent {
				got.read(p)
			}
		}
	}
	slices.Sort(want.tools)
	want.tools = slices.Compact(want.tools)
	slices.Sort(got.tools)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the conversation has\n%q\nwant\n%q", got, want)
	}
}

type sayings struct {
	text, thought string
	tools         []string
}

func (s *sayings) hear(line string) {
	var m struct {
		Params struct {
			ToolCall struct {
				ID string `json:"toolCallId"`
			} `json:"toolCall"`
			Update struct {
				Kind    acp.UpdateKind `json:"sessionUpdate"`
				Content jsontext.Value `json:"content"`
				ID      string         `json:"toolCallId"`
			} `json:"update"`
		} `json:"params"`
	}
	if json.Unmarshal([]byte(line), &m) != nil {
		return
	}
	u := m.Params.Update
	var b acp.ContentBlock
	switch u.Kind {
	case acp.AgentMessageChunk:
		json.Unmarshal(u.Content, &b)
		s.text += b.Text
	case acp.AgentThoughtChunk:
		json.Unmarshal(u.Content, &b)
		s.thought += b.Text
	}
	for _, id := range []string{u.ID, m.Params.ToolCall.ID} {
		if id != "" {
			s.tools = append(s.tools, id)
		}
	}
}

func (s *sayings) read(p conversation.Part) {
	switch p := p.(type) {
	case conversation.Text:
		s.text += p.Markdown
	case conversation.Thought:
		s.thought += p.Markdown
	case *conversation.Tool:
		s.tools = append(s.tools, string(p.Call.ID))
	}
}

// receive gives the agent's lines of one turn to the engine at once: all that
// is of use in a recording whose client did not behave.
func receive(t *testing.T, tr acptest.Transcript) {
	var lines []string
	session := ""
	for _, line := range tr.Lines() {
		var m acptest.Message
		if json.Unmarshal([]byte(line), &m) != nil {
			lines = append(lines, line) // no message: the engine lives with it
			continue
		}
		var p struct {
			SessionID string         `json:"sessionId"`
			Update    jsontext.Value `json:"update"`
		}
		if json.Unmarshal(m.Params, &p) == nil && p.SessionID != "" && (session == "" || p.SessionID == session) && m.Method == "session/update" {
			session = p.SessionID
			lines = append(lines, line)
		}
	}
	inBubble(t, acptest.Raw(func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		w.Reply(m, fmt.Sprintf(`{"sessionId":%q}`, cmp.Or(session, "s1")))
		m, _ = w.Expect("session/prompt")
		for _, line := range lines {
			w.Line("%s", line)
		}
		w.Reply(m, `{"stopReason":"end_turn"}`)
		w.Expect("never")
	}), func(l *lab) {
		l.send("one")
		time.Sleep(time.Second)
		synctest.Wait()
		if v := l.view(); v.Turn != TurnIdle || v.Messages[len(v.Messages)-1].Stop != acp.EndTurn {
			t.Errorf("the turn did not end:\n%s", dump(v))
		}
		only := acptest.Transcript{Name: tr.Name}
		for _, line := range lines {
			only.Entries = append(only.Entries, acptest.Entry{Dir: "a2c", Raw: line})
		}
		compareSaid(t, only, l.view())
	})
}

// said is the conversation of some transcripts, as a person reads it.
var said = map[string]string{
	"opencode-ask": `
		user
		"please @@ask"
		agent end_turn
		"I need to know.Thanks."`,
	"opencode-badtool": `
		user
		"please @@badtool"
		agent end_turn
		tool other "Invalid Tool" completed "The arguments provided to the tool are invalid: Model tried to call unavailable tool 'no_such_tool'. Available tools: bash, edit, glob, grep, invalid, read, skill, task, todowrite, webfetch, write."
		"That tool does not exist."`,
	"opencode-cancelperm": `
		user
		"please @@perm"
		agent cancelled
		thought "I must plan first."
		"I will clean the build folder.\n"
		tool other "2 todos" completed in plan "[\n  {\n    \"content\": \"Look at the tree\",\n    \"status\": \"completed\",\n    \"priority\": \"high\"\n  },\n  {\n    \"content\": \"Remove build\",\n    \"status\": \"in_progress\",\n    \"priority\": \"high\"\n  },\n  {\n    \"content\": \"Report\",\n    \"status\": \"pending\",\n    \"priority\": \"high\"\n  }\n]"
		plan Look at the tree: completed, Remove build: in_progress, Report: pending
		tool execute "rm -rf build && ls -la" failed cancelled "Tool execution aborted"
		user
		"again @@hello"
		agent end_turn
		thought "The user greets me. I greet back."
		"Hello, this is a **scripted** model.\n\n` + "`" + `` + "`" + `` + "`" + `go\nfunc main() {}\n` + "`" + `` + "`" + `` + "`" + `\n"`,
	"opencode-drop": `
		user
		"please @@drop"
		agent failed agent-error Internal error: Connection reset by server
		"I will be cutI will be cutI will be cutI will be cutI will be cutI will be cut"`,
	"opencode-edit": `
		user
		"please @@edit"
		agent
		"I read, then edit the file.\n"
		tool read "tmphome/me/ship/hello.txt" completed "hello world"
		tool edit "tmphome/me/ship/hello.txt" completed "Edit applied successfully." diff /home/me/ship/hello.txt
		system unsupported-call fs/write_text_file
		agent
		tool edit "tmphome/me/ship/new.txt" completed "Wrote file successfully."
		system unsupported-call fs/write_text_file
		agent end_turn
		"Edited hello.txt and wrote new.txt."`,
	"opencode-fail": `
		user
		"please @@fail"
		agent end_turn
		tool execute "echo oops >&2; exit 3" failed exit 3 "oops\n"
		"It failed with 3."`,
	"opencode-http401": `
		user
		"please @@http401"
		agent failed agent-error Internal error: Incorrect API key provided`,
	"opencode-maxtok": `
		user
		"please @@maxtok"
		agent end_turn
		"I am cut off in the mid"`,
	"opencode-two": `
		user
		"please @@two"
		agent end_turn
		"Two tools at once.\n"
		tool execute "echo one > one.txt && rm -f nothing1" completed "(no output)"
		tool execute "echo two > two.txt && rm -f nothing2" completed "(no output)"
		"Both done."`,
	"qwen24-hello": `
		user
		"please @@hello"
		agent end_turn
		thought "The user greets me. I greet back."
		"Hello, this is a **scripted** model.\n\n` + "`" + `` + "`" + `` + "`" + `go\nfunc main() {}\n` + "`" + `` + "`" + `` + "`" + `\n"`,
	"qwen24-http429": `
		user
		"please @@http429"
		answering`,
	"qwen24-reject": `
		user
		"please @@perm"
		agent end_turn
		thought "I must plan first."
		"I will clean the build folder.\n"
		tool execute "rm -rf build && ls -la (Run: rm -rf build && ls -la)" failed refused "Tool \"run_shell_command\" was canceled by the user."`,
	"zedcodex-cancelperm": `
		user
		"please @@perm"
		agent cancelled
		"Model metadata for ` + "`" + `fake-1` + "`" + ` not found. Defaulting to fallback metadata; this can degrade performance and cause issues."
		thought "\n\nI must plan first."
		"I will clean the build folder.\n"
		plan Look at the tree: completed, Remove build: in_progress, Report: pending
		tool execute "rm -rf build && ls -la" pending cancelled "the test asks for it\nProposed Amendment: rm\n-rf\nbuild\nAvailable Decisions: Approved\nApprovedExecpolicyAmendment\nAbort"
		user
		"again @@hello"
		agent end_turn
		"Model metadata for ` + "`" + `fake-1` + "`" + ` not found. Defaulting to fallback metadata; this can degrade performance and cause issues."
		thought "\n\nThe user greets me. I greet back."
		"Hello, this is a **scripted** model.\n\n` + "`" + `` + "`" + `` + "`" + `go\nfunc main() {}\n` + "`" + `` + "`" + `` + "`" + `\n"`,
	"zedcodex-edit": `
		user
		"please @@edit"
		agent end_turn
		"Model metadata for ` + "`" + `fake-1` + "`" + ` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.I read, then edit the file.\n"
		tool execute "printf %s \"first line\\nsecond line\\n\" > /home/me/ship/new.txt" completed "write a file\nProposed Amendment: /bin/bash\n-lc\nprintf %s \"first line\\nsecond line\\n\" > /home/me/ship/new.txt\nAvailable Decisions: Approved\nApprovedExecpolicyAmendment\nAbort"
		"Edited hello.txt and wrote new.txt."`,
	"zedcodex-fail": `
		user
		"please @@fail"
		agent end_turn
		"Model metadata for ` + "`" + `fake-1` + "`" + ` not found. Defaulting to fallback metadata; this can degrade performance and cause issues."
		tool execute "echo oops >&2; exit 3" failed exit 3 "the test asks for it\nProposed Amendment: /bin/bash\n-lc\necho oops >&2; exit 3\nAvailable Decisions: Approved\nApprovedExecpolicyAmendment\nAbort"
		"It failed with 3."`,
	"zedcodex-reject": `
		user
		"please @@perm"
		agent cancelled
		"Model metadata for ` + "`" + `fake-1` + "`" + ` not found. Defaulting to fallback metadata; this can degrade performance and cause issues."
		thought "\n\nI must plan first."
		"I will clean the build folder.\n"
		plan Look at the tree: completed, Remove build: in_progress, Report: pending
		tool execute "rm -rf build && ls -la" pending refused cancelled "the test asks for it\nProposed Amendment: rm\n-rf\nbuild\nAvailable Decisions: Approved\nApprovedExecpolicyAmendment\nAbort"`,
}
