package chat

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/diff"
)

// A body is what a tool call's row shows, made once a version.
type body struct {
	tool           *conversation.Tool
	subject        string
	diffs          []change
	added, removed int
	sections       []section
}

// A change is one file's part of a tool call.
type change struct {
	path  string
	note  string // said beside the path
	diff  diff.Diff
	cache cache
}

// A section is a titled text.
type section struct {
	title, text, note string
	cache             cache
}

// set makes the body of a tool call.
func (b *body) set(t *conversation.Tool, w *i18n.Words, workspace string) {
	if b.tool == t {
		return
	}
	*b = body{tool: t, subject: subject(t, workspace)}
	var out []string
	for _, c := range t.Call.Content {
		switch {
		case c.Type == "diff":
			b.addDiff(c, w)
		case c.Type == "content" && c.Content != nil && c.Content.Type == "text":
			out = append(out, c.Content.Text)
		case c.Type == "content" && c.Content != nil:
			out = append(out, w.Content(*c.Content))
		}
	}
	if given := given(t.Call.RawInput); given != b.subject && len(b.diffs) == 0 {
		b.addSection(w.Input, given, w, 0)
	}
	if len(out) == 0 {
		out = append(out, rawText(t.Call.RawOutput))
	}
	if len(b.diffs) == 0 || t.Call.Status == "failed" {
		b.addSection(w.Output, strings.Join(out, "\n"), w, t.Cut)
	}
}

func (b *body) addDiff(c conversation.ToolCallContent, w *i18n.Words) {
	before := ""
	ch := change{path: c.Path}
	if c.OldText == nil {
		ch.note = w.NewFile
	} else {
		before = *c.OldText
	}
	ch.diff = diff.Compare(before, c.NewText)
	if ch.diff.TooLarge {
		ch.note = w.TooLarge
	}
	if ch.diff.Left > 0 {
		ch.note = w.MoreLines(ch.diff.Left)
	}
	b.added, b.removed = b.added+ch.diff.Added, b.removed+ch.diff.Removed
	b.diffs = append(b.diffs, ch)
}

func (b *body) addSection(title, text string, w *i18n.Words, cut int64) {
	text = strings.TrimRight(text, "\n ")
	if strings.TrimSpace(text) == "" {
		return
	}
	text, left := headAndTail(visible(strings.ReplaceAll(text, "\t", "    ")))
	sec := section{title: title, text: text}
	if cut+int64(left) > 0 {
		sec.note = w.Cut(cut + int64(left))
	}
	b.sections = append(b.sections, sec)
}

const (
	headLines, tailLines = 80, 40
	headBytes, tailBytes = 8000, 4000
)

// headAndTail keeps the beginning and the end of a long text, and tells how
// many bytes it leaves out: laying out all of it would stop the window.
func headAndTail(s string) (string, int) {
	head, tail := prefix(s), suffix(s)
	left := len(s) - len(head) - len(tail)
	if left <= 0 {
		return s, 0
	}
	return head + "\n⋯\n" + tail, left
}

func prefix(s string) string {
	end := 0
	for range headLines {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			end = len(s)
			break
		}
		end += i + 1
	}
	return strings.ToValidUTF8(s[:min(end, headBytes)], "")
}

func suffix(s string) string {
	start := len(s)
	for range tailLines {
		i := strings.LastIndexByte(s[:start], '\n')
		if i < 0 {
			start = 0
			break
		}
		start = i
	}
	return strings.ToValidUTF8(strings.TrimPrefix(s[max(start, len(s)-tailBytes):], "\n"), "")
}

// input is what agents are seen to put in rawInput. Its field names are theirs.
type input struct {
	Command   jsontext.Value `json:"command"`
	FilePath  string         `json:"file_path"`
	FileCamel string         `json:"filePath"`
	Path      string         `json:"path"`
	URL       string         `json:"url"`
	Query     string         `json:"query"`
	Pattern   string         `json:"pattern"`
}

// subject is what a tool call is about, on one line: the command, the file,
// the address or what is looked for; else the agent's own title.
func subject(t *conversation.Tool, workspace string) string {
	var in input
	_ = json.Unmarshal(t.Call.RawInput, &in) // another shape has none of these
	first := func(candidates ...string) string {
		for _, c := range candidates {
			if c != "" {
				return oneLine(c)
			}
		}
		return ""
	}
	location := ""
	if len(t.Call.Locations) > 0 {
		location = t.Call.Locations[0].Path
	}
	switch t.Call.Kind {
	case "execute":
		return first(command(in.Command), t.Call.Title)
	case "read", "edit", "delete", "move":
		return first(short(first(location, in.FilePath, in.FileCamel, in.Path), workspace), t.Call.Title)
	case "search":
		return first(in.Pattern, in.Query, t.Call.Title)
	case "fetch":
		return first(in.URL, t.Call.Title)
	}
	return first(t.Call.Title)
}

// command is a command line given as a string or as a list of words.
func command(v jsontext.Value) string {
	var line string
	if json.Unmarshal(v, &line) == nil {
		return line
	}
	var words []string
	if json.Unmarshal(v, &words) == nil {
		return strings.Join(words, " ")
	}
	return ""
}

// wholeCommand is what a permission request would run, whole; "" when it runs
// nothing or does not say what.
func wholeCommand(t *conversation.Tool) string {
	var in input
	_ = json.Unmarshal(t.Call.RawInput, &in)
	if line := command(in.Command); line != "" {
		return line
	}
	if t.Call.Kind == "execute" {
		return strings.Trim(t.Call.Title, "`")
	}
	return ""
}

// given is what the tool was given, as text.
func given(raw jsontext.Value) string {
	var in input
	_ = json.Unmarshal(raw, &in)
	if line := command(in.Command); line != "" {
		return line
	}
	return rawText(raw)
}

// rawText is a JSON value for a person to read: the text of a string, else
// indented.
func rawText(raw jsontext.Value) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	raw = bytes.Clone(raw)
	if len(raw) == 0 || string(raw) == "null" || string(raw) == "{}" || raw.Indent(jsontext.WithIndent("  ")) != nil {
		return ""
	}
	return string(raw)
}

func oneLine(s string) string {
	line, rest, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more && strings.TrimSpace(rest) != "" {
		line += " …"
	}
	return visible(line)
}

// short writes a path as it is seen from the work folder.
func short(path, workspace string) string {
	if path == "" || workspace == "" {
		return path
	}
	if rel, err := filepath.Rel(workspace, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// visible shows the characters that cannot be seen or that turn the line round
// as their code points, so that a text is what it looks like.
func visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch r {
	case '\n', '\t', '\u200d': // U+200D joins emoji
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
