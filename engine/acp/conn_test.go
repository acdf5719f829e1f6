package acp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

const updatePrefix = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":`

func chunk(text string) string {
	return updatePrefix + `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"` + text + `"}}}}`
}

// hear gives raw lines to a Conn and returns what its Handler heard, in short,
// and the lines that it answered.
func hear(t *testing.T, lines ...string) (heard, answers []string) {
	t.Helper()
	h := &short{}
	synctest.Test(t, func(t *testing.T) {
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			go func() {
				for {
					m, err := w.Read()
					if err != nil {
						return
					}
					answers = append(answers, string(m.ID)+" "+string(m.Result)+string(m.Error))
				}
			}()
			for _, l := range lines {
				w.Write(l)
				synctest.Wait()
			}
		})), h, acp.ConnOptions{})
		<-c.Done()
		synctest.Wait()
	})
	return h.lines, answers
}

// short is a Handler that writes down what it is told.
type short struct{ lines []string }

func (h *short) say(format string, args ...any) {
	h.lines = append(h.lines, fmt.Sprintf(format, args...))
}

func (h *short) SessionUpdate(n acp.SessionNotification) {
	u := n.Update
	switch {
	case u.Raw != nil:
		h.say("%s %s raw %s", n.SessionID, u.Kind, u.Raw)
	case u.ToolCall.ID != "":
		h.say("%s %s %s title=%s status=%s content=%d", n.SessionID, u.Kind, u.ToolCall.ID, u.ToolCall.Title, u.ToolCall.Status, len(u.ToolCall.Content))
	default:
		h.say("%s %s %s", n.SessionID, u.Kind, u.Content.Text)
	}
}

func (h *short) RequestPermission(r acp.PermissionRequest, reply func(acp.Outcome)) {
	h.say("%s asks %d for %s: %d options", r.SessionID, r.Call, r.ToolCall.ID, len(r.Options))
	if r.ToolCall.Title != "later" {
		reply(acp.Outcome{OptionID: r.Options[0].ID})
		reply(acp.Outcome{}) // only the first counts
	}
}

func (h *short) PermissionWithdrawn(call uint64)            { h.say("withdrawn %d", call) }
func (h *short) Unsupported(method string, s acp.SessionID) { h.say("unsupported %s in %s", method, s) }
func (h *short) Trouble(err error) {
	h.say("%s", strings.TrimPrefix(fmt.Sprintf("%T", err), "*acp."))
}

func permission(id, title string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t","title":"` +
		title + `"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}` + "\n"
}

