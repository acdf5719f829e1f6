package acp

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func TestDecodeUpdate(t *testing.T) {
	none, title := "", "A title"
	old := "before"
	tests := []struct {
		name, in string
		want     SessionUpdate
	}{
		{"thought", `{"sessionUpdate":"agent_thought_chunk","messageId":"m","content":{"type":"text","text":"t"}}`,
			SessionUpdate{Kind: AgentThoughtChunk, MessageID: "m", Content: TextBlock("t")}},
		{"resource", `{"sessionUpdate":"user_message_chunk","content":{"type":"resource","resource":{"uri":"file:///a","text":"b"}}}`,
			SessionUpdate{Kind: UserMessageChunk, Content: ContentBlock{Type: "resource", Resource: &EmbeddedResource{URI: "file:///a", Text: "b"}}}},
		{"chunk without content", `{"sessionUpdate":"agent_message_chunk"}`, SessionUpdate{Kind: AgentMessageChunk}},
		{"meta", `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":""},"_meta":{"usage":1}}`,
			SessionUpdate{Kind: AgentMessageChunk, Content: TextBlock(""), Meta: jsontext.Value(`{"usage":1}`)}},
		{"tool call", `{"sessionUpdate":"tool_call","toolCallId":"t","name":"edit","title":"T","kind":"edit","status":"pending","content":[{"type":"diff","path":"/a","oldText":"before","newText":"b"}],"locations":[{"path":"/a","line":3},{"line":4}],"rawInput":{"a":1},"rawOutput":null}`,
			SessionUpdate{Kind: ToolCallStart, ToolCall: ToolCall{ID: "t", Name: "edit", Title: "T", Kind: ToolEdit, Status: ToolPending,
				Content:   []ToolCallContent{{Type: "diff", Path: "/a", OldText: &old, NewText: "b"}},
				Locations: []ToolCallLocation{{Path: "/a", Line: 3}}, RawInput: jsontext.Value(`{"a":1}`)}}},
		{"emptied list", `{"sessionUpdate":"tool_call_update","toolCallId":"t","content":[],"locations":null,"title":null}`,
			SessionUpdate{Kind: ToolCallProgress, ToolCall: ToolCall{ID: "t", Content: []ToolCallContent{}}}},
		{"tool content that is no list", `{"sessionUpdate":"tool_call_update","toolCallId":"t","content":{"type":"text","text":"x"},"status":"failed"}`,
			SessionUpdate{Kind: ToolCallProgress, ToolCall: ToolCall{ID: "t", Status: ToolFailed}}},
		{"bad embedded block", `{"sessionUpdate":"tool_call_update","toolCallId":"t","content":[{"type":"content","content":{"type":"text","text":"x","size":"y"}},{"type":"content","content":3}]}`,
			SessionUpdate{Kind: ToolCallProgress, ToolCall: ToolCall{ID: "t", Content: []ToolCallContent{{Type: "content", Content: &ContentBlock{Type: "text", Text: "x"}}}}}},
		{"plan", `{"sessionUpdate":"plan","entries":[{"content":"a","priority":"high","status":"completed"},"?",{"content":"b","priority":1}]}`,
			SessionUpdate{Kind: PlanUpdate, Plan: []PlanEntry{{Content: "a", Priority: "high", Status: "completed"}, {Content: "b"}}}},
		{"commands", `{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"a","input":{"hint":"h"}},{"name":"b","input":null},{"description":"no name"}]}`,
			SessionUpdate{Kind: AvailableCommandsUpdate, Commands: []AvailableCommand{{Name: "a", Input: &CommandInput{Hint: "h"}}, {Name: "b"}}}},
		{"mode", `{"sessionUpdate":"current_mode_update","currentModeId":"plan"}`, SessionUpdate{Kind: CurrentModeUpdate, ModeID: "plan"}},
		{"options, flat and in groups", `{"sessionUpdate":"config_option_update","configOptions":[{"id":"m","name":"M","type":"select","currentValue":"x","options":[{"group":"g","name":"G","options":[{"value":"x","name":"X"}]},{"value":"y","name":"Y"}]},{"id":"b","type":"boolean","name":"B","currentValue":true},5,{"name":"no id"}]}`,
			SessionUpdate{Kind: ConfigOptionUpdate, ConfigOptions: []ConfigOption{
				{ID: "m", Name: "M", Type: "select", CurrentValue: jsontext.Value(`"x"`), Options: []ConfigOptionValue{{Value: "x", Name: "X", Group: "G"}, {Value: "y", Name: "Y"}}},
				{ID: "b", Name: "B", Type: "boolean", CurrentValue: jsontext.Value("true")}}}},
		{"title", `{"sessionUpdate":"session_info_update","title":"A title"}`, SessionUpdate{Kind: SessionInfoUpdate, Title: &title}},
		{"title taken back", `{"sessionUpdate":"session_info_update","title":null}`, SessionUpdate{Kind: SessionInfoUpdate, Title: &none}},
		{"title not mentioned", `{"sessionUpdate":"session_info_update","updatedAt":"x"}`, SessionUpdate{Kind: SessionInfoUpdate}},
		{"title of another type", `{"sessionUpdate":"session_info_update","title":4}`, SessionUpdate{Kind: SessionInfoUpdate}},
		{"usage", `{"sessionUpdate":"usage_update","used":3,"size":4,"cost":{"amount":0.5,"currency":"USD"}}`,
			SessionUpdate{Kind: UsageUpdate, Usage: Usage{Used: 3, Size: 4, Cost: &Cost{0.5, "USD"}}}},
		{"usage with a bad cost", `{"sessionUpdate":"usage_update","used":3,"size":4.5,"cost":"free"}`,
			SessionUpdate{Kind: UsageUpdate, Usage: Usage{Used: 3}}},
		{"notice", `{"sessionUpdate":"notice","severity":"warning","title":"T","description":"D"}`,
			SessionUpdate{Kind: NoticeUpdate, Notice: Notice{"warning", "T", "D"}}},
		{"compaction", `{"sessionUpdate":"compaction_update","status":"completed"}`,
			SessionUpdate{Kind: CompactionUpdate, Raw: jsontext.Value(`{"sessionUpdate":"compaction_update","status":"completed"}`)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := update(t, tt.in)
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("\n got %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// update decodes as a Conn would.
func update(t *testing.T, raw string) SessionUpdate {
	t.Helper()
	params := `{"sessionId":"s","update":` + raw + `}`
	var fast fastLine
	if n, ok := fast.decode([]byte(`{"jsonrpc":"2.0","method":"session/update","params":` + params + `}`)); ok {
		return n.Update
	}
	n, err := decodeNotification(jsontext.Value(params))
	if err != nil || n.SessionID != "s" {
		t.Fatal(n, err)
	}
	return n.Update
}

// TestEncodeUpdate: what the agent's side sends, the client's side reads.
func TestEncodeUpdate(t *testing.T) {
	title := "T"
	for _, u := range []SessionUpdate{
		{Kind: AgentMessageChunk, MessageID: "m", Content: TextBlock("a")},
		{Kind: ToolCallStart, ToolCall: ToolCall{ID: "t", Kind: ToolRead, Content: []ToolCallContent{{Type: "terminal", TerminalID: "x"}}}},
		{Kind: PlanUpdate, Plan: []PlanEntry{{Content: "a"}}},
		{Kind: AvailableCommandsUpdate, Commands: []AvailableCommand{{Name: "c"}}},
		{Kind: CurrentModeUpdate, ModeID: "m"},
		{Kind: ConfigOptionUpdate, ConfigOptions: []ConfigOption{{ID: "o", Type: "select", CurrentValue: jsontext.Value(`"a"`), Options: []ConfigOptionValue{{Value: "a", Group: "g"}, {Value: "b", Group: "g"}, {Value: "c"}, {Value: "d", Group: "g"}}}}},
		{Kind: SessionInfoUpdate, Title: &title},
		{Kind: UsageUpdate, Usage: Usage{Used: 1, Size: 2}},
		{Kind: NoticeUpdate, Notice: Notice{Severity: "info"}},
		{Kind: "other", Raw: jsontext.Value(`{"sessionUpdate":"other","x":1}`)},
	} {
		raw, err := json.Marshal(encodeUpdate(u))
		if err != nil {
			t.Fatal(err)
		}
		if got := update(t, string(raw)); !reflect.DeepEqual(got, u) {
			t.Errorf("%s\n got %+v\nwant %+v", raw, got, u)
		}
	}
}

func TestDecodeInitialize(t *testing.T) {
	got := decodeInitialize(jsontext.Value(`{"protocolVersion":1,"agentInfo":{"name":"a","title":7},
		"authMethods":[{"id":"q","name":"Q","_meta":{"type":"terminal","args":["--auth"]}},3,{"name":"no id"},
			{"id":"v","name":"V","type":"env_var","vars":[{"name":"KEY","label":"Key"},9]},{"id":"t","type":"terminal","args":["login"],"env":{"A":"b","C":3}}],
		"agentCapabilities":{"loadSession":"yes","promptCapabilities":{"image":true},"mcpCapabilities":{"http":true,"sse":null},"sessionCapabilities":{"resume":{},"close":null}}}`))
	want := InitializeResponse{ProtocolVersion: 1, Agent: Implementation{Name: "a"},
		AuthMethods: []AuthMethod{
			{ID: "q", Name: "Q", Type: "terminal", NoProtocol: true, Args: []string{"--auth"}, Meta: jsontext.Value(`{"type":"terminal","args":["--auth"]}`)},
			{ID: "v", Name: "V", Type: "env_var", Vars: []AuthVariable{{"KEY", "Key"}}},
			{ID: "t", Type: "terminal", Args: []string{"login"}, Env: map[string]string{"A": "b"}}},
		PromptImage: true, McpHTTP: true, ResumeSession: true}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

// Some agents tell a whole command for a terminal in _meta, beside a method of the
// protocol's own kinds or instead of one.
func TestDecodeACommandToSignIn(t *testing.T) {
	const command = `"_meta":{"terminal-auth":{"label":"L","command":"/opt/agent","args":["login"],"env":{"A":"1"}}}`
	for method, want := range map[string]AuthMethod{
		`{"id":"m",` + command + `}`:                                               {Type: "terminal", Command: "/opt/agent", Args: []string{"login"}, Env: map[string]string{"A": "1"}},
		`{"id":"m","type":"terminal","args":["--login"],` + command + `}`:          {Type: "terminal", Args: []string{"--login"}},
		`{"id":"m","_meta":{"terminal-auth":{"args":["login"]}}}`:                  {},
		`{"id":"m","_meta":{"terminal-auth":{"command":7,"args":["login"]}}}`:      {},
		`{"id":"m","_meta":{"terminal-auth":{"command":"a","args":7,"env":"b"}}}`:  {Type: "terminal", Command: "a"},
		`{"id":"m","_meta":{"type":"terminal","terminal-auth":{"command":"a"}}}`:   {Type: "terminal", Command: "a"},
		`{"id":"m","_meta":{"type":"terminal","args":["x"],"terminal-auth":null}}`: {Type: "terminal", Args: []string{"x"}, NoProtocol: true},
	} {
		got := decodeInitialize(jsontext.Value(`{"authMethods":[` + method + `]}`)).AuthMethods[0]
		want.ID, got.Meta = "m", nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %+v\nwant %+v", method, got, want)
		}
	}
}

func TestDecodeSession(t *testing.T) {
	got := decodeSession(jsontext.Value(`{"sessionId":"s","modes":{"currentModeId":"a","availableModes":[{"id":"a","name":"A"},{"name":"?"}]},"configOptions":"none"}`))
	want := SessionResponse{SessionID: "s", Modes: &SessionModes{Current: "a", Available: []SessionMode{{ID: "a", Name: "A"}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if got := decodeSession(jsontext.Value(`{"modes":null}`)); !reflect.DeepEqual(got, SessionResponse{}) {
		t.Errorf("got %+v", got)
	}
}

func TestMerge(t *testing.T) {
	have := ToolCall{ID: "t", Title: "T", Kind: ToolEdit, Status: ToolPending,
		Content: []ToolCallContent{{Type: "diff", Path: "/a"}}, RawInput: jsontext.Value("1")}
	kept := have
	got := have.Merge(ToolCall{ID: "t", Status: ToolCompleted, Content: []ToolCallContent{}, RawOutput: jsontext.Value("2"), Locations: []ToolCallLocation{{Path: "/a"}}})
	want := ToolCall{ID: "t", Title: "T", Kind: ToolEdit, Status: ToolCompleted, Content: []ToolCallContent{},
		Locations: []ToolCallLocation{{Path: "/a"}}, RawInput: jsontext.Value("1"), RawOutput: jsontext.Value("2")}
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(have, kept) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if first := (ToolCall{}).Merge(have); !reflect.DeepEqual(first, have) {
		t.Errorf("merging into nothing: %+v", first)
	}
}

func TestAgentError(t *testing.T) {
	tests := []struct {
		raw, method, text string
		signIn            bool
	}{
		{`{"code":-32603,"message":"Internal error: Incorrect API key provided","data":{"service":"session","errorName":"APIError"}}`, methodPrompt, "Internal error: Incorrect API key provided", false},
		{`{"code":-32603,"message":"Internal error","data":{"details":"401 Incorrect API key provided"}}`, methodPrompt, "401 Incorrect API key provided", true},
		{`{"code":-32603,"message":"Internal error","data":{"error":"{\"error\":{\"message\":\"out of order\",\"code\":\"x\"}}"}}`, methodPrompt, "out of order", false}, // codex
		{`{"code":-32603,"message":"{\"error\":{\"message\":\"out of order\"}}"}`, methodPrompt, "out of order", false},
		{`{"code":-32603,"message":"{\"a\":1}"}`, methodPrompt, "{\"a\":1}", false},
		{`{"code":-32603,"message":"Internal error","data":{"details":"500 The server had an error"}}`, methodPrompt, "500 The server had an error", false},
		{`{"code":-32603,"message":"Internal error: Rate limit reached","data":{"id":"b401c"}}`, methodPrompt, "Internal error: Rate limit reached", false},
		{`{"code":-32603,"message":"Internal error","data":"status 4013"}`, methodPrompt, "status 4013", false},
		{`{"code":-32000,"message":"Authentication required"}`, methodNewSession, "Authentication required", true},
		{`{"code":-32000,"message":"Overloaded"}`, methodNewSession, "Overloaded", true},
		{`{"code":-32000,"message":"Overloaded"}`, methodPrompt, "Overloaded", false},
		{`{"code":"auth_required","message":"Please log in"}`, methodPrompt, "Please log in", true},
		{`{"code":1,"message":"m","data":{"error":{"message":"deep","code":3}}}`, methodPrompt, "deep", false},
		{`{"code":1,"message":"m","data":{"error":{"error":"deeper"},"message":"near"}}`, methodPrompt, "deeper", false},
		{`{"code":1,"message":"m","data":{"message":"near"}}`, methodPrompt, "near", false},
		{`{"code":1,"message":"m","data":[1]}`, methodPrompt, "m", false},
		{`{"code":-32603.5}`, methodPrompt, "error -32603.5", false},
		{`{}`, methodPrompt, "error without a code", false},
		{`"just words"`, methodPrompt, "just words", false},
		{`{"code":1,"message":["odd"]}`, methodPrompt, "error 1", false},
	}
	for _, tt := range tests {
		e := decodeError(jsontext.Value(tt.raw))
		e.Method = tt.method
		if e.Error() != tt.text || e.SignInNeeded() != tt.signIn {
			t.Errorf("%s in %s: %q, sign in %v; want %q, %v", tt.raw, tt.method, e.Error(), e.SignInNeeded(), tt.text, tt.signIn)
		}
	}
}

func TestRedact(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing to hide", `{"a": "environment", "b":1}`, `{"a": "environment", "b":1}`},
		{"env as a list", `{"mcpServers":[{"name":"m","env":[{"name":"KEY","value":"s3cret"}],"args":["x"]}]}`,
			`{"mcpServers":[{"name":"m","env":[{"name":"KEY","value":"•••"}],"args":["x"]}]}`},
		{"env as an object, with a variable called name", `{"env":{"KEY":"s3cret","name":"s3cret","N":5},"id":"x"}`,
			`{"env":{"KEY":"•••","name":"•••","N":"•••"},"id":"x"}`},
		{"headers", `{"headers":[{"name":"Authorization","value":"Bearer s3cret","_meta":{"x":["s3cret"]}}]}`,
			`{"headers":[{"name":"Authorization","value":"•••","_meta":{"x":["•••"]}}]}`},
		{"names of secrets", `{"OPENAI_API_KEY":"s3cret","access_token":{"v":"s3cret"},"tokens":12,"maxTokens":3}`,
			`{"OPENAI_API_KEY":"•••","access_token":{"v":"•••"},"tokens":12,"maxTokens":3}`},
		{"spelt with escapes", `{"\u0065nv":{"K":"s3cret"}}`, `{"env":{"K":"•••"}}`},
		{"cut in the middle", `{"a":"b","env":{"KEY":"s3cret","OTHER":"s3c`, `{"a":"b","env":{"KEY":"•••","OTHER":"…"}}`},
		{"cut in a list", `{"env":[{"name":"K"},{"name":"L","val`, `{"env":[{"name":"K"},{"name":"L","…":"…"}]}`},
		{"not JSON", `"env": {s3c}`, `"env": {"…":"…"}`},
		{"junk before", "\x1b[1 q" + `{"env":{"K":"s3cret"}}`, "\x1b[1 q" + `{"env":{"K":"•••"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(redact([]byte(tt.in)))
			if got != tt.want || strings.Contains(got, "s3c") {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestRing(t *testing.T) {
	var r ring
	if got := r.texts(); len(got) != 0 {
		t.Errorf("empty: %q", got)
	}
	for range keptLines {
		r.add("a2c", []byte("old"))
	}
	r.add("c2a", []byte(`{"env":{"K":"s3cret"}}`))
	r.add("a2c", []byte(`{"env":{"K":"`+strings.Repeat("s3cret", 1000)))
	got := r.texts()
	if len(got) != keptLines || got[0] != "a2c old" {
		t.Errorf("%d lines, first %q", len(got), got[0])
	}
	want := []string{`c2a {"env":{"K":"•••"}}`, `a2c {"env":{"K":"…"}}… (5501 bytes more)`}
	if tail := got[keptLines-2:]; !reflect.DeepEqual(tail, want) {
		t.Errorf("got %q, want %q", tail, want)
	}
}
