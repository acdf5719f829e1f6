package config

import (
	"bytes"
	"slices"
	"strings"
)

// A Candidate is something that can be written at a place in a text.
type Candidate struct {
	Label string // as in the text, without quotes
	Title Words
	Help  Words
	Edits []Edit // in order and apart
	Caret int    // where the caret goes, in the text with the edits made
}

// Known is what a completion may offer that the schema does not know.
type Known struct {
	Agents   []Agent                      // found on this computer
	Folders  func(prefix string) []string // that begin so, as they are to be written; nil for none
	Programs func(prefix string) []string // the same of files to start; what ends with a slash is on the way to some
}

// A spot is where in a tree an offset lies.
type spot struct {
	around *node // the object or array around it
	member *node // whose key or value it is; nil for none yet
	inKey  bool
}

// Complete tells what may be written at a byte offset of text, the likeliest
// first. What is already typed there is replaced.
func Complete(source []byte, offset int, known Known) []Candidate {
	offset = max(0, min(offset, len(source)))
	r := newReport(source)
	root := parseTree(r)
	if r.inComment(offset) {
		return nil
	}
	c := completer{editor: newEditor(r, root), known: known, root: root, at: offset}
	if root.kind == missing {
		return c.begin()
	}
	s := locate(source, root, offset)
	switch {
	case s.around == nil:
		return nil
	case s.around.kind == object && (s.member == nil || s.inKey):
		c.keys(s)
	default:
		c.values(s)
	}
	return c.likeliest()
}

// inComment reports whether offset is in a comment; one of a line goes on
// where the line ends.
func (r *report) inComment(offset int) bool {
	return slices.ContainsFunc(r.comments, func(c [2]int) bool {
		block := bytes.HasPrefix(r.text[c[0]:], []byte("/*"))
		return c[0] < offset && (offset < c[1] || offset == c[1] && !block)
	})
}

// locate finds the spot of an offset.
func locate(source []byte, root *node, offset int) spot {
	var s spot
	for n := root; n != nil && inside(source, n, offset); n = s.member {
		s = spot{around: n}
		for _, m := range n.children {
			start, end := m.start, m.last()
			if m.keyEnd > 0 {
				start = m.keyStart + 1 // before a key is a place for another
			}
			switch {
			case m.kind == missing && m.keyEnd > 0:
				end = valueEnd(source, m)
			case inside(source, m, end): // it has no end: what follows may belong to it
				end += len(source[end:]) - len(bytes.TrimLeft(source[end:], " \t\r\n"))
			}
			if start <= offset && offset <= end {
				s.member = m
				s.inKey = offset <= m.keyEnd
			}
		}
		if s.inKey {
			return s
		}
	}
	return s
}

// inside reports whether offset is between the brackets of n.
func inside(source []byte, n *node, offset int) bool {
	if n.kind != object && n.kind != array || offset <= n.start {
		return false
	}
	closed := n.end > n.start+1 && source[n.end-1] == closer(n)
	return offset < n.end || !closed
}

// valueEnd is where the blanks behind the colon of a member without value end.
func valueEnd(source []byte, m *node) int {
	colon := skipBlanks(source, m.keyEnd)
	if colon == len(source) || source[colon] != ':' {
		return m.keyEnd
	}
	return skipBlanks(source, colon+1)
}

// skipBlanks is the end of the blanks at an offset, within its line.
func skipBlanks(source []byte, at int) int {
	for at < len(source) && (source[at] == ' ' || source[at] == '\t') {
		at++
	}
	return at
}

// A completer gathers the candidates of one place.
type completer struct {
	editor
	known Known
	root  *node
	at    int
	typed string // before the place, of what is replaced
	found []Candidate
}

// begin offers what a new file may begin with.
func (c *completer) begin() []Candidate {
	for _, k := range theFormat().root.members {
		if k.types[0] == "object" {
			line := c.newline + c.unit
			before := "{" + line + quote(k.name) + ": {" + line + c.unit
			c.add(k.name, k, []Edit{{c.at, c.at, before + line + "}" + c.newline + "}" + c.newline}}, len(before))
		}
	}
	return c.found
}

// add offers edits; caret counts from the beginning of the last one's text.
func (c *completer) add(label string, k *key, edits []Edit, caret int) {
	at := edits[len(edits)-1].Start + caret
	for _, e := range edits[:len(edits)-1] {
		at += len(e.Text) - (e.End - e.Start)
	}
	c.found = append(c.found, Candidate{Label: label, Title: k.title, Help: k.help, Edits: edits, Caret: at})
}

