package chat

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
	"sidekicks/widgets"
	"sidekicks/widgets/diff"
	"sidekicks/widgets/termtext"
	"sidekicks/widgets/textrows"
)

// A body is what a tool call shows under its line, made once a version.
type body struct {
	tool     *conversation.Tool
	subject  string
	changes  int // how many sections are changes of files
	sections []*section

	raw   jsontext.Value // what the tool was given
	input input          // the same, read
	given string         // the same, as text
}

// A section is one thing that a tool call was given, answered or changed. It
// is kept over the versions of its tool call.
type section struct {
	kind   sectionKind
	title  string // said above it; of a change the path
	cut    int64  // bytes that are not kept
	output *termtext.Text
	away   bool            // output is being read away from the frame
	change *diff.Diff      // nil while the texts are compared
	texts  [2]*string      // that change compares
	first  int             // the number of their first line in the file; 0: not known
	lines  []*textrows.Row // of change

	open bool // all of it is shown
	more widgets.Button
	copy widgets.Button
}

type sectionKind uint8

const (
	inputSection sectionKind = iota
	outputSection
	changeSection
)

// set makes the body of a tool call. What must be compared or read first is
// there later: then late is called.
func (b *body) set(p *Page, t *conversation.Tool, workspace string, late func()) {
	if b.tool == t {
		return
	}
	was, w := b.sections, p.Words
	b.take(t.Call.RawInput)
	b.tool, b.subject, b.changes, b.sections = t, subjectOf(t, b.input, workspace), 0, nil
	var out []string
	for i, c := range t.Call.Content {
		switch {
		case c.Type == "diff":
			p.compare(b.addChange(was, t, i, workspace), late)
		case c.Type == "content" && c.Content != nil && c.Content.Type == "text":
			out = append(out, unfenced(c.Content.Text))
		case c.Type == "content" && c.Content != nil:
			out = append(out, w.Content(*c.Content))
		}
	}
	again := func() {
		b.tool = nil
		late()
	}
	if b.changes == 0 {
		p.readText(b.addText(was, inputSection, w.Input, b.given, 0), b.given, again)
	}
	if len(out) == 0 {
		out = append(out, rawText(t.Call.RawOutput))
	}
	if b.changes == 0 || t.Call.Status == "failed" {
		text := strings.Join(out, "\n")
		p.readText(b.addText(was, outputSection, w.Output, text, t.Cut), text, again)
	}
}

// take reads what a tool was given, unless it is what it was.
func (b *body) take(raw jsontext.Value) {
	if b.raw != nil && bytes.Equal(b.raw, raw) {
		return
	}
	b.raw, b.input, b.given = raw, read(raw), given(raw)
}

// add adds a section: the one of a kind that the former version had in its
// place, or a new one.
func (b *body) add(was []*section, kind sectionKind) *section {
	sec := new(section)
	if i := len(b.sections); i < len(was) && was[i].kind == kind {
		sec = was[i]
	}
	sec.kind = kind
	b.sections = append(b.sections, sec)
	return sec
}

// addChange adds the change of a file that is the i-th content, and returns it
// if it must be compared.
func (b *body) addChange(was []*section, t *conversation.Tool, i int, workspace string) *section {
	c := &t.Call.Content[i]
	sec := b.add(was, changeSection)
	first := 0
	if i < len(t.Lines) {
		first = t.Lines[i]
	}
	sec.title = short(c.Path, workspace)
	b.changes++
	texts := [2]*string{c.OldText, &c.NewText}
	if t.Call.Kind == "delete" && c.NewText == "" {
		texts[1] = nil
	}
	if sec.texts != [2]*string{} && same(sec.texts[0], texts[0]) && same(sec.texts[1], texts[1]) {
		if sec.first != first && sec.change != nil {
			sec.lines = sec.change.RowsFrom(first)
		}
		sec.first = first
		return nil
	}
	sec.texts, sec.first, sec.change, sec.lines = texts, first, nil, nil
	return sec
}