func TestReceiving(t *testing.T) {
	const selected = `{"outcome":{"outcome":"selected","optionId":"y"}}`
	tests := []struct {
		name    string
		lines   []string
		heard   []string
		answers []string
	}{
		{"a chunk", []string{chunk("a") + "\n"}, []string{"s agent_message_chunk a"}, nil},
		{"a letter cut in two writes", []string{chunk("\xc3")[:len(chunk("\xc3"))-len(`"}}}}`)], "\xa9" + `"}}}}` + "\n"},
			[]string{"s agent_message_chunk é"}, nil},
		{"broken UTF-8", []string{chunk("\xff") + "\n"}, []string{"s agent_message_chunk \ufffd"}, nil},
		{"junk, mark and carriage return", []string{"\x1b[1 q\ufeff" + chunk("a") + "\r\n"}, []string{"s agent_message_chunk a"}, nil},
		{"no newline at the end", []string{chunk("a")}, []string{"s agent_message_chunk a"}, nil},
		{"not JSON", []string{"Listening…\n\n{oops\n" + chunk("a") + "\n"},
			[]string{"BadLineError", "BadLineError", "s agent_message_chunk a"}, nil},
		{"JSON that is no message", []string{"{}\n" + `{"jsonrpc":"2.0","id":1}` + "\n"}, []string{"BadLineError", "BadLineError"}, nil},
		{"a name twice", []string{`{"method":"x",` + chunk("a")[1:] + "\n"}, []string{"s agent_message_chunk a"}, nil},
		{"an unknown kind", []string{updatePrefix + `{"sessionUpdate":"subagent_update","title":"T","content":{"type":"text","text":"x"}}}}` + "\n"},
			[]string{`s subagent_update raw {"sessionUpdate":"subagent_update","title":"T","content":{"type":"text","text":"x"}}`}, nil},
		{"no kind", []string{updatePrefix + `{"title":"T"}}}` + "\n"}, []string{"BadLineError"}, nil},
		{"a tool call without its id", []string{updatePrefix + `{"sessionUpdate":"tool_call","title":"T"}}}` + "\n"}, []string{"BadLineError"}, nil},
		{"bad optional fields", []string{updatePrefix + `{"sessionUpdate":"tool_call","toolCallId":"t","title":5,"status":"completed","kind":[],"locations":"x"}}}` + "\n"},
			[]string{"s tool_call t title= status=completed content=0"}, nil},
		{"bad items of a list", []string{updatePrefix + `{"sessionUpdate":"tool_call_update","toolCallId":"t","content":[7,{"type":"content"},{"type":"diff","path":"/a","newText":"b","oldText":3},null]}}}` + "\n"},
			[]string{"s tool_call_update t title= status= content=1"}, nil},
		{"a chunk with a bad block", []string{updatePrefix + `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a","annotations":1,"size":"big"},"messageId":4}}}` + "\n"},
			[]string{"s agent_message_chunk a"}, nil},
		{"ids 0, a string, and one used twice", []string{permission("0", "") + permission(`"a\"b"`, "") + permission("0", "")},
			[]string{"s asks 1 for t: 1 options", "s asks 2 for t: 1 options", "s asks 3 for t: 1 options"},
			[]string{"0 " + selected, `"a\"b" ` + selected, "0 " + selected}},
		{"a permission without options", []string{`{"jsonrpc":"2.0","id":4,"method":"session/request_permission","params":{"sessionId":"s","options":[{"name":"?"}]}}` + "\n"},
			[]string{"BadLineError"},
			[]string{`4 {"code":-32602,"message":"Invalid params: a permission request needs sessionId and options"}`}},
		{"a permission withdrawn", []string{permission("7", "later"), `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}` + "\n"},
			[]string{"s asks 1 for t: 1 options", "withdrawn 1"}, []string{`7 {"code":-32800,"message":"Request cancelled"}`}},
		{"another's permission withdrawn", []string{permission("7", "later"), `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"7"}}` + "\n"},
			[]string{"s asks 1 for t: 1 options"}, nil},
		{"the latest of several withdrawn", []string{strings.Repeat(permission("7", "later"), 3), `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}` + "\n"},
			[]string{"s asks 1 for t: 1 options", "s asks 2 for t: 1 options", "s asks 3 for t: 1 options", "withdrawn 3"}, []string{`7 {"code":-32800,"message":"Request cancelled"}`}},
		{"nothing to withdraw", []string{permission("7", "") + `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}` + "\n"},
			[]string{"s asks 1 for t: 1 options"}, []string{"7 " + selected}},
		{"methods that we do not have", []string{`{"jsonrpc":"2.0","id":1,"method":"fs/write_text_file","params":{"sessionId":"s","path":"/a","content":"b"}}` + "\n" +
			`{"jsonrpc":"2.0","id":"2","method":"terminal/create","params":[]}` + "\n" + `{"jsonrpc":"2.0","id":3,"method":"_vendor/x"}` + "\n"},
			[]string{"unsupported fs/write_text_file in s", "unsupported terminal/create in "},
			[]string{`1 {"code":-32601,"message":"Method not found","data":{"method":"fs/write_text_file"}}`,
				`"2" {"code":-32601,"message":"Method not found","data":{"method":"terminal/create"}}`,
				`3 {"code":-32601,"message":"Method not found","data":{"method":"_vendor/x"}}`}},
		{"a notification with id null, an unknown one", []string{`{"jsonrpc":"2.0","id":null,"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"qwen/notify","params":{}}` + "\n"}, []string{"s agent_message_chunk a"}, nil},
		{"responses to nothing", []string{`{"jsonrpc":"2.0","id":9,"result":{}}` + "\n" + `{"jsonrpc":"2.0","error":{"code":-32700}}` + "\n"},
			[]string{"StrayResponseError", "StrayResponseError"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			heard, answers := hear(t, tt.lines...)
			if !reflect.DeepEqual(heard, tt.heard) {
				t.Errorf("heard\n got %q\nwant %q", heard, tt.heard)
			}
			if !reflect.DeepEqual(answers, tt.answers) {
				t.Errorf("answered\n got %q\nwant %q", answers, tt.answers)
			}
		})
	}
}

// prompt starts a Conn whose agent, once prompted, does f; it returns the
// Conn, its Handler and the prompt's end.
func prompt(t *testing.T, f func(w *acptest.Wire, m acptest.Message)) (*short, acp.PromptResponse, error) {
	t.Helper()
	h := &short{}
	c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
		m, err := w.Expect("session/prompt")
		if err == nil {
			f(w, m)
		}
	})), h, acp.ConnOptions{})
	r, err := c.Prompt(t.Context(), "s", []acp.ContentBlock{acp.TextBlock("go")})
	c.Close()
	<-c.Done()
	return h, r, err
}

