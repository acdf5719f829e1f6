package codeedit

import (
	"image"
	"regexp"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// maxMatches is how many places of a word are found.
const maxMatches = 10_000

// find is the search in the text.
type find struct {
	open, replacing   bool
	what, with        widgets.Field
	matches           []span // in order
	current           int    // -1: none
	version           uint64 // of the text, and what was looked for
	pattern           string
	next, previous    widgets.Button
	one, all, closing widgets.Button
}

func (e *Editor) openFind(gtx layout.Context, replacing bool) {
	f := &e.find
	f.open, f.replacing = true, replacing && !e.ReadOnly
	if s := e.doc.selected(); s != "" && e.doc.lineAt(e.doc.selection.start()) == e.doc.lineAt(e.doc.selection.end()) {
		f.what.SetText(s)
	}
	f.what.SelectAll()
	f.what.Focus(gtx)
	e.search()
}

func (e *Editor) closeFind(gtx layout.Context) {
	e.find.open, e.find.matches, e.find.pattern = false, nil, ""
	e.Focus(gtx)
}

// search finds what is looked for, whatever its case, and makes the first match
// from the caret the current one.
func (e *Editor) search() {
	f := &e.find
	pattern := f.what.Text()
	if pattern == f.pattern && e.doc.version == f.version {
		return
	}
	f.pattern, f.version, f.matches, f.current = pattern, e.doc.version, nil, -1
	if pattern == "" {
		return
	}
	for _, m := range regexp.MustCompile("(?i)"+regexp.QuoteMeta(pattern)).FindAllStringIndex(e.doc.text, maxMatches) {
		f.matches = append(f.matches, span{m[0], m[1]})
	}
	for i, m := range f.matches {
		if m.start() >= e.doc.selection.start() {
			f.current = i
			break
		}
	}
	if f.current < 0 && len(f.matches) > 0 {
		f.current = 0
	}
}

// within are the matches that touch a line, by their index.
func (f *find) within(start, end int) map[int]span {
	if !f.open || len(f.matches) == 0 {
		return nil
	}
	var out map[int]span
	for i, m := range f.matches {
		if m.start() > end {
			break
		}
		if m.end() > start {
			if out == nil {
				out = map[int]span{}
			}
			out[i] = m
		}
	}
	return out
}

func (e *Editor) updateFind(gtx layout.Context) {
	f := &e.find
	if !f.open {
		return
	}
	for ev, ok := f.what.Update(gtx); ok; ev, ok = f.what.Update(gtx) {
		e.search()
		switch ev {
		case widgets.FieldChanged:
			e.showMatch(0)
		case widgets.FieldSubmitted:
			e.showMatch(1)
		case widgets.FieldSubmittedBack:
			e.showMatch(-1)
		}
	}
	for ev, ok := f.with.Update(gtx); ok; ev, ok = f.with.Update(gtx) {
		if ev == widgets.FieldSubmitted {
			e.replaceOne()
		}
	}
	e.search()
	e.findButtons(gtx)
}

func (e *Editor) findButtons(gtx layout.Context) {
	f := &e.find
	for _, b := range []struct {
		button *widgets.Button
		do     func()
	}{
		{&f.next, func() { e.showMatch(1) }}, {&f.previous, func() { e.showMatch(-1) }},
		{&f.one, e.replaceOne}, {&f.all, e.replaceAll}, {&f.closing, func() { e.closeFind(gtx) }},
	} {
		for b.button.Update(gtx) {
			b.do()
		}
	}
}

// showMatch selects the current match, or one further.
func (e *Editor) showMatch(step int) {
	f := &e.find
	n := len(f.matches)
	if n == 0 {
		return
	}
	f.current = (f.current + step + n) % n
	e.Select(f.matches[f.current].start(), f.matches[f.current].end())
}

// replaceOne replaces the current match and goes to the next.
func (e *Editor) replaceOne() {
	f := &e.find
	if f.current < 0 || f.current >= len(f.matches) || e.ReadOnly {
		return
	}
	m := f.matches[f.current]
	with := f.with.Text()
	e.Apply([]Edit{{m.start(), m.end(), with}}, m.start()+len(with))
	e.search()
	e.showMatch(0)
}

// replaceAll replaces all matches in one step.
func (e *Editor) replaceAll() {
	if e.ReadOnly || len(e.find.matches) == 0 {
		return
	}
	var edits []Edit
	for _, m := range e.find.matches {
		edits = append(edits, Edit{m.start(), m.end(), e.find.with.Text()})
	}
	e.Apply(edits, -1)
	e.search()
}

// find draws the fields at the top right, and returns how much of the height
// they take.
func (s Style) find(gtx layout.Context) int {
	f := &s.Editor.find
	card := s.card()
	card.Inset = layout.UniformInset(2 * theme.Step)
	room := gtx.Constraints.Max
	m := op.Record(gtx.Ops)
	gtx.Constraints = layout.Constraints{Max: image.Pt(min(room.X-gtx.Dp(8*theme.Step), gtx.Sp(s.Theme.Small.Size)*40), room.Y)}
	dims := card.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		rows := []findRow{s.findRow(gtx)}
		if f.replacing {
			rows = append(rows, s.replaceRow(gtx))
		}
		return s.findRows(gtx, rows)
	})
	call := m.Stop()
	defer op.Offset(image.Pt(room.X-dims.Size.X-gtx.Dp(5*theme.Step), gtx.Dp(2*theme.Step))).Push(gtx.Ops).Pop()
	call.Add(gtx.Ops)
	return dims.Size.Y + gtx.Dp(2*theme.Step)
}

