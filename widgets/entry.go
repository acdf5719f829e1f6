package widgets

import (
	"io"
	"reflect"
	"time"
	"unicode/utf8"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/transfer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/widget"

	"sidekicks/theme"
)

// blinkFor is longer than Gio's editor blinks after the last key.
const blinkFor = 10 * time.Second

// An Entry has an editor take what comes in one frame in the order in which it
// came: what is typed, the keys that move and erase, and those that others have
// a use for. Gio's editor takes all of its own at once; who asks for a key
// besides it gets that key before or after them all.
type Entry struct {
	history history
	feed    feed
	places  places
	of      *widget.Editor // what follows is made for
	keys    []event.Filter // of the editor
	filters []event.Filter // the editor's, then those asked for besides
	own     int            // how many are the editor's
	late    []event.Event  // to be taken before what has come since
	changed bool           // and not told yet
	focused bool           // as far as events were taken
}

// Changed is the event of [Entry.Next] that tells that the text was changed.
type Changed struct{}

// ImplementsEvent is Gio's.
func (Changed) ImplementsEvent() {}

// Focus gives the editor the focus. It may have it, and be about to lose it.
func (e *Entry) Focus(gtx layout.Context, ed *widget.Editor) {
	e.ready(ed)
	if !gtx.Focused(ed) {
		// Keys that come next in this frame are kept for who has asked for them.
		if ev, ok := gtx.Event(e.keys...); ok {
			e.late = append(e.late, ev)
		}
	}
	gtx.Execute(key.FocusCmd{Tag: ed})
	WritingInLine(gtx, ed)
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

// Next takes what came for the editor up to what the caller is to know, and
// returns that: [Changed], a key that is pressed, which the caller takes or has
// the editor take with [Entry.Do], a [transfer.DataEvent] that is pasted, or
// what the caller asks for besides. Undo is done already.
func (e *Entry) Next(gtx layout.Context, ed *widget.Editor, besides ...event.Filter) (event.Event, bool) {
	e.history.see(ed) // what others have made of the text
	for {
		if e.changed {
			e.changed = false
			return Changed{}, true
		}
		ev, ok := e.event(gtx, ed, besides)
		if !ok {
			return nil, false
		}
		switch ev := ev.(type) {
		case told:
			e.places.tell(key.Range(ev))
		case pointer.Event:
			e.click(gtx, ed)
		case key.Event:
			// A key that was pressed before the focus came was not for the editor.
			if ev.State == key.Press && e.focused && !e.undo(ed, ev) {
				return ev, true
			}
		case transfer.DataEvent:
			return ev, true
		default:
			e.write(gtx, ed, ev)
		}
	}
}

// Do has the editor do what a key means to it.
func (e *Entry) Do(gtx layout.Context, ed *widget.Editor, k key.Event) {
	if k.Name == "V" {
		ReadClipboard(gtx, ed)
		return
	}
	e.write(gtx, ed, k)
}

// Pasted is the text that is pasted.
func Pasted(ev transfer.DataEvent) string {
	r := ev.Open()
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		return ""
	}
	return string(text)
}

// event is what came first.
func (e *Entry) event(gtx layout.Context, ed *widget.Editor, besides []event.Filter) (event.Event, bool) {
	e.ready(ed)
	for len(e.late) > 0 {
		k := keysOf(gtx)
		if k != nil && k.stops {
			return nil, false
		}
		ev := e.late[0]
		e.late = e.late[:copy(e.late, e.late[1:])]
		if !k.take(ev) {
			return ev, true
		}
	}
	if !gtx.Focused(ed) {
		// An editor that has been asked for all that concerns its focus would be
		// given it in the next frame only, and Gio no longer tells then which keys
		// came before it.
		return gtx.Event(e.filters[e.own-2 : e.own]...)
	}
	e.filters = append(e.filters[:e.own], besides...)
	return EventInLine(gtx, ed, e.filters)
}

// ready makes the filters of an editor, and of the press of a pointer on it.
func (e *Entry) ready(ed *widget.Editor) {
	if e.of == ed {
		return
	}
	e.of, e.feed, e.keys = ed, feed{}, editing(ed)
	e.filters = append(e.keys[:len(e.keys):len(e.keys)],
		key.FocusFilter{Target: ed},
		transfer.TargetFilter{Target: ed, Type: "application/text"}, // the last two do not need the focus
		pointer.Filter{Target: e, Kinds: pointer.Press})
	e.own = len(e.filters)
}

// editing are the keys of an editor: those that Gio's has, lest it take one by
// itself.
func editing(ed *widget.Editor) []event.Filter {
	all := []event.Filter{key.Filter{Focus: ed, Name: "Z", Required: key.ModShortcut, Optional: key.ModShift}}
	add := func(required, optional key.Modifiers, names ...key.Name) {
		for _, name := range names {
			all = append(all, key.Filter{Focus: ed, Name: name, Required: required, Optional: optional})
		}
	}
	add(key.ModShortcut, 0, "Y", "C", "V", "X", "A")
	add(0, key.ModShift, key.NameEnter, key.NameReturn, key.NamePageUp, key.NamePageDown)
	add(0, key.ModShortcut|key.ModShift, key.NameHome, key.NameEnd)
	add(0, key.ModShortcutAlt|key.ModShift, key.NameDeleteBackward, key.NameDeleteForward)
	add(0, key.ModShortcutAlt|key.ModShift|key.ModCtrl, key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow)
	return all
}

