package codeedit

import (
	"image"
	"regexp"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/widget"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// maxMatches is how many places of a word are found.
const maxMatches = 10_000

// find is the search in the text.
type find struct {
	open, replacing   bool
	what, with        widget.Editor
	whatIn, withIn    widgets.Entry
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
	f.what.SingleLine, f.what.Submit = true, true
	f.with.SingleLine, f.with.Submit = true, true
	if s := e.doc.selected(); s != "" && e.doc.lineAt(e.doc.selection.start()) == e.doc.lineAt(e.doc.selection.end()) {
		f.what.SetText(s)
		f.whatIn.Restart()
	}
	f.what.SetCaret(f.what.Len(), 0)
	f.whatIn.Focus(gtx, &f.what)
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
	for {
		changed, entered := f.whatIn.Update(gtx, &f.what)
		e.search()
		switch {
		case entered:
			e.showMatch(1)
		case changed:
			e.showMatch(0)
		}
		if !entered {
			break
		}
	}
	for {
		ev, ok := f.what.Update(gtx)
		if !ok {
			break
		}
		switch ev.(type) {
		case widget.ChangeEvent:
			e.search()
			e.showMatch(0)
		case widget.SubmitEvent:
			e.showMatch(1)
		}
	}
	for {
		if _, entered := f.withIn.Update(gtx, &f.with); !entered {
			break
		}
		e.replaceOne()
	}
	for {
		ev, ok := f.with.Update(gtx)
		if !ok {
			break
		}
		if _, ok := ev.(widget.SubmitEvent); ok {
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
	gtx.Constraints = layout.Constraints{Max: image.Pt(min(room.X-gtx.Dp(8*theme.Step), gtx.Sp(520)), room.Y)}
	dims := card.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		rows := []layout.FlexChild{layout.Rigid(s.findRow)}
		if f.replacing {
			rows = append(rows, layout.Rigid(layout.Spacer{Height: theme.Step}.Layout), layout.Rigid(s.replaceRow))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, rows...)
	})
	call := m.Stop()
	defer op.Offset(image.Pt(room.X-dims.Size.X-gtx.Dp(5*theme.Step), gtx.Dp(2*theme.Step))).Push(gtx.Ops).Pop()
	call.Add(gtx.Ops)
	return dims.Size.Y + gtx.Dp(2*theme.Step)
}

func (s Style) findRow(gtx layout.Context) layout.Dimensions {
	f, w := &s.Editor.find, s.Words
	count := widgets.DimOf(s.Theme, s.Theme.Print, w.Matches(f.current+1, len(f.matches)))
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
		layout.Flexed(1, func(gtx layout.Context) layout.Dimensions { return s.field(gtx, &f.what, w.Find) }),
		layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout),
		layout.Rigid(count.Layout),
		layout.Rigid(layout.Spacer{Width: theme.Step}.Layout),
		layout.Rigid(widgets.LinkOf(s.Theme, &f.previous, w.Previous).Layout),
		layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
		layout.Rigid(widgets.LinkOf(s.Theme, &f.next, w.Next).Layout),
		layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
		layout.Rigid(widgets.LinkOf(s.Theme, &f.closing, w.Close).Layout))
}

func (s Style) replaceRow(gtx layout.Context) layout.Dimensions {
	f, w := &s.Editor.find, s.Words
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
		layout.Flexed(1, func(gtx layout.Context) layout.Dimensions { return s.field(gtx, &f.with, w.Replace) }),
		layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout),
		layout.Rigid(widgets.LinkOf(s.Theme, &f.one, w.ReplaceOne).Layout),
		layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
		layout.Rigid(widgets.LinkOf(s.Theme, &f.all, w.ReplaceAll).Layout))
}

// field is one line to write in.
func (s Style) field(gtx layout.Context, ed *widget.Editor, hint string) layout.Dimensions {
	ground := widgets.SurfaceStyle{Fill: s.Theme.Background, Border: s.Theme.Line, Width: theme.Hairline, Radius: theme.RadiusSmall, Inset: layout.UniformInset(theme.Step)}
	if gtx.Focused(ed) {
		ground.Border = s.Theme.Accent
	}
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min.X = gtx.Constraints.Max.X
		if ed.Len() == 0 {
			label := widgets.DimOf(s.Theme, s.Theme.Small, hint)
			label.MaxLines = 1
			label.Layout(gtx)
		}
		defer clip.Rect{Max: image.Pt(gtx.Constraints.Max.X, gtx.Sp(s.Text.LineHeight))}.Push(gtx.Ops).Pop()
		semantic.DescriptionOp(hint).Add(gtx.Ops)
		return widgets.LayoutEditor(gtx, s.Theme, ed, s.Theme.Small)
	})
}