// A findRow is a field, and what is beside it, laid out already.
type findRow struct {
	field layout.Widget
	tail  op.CallOp
	size  image.Point // of the tail
}

func (s Style) findRow(gtx layout.Context) findRow {
	f, w := &s.Editor.find, s.Words
	var tail []layout.Widget
	if f.pattern != "" {
		tail = append(tail, widgets.DimOf(s.Theme, s.Theme.Print, w.Matches(f.current+1, len(f.matches))).Layout)
	}
	for _, b := range []struct {
		button *widgets.Button
		icon   widgets.Icon
		name   string
	}{{&f.previous, widgets.IconUp, w.Previous}, {&f.next, widgets.IconDown, w.Next}, {&f.closing, widgets.IconCross, w.Close}} {
		style := widgets.LinkOf(s.Theme, b.button, "").WithIcon(b.icon)
		style.Name, style.Color, style.Ground.Inset = b.name, s.Theme.Dim, layout.UniformInset(5)
		tail = append(tail, style.Layout)
	}
	return rowOf(gtx, func(gtx layout.Context) layout.Dimensions { return s.field(gtx, &f.what, w.Find) }, theme.Step, tail)
}

func (s Style) replaceRow(gtx layout.Context) findRow {
	f, w := &s.Editor.find, s.Words
	return rowOf(gtx, func(gtx layout.Context) layout.Dimensions { return s.field(gtx, &f.with, w.Replace) }, theme.Beside, []layout.Widget{
		widgets.LinkOf(s.Theme, &f.one, w.ReplaceOne).Layout, widgets.LinkOf(s.Theme, &f.all, w.ReplaceAll).Layout})
}

func rowOf(gtx layout.Context, field layout.Widget, gap unit.Dp, tail []layout.Widget) findRow {
	m := op.Record(gtx.Ops)
	dims := widgets.Wrapped{Gap: gap}.Layout(gtx, tail...)
	return findRow{field: field, tail: m.Stop(), size: dims.Size}
}

// leastFind is how wide the fields are at least, in sizes of their text, while
// they have anything beside them; else it stands under them.
const leastFind = 10

// findRows draws the fields under each other, all as wide.
func (s Style) findRows(gtx layout.Context, rows []findRow) layout.Dimensions {
	gap, width, widest := gtx.Dp(theme.Step), gtx.Constraints.Max.X, 0
	for _, r := range rows {
		widest = max(widest, r.size.X)
	}
	field := gtx
	if room := width - widest - 2*gap; room >= gtx.Sp(s.Theme.Small.Size)*leastFind {
		field.Constraints.Max.X = room
	}
	y := 0
	for i, r := range rows {
		if i > 0 {
			y += gap
		}
		y += s.drawRow(field, r, width, y)
	}
	return layout.Dimensions{Size: image.Pt(width, y)}
}

// drawRow draws a row at a height, and returns how much of it the row takes.
func (s Style) drawRow(gtx layout.Context, r findRow, width, y int) int {
	m := op.Record(gtx.Ops)
	dims := r.field(gtx)
	call := m.Stop()
	draw := func(call op.CallOp, x, y int) {
		defer op.Offset(image.Pt(x, y)).Push(gtx.Ops).Pop()
		call.Add(gtx.Ops)
	}
	if gtx.Constraints.Max.X == width {
		draw(call, 0, y)
		draw(r.tail, width-r.size.X, y+dims.Size.Y+gtx.Dp(theme.Step))
		return dims.Size.Y + gtx.Dp(theme.Step) + r.size.Y
	}
	high := max(dims.Size.Y, r.size.Y)
	draw(call, 0, y+(high-dims.Size.Y)/2)
	draw(r.tail, width-r.size.X, y+(high-r.size.Y)/2)
	return high
}

// field is one line to write in.
func (s Style) field(gtx layout.Context, f *widgets.Field, hint string) layout.Dimensions {
	field := widgets.FieldOf(s.Theme, f, hint)
	field.Ground = widgets.SurfaceStyle{Fill: s.Theme.Background, Border: s.Theme.Line, Width: theme.Hairline, Radius: theme.RadiusSmall, Inset: layout.UniformInset(theme.Step)}
	return field.Layout(gtx)
}