func TestResponses(t *testing.T) {
	for _, tt := range []struct{ name, response, stop, err, heard string }{
		{"a number", `{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}`, "end_turn", "", ""},
		{"a string for a number", `{"jsonrpc":"2.0","id":"1","result":{"stopReason":"end_turn"}}`, "end_turn", "", ""},
		{"a float for a number", `{"id":1.0,"result":{"stopReason":"max_tokens"}}`, "max_tokens", "", ""},
		{"both members", `{"id":1,"result":{"stopReason":"refusal"},"error":null}`, "refusal", "", ""},
		{"a bad result", `{"id":1,"result":[]}`, "", "", ""},
		{"an error", `{"id":1,"error":{"code":-32603,"message":"Internal error"}}`, "", "Internal error", ""},
		{"a string for a code", `{"id":1,"error":{"code":"E42","message":""}}`, "", "error E42", ""},
		{"a float for a code", `{"id":1,"error":{"code":-32603.0,"message":"m","data":"said in data"}}`, "", "said in data", ""},
		{"an error without an id", `{"error":{"code":-32700,"message":"Parse error"}}`, "", "Parse error", "StrayResponseError"},
		{"an error with id null", `{"id":null,"error":{"code":-32600,"message":"Bad"}}`, "", "Bad", "StrayResponseError"},
		{"an error that answers a notification, then the answer", `{"error":{"code":-32601,"message":"No","data":"session/cancel"}}` + "\n" + `{"id":1,"result":{"stopReason":"end_turn"}}`,
			"end_turn", "", "StrayResponseError"},
		{"the end", "", "", acp.ErrClosed.Error(), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, r, err := prompt(t, func(w *acptest.Wire, _ acptest.Message) { w.Write(tt.response + "\n") })
				if got := fmt.Sprint(err); string(r.StopReason) != tt.stop || got != tt.err && (err != nil || tt.err != "") {
					t.Errorf("got %q, %v; want %q, %q", r.StopReason, err, tt.stop, tt.err)
				}
				if got := strings.Join(h.lines, "\n"); got != tt.heard {
					t.Errorf("heard %q, want %q", got, tt.heard)
				}
			})
		})
	}
}

// TestNullIDWithTwoCalls: an error without an id fails nobody when it could
// mean either of two.
func TestNullIDWithTwoCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			a, _ := w.Expect("session/close")
			b, _ := w.Expect("session/close")
			w.Line(`{"id":null,"error":{"code":1,"message":"whose?"}}`)
			w.Reply(b, "{}")
			w.Reply(a, "{}")
		})), &short{}, acp.ConnOptions{})
		errs := make(chan error, 2)
		for _, id := range []acp.SessionID{"a", "b"} {
			if err := c.CloseSession(id, func(err error) { errs <- err }); err != nil {
				t.Error(err)
			}
		}
		if err := errors.Join(<-errs, <-errs); err != nil {
			t.Error(err)
		}
		<-c.Done()
	})
}

// TestAnswersInOrder: what a call that does not wait is told comes between what
// the agent sent before its answer and what it sent after it.
func TestAnswersInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &short{}
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			for _, method := range []string{"session/set_mode", "session/set_config_option", "session/load"} {
				m, _ := w.Expect(method)
				w.Write(chunk("before") + "\n")
				w.Reply(m, "{}")
				w.Write(chunk("after") + "\n")
			}
		})), h, acp.ConnOptions{})
		c.SetMode("s", "m", func(error) { h.say("set") })
		c.SetConfigOption("s", "o", jsontext.Value("true"), func([]acp.ConfigOption, error) { h.say("set") })
		c.LoadSession(t.Context(), "s", "/", nil, func(acp.SessionResponse, error) { h.say("set") })
		<-c.Done()
		one := []string{"s agent_message_chunk before", "set", "s agent_message_chunk after"}
		if want := slices.Concat(one, one, one); !reflect.DeepEqual(h.lines, want) {
			t.Errorf("heard %q, want %q", h.lines, want)
		}
	})
}

