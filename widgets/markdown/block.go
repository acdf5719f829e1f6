package markdown

import (
	"image"
	"strings"

	"gioui.org/unit"
)

// A Block is what is laid out at once. It belongs to its [Document].
type Block struct {
	content
	gap      unit.Dp // above the block
	shared   int     // how many containers it shares with the block above
	lead     string
	group    *group // of code and tables
	laid     *laid  // nil: to be laid out
	controls *controls
}

// A group is what the blocks of one code block or one table have in common.
type group struct {
	blocks []*Block
	scroll int // how far it is moved to the left, in pixels
	width  int // of the widest block as laid out
	table  tableLayout
}

// set gives a block its content. What is equal keeps its layout.
func (b *Block) set(c content) {
	if b.content.equal(&c) && (b.laid != nil || b.lead != "") {
		return
	}
	b.content, b.laid = c, nil
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
	for i, member := range b.group.blocks {
		if member == b {
			b.group.blocks = b.group.blocks[:i]
			break
		}
	}
	b.group.blocks = append(b.group.blocks, b)
	b.group.table.stale = true
}

// text is that of the whole group.
func (g *group) text() string {
	var b strings.Builder
	for i, block := range g.blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(block.text)
	}
	return b.String()
}

// gapBetween is the distance between two blocks.
func gapBetween(above, b *Block) unit.Dp {
	switch {
	case above == nil || !b.piece.first && b.piece != (piece{}):
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
	if b.kind != Code && b.kind != HTML && b.kind != Table && !b.piece.first && b.piece != (piece{}) {
		return "" // the paragraph goes on
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
	return nearest(b.laid.lines, p)
}

// nearest is the offset nearest to p. Of lines side by side, as in a table, the
// nearest in x is taken.
func nearest(lines []textLine, p image.Point) int {
	best, distance := 0, -1
	for i := range lines {
		l := &lines[i]
		d := 4096*outside(p.Y, l.top, l.bottom) + outside(p.X, l.left(), l.right())
		if distance < 0 || d < distance {
			best, distance = i, d
		}
	}
	return lines[best].offset(p.X)
}

// outside is how far v is from the interval.
func outside(v, low, high int) int { return max(0, low-v, v-high+1) }

func (l *textLine) left() int {
	left := l.x
	for i, m := range l.marks {
		if i == 0 || int(m.left) < left {
			left = int(m.left)
		}
	}
	return left
}

func (l *textLine) right() int {
	right := l.x
	for _, m := range l.marks {
		right = max(right, int(m.right))
	}
	return right
}

// offset is the offset in the line that is nearest to x.
func (l *textLine) offset(x int) int {
	best, distance := l.start, -1
	try := func(offset int32, at int32) {
		if d := abs(int(at) - x); distance < 0 || d < distance {
			best, distance = int(offset), d
		}
	}
	for _, m := range l.marks {
		before, after := m.left, m.right
		if m.rtl {
			before, after = after, before
		}
		try(m.start, before)
		if int(m.end) <= l.last {
			try(m.end, after)
		}
	}
	return best
}

func abs(v int) int { return max(v, -v) }

// Regions appends the rectangles that cover Text[start:end] as it was last laid
// out, one or more a line.
func (b *Block) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	if b.laid == nil {
		return to
	}
	dx := b.laid.scrolled(b)
	for i := range b.laid.lines {
		l := &b.laid.lines[i]
		if l.end <= start || l.start >= end {
			continue
		}
		first := len(to)
		for _, m := range l.marks {
			if int(m.end) <= start || int(m.start) >= end {
				continue
			}
			r := image.Rect(int(m.left)-dx, l.top, int(m.right)-dx, l.bottom)
			if n := len(to); n > first && (to[n-1].Max.X == r.Min.X || to[n-1].Min.X == r.Max.X) {
				to[n-1] = to[n-1].Union(r)
				continue
			}
			to = append(to, r)
		}
	}
	return b.laid.clipped(b, to)
}
