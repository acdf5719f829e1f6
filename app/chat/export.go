package chat

import (
	"fmt"
	"strings"
	"time"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/diff"
	"sidekicks/widgets/termtext"
)

// A document writes a conversation as one Markdown file. It reads nothing but
// what is immutable, so that it may run away from the frame.
type document struct {
	strings.Builder
	words     *i18n.Words
	agent     string
	workspace string
}

// exported is a conversation as Markdown, with what was folded in it too.
func exported(w *i18n.Words, agent, workspace string, messages []*conversation.Message, now time.Time) string {
	d := document{words: w, agent: agent, workspace: workspace}
	d.paragraph("# " + w.ExportTitle(agent, now))
	for _, m := range messages {
		d.message(m)
	}
	return d.String()
}

// paragraph writes a block, and a blank line before the next one.
func (d *document) paragraph(text string) {
	if text = strings.TrimRight(text, "\n"); text != "" {
		d.WriteString(text + "\n\n")
	}
}

func (d *document) message(m *conversation.Message) {
	switch m.Role {
	case conversation.System:
		d.said(d.words.System(d.agent, m))
		d.detail(m.Failure)
		return
	case conversation.User:
		d.paragraph("## " + d.words.You + " · " + d.words.Clock(m.At))
	default:
		d.paragraph("## " + d.agent + " · " + d.words.Clock(m.At))
	}
	for _, p := range m.Parts {
		d.part(m, p)
	}
	if m.State == conversation.NotSent {
		d.said(d.words.NotSent)
	}
	if m.Failure != nil {
		d.said(d.words.Failure(d.agent, m.Failure))
		d.detail(m.Failure)
	} else {
		d.said(d.words.StopReason(m.Stop))
	}
}

// said writes a sentence of Sidekicks.
func (d *document) said(sentence string) {
	if sentence != "" {
		d.paragraph("*" + plain(sentence) + "*")
	}
}

