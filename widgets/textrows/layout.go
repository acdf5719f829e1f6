package textrows

import (
	"image"
	"image/color"
	"strconv"

	"gioui.org/f32"
	"gioui.org/font"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

const side unit.Dp = 12 // beside the lines

// A RowStyle is the look of a row. Fields may be changed.
type RowStyle struct {
	Theme *theme.Theme
	Row   *Row
}

// RowOf is the usual look of r.
func RowOf(th *theme.Theme, r *Row) RowStyle { return RowStyle{Theme: th, Row: r} }

// laid is a row as it was laid out. It is never changed.
type laid struct {
	key   laidKey
	ops   op.Ops
	call  op.CallOp
	size  image.Point
	lines []typeset.Line
}

// A laidKey is all that a layout depends on beside the lines.
type laidKey struct {
	width  int
	metric unit.Metric
	theme  *theme.Theme
}

// Layout draws the lines under each other in the width it is given.
func (s RowStyle) Layout(gtx layout.Context) layout.Dimensions {
	r := s.Row
	key := laidKey{gtx.Constraints.Max.X, gtx.Metric, s.Theme}
	if r.laid == nil || r.laid.key != key {
		r.laid = s.print(gtx, key)
	}
	r.laid.call.Add(gtx.Ops)
	return layout.Dimensions{Size: r.laid.size}
}

// A printer draws the lines of one row.
type printer struct {
	gtx      layout.Context
	style    RowStyle
	laid     *laid
	sh       typeset.Shaping
	baseline int // under the top of a line
	height   int // of a line
	digit    int // width of one
	left     int // where text begins
}

func (s RowStyle) print(gtx layout.Context, key laidKey) *laid {
	l := &laid{key: key}
	p := &printer{gtx: gtx, style: s, laid: l, height: gtx.Sp(s.Theme.Mono.LineHeight), left: gtx.Dp(side)}
	p.sh.Shaper = s.Theme.Shaper
	p.baseline = typeset.Baseline(gtx, p.sh.Shaper, s.Theme.Mono)
	p.digit = p.measure("0").Ceil()
	if s.Row.Digits > 0 {
		p.left += (s.Row.Digits + 4) * p.digit // number, two blanks, sign, blank
	}
	macro := op.Record(&l.ops)
	offset := 0
	for i, line := range s.Row.Source.Lines(s.Row.First, s.Row.Count) {
		if i > 0 && !line.Joined {
			offset++
		}
		p.line(line, offset)
		offset += len(line.Text)
	}
	l.size.X = key.width
	l.call = macro.Stop()
	return l
}

// line draws one line, which stands at an offset of the row's text, and what
// is before it.
func (p *printer) line(line Line, offset int) {
	l, th := p.laid, p.style.Theme
	inks := p.shape(line)
	ends := p.sh.BreakLines(fixed.I(max(p.digit, p.laid.key.width-p.left-p.gtx.Dp(side))))
	area := image.Rect(0, l.size.Y, l.key.width, l.size.Y+len(ends)*p.height)
	p.fill(area, p.style.Row.Source.Ground(th, line.Ground))
	p.name(area, line)
	first := 0
	for i, last := range ends {
		runs := p.sh.Runs(first, last, fixed.I(p.left))
		at := p.sh.NewLine(runs, offset, p.left, l.size.Y, l.size.Y+p.height)
		if i < len(ends)-1 {
			at.Broken()
		}
		for _, r := range runs {
			p.run(inks[r.Span], r)
		}
		l.lines = append(l.lines, at)
		l.size.Y += p.height
		first = last
	}
	p.gutter(area.Min.Y, line)
}

// name says the line to tests and screen readers, its sign included.
func (p *printer) name(area image.Rectangle, line Line) {
	defer clip.Rect(area).Push(&p.laid.ops).Pop()
	semantic.LabelOp(line.Sign + line.Text).Add(&p.laid.ops)
}

// shape makes the glyphs of a line, and returns the inks of its spans.
func (p *printer) shape(line Line) []Ink {
	var inks []Ink
	var ends []int
	var faces []typeset.Face
	add := func(end int, ink uint16) {
		k := p.style.Row.Source.Ink(p.style.Theme, ink)
		inks, ends, faces = append(inks, k), append(ends, end), append(faces, p.face(k))
	}
	start := 0
	for _, sp := range line.Spans {
		add(sp.End, sp.Ink)
		start = sp.End
	}
	if start < len(line.Text) || start == 0 {
		add(len(line.Text), 0)
	}
	p.sh.Shape(line.Text, ends, faces, true)
	return inks
}

func (p *printer) face(k Ink) typeset.Face {
	f := p.style.Theme.Mono.Font
	if k.Bold {
		f.Weight = font.Bold
	}
	if k.Italic {
		f.Style = font.Italic
	}
	return typeset.Face{Style: typeset.Parameters(p.gtx, f, p.style.Theme.Mono.Size), Exact: true}
}

// run draws a stretch of a line in one ink: its ground, its glyphs, its lines.
func (p *printer) run(k Ink, r typeset.Run) {
	th, top := p.style.Theme, p.laid.size.Y
	if r.Named {
		k.Color, k.Ground = th.Warn, th.WarnSoft
	}
	area := image.Rect(r.X.Round(), top, (r.X + r.Width).Round(), top+p.height)
	p.fill(area, k.Ground)
	p.sh.Paint(&p.laid.ops, r, float32(top+p.baseline), k.Color)
	thick := max(1, p.gtx.Dp(theme.Hairline))
	if k.Under {
		y := top + p.baseline + p.gtx.Dp(2)
		p.fill(image.Rect(area.Min.X, y, area.Max.X, y+thick), k.Color)
	}
	if k.Wave.A > 0 {
		p.wave(area.Min.X, area.Max.X, top+p.baseline+p.gtx.Dp(3), k.Wave)
	}
	if k.Struck {
		y := top + p.baseline - p.gtx.Sp(th.Mono.Size)*3/10
		p.fill(image.Rect(area.Min.X, y, area.Max.X, y+thick), k.Color)
	}
}

// wave draws a wavy line from left to right around a height.
func (p *printer) wave(left, right, y int, c color.NRGBA) {
	half := float32(p.gtx.Dp(3)) // a half wave is as wide
	defer clip.Rect(image.Rect(left, y-p.gtx.Dp(3), right, y+p.gtx.Dp(3))).Push(&p.laid.ops).Pop()
	var path clip.Path
	path.Begin(&p.laid.ops)
	path.MoveTo(f32.Pt(float32(left), float32(y)))
	rise := half
	for x := float32(left); x < float32(right); x += half {
		path.Quad(f32.Pt(half/2, rise), f32.Pt(half, 0))
		rise = -rise
	}
	line := clip.Stroke{Path: path.End(), Width: float32(max(1, p.gtx.Dp(theme.Hairline)))}
	paint.FillShape(&p.laid.ops, c, line.Op())
}

// gutter draws number and sign before a line.
func (p *printer) gutter(top int, line Line) {
	if p.style.Row.Digits == 0 {
		return
	}
	sign := p.left - 2*p.digit
	if line.Number > 0 {
		number := strconv.Itoa(line.Number)
		width := p.measure(number)
		p.put(fixed.I(sign-2*p.digit)-width, top, p.style.Theme.Dim)
	}
	if line.Sign != "" {
		p.measure(line.Sign)
		p.put(fixed.I(sign), top, p.style.Theme.Text)
	}
}

// measure shapes a short text, and returns its width.
func (p *printer) measure(s string) fixed.Int26_6 {
	p.sh.Shape(s, []int{len(s)}, []typeset.Face{p.face(Ink{})}, true)
	return p.sh.Width(0, p.sh.Len())
}

// put draws what was measured.
func (p *printer) put(x fixed.Int26_6, top int, c color.NRGBA) {
	for _, r := range p.sh.Runs(0, p.sh.Len(), x) {
		p.sh.Paint(&p.laid.ops, r, float32(top+p.baseline), c)
	}
}

func (p *printer) fill(area image.Rectangle, c color.NRGBA) {
	if c.A > 0 && !area.Empty() {
		paint.FillShape(&p.laid.ops, c, clip.Rect(area).Op())
	}
}
