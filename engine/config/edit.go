package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// Set returns the edits that give the value at path, a list of keys, in text:
// what is there is replaced, what is missing is added at the end of its
// object. All else stays as it was written. It returns nil when something on
// the way is no object.
func Set(text []byte, path []string, value jsontext.Value) []Edit {
	r := newReport(text)
	n := parseTree(r)
	e := newEditor(r, n)
	if n.kind == missing {
		return e.whole(path, value)
	}
	for i, name := range path {
		m := n.get(name)
		switch {
		case n.kind != object:
			return nil
		case m == nil:
			return e.insert(n, name, wrap(path[i+1:], value))
		}
		n = m
	}
	return []Edit{{n.start, n.end, e.render(value, e.indentOf(n))}}
}

// AddAgent returns the edits that add an agent to text, or that replace the
// one of its name. What it has by default is not written.
func AddAgent(text []byte, a Agent) []Edit {
	return Set(text, []string{"agent_servers", a.Name}, a.entry())
}

// entry is a as in a file.
func (a Agent) entry() jsontext.Value {
	text, err := json.Marshal(struct {
		Command     string            `json:"command"`
		Args        []string          `json:"args,omitempty"`
		Env         map[string]string `json:"env,omitempty"`
		Workspace   string            `json:"workspace,omitzero"`
		Description string            `json:"description,omitzero"`
	}{a.Command, a.Args, a.Env, a.Workspace, a.Description}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // strings only
	}
	return text
}

// wrap puts value into objects, each the only member of the one around.
func wrap(path []string, value jsontext.Value) jsontext.Value {
	for _, name := range slices.Backward(path) {
		value = slices.Concat(jsontext.Value("{"+quote(name)+":"), value, jsontext.Value("}"))
	}
	return value
}

// An editor writes values as the text around them is written.
type editor struct {
	*report
	unit    string // of indentation
	newline string
}

func newEditor(r *report, root *node) editor {
	e := editor{report: r, unit: r.indentUnit(root), newline: "\n"}
	if bytes.Contains(r.text, []byte("\r\n")) {
		e.newline = "\r\n"
	}
	return e
}

// indentUnit is the indentation of the first member or element of root that
// has one, of two blanks if none has.
func (r *report) indentUnit(root *node) string {
	const most = 8
	for _, m := range root.children {
		at := m.start
		if m.keyEnd > 0 {
			at = m.keyStart
		}
		start := r.lineStart(at)
		switch indent := r.text[start:at]; {
		case start == 0 || len(indent) == 0 || len(indent) > most || len(bytes.Trim(indent, " \t")) > 0:
		case indent[0] == '\t':
			return "\t"
		default:
			return string(indent)
		}
	}
	return "  "
}

// indentOf is the indentation of the line in which n begins.
func (e *editor) indentOf(n *node) string {
	start := n.start
	if n.keyEnd > 0 {
		start = n.keyStart
	}
	line := e.text[e.lineStart(start):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// whole replaces a text without a value; its comments stay.
func (e *editor) whole(path []string, value jsontext.Value) []Edit {
	p := parser{report: e.report}
	end := len(e.text)
	return []Edit{{end, end, p.newline() + e.render(wrap(path, value), "") + e.newline}}
}

// insert adds a member at the end of the object n.
func (e *editor) insert(n *node, name string, value jsontext.Value) []Edit {
	base := e.indentOf(n)
	indent := base + e.unit
	member := quote(name) + ": " + e.render(value, indent)
	if len(n.children) == 0 {
		at := n.start + 1
		rest := e.text[at:max(at, n.end-1)]
		if bytes.IndexByte(rest, '\n') < 0 {
			member += e.newline + base
		}
		return []Edit{{at, at, e.newline + indent + member}}
	}
	last := n.children[len(n.children)-1]
	if e.linesBefore(n.start) == e.linesBefore(last.end) { // all in one line
		return e.after(last, " "+member, false)
	}
	return e.after(last, e.newline+indent+member, true)
}

// after adds text after last and the comma that parts them. A comment in the
// line of last stays with it when the text begins a line of its own.
func (e *editor) after(last *node, text string, line bool) []Edit {
	at := max(last.end, last.comma)
	if line {
		if end := at + lineLength(e.text[at:]); e.onlyComment(at, end) {
			at = end
		}
		if at > 0 && e.text[at-1] == '\r' {
			at--
		}
	}
	switch {
	case last.comma > 0:
		return []Edit{{at, at, text + ","}}
	case at == last.end:
		return []Edit{{at, at, "," + text}}
	}
	return []Edit{{last.end, last.end, ","}, {at, at, text}}
}

// onlyComment reports whether only blanks and a comment that ends there are
// between start and end.
func (e *editor) onlyComment(start, end int) bool {
	for _, c := range e.comments {
		if c[0] >= start && c[0] < end {
			return len(bytes.TrimSpace(e.text[start:c[0]])) == 0 && c[1] <= end && len(bytes.TrimSpace(e.text[c[1]:end])) == 0
		}
	}
	return len(bytes.TrimSpace(e.text[start:end])) == 0
}

// render writes a value: objects with a line for each member, lists in one.
func (e *editor) render(value jsontext.Value, indent string) string {
	var b strings.Builder
	e.write(&b, parseTree(newReport(value)), indent)
	return b.String()
}

func (e *editor) write(b *strings.Builder, n *node, indent string) {
	switch {
	case n.kind == text:
		b.WriteString(quote(n.value))
	case n.kind == object && len(n.children) > 0:
		inner := indent + e.unit
		for i, m := range n.children {
			b.WriteString(before(i, "{", ",") + e.newline + inner + quote(m.name) + ": ")
			e.write(b, m, inner)
		}
		b.WriteString(e.newline + indent + "}")
	case n.kind == object:
		b.WriteString("{}")
	case n.kind == array && len(n.children) == 0:
		b.WriteString("[]")
	case n.kind == array:
		for i, c := range n.children {
			b.WriteString(before(i, "[", ", "))
			e.write(b, c, indent)
		}
		b.WriteString("]")
	default:
		b.WriteString(n.value)
	}
}

// before is what comes before the element with an index.
func before(index int, first, others string) string {
	if index == 0 {
		return first
	}
	return others
}

// Format returns text with its lines and blanks in order. Meaning, comments,
// the kind of line ends and of indentation stay. A text that is not JSON with
// comments is returned as it is, with false.
func Format(text []byte) ([]byte, bool) {
	r := newReport(text)
	root := parseTree(r)
	if len(r.found) > 0 {
		return text, false
	}
	mark := byteOrderMark(text)
	plain := bytes.ReplaceAll(text[len(mark):], []byte("\r\n"), []byte("\n"))
	formatted, err := hujson.Format(append(plain, '\n')) // its line comments need an end
	if err != nil {
		return text, false // U+2028 in a comment
	}
	if unit := r.indentUnit(root); unit != "\t" {
		formatted = indentWith(formatted, unit)
	}
	if bytes.Contains(text, []byte("\r\n")) {
		formatted = bytes.ReplaceAll(formatted, []byte("\n"), []byte("\r\n"))
	}
	return append([]byte(mark), formatted...), true
}

// indentWith writes unit for each tab at the beginning of a line.
func indentWith(text []byte, unit string) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		rest := bytes.TrimLeft(line, "\t")
		out = append(append(out, strings.Repeat(unit, len(line)-len(rest))...), rest...)
	}
	return out
}
