package codeedit

import (
	"image"
	"image/color"
	"strconv"
	"time"

	"gioui.org/f32"
	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/typeset"
)

// A Style is the look of an Editor. Fields may be changed.
type Style struct {
	Theme  *theme.Theme
	Editor *Editor
	Text   theme.TextStyle
	Name   string // said of the field
	Words  Words
}

// Words are what the field says.
type Words struct {
	Find, Replace, ReplaceOne, ReplaceAll, Next, Previous, Close string
	Error, Warning, Remark                                       string                // said of a sign in the gutter
	FixKey                                                       string                // that applies a fix, as printed on keyboards
	Matches                                                      func(i, n int) string // which of the places found one is, from 1; n is 0 when there is none
}

// Of is an editor in the monospaced type.
func Of(th *theme.Theme, e *Editor, name string, words Words) Style {
	text := th.Mono
	text.LineHeight = text.Size * 1.7
	return Style{Theme: th, Editor: e, Text: text, Name: name, Words: words}
}

const (
	blinkTime = time.Second
	blinkFor  = 10 * time.Second // then the caret rests
)

// Layout draws the text in all the room there is.
func (s Style) Layout(gtx layout.Context) layout.Dimensions {
	e := s.Editor
	e.begin()
	size := gtx.Constraints.Max
	e.lines.begin(gtx, s.Theme, s.Text)
	s.measure(gtx, size)
	defer clip.Rect{Max: size}.Push(gtx.Ops).Pop()
	widgets.Fill(gtx, s.Theme.Raised)
	if e.follow {
		s.scrollToCaret(gtx)
	}
	e.clampScroll()
	field := clip.Rect{Max: size}.Push(gtx.Ops)
	s.input(gtx)
	s.lines(gtx)
	field.Pop() // what follows lies over the field, and is none of it
	s.bar(gtx)
	e.tellIME(gtx, s.imeCaret(gtx))
	s.over(gtx)
	e.lines.end()
	return layout.Dimensions{Size: size}
}

// measure notes what the pointer's places mean.
func (s Style) measure(gtx layout.Context, size image.Point) {
	e := s.Editor
	digits := max(len(strconv.Itoa(e.doc.lines())), 2)
	mono := typeset.PxPerEm(gtx, s.Text.Size).Ceil() * 3 / 5
	v := view{gutter: max(gtx.Dp(56), gtx.Dp(42)+digits*mono), lineHeight: max(gtx.Sp(s.Text.LineHeight), 1)}
	v.inset = image.Pt(gtx.Dp(4*theme.Step), gtx.Dp(3*theme.Step))
	v.size = image.Pt(max(size.X-v.gutter, 1), size.Y)
	v.page = max(size.Y/v.lineHeight, 1)
	e.view = v
}

// height is that of all lines with what is around them.
func (e *Editor) height() int { return e.doc.lines()*e.view.lineHeight + 2*e.view.inset.Y }

func (e *Editor) clampScroll() {
	e.scroll.Y = max(0, min(e.scroll.Y, e.height()-e.view.size.Y))
	e.scroll.X = max(0, min(e.scroll.X, e.widest+2*e.view.inset.X-e.view.size.X))
}

// top is where a line begins in the field.
func (e *Editor) top(line int) int {
	return e.view.inset.Y + line*e.view.lineHeight - e.scroll.Y
}

// left is where the text begins in the field.
func (e *Editor) left() int { return e.view.gutter + e.view.inset.X - e.scroll.X }

func (e *Editor) lineAtY(y int) int {
	if e.view.lineHeight == 0 {
		return 0
	}
	return max(0, min((y+e.scroll.Y-e.view.inset.Y)/e.view.lineHeight, e.doc.lines()-1))
}

// offsetAt is the offset nearest to a place in the field.
func (e *Editor) offsetAt(p image.Point) int {
	line := e.lineAtY(p.Y)
	start, end := e.doc.bounds(line)
	drawn := e.lines.lines[lineKey{text: e.doc.line(line), in: e.stateOfLine(line)}]
	if drawn == nil || start == end {
		return start
	}
	return e.doc.clamp(min(start+typeset.Offset([]typeset.Line{drawn.Line}, image.Pt(p.X-e.left(), 0)), end))
}

