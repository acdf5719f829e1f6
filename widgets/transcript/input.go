package transcript

import (
	"image"
	"io"
	"strings"
	"unicode/utf8"

	"gioui.org/gesture"
	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/layout"
	"gioui.org/op"
)

// addSelectionAreas listens on the current area. What rows listen for comes
// to them as well; a drag takes the pointer from them.
func (t *Transcript) addSelectionAreas(gtx layout.Context) {
	t.click.Add(gtx.Ops)
	t.drag.Add(gtx.Ops)
	event.Op(gtx.Ops, t)
}

// updateSelection takes what the person does to the selection.
func (t *Transcript) updateSelection(gtx layout.Context, rows []Row) {
	for e, ok := t.click.Update(gtx.Source); ok; e, ok = t.click.Update(gtx.Source) {
		t.handled = e.Kind == gesture.KindPress && t.isHandle(e.Position)
		if e.Kind == gesture.KindPress && !t.handled {
			t.press(gtx, rows, e)
		}
	}
	if !t.handled {
		t.updateDrag(gtx, rows)
	}
	for t.updateKey(gtx, rows) {
	}
}

// A handle is a text with a place that is dragged itself.
type handle interface {
	// IsHandle tells whether a press there, in pixels of the row, drags that
	// place and selects nothing.
	IsHandle(p image.Point) bool
}

func (t *Transcript) isHandle(p image.Point) bool {
	for _, row := range t.view.placed {
		if text, ok := row.text.(handle); ok && text.IsHandle(p.Sub(image.Pt(t.view.left, row.y))) {
			return true
		}
	}
	return false
}

func (t *Transcript) updateDrag(gtx layout.Context, rows []Row) {
	for e, ok := t.drag.Update(gtx.Metric, gtx.Source, gesture.Both); ok; e, ok = t.drag.Update(gtx.Metric, gtx.Source, gesture.Both) {
		switch e.Kind {
		case pointer.Drag:
			t.selected.pointer = e.Position.Round()
			t.dragTo(rows, t.selected.pointer)
		case pointer.Release, pointer.Cancel:
			t.endDrag(rows)
		}
	}
}

// endDrag lets the view go again, which what comes does not move while text is
// selected. A click that selected nothing has not left the end.
func (t *Transcript) endDrag(rows []Row) {
	s := &t.selected
	if _, _, any := s.bounds(rows); !any && s.dragging && s.leftEnd {
		t.ScrollToEnd()
	}
	s.dragging = false
}

// Focus gives the transcript the focus: the arrows scroll it, and Ctrl+A and
// Ctrl+C select and copy.
func (t *Transcript) Focus(gtx layout.Context) {
	gtx.Event(key.FocusFilter{Target: t}) // else it is not given the focus in this frame
	gtx.Execute(key.FocusCmd{Tag: t})
}

// Focused tells whether the transcript has the focus, as when text was selected
// in it.
func (t *Transcript) Focused(gtx layout.Context) bool { return gtx.Focused(t) }

// Typed takes what was typed while the transcript has the focus. Nothing can be
// written there: it is for the field that the person means to write in. Call it
// before that field is updated, which is given the focus.
func (t *Transcript) Typed(gtx layout.Context) string {
	text := ""
	for e, ok := gtx.Event(key.FocusFilter{Target: t}); ok; e, ok = gtx.Event(key.FocusFilter{Target: t}) {
		switch e := e.(type) {
		case key.EditEvent:
			text += e.Text
		case key.FocusEvent:
			t.focused(e)
		}
	}
	return text
}

// focused shows a focus that came by a key.
func (t *Transcript) focused(e key.FocusEvent) {
	t.ringed, t.pressed = e.Focus && !t.pressed, false
}

// press begins a selection, or with Shift moves its caret.
func (t *Transcript) press(gtx layout.Context, rows []Row, e gesture.ClickEvent) {
	at, direct, ok := t.at(rows, e.Position)
	if !ok || !direct {
		return
	}
	t.ringed, t.pressed = false, !t.Focused(gtx)
	gtx.Execute(key.FocusCmd{Tag: t})
	s := &t.selected
	clicks := t.countClicks(e)
	s.pointer, s.column, s.leftEnd = e.Position, 0, !t.view.away
	if e.Modifiers.Contain(key.ModShift) && s.on {
		s.dragging, s.grain = true, byCharacter
		s.caret = at
		return
	}
	*s = selection{on: true, dragging: true, leftEnd: s.leftEnd, from: at, caret: at, pointer: e.Position}
	s.grain = grain(min(clicks, 3) - 1)
	s.origin[0], s.origin[1] = s.grain.around(textOf(rows[at.index]), at.offset)
	s.from.offset, s.caret.offset = s.origin[0], s.origin[1]
}

// countClicks is how many clicks were made in one place, of which e is the last:
// the gesture counts those in time, wherever they were.
func (t *Transcript) countClicks(e gesture.ClickEvent) int {
	const near = 8 // px
	d := e.Position.Sub(t.clickedAt)
	if e.NumClicks == 1 || max(d.X, -d.X, d.Y, -d.Y) > near {
		t.clicks = 0
	}
	t.clicks++
	t.clickedAt = e.Position
	return t.clicks
}

