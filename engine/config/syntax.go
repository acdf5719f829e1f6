package config

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

const (
	maxText  = 4 << 20 // bytes
	maxDepth = 100
)

// A parser reads JSON with comments and trailing commas (the language of
// hujson) and goes on after every fault, guessing what was meant as a person
// would: it always makes a tree, and reports each fault once.
type parser struct {
	*report
	at      int // next byte to read
	last    int // end of the last token
	arrays  int // open around at
	objects int
	parted  bool // the comma that comes next was read or reported
	done    bool // gave up, or the text's end was reported

	// A bracket that was forgotten makes all after it part of the wrong value.
	// Then a second reading believes the indentation of lines.
	unbalanced     bool
	unfinishedText bool
	indented       bool
}

// parseTree reads the text of r, to which faults go.
func parseTree(r *report) *node {
	first := parser{report: r}
	root := first.parse()
	if !first.unbalanced {
		return root
	}
	second := parser{report: newReport(r.text), indented: true}
	if again := second.parse(); !second.unfinishedText && len(second.found) <= len(r.found) {
		*r = *second.report
		return again
	}
	return root
}

func (p *parser) parse() *node {
	p.at = len(byteOrderMark(p.text))
	root := &node{start: p.at, end: len(p.text)}
	switch {
	case len(p.text) > maxText:
		p.add(TextTooLarge, root, 0, 0, nil, strconv.Itoa(maxText>>20))
		return root
	case isUTF16(p.text):
		p.add(BadUTF8, root, 0, 1, nil) // nothing else can be told of it
		return root
	case !utf8.Valid(p.text):
		start := firstInvalid(p.text)
		p.add(BadUTF8, root, start, start+1, nil)
	}
	p.skip()
	switch {
	case p.at == len(p.text):
		p.add(EmptyText, root, p.at, p.at, []Edit{{p.at, p.at, p.newline() + "{}\n"}})
		return root
	case p.isMember():
		p.unbraced(root)
	default:
		p.value(root)
	}
	p.tail(root)
	return root
}

// isUTF16 reports whether a text begins as those of UTF-16 and UTF-32 do: with
// their byte order mark, or with an ASCII character that takes several bytes.
func isUTF16(text []byte) bool {
	begin := text[:min(len(text), 4)]
	return bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) || bytes.IndexByte(begin, 0) >= 0
}

// isMember reports whether a key with its colon comes next.
func (p *parser) isMember() bool {
	if p.peek() != '"' {
		return false
	}
	ahead := parser{report: &report{text: p.text, broken: map[*node]bool{}}, at: p.at}
	ahead.quoted(&node{})
	ahead.skip()
	return ahead.peek() == ':'
}

// unbraced reads a text that is what would be inside an object: part of some
// page, pasted into an empty file.
func (p *parser) unbraced(root *node) {
	root.kind, root.start = object, p.at
	p.done = true
	p.objects++
	for p.child(root) {
	}
	p.objects--
	fix := []Edit{{root.start, root.start, "{"}}
	if last := root.children[len(root.children)-1]; p.last == max(last.last(), last.comma) { // not by a bracket
		fix = append(fix, Edit{p.last, p.last, "}"})
	}
	p.add(MissingBraces, root, root.start, root.start, fix)
}

// newline is what has to come before a token at the end of the text: a line
// comment there would swallow it.
func (p *parser) newline() string {
	if len(bytes.TrimSpace(p.text[len(byteOrderMark(p.text)):])) == 0 || bytes.HasSuffix(p.text, []byte("\n")) {
		return ""
	}
	return "\n"
}

func byteOrderMark(text []byte) string {
	const mark = "\ufeff"
	if bytes.HasPrefix(text, []byte(mark)) {
		return mark
	}
	return ""
}

