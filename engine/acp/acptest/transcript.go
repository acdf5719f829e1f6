package acptest

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

//go:embed testdata/transcripts/*.ndjson
var recordings embed.FS

// A Transcript is what a recording client exchanged with a real agent. Its
// name is AGENT-CASE; zedcodex is the Rust codex-acp, qwen24 Qwen Code 0.24.
type Transcript struct {
	Name    string
	Entries []Entry
}

// An Entry is one thing that happened: a message (Dir c2a, client to agent, or
// a2c), a line that is none (Raw), output on stderr, or an event of the process.
type Entry struct {
	Dir   string         `json:"dir"`
	Msg   jsontext.Value `json:"msg,omitzero"`
	Raw   string         `json:"raw,omitzero"`
	Event string         `json:"event,omitzero"`
}

// Names lists all transcripts, sorted.
func Names() []string {
	files, _ := recordings.ReadDir("testdata/transcripts")
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".ndjson"))
	}
	return names
}

// Load reads a transcript.
func Load(name string) (Transcript, error) {
	t := Transcript{Name: name}
	text, err := recordings.ReadFile("testdata/transcripts/" + name + ".ndjson")
	if err != nil {
		return t, err
	}
	for line := range bytes.Lines(text) {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return t, fmt.Errorf("transcript %s: %w", name, err)
		}
		t.Entries = append(t.Entries, e)
	}
	return t, nil
}

// ReceivingOnly tells whether the recording client misbehaved on purpose, so
// that the transcript says nothing of what we should send.
func (t Transcript) ReceivingOnly() bool {
	_, which, _ := strings.Cut(t.Name, "-")
	return slices.Contains([]string{"twoprompts", "initv2", "noise", "sessions"}, which)
}

// Lines are the agent's lines; those that were too long to be kept are left out.
func (t Transcript) Lines() []string {
	var lines []string
	for _, e := range t.Entries {
		if e.Dir != "a2c" || e.truncated() {
			continue
		}
		if e.Msg == nil {
			lines = append(lines, e.Raw)
		} else {
			lines = append(lines, string(e.Msg))
		}
	}
	return lines
}

// Sent is what the recording client sent, in order.
func (t Transcript) Sent() []Sent {
	asked := map[string]string{} // the agent's open requests: raw id to method
	var list []Sent
	for _, e := range t.Entries {
		switch m := e.message(); {
		case e.Dir == "a2c" && m.Method != "" && m.ID != nil:
			asked[string(m.ID)] = m.Method
		case e.Dir == "c2a" && e.Msg != nil:
			list = append(list, sentOf(m, asked))
		}
	}
	return list
}

func (e Entry) message() (m Message) {
	if e.Msg != nil {
		json.Unmarshal(e.Msg, &m) // a raw or truncated entry stays empty
	}
	return m
}

// truncated tells whether only the head of a very long line was kept.
func (e Entry) truncated() bool {
	var t struct {
		Truncated int `json:"truncated"`
	}
	return e.Msg != nil && json.Unmarshal(e.Msg, &t) == nil && t.Truncated > 0
}

// A Sent is one message of the client's side: a request or notification with
// its Params, or the answer to the agent's request Method, its result or error
// being Outcome.
type Sent struct {
	Method  string
	Params  jsontext.Value
	Outcome jsontext.Value
}

func sentOf(m Message, asked map[string]string) Sent {
	switch {
	case m.Method != "":
		return Sent{Method: m.Method, Params: m.Params}
	case m.Error != nil:
		return Sent{Method: asked[string(m.ID)], Outcome: m.Error}
	}
	return Sent{Method: asked[string(m.ID)], Outcome: m.Result}
}