// write hands the editor one event.
func (e *Entry) write(gtx layout.Context, ed *widget.Editor, ev event.Event) {
	switch ev := ev.(type) {
	case key.FocusEvent:
		e.focused, e.places = ev.Focus, places{}
		e.feed.hand(gtx, ed, ev)
	case key.EditEvent:
		e.edit(gtx, ed, ev)
	case key.SelectionEvent:
		if e.places.known {
			e.feed.hand(gtx, ed, key.SelectionEvent(e.places.here(key.Range(ev), ed)))
			e.places.window = ordered(key.Range(ev))
		}
	case key.CompositionEvent:
		e.feed.hand(gtx, ed, key.CompositionEvent(e.places.composing(key.Range(ev), ed)))
	default:
		e.feed.hand(gtx, ed, ev)
	}
	e.changed = e.history.see(ed) || e.changed
}

// edit writes a text where the window means it.
func (e *Entry) edit(gtx layout.Context, ed *widget.Editor, ev key.EditEvent) {
	r := e.places.here(ev.Range, ed)
	e.feed.hand(gtx, ed, key.EditEvent{Range: r, Text: ev.Text})
	if e.places.known {
		e.places.replaced(ev)
		return
	}
	caret := ordered(r).Start + utf8.RuneCountInString(ev.Text)
	e.feed.hand(gtx, ed, key.SelectionEvent{Start: caret, End: caret})
}

// undo takes back, or does again, what was written.
func (e *Entry) undo(ed *widget.Editor, k key.Event) bool {
	switch {
	case k.Name == "Y", k.Name == "Z" && k.Modifiers.Contain(key.ModShift):
		e.changed = e.history.move(ed, &e.history.undone, &e.history.done) || e.changed
	case k.Name == "Z":
		e.changed = e.history.move(ed, &e.history.done, &e.history.undone) || e.changed
	default:
		return false
	}
	return true
}

// click has the editor take a click where it came. The editor would take with
// it the keys that came after: they are kept until then.
func (e *Entry) click(gtx layout.Context, ed *widget.Editor) {
	e.Focus(gtx, ed)
	for {
		ev, ok := gtx.Event(keysOf(gtx).with(e.filters)...)
		if !ok {
			break
		}
		if _, ok := ev.(pointer.Event); !ok {
			e.late = append(e.late, ev)
		}
	}
	e.feed.tell(gtx)
	takeAll(gtx, ed)
	e.history.see(ed)
}

// takeAll has the editor take all that is there for it.
func takeAll(gtx layout.Context, ed *widget.Editor) {
	for {
		if _, more := ed.Update(gtx); !more {
			return
		}
	}
}

// Layout draws the editor in the theme's colours. Where nothing is to move its
// caret is steady: the editor is shown the time when it has long ceased to blink,
// once it has taken its events in the time there is.
func (e *Entry) Layout(gtx layout.Context, th *theme.Theme, ed *widget.Editor, text theme.TextStyle) layout.Dimensions {
	e.keep(gtx, ed)
	e.feed.tell(gtx)
	if th.Still {
		takeAll(gtx, ed)
		gtx.Now = gtx.Now.Add(blinkFor)
	}
	m := op.Record(gtx.Ops)
	dims := ed.Layout(gtx, th.Shaper, text.Font, text.Size, Ink(gtx.Ops, th.Text), Ink(gtx.Ops, th.Selection))
	call := m.Stop()
	defer clip.Rect{Max: dims.Size}.Push(gtx.Ops).Pop()
	event.Op(gtx.Ops, e)
	LaidOutInLine(gtx, ed)
	call.Add(gtx.Ops)
	e.synchronize(gtx, ed)
	return dims
}

// keep takes what came since Next was last called, as when the focus was given
// after it: what is typed is written, and from the first key on that the caller
// may have a use for it waits for the next frame.
func (e *Entry) keep(gtx layout.Context, ed *widget.Editor) {
	for e.of == ed {
		ev, ok := gtx.Event(e.filters[:e.own]...)
		if !ok {
			return
		}
		_, pressed := ev.(key.Event)
		switch ev := ev.(type) {
		case pointer.Event: // the editor takes the click when it is laid out
		case transfer.DataEvent: // it cannot be read later
			e.Insert(ed, Pasted(ev))
			e.changed = true
		default:
			if pressed || len(e.late) > 0 {
				e.late = append(e.late, ev)
			} else {
				e.write(gtx, ed, ev)
			}
		}
	}
}

// synchronize notes what the window is told at the end of the frame.
func (e *Entry) synchronize(gtx layout.Context, ed *widget.Editor) {
	if e.focused = gtx.Focused(ed); !e.focused {
		return
	}
	if len(e.late) > 0 {
		e.late = append(e.late, told(selected(ed)))
	} else {
		e.places.tell(selected(ed))
	}
	if len(e.late) > 0 || e.changed {
		gtx.Execute(op.InvalidateCmd{})
	}
}

// IsComposing tells whether an input method composes a word in the editor. Gio
// gives no other way to know it: the editor alone gets the event that tells.
func IsComposing(ed *widget.Editor) bool {
	r := reflect.ValueOf(ed).Elem().FieldByName("ime").FieldByName("composition")
	start, end := r.FieldByName("Start").Int(), r.FieldByName("End").Int()
	return start >= 0 && end > start
}
