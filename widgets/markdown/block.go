package markdown

import (
	"image"
	"strings"

	"gioui.org/unit"

	"sidekicks/widgets/typeset"
)

// A Block is what is laid out at once. It belongs to its [Document].
type Block struct {
	content
	gap      unit.Dp // above the block
	shared   int     // how many containers it shares with the block above
	lead     string
	group    *group    // of code and tables
	longest  []longest // of a table down to this block, by column; nil: not known
	laid     *laid     // nil: to be laid out
	controls *controls
}

// A group is what the blocks of one code block or one table have in common.
type group struct {
	blocks []*Block
	scroll int // how far it is moved to the left, in pixels
	width  int // of the widest block as laid out
	table  tableLayout

	colours        Colours
	colouredBlocks int // how many blocks there were when they were set; 0: they are of another text
}

// set gives a block its content. What is equal keeps its layout.
func (b *Block) set(c content) {
	if b.content.equal(&c) {
		return
	}
	b.content, b.laid = c, nil
	if b.group != nil {
		b.group.colouredBlocks = 0
	}
}

// Kind is what the block is.
func (b *Block) Kind() Kind { return b.kind }

// Text is the text that is seen and selected. Offsets in it are in bytes.
func (b *Block) Text() string { return b.text }

// Lead is what a copy puts before Text when it takes in the row above: line
// ends, the indentation and the mark of a list's item.
func (b *Block) Lead() string { return b.lead }

// Forget drops the layout. It is made again when the block is laid out.
func (b *Block) Forget() { b.laid = nil }

// arrange tells the blocks from an index on how they stand to those above.
func arrange(blocks []*Block, from int) {
	for i := from; i < len(blocks); i++ {
		var above *Block
		if i > 0 {
			above = blocks[i-1]
		}
		blocks[i].follow(above)
	}
}

// follow sets what depends on the block above; nil: there is none.
func (b *Block) follow(above *Block) {
	gap, shared := gapBetween(above, b), sharedContainers(above, b)
	if gap != b.gap || shared != b.shared {
		b.gap, b.shared, b.laid = gap, shared, nil
	}
	b.lead = leadOf(b)
	b.join(above)
}

// join makes b a member of its group.
func (b *Block) join(above *Block) {
	b.longest = nil
	switch {
	case b.kind != Code && b.kind != Table:
		b.group = nil
		return
	case !b.piece.first && above != nil && above.group != nil:
		b.group = above.group
	case b.group == nil || b.group.blocks[0] != b:
		b.group = &group{}
	}
	if b.piece.first {
		b.group.blocks = b.group.blocks[:0]
	}
	// A tail that is arranged again finds its former blocks listed.
	if i := lastIndex(b.group.blocks, b); i >= 0 {
		b.group.blocks = b.group.blocks[:i]
	}
	b.group.blocks = append(b.group.blocks, b)
	b.group.table.stale = true
}

// lastIndex is where a block stands, looked for from the end; -1: it does not.
func lastIndex(blocks []*Block, b *Block) int {
	for i := len(blocks) - 1; i >= 0; i-- {
		if blocks[i] == b {
			return i
		}
	}
	return -1
}

// text is that of the whole group.
func (g *group) text() string {
	var b strings.Builder
	for i, block := range g.blocks {
		if i > 0 && !block.midline {
			b.WriteByte('\n')
		}
		b.WriteString(block.text)
	}
	return b.String()
}

// says reports whether a text is that of the whole group.
func (g *group) says(text string) bool {
	for i, block := range g.blocks {
		if i > 0 && !block.midline {
			if !strings.HasPrefix(text, "\n") {
				return false
			}
			text = text[1:]
		}
		if !strings.HasPrefix(text, block.text) {
			return false
		}
		text = text[len(block.text):]
	}
	return text == ""
}

// gapBetween is the distance between two blocks.
func gapBetween(above, b *Block) unit.Dp {
	switch {
	case above == nil || !b.piece.first && b.kind != Rule:
		return 0
	case b.kind == Heading:
		return 20
	case above.kind == Heading:
		return 8
	case b.kind == Rule || above.kind == Rule:
		return 16
	case b.kind == Code || b.kind == Table || above.kind == Code || above.kind == Table:
		return 12
	case b.near && len(b.within) > 0 && (b.opensItem() || b.kind == Paragraph):
		return 4
	}
	return 10
}

func (b *Block) opensItem() bool {
	return len(b.within) > 0 && b.within[len(b.within)-1].opens
}

func sharedContainers(above, b *Block) int {
	if above == nil {
		return 0
	}
	n := 0
	for n < len(above.within) && n < len(b.within) && above.within[n].at == b.within[n].at {
		n++
	}
	return n
}

func leadOf(b *Block) string {
	if b.midline || !b.piece.first && (b.kind == Paragraph || b.kind == Heading) {
		return ""
	}
	lead := "\n\n"
	if b.near && (len(b.within) > 0 || !b.piece.first) {
		lead = "\n"
	}
	depth := 0
	var marks strings.Builder
	for _, c := range b.within {
		switch {
		case c.kind == quote:
		case c.mark != "":
			if c.kind == taskItem || c.kind == doneItem {
				marks.WriteString("- ")
			}
			marks.WriteString(c.mark + " ")
		default:
			depth++
		}
	}
	return lead + strings.Repeat("  ", depth) + marks.String()
}

// Offset is the offset in Text that is nearest to p, in the coordinates of the
// block as it was last laid out.
func (b *Block) Offset(p image.Point) int {
	if b.laid == nil || len(b.laid.lines) == 0 {
		return 0
	}
	p.X += b.laid.scrolled(b)
	return typeset.Offset(b.laid.lines, p)
}

// Regions appends the rectangles that cover Text[start:end] as it was last laid
// out, one or more a line.
func (b *Block) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	if b.laid == nil {
		return to
	}
	first := len(to)
	to = typeset.Regions(to, b.laid.lines, start, end)
	for i := first; i < len(to); i++ {
		to[i] = to[i].Sub(image.Pt(b.laid.scrolled(b), 0))
	}
	return b.laid.clipped(b, to)
}

// BringIntoView moves code or a table that is wider than its view so that the
// start of Text[start:end] is seen. It reports whether that was necessary.
func (b *Block) BringIntoView(start, end int) bool {
	if b.laid == nil || b.group == nil || b.laid.view.Empty() {
		return false
	}
	regions := typeset.Regions(nil, b.laid.lines, start, end)
	if len(regions) == 0 {
		return false
	}
	at, view := b.laid.scrolled(b), b.laid.view
	left, right := regions[0].Min.X-at, regions[0].Max.X-at
	if left >= view.Min.X && (right <= view.Max.X || left < view.Min.X+view.Dx()/4) {
		return false
	}
	b.group.scroll = max(0, min(regions[0].Min.X-view.Min.X-view.Dx()/4, b.group.width-view.Dx()))
	return b.laid.scrolled(b) != at
}
