package chat

import (
	"image"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"

	"sidekicks/theme"
	"sidekicks/widgets"
)

const (
	// holdFor is how long the gravest requests have to be confirmed.
	holdFor = 800 * time.Millisecond
	// holdGap is how long a key may be up and still count as held: X11 repeats
	// a held key as releases and presses.
	holdGap = 80 * time.Millisecond
	// holdFrame is between the frames that show how far a hold has come.
	holdFrame = 100 * time.Millisecond
)

// A hold is an answer that is being held down. The zero value is none.
type hold struct {
	choice   int // from 1
	since    time.Time
	key      key.Name // "" for the pointer
	up       bool
	released time.Time
}

// held tells whether the n-th choice is given by holding it.
func (c *card) held(n int) bool {
	return n >= 1 && n <= len(c.choices) && c.choices[n-1].allows() && grave(c.request)
}

// holdKeys follows Enter and Space on the buttons that are to be held, before
// the buttons take them for clicks.
func (c *card) holdKeys(gtx layout.Context) {
	for i := range c.choices {
		for c.held(i + 1) {
			e, ok := gtx.Event(enterOn(c.choices[i].button.Tag())...)
			if !ok {
				break
			}
			if e, ok := e.(key.Event); ok {
				c.holdKey(gtx, i+1, e)
			}
		}
	}
	if c.hold.up && gtx.Now.Sub(c.hold.released) > holdGap || c.hold.key != "" && !c.focused(gtx) {
		c.hold = hold{}
	}
}

// holdPointer follows the pointer on the buttons that are to be held. It has to
// go down there while the card takes answers.
func (c *card) holdPointer(gtx layout.Context) {
	for i := range c.choices {
		since, held := c.choices[i].button.Held()
		held = held && c.held(i+1) && c.fit != unfit && since.Sub(c.since) >= inert
		switch mine := c.hold.choice == i+1 && c.hold.key == ""; {
		case held && c.hold.choice == 0:
			c.hold = hold{choice: i + 1, since: since}
		case !held && mine:
			c.hold = hold{}
		}
	}
}

func enterOn(tag any) []event.Filter {
	return []event.Filter{
		key.Filter{Focus: tag, Name: key.NameReturn}, key.Filter{Focus: tag, Name: key.NameEnter}, key.Filter{Focus: tag, Name: key.NameSpace},
	}
}

// holdKey takes a key of the n-th choice as it goes down and up.
func (c *card) holdKey(gtx layout.Context, n int, e key.Event) {
	h := &c.hold
	mine := h.choice == n && h.key == e.Name
	switch {
	case e.State == key.Release && mine:
		h.up, h.released = true, gtx.Now
	case e.State == key.Press && mine:
		h.up = false
	case e.State == key.Press && c.awake(gtx):
		*h = hold{choice: n, since: gtx.Now, key: e.Name}
	}
}

// confirmed gives the choice that was held for long enough, else 0.
func (h *hold) confirmed(gtx layout.Context) int {
	if h.choice == 0 || h.up || gtx.Now.Sub(h.since) < holdFor {
		return 0
	}
	return h.choice
}

// layout draws the n-th answer, and how far it was held; that it is, where
// nothing is to move.
func (h *hold) layout(gtx layout.Context, th *theme.Theme, n int, b widgets.ButtonStyle) layout.Dimensions {
	dims := b.Layout(gtx)
	if h.choice != n {
		return dims
	}
	part, next := float32(1), max(h.since.Add(holdFor).Sub(gtx.Now), 0)
	if !th.Still {
		part, next = min(float32(gtx.Now.Sub(h.since))/float32(holdFor), 1), min(holdFrame, next)
	}
	shade := th.Danger
	shade.A = 0x40
	area := clip.UniformRRect(image.Rectangle{Max: dims.Size}, gtx.Dp(b.Ground.Radius)).Push(gtx.Ops)
	paint.FillShape(gtx.Ops, shade, clip.Rect{Max: image.Pt(int(part*float32(dims.Size.X)), dims.Size.Y)}.Op())
	area.Pop()
	gtx.Execute(op.InvalidateCmd{At: gtx.Now.Add(next)})
	return dims
}

// A lift waits for a key that confirmed an answer to go up: until then it would
// type into what has the focus next, or answer the next request.
type lift struct {
	key      key.Name // "": none
	up       bool
	released time.Time
}

// begin takes the focus until the key is up.
func (l *lift) begin(gtx layout.Context, name key.Name) {
	*l = lift{key: name}
	gtx.Event(key.FocusFilter{Target: l}) // else it is not given the focus in this frame
	gtx.Execute(key.FocusCmd{Tag: l})
}

// update reports whether the key has gone up and the focus is to go on.
func (l *lift) update(gtx layout.Context) (ended bool) {
	if l.key == "" {
		return false
	}
	for {
		e, ok := gtx.Event(l.filters()...)
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok {
			l.up = e.State == key.Release
			l.released = gtx.Now
		}
	}
	switch {
	case !gtx.Focused(l): // the person went elsewhere
		*l = lift{}
	case l.up && gtx.Now.Sub(l.released) > holdGap:
		*l = lift{}
		return true
	case l.up:
		gtx.Execute(op.InvalidateCmd{At: l.released.Add(holdGap + time.Millisecond)})
	}
	return false
}

// filters take the key, a digit under whatever name.
func (l *lift) filters() []event.Filter {
	filters := []event.Filter{key.FocusFilter{Target: l}}
	if _, ok := widgets.Digit(l.key); ok {
		return append(filters, digitsOn(l)...)
	}
	return append(filters, key.Filter{Focus: l, Name: l.key, Optional: key.ModShift})
}

// layout has the key come here.
func (l *lift) layout(gtx layout.Context) {
	if l.key != "" {
		defer clip.Rect{}.Push(gtx.Ops).Pop() // the pointer is not wanted
		event.Op(gtx.Ops, l)
	}
}

// typedGap is how long after a character the same one is taken for the repeat
// of a key that is held: no key event tells these.
const typedGap = 700 * time.Millisecond

// A repeats tells a key that is pressed from one that is held.
type repeats struct {
	down    map[key.Name]bool
	changed map[key.Name]time.Time // when it last went up, or was typed
}

// press notes a key as it goes down or up, and reports whether it was pressed.
func (r *repeats) press(now time.Time, e key.Event) bool {
	if r.down == nil {
		r.down, r.changed = map[key.Name]bool{}, map[key.Name]time.Time{}
	}
	if e.State == key.Release {
		r.down[e.Name], r.changed[e.Name] = false, now
		return false
	}
	again := r.down[e.Name] || now.Sub(r.changed[e.Name]) < holdGap
	r.down[e.Name] = true
	return !again
}

// typed notes a character, and reports whether its key was pressed for it.
func (r *repeats) typed(now time.Time, text string) bool {
	if r.changed == nil {
		r.down, r.changed = map[key.Name]bool{}, map[key.Name]time.Time{}
	}
	name := "typed " + key.Name(text)
	again := now.Sub(r.changed[name]) < typedGap
	r.changed[name] = now
	return !again
}
