package markdown

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A flattener makes the flat list of blocks of a tree.
type flattener struct {
	source []byte
	base   int // offset in the document's text of source[0]
	blocks []content
	within []container
	near   bool // no blank line before what comes next
	note   bool
	from   resumption // where the tree begins
	next   resumption // the last place found from which parsing may go on
	limit  int        // offset in source of the last line, which is not finished
}

// flatten lists the blocks of a tree that begins at from, and finds where
// parsing may go on when the text has grown.
func flatten(t syntaxTree, from resumption) ([]content, resumption) {
	f := flattener{
		source: t.source, base: from.offset - len(from.context),
		from: from, next: from, near: from.near,
		limit: bytes.LastIndexByte(t.source, '\n') + 1,
	}
	for n := t.root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.PreviousSibling() != nil {
			f.near = f.isNear(n)
			f.mayResumeBefore(n)
		}
		f.block(n, true)
	}
	return f.blocks, f.next
}

// block adds the blocks of a node; top is whether it stands in no other.
func (f *flattener) block(n ast.Node, top bool) {
	switch n := n.(type) {
	case *ast.Heading:
		f.inline(n, content{kind: Heading, level: n.Level})
	case *ast.Paragraph, *ast.TextBlock:
		f.inline(n, content{kind: Paragraph})
	case *ast.ThematicBreak:
		f.add(content{kind: Rule})
	case *ast.FencedCodeBlock:
		f.code(n, string(plain(n.Language(f.source))), top)
	case *ast.CodeBlock:
		f.code(n, "", false)
	case *ast.HTMLBlock:
		f.html(n)
	case *ast.Blockquote:
		f.inside(n, container{kind: quote, at: f.base + n.Pos()})
	case *ast.List:
		f.list(n, top)
	case *extast.Table:
		f.table(n, top)
	case *extast.FootnoteList:
		f.footnotes(n)
	}
}

// isNear reports whether no blank line stands before n. A table is made of a
// paragraph, and does not know.
func (f *flattener) isNear(n ast.Node) bool {
	if n.Kind() == extast.KindTable {
		return !f.blankBefore(f.lineStart(n.Pos()))
	}
	return !n.HasBlankPreviousLines()
}

// inside adds the children of n, which stand in a container.
func (f *flattener) inside(n ast.Node, c container) {
	depth, before := len(f.within), len(f.blocks)
	f.within = append(f.within, c)
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			continue // the way back that a footnote without text is given
		}
		if child.PreviousSibling() != nil {
			f.near = f.isNear(child)
		}
		f.block(child, false)
	}
	if len(f.blocks) == before && c.mark != "" {
		f.add(content{kind: Paragraph, piece: piece{first: true, last: true}})
	}
	f.within = f.within[:depth]
}

// add adds one block. The marks of the items it opens are spent.
func (f *flattener) add(c content) {
	c.near, c.note = f.near, f.note
	if len(f.within) > 0 {
		c.within = append([]container(nil), f.within...)
		for i := range f.within {
			f.within[i].mark, f.within[i].opens = "", false
		}
	}
	f.blocks = append(f.blocks, c)
	f.near = true
}

// inline adds a block of prose, cut into pieces when it is long.
func (f *flattener) inline(n ast.Node, c content) {
	in := inlines{source: f.source}
	in.children(n, 0, 0)
	c.text, c.spans, c.links = in.text.String(), in.spans, in.links
	f.prose(c)
}

// A long paragraph is cut at the end of a sentence after shortPiece bytes, else
// at a space, and at longPiece bytes in any case.
const (
	shortPiece = 1000
	longPiece  = 2000
)

func (f *flattener) prose(c content) {
	first := true
	for len(c.text) > longPiece {
		var head content
		head, c = c.cut(cutAt(c.text))
		head.piece = piece{first: first}
		f.add(head)
		first = false
	}
	c.piece = piece{first: first, last: true}
	f.add(c)
}

// cutAt is where a text longer than longPiece is cut.
func cutAt(s string) int {
	for i := shortPiece; i < longPiece; i++ {
		if s[i] == '\n' || s[i] == ' ' && strings.IndexByte(".!?:", s[i-1]) >= 0 {
			return i + 1
		}
	}
	if i := strings.LastIndexByte(s[:longPiece], ' '); i > 0 {
		return i + 1
	}
	return runeStart(s, longPiece)
}

// cut divides a block of prose at an offset in its text. Both parts keep all
// links, so that spans need no other numbers.
func (c content) cut(at int) (head, tail content) {
	head, tail = c, c
	head.text, tail.text = c.text[:at], c.text[at:]
	head.spans, tail.spans = nil, nil
	start := 0
	for _, s := range c.spans {
		if start < at {
			head.spans = append(head.spans, span{end: min(s.end, at), style: s.style, link: s.link})
		}
		if s.end > at {
			tail.spans = append(tail.spans, span{end: s.end - at, style: s.style, link: s.link})
		}
		start = s.end
	}
	return head, tail
}

