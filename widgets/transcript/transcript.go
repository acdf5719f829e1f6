package transcript

import (
	"image"

	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/theme"
)

// A Key is the identity of a row. Rows of one message share Message.
type Key struct {
	Message     uint64
	Part, Block int
}

// A Row is one piece of a transcript.
type Row struct {
	Key    Key
	Widget layout.Widget // called when the row is in view, with the width of the column
	Text   Selectable    // nil: nothing in the row can be selected
}

// Selectable is the text of a row. Offsets are bytes in Text.
type Selectable interface {
	// Text is what can be selected.
	Text() string
	// Lead is what a copy puts between the row above and this one: line ends,
	// and the mark of a list's item.
	Lead() string
	// Offset is the offset nearest to p, in coordinates of the row as last laid out.
	Offset(p image.Point) int
	// Regions appends the rectangles that cover a range, as last laid out.
	Regions(to []image.Rectangle, start, end int) []image.Rectangle
}

// A Transcript is the state of the view. The zero value is at the end of its
// rows, with nothing selected.
type Transcript struct {
	First, Count int  // rows in view, as last laid out
	AtEnd        bool // the end is in view, and followed
	Unseen       int  // messages that came after the end was left

	list layout.List
}

// ScrollToEnd brings back the end, and follows it.
func (t *Transcript) ScrollToEnd() {}

// ScrollToStart shows the first row.
func (t *Transcript) ScrollToStart() {}

// ScrollPages moves by heights of the view; below zero is up.
func (t *Transcript) ScrollPages(pages float32) {}

// Show brings the row to the top of the view.
func (t *Transcript) Show(key Key) {}

// Hold keeps the row where it is on the screen while what is around it changes
// height in the next frame, even at the end: call it when the person folds or
// unfolds the row.
func (t *Transcript) Hold(key Key) {}

// SelectedText is the selection as plain text; "" when there is none.
func (t *Transcript) SelectedText(rows []Row) string { return "" }

// SelectAll selects the text of all rows.
func (t *Transcript) SelectAll(rows []Row) {}

// ClearSelection selects nothing.
func (t *Transcript) ClearSelection() {}

// A Style is the look of a transcript. Fields may be changed.
type Style struct {
	Theme      *theme.Theme
	Transcript *Transcript
	Rows       []Row
	Column     unit.Dp // width of the rows at most; they are centred
	Margin     unit.Dp // left and right of the rows at least
	Above      unit.Dp // before the first row
	Below      unit.Dp // after the last row
}

// Of is the usual look of t. Rows are read during Layout only; a page keeps the
// slice between frames and changes it where the conversation changed.
func Of(th *theme.Theme, t *Transcript, rows []Row) Style {
	return Style{Theme: th, Transcript: t, Rows: rows, Column: theme.ColumnWidth, Margin: 4 * theme.Step, Above: 5 * theme.Step, Below: 3 * theme.Step}
}

// Layout draws the rows in view, and takes scrolling and selection.
func (s Style) Layout(gtx layout.Context) layout.Dimensions {
	t := s.Transcript
	t.list.Axis, t.list.ScrollToEnd = layout.Vertical, true
	return t.list.Layout(gtx, len(s.Rows), func(gtx layout.Context, i int) layout.Dimensions {
		width := min(gtx.Constraints.Max.X-2*gtx.Dp(s.Margin), gtx.Dp(s.Column))
		side := (gtx.Constraints.Max.X - width) / 2
		return layout.Inset{Left: unit.Dp(float32(side) / gtx.Metric.PxPerDp)}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.X = width
			return s.Rows[i].Widget(gtx)
		})
	})
}
