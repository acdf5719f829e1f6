package transcript

import (
	"image"

	"gioui.org/gesture"
	"gioui.org/io/pointer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"
	"gioui.org/widget"

	"sidekicks/theme"
	"sidekicks/widgets"
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
	// Forget drops what was kept to draw the row, which has been out of view for
	// a while.
	Forget()
}

// A Transcript is the state of the view. The zero value is at the end of its
// rows, with nothing selected.
type Transcript struct {
	First, Count int  // rows in view, as last laid out
	Top          int  // the row at the top margin: that which Show was asked for, or one that is read
	AtEnd        bool // the end is in view, and followed
	Unseen       int  // messages that came after those that were in view

	view      viewport
	seen      seen
	selected  selection
	wanted    *stretch // to be brought into view; nil: nothing
	scroll    gesture.Scroll
	bar       widget.Scrollbar
	click     gesture.Click
	clicks    int // in one place
	clickedAt image.Point
	pressed   bool // the focus that comes is the pointer's
	ringed    bool // the focus came by a key, and is shown around the view
	drag      gesture.Drag
	handled   bool              // what is pressed is a handle in a text: it is not for the selection
	regions   []image.Rectangle // scratch
	released  []Selectable      // rows that left the view, oldest first
}

// ScrollToEnd brings back the end, and follows it.
func (t *Transcript) ScrollToEnd() { t.view.away = false }

// ScrollToStart shows the first row.
func (t *Transcript) ScrollToStart() {
	t.view.away, t.view.pending = true, 0
	t.view.goTo, t.view.goToStart = Key{}, true
}

// ScrollPages moves by heights of the view, less two lines, or less half of it
// where it is low; below zero is up.
func (t *Transcript) ScrollPages(pages float32) {
	page := max(t.view.height-2*t.view.lineHeight, (t.view.height+1)/2)
	t.view.pending += int(pages * float32(page))
}

// Show brings the row to the top of the view.
func (t *Transcript) Show(key Key) {
	t.view.away, t.view.pending = true, 0
	t.view.goTo, t.view.goToStart, t.view.going = key, false, true
}

// Reveal brings a stretch of a row's text into view in the next layout, unless
// it is there.
func (t *Transcript) Reveal(key Key, start, end int) { t.wanted = &stretch{key, start, end} }

// Hold keeps the row where it is on the screen while what is around it changes
// height in the next frame, even at the end: call it when the person folds or
// unfolds the row.
func (t *Transcript) Hold(key Key) {
	for _, p := range t.view.placed {
		if p.key == key {
			t.view.away, t.view.anchor, t.view.anchorIndex, t.view.anchorY = true, key, p.index, p.y
		}
	}
}

// A Style is the look of a transcript. Fields may be changed.
type Style struct {
	Theme      *theme.Theme
	Transcript *Transcript
	Rows       []Row
	Column     unit.Dp // width of the rows at most; they are centred
	Margin     unit.Dp // left and right of the rows at least
	Above      unit.Dp // before the first row
	Below      unit.Dp // after the last row

	Marks func(Key) []Mark // what is marked in a row; nil: nothing
}

// Of is the usual look of t. Rows are read during Layout only; a page keeps the
// slice between frames and changes it where the conversation changed.
func Of(th *theme.Theme, t *Transcript, rows []Row) Style {
	return Style{Theme: th, Transcript: t, Rows: rows, Column: theme.ColumnWidth, Margin: 4 * theme.Step, Above: 5 * theme.Step, Below: 3 * theme.Step}
}

// Layout draws the rows in view, and takes scrolling and selection.
func (s Style) Layout(gtx layout.Context) layout.Dimensions {
	t := s.Transcript
	size := gtx.Constraints.Max
	t.view.resize(gtx, s)
	s.updateScroll(gtx)
	t.updateSelection(gtx, s.Rows)

	defer clip.Rect{Max: size}.Push(gtx.Ops).Pop()
	t.scroll.Add(gtx.Ops)
	t.addSelectionAreas(gtx)
	if t.selected.dragging {
		t.view.away = true // what comes at the end does not move what is selected
	}
	t.view.layout(gtx, s.Rows)
	t.reveal(gtx, s.Rows)
	t.extendAtEdges(gtx, s.Rows)
	s.draw(gtx)
	t.observe(s.Rows)
	if t.ringed && t.Focused(gtx) {
		widgets.FocusAround(gtx, s.Theme, size)
	}
	s.layoutBar(gtx)
	return layout.Dimensions{Size: size}
}

// draw draws the rows in view, and the selection over them.
func (s Style) draw(gtx layout.Context) {
	t := s.Transcript
	for _, p := range t.view.placed {
		if !t.view.visible(p) {
			continue
		}
		offset := op.Offset(image.Pt(t.view.left, p.y)).Push(gtx.Ops)
		if p.text == nil {
			p.call.Add(gtx.Ops)
		} else {
			s.drawText(gtx, p)
		}
		s.drawMarks(gtx, p)
		offset.Pop()
	}
}

// drawText draws a row whose text can be selected, and says so by the pointer.
func (s Style) drawText(gtx layout.Context, p placed) {
	v := &s.Transcript.view
	defer clip.Rect(image.Rect(-v.left, 0, v.width+v.left, p.height)).Push(gtx.Ops).Pop()
	pointer.CursorText.Add(gtx.Ops)
	p.call.Add(gtx.Ops)
	s.drawSelection(gtx, p)
}

// observe tells what the person has before them.
func (t *Transcript) observe(rows []Row) {
	first, count := t.view.inView()
	if first != t.First || count != t.Count {
		t.release(rows, first, count)
	}
	t.First, t.Count, t.Top, t.AtEnd = first, count, t.view.top(), !t.view.away
	t.Unseen = t.seen.observe(rows, first+count)
}

// keptRows is how many rows out of view keep what they are drawn by.
const keptRows = 64

// release notes the rows that have left the view, and lets the oldest forget.
func (t *Transcript) release(rows []Row, first, count int) {
	for i := t.First; i < min(t.First+t.Count, len(rows)); i++ {
		if (i < first || i >= first+count) && rows[i].Text != nil {
			t.released = append(t.released, rows[i].Text)
		}
	}
	for len(t.released) > keptRows {
		oldest := t.released[0]
		t.released = append(t.released[:0], t.released[1:]...)
		if !shows(rows, first, count, oldest) {
			oldest.Forget()
		}
	}
}

func shows(rows []Row, first, count int, text Selectable) bool {
	for i := first; i < min(first+count, len(rows)); i++ {
		if rows[i].Text == text {
			return true
		}
	}
	return false
}

// seen knows the last row that the person has had in view.
type seen struct {
	last   Key
	index  int // where it was last found
	rows   int // how many rows there were when unseen was counted
	unseen int
}

// observe takes rows[:end] as seen, and counts the messages after those seen.
func (s *seen) observe(rows []Row, end int) int {
	i := -1
	if len(rows) > 0 {
		i = exact(rows, s.last, s.index)
	}
	if i == s.index && end-1 <= i && len(rows) == s.rows {
		return s.unseen
	}
	s.index, s.rows, s.unseen = max(i, end-1), len(rows), 0
	if s.index < 0 {
		s.last = Key{}
		return 0
	}
	s.last = rows[s.index].Key
	message := s.last.Message
	for _, r := range rows[s.index+1:] {
		if r.Key.Message != message {
			message = r.Key.Message
			s.unseen++
		}
	}
	return s.unseen
}