func same(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// comparedAtOnce is how many bytes two texts have together at most to be
// compared in the frame.
const comparedAtOnce = 256 << 10

// compare finds what a change changed. A large one is compared away from the
// frame; late is called when that is done.
func (p *Page) compare(sec *section, late func()) {
	if sec == nil {
		return
	}
	texts, size := sec.texts, 0
	for _, t := range texts {
		if t != nil {
			size += len(*t)
		}
	}
	if p.Away == nil || size <= comparedAtOnce {
		sec.take(diff.Compare(texts[0], texts[1]))
		return
	}
	p.Away(func() func() {
		d := diff.Compare(texts[0], texts[1])
		return func() {
			if sec.texts == texts {
				sec.take(d)
				late()
			}
		}
	})
}

func (sec *section) take(d *diff.Diff) { sec.change, sec.lines = d, d.RowsFrom(sec.first) }

// size is how many lines the changes add and remove.
func (b *body) size() (added, removed int) {
	for _, sec := range b.sections {
		if sec.change != nil {
			added, removed = added+sec.change.Added, removed+sec.change.Removed
		}
	}
	return added, removed
}

// heading is what is said above a section: of a change what is not seen in its
// lines, and with named its file.
func (sec *section) heading(w *i18n.Words, named bool) string {
	if sec.kind != changeSection {
		if sec.away {
			return sec.title + " · " + w.Reading
		}
		return sec.title
	}
	var said []string
	if named {
		said = append(said, visible(sec.title))
	}
	if sec.change == nil {
		said = append(said, w.Comparing)
		return strings.Join(said, " · ")
	}
	for _, n := range sec.change.Notes {
		if sec.first == 1 || n != diff.EndAdded && n != diff.EndRemoved { // the end of a part is not the file's
			said = append(said, noteWords(w, n))
		}
	}
	return strings.Join(said, " · ")
}

// noteWords says what is to be said about a comparison.
func noteWords(w *i18n.Words, n diff.Note) string {
	return [...]string{
		diff.NewFile: w.NewFile, diff.DeletedFile: w.DeletedFile, diff.Unchanged: w.Unchanged,
		diff.ToCRLF: w.LineEndsCRLF, diff.ToLF: w.LineEndsLF, diff.LineEnds: w.LineEndsMixed,
		diff.EndAdded: w.LastLineEnds, diff.EndRemoved: w.LastLineOpen, diff.Rough: w.Replaced,
	}[n]
}

// addText adds a section for a text, and returns it if there is something to show.
func (b *body) addText(was []*section, kind sectionKind, title, text string, cut int64) *section {
	if strings.TrimSpace(text) == "" || kind == inputSection && trimmed(text) == b.subject {
		return nil
	}
	sec := b.add(was, kind)
	sec.title, sec.cut = title, cut
	if sec.output == nil {
		sec.output = &termtext.Text{Exact: kind == inputSection}
	}
	return sec
}

func trimmed(text string) string { return strings.TrimRight(text, "\n ") }

// readAtOnce is how many bytes of a text are read in the frame at most.
const readAtOnce = 256 << 10

// readText gives a section its text. What is long is read away from the frame; late
// is called when that is done, and then what has come since is read.
func (p *Page) readText(sec *section, text string, late func()) {
	if sec == nil || sec.away {
		return
	}
	text = trimmed(text)
	if p.Away == nil || sec.output.Unread(text) <= readAtOnce {
		sec.output.Set(text)
		return
	}
	sec.away = true
	exact := sec.output.Exact
	p.Away(func() func() {
		out := &termtext.Text{Exact: exact}
		out.Set(text)
		return func() {
			sec.output, sec.away = out, false
			late()
		}
	})
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

// read finds what is known in what a tool was given.
func read(raw jsontext.Value) input {
	var in input
	_ = json.Unmarshal(raw, &in) // another shape has none of these
	return in
}

// subject is what a tool call is about, on one line: the command, the file,
// the address or what is looked for; else the agent's own title.
func subject(t *conversation.Tool, workspace string) string {
	return subjectOf(t, read(t.Call.RawInput), workspace)
}

func subjectOf(t *conversation.Tool, in input, workspace string) string {
	first := func(candidates ...string) string {
		for _, c := range candidates {
			if c != "" {
				return oneLine(c)
			}
		}
		return ""
	}
	line := command(in.Command)
	if strings.ContainsAny(line, " \t\n") { // whatever the call says that it is; an editor's own word has no blank
		return first(line)
	}
	switch t.Call.Kind {
	case "execute":
		return first(line, t.Call.Title)
	case "read", "edit", "delete", "move":
		return first(located(t.Call.Locations, workspace), short(first(in.FilePath, in.FileCamel, in.Path), workspace), t.Call.Title)
	case "search":
		return first(in.Pattern, in.Query, t.Call.Title)
	case "fetch":
		return first(in.URL, t.Call.Title)
	}
	return first(t.Call.Title, t.Call.Name)
}

// located names the files that a tool call is at, each once.
func located(list []conversation.ToolCallLocation, workspace string) string {
	var names []string
	for _, l := range list {
		if name := short(l.Path, workspace); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(names) == mostLocated {
			break
		}
	}
	return strings.Join(names, ", ")
}

// mostLocated is how many files one line names.
const mostLocated = 20

// command is a command line given as a string or as a list of words, as the
// request for it shows it.
func command(v jsontext.Value) string {
	var line string
	if json.Unmarshal(v, &line) == nil {
		return line
	}
	var words []string
	if json.Unmarshal(v, &words) == nil {
		return permission.CommandLine(words)
	}
	return ""
}

// wholeCommand is what a permission request would run, whole; "" when it runs
// nothing or does not say what.
func wholeCommand(t *conversation.Tool) string {
	if line := command(read(t.Call.RawInput).Command); line != "" {
		return line
	}
	if t.Call.Kind == "execute" {
		return strings.Trim(t.Call.Title, "`")
	}
	return ""
}

// given is what the tool was given, as text.
func given(raw jsontext.Value) string {
	if line := command(read(raw).Command); line != "" {
		return line
	}
	return rawText(raw)
}

// unfenced is what stands in a text that is one block of code: some agents
// send what a tool answers as Markdown, and here it is shown as it is.
// Source: CommonMark 0.31, section 4.5.
func unfenced(text string) string {
	first, rest, ok := strings.Cut(strings.TrimRight(text, "\n"), "\n")
	info := strings.TrimLeft(first, "`")
	fence := first[:len(first)-len(info)]
	if !ok || len(fence) < 3 || strings.Contains(info, "`") {
		return text
	}
	inside, closed := strings.CutSuffix("\n"+rest, "\n"+fence)
	if !closed || strings.Contains(inside, "\n"+fence) { // more than one block
		return text
	}
	return strings.TrimPrefix(inside, "\n")
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

// longestLine is how much of a text stands on one line at most, in bytes.
const longestLine = 1000

func oneLine(s string) string {
	line, rest, more := strings.Cut(strings.TrimSpace(s), "\n")
	if len(line) > longestLine {
		line, rest, more = strings.ToValidUTF8(line[:longestLine], ""), line, true
	}
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
func visible(s string) string { return i18n.Visible(s, "⟨", "⟩") }

// unbroken is visible for what stands among our own words: it begins no line.
func unbroken(s string) string { return i18n.VisibleInLine(s, "⟨", "⟩") }
