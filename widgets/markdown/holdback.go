package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// While a text is being written, its last line may end in the middle of a
// mark: "**", "[link](htt", "``". What is shown then is decided here, so that
// no mark flickers on the screen before it is finished: a mark that has only begun
// is held back, and emphasis that has begun is shown as if it ended here.

// shownPart is what is shown of the source of an unfinished text.
func shownPart(source []byte, tree syntaxTree) []byte {
	source = wholeRunes(source)
	start := bytes.LastIndexByte(source, '\n') + 1
	last := string(source[start:])
	if inCode(tree, start) {
		if onlyMarks(strings.TrimLeft(last, " "), "`~") {
			return source[:start]
		}
		return source
	}
	if last == "" || beginsBlock.MatchString(strings.Trim(last, " \t")) || hasAnyPrefix(strings.TrimLeft(last, " "), "|", "```", "~~~") {
		return source[:headStart(source, start)]
	}
	shown := shownInline(last)
	if shown == last {
		return source
	}
	return append(append([]byte(nil), source[:start]...), shown...)
}

// wholeRunes takes off the first bytes of a character that is not there whole.
func wholeRunes(source []byte) []byte {
	for i := len(source) - 1; i >= max(0, len(source)-utf8.UTFMax); i-- {
		if utf8.RuneStart(source[i]) {
			if !utf8.FullRune(source[i:]) {
				return source[:i]
			}
			break
		}
	}
	return source
}

// beginsBlock matches a line that may yet become the mark of a block: of a
// heading, quote, item, rule, fence, table or an underline. It is matched without
// the blanks at its ends.
var beginsBlock = regexp.MustCompile(`^(?:>[ \t]?)*[ \t]*(?:#{1,6}|[-+*_=][-+*_= \t]*|\d{1,9}[.)]?|` + "`{1,}|~{1,}" + `|:?-[-| :]*|(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]?\]?)?$`)

// headStart is where a line begins that may be the head of a table whose
// second line is not there yet: such a head is held back. Otherwise it is start.
func headStart(source []byte, start int) int {
	if start == 0 {
		return start
	}
	head := bytes.LastIndexByte(source[:start-1], '\n') + 1
	if !bytes.HasPrefix(bytes.TrimLeft(source[head:start], " "), []byte("|")) {
		return start
	}
	if head == 0 || len(bytes.TrimSpace(source[bytes.LastIndexByte(source[:head-1], '\n')+1:head])) == 0 {
		return head
	}
	return start
}

// inCode reports whether the line that begins at start is inside a fenced code
// block that is still open.
func inCode(t syntaxTree, start int) bool {
	n := t.root.LastChild()
	for n != nil && n.Kind() != ast.KindFencedCodeBlock {
		if n.Type() == ast.TypeInline {
			return false
		}
		n = n.LastChild()
	}
	if n == nil {
		return false
	}
	lines := n.Lines()
	if lines.Len() == 0 {
		// Open, and nothing in it yet; or closed at once.
		return n.Pos() < start && bytes.IndexByte(t.source[n.Pos():], '\n') == start-1-n.Pos()
	}
	end := lines.At(lines.Len() - 1).Stop
	return end > start || end == start && start == len(t.source)
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func onlyMarks(s, marks string) bool { return s != "" && strings.Trim(s, marks) == "" }

// shownInline is what is shown of the last line of a paragraph.
func shownInline(line string) string {
	line = withoutOpenLink(line)
	line = strings.TrimRight(line, "*_~`![<\\")
	if i := strings.LastIndexByte(line, '&'); i >= 0 && len(line)-i <= 32 && isEntityStart(line[i+1:]) {
		line = line[:i]
	}
	return closed(line)
}

func isEntityStart(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// withoutOpenLink takes off a link, image, or address in angle brackets that has
// begun and not ended.
func withoutOpenLink(line string) string {
	const longest = 400 // more than this is no link; it has been held back long enough
	from := max(0, len(line)-longest)
	if i := strings.LastIndexByte(line, '<'); i >= from && strings.IndexByte(line[i:], '>') < 0 && beginsTag(line[i+1:]) {
		line = line[:i]
	}
	i := strings.LastIndexByte(line, '[')
	if i < from {
		return line
	}
	rest := line[i:]
	end := strings.IndexByte(rest, ']')
	if end >= 0 && (end+1 < len(rest) && rest[end+1] != '(' || strings.IndexByte(rest[end:], ')') >= 0) {
		return line
	}
	return strings.TrimSuffix(line[:i], "!")
}

func beginsTag(s string) bool {
	return s != "" && (s[0] == '/' || s[0] == '!' || s[0] == '?' || unicode.IsLetter(rune(s[0])))
}

// closed ends the code and the emphasis that are open at the end of a line.
func closed(line string) string {
	open := openMarks(line)
	if len(open) == 0 {
		return line
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(line, " \t"))
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteString(open[i])
	}
	return b.String()
}

// openMarks are the marks of emphasis that are open at the end of a line; those
// of code alone, when it is open.
func openMarks(line string) []string {
	var open []string
	for i := 0; i < len(line); {
		n := runLength(line, i)
		switch line[i] {
		case '\\':
			i += 2
			continue
		case '`':
			end := closingTicks(line, i+n, n)
			if end < 0 {
				return []string{line[i : i+n]}
			}
			i = end
			continue
		case '*', '_', '~':
			open = toggle(open, line, i, n)
		}
		i += n
	}
	return open
}

// runLength is how many times the byte at i stands there in a row.
func runLength(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// closingTicks is the offset after the next run of exactly n backticks.
func closingTicks(s string, from, n int) int {
	for i := from; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		m := runLength(s, i)
		if m == n {
			return i + m
		}
		i += m
	}
	return -1
}

// toggle closes the innermost open run that equals the one at i, or opens it,
// when its neighbours allow that (CommonMark 6.2, simplified).
func toggle(open []string, line string, i, n int) []string {
	run := line[i : i+n]
	before, after := byte(' '), byte(' ')
	if i > 0 {
		before = line[i-1]
	}
	if i+n < len(line) {
		after = line[i+n]
	}
	if k := len(open) - 1; k >= 0 && open[k] == run && !isBlank(before) {
		return open[:k]
	}
	inWord := run[0] == '_' && isWord(before)
	if !isBlank(after) && !inWord && n <= 3 && (run[0] != '~' || n == 2) {
		return append(open, run)
	}
	return open
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isWord(c byte) bool {
	return c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
}
