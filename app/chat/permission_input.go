package chat

import (
	"slices"
	"strconv"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/widgets"
)

// update takes clicks, and the keys that count while the card has the focus.
func (c *card) update(gtx layout.Context, p *Page, v *view) {
	if c.lift.update(gtx) {
		c.moveOn(gtx, v, c.request.ID != 0)
	}
	if c.holdsFocus(gtx) && p.pressed(gtx) {
		c.drop(gtx)
	}
	for {
		e, ok := c.event(gtx)
		if !ok {
			break
		}
		switch e := e.(type) {
		case pointer.Event:
			if e.Kind == pointer.Press && !c.holdsFocus(gtx) {
				c.focus(gtx)
			}
		case key.EditEvent: // a digit as it is typed, on whatever keyboard
			if n, ok := widgets.Digit(key.Name(e.Text)); ok && c.repeats.typed(gtx.Now, e.Text) {
				c.typed(gtx, p, v, n)
			}
		}
	}
	c.holdKeys(gtx)
	for i := range c.choices {
		for c.choices[i].button.Update(gtx) {
			if !c.held(i + 1) {
				c.choose(gtx, p, v, i+1)
			}
		}
	}
	for c.stop.Update(gtx) {
		c.choose(gtx, p, v, len(c.choices)+1)
	}
	c.updateDigits(gtx, p, v)
	c.updateArrows(gtx)
	c.holdPointer(gtx)
	if n := c.hold.confirmed(gtx); n > 0 {
		c.choose(gtx, p, v, n)
	}
}

// drop takes what was typed, for nothing. Where the pointer was pressed in the
// frame nobody can tell whether that was before it: what is typed once the person
// has clicked elsewhere must not answer.
func (c *card) drop(gtx layout.Context) {
	if c.hold.key != "" {
		c.hold = hold{} // its key may have gone up
	}
	var filters []event.Filter
	if gtx.Focused(c) {
		filters = append(filters, key.FocusFilter{Target: c})
	}
	for _, tag := range c.tags() {
		filters = append(append(filters, digitsOn(tag)...), enterOn(tag)...)
	}
	for {
		if _, ok := gtx.Event(filters...); !ok {
			return
		}
	}
}

// event is what came for the card itself. Without the focus it takes nothing that
// was typed: it had it before a key that the window took first. Nor does it ask:
// the focus would come in the next frame only, with the keys after the one that
// gave it out of their order.
func (c *card) event(gtx layout.Context) (event.Event, bool) {
	press := pointer.Filter{Target: c, Kinds: pointer.Press}
	if !gtx.Focused(c) {
		return gtx.Event(press)
	}
	return gtx.Event(press, key.FocusFilter{Target: c})
}

// awake tells whether the card takes answers: it was there for a while, and
// what is asked is in view.
func (c *card) awake(gtx layout.Context) bool {
	return c.fit != unfit && gtx.Now.Sub(c.since) >= inert
}

// typed takes a digit of which only the character is known: a key that is to be
// held cannot be told by it, so it goes to the button, where Enter can be held.
func (c *card) typed(gtx layout.Context, p *Page, v *view, n int) {
	if c.held(n) {
		gtx.Execute(key.FocusCmd{Tag: c.choices[n-1].button.Tag()})
		return
	}
	c.choose(gtx, p, v, n)
}

func (c *card) updateDigits(gtx layout.Context, p *Page, v *view) {
	var filters []event.Filter
	for _, tag := range c.tags() {
		filters = append(filters, digitsOn(tag)...)
	}
	for {
		e, ok := gtx.Event(filters...)
		if !ok {
			return
		}
		if e, ok := e.(key.Event); ok {
			c.digit(gtx, p, v, e)
		}
	}
}

// digitsOn takes the digits, under each name that they may have.
func digitsOn(tag event.Tag) []event.Filter {
	var filters []event.Filter
	for n := range 10 {
		for _, name := range widgets.DigitNames(n) {
			filters = append(filters, key.Filter{Focus: tag, Name: name, Optional: key.ModShift})
		}
	}
	return filters
}