// dragTo moves the caret to a point of the view, by the grain of the selection.
func (t *Transcript) dragTo(rows []Row, p image.Point) {
	s := &t.selected
	at, _, ok := t.at(rows, p)
	if !s.dragging || !ok || !s.from.resolve(rows) {
		return
	}
	start, end := s.grain.around(textOf(rows[at.index]), at.offset)
	if s.grain == byCharacter {
		s.caret = at
		return
	}
	origin := s.from
	origin.offset = s.origin[0]
	if at.before(origin) {
		s.from.offset, at.offset = s.origin[1], start
	} else {
		s.from.offset, at.offset = s.origin[0], end
	}
	s.caret = at
}

// extendAtEdges scrolls while the pointer is dragged past an edge of the view,
// faster the farther it is.
func (t *Transcript) extendAtEdges(gtx layout.Context, rows []Row) {
	s := &t.selected
	if !s.dragging {
		return
	}
	past := min(0, s.pointer.Y) + max(0, s.pointer.Y-t.view.height)
	if past == 0 {
		return
	}
	t.dragTo(rows, image.Pt(s.pointer.X, min(max(s.pointer.Y, 0), t.view.height-1)))
	const slowest, fastest = 2, 60
	step := max(slowest, min(fastest, max(past, -past)/3))
	if past < 0 {
		step = -step
	}
	if step > 0 && !t.view.away {
		return // at the end
	}
	t.view.pending += step
	gtx.Execute(op.InvalidateCmd{})
}

// updateKey takes one key event, and reports whether there was one.
func (t *Transcript) updateKey(gtx layout.Context, rows []Row) bool {
	e, ok := gtx.Event(
		key.FocusFilter{Target: t},
		key.Filter{Focus: t, Required: key.ModShortcut, Name: "C"},
		key.Filter{Focus: t, Required: key.ModShortcut, Name: "A"},
		key.Filter{Focus: t, Name: key.NameUpArrow, Optional: key.ModShift},
		key.Filter{Focus: t, Name: key.NameDownArrow, Optional: key.ModShift},
		key.Filter{Focus: t, Name: key.NameLeftArrow, Required: key.ModShift, Optional: key.ModShortcutAlt},
		key.Filter{Focus: t, Name: key.NameRightArrow, Required: key.ModShift, Optional: key.ModShortcutAlt},
		key.Filter{Focus: t, Name: key.NameHome, Required: key.ModShift, Optional: key.ModShortcut},
		key.Filter{Focus: t, Name: key.NameEnd, Required: key.ModShift, Optional: key.ModShortcut},
	)
	if !ok {
		return false
	}
	switch e := e.(type) {
	case key.FocusEvent:
		t.focused(e)
	case key.Event:
		if e.State == key.Press {
			t.keyPress(gtx, rows, e)
		}
	}
	return true
}

func (t *Transcript) keyPress(gtx layout.Context, rows []Row, e key.Event) {
	switch {
	case e.Name == "C":
		if text := t.SelectedText(rows); text != "" {
			gtx.Execute(clipboard.WriteCmd{Type: "application/text", Data: io.NopCloser(strings.NewReader(text))})
		}
	case e.Name == "A":
		t.SelectAll(rows)
	case !e.Modifiers.Contain(key.ModShift):
		lines := 3
		if e.Name == key.NameUpArrow {
			lines = -lines
		}
		t.view.pending += lines * t.view.lineHeight
	default:
		t.extend(rows, e)
	}
}

// extend moves the caret of the selection.
func (t *Transcript) extend(rows []Row, e key.Event) {
	s := &t.selected
	if _, _, ok := s.bounds(rows); !ok && !s.on {
		return
	}
	if e.Name != key.NameUpArrow && e.Name != key.NameDownArrow {
		s.column = 0
	}
	switch e.Name {
	case key.NameLeftArrow:
		s.caret = before(rows, s.caret, e.Modifiers.Contain(key.ModShortcutAlt))
	case key.NameRightArrow:
		s.caret = after(rows, s.caret, e.Modifiers.Contain(key.ModShortcutAlt))
	case key.NameUpArrow:
		t.moveLine(rows, -1)
	case key.NameDownArrow:
		t.moveLine(rows, 1)
	case key.NameHome, key.NameEnd:
		t.moveFar(rows, e.Name == key.NameEnd, e.Modifiers.Contain(key.ModShortcut))
	}
	t.revealCaret(rows)
}

// before is the position one character, or one word, before p.
func before(rows []Row, p position, word bool) position {
	for p.offset == 0 {
		if p.index == 0 {
			return p
		}
		p = position{key: rows[p.index-1].Key, index: p.index - 1, offset: textLength(rows[p.index-1])}
	}
	text := rows[p.index].Text.Text()
	_, size := utf8.DecodeLastRuneInString(text[:p.offset])
	p.offset -= size
	if word {
		for start, _ := wordAt(text, p.offset); kindAt(text, p.offset) == blankRune && start > 0; start, _ = wordAt(text, p.offset) {
			p.offset = start - 1
		}
		p.offset, _ = wordAt(text, p.offset)
	}
	return p
}

