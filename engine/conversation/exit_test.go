package conversation

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// Agents tell a command's exit status beside the protocol, each in its way. What
// is no whole number, or is told twice and not alike, is not taken for one.
func TestExitStatus(t *testing.T) {
	for raw, want := range map[string]int{
		`{"output":"oops\n","metadata":{"output":"oops\n","exit":3,"truncated":false}}`: 3, // OpenCode
		`{"call_id":"c","exit_code":3,"stdout":"oops\n","status":"failed"}`:             3, // codex
		`{"type":"shell_result","exitCode":127,"signal":null,"outcome":"failed"}`:       127,
		`{"exit_code":3,"metadata":{"exit":3}}`:                                         3,
		`{"exit_code":3,"metadata":{"exit":0}}`:                                         0,
		`{"metadata":{"exit":0}}`:                                                       0,
		`{"metadata":{"exit":null}}`:                                                    0,
		`{"metadata":{"exit":"3"}}`:                                                     0,
		`{"metadata":{"exit":1.5}}`:                                                     0,
		`{"metadata":"exit 3","output":"exit 3"}`:                                       0,
		`{"output":{"exit_code":3}}`:                                                    0,
		`"exit_code: 3"`:                                                                0,
		``:                                                                              0,
	} {
		if got, _, _ := exitStatus(jsontext.Value(raw)); got != want {
			t.Errorf("%s: %d, want %d", raw, got, want)
		}
	}
}

// A command that ended with another status than 0 failed, whatever the agent
// calls it. Only a command, and only once it has ended.
func TestExitOfACommand(t *testing.T) {
	raw := jsontext.Value(`{"output":"","metadata":{"exit":3}}`)
	for _, c := range []struct {
		kind       ToolKind
		told, want ToolCallStatus
		exit       int
	}{
		{acp.ToolExecute, acp.ToolCompleted, acp.ToolFailed, 3},
		{acp.ToolExecute, acp.ToolFailed, acp.ToolFailed, 3},
		{acp.ToolExecute, acp.ToolInProgress, acp.ToolInProgress, 0},
		{acp.ToolFetch, acp.ToolCompleted, acp.ToolCompleted, 0},
	} {
		l := asked()
		l.UpdateTool(ToolCall{ID: "t", Kind: c.kind, Status: acp.ToolPending}, "", true, at)
		got, _ := l.UpdateTool(ToolCall{ID: "t", Status: c.told, RawOutput: raw}, "", false, at)
		if got.Call.Status != c.want || got.Exit != c.exit {
			t.Errorf("%s %s: %s, exit %d", c.kind, c.told, got.Call.Status, got.Exit)
		}
	}
}

// Codex calls a command that only looks a reading or a search.
func TestExitOfACommandOfAnotherKind(t *testing.T) {
	for raw, want := range map[string]int{
		`{"call_id":"c","command":["/bin/bash","-lc","grep -c zebra hello.txt"],"cwd":"/p","exit_code":1,"stdout":"0\n","status":"failed"}`: 1,
		`{"exit_code":1}`:                  0,
		`{"command":"grep","exit_code":1}`: 0,
	} {
		l := asked()
		l.UpdateTool(ToolCall{ID: "t", Kind: acp.ToolSearch, Status: acp.ToolInProgress}, "", true, at)
		if got, _ := l.UpdateTool(ToolCall{ID: "t", Status: acp.ToolFailed, RawOutput: jsontext.Value(raw)}, "", false, at); got.Exit != want {
			t.Errorf("%s: %d, want %d", raw, got.Exit, want)
		}
	}
}

// A command that Stop or a limit ended has no status, and is told as interrupted
// though the agent calls it completed.
func TestACommandThatWasKilled(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"output":"(no output)\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>","metadata":{"exit":null,"truncated":false}}`: true,  // OpenCode
		`{"type":"shell_result","exitCode":null,"signal":null,"pid":7}`:                                                                        false, // Qwen Code, of one that runs on
		`{"metadata":{"truncated":false}}`: false,
		`{"metadata":{"exit":0}}`:          false,
	} {
		l := asked()
		l.UpdateTool(ToolCall{ID: "t", Kind: acp.ToolExecute, Status: acp.ToolInProgress}, "", true, at)
		got, _ := l.UpdateTool(ToolCall{ID: "t", Status: acp.ToolCompleted, RawOutput: jsontext.Value(raw)}, "", false, at)
		if got.Cancelled != want || got.Call.Status != acp.ToolCompleted {
			t.Errorf("%s: cancelled %v, %s", raw, got.Cancelled, got.Call.Status)
		}
	}
}
