package codeedit

import (
	"image"
	"unicode/utf8"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/text"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// A Candidate is something that can be written where the caret is.
type Candidate struct {
	Label string
	Title string // of what it means
	Help  string
	Edits []Edit // in order and apart
	Caret int    // where it goes, in the text with the edits made
}

// popup is the list of candidates.
type popup struct {
	candidates []Candidate
	version    uint64 // of the text that they are for
	caret      int
	chosen     int
	awaited    bool // Enter came before the candidates for what was typed
	rows       []widgets.Button
	list       widgets.List
}

func (p *popup) open() bool { return len(p.candidates) > 0 }

func (p *popup) close() { p.candidates, p.awaited, p.chosen = nil, false, 0 }

// Offer shows candidates for a version of the text with the caret at an
// offset. They are not shown once either is another; none closes the list.
func (e *Editor) Offer(candidates []Candidate, version uint64, caret int) {
	p := &e.popup
	if version != e.doc.version || caret != e.doc.selection.caret || !e.doc.selection.empty() || e.ReadOnly {
		return
	}
	awaited := p.awaited
	label := ""
	if p.open() {
		label = p.candidates[p.chosen].Label
	}
	p.close()
	p.candidates, p.version, p.caret = candidates, version, caret
	p.rows = make([]widgets.Button, len(candidates))
	p.list = widgets.List{}
	for i, c := range candidates {
		if c.Label == label && label != "" {
			p.chosen = i
		}
	}
	if p.open() {
		e.tip.close()
	}
	if awaited {
		e.accept()
	}
}

// popupKey takes the keys of the list.
func (e *Editor) popupKey(k key.Event) bool {
	p := &e.popup
	if k.Modifiers != 0 {
		return false
	}
	switch k.Name {
	case key.NameUpArrow, key.NameDownArrow:
		p.choose((p.chosen + signOf(k.Name) + len(p.candidates)) % len(p.candidates))
	case key.NamePageUp, key.NamePageDown:
		p.choose(max(0, min(p.chosen+signOf(k.Name)*popupRows, len(p.candidates)-1)))
	case key.NameReturn, key.NameEnter, key.NameTab:
		e.accept()
	case key.NameDeleteBackward:
		e.doc.deleteBy(-1, false)
		e.changed(p.version, true)
	default:
		return false
	}
	return true
}

func (p *popup) choose(i int) {
	p.chosen = i
	first, count := p.list.Position.First, p.list.Position.Count
	if i < first {
		p.list.ScrollTo(i)
	} else if count > 0 && i >= first+count-1 {
		p.list.ScrollTo(max(0, i-count+2))
	}
}

// accept writes the chosen candidate; when more was typed since, the one that
// will be offered for it.
func (e *Editor) accept() {
	p := &e.popup
	if !p.open() {
		return
	}
	if p.version != e.doc.version || p.caret != e.doc.selection.caret {
		p.awaited = true
		return
	}
	c := p.candidates[p.chosen]
	e.Apply(c.Edits, c.Caret)
	e.events[len(e.events)-1].Typed = e.doc.waits()
}

// updatePopup takes clicks on the list, which leave the focus in the text.
func (e *Editor) updatePopup(gtx layout.Context) {
	p := &e.popup
	for i := range p.rows {
		if p.rows[i].Update(gtx) && i < len(p.candidates) {
			p.chosen = i
			e.accept()
			e.Focus(gtx)
			return
		}
	}
}

const (
	popupRows  = 8
	listWidth  = 200 // dp, at most
	helpWidth  = 420 // dp, at most
	popupInset = 1.5 * theme.Step
)

// over draws what floats over the text: the candidates, what is said of a
// place, and the fields to find with.
func (s Style) over(gtx layout.Context) {
	e := s.Editor
	switch {
	case e.popup.open() && gtx.Focused(e):
		s.float(gtx, e.popup.caret, s.popup)
	case e.tip.open():
		s.float(gtx, e.tip.offset, s.tip)
	}
	e.Taken = 0
	if e.find.open {
		e.Taken = s.find(gtx)
	}
}

// float draws w over everything: under the line of an offset, or above it
// where there is more room.
func (s Style) float(gtx layout.Context, offset int, w layout.Widget) {
	e := s.Editor
	at := s.caretAt(gtx, e.doc.clamp(offset))
	if at.Y+e.view.lineHeight < 0 || at.Y > e.view.size.Y {
		return
	}
	outer := op.Record(gtx.Ops)
	room := gtx.Constraints.Max
	inner := op.Record(gtx.Ops)
	gtx.Constraints = layout.Constraints{Max: image.Pt(room.X-gtx.Dp(2*theme.Step), max(room.Y/2, gtx.Dp(160)))}
	dims := w(gtx)
	call := inner.Stop()
	gap := gtx.Dp(theme.Step)
	y := at.Y + e.view.lineHeight + gap
	if y+dims.Size.Y > room.Y && at.Y-gap-dims.Size.Y >= 0 {
		y = at.Y - gap - dims.Size.Y
	}
	x := max(gap, min(at.X, room.X-gap-dims.Size.X))
	moved := op.Offset(image.Pt(x, y)).Push(gtx.Ops)
	call.Add(gtx.Ops)
	moved.Pop()
	op.Defer(gtx.Ops, outer.Stop())
}

func (s Style) card() widgets.SurfaceStyle {
	card := widgets.CardOf(s.Theme)
	card.Shadow, card.Inset, card.Radius = s.Theme.Shadow, layout.Inset{}, theme.Radius
	return card
}

// popup draws the candidates, and beside them what the chosen one means.
func (s Style) popup(gtx layout.Context) layout.Dimensions {
	return s.card().Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		list := op.Record(gtx.Ops)
		left := layout.UniformInset(popupInset).Layout(gtx, s.candidates)
		listed := list.Stop()
		help := op.Record(gtx.Ops)
		hgtx := gtx
		hgtx.Constraints.Max.X = min(gtx.Constraints.Max.X-left.Size.X, gtx.Dp(helpWidth)*gtx.Sp(100)/gtx.Dp(100))
		right := s.help(hgtx)
		helped := help.Stop()
		size := image.Pt(left.Size.X+right.Size.X, max(left.Size.Y, right.Size.Y))
		listed.Add(gtx.Ops)
		if right.Size.X > 0 {
			o := op.Offset(image.Pt(left.Size.X, 0)).Push(gtx.Ops)
			line := clip.Rect{Max: image.Pt(max(gtx.Dp(theme.Hairline), 1), size.Y)}.Push(gtx.Ops)
			widgets.Fill(layout.Context{Ops: gtx.Ops, Constraints: layout.Exact(size)}, s.Theme.Line)
			line.Pop()
			helped.Add(gtx.Ops)
			o.Pop()
		}
		return layout.Dimensions{Size: size}
	})
}

