package markdown

import "slices"

// A Kind is what a block is.
type Kind uint8

const (
	Paragraph Kind = iota
	Heading
	Code  // up to chunkLines lines of a code block
	HTML  // as it is written
	Rule  // a thematic break
	Table // up to chunkRows rows of a table
)

// Code and tables are cut into blocks of at most this many lines and rows, so
// that no block is costly to lay out.
const (
	chunkLines = 50
	chunkRows  = 20
)

// A content is what the Markdown says about a block, and nothing of how it is
// laid out. Two equal contents look the same in the same place.
type content struct {
	kind     Kind
	level    int // of a heading
	text     string
	spans    []span
	links    []string // addresses, by span.link-1
	within   []container
	near     bool   // no blank line sets it apart from the block above
	note     bool   // part of a footnote
	language string // of code
	piece    piece  // of what is cut into several blocks
	midline  bool   // goes on with the last line of the block above
	cells    []cell // of a table
	columns  []alignment
}

// A span is a stretch of text in one style. The spans of a block follow each
// other and cover its text.
type span struct {
	end   int // offset in the text
	style style
	link  int // 1 + index in links; 0: none
}

// A style is a set of the ways in which text differs from that around it.
type style uint8

const (
	bold style = 1 << iota
	italic
	struck
	code
	raised // a footnote's number
	quiet  // an address beside the text of an image
)

// A container is a quote or an item of a list that a block stands in.
type container struct {
	kind  containerKind
	mark  string // of an item: "-", "3.", "[x]"; on the item's first block only
	opens bool   // the block is the item's first
	at    int    // offset in the document: tells neighbours apart
}

type containerKind uint8

const (
	quote containerKind = iota
	bulletItem
	orderedItem
	taskItem
	doneItem
)

// A piece says where a block stands among those that make up one code block or
// table.
type piece struct{ first, last bool }

// A cell is one cell of a table: text[start:end] of its block.
type cell struct{ row, column, start, end int }

type alignment uint8

const (
	alignStart alignment = iota
	alignMiddle
	alignEnd
)

func (c *content) equal(o *content) bool {
	return c.kind == o.kind && c.level == o.level && c.text == o.text && c.near == o.near && c.note == o.note && c.midline == o.midline &&
		c.language == o.language && c.piece == o.piece &&
		slices.Equal(c.spans, o.spans) && slices.Equal(c.links, o.links) && slices.Equal(c.within, o.within) &&
		slices.Equal(c.cells, o.cells) && slices.Equal(c.columns, o.columns)
}