// over is the offset of the character under a place; false beside the text.
func (e *Editor) over(p image.Point) (int, bool) {
	line := e.lineAtY(p.Y)
	if p.X < e.left() || p.Y < e.top(line) || p.Y >= e.top(line)+e.view.lineHeight {
		return 0, false
	}
	drawn := e.lines.lines[lineKey{text: e.doc.line(line), in: e.stateOfLine(line)}]
	if drawn == nil || p.X >= e.left()+drawn.width+e.view.inset.X {
		return 0, false
	}
	start, _ := e.doc.bounds(line)
	at := e.offsetAt(p)
	if x := e.left() + drawn.Caret(at-start); x > p.X && at > start {
		at = e.doc.before(at)
	}
	return at, true
}

func (e *Editor) stateOfLine(line int) State {
	first := e.lineAtY(0)
	state := e.firstState(first)
	for i := first; i < line; i++ {
		if e.doc.language.After != nil {
			state = e.doc.language.After(e.doc.line(i), state)
		}
	}
	return state
}

// drawn is the drawing of any line.
func (s Style) drawn(gtx layout.Context, line int) *drawnLine {
	e := s.Editor
	return e.lines.get(gtx, e.doc.language, e.doc.line(line), e.stateOfLine(line))
}

// caretAt is the place of an offset in the field: the top of its line.
func (s Style) caretAt(gtx layout.Context, offset int) image.Point {
	e := s.Editor
	line := e.doc.lineAt(offset)
	start, _ := e.doc.bounds(line)
	first := e.lineAtY(0)
	drawn := e.lines.get(gtx, e.doc.language, e.doc.line(line), e.stateNear(first, line))
	return image.Pt(e.left()+drawn.Caret(offset-start), e.top(line))
}

// stateNear is the state of a line that may be far above the view.
func (e *Editor) stateNear(first, line int) State {
	if line < first {
		return e.doc.stateOf(line)
	}
	return e.stateOfLine(line)
}

// scrollToCaret brings the caret into view; in its middle when it was asked to
// and is not.
func (s Style) scrollToCaret(gtx layout.Context) {
	e := s.Editor
	p := s.caretAt(gtx, e.doc.selection.caret)
	above, below := p.Y, p.Y+e.view.lineHeight-e.view.size.Y
	switch out := above < 0 || below > 0; {
	case out && e.centre:
		e.scroll.Y += p.Y - e.view.size.Y/2
	case above < 0:
		e.scroll.Y += above
	case below > 0:
		e.scroll.Y += below + e.view.inset.Y
	}
	e.widest = max(e.widest, p.X-e.left())
	margin := e.view.inset.X
	if right := p.X - e.view.gutter - e.view.size.X + 2*margin; right > 0 {
		e.scroll.X += right
	} else if p.X < e.view.gutter+margin {
		e.scroll.X += p.X - e.view.gutter - margin
	}
	e.follow, e.centre = false, false
}

// input asks for the events of the field.
func (s Style) input(gtx layout.Context) {
	e := s.Editor
	semantic.Editor.Add(gtx.Ops)
	semantic.DescriptionOp(s.Name).Add(gtx.Ops)
	pointer.CursorText.Add(gtx.Ops)
	event.Op(gtx.Ops, e)
	widgets.LaidOutInLine(gtx, e)
	key.InputHintOp{Tag: e, Hint: key.HintText}.Add(gtx.Ops)
	e.vertical.Add(gtx.Ops)
	e.sideways.Add(gtx.Ops)
	e.clicker.Add(gtx.Ops)
	e.dragger.Add(gtx.Ops)
}

// lines draws the lines in view, in front of what is marked in them, and then
// the gutter.
func (s Style) lines(gtx layout.Context) {
	e := s.Editor
	first, last := e.lineAtY(0), e.lineAtY(e.view.size.Y)
	text := clip.Rect{Min: image.Pt(e.view.gutter, 0), Max: image.Pt(e.view.gutter+e.view.size.X, e.view.size.Y)}.Push(gtx.Ops)
	baseline := typeset.Baseline(gtx, s.Theme.Shaper, s.Text)
	brackets := s.brackets()
	e.widest = 0
	for i := first; i <= last; i++ {
		l := s.drawn(gtx, i)
		e.widest = max(e.widest, l.width)
		origin := op.Offset(image.Pt(e.left(), e.top(i))).Push(gtx.Ops)
		s.grounds(gtx, l, i, brackets)
		glyphs := op.Offset(image.Pt(0, baseline)).Push(gtx.Ops)
		l.call.Add(gtx.Ops)
		glyphs.Pop()
		s.say(gtx, i, l)
		origin.Pop()
	}
	s.squiggles(gtx, first, last)
	s.caret(gtx, baseline)
	text.Pop()
	s.gutter(gtx, first, last, baseline)
}

