package conversation

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// readExit tells a command that ended with another status than 0 as one that
// failed, with its status, and one that was ended from outside as cancelled.
// Some agents call both completed, since they did run them.
func (t *Tool) readExit() {
	t.Exit = 0
	if !settled(t.Call.Status) {
		return
	}
	status, killed, command := exitStatus(t.Call.RawOutput)
	if t.Call.Kind != acp.ToolExecute && !command {
		return // what is no command may have such members too
	}
	if t.Exit = status; status != 0 {
		t.Call.Status = acp.ToolFailed
	}
	t.Cancelled = t.Cancelled || killed
}

// exitStatus is the status that a command ended with, as codex, Qwen Code and
// OpenCode tell it beside the protocol; 0 where none tells it, or two differ.
// OpenCode tells null of a command that ended with none: it was killed. Codex
// tells the command too: it calls some a reading or a search.
func exitStatus(raw jsontext.Value) (status int, killed, command bool) {
	var o struct {
		Command  jsontext.Value `json:"command"`
		Codex    jsontext.Value `json:"exit_code"`
		Qwen     jsontext.Value `json:"exitCode"`
		Metadata jsontext.Value `json:"metadata"`
	}
	var m struct {
		OpenCode jsontext.Value `json:"exit"`
	}
	if raw.Kind() != '{' || json.Unmarshal(raw, &o) != nil {
		return 0, false, false
	}
	if o.Metadata.Kind() == '{' && json.Unmarshal(o.Metadata, &m) != nil {
		return 0, false, false
	}
	told := false
	for _, v := range []jsontext.Value{o.Codex, o.Qwen, m.OpenCode} {
		n := 0
		if v.Kind() != '0' || json.Unmarshal(v, &n) != nil {
			continue
		}
		if told && n != status {
			return 0, false, false
		}
		status, told = n, true
	}
	return status, !told && m.OpenCode.Kind() == 'n', told && o.Command.Kind() == '['
}