// keys offers the keys that the object does not have yet.
func (c *completer) keys(s spot) {
	k := keyOf(s.around)
	if k == nil {
		return
	}
	start, end := c.at, c.at
	if s.inKey {
		start, end = s.member.keyStart, s.member.keyEnd
		c.typed = strings.Trim(string(c.text[start:c.at]), `"'`)
	}
	for _, m := range k.members {
		if other := s.around.get(m.name); m.program == "" && m.name != "$schema" && (other == nil || other == s.member) {
			value, caret := emptyValue(m)
			c.key(s, m.name, m, Edit{start, end, value}, caret)
		}
	}
	if s.around == c.root.get("agent_servers") {
		c.agents(s, k.items, start, end)
	}
}

// emptyValue is what to write for a new member, and where the caret goes.
func emptyValue(k *key) (value string, caret int) {
	switch k.types[0] {
	case "string":
		return `""`, 1
	case "array":
		return "[]", 1
	case "object":
		return "{}", 1
	case "boolean":
		value = "true"
		if k.fallback.value == "true" {
			value = "false"
		}
	default:
		value = k.fallback.value
	}
	return value, len(value)
}

// key offers a member: its key, and unless there is one its value, which e
// has, with the commas that part it from others.
func (c *completer) key(s spot, name string, k *key, e Edit, caret int) {
	written := quote(name)
	if s.inKey && hasColon(c.text, s.member) {
		c.add(name, k, []Edit{{e.Start, e.End, written}}, len(written))
		return
	}
	before, after := s.neighbours(e)
	e.Text = written + ": " + e.Text
	caret += len(written) + len(": ")
	if after != nil && (s.member == nil || s.member.comma == 0) && (before == nil || before.comma <= e.Start) {
		e.Text += ","
	}
	var edits []Edit
	switch {
	case before == nil:
	case before.comma == 0:
		edits = []Edit{{before.last(), before.last(), ","}}
	case before.comma > e.Start: // between a value and its comma
		e.Text, caret = ", "+e.Text, caret+len(", ")
	}
	c.add(name, k, append(edits, e), caret)
}

// neighbours are the members before and after the place of an edit.
func (s spot) neighbours(e Edit) (before, after *node) {
	for _, m := range s.around.children {
		switch {
		case m == s.member:
		case m.last() <= e.Start:
			before = m
		case after == nil:
			after = m
		}
	}
	return before, after
}

// last is the end of a member, also of one without value.
func (n *node) last() int { return max(n.end, n.keyEnd) }

func hasColon(source []byte, m *node) bool {
	return bytes.HasPrefix(bytes.TrimLeft(source[m.keyEnd:], " \t\r\n"), []byte(":"))
}

// agents offers whole entries: those found, the guide's, and one under the name
// that is written there, whose command is still to be written.
func (c *completer) agents(s spot, k *key, start, end int) {
	own := Agent{Name: "Agent"}
	if s.inKey {
		own.Name = s.member.name
	}
	guide := Agent{Name: GuideName, Command: GuideCommand, Args: guideArgs()}
	for _, a := range append(slices.Clone(c.known.Agents), guide, own) {
		other := s.around.get(a.Name)
		if other == nil || a.Command == "" && other == s.member && other.name != "" && !hasColon(c.text, other) {
			c.entry(s, a, k, start, end)
		}
	}
}

// entry offers an agent in lines of its own: braces with nothing else between
// them in their line are opened.
func (c *completer) entry(s spot, a Agent, k *key, start, end int) {
	indent := c.indentOf(s.around)
	var before, after string
	switch {
	case c.alone(s, start, end):
		start, end = s.around.start+1, s.around.end-1
		after = c.newline + indent
		indent += c.unit
		before = c.newline + indent
	case len(bytes.TrimSpace(c.text[c.lineStart(start):start])) == 0:
		indent += c.unit
	}
	value := c.render(a.entry(), indent)
	caret := len(value)
	if a.Command == "" {
		caret = strings.Index(value, `""`) + 1 // it is to be written
	}
	c.key(s, a.Name, k, Edit{start, end, value}, caret)
	x := &c.found[len(c.found)-1]
	e := &x.Edits[len(x.Edits)-1]
	e.Text = before + e.Text + after
	x.Caret += len(before)
}

// alone reports whether the object around holds nothing but what is to be
// replaced, all in one line.
func (c *completer) alone(s spot, start, end int) bool {
	o := s.around
	if c.text[o.end-1] != closer(o) || o.end-1 <= o.start || s.member != nil && hasColon(c.text, s.member) {
		return false
	}
	rest := slices.Concat(c.text[o.start+1:start], c.text[end:max(end, o.end-1)])
	return len(bytes.Trim(rest, " \t")) == 0
}

