package cli

import (
	"io"
	"strings"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
)

// A screen prints a conversation as it grows: each part's news since the last
// time, the answer's text on out and everything else on err.
type screen struct {
	out, err column
	shared   bool // out and err are the same file
	terminal bool // out is a terminal
	quiet    bool // prints notes and failures only
	agent    string
	words    *i18n.Words
	seen     map[conversation.MessageID]*seen
}

// seen is what was printed of one message.
type seen struct {
	version uint64
	parts   []seenPart
	said    string // the sentence that was printed last
}

type seenPart struct {
	length int    // text and thought: bytes
	line   string // tool, plan, content
}

// A column is one output with whether its last line is open.
type column struct {
	w      io.Writer
	open   bool
	failed error // of the first write that failed; nothing is written after it
}

func (c *column) write(s string) {
	if s == "" || c.failed != nil {
		return
	}
	_, c.failed = io.WriteString(c.w, s)
	c.open = !strings.HasSuffix(s, "\n")
}

func (c *column) endLine() {
	if c.open {
		c.write("\n")
	}
}

// show prints what is new in messages.
func (s *screen) show(messages []*conversation.Message) {
	for _, m := range messages {
		was := s.seen[m.ID]
		if was == nil {
			was = &seen{}
			s.seen[m.ID] = was
		}
		if was.version != m.Version {
			was.version = m.Version
			s.message(m, was)
		}
	}
}

func (s *screen) message(m *conversation.Message, was *seen) {
	if m.Role == conversation.Agent && !s.quiet {
		for len(was.parts) < len(m.Parts) {
			was.parts = append(was.parts, seenPart{})
		}
		for i, p := range m.Parts {
			s.part(p, &was.parts[i])
		}
	}
	if said := s.sentence(m) + s.lastWords(m.Failure); said != was.said {
		was.said = said
		s.note(said)
	}
}

// sentence is what the program itself says of a message, "" for nothing.
func (s *screen) sentence(m *conversation.Message) string {
	switch {
	case m.Role == conversation.System && (!s.quiet || m.Failure != nil):
		return s.words.System(s.agent, m)
	case m.Role == conversation.Agent && m.Failure != nil:
		return s.words.Failure(s.agent, m.Failure)
	case m.Role == conversation.Agent && !s.quiet:
		return s.words.StopReason(m.Stop)
	}
	return ""
}

// lastWordsShown is how many lines of an agent that ended are printed.
const lastWordsShown = 5

// lastWords are what an agent that ended wrote last on standard error.
func (s *screen) lastWords(f *conversation.Failure) string {
	if f == nil || len(f.Said) == 0 {
		return ""
	}
	last := f.Said[max(0, len(f.Said)-lastWordsShown):]
	return "\n" + strings.Join(append([]string{s.words.LastWords}, last...), "\n")
}

func (s *screen) part(p conversation.Part, was *seenPart) {
	switch p := p.(type) {
	case conversation.Text:
		s.text(p.Markdown, was)
	case conversation.Thought:
		s.thought(p.Markdown, was)
	case *conversation.Tool:
		s.changed(s.tool(p), was)
	case *conversation.Plan:
		s.changed(s.plan(p), was)
	case conversation.Content:
		s.changed(s.words.Content(p.Block), was)
	case *conversation.Decision: // was told when it was made
	}
}

// text prints the rest of a text. A part begins on a line of its own.
func (s *screen) text(markdown string, was *seenPart) {
	if was.length == len(markdown) {
		return
	}
	s.err.endLine()
	if was.length == 0 {
		s.out.endLine()
	}
	s.out.write(s.safe(markdown[was.length:]))
	was.length = len(markdown)
}

func (s *screen) safe(text string) string {
	if s.terminal {
		return visible(text)
	}
	return text
}

func (s *screen) thought(markdown string, was *seenPart) {
	if was.length == len(markdown) {
		return
	}
	if was.length == 0 {
		s.begin()
		s.err.write(s.words.Labelled(s.words.Thinking, "") + " ")
	}
	s.err.write(strings.ReplaceAll(visible(markdown[was.length:]), "\n", "\n  "))
	was.length = len(markdown)
}

// changed prints a line that is not the one printed last.
func (s *screen) changed(line string, was *seenPart) {
	if line != "" && line != was.line {
		was.line = line
		s.note(line)
	}
}

// note prints what the program says on err. Further lines are drawn in: they may
// be the agent's words, which are not to look like the program's.
func (s *screen) note(line string) {
	s.tell(strings.ReplaceAll(line, "\n", "\n  "))
}

// tell prints the program's own words on err.
func (s *screen) tell(text string) {
	s.begin()
	s.err.write(visible(text) + "\n")
}

// begin goes to a new line of err. In one file for both, the answer's open
// line is broken there, and goes on below.
func (s *screen) begin() {
	s.err.endLine()
	if s.shared {
		s.out.endLine()
	}
}

// tool tells a tool call once it runs; while it waits there is the question.
func (s *screen) tool(t *conversation.Tool) string {
	if t.InPlan() || t.Asking || !t.Cancelled && (t.Call.Status == "" || t.Call.Status == "pending") {
		return ""
	}
	line := s.words.Labelled(s.words.Verb(t.Call.Kind), oneLine(subject(t.Call))) + " (" + s.words.ToolState(t) + ")"
	if t.Call.Status == "failed" {
		line = strings.TrimRight(line+"\n"+firstLine(t.Call), " \n")
	}
	return line
}

// firstLine is the first line of what a tool call produced.
func firstLine(c conversation.ToolCall) string {
	for _, content := range c.Content {
		if content.Content != nil && content.Content.Text != "" {
			line, _, _ := strings.Cut(content.Content.Text, "\n")
			return line
		}
	}
	return ""
}

func (s *screen) plan(p *conversation.Plan) string {
	lines := []string{s.words.Labelled(s.words.Plan, "")}
	for _, e := range p.Entries {
		lines = append(lines, oneLine(e.Content)+" ("+s.words.PlanState(e.Status)+")")
	}
	return strings.Join(lines, "\n")
}

// end closes the open lines and gives the first error of writing the answer.
func (s *screen) end() error {
	s.err.endLine()
	s.out.endLine()
	return s.out.failed
}
