package conversation

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// From these counts on an agent goes round in circles.
const (
	failuresInARow  = 3
	successesInARow = 5 // identical ones; fewer would warn of an agent that polls
)

// A Streak counts tool calls of one sort in a row: failures, or successes of
// the same tool with the same input. Warn is set once the count says that the
// agent goes round in circles; Tool and Line tell the last one.
type Streak struct {
	Count int
	Warn  bool
	Tool  string // the tool's title
	Line  string // first line of the last failure
}

// Loops watches for an agent that goes round in circles. The zero value has
// seen nothing.
type Loops struct {
	Failures Streak
	Repeats  Streak
	last     ToolCall // the last success: its kind, title and input
}

// Ended counts a call that completed or failed. Failures count whatever their
// text: agents word the same refusal anew each time.
func (l *Loops) Ended(t *Tool) {
	if t.Call.Status == acp.ToolFailed {
		l.Repeats = Streak{}
		l.Failures.count(t, failuresInARow)
		l.Failures.Line = firstLine(t.Call)
		return
	}
	l.Failures = Streak{}
	if !same(l.last, t.Call) {
		l.Repeats, l.last = Streak{}, t.Call
	}
	l.Repeats.count(t, successesInARow)
}

func (s *Streak) count(t *Tool, limit int) {
	s.Count++
	s.Warn, s.Tool = s.Count >= limit, t.Call.Title
}

func same(a, b ToolCall) bool {
	return a.Kind == b.Kind && a.Title == b.Title && string(a.RawInput) == string(b.RawInput)
}

// firstLine is the first line that says something of what a failed call
// produced. The raw output comes first: in some agents the content is still
// the question whether the call may run.
func firstLine(c ToolCall) string {
	for _, s := range rawTexts(c.RawOutput) {
		if line := line(s); line != "" {
			return line
		}
	}
	for _, item := range c.Content {
		if item.Content != nil {
			if line := line(item.Content.Text); line != "" {
				return line
			}
		}
	}
	return ""
}

// rawTexts are the texts of a raw output, the most telling first: the string
// itself, or the members where agents put them.
func rawTexts(raw jsontext.Value) (list []string) {
	var o struct {
		Error   jsontext.Value `json:"error"`
		Message jsontext.Value `json:"message"`
		Stderr  jsontext.Value `json:"stderr"`
		Output  jsontext.Value `json:"output"`
		Stdout  jsontext.Value `json:"stdout"`
	}
	if raw.Kind() == '{' {
		json.Unmarshal(raw, &o) // what cannot be read stays empty
	}
	for _, v := range []jsontext.Value{raw, o.Error, o.Message, o.Stderr, o.Output, o.Stdout} {
		var s string
		if v.Kind() == '"' && json.Unmarshal(v, &s) == nil {
			list = append(list, s)
		}
	}
	return list
}

func line(s string) string {
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(l); l != "" && l != "```" {
			return l
		}
	}
	return ""
}