func firstInvalid(text []byte) int {
	for at := 0; at < len(text); {
		c, size := utf8.DecodeRune(text[at:])
		if c == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(text)
}

// peek is the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// value reads the value at p.at into n. What cannot be one is not consumed
// when it may close or part the values around it.
func (p *parser) value(n *node) {
	n.start = p.at
	switch c := p.peek(); {
	case p.at == len(p.text) || bytes.IndexByte([]byte(",:]}"), c) >= 0:
		p.add(MissingValue, n, p.last, p.last, nil, n.name)
		n.start, n.end = p.last, p.last
		return
	case c == '{':
		p.compound(n, object)
		n.end = p.last
		return
	case c == '[':
		p.compound(n, array)
		n.end = p.last
		return
	case c == '"':
		n.kind, n.value = text, p.quoted(n)
	case isNumberStart(c):
		p.number(n)
	default:
		p.irregular(n)
	}
	n.end = p.at
	p.last = p.at
}

// compound reads an object or array.
func (p *parser) compound(n *node, kind nodeKind) {
	n.kind = kind
	open := &p.objects
	if kind == array {
		open = &p.arrays
	}
	if p.arrays+p.objects == maxDepth {
		p.add(TooDeep, n, n.start, n.start+1, nil, strconv.Itoa(maxDepth))
		p.at, p.done = len(p.text), true
		return
	}
	p.consume()
	*open++
	for p.child(n) {
	}
	*open--
}

// consume takes one byte as a token.
func (p *parser) consume() {
	p.at++
	p.last = p.at
}

// child reads what comes next in n: a member or element with the comma after
// it, or the end of n, after which it returns false.
func (p *parser) child(n *node) bool {
	if len(p.found) >= maxProblems { // nobody reads further
		p.at, p.done = len(p.text), true
		return false
	}
	p.skip()
	switch c := p.peek(); {
	case p.at == len(p.text):
		p.unfinished(n)
		return false
	case p.outdented(n):
		p.missingClose(n)
		return false
	case c == '}' || c == ']':
		return p.closing(n, c)
	case c == ',':
		p.add(ExtraComma, n, p.at, p.at+1, []Edit{{p.at, p.at + 1, ""}})
		p.consume()
	case n.kind == object:
		p.member(n)
	case c == ':':
		p.unexpected(n, 1)
	default:
		p.value(p.adopt(n))
		p.comma(n)
	}
	return true
}

// adopt makes a new child of n.
func (p *parser) adopt(n *node) *node {
	child := &node{parent: n, index: len(n.children)}
	n.children = append(n.children, child)
	return child
}

// closing reads the bracket c where n may end.
func (p *parser) closing(n *node, c byte) bool {
	own, others := closer(n), p.arrays
	if n.kind == array {
		others = p.objects
	}
	switch {
	case c == own:
		p.consume()
		return false
	case others > 0: // it closes something around n
		p.missingClose(n)
		return false
	}
	p.add(ExtraClose, n, p.at, p.at+1, []Edit{{p.at, p.at + 1, ""}}, string(c))
	p.consume()
	return true
}

func closer(n *node) byte {
	if n.kind == array {
		return ']'
	}
	return '}'
}

// outdented reports whether the next token begins a line that is indented
// less than what belongs in n.
func (p *parser) outdented(n *node) bool {
	if !p.indented || n.parent == nil {
		return false
	}
	start := p.lineStart(p.at)
	own := p.text[start:p.at]
	if len(bytes.Trim(own, " \t")) > 0 {
		return false
	}
	open := p.text[p.lineStart(n.start):]
	most := len(open) - len(bytes.TrimLeft(open, " \t"))
	if c := p.peek(); c == '}' || c == ']' {
		return len(own) < most
	}
	return len(own) <= most && start > n.start
}

// missingClose reports that the end of n should be before the next token,
// and before the comma that parts them if there is one.
func (p *parser) missingClose(n *node) {
	own, at := string(closer(n)), p.last
	insert := own
	if c := p.peek(); c != '}' && c != ']' {
		p.parted = true
		if p.text[at-1] == ',' {
			at--
		} else {
			insert += ","
		}
	}
	p.add(MissingClose, n, at, at, []Edit{{at, at, insert}}, own, p.line(n.start))
	p.unbalanced = true
}

// unfinished reports once that the text ends inside n.
func (p *parser) unfinished(n *node) {
	if p.done {
		return
	}
	p.done = true
	var brackets string
	for around := n; around != nil; around = around.parent {
		brackets += string(closer(around))
	}
	p.unbalanced, p.unfinishedText = true, true
	p.add(Unfinished, n, p.last, p.last, []Edit{{p.last, p.last, brackets}}, brackets, p.line(n.start))
}

// member reads a member of n and the comma after it.
func (p *parser) member(n *node) {
	m := &node{parent: n, index: len(n.children), keyStart: p.at}
	switch c := p.peek(); c {
	case ':', '{', '[':
		p.add(MissingKey, n, p.at, p.at, nil)
		if c == ':' {
			p.consume()
		}
		m.keyEnd = m.keyStart
	default:
		if !p.key(m) {
			return
		}
		n.children = append(n.children, m)
		if !p.colon(m) {
			return
		}
	}
	p.skip()
	if p.lineBreak(p.last) && p.isMember() { // the next member: this one is being written
		p.add(MissingValue, m, p.last, p.last, nil, m.name)
		m.start, m.end = p.last, p.last
		return
	}
	p.value(m)
	p.comma(n)
}

// colon reads the colon after the key of m. Without one it guesses whether a
// value follows, and returns false if not.
func (p *parser) colon(m *node) bool {
	p.skip()
	switch c := p.peek(); {
	case c == ':':
		p.consume()
	case c == '=':
		p.add(MissingColon, m, p.at, p.at+1, []Edit{{p.at, p.at + 1, ":"}}, m.name)
		p.consume()
	case p.at == len(p.text), bytes.IndexByte([]byte(",}]"), c) >= 0, p.lineBreak(m.keyEnd):
		m.start, m.end = m.keyEnd, m.keyEnd
		p.add(MissingValue, m, m.keyEnd, m.keyEnd, nil, m.name)
		if c == ',' {
			p.consume()
			m.comma = p.last
		}
		return false
	default:
		p.add(MissingColon, m, m.keyEnd, m.keyEnd, []Edit{{m.keyEnd, m.keyEnd, ":"}}, m.name)
	}
	return true
}

// lineBreak reports whether one is between start and the next token.
func (p *parser) lineBreak(start int) bool {
	return bytes.IndexByte(p.text[start:p.at], '\n') >= 0
}

// comma reads the comma after a child of n. Another child without one is
// reported where the comma belongs: right after the value before.
func (p *parser) comma(n *node) {
	end := p.last
	if p.parted {
		p.parted = false
		return
	}
	p.skip()
	switch c := p.peek(); {
	case c == ',':
		p.consume()
		if len(n.children) > 0 {
			n.children[len(n.children)-1].comma = p.last
		}
	case c == ';':
		p.add(MissingComma, n, p.at, p.at+1, []Edit{{p.at, p.at + 1, ","}})
		p.consume()
	case p.at < len(p.text) && bytes.IndexByte([]byte("}]:"), c) < 0 && !p.outdented(n):
		p.add(MissingComma, n, end, end, []Edit{{end, end, ","}})
	}
}

// tail reads what follows the whole value. A comma or key there means that
// the bracket before it was one too many.
func (p *parser) tail(root *node) {
	for p.skip(); p.at < len(p.text); p.skip() {
		switch c := p.peek(); {
		case c == '}' || c == ']':
			p.add(ExtraClose, root, p.at, p.at+1, []Edit{{p.at, p.at + 1, ""}}, string(c))
			p.consume()
		case root.kind == object && (c == ',' || c == '"'):
			p.add(ExtraClose, root, root.end-1, root.end, []Edit{{root.end - 1, root.end, ""}}, "}")
			if c == ',' {
				p.consume()
			}
			p.objects++
			for p.child(root) {
			}
			p.objects--
			root.end = p.last
		default:
			p.add(ExtraText, root, p.at, len(bytes.TrimRight(p.text, " \t\r\n")), nil)
			return
		}
	}
}