// say puts a line into the semantic tree.
func (s Style) say(gtx layout.Context, line int, l *drawnLine) {
	if l.width == 0 {
		return
	}
	defer clip.Rect{Max: image.Pt(l.width, s.Editor.view.lineHeight)}.Push(gtx.Ops).Pop()
	semantic.LabelOp(s.Editor.doc.line(line)).Add(gtx.Ops)
}

// brackets are the offsets of the pair at the caret.
func (s Style) brackets() [2]int {
	e := s.Editor
	if e.pair.version != e.doc.version || e.pair.caret != e.doc.selection.caret {
		e.pair.version, e.pair.caret = e.doc.version, e.doc.selection.caret
		e.pair.a, e.pair.b, e.pair.ok = e.doc.brackets()
	}
	if !e.pair.ok {
		return [2]int{-1, -1}
	}
	return [2]int{e.pair.a, e.pair.b}
}

// grounds draws what is behind the text of a line.
func (s Style) grounds(gtx layout.Context, l *drawnLine, line int, brackets [2]int) {
	e := s.Editor
	start, end := e.doc.bounds(line)
	for i, m := range e.find.within(start, end) {
		c := s.Theme.WarnSoft
		if i == e.find.current {
			c = s.Theme.Selection
		}
		s.ground(gtx, l, m.start()-start, m.end()-start, c)
	}
	for _, b := range brackets {
		if b >= start && b < end {
			s.ground(gtx, l, b-start, b-start+1, s.Theme.AccentSoft)
		}
	}
	sel := e.doc.selection
	if sel.empty() || sel.end() < start || sel.start() > end {
		return
	}
	s.ground(gtx, l, sel.start()-start, sel.end()-start, s.Theme.Selection)
	if sel.end() > end && sel.start() <= end { // the line end too
		r := image.Rect(l.width, 0, l.width+gtx.Dp(6), e.view.lineHeight)
		paint.FillShape(gtx.Ops, s.Theme.Selection, clip.Rect(r).Op())
	}
}

func (s Style) ground(gtx layout.Context, l *drawnLine, start, end int, c color.NRGBA) {
	for _, r := range typeset.Regions(nil, []typeset.Line{l.Line}, start, end) {
		paint.FillShape(gtx.Ops, c, clip.Rect(r).Op())
	}
}

// squiggles underlines what is marked, and what is being composed.
func (s Style) squiggles(gtx layout.Context, first, last int) {
	e := s.Editor
	from := e.doc.start(first)
	_, to := e.doc.bounds(last)
	for i := len(e.marks) - 1; i >= 0; i-- { // the first one of a place on top
		if m := e.marks[i]; m.Severity != Remark && m.Start <= to && m.End >= from {
			for line := max(first, e.doc.lineAt(m.Start)); line <= min(last, e.doc.lineAt(m.End)); line++ {
				s.squiggle(gtx, line, m.Start, m.End, s.severityColor(m.Severity))
			}
		}
	}
	if e.composing() {
		b := e.compositionBounds()
		b.Min.Y = b.Max.Y - max(gtx.Dp(1), 1)
		paint.FillShape(gtx.Ops, s.Theme.Text, clip.Rect(b).Op())
	}
}

func (s Style) severityColor(v Severity) color.NRGBA {
	switch v {
	case Error:
		return s.Theme.Danger
	case Warning:
		return s.Theme.Warn
	}
	return s.Theme.Dim
}

