package markdown

import (
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	"gioui.org/layout"
	"gioui.org/op/clip"

	"sidekicks/theme"
)

const (
	cellSide     = 12  // dp, left and right of a cell's text
	cellMargin   = 6   // dp, above and below
	narrowColumn = 120 // dp: no column is made narrower than this to fit
)

// A tableLayout is how wide the columns of a table are. All blocks of a table
// share it.
type tableLayout struct {
	key     laidKey
	widths  []int
	version int
	stale   bool // the cells have changed
}

// columnWidths finds the widths of the columns, and returns their version.
func (s BlockStyle) columnWidths(gtx layout.Context, key laidKey) int {
	g := s.Block.group
	t := &g.table
	if !t.stale && t.key == key {
		return t.version
	}
	t.key, t.stale = key, false
	box := s.inner(gtx, key.width)
	natural, least := s.naturalWidths(gtx)
	widths := fit(natural, least, box.Dx(), gtx.Dp(narrowColumn))
	if !slices.Equal(widths, t.widths) {
		t.widths, g.width = widths, 0
		t.version++
	}
	return t.version
}

// measuredCells is how many cells of a column are measured: those with the
// most characters, of which one is very likely the widest.
const measuredCells = 3

// naturalWidths are the widths that the columns would take if they could, and
// those of their longest words.
func (s BlockStyle) naturalWidths(gtx layout.Context) (natural, least []int) {
	natural, least = make([]int, len(s.Block.columns)), make([]int, len(s.Block.columns))
	for column, l := range s.Block.group.longest(len(natural)) {
		for _, c := range l.cells {
			if c.block != nil {
				natural[column] = max(natural[column], s.cellWidth(gtx, c))
			}
		}
		if l.word.block != nil {
			least[column] = s.cellWidth(gtx, l.word)
		}
	}
	return natural, least
}

// cellWidth is how wide a cell is on one line.
func (s BlockStyle) cellWidth(gtx layout.Context, c blockCell) int {
	p := printer{gtx: gtx, style: s}
	p.style.Block = c.block
	p.shape(textBox{start: c.start, end: c.end, base: s.base()})
	return p.sh.Width(0, p.sh.Len()).Ceil() + 2*gtx.Dp(cellSide)
}

// longest is what has the most characters in a column.
type longest struct {
	cells [measuredCells]blockCell // the longest first; without a block: there are no more
	word  blockCell                // of the most bytes, as a cell of its own
}

type blockCell struct {
	block *Block
	cell
	length int
}

// longest is told by column. What was found in blocks that have not changed is
// not looked for again.
func (g *group) longest(columns int) []longest {
	known := len(g.blocks)
	for known > 0 && g.blocks[known-1].longest == nil {
		known--
	}
	for ; known < len(g.blocks); known++ {
		found := make([]longest, columns)
		if known > 0 {
			copy(found, g.blocks[known-1].longest)
		}
		g.blocks[known].addLongest(found)
		g.blocks[known].longest = found
	}
	return g.blocks[known-1].longest
}

// addLongest takes in the cells of the block.
func (b *Block) addLongest(found []longest) {
	for _, c := range b.cells {
		if c.column >= len(found) {
			continue
		}
		l, text := &found[c.column], b.text[c.start:c.end]
		l.addCell(blockCell{b, c, utf8.RuneCountInString(text)})
		at := c.start
		for word := range strings.FieldsSeq(text) {
			at += strings.Index(b.text[at:c.end], word)
			if len(word) > l.word.length {
				l.word = blockCell{b, cell{start: at, end: at + len(word)}, len(word)}
			}
			at += len(word)
		}
	}
}

func (l *longest) addCell(c blockCell) {
	for i := range l.cells {
		if l.cells[i].block == nil || l.cells[i].length < c.length {
			l.cells[i], c = c, l.cells[i]
		}
	}
}

// fit narrows the widest columns until all fit in the room: where it has room
// for all the longest words, those are left whole; else until they are as narrow
// as they may be.
func fit(natural, least []int, room, narrow int) []int {
	total, limit := 0, 0
	for i, w := range natural {
		total += min(w, max(least[i], narrow))
		limit = max(limit, w)
	}
	width := func(i, limit int) int { return min(natural[i], max(limit, narrow)) }
	if total <= room {
		width = func(i, limit int) int { return min(natural[i], max(limit, narrow, least[i])) }
	}
	for low := narrow; low < limit; {
		middle := (low + limit + 1) / 2
		total := 0
		for i := range natural {
			total += width(i, middle)
		}
		if total > room {
			limit = middle - 1
		} else {
			low = middle
		}
	}
	widths := make([]int, len(natural))
	for i := range natural {
		widths[i] = width(i, limit)
	}
	return widths
}

// printTable draws the rows of a table.
func (s BlockStyle) printTable(p *printer, l *laid, box image.Rectangle) image.Point {
	b, gtx := s.Block, p.gtx
	widths := b.group.table.widths
	side, margin := gtx.Dp(cellSide), gtx.Dp(cellMargin)
	y, width := box.Min.Y, 0
	for i := 0; i < len(b.cells); {
		x, height := box.Min.X, gtx.Sp(s.base().LineHeight)
		row := b.cells[i].row
		for ; i < len(b.cells) && b.cells[i].row == row; i++ {
			c := b.cells[i]
			if c.column >= len(widths) {
				continue
			}
			w := widths[c.column]
			size := p.text(textBox{
				start: c.start, end: c.end, base: s.base(), align: b.columns[c.column],
				at: image.Pt(x+side, y+margin), width: w - 2*side,
			})
			height = max(height, size.Y)
			x += w
		}
		y += height + 2*margin
		width = max(width, x-box.Min.X)
		s.printRowLine(p, image.Rect(box.Min.X, y, box.Min.X+width, y+gtx.Dp(theme.Hairline)), b.piece.first && row == 0)
		y += gtx.Dp(theme.Hairline)
	}
	l.view = image.Rect(box.Min.X, box.Min.Y, box.Max.X, y)
	return image.Pt(width, y-box.Min.Y)
}

// printRowLine draws the line under a row: under the head it is stronger.
func (s BlockStyle) printRowLine(p *printer, area image.Rectangle, head bool) {
	c := s.Theme.Line
	if head {
		c = s.Theme.Dim
		c.A = 0x80
	}
	p.fill(clip.Rect(area).Op(), c)
}
