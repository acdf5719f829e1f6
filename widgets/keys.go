package widgets

import (
	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
)

// Keys are the keys that act wherever the focus is. Who asks for them alone gets
// them before all else that came in the frame, as it is for a button or a card:
// what is pressed after such a key must not go to what had the focus before. What
// is written in takes them in line instead, lest the letters before them be lost
// or come after: it stops at such a key until the window has done what it means.
type Keys struct {
	// Filters are what acts now; they name no focus.
	Filters []event.Filter

	asked   []event.Filter
	stopped key.Event
	stops   bool
	writing []event.Tag // what is written in and was laid out in the last frame
	laidOut []event.Tag // and in this one
	values  map[string]any
}

// keysValue is where a context has the Keys.
const keysValue = "keys"

// With is a context in which the keys are taken in line.
func (k *Keys) With(gtx layout.Context) layout.Context {
	if k.values == nil {
		k.values = map[string]any{keysValue: k}
	}
	gtx.Values = k.values
	return gtx
}

// Begin is called at the beginning of a frame.
func (k *Keys) Begin() {
	k.writing, k.laidOut = k.laidOut, k.writing[:0]
	k.stops = false
}

// InLine tells whether what has the focus takes the keys in line.
func (k *Keys) InLine(gtx layout.Context) bool {
	for _, tag := range k.writing {
		if gtx.Focused(tag) {
			return true
		}
	}
	return false
}

// Stopped tells whether something that is written in has stopped at a key.
func (k *Keys) Stopped() bool { return k.stops }

// Next is the key that is next in line.
func (k *Keys) Next(gtx layout.Context) (key.Event, bool) {
	if k.stops {
		k.stops = false
		return k.stopped, true
	}
	for {
		ev, ok := gtx.Event(k.Filters...)
		if !ok {
			return key.Event{}, false
		}
		if ev, ok := ev.(key.Event); ok && ev.State == key.Press {
			return ev, true
		}
	}
}

// keysOf are the keys of a context; nil where there are none.
func keysOf(gtx layout.Context) *Keys {
	k, _ := gtx.Values[keysValue].(*Keys)
	return k
}

// EventInLine is gtx.Event for what is written in, with the focus on tag: it
// stops where the window is to take a key first.
func EventInLine(gtx layout.Context, tag event.Tag, filters []event.Filter) (event.Event, bool) {
	k := keysOf(gtx)
	if k == nil || !gtx.Focused(tag) {
		return gtx.Event(filters...)
	}
	for !k.stops {
		ev, ok := gtx.Event(k.with(filters)...)
		if !ok || !k.take(ev) {
			return ev, ok
		}
	}
	return nil, false
}

// with are filters and those of the window.
func (k *Keys) with(filters []event.Filter) []event.Filter {
	if k == nil {
		return filters
	}
	k.asked = append(append(k.asked[:0], filters...), k.Filters...)
	return k.asked
}

// take takes an event that is the window's.
func (k *Keys) take(ev event.Event) bool {
	e, ok := ev.(key.Event)
	if !ok || k == nil || !k.match(e) {
		return false
	}
	if e.State == key.Press {
		k.stopped, k.stops = e, true
	}
	return true
}

// LaidOutInLine notes that what takes the keys in line is on the screen.
func LaidOutInLine(gtx layout.Context, tag event.Tag) {
	if k := keysOf(gtx); k != nil {
		k.laidOut = append(k.laidOut, tag)
	}
}

// WritingInLine notes that what takes the keys in line is given the focus.
func WritingInLine(gtx layout.Context, tag event.Tag) {
	if k := keysOf(gtx); k != nil {
		k.writing = append(k.writing, tag)
	}
}

// match tells whether a key is one of these.
func (k *Keys) match(e key.Event) bool {
	for _, f := range k.Filters {
		if f, ok := f.(key.Filter); ok && f.Name == e.Name && e.Modifiers&f.Required == f.Required && e.Modifiers&^(f.Required|f.Optional) == 0 {
			return true
		}
	}
	return false
}