// plain is a sentence on one line in which nothing is taken for Markdown.
func plain(sentence string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(sentence, "\n", " ") {
		if strings.ContainsRune("\\`*_[]<>", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (d *document) detail(f *conversation.Failure) {
	if f != nil {
		d.fenced("", f.Detail)
	}
}

func (d *document) part(m *conversation.Message, p conversation.Part) {
	switch p := p.(type) {
	case conversation.Text:
		if m.Role == conversation.User {
			d.quoted(p.Markdown)
			return
		}
		d.paragraph(closed(p.Markdown))
	case conversation.Thought:
		heading := d.words.Thinking
		if !p.End.IsZero() {
			heading = d.words.ThoughtFor(p.End.Sub(p.Start))
		}
		d.said(heading)
		d.quoted(closed(p.Markdown))
	case *conversation.Plan:
		d.plan(p)
	case *conversation.Tool:
		if !p.InPlan() {
			d.tool(p)
		}
	case *conversation.Decision:
		d.decision(p)
	case conversation.Content:
		if p.Block.Type == "text" {
			d.fenced("", p.Block.Text)
			return
		}
		d.paragraph("- " + plain(d.words.Content(p.Block)))
	}
}

// quoted writes a text as a quotation, which nothing in it can leave.
func (d *document) quoted(text string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	d.paragraph("> " + strings.Join(lines, "\n> "))
}

func (d *document) plan(p *conversation.Plan) {
	var b strings.Builder
	for _, e := range p.Entries {
		mark := " "
		if e.Status == "completed" {
			mark = "x"
		}
		fmt.Fprintf(&b, "- [%s] %s\n", mark, strings.ReplaceAll(e.Content, "\n", " "))
	}
	d.paragraph(b.String())
}

// decision writes what the person decided, and what became of the copy.
func (d *document) decision(p *conversation.Decision) {
	line := plain(d.words.DecidedOn(d.agent, p)) + " " + coded(oneLine(p.About)) + " · " + plain(d.words.Decided(p)) + " · " + d.words.Clock(p.At)
	if kept := d.words.CopyKept(p); kept != "" {
		line += " · " + plain(kept)
	}
	d.paragraph(line)
}

// tool writes a tool call: its line, what it was given, what it changed and
// what it answered.
func (d *document) tool(t *conversation.Tool) {
	line := "**" + d.words.Verb(t.Call.Kind) + "**"
	about := subject(t, d.workspace)
	if about != "" {
		line += " " + coded(about)
	}
	line += " · " + d.words.ToolState(t)
	if !t.End.IsZero() {
		line += " · " + d.words.Took(t.End.Sub(t.Start))
	}
	d.paragraph(line)
	changes, output := 0, []string(nil)
	for _, c := range t.Call.Content {
		switch {
		case c.Type == "diff":
			changes++
			d.change(t, c)
		case c.Type == "content" && c.Content != nil && c.Content.Type == "text":
			output = append(output, unfenced(c.Content.Text))
		case c.Type == "content" && c.Content != nil:
			output = append(output, d.words.Content(*c.Content))
		}
	}
	if in := strings.TrimSpace(given(t.Call.RawInput)); changes == 0 && in != about {
		d.titled(d.words.Input, in)
	}
	if len(output) == 0 {
		output = append(output, rawText(t.Call.RawOutput))
	}
	if changes == 0 || t.Call.Status == "failed" {
		var shown termtext.Text
		shown.Set(strings.Join(output, "\n"))
		d.titled(d.words.Output, shown.String())
	}
	if t.Cut > 0 {
		d.said(d.words.Cut(t.Cut))
	}
}

func (d *document) titled(title, text string) {
	if strings.TrimSpace(text) != "" {
		d.paragraph(title)
		d.fenced("", text)
	}
}

// change writes a change of a file as lines with their signs.
func (d *document) change(t *conversation.Tool, c conversation.ToolCallContent) {
	after := &c.NewText
	if t.Call.Kind == "delete" && c.NewText == "" {
		after = nil
	}
	compared := diff.Compare(c.OldText, after)
	said := coded(short(c.Path, d.workspace))
	for _, n := range compared.Notes {
		said += " · " + noteWords(d.words, n)
	}
	d.paragraph(said)
	var b strings.Builder
	for i, l := range compared.Lines {
		joined := l.Number == 0 && l.Kind != diff.Gap
		if i > 0 && !joined {
			b.WriteByte('\n')
		}
		if !joined {
			b.WriteString([...]string{diff.Same: " ", diff.Added: "+", diff.Removed: "-", diff.Gap: "@@ @@"}[l.Kind])
		}
		b.WriteString(l.Text)
	}
	d.fenced("diff", b.String())
	if compared.Left > 0 {
		d.said(d.words.MoreLines(compared.Left))
	}
}

// fenced writes a text as a code block, with a fence that nothing in it closes.
// Source: CommonMark 0.31, section 4.5.
func (d *document) fenced(language, text string) {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return
	}
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	d.paragraph(fence + language + "\n" + text + "\n" + fence)
}

// coded writes a text on one line as inline code.
// Source: CommonMark 0.31, section 6.1.
func coded(text string) string {
	mark := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		return mark + " " + text + " " + mark
	}
	return mark + text + mark
}

// longestRun is how often a character stands in a row at most.
func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if run++; text[i] != c {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// closed is a Markdown text with the fence closed that it leaves open, so that
// what comes after it is no code.
func closed(text string) string {
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimRight(line, "\r\n"), " ")
		run := ""
		for _, c := range []byte{'`', '~'} {
			if n := len(line) - len(strings.TrimLeft(line, string(c))); n >= 3 {
				run = line[:n]
			}
		}
		switch {
		case run == "":
		case fence == "" && (run[0] == '~' || !strings.Contains(line[len(run):], "`")):
			fence = run
		case fence != "" && run[0] == fence[0] && len(run) >= len(fence) && strings.TrimSpace(line[len(run):]) == "":
			fence = ""
		}
	}
	if fence != "" {
		return strings.TrimRight(text, "\n") + "\n" + fence
	}
	return text
}