// values offers what may stand at a value's place.
func (c *completer) values(s spot) {
	var k *key
	start, end := c.at, c.at
	switch around := keyOf(s.around); {
	case s.member != nil:
		k = keyOf(s.member)
		if s.member.kind != missing {
			start, end = s.member.start, s.member.end
			c.typed = strings.Trim(string(c.text[start:max(start, c.at)]), `"'`)
		}
	case around != nil:
		k = around.items
	}
	switch agents := c.root.get("agent_servers"); {
	case k == nil:
		return
	case k.name == "command" && agents != nil && s.around.parent == agents:
		c.commands(s, k, start, end)
		return
	}
	for _, v := range c.choices(k, s) {
		written := v
		if k.types[0] == "string" {
			written = quote(v)
		}
		c.add(v, k, []Edit{{start, end, written}}, len(written))
	}
}

// commands offers the agents' programs, with what else their entry wants that is
// not there yet, and paths.
func (c *completer) commands(s spot, k *key, start, end int) {
	for _, a := range append(slices.Clone(c.known.Agents), Agent{Command: GuideCommand}) {
		parting := ", "
		if at := s.member.keyStart; len(bytes.TrimSpace(c.text[c.lineStart(at):at])) == 0 {
			parting = "," + c.newline + string(c.text[c.lineStart(at):at])
		}
		text := quote(a.Command)
		for _, m := range parseTree(newReport(a.entry())).children {
			if m.name != "command" && s.around.get(m.name) == nil {
				text += parting + quote(m.name) + ": " + c.render(raw(m), c.indentOf(s.member))
			}
		}
		c.add(a.Command, k, []Edit{{start, end, text}}, len(text))
	}
	if c.known.Programs == nil {
		return
	}
	for _, path := range c.known.Programs(c.typed) {
		text := quote(path)
		caret := len(text)
		if strings.HasSuffix(path, "/") {
			caret-- // more is to come
		}
		c.add(path, k, []Edit{{start, end, text}}, caret)
	}
}

// choices are the values that a key may have, as far as they are known.
func (c *completer) choices(k *key, s spot) []string {
	switch {
	case k.types == nil:
		return nil
	case len(k.values) > 0:
		return k.values
	case k.types[0] == "boolean":
		return []string{"true", "false"}
	case k.name == "default_agent":
		return names(ours(c.root))
	case k.name == "workspace" && c.known.Folders != nil:
		return c.known.Folders(c.typed)
	}
	return nil
}

func names(agents []*node) []string {
	var list []string
	for _, a := range agents {
		list = append(list, a.name)
	}
	return list
}

// likeliest are the candidates that what is typed may become: first those
// that begin so, then those of which a word does.
func (c *completer) likeliest() []Candidate {
	typed := fold(c.typed)
	rank := func(x Candidate) int {
		switch label := fold(x.Label); {
		case strings.HasPrefix(label, typed):
			return 0
		case strings.Contains(label, "_"+typed), strings.Contains(label, " "+typed):
			return 1
		}
		return 2
	}
	list := slices.DeleteFunc(c.found, func(x Candidate) bool { return rank(x) == 2 })
	slices.SortStableFunc(list, func(a, b Candidate) int { return rank(a) - rank(b) })
	return list
}

// AgentAt is the JSON pointer of the agent's entry that a byte offset of text
// lies in, or of the only one there is; "" for none.
func AgentAt(source []byte, offset int) string {
	root := parseTree(newReport(source))
	agents := root.get("agent_servers").members()
	for _, a := range agents {
		if a.keyStart <= offset && offset <= a.last() {
			return a.pointer()
		}
	}
	if len(agents) == 1 {
		return agents[0].pointer()
	}
	return ""
}

// An Explanation is what the schema says of a place in a text.
type Explanation struct {
	Start, End int    // of the key, or the value that is meant
	Pointer    string // of the value
	Title      Words
	Help       Words
	Values     []string // the possible ones, or examples; nil for no choice
	Default    string   // as JSON, "" for none
}

// Hover explains what is at a byte offset of text. It returns false where
// there is nothing to say.
func Hover(source []byte, offset int) (Explanation, bool) {
	root := parseTree(newReport(source))
	s := locate(source, root, max(0, min(offset, len(source))))
	if s.member == nil {
		return Explanation{}, false
	}
	k := keyOf(s.member)
	if k == nil || k.title.In("en") == "" {
		return Explanation{}, false
	}
	e := Explanation{Start: s.member.start, End: s.member.end, Pointer: s.member.pointer(), Title: k.title, Help: k.help, Values: k.values}
	if s.inKey {
		e.Start, e.End = s.member.keyStart, s.member.keyEnd
	}
	if k.fallback != nil {
		e.Default = string(raw(k.fallback))
	}
	return e, true
}
