package markdown

import (
	"image"
	"image/color"
	"io"
	"strings"
	"time"

	"gioui.org/gesture"
	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"
	"gioui.org/widget"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// An Event is what a person did to a block.
type Event struct {
	Kind   EventKind
	Target string // of a link, as it is written; "" for LinkShown when none is pointed at any longer
}

// An EventKind says what happened.
type EventKind uint8

const (
	LinkOpened EventKind = iota // clicked, or Enter on the focused link
	LinkShown                   // pointed at or focused: show the address before it opens
	CodeCopied                  // the clipboard has the code of the block
)

// controls are what a person can use in a block.
type controls struct {
	links    []linkControl // one for each area of the layout
	shown    int           // 1 + index in links of that whose address is shown
	copy     widget.Clickable
	copiedAt time.Time
	scroll   gesture.Scroll
	bar      bar
}

// A bar moves text that is wider than its view.
type bar struct {
	drag  gesture.Drag
	hover gesture.Hover
	at    float32         // of the pointer that drags
	area  image.Rectangle // in the block, as last laid out
}

type linkControl struct {
	click   gesture.Click
	focused bool
}

// copiedFor is how long the button says that the code was copied.
const copiedFor = 1500 * time.Millisecond

// Update returns what happened since it was last called; it is called until it
// returns false, before the block is laid out.
func (b *Block) Update(gtx layout.Context) (Event, bool) {
	if b.controls == nil || b.laid == nil {
		return Event{}, false
	}
	if b.controls.copy.Clicked(gtx) {
		b.controls.copiedAt = gtx.Now
		gtx.Execute(clipboard.WriteCmd{Type: "application/text", Data: io.NopCloser(strings.NewReader(b.group.text()))})
		return Event{Kind: CodeCopied}, true
	}
	for i := range min(len(b.controls.links), len(b.laid.links)) {
		if b.controls.links[i].update(gtx.Source) {
			return Event{Kind: LinkOpened, Target: b.linkTarget(i)}, true
		}
	}
	return b.updateShown()
}

func (b *Block) linkTarget(area int) string { return b.links[b.laid.links[area].link] }

// updateShown tells which link is pointed at or focused, when that changes.
func (b *Block) updateShown() (Event, bool) {
	shown := 0
	for i := range min(len(b.controls.links), len(b.laid.links)) {
		if l := &b.controls.links[i]; l.click.Hovered() || l.focused {
			shown = i + 1
		}
	}
	if shown == b.controls.shown {
		return Event{}, false
	}
	b.controls.shown = shown
	if shown == 0 {
		return Event{Kind: LinkShown}, true
	}
	return Event{Kind: LinkShown, Target: b.linkTarget(shown - 1)}, true
}

// update reports whether the link was opened.
func (l *linkControl) update(q input.Source) bool {
	opened := false
	for e, ok := l.click.Update(q); ok; e, ok = l.click.Update(q) {
		opened = opened || e.Kind == gesture.KindClick
	}
	for {
		e, ok := q.Event(key.FocusFilter{Target: l}, key.Filter{Focus: l, Name: key.NameReturn}, key.Filter{Focus: l, Name: key.NameEnter})
		if !ok {
			return opened
		}
		switch e := e.(type) {
		case key.FocusEvent:
			l.focused = e.Focus
		case key.Event:
			opened = opened || e.State == key.Press
		}
	}
}

// layoutControls places what a person can use on the drawn block.
func (s BlockStyle) layoutControls(gtx layout.Context, l *laid) {
	b := s.Block
	if b.controls == nil && len(l.links) == 0 && l.head.Empty() {
		return
	}
	c := b.control()
	if len(c.links) != len(l.links) {
		c.links = make([]linkControl, len(l.links))
		for i := range c.links {
			c.links[i].update(gtx.Source) // listen from this frame on
		}
	}
	dx := l.scrolled(b)
	for i := range l.links {
		s.layoutLink(gtx, &c.links[i], l.links[i], dx)
	}
	if !l.head.Empty() {
		s.layoutCopy(gtx, l.head)
	}
}

func (b *Block) control() *controls {
	if b.controls == nil {
		b.controls = new(controls)
	}
	return b.controls
}

// linkReach is how far what marks a link reaches beyond its letters; above and
// below, the line that they stand in has room.
const linkReach unit.Dp = 1

func (s BlockStyle) layoutLink(gtx layout.Context, c *linkControl, a linkArea, dx int) {
	area := a.area.Sub(image.Pt(dx, 0))
	beside := image.Pt(gtx.Dp(linkReach), 0)
	round := clip.UniformRRect(image.Rectangle{Min: area.Min.Sub(beside), Max: area.Max.Add(beside)}, gtx.Dp(theme.RadiusSmall))
	if how := c.touched(); how != theme.Apart {
		widgets.FillRound(gtx.Ops, s.Theme.Touched(color.NRGBA{}, how), round)
	}
	if c.focused {
		s.ring(gtx, round.Rect)
	}
	defer clip.Rect(area).Push(gtx.Ops).Pop()
	semantic.Button.Add(gtx.Ops)
	semantic.DescriptionOp(s.Block.links[a.link]).Add(gtx.Ops)
	pointer.CursorPointer.Add(gtx.Ops)
	c.click.Add(gtx.Ops)
	event.Op(gtx.Ops, c)
}

// touched is what the pointer does to the link.
func (l *linkControl) touched() theme.Touch { return touchOf(l.click.Hovered(), l.click.Pressed()) }

func touchOf(hovered, pressed bool) theme.Touch {
	switch {
	case !hovered:
		return theme.Apart
	case pressed:
		return theme.Pressed
	}
	return theme.Hovered
}

// ring marks what has the focus.
func (s BlockStyle) ring(gtx layout.Context, area image.Rectangle) {
	widgets.StrokeRound(gtx.Ops, s.Theme.Accent, clip.UniformRRect(area, gtx.Dp(theme.RadiusSmall)), max(1, gtx.Dp(1.5)))
}

// copyInset is how far within its room the button of a code block shows that it
// is touched, or has the focus.
const copyInset unit.Dp = 2

// layoutCopy draws the button of a code block at the right of its head.
func (s BlockStyle) layoutCopy(gtx layout.Context, head image.Rectangle) {
	c := s.Block.control()
	word := s.Words.Copy
	if left := c.copiedAt.Add(copiedFor).Sub(gtx.Now); left > 0 && !c.copiedAt.IsZero() {
		word = s.Words.Copied
		gtx.Execute(op.InvalidateCmd{At: gtx.Now.Add(left)})
	}
	macro := op.Record(gtx.Ops)
	gtx.Constraints = layout.Constraints{Max: head.Size()}
	dims := c.copy.Layout(gtx, func(gtx layout.Context) layout.Dimensions { return s.layoutWord(gtx, word) })
	call := macro.Stop()
	defer op.Offset(image.Pt(head.Max.X-dims.Size.X-gtx.Dp(2), head.Min.Y+(head.Dy()-dims.Size.Y)/2)).Push(gtx.Ops).Pop()
	if how := touchOf(c.copy.Hovered(), c.copy.Pressed()); how != theme.Apart {
		ground := clip.UniformRRect(image.Rectangle{Max: dims.Size}.Inset(gtx.Dp(copyInset)), gtx.Dp(theme.RadiusSmall))
		widgets.FillRound(gtx.Ops, s.Theme.Touched(s.Theme.Code, how), ground)
	}
	call.Add(gtx.Ops)
}

func (s BlockStyle) layoutWord(gtx layout.Context, word string) layout.Dimensions {
	c := s.Block.control()
	semantic.Button.Add(gtx.Ops)
	pointer.CursorPointer.Add(gtx.Ops)
	ink := s.Theme.Dim
	if c.copy.Hovered() || gtx.Focused(&c.copy) {
		ink = s.Theme.Accent
	}
	label := widgets.LabelStyle{Theme: s.Theme, Style: s.scaled(s.Theme.Print), Color: ink, Text: word, MaxLines: 1}
	dims := layout.Inset{Left: 12, Right: 12, Top: 4, Bottom: 4}.Layout(gtx, label.Layout)
	if gtx.Focused(&c.copy) {
		s.ring(gtx, image.Rectangle{Max: dims.Size}.Inset(gtx.Dp(copyInset)))
	}
	return dims
}

// scrollArea takes the wheel, and the arrow keys when it has the focus, where
// the text is wider than its view.
func (s BlockStyle) scrollArea(gtx layout.Context, l *laid) {
	b := s.Block
	room := b.group.width - l.view.Dx()
	if room <= 0 {
		return
	}
	c := b.control()
	at := l.scrolled(b)
	dx := c.scroll.Update(gtx.Metric, gtx.Source, gtx.Now, gesture.Horizontal, pointer.ScrollRange{Min: -at, Max: room - at}, pointer.ScrollRange{})
	dx += c.scrollKeys(gtx) + s.barMoves(gtx, l)
	if dx != 0 {
		b.group.scroll = max(0, min(at+dx, room))
	}
	c.scroll.Add(gtx.Ops)
	event.Op(gtx.Ops, c)
}

// scrollKeys is how far the arrow keys move the text.
func (c *controls) scrollKeys(gtx layout.Context) int {
	step, dx := gtx.Dp(40), 0
	for {
		e, ok := gtx.Event(key.FocusFilter{Target: c}, key.Filter{Focus: c, Name: key.NameLeftArrow}, key.Filter{Focus: c, Name: key.NameRightArrow})
		if !ok {
			return dx
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			if e.Name == key.NameLeftArrow {
				dx -= step
			} else {
				dx += step
			}
		}
	}
}

// barMoves is how far the bar is dragged, in pixels of the text. A press beside
// the thumb brings it there.
func (s BlockStyle) barMoves(gtx layout.Context, l *laid) int {
	bar, moved := &s.Block.controls.bar, float32(0)
	for {
		e, ok := bar.drag.Update(gtx.Metric, gtx.Source, gesture.Horizontal)
		if !ok {
			break
		}
		switch e.Kind {
		case pointer.Press:
			gtx.Execute(pointer.GrabCmd{Tag: &bar.drag, ID: e.PointerID}) // else the text under it is selected
			if from, to := l.thumb(s.Block); e.Position.X < from || e.Position.X > to {
				moved += e.Position.X - (from+to)/2
			}
			bar.at = e.Position.X
		case pointer.Drag:
			moved += e.Position.X - bar.at
			bar.at = e.Position.X
		}
	}
	return int(moved * float32(s.Block.group.width) / float32(l.view.Dx()))
}

// IsHandle tells whether a press there, in pixels of the block, is for the bar
// under text that is wider than its view.
func (b *Block) IsHandle(p image.Point) bool {
	wide := b.laid != nil && b.controls != nil && b.group != nil && b.group.width > b.laid.view.Dx()
	return wide && p.In(b.controls.bar.area)
}

// thumb is where the thumb of the bar begins and ends, in pixels of the view.
func (l *laid) thumb(b *Block) (from, to float32) {
	scale := float32(l.view.Dx()) / float32(b.group.width)
	from = float32(l.scrolled(b)) * scale
	return from, from + float32(l.view.Dx())*scale
}

// layoutThumb shows how much of the text is in view, under the last part of a
// block that is wider than its view. It can be dragged.
func (s BlockStyle) layoutThumb(gtx layout.Context, l *laid) {
	b := s.Block
	if !b.piece.last || b.group.width <= l.view.Dx() {
		return
	}
	bar := &b.controls.bar
	side, reach := gtx.Dp(4), gtx.Dp(9)
	bar.area = l.view
	bar.area.Min.Y = l.view.Max.Y - reach
	defer op.Offset(bar.area.Min).Push(gtx.Ops).Pop()
	defer clip.Rect{Max: bar.area.Size()}.Push(gtx.Ops).Pop()
	pointer.CursorDefault.Add(gtx.Ops)
	bar.drag.Add(gtx.Ops)
	bar.hover.Add(gtx.Ops)
	from, to := l.thumb(b)
	thumb := image.Rect(int(from), reach-side-gtx.Dp(1), int(to), reach-gtx.Dp(1))
	color := s.Theme.Dim
	color.A = 0x50
	if bar.hover.Update(gtx.Source) || bar.drag.Dragging() {
		color.A = 0xA0
	}
	if gtx.Focused(b.controls) {
		color = s.Theme.Accent
	}
	paint.FillShape(gtx.Ops, color, clip.UniformRRect(thumb, side/2).Op(gtx.Ops))
}