// squiggle draws a wave under a part of a line; an empty one is as wide as a
// character.
func (s Style) squiggle(gtx layout.Context, line, start, end int, c color.NRGBA) {
	e := s.Editor
	l := s.drawn(gtx, line)
	lineStart, lineEnd := e.doc.bounds(line)
	a, b := l.Caret(max(start, lineStart)-lineStart), l.Caret(min(end, lineEnd)-lineStart)
	if a > b {
		a, b = b, a
	}
	step := float32(gtx.Metric.Dp(2))
	b = max(b, a+int(4*step))
	y := float32(e.top(line)+e.view.lineHeight) - float32(gtx.Dp(2))
	var p clip.Path
	p.Begin(gtx.Ops)
	p.MoveTo(f32.Pt(float32(e.left()+a), y))
	rise := step
	for x := float32(a) + step; x <= float32(b); x += step {
		p.LineTo(f32.Pt(float32(e.left())+x, y-rise))
		rise = step - rise
	}
	paint.FillShape(gtx.Ops, c, clip.Stroke{Path: p.End(), Width: float32(gtx.Metric.Dp(unit.Dp(1)))}.Op())
}

// caret draws the caret while the field has the focus, and asks for the frame
// in which it blinks, unless nothing is to move.
func (s Style) caret(gtx layout.Context, baseline int) {
	e := s.Editor
	if !gtx.Focused(e) {
		return
	}
	on := true
	if since := gtx.Now.Sub(e.blinking); since < blinkFor && !s.Theme.Still {
		half := blinkTime / 2
		gtx.Execute(op.InvalidateCmd{At: gtx.Now.Add(half - since%half)})
		on = since%blinkTime < half
	}
	if !on {
		return
	}
	p := s.caretAt(gtx, e.doc.selection.caret)
	high := gtx.Sp(s.Text.Size)
	r := image.Rect(p.X, p.Y+baseline-high, p.X+max(gtx.Dp(2), 1), p.Y+baseline+high/3)
	paint.FillShape(gtx.Ops, s.Theme.Accent, clip.Rect(r).Op())
}

// imeCaret is where the windows of the input method belong.
func (s Style) imeCaret(gtx layout.Context) key.Caret {
	p := s.caretAt(gtx, s.Editor.doc.selection.caret)
	baseline := typeset.Baseline(gtx, s.Theme.Shaper, s.Text)
	return key.Caret{
		Pos: f32.Pt(float32(p.X), float32(p.Y+baseline)), Ascent: float32(baseline),
		Descent: float32(s.Editor.view.lineHeight - baseline),
	}
}

// compositionBounds is where the word stands that is being composed.
func (e *Editor) compositionBounds() image.Rectangle {
	start, end := ordered(e.doc.offsetOf(e.ime.composition.Start), e.doc.offsetOf(e.ime.composition.End))
	line := e.doc.lineAt(start)
	lineStart, _ := e.doc.bounds(line)
	drawn := e.lines.lines[lineKey{text: e.doc.line(line), in: e.stateNear(e.lineAtY(0), line)}]
	if drawn == nil {
		return image.Rectangle{}
	}
	x := e.left()
	return image.Rect(x+drawn.Caret(start-lineStart), e.top(line), x+drawn.Caret(end-lineStart), e.top(line)+e.view.lineHeight)
}

// bar draws the scroll bar when not all lines are in view.
func (s Style) bar(gtx layout.Context) {
	e := s.Editor
	all := float32(e.height())
	if int(all) <= e.view.size.Y {
		return
	}
	start, end := float32(e.scroll.Y)/all, float32(e.scroll.Y+e.view.size.Y)/all
	bar := widgets.ScrollBarOf(s.Theme, &e.bar)
	size := image.Pt(gtx.Constraints.Max.X, e.view.size.Y)
	bar.Layout(gtx, size, start, end)
	width := gtx.Dp(bar.Width)
	defer op.Offset(image.Pt(size.X-width, 0)).Push(gtx.Ops).Pop()
	s.barMarks(gtx, width)
}

// barMarks shows along the scroll bar where the marks are.
func (s Style) barMarks(gtx layout.Context, width int) {
	e := s.Editor
	lines := e.doc.lines()
	for i, m := range e.marks {
		if i == maxBarMarks {
			return
		}
		if m.Severity != Remark {
			y := e.doc.lineAt(m.Start) * e.view.size.Y / lines
			paint.FillShape(gtx.Ops, s.severityColor(m.Severity), clip.Rect{Min: image.Pt(0, y), Max: image.Pt(width, y+max(gtx.Dp(2), 1))}.Op())
		}
	}
}

const maxBarMarks = 200
