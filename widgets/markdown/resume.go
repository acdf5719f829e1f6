package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A resumption is a place in a text from which it can be parsed without what
// stands before, with the same result. Everything before it is finished: no
// text that follows can change it, but for definitions of links and footnotes.
//
// Such places are the starts of top-level blocks, of items of top-level lists,
// and of every so many lines of top-level code and rows of top-level tables. The
// line that the place begins must be finished itself: "-" may yet become an
// item, a rule, an underline or a word.
type resumption struct {
	offset  int    // in the text
	blocks  int    // how many are finished
	near    bool   // no blank line stands before offset
	number  int    // inside an ordered list: of the item that begins here; inside another list 1; else 0
	context string // lines that say what offset is inside of: an opening fence, a table's head
}

// mayResumeBefore notes that parsing may go on before a top-level node. One
// that continued a paragraph in its place may begin something else when it
// stands alone: then what stands before it is parsed again as well.
func (f *flattener) mayResumeBefore(n ast.Node) {
	if n.Pos() < 0 || n.Kind() == extast.KindFootnoteList {
		return
	}
	start := f.lineStart(n.Pos())
	atx := n.Kind() == ast.KindHeading && bytes.HasPrefix(bytes.TrimLeft(f.source[start:], " "), []byte("#"))
	if !f.blankBefore(start) && !atx {
		switch n.Kind() {
		case ast.KindParagraph, ast.KindHeading, extast.KindTable, ast.KindCodeBlock, ast.KindLinkReferenceDefinition:
			return
		}
	}
	f.resumeAt(start, resumption{near: f.near})
}

// mayResumeAtItem notes that parsing may go on before an item of a top-level list.
func (f *flattener) mayResumeAtItem(n ast.Node, number int) {
	f.resumeAt(f.lineStart(n.Pos()), resumption{near: f.near, number: max(1, number)})
}

// mayResumeAtLine notes that parsing may go on before a line of a top-level
// code block or table.
func (f *flattener) mayResumeAtLine(n ast.Node, pos int) {
	start := f.lineStart(n.Pos())
	if n.Kind() == extast.KindTable && n.PreviousSibling() != nil && !f.blankBefore(start) {
		return // see mayResumeBefore
	}
	head := f.lineEnd(start)
	if n.Kind() == extast.KindTable {
		head = f.lineEnd(head)
	}
	f.resumeAt(f.lineStart(pos), resumption{near: true, context: string(f.source[start:head])})
}

func (f *flattener) resumeAt(start int, r resumption) {
	if start >= f.limit || f.base+start <= f.next.offset {
		return
	}
	r.offset, r.blocks = f.base+start, f.from.blocks+len(f.blocks)
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

// blankBefore reports whether the line before start is blank.
func (f *flattener) blankBefore(start int) bool {
	if start == 0 {
		return true
	}
	line := f.source[f.lineStart(start-1) : start-1]
	return len(bytes.TrimSpace(line)) == 0
}
