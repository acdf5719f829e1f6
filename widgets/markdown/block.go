package markdown

import (
	"image"

	"gioui.org/layout"
	"gioui.org/text"
	"gioui.org/widget"

	"gioui.org/op"
	"gioui.org/op/paint"

	"sidekicks/theme"
)

// A Block is what is laid out at once. It belongs to its [Document].
type Block struct {
	text string
}

// An Event is what a person did to a block.
type Event struct {
	Kind   EventKind
	Target string // the address of the link as it is written; "" for LinkShown when none is pointed at any longer
}

// An EventKind says what happened.
type EventKind uint8

const (
	LinkOpened EventKind = iota // clicked, or Enter on the focused link
	LinkShown                   // pointed at or focused: show the address before it opens
	CodeCopied                  // the clipboard has the code of the block
)

// Update returns what happened since it was last called; it is called until it
// returns false, before the block is laid out.
func (b *Block) Update(gtx layout.Context) (Event, bool) { return Event{}, false }

// Text is the text that is seen and selected. Offsets in it are in bytes.
func (b *Block) Text() string { return b.text }

// Lead is what a copy puts before Text when it takes in the row above: line
// ends, the indentation and the mark of a list's item.
func (b *Block) Lead() string { return "\n\n" }

// Offset is the offset in Text that is nearest to p, in the coordinates of the
// block as it was last laid out.
func (b *Block) Offset(p image.Point) int { return 0 }

// Regions appends the rectangles that cover Text[start:end] as it was last laid
// out, one or more a line.
func (b *Block) Regions(to []image.Rectangle, start, end int) []image.Rectangle { return to }

// A BlockStyle is the look of one block. Fields may be changed.
type BlockStyle struct {
	Theme *theme.Theme
	Block *Block
	Body  theme.TextStyle // of prose; thoughts use th.Small
	Quiet bool            // in the dim colour
	Words Words
}

// Words are the words on a block's controls, in the person's language.
type Words struct {
	Copy   string // button of a code block
	Copied string // the same, for a while after it was used
}

// BlockOf is the usual look of b.
func BlockOf(th *theme.Theme, b *Block) BlockStyle {
	return BlockStyle{Theme: th, Block: b, Body: th.Body, Words: Words{Copy: "Copy", Copied: "Copied"}}
}

// Layout draws the block in the width it is given.
func (s BlockStyle) Layout(gtx layout.Context) layout.Dimensions {
	m := op.Record(gtx.Ops)
	paint.ColorOp{Color: s.Theme.Text}.Add(gtx.Ops)
	color := m.Stop()
	gtx.Constraints.Min = image.Point{X: gtx.Constraints.Max.X}
	l := widget.Label{LineHeight: s.Body.LineHeight, LineHeightScale: 1, WrapPolicy: text.WrapHeuristically}
	return l.Layout(gtx, s.Theme.Shaper, s.Body.Font, s.Body.Size, s.Block.text, color)
}