// TestBurst is 10,000 fragments, whole and in order, before the response that
// follows them; the response is the last thing before the end of the stream.
func TestBurst(t *testing.T) {
	const n = 10_000
	h, r, err := prompt(t, func(w *acptest.Wire, m acptest.Message) {
		var b strings.Builder
		for i := range n {
			b.WriteString(chunk(fmt.Sprint(i)) + "\n")
		}
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%s,"result":{"stopReason":"end_turn"}}`, m.ID)
		w.Write(b.String())
	})
	if err != nil || r.StopReason != acp.EndTurn || len(h.lines) != n {
		t.Fatalf("%d updates, %v, %v", len(h.lines), r, err)
	}
	for i, l := range h.lines {
		if l != fmt.Sprint("s agent_message_chunk ", i) {
			t.Fatalf("update %d is %q", i, l)
		}
	}
}

// TestHugeLine is one line of 40 MB, whole and in its place.
func TestHugeLine(t *testing.T) {
	text := strings.Repeat("0123456789", 4<<20)
	h := &heard{}
	c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
		w.Line("%s", chunk("before"))
		w.Line("%s", chunk(text))
		w.Line("%s", chunk("after"))
	})), h, acp.ConnOptions{})
	<-c.Done()
	if len(h.updates) != 3 || len(h.trouble) > 0 {
		t.Fatalf("%d updates, %v", len(h.updates), h.trouble)
	}
	for i, want := range []string{"before", text, "after"} {
		if h.updates[i].Update.Content.Text != want {
			t.Errorf("update %d differs", i)
		}
	}
}

// TestPermissionStaysBehindItsToolCall, a hundred times, with an agent that
// writes both at once.
func TestPermissionStaysBehindItsToolCall(t *testing.T) {
	for range 100 {
		h, _, _ := prompt(t, func(w *acptest.Wire, m acptest.Message) {
			w.Write(updatePrefix + `{"sessionUpdate":"tool_call","toolCallId":"t","title":"rm"}}}` + "\n" + permission("0", ""))
			w.Expect("")
			w.Reply(m, "{}")
		})
		if len(h.lines) != 2 || !strings.Contains(h.lines[0], "tool_call") || !strings.Contains(h.lines[1], "asks") {
			t.Fatalf("heard %q", h.lines)
		}
	}
}

// TestAgentThatDoesNotRead blocks nobody.
func TestAgentThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, agent := acptest.Pipe()
		h := &short{}
		c := acp.NewConn(client, h, acp.ConnOptions{})
		for range 1000 {
			c.Cancel("s")
		}
		done := make(chan error)
		go func() {
			_, err := c.Prompt(t.Context(), "s", []acp.ContentBlock{acp.TextBlock(strings.Repeat("x", 1<<20))})
			done <- err
		}()
		synctest.Wait()
		io.WriteString(agent, chunk("still heard")+"\n")
		synctest.Wait()
		agent.Close()
		if err := <-done; err == nil {
			t.Error("the prompt came to an end that nobody sent")
		}
		<-c.Done()
		if len(h.lines) == 0 || h.lines[0] != "s agent_message_chunk still heard" {
			t.Errorf("heard %q", h.lines)
		}
	})
}

// TestAgentThatClosesItsInput: calls that cannot be written fail; what it
// still says is heard.
func TestAgentThatClosesItsInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		h := &short{}
		c := acp.NewConn(deaf{in}, h, acp.ConnOptions{})
		_, err := c.Prompt(t.Context(), "s", nil)
		var w *acp.WriteError
		if !errors.As(err, &w) {
			t.Errorf("prompt: %v", err)
		}
		if err := c.CloseSession("s", func(error) {}); !errors.As(err, &w) {
			t.Errorf("the next call: %v", err)
		}
		io.WriteString(out, chunk("a")+"\n")
		out.Close()
		<-c.Done()
		if want := []string{"WriteError", "s agent_message_chunk a"}; !reflect.DeepEqual(h.lines, want) {
			t.Errorf("heard %q, want %q", h.lines, want)
		}
	})
}

type deaf struct{ *io.PipeReader }

func (deaf) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestGivingUp tells the agent, and a late answer is no trouble.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &short{}
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			m, _ := w.Expect("session/new")
			withdrawn, _ := w.Expect("$/cancel_request")
			if string(withdrawn.Params) != `{"requestId":`+string(m.ID)+`}` {
				t.Errorf("withdrew %s", withdrawn.Params)
			}
			w.Reply(m, `{"sessionId":"late"}`)
		})), h, acp.ConnOptions{})
		ctx, cancel := context.WithCancel(t.Context())
		time := make(chan error)
		go func() {
			_, err := c.NewSession(ctx, "/w", nil)
			time <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-time; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		<-c.Done()
		if len(h.lines) > 0 {
			t.Errorf("heard %q", h.lines)
		}
		if _, err := c.NewSession(t.Context(), "/w", nil); !errors.Is(err, acp.ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// TestSending is the exact text of what we send.
func TestSending(t *testing.T) {
	want := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":false,"writeTextFile":false},"terminal":false,"auth":{"terminal":true},"session":{"configOptions":{"boolean":{}},"notices":{},"compaction":{}}},"clientInfo":{"name":"sidekicks","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"key"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}`,
		`{"jsonrpc":"2.0","id":4,"method":"session/load","params":{"sessionId":"s","cwd":"/w","mcpServers":[{"name":"m"}]}}`,
		`{"jsonrpc":"2.0","id":5,"method":"session/resume","params":{"sessionId":"s","cwd":"/w","mcpServers":[]}}`,
		`{"jsonrpc":"2.0","id":6,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"a <b> é"}]}}`,
		`{"jsonrpc":"2.0","id":7,"method":"session/set_mode","params":{"sessionId":"s","modeId":"plan"}}`,
		`{"jsonrpc":"2.0","id":8,"method":"session/set_config_option","params":{"sessionId":"s","configId":"model","value":"big"}}`,
		`{"jsonrpc":"2.0","id":9,"method":"session/set_config_option","params":{"sessionId":"s","configId":"web","type":"boolean","value":true}}`,
		`{"jsonrpc":"2.0","id":10,"method":"session/set_config_option","params":{"sessionId":"s","configId":"web","type":"boolean","value":false}}`,
		`{"jsonrpc":"2.0","id":11,"method":"session/close","params":{"sessionId":"s"}}`,
		`{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}`,
	}
	var got []string
	synctest.Test(t, func(t *testing.T) {
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			for {
				m, err := w.Read()
				if err != nil {
					return
				}
				w.Reply(m, "{}")
			}
		})), &short{}, acp.ConnOptions{Trace: func(dir string, line []byte) {
			if dir == "c2a" {
				got = append(got, string(line))
			}
		}})
		ctx := t.Context()
		c.Initialize(ctx, acp.Implementation{Name: "sidekicks", Version: "1"})
		c.Authenticate(ctx, "key")
		c.NewSession(ctx, "/w", nil)
		c.LoadSession(ctx, "s", "/w", jsontext.Value(`[{"name":"m"}]`), func(acp.SessionResponse, error) {})
		c.ResumeSession(ctx, "s", "/w", nil, func(acp.SessionResponse, error) {})
		c.Prompt(ctx, "s", []acp.ContentBlock{acp.TextBlock("a <b> é")})
		told(func(done func(error)) error { return c.SetMode("s", "plan", done) })
		set := func(id, value string) {
			told(func(done func(error)) error {
				return c.SetConfigOption("s", id, jsontext.Value(value), func(_ []acp.ConfigOption, err error) { done(err) })
			})
		}
		set("model", `"big"`)
		set("web", `true`)
		set("web", `false`)
		told(func(done func(error)) error { return c.CloseSession("s", done) })
		c.Cancel("s")
		c.CloseWrite()
		<-c.Done()
	})
	if len(got) != len(want) {
		t.Fatalf("sent %d lines, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d\n got %s\nwant %s", i, got[i], want[i])
		}
	}
}

