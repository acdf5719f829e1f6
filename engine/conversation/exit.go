package conversation

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// readExit tells a command that ended with another status than 0 as one that
// failed, with its status. Some agents call it completed, since they did run it.
func (t *Tool) readExit() {
	t.Exit = 0
	if t.Call.Kind != acp.ToolExecute || !settled(t.Call.Status) {
		return
	}
	if t.Exit = exitStatus(t.Call.RawOutput); t.Exit != 0 {
		t.Call.Status = acp.ToolFailed
	}
}

// exitStatus is the status that a command ended with, as codex, Qwen Code and
// OpenCode tell it beside the protocol; 0 where none tells it, or two differ.
func exitStatus(raw jsontext.Value) int {
	var o struct {
		Codex    *int `json:"exit_code"`
		Qwen     *int `json:"exitCode"`
		Metadata struct {
			OpenCode *int `json:"exit"`
		} `json:"metadata"`
	}
	if raw.Kind() != '{' || json.Unmarshal(raw, &o) != nil {
		return 0
	}
	var status *int
	for _, s := range []*int{o.Codex, o.Qwen, o.Metadata.OpenCode} {
		if s != nil && status != nil && *s != *status {
			return 0
		}
		if s != nil {
			status = s
		}
	}
	if status == nil {
		return 0
	}
	return *status
}