func (c *card) digit(gtx layout.Context, p *Page, v *view, e key.Event) {
	n, ok := widgets.Digit(e.Name)
	e.Name = key.Name(strconv.Itoa(n))
	pressed := c.repeats.press(gtx.Now, e)
	switch _, holding := widgets.Digit(c.hold.key); {
	case ok && holding && e.State == key.Release: // where Shift goes up first, the key goes up under another name
		c.hold.up, c.hold.released = true, gtx.Now
	case ok && c.held(n):
		c.holdKey(gtx, n, e)
	case ok && pressed:
		c.choose(gtx, p, v, n)
	}
}

// updateArrows moves the focus along the answers, and scrolls: down through the
// command to what is around it, and up again.
func (c *card) updateArrows(gtx layout.Context) {
	for _, tag := range c.tags() {
		filters := []event.Filter{key.Filter{Focus: tag, Name: key.NameLeftArrow}, key.Filter{Focus: tag, Name: key.NameRightArrow}}
		if tag != &c.command.view { // it scrolls by itself
			filters = append(filters, key.Filter{Focus: tag, Name: key.NameUpArrow}, key.Filter{Focus: tag, Name: key.NameDownArrow})
		}
		for {
			e, ok := gtx.Event(filters...)
			if !ok {
				break
			}
			if e, ok := e.(key.Event); ok && e.State == key.Press {
				c.arrow(gtx, tag, e.Name)
			}
		}
	}
}

func (c *card) arrow(gtx layout.Context, from any, name key.Name) {
	answers := c.answers()
	at := slices.Index(answers, from) // -1: before the first
	switch name {
	case key.NameUpArrow:
		if !c.around.scroll(false) {
			c.command.view.ScrollPages(-0.5)
		}
	case key.NameDownArrow:
		if !c.command.view.AtEnd || !c.around.scroll(true) {
			c.command.view.ScrollPages(0.5)
		}
	case key.NameLeftArrow:
		gtx.Execute(key.FocusCmd{Tag: answers[max(at-1, 0)]})
	case key.NameRightArrow:
		gtx.Execute(key.FocusCmd{Tag: answers[min(at+1, len(answers)-1)]})
	}
}

// choose answers with the n-th choice, from 1; the one after the last stops
// the agent. Only the first answer to what is shown counts.
func (c *card) choose(gtx layout.Context, p *Page, v *view, n int) {
	if !c.awake(gtx) || c.request.ID == 0 || n < 1 || n > len(c.choices)+1 {
		return
	}
	if n <= len(c.choices) && !c.mayChoose(&c.choices[n-1]) {
		return
	}
	focused := c.focused(gtx)
	if n == len(c.choices)+1 {
		p.Engine.StopAgent(c.request.Agent)
	} else {
		p.Engine.Answer(c.request.ID, c.choices[n-1].option)
	}
	held := c.hold.key
	c.request, c.hold = engine.PermissionView{}, hold{}
	if held != "" {
		c.lift.begin(gtx, held)
		return
	}
	c.moveOn(gtx, v, focused && len(v.subject.Permissions) > 1)
}

// moveOn gives the focus to the next request, or else to the composer.
func (c *card) moveOn(gtx layout.Context, v *view, next bool) {
	if next {
		c.focus(gtx)
	} else {
		v.composer.Focus(gtx)
	}
}

// refuse answers that the person refuses this once.
func (c *card) refuse(gtx layout.Context, p *Page, v *view) {
	for i := range c.choices {
		if c.choices[i].refuses() {
			c.choose(gtx, p, v, i+1)
			return
		}
	}
}

// tags are everything of the card that can have the focus.
func (c *card) tags() []any { return append([]any{c, &c.command.view}, c.answers()...) }

// answers are the buttons, in their order.
func (c *card) answers() []any {
	var tags []any
	for i := range c.choices {
		tags = append(tags, c.choices[i].button.Tag())
	}
	return append(tags, c.stop.Tag())
}

func (c *card) focus(gtx layout.Context) { gtx.Execute(key.FocusCmd{Tag: c}) }

// focused tells whether the card or a button on it has the focus.
func (c *card) focused(gtx layout.Context) bool { return c.request.ID != 0 && c.holdsFocus(gtx) }

func (c *card) holdsFocus(gtx layout.Context) bool {
	return slices.ContainsFunc(c.tags(), func(tag any) bool { return gtx.Focused(tag) })
}