func (s Style) candidates(gtx layout.Context) layout.Dimensions {
	p := &s.Editor.popup
	row := gtx.Sp(s.Text.LineHeight) + gtx.Dp(theme.Step)
	width := 0
	for _, c := range p.candidates[:min(len(p.candidates), 200)] {
		width = max(width, s.widthOf(gtx, c.Label))
	}
	width = min(width+gtx.Dp(7*theme.Step), gtx.Dp(listWidth)*gtx.Sp(100)/gtx.Dp(100), gtx.Constraints.Max.X*2/5)
	height := row * min(len(p.candidates), popupRows)
	gtx.Constraints = layout.Exact(image.Pt(width, min(height, gtx.Constraints.Max.Y)))
	semantic.DescriptionOp(s.Name).Add(gtx.Ops)
	return p.list.Layout(gtx, s.Theme, popupInset, len(p.candidates), func(gtx layout.Context, i int) layout.Dimensions {
		gtx.Constraints = layout.Exact(image.Pt(width, row))
		return s.candidate(gtx, i)
	})
}

// widthOf is the width of a label, in a type in which most letters are as wide.
func (s Style) widthOf(gtx layout.Context, label string) int {
	return gtx.Sp(s.Text.Size)*61*utf8.RuneCountInString(label)/100 + 1
}

func (s Style) candidate(gtx layout.Context, i int) layout.Dimensions {
	p := &s.Editor.popup
	size := gtx.Constraints.Max
	ground := widgets.SurfaceStyle{Radius: theme.RadiusSmall}
	if i == p.chosen {
		ground.Fill = s.Theme.AccentSoft
	}
	return widgets.ClickOf(s.Theme, &p.rows[i], ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(i == p.chosen).Add(gtx.Ops)
		label := widgets.OneLineOf(s.Theme, s.Text, p.candidates[i].Label)
		label.Wrap = text.WrapGraphemes
		gtx.Constraints.Min = image.Point{}
		layout.Inset{Left: 2 * theme.Step, Right: 2 * theme.Step, Top: theme.Step / 2}.Layout(gtx, label.Layout)
		return layout.Dimensions{Size: size}
	})
}

// help is what the chosen candidate means.
func (s Style) help(gtx layout.Context) layout.Dimensions {
	c := s.Editor.popup.candidates[s.Editor.popup.chosen]
	return s.explain(gtx, c.Title, c.Help)
}

// explain draws a title and what is said under it; nothing when there is none.
func (s Style) explain(gtx layout.Context, title, said string) layout.Dimensions {
	if title == "" && said == "" {
		return layout.Dimensions{}
	}
	body := widgets.LabelOf(s.Theme, s.Theme.Small, said)
	if title != "" {
		body.Color = s.Theme.Dim
	}
	inset := layout.Inset{Left: 3 * theme.Step, Right: 3 * theme.Step, Top: 2 * theme.Step, Bottom: 2 * theme.Step}
	return inset.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min = image.Point{}
		return widgets.Texts(gtx, widgets.LabelOf(s.Theme, s.Theme.Small.Semibold(), title), body)
	})
}