func (f *flattener) list(n *ast.List, top bool) {
	number := n.Start
	if top && f.from.number > 0 && n.PreviousSibling() == nil {
		number = f.from.number
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.PreviousSibling() != nil {
			f.near = f.isNear(c)
			if top {
				f.mayResumeAtItem(c, number)
			}
		}
		f.inside(c, f.item(n, c, number))
		number++
	}
}

// item is the container that an item of a list is.
func (f *flattener) item(list *ast.List, n ast.Node, number int) container {
	c := container{kind: bulletItem, mark: "-", opens: true, at: f.base + n.Pos()}
	if list.IsOrdered() {
		c.kind, c.mark = orderedItem, strconv.Itoa(number)+string(list.Marker)
	}
	if box := taskBox(n); box != nil {
		c.kind, c.mark = taskItem, "[ ]"
		if box.IsChecked {
			c.kind, c.mark = doneItem, "[x]"
		}
	}
	return c
}

// taskBox is the check box that an item begins with; nil if it has none.
func taskBox(item ast.Node) *extast.TaskCheckBox {
	if item.FirstChild() == nil || item.FirstChild().FirstChild() == nil {
		return nil
	}
	box, _ := item.FirstChild().FirstChild().(*extast.TaskCheckBox)
	return box
}

func (f *flattener) footnotes(n ast.Node) {
	f.near, f.note = false, true
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if note, ok := c.(*extast.Footnote); ok {
			f.inside(c, container{kind: orderedItem, mark: strconv.Itoa(note.Index) + ".", opens: true, at: f.base + n.Pos()})
			f.near = true
		}
	}
	f.note = false
}

// code adds the lines of a code block.
func (f *flattener) code(n ast.Node, language string, top bool) {
	goesOn := top && f.from.context != "" && n.PreviousSibling() == nil
	lines := make([]string, n.Lines().Len())
	for i := range lines {
		segment := n.Lines().At(i)
		lines[i] = strings.TrimSuffix(string(segment.Value(f.source)), "\n")
	}
	f.chunks(content{kind: Code, language: language, piece: piece{first: !goesOn}}, lines, func(line int) {
		if top {
			f.mayResumeAtLine(n, n.Lines().At(line).Start)
		}
	})
}

func (f *flattener) html(n *ast.HTMLBlock) {
	text := string(n.Lines().Value(f.source))
	if n.HasClosure() {
		text += string(n.ClosureLine.Value(f.source))
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	f.chunks(content{kind: HTML, piece: piece{first: true}}, lines, func(int) {})
}

// chunks adds blocks like c of at most chunkLines lines and about longPiece
// bytes; of a longer line each part is a block. It calls begin before a block
// that begins with a line, but for the first.
func (f *flattener) chunks(c content, lines []string, begin func(line int)) {
	if len(lines) == 0 {
		lines = []string{""} // an empty block is seen too
	}
	for i := 0; i < len(lines); {
		if i > 0 {
			begin(i)
		}
		start, size := i, 0
		for i < len(lines) && i-start < chunkLines && (i == start || size+len(lines[i]) <= longPiece) {
			size += len(lines[i])
			i++
		}
		text := strings.Join(lines[start:i], "\n")
		for len(text) > longPiece && i == start+1 {
			end := runeStart(text, longPiece)
			c.text = text[:end]
			f.add(c)
			c.piece.first, c.midline, text = false, true, text[end:]
		}
		c.text, c.piece.last = text, i == len(lines)
		f.add(c)
		c.piece.first, c.midline = false, false
	}
}

// runeStart is the last offset up to i at which a character begins.
func runeStart(s string, i int) int {
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// table adds the rows of a table, chunkRows to a block.
func (f *flattener) table(n *extast.Table, top bool) {
	first := true
	row := n.FirstChild()
	if top && f.from.context != "" && n.PreviousSibling() == nil {
		row, first = row.NextSibling(), false // the header is in a block already
	}
	for row != nil {
		c := content{kind: Table, columns: columns(n), piece: piece{first: first}}
		in := inlines{source: f.source}
		if !first && top {
			f.mayResumeAtLine(n, row.Pos())
		}
		for i := 0; i < chunkRows && row != nil; i++ {
			f.row(&in, &c, row, i)
			row = row.NextSibling()
		}
		c.text, c.spans, c.links = in.text.String(), in.spans, in.links
		c.piece.last = row == nil
		f.add(c)
		first = false
	}
}

// row adds the cells of one row: tabs between them, a line end before it.
func (f *flattener) row(in *inlines, c *content, n ast.Node, index int) {
	if index > 0 {
		in.add("\n", 0, 0)
	}
	var st style
	if n.Kind() == extast.KindTableHeader {
		st = bold
	}
	column := 0
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if column > 0 {
			in.add("\t", 0, 0)
		}
		start := in.text.Len()
		in.children(child, st, 0)
		c.cells = append(c.cells, cell{row: index, column: column, start: start, end: in.text.Len()})
		column++
	}
}

func columns(n *extast.Table) []alignment {
	out := make([]alignment, len(n.Alignments))
	for i, a := range n.Alignments {
		switch a {
		case extast.AlignRight:
			out[i] = alignEnd
		case extast.AlignCenter:
			out[i] = alignMiddle
		}
	}
	return out
}
