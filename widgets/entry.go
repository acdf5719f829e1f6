package widgets

import (
	"reflect"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/widget"
)

// An Entry takes what was typed while an editor was being given the focus. The
// window counts the place of a letter from what the last frame told it of the
// field that had the focus then, and Gio hands the letter to the one that has
// it now: such a place means nothing, and what was typed goes to the caret.
type Entry struct {
	had     bool
	history history
}

// Focus gives the editor the focus, unless it has it: keys that are on their way
// to it are its own to take.
func (e *Entry) Focus(gtx layout.Context, ed *widget.Editor) {
	if gtx.Focused(ed) {
		return
	}
	e.had = false
	gtx.Execute(key.FocusCmd{Tag: ed})
}

// Restart forgets how the text came about: what it is set to next cannot be
// undone.
func (e *Entry) Restart() { e.history = history{} }

// Insert puts a text in the place of what is selected, which is undone at once.
func (e *Entry) Insert(ed *widget.Editor, text string) {
	e.history.see(ed)
	ed.Insert(text)
	e.history.last = change{}
	e.history.see(ed)
	e.history.last = change{}
}

// Update is called before each update of the editor. It reports whether it has
// changed what is written, and that Enter was pressed; what was typed after it
// is taken by the next call.
func (e *Entry) Update(gtx layout.Context, ed *widget.Editor) (changed, entered bool) {
	changed = e.history.update(gtx, ed)
	focused := gtx.Focused(ed)
	if !focused || e.had {
		e.had = focused
		return changed, false
	}
	entered = e.take(gtx, ed)
	changed = changed || !e.history.holds(ed)
	if entered {
		return changed, true
	}
	e.had = true
	// The editor is told anew that it has the focus, which was taken with the
	// rest, and the window at once where the caret is.
	gtx.Execute(key.FocusCmd{})
	gtx.Execute(key.FocusCmd{Tag: ed})
	caret, from := ed.Selection()
	gtx.Execute(key.SelectionCmd{Tag: ed, Range: key.Range{Start: caret, End: from}, Caret: key.Caret{Pos: ed.CaretCoords()}})
	return changed, false
}

// take writes what was typed, in its order, until Enter.
func (e *Entry) take(gtx layout.Context, ed *widget.Editor) (entered bool) {
	filters := []event.Filter{key.FocusFilter{Target: ed}}
	for _, name := range []key.Name{key.NameReturn, key.NameEnter, key.NameDeleteBackward, key.NameLeftArrow, key.NameRightArrow} {
		filters = append(filters, key.Filter{Focus: ed, Name: name})
	}
	composed := 0 // characters before the caret that an input method may still replace
	for {
		ev, ok := gtx.Event(filters...)
		if !ok {
			return false
		}
		switch ev := ev.(type) {
		case key.CompositionEvent:
			composed = max(ev.End-ev.Start, ev.Start-ev.End)
		case key.EditEvent:
			if caret, from := ed.Selection(); composed > 0 && caret == from {
				ed.SetCaret(caret, caret-composed)
			}
			ed.Insert(ev.Text)
		case key.Event:
			if ev.State == key.Press && press(ed, ev.Name) {
				return true
			}
		}
	}
}

// IsComposing tells whether an input method composes a word in the editor. Gio
// gives no other way to know it: the editor alone gets the event that tells.
func IsComposing(ed *widget.Editor) bool {
	r := reflect.ValueOf(ed).Elem().FieldByName("ime").FieldByName("composition")
	start, end := r.FieldByName("Start").Int(), r.FieldByName("End").Int()
	return start >= 0 && end > start
}

// press does what a key does, but for Enter, which it reports.
func press(ed *widget.Editor, name key.Name) (enter bool) {
	switch name {
	case key.NameDeleteBackward:
		ed.Delete(-1)
	case key.NameLeftArrow:
		ed.MoveCaret(-1, -1)
	case key.NameRightArrow:
		ed.MoveCaret(1, 1)
	default:
		return true
	}
	return false
}