// TestUnknownIsCounted, whatever it is.
func TestUnknownIsCounted(t *testing.T) {
	c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
		for range 3 {
			w.Line(`{"method":"qwen/notify"}`)
		}
		w.Line(`%s{"sessionUpdate":"plan_removed"}}}`, updatePrefix)
	})), &short{}, acp.ConnOptions{})
	<-c.Done()
	if got, want := c.Unknown(), (map[string]int{"qwen/notify": 3, "session/update plan_removed": 1}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestClosingIsNoTrouble: a line that still waits for its reader is lost, as
// whoever closes knows.
func TestClosingIsNoTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, _ := io.Pipe()
		_, out := io.Pipe()
		h := &short{}
		c := acp.NewConn(unread{in, out}, h, acp.ConnOptions{})
		c.Cancel("s")
		synctest.Wait()
		_ = c.Close()
		<-c.Done()
		if len(h.lines) > 0 {
			t.Errorf("heard %q", h.lines)
		}
	})
}

// unread is a stream with an agent that neither reads nor writes.
type unread struct {
	*io.PipeReader
	*io.PipeWriter
}

func (u unread) Close() error { return errors.Join(u.PipeReader.Close(), u.PipeWriter.Close()) }

// An answer and the end of its context at the same moment: then is called, or
// the call was given up, and never both.
func TestAnAnswerAsItIsGivenUp(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			m, _ := w.Expect("session/load")
			go cancel()
			w.Reply(m, "{}")
		})), &short{}, acp.ConnOptions{})
		told := false
		err := c.LoadSession(ctx, "s", "/", nil, func(acp.SessionResponse, error) { told = true })
		<-c.Done()
		if told != (err == nil) {
			t.Fatalf("told %v, and the call gives %v", told, err)
		}
	}
}
