package acp

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var seeds = []string{
	`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"text","text":"a"}}}}`,
	`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"T","kind":"edit","status":"pending","content":[{"type":"diff","path":"/a","newText":"b","oldText":null},4,{"type":"content","content":{"type":"text","text":"x"}}],"locations":[{"path":"/a","line":1}],"rawInput":{"a":[1,null]},"rawOutput":null,"_meta":{}}}}`,
	`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"a","options":[{"group":"g","options":[{"value":"x"}]}]}]}}}`,
	`{"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Y","kind":"allow_once"}]}}`,
	`{"id":"1","error":{"code":"x","message":["m"],"data":{"error":{"error":"d"}}}}`,
	`{"id":1,"result":{"sessionId":"s","modes":{"currentModeId":"a","availableModes":[{"id":"a"}]},"authMethods":[{"id":"q","_meta":{"type":"terminal"}}]}}`,
	"\x1b[1 q{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":0}}\r",
	`{"method":"session/update","params":{"update":{"sessionUpdate":"plan","entries":[{"content":"a"}],"env":{"K":"v"}}}}`,
}

func addSeeds(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
}

// quiet hears and says nothing.
type quiet struct{}

func (quiet) SessionUpdate(SessionNotification)                          {}
func (quiet) RequestPermission(_ PermissionRequest, reply func(Outcome)) { reply(Outcome{}) }
func (quiet) PermissionWithdrawn(uint64)                                 {}
func (quiet) Unsupported(string, SessionID)                              {}
func (quiet) Trouble(error)                                              {}

type in struct{ io.Reader }

func (in) Write(b []byte) (int, error) { return len(b), nil }
func (in) Close() error                { return nil }

// FuzzConn: whatever an agent sends, the stream is read to its end.
func FuzzConn(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		c := newConn(in{bytes.NewReader(b)}, quiet{}, ConnOptions{Trace: func(string, []byte) {}})
		c.read(c.line)
		c.Wire()
		decodeInitialize(b)
		decodeSession(b)
		_ = decodeError(b).Error()
	})
}

// FuzzFastDecode: what the strict pass takes, the lenient one reads the same.
func FuzzFastDecode(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		var fast fastLine
		n, ok := fast.decode(b)
		if !ok {
			return
		}
		var m message
		if err := m.parse(b); err != nil {
			t.Fatalf("the strict pass took what is no message: %v", err)
		}
		slow, err := decodeNotification(m.Params)
		if err != nil || !reflect.DeepEqual(n, slow) {
			t.Errorf("\nfast %+v\nslow %+v, %v", n, slow, err)
		}
	})
}

// FuzzSalvage: field by field gives the same as in one go, where that works.
func FuzzSalvage(f *testing.F) {
	addSeeds(f)
	f.Add([]byte(`{"toolCallId":"t","content":[{"type":"diff","oldText":"x"}],"locations":[{"path":"p"}],"rawInput":[1]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var whole ToolCall
		if !jsontext.Value(b).IsValid(lenientText) || json.Unmarshal(b, &whole, lenientText) != nil {
			return
		}
		var parts ToolCall
		salvage(b, reflect.ValueOf(&parts).Elem(), 0)
		if !reflect.DeepEqual(whole, parts) {
			t.Errorf("\nwhole %+v\nparts %+v", whole, parts)
		}
	})
}

// FuzzRedact: a secret never comes out, whole or in part, wherever the line is cut.
func FuzzRedact(f *testing.F) {
	f.Add(`{"mcpServers":[{"env":[{"name":"K","value":"`, `"}]}]}`, 60)
	f.Add(`{"a":{"headers":{"b":["`, `"]}}}`, 30)
	f.Fuzz(func(t *testing.T, before, after string, cut int) {
		const secret = "\u2603\u2603\u2603"
		line := before + secret + after
		if !insideSecret(before) || strings.Contains(before+after, "\u2603") {
			return
		}
		if cut >= 0 && cut < len(line) {
			line = line[:cut]
		}
		if got := redact([]byte(line)); bytes.Contains(got, []byte("\u2603")) {
			t.Errorf("%s gives %s", line, got)
		}
	})
}

// insideSecret tells whether text is the beginning of JSON that has just
// opened a string within env or headers.
func insideSecret(text string) bool {
	d := jsontext.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.ReadToken(); err != nil {
			break
		}
	}
	p := string(d.StackPointer())
	kind, n := d.StackIndex(d.StackDepth())
	value := kind == '[' || kind == '{' && n%2 == 1
	return value && strings.HasSuffix(text, `:"`) && (strings.Contains(p, "/env/") || strings.Contains(p, "/headers/")) &&
		!strings.HasSuffix(p, "/name") && strings.Count(text, `"`)%2 == 1 && !strings.Contains(text, `\`)
}
