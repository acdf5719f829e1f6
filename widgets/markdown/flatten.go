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
	open   []opened // how each of within is opened again
	near   bool     // no blank line before what comes next
	note   bool
	from   resumption // where the tree begins
	skip   int        // blocks of the context that are left out
	begun  bool       // a block that is not of the context was added
	void   bool       // from is no place to begin at: see goOn
	next   resumption // the last place found from which parsing may go on
	limit  int        // offset in source of the last line, which is not finished
}

// flatten lists the blocks of a tree that begins at from, and finds where
// parsing may go on when the text has grown. It reports false when what came
// made from no place to begin at.
func flatten(t syntaxTree, from resumption) ([]content, resumption, bool) {
	f := flattener{
		source: t.source, base: from.offset - len(from.context),
		from: from, next: from, near: from.near,
		limit: bytes.LastIndexByte(t.source, '\n') + 1,
	}
	if len(from.within) > 0 && from.inside != insideParagraph {
		f.skip = 1
	}
	for n := t.root.FirstChild(); n != nil; n = n.NextSibling() {
		f.follow(n)
		f.block(n)
	}
	return f.blocks, f.next, !f.void
}

// block adds the blocks of a node.
func (f *flattener) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		f.inline(n, content{kind: Heading, level: n.Level})
	case *ast.Paragraph, *ast.TextBlock:
		f.inline(n, content{kind: Paragraph})
	case *ast.ThematicBreak:
		f.add(content{kind: Rule})
	case *ast.FencedCodeBlock:
		f.code(n, string(plain(n.Language(f.source))))
	case *ast.CodeBlock:
		f.code(n, "")
	case *ast.HTMLBlock:
		f.html(n)
	case *ast.Blockquote:
		f.inside(n, container{kind: quote, at: f.base + begins(n)}, opened{mark: "> "})
	case *ast.List:
		f.list(n)
	case *extast.Table:
		f.table(n)
	case *extast.FootnoteList:
		f.footnotes(n)
	}
}

// follow takes note of how a node stands to the one before it, if there is one.
func (f *flattener) follow(n ast.Node) {
	if n.PreviousSibling() == nil {
		return
	}
	if !f.afterDefinition(n) {
		f.near = f.isNear(n)
	}
	if pos := begins(n); pos >= 0 && f.lineStart(pos) == len(f.from.context) && f.from.context != "" {
		f.near = f.from.near // the context does not tell
	}
	f.mayResumeBefore(n)
}

// afterDefinition reports whether the line before n defines a link: then n stands
// to what is shown as the definition does.
func (f *flattener) afterDefinition(n ast.Node) bool {
	pos := begins(n)
	return pos >= 0 && n.PreviousSibling().Kind() == ast.KindLinkReferenceDefinition && !f.blankBefore(f.lineStart(pos))
}

// inContext reports whether a node begins in what is parsed again.
func (f *flattener) inContext(n ast.Node) bool {
	pos := begins(n)
	return pos >= 0 && pos < len(f.from.context)
}

// isNear reports whether no blank line stands before n. A table is made of a
// paragraph, and does not know.
func (f *flattener) isNear(n ast.Node) bool {
	if begins(n) < begins(n.PreviousSibling()) {
		return true // a table took lines of it
	}
	if n.Kind() == extast.KindTable {
		return !f.blankBefore(f.lineStart(begins(n)))
	}
	return !n.HasBlankPreviousLines()
}

// inside adds the children of n, which stand in a container.
func (f *flattener) inside(n ast.Node, c container, o opened) {
	depth := len(f.within)
	if f.inContext(n) {
		c = f.from.within[depth]
	}
	f.within, f.open = append(f.within, c), append(f.open, o)
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			continue // the way back that a footnote without text is given
		}
		f.follow(child)
		f.block(child)
	}
	if f.within[depth].mark != "" { // nothing stands beside it
		f.add(content{kind: Paragraph, piece: piece{first: true, last: true}})
	}
	f.within, f.open = f.within[:depth], f.open[:depth]
}

// add adds one block. The marks of the items it opens are spent.
func (f *flattener) add(c content) {
	if f.skip > 0 {
		f.skip--
		return
	}
	if !f.begun {
		f.begun = true
		f.void = f.void || f.from.inside == insideParagraph && c.kind != Paragraph
	}
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

// inline adds a block of prose.
func (f *flattener) inline(n ast.Node, c content) {
	in := inlines{source: f.source, open: -1}
	in.children(n, 0, 0)
	c.text, c.spans, c.links = in.text.String(), in.spans, in.links
	f.prose(n, c, &in)
}

func (f *flattener) list(n *ast.List) {
	number := f.firstNumber(n)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.PreviousSibling() != nil {
			f.near = f.isNear(c)
			f.mayResumeAtItem(c, number)
		}
		f.inside(c, f.item(n, c, number), f.reopenItem(c.(*ast.ListItem), number))
		number++
	}
}

// item is the container that an item of a list is.
func (f *flattener) item(list *ast.List, n ast.Node, number int) container {
	c := container{kind: bulletItem, mark: "-", opens: true, at: f.base + begins(n)}
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
			f.inside(c, container{kind: orderedItem, mark: strconv.Itoa(note.Index) + ".", opens: true, at: f.base + begins(n)}, opened{})
			f.near = true
		}
	}
	f.note = false
}

// goesOn reports whether the block that comes is one that the context has
// opened.
func (f *flattener) goesOn() bool { return !f.begun && f.skip == 0 && f.from.inside == insideLines }

// code adds the lines of a code block.
func (f *flattener) code(n ast.Node, language string) {
	lines := make([]string, n.Lines().Len())
	for i := range lines {
		segment := n.Lines().At(i)
		lines[i] = strings.TrimSuffix(string(segment.Value(f.source)), "\n")
	}
	f.chunks(content{kind: Code, language: language, piece: piece{first: !f.goesOn()}}, lines, func(line int) {
		f.mayResumeAtLine(n, n.Lines().At(line).Start)
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
func (f *flattener) table(n *extast.Table) {
	first := !f.goesOn()
	row := n.FirstChild()
	if !first {
		row = row.NextSibling() // the header is in a block already
	}
	for row != nil {
		c := content{kind: Table, columns: columns(n), piece: piece{first: first}}
		in := inlines{source: f.source, open: -1}
		if !first {
			f.mayResumeAtRow(n, row)
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
