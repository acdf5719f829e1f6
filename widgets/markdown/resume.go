package markdown

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A resumption is a place in a text from which it can be parsed without what
// stands before, with the same result. Everything before it is finished: no
// text that follows can change it, but for definitions of links and footnotes.
//
// Such places are the starts of blocks and of items of lists, in whatever
// quotes and items they stand; of every so many lines of code and rows of
// tables; and, in a long paragraph, places at which no emphasis, link or code
// is open. The line that the place begins must be finished itself: "-" may yet
// become an item, a rule, an underline or a word.
//
// The context is parsed before the text that goes on at the place. It opens
// what the place is inside of: quotes and items, with a heading in the
// innermost, which nothing can be a part of; then code or a table by its first
// lines; or a paragraph by a word. See reopen.go.
type resumption struct {
	offset  int // in the text
	blocks  int // how many are finished
	near    bool
	context string
	within  []container // what the context opens
	numbers []int       // of the items in within
	number  int         // of the item that begins here, 0 if none does
	inside  insideKind
	piece   int // of a paragraph: how many bytes the piece before has
}

// An insideKind is what is cut by a resumption.
type insideKind uint8

const (
	betweenBlocks insideKind = iota
	insideLines              // of code or a table
	insideParagraph
)

// mayResumeBefore notes that parsing may go on before a node that is not the
// first in its container. One that continued a paragraph in its place may begin
// something else when it stands alone: then what stands before it is parsed
// again as well.
func (f *flattener) mayResumeBefore(n ast.Node) {
	pos := begins(n)
	if pos < max(0, begins(n.PreviousSibling())) {
		return
	}
	start := f.lineStart(pos)
	atx := n.Kind() == ast.KindHeading && (n.Lines().Len() == 0 || n.Lines().At(0).Start > pos)
	if n.Kind() == extast.KindTable && slices.ContainsFunc(f.within, isQuote) {
		return // its line may go on a paragraph from a quote further in
	}
	if !f.blankBefore(start) && !atx {
		switch n.Kind() {
		case ast.KindParagraph, ast.KindHeading, extast.KindTable, ast.KindCodeBlock, ast.KindLinkReferenceDefinition:
			return
		}
	}
	f.resumeAt(start, resumption{near: f.near}, f.gapBefore(start))
}

// mayResumeAtItem notes that parsing may go on before an item that is not the
// first of its list.
func (f *flattener) mayResumeAtItem(n ast.Node, number int) {
	start := f.lineStart(begins(n))
	f.resumeAt(start, resumption{near: f.near, number: number}, f.gapBefore(start))
}

// mayResumeAtLine notes that parsing may go on before the line that pos is in,
// inside the code that n is.
func (f *flattener) mayResumeAtLine(n ast.Node, pos int) {
	start, head := f.lineStart(pos), ""
	if n.Kind() == ast.KindFencedCodeBlock {
		head = f.headLine(begins(n))
	} else if len(bytes.TrimSpace(f.source[start:f.lineEnd(start)])) == 0 {
		return // a blank line begins no code
	}
	f.resumeAt(start, resumption{near: true, inside: insideLines}, head)
}

// mayResumeAtRow notes that parsing may go on before a row of a table.
func (f *flattener) mayResumeAtRow(table, row ast.Node) {
	head := table.FirstChild().Pos()
	below := f.lineEnd(f.lineStart(head))
	f.resumeAt(f.lineStart(row.Pos()), resumption{near: true, inside: insideLines}, f.headLine(head)+string(f.source[below:f.lineEnd(below)]))
}

// resumeAt notes a place, whose context ends with what is told.
func (f *flattener) resumeAt(start int, r resumption, end string) {
	if start >= f.limit && r.inside != insideParagraph || f.base+start <= f.next.offset {
		return
	}
	context, ok := f.reopened(r.inside, end)
	if !ok {
		return
	}
	r.offset, r.blocks, r.context = f.base+start, f.from.blocks+len(f.blocks), context
	r.within = append([]container(nil), f.within...)
	for _, o := range f.open {
		r.numbers = append(r.numbers, o.number)
	}
	f.next = r
}

func (f *flattener) lineStart(pos int) int { return bytes.LastIndexByte(f.source[:pos], '\n') + 1 }

// lineEnd is the offset after the end of the line that begins at start.
func (f *flattener) lineEnd(start int) int {
	if i := bytes.IndexByte(f.source[start:], '\n'); i >= 0 {
		return start + i + 1
	}
	return len(f.source)
}

// blankBefore reports whether the line before start is blank, but for the marks
// of the quotes that what begins there stands in.
func (f *flattener) blankBefore(start int) bool {
	if start == 0 {
		return true
	}
	line := bytes.TrimSpace(f.lineBefore(start))
	for _, c := range f.within {
		if !isQuote(c) {
			continue
		}
		line = bytes.TrimLeft(bytes.TrimPrefix(line, []byte(">")), " \t")
	}
	return len(line) == 0
}

func isQuote(c container) bool { return c.kind == quote }

func (f *flattener) lineBefore(start int) []byte {
	return f.source[f.lineStart(start-1) : start-1]
}
