package codeedit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/segmenter"
)

// moveTo puts the caret at an offset; extending keeps the other end of the
// selection where it is.
func (d *document) moveTo(offset int, extend bool) {
	d.selection.caret = d.clamp(offset)
	if !extend {
		d.selection.anchor = d.selection.caret
	}
	d.column = -1
}

// moveBy moves the caret by one character, which may be of several code
// points. A selection that is not extended ends at its edge.
func (d *document) moveBy(step int, extend bool) {
	switch s := d.selection; {
	case !extend && !s.empty() && step < 0:
		d.moveTo(s.start(), false)
	case !extend && !s.empty():
		d.moveTo(s.end(), false)
	case step < 0:
		d.moveTo(d.before(s.caret), extend)
	default:
		d.moveTo(d.after(s.caret), extend)
	}
}

// before is the offset one character before one.
func (d *document) before(offset int) int {
	line := d.lineAt(offset)
	start, _ := d.bounds(line)
	if offset == start {
		if line == 0 {
			return 0
		}
		_, end := d.bounds(line - 1)
		return end
	}
	last := start
	for _, g := range clusters(d.text[start:offset]) {
		last = start + g
	}
	return last
}

// after is the offset one character after one.
func (d *document) after(offset int) int {
	line := d.lineAt(offset)
	_, end := d.bounds(line)
	switch {
	case offset >= end && line+1 < d.lines():
		return d.start(line + 1)
	case offset >= end:
		return len(d.text)
	}
	if g := clusters(d.text[offset:end]); len(g) > 1 {
		return offset + g[1]
	}
	return end
}

// clusters is where the characters of s begin (UAX 29).
func clusters(s string) []int {
	var out []int
	if isPlain(s) {
		for i := range s {
			out = append(out, i)
		}
		return out
	}
	var seg segmenter.Segmenter
	if seg.InitWithString(s) != nil {
		return []int{0}
	}
	at := 0
	for it := seg.GraphemeIterator(); it.Next(); {
		out = append(out, at)
		for _, r := range it.Grapheme().Text {
			at += max(utf8.RuneLen(r), 1)
		}
	}
	return out
}

func isPlain(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x300 }) < 0
}

// moveLines moves the caret up or down by lines, to the column it started from.
func (d *document) moveLines(n int, extend bool) {
	line := d.lineAt(d.selection.caret)
	start, _ := d.bounds(line)
	column := d.column
	if column < 0 {
		column = utf8.RuneCountInString(d.text[start:d.selection.caret])
	}
	switch to := line + n; {
	case to < 0:
		d.moveTo(0, extend)
	case to >= d.lines():
		d.moveTo(len(d.text), extend)
	default:
		d.moveTo(d.offset(to, column), extend)
	}
	d.column = column
}

// offset is the one of a column, in characters, of a line.
func (d *document) offset(line, column int) int {
	start, end := d.bounds(line)
	for at := range d.text[start:end] {
		if column == 0 {
			return start + at
		}
		column--
	}
	return end
}

// moveHome moves to the first letter of the line, and from there to its start.
func (d *document) moveHome(extend bool) {
	start, end := d.bounds(d.lineAt(d.selection.caret))
	first := start + len(indentOf(d.text[start:end]))
	if d.selection.caret == first {
		first = start
	}
	d.moveTo(first, extend)
}

func (d *document) moveEnd(extend bool) {
	_, end := d.bounds(d.lineAt(d.selection.caret))
	d.moveTo(end, extend)
}

// moveWord moves over a word and the blanks beside it.
func (d *document) moveWord(step int, extend bool) { d.moveTo(d.word(step), extend) }

// word is the offset of the next edge of a word.
func (d *document) word(step int) int {
	i := d.selection.caret
	if step > 0 {
		i = skipKind(d.text, i, classOf(d.text, i))
		return skipKind(d.text, i, blank)
	}
	i = skipBack(d.text, i, blank)
	if i == 0 {
		return 0
	}
	return skipBack(d.text, i, classBefore(d.text, i))
}

// wordAt is the word that an offset is in.
func (d *document) wordAt(offset int) span {
	c := classOf(d.text, offset)
	if c != letter && offset > 0 && classBefore(d.text, offset) == letter {
		c = letter
	}
	return span{skipBack(d.text, offset, c), skipKind(d.text, offset, c)}
}

type class uint8

const (
	letter class = iota
	blank
	sign
	lineEnd
	edge
)

func classOfRune(r rune) class {
	switch {
	case r == '\n' || r == '\r':
		return lineEnd
	case unicode.IsSpace(r):
		return blank
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return letter
	}
	return sign
}

func classOf(s string, i int) class {
	if i >= len(s) {
		return edge
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return classOfRune(r)
}

func classBefore(s string, i int) class {
	if i == 0 {
		return edge
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return classOfRune(r)
}

// skipKind is where characters of a class end that begin at i.
func skipKind(s string, i int, c class) int {
	for i < len(s) && classOf(s, i) == c {
		i += width(s[i:])
	}
	return i
}

// skipBack is where characters of a class begin that end at i.
func skipBack(s string, i int, c class) int {
	for i > 0 && classBefore(s, i) == c {
		_, n := utf8.DecodeLastRuneInString(s[:i])
		i -= n
	}
	return i
}

// indentOf is the blanks that a line begins with.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