// after is the position one character, or one word, after p.
func after(rows []Row, p position, word bool) position {
	for p.offset == textLength(rows[p.index]) {
		if p.index == len(rows)-1 {
			return p
		}
		p = position{key: rows[p.index+1].Key, index: p.index + 1}
	}
	text := rows[p.index].Text.Text()
	if !word {
		_, size := utf8.DecodeRuneInString(text[p.offset:])
		p.offset += size
		return p
	}
	if kindAt(text, p.offset) == blankRune {
		_, p.offset = wordAt(text, p.offset)
	}
	if p.offset < len(text) {
		_, p.offset = wordAt(text, p.offset)
	}
	return p
}

func kindAt(text string, offset int) runeKind {
	r, _ := utf8.DecodeRuneInString(text[offset:])
	return kindOf(r)
}

// far is beyond the end of any line, in pixels.
const far = 1 << 24

// moveFar moves the caret to the start or end of its line, or of all rows.
func (t *Transcript) moveFar(rows []Row, end, all bool) {
	s := &t.selected
	switch area, ok := t.caretArea(rows); {
	case all && end:
		last := len(rows) - 1
		s.caret = position{key: rows[last].Key, index: last, offset: textLength(rows[last])}
	case all:
		s.caret = position{key: rows[0].Key}
	case ok && end:
		s.caret = t.nearest(rows, image.Pt(far, area.Min.Y+area.Dy()/2), s.caret)
	case ok:
		s.caret = t.nearest(rows, image.Pt(-far, area.Min.Y+area.Dy()/2), s.caret)
	}
}

// moveLine moves the caret a line up or down, along the column it began in.
func (t *Transcript) moveLine(rows []Row, lines int) {
	s := &t.selected
	area, ok := t.caretArea(rows)
	if !ok {
		return
	}
	if s.column == 0 {
		s.column = area.Min.X
	}
	y := area.Min.Y - 1
	if lines > 0 {
		y = area.Max.Y
	}
	// Rows have gaps between them: go on until the caret has moved.
	for step := 0; step < 8*t.view.lineHeight; step += max(1, t.view.lineHeight/4) {
		p := image.Pt(s.column, y+lines*step)
		if moved := t.nearest(rows, p, s.caret); moved.before(s.caret) && lines < 0 || s.caret.before(moved) && lines > 0 {
			if now, _ := t.areaOf(moved); now.Min.Y != area.Min.Y {
				s.caret = moved
				return
			}
		}
	}
}

// nearest is the position nearest to p; otherwise when there is none.
func (t *Transcript) nearest(rows []Row, p image.Point, otherwise position) position {
	if at, _, ok := t.at(rows, p); ok {
		return at
	}
	return otherwise
}

// caretArea is where the caret stands in the view, when its row is laid out.
func (t *Transcript) caretArea(rows []Row) (image.Rectangle, bool) {
	if !t.selected.caret.resolve(rows) {
		return image.Rectangle{}, false
	}
	return t.areaOf(t.selected.caret)
}

func (t *Transcript) areaOf(at position) (image.Rectangle, bool) {
	for _, p := range t.view.placed {
		if p.key != at.key || p.text == nil {
			continue
		}
		start, end := beside(p.text.Text(), at.offset)
		t.regions = p.text.Regions(t.regions[:0], start, end)
		if len(t.regions) == 0 {
			return image.Rectangle{}, false
		}
		r := t.regions[0].Add(image.Pt(t.view.left, p.y))
		if start < at.offset {
			r.Min.X = r.Max.X
		}
		return r, true
	}
	return image.Rectangle{}, false
}

// beside is the character after an offset, else that before it: at the end of a
// line that is not empty, and of the text.
func beside(text string, offset int) (start, end int) {
	ends := offset == len(text) || text[offset] == '\n' && offset > 0 && text[offset-1] != '\n'
	if !ends {
		_, size := utf8.DecodeRuneInString(text[offset:])
		return offset, offset + size
	}
	_, size := utf8.DecodeLastRuneInString(text[:offset])
	return offset - size, offset
}

// revealCaret scrolls so that the caret is in view.
func (t *Transcript) revealCaret(rows []Row) {
	if c := t.selected.caret; c.resolve(rows) && rows[c.index].Text != nil {
		start, end := beside(rows[c.index].Text.Text(), c.offset)
		t.moveSideways(stretch{c.key, start, end})
	}
	area, ok := t.caretArea(rows)
	switch {
	case !ok && t.selected.caret.index >= t.First+t.Count-1 && t.selected.caret.index == len(rows)-1:
		t.ScrollToEnd()
	case !ok:
		t.Show(t.selected.caret.key)
	case area.Min.Y < 0:
		t.view.pending += area.Min.Y - t.view.lineHeight
	case area.Max.Y > t.view.height:
		t.view.pending += area.Max.Y - t.view.height + t.view.lineHeight
	}
}
