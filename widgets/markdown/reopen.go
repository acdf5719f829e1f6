package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// An opened is a quote or an item that a flattener is inside of, as the context
// of a resumption opens it again.
type opened struct {
	mark   string // with the blanks up to what stands in it; "": it cannot be opened again
	number int    // of an item
}

// dummy stands for what is not parsed again: alone it opens a paragraph, after
// a number sign it is a heading.
const dummy = "x"

// reopened is the context of a place: the containers, then what is told.
func (f *flattener) reopened(inside insideKind, end string) (string, bool) {
	var b strings.Builder
	for _, o := range f.open {
		if o.mark == "" {
			return "", false
		}
		b.WriteString(o.mark)
	}
	switch {
	case inside == insideParagraph:
		b.WriteString(dummy)
	case len(f.open) > 0:
		b.WriteString("# " + dummy + "\n")
	}
	b.WriteString(end)
	return b.String(), true
}

// gapBefore is the blank line before start, if there is one and the context
// opens containers: what is held back depends on it.
func (f *flattener) gapBefore(start int) string {
	if len(f.open) == 0 || start == 0 || len(bytes.TrimSpace(f.lineBefore(start))) > 0 {
		return ""
	}
	return "\n"
}

// headLine is the line that pos is in, without the marks of items that may stand
// before pos: they are open.
func (f *flattener) headLine(pos int) string {
	start := f.lineStart(pos)
	blank := func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}
	return string(bytes.Map(blank, f.source[start:pos])) + string(f.source[pos:f.lineEnd(start)])
}

// reopenItem is how an item is opened so that what stands in it is as deep as
// it is in n.
func (f *flattener) reopenItem(n *ast.ListItem, number int) opened {
	pos := begins(n)
	end := pos
	for end < len(f.source) && f.source[end] >= '0' && f.source[end] <= '9' {
		end++
	}
	if end >= len(f.source) || strings.IndexByte("-+*.)", f.source[end]) < 0 {
		return opened{}
	}
	mark := string(f.source[pos : end+1])
	const widest = 4 // more blanks after a mark begin code (CommonMark 5.2)
	after := min(widest, n.Offset-len(mark))
	before := n.Offset - len(mark) - after
	if after < 1 || before > 3 {
		return opened{}
	}
	return opened{strings.Repeat(" ", before) + mark + strings.Repeat(" ", after), number}
}

// firstNumber is the number of the first item of a list.
func (f *flattener) firstNumber(n *ast.List) int {
	switch {
	case f.inContext(n):
		return f.from.numbers[len(f.within)]
	case !f.begun && f.from.number > 0 && len(f.within) == len(f.from.within): // not one that the item begins with
		return f.from.number
	}
	return n.Start
}
