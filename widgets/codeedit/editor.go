package codeedit

import (
	"image"
	"slices"
	"time"

	"gioui.org/gesture"
	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/widget"

	"sidekicks/widgets"
)

// An Editor is the state of the field. The zero value is empty plain text.
type Editor struct {
	Language Language
	ReadOnly bool // the text can be selected and copied, and not changed
	Taken    int  // pixels at the top that the fields to find with took in the last layout

	doc     document
	marks   []Mark
	popup   popup
	tip     tip
	find    find
	ime     ime
	events  []Event
	filters []event.Filter

	clicker  gesture.Click
	dragger  gesture.Drag
	vertical gesture.Scroll
	sideways gesture.Scroll
	bar      widget.Scrollbar
	dragging bool
	pointer  hover

	scroll   image.Point // of the text's top left corner
	view     view
	widest   int  // of the lines in view, in pixels: how far one can scroll
	follow   bool // the caret is to be in view
	centre   bool // and in its middle if it was not
	blinking time.Time
	lines    lineCache
	pair     struct { // of brackets at the caret
		version uint64
		caret   int
		a, b    int
		ok      bool
	}
}

// view is what the last frame showed: what the pointer's places mean.
type view struct {
	size       image.Point // of the text, without the gutter
	gutter     int
	lineHeight int
	inset      image.Point // of the text in its part of the field
	page       int         // lines
}

// An Event is what happened to the text, or what the person asked for.
type Event struct {
	Kind   EventKind
	Offset int  // HelpWanted: of what
	Typed  bool // Changed: by a sign that may begin a word, or by a candidate that waits for more
	Mark   int  // FixWanted: index of the mark
}

// An EventKind says what happened.
type EventKind uint8

const (
	Changed          EventKind = iota
	CompletionWanted           // Ctrl+Space: answer with Offer
	HelpWanted                 // the pointer rests, or Ctrl+I: answer with Explain
	FixWanted                  // Ctrl+. on a mark
)

// SetText replaces all of the text. What was done before cannot be undone.
func (e *Editor) SetText(text string) {
	e.begin()
	e.doc.set(text)
	e.doc.selection, e.doc.column = at(e.doc.clamp(0)), -1
	e.doc.done, e.doc.undone = nil, nil
	e.marks, e.scroll, e.ime.start, e.ime.end = nil, image.Point{}, 0, 0
	e.popup.close()
	e.tip.close()
}

// begin makes the zero value ready.
func (e *Editor) begin() {
	e.doc.language = e.Language
	if e.doc.shift == nil {
		e.doc.shift = e.shift
		e.doc.column = -1
	}
}

// shift moves what belongs to places of the text with them.
func (e *Editor) shift(edit Edit) {
	e.shiftMarks(edit)
	one := []Edit{edit}
	e.ime.start, e.ime.end = follow(e.ime.start, one), follow(e.ime.end, one)
}

// Text is what is written.
func (e *Editor) Text() string { return e.doc.text }

// Version is another number after each change of the text.
func (e *Editor) Version() uint64 { return e.doc.version }

// Selection is what is selected; the caret is at its end, wherever it began.
func (e *Editor) Selection() (anchor, caret int) {
	return e.doc.selection.anchor, e.doc.selection.caret
}

// Select selects from anchor to caret and shows the caret.
func (e *Editor) Select(anchor, caret int) {
	e.begin()
	e.doc.selection = span{e.doc.clamp(anchor), e.doc.clamp(caret)}
	e.doc.column = -1
	e.follow, e.centre = true, true
}

// Apply makes edits of the present text, in order and apart, as one step that
// can be undone. The caret goes to an offset of the new text; below zero it
// stays with what it is at.
func (e *Editor) Apply(edits []Edit, caret int) {
	e.begin()
	if !valid(edits, len(e.doc.text)) {
		return
	}
	own := slices.Clone(edits)
	sel := at(caret)
	if caret < 0 {
		sel = span{follow(e.doc.selection.anchor, own), follow(e.doc.selection.caret, own)}
	}
	e.doc.edit(own, sel, otherStep)
	e.follow = true
	e.popup.close()
	e.tip.close()
	e.events = append(e.events, Event{Kind: Changed})
}

func valid(edits []Edit, length int) bool {
	last := 0
	for _, e := range edits {
		if e.Start < last || e.End < e.Start || e.End > length {
			return false
		}
		last = e.End
	}
	return true
}

// Focus gives the field the focus.
func (e *Editor) Focus(gtx layout.Context) {
	gtx.Execute(key.FocusCmd{Tag: e})
	widgets.WritingInLine(gtx, e)
}

// Focused tells whether the field has the focus.
func (e *Editor) Focused(gtx layout.Context) bool { return gtx.Focused(e) }

// Dismiss closes what is open over the text, the topmost alone; false when
// nothing is.
func (e *Editor) Dismiss(gtx layout.Context) bool {
	switch {
	case e.popup.open():
		e.popup.close()
	case e.tip.open():
		e.tip.close()
	case e.find.open:
		e.closeFind(gtx)
	default:
		return false
	}
	return true
}

// Update returns what happened since it was last called.
func (e *Editor) Update(gtx layout.Context) (Event, bool) {
	e.begin()
	if len(e.events) == 0 {
		e.updatePopup(gtx)
		e.updatePointer(gtx)
		e.updateKeys(gtx)
		e.updateFind(gtx)
	}
	if len(e.events) == 0 {
		return Event{}, false
	}
	first := e.events[0]
	e.events = slices.Delete(e.events, 0, 1)
	return first, true
}

// changed tells of a change by the person.
func (e *Editor) changed(before uint64, typed bool) {
	if e.doc.version != before {
		e.events = append(e.events, Event{Kind: Changed, Typed: typed})
		e.tip.close()
	}
	e.follow = true
}
