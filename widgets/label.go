package widgets

import (
	"image"
	"image/color"
	"strings"

	"gioui.org/f32"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// A LabelStyle is a piece of text that is only read.
type LabelStyle struct {
	Theme     *theme.Theme
	Style     theme.TextStyle
	Color     color.NRGBA
	Text      string
	MaxLines  int // 0: as many as it takes
	Alignment text.Alignment
	Wrap      text.WrapPolicy
}

// LabelOf is text in the colour of what is read.
func LabelOf(th *theme.Theme, style theme.TextStyle, txt string) LabelStyle {
	return LabelStyle{Theme: th, Style: style, Color: th.Text, Text: txt}
}

// DimOf is text that may be overlooked.
func DimOf(th *theme.Theme, style theme.TextStyle, txt string) LabelStyle {
	l := LabelOf(th, style, txt)
	l.Color = th.Dim
	return l
}

// OneLineOf is text on one line, which ends in an ellipsis where it is too long.
func OneLineOf(th *theme.Theme, style theme.TextStyle, txt string) LabelStyle {
	l := LabelOf(th, style, txt)
	l.MaxLines = 1
	l.Wrap = text.WrapGraphemes
	return l
}

// KeyOf is the name of a key where it acts: small and dim.
func KeyOf(th *theme.Theme, name string) LabelStyle {
	l := DimOf(th, th.Print, name)
	l.Style.Size = l.Style.Size * 11 / 12
	return l
}

// Layout draws the text in the width it is given, as Gio's own label does but for
// how glyphs are painted, see [typeset.PaintGlyphs].
func (s LabelStyle) Layout(gtx layout.Context) layout.Dimensions {
	s.Text = strings.ReplaceAll(s.Text, "\t", "    ") // no face has a tab
	shaper, cs := s.Theme.Shaper, gtx.Constraints
	shaper.LayoutString(text.Parameters{
		Font: s.Style.Font, PxPerEm: fixed.I(gtx.Sp(s.Style.Size)), Locale: gtx.Locale,
		LineHeight: fixed.I(gtx.Sp(s.Style.LineHeight)), LineHeightScale: 1,
		MinWidth: cs.Min.X, MaxWidth: cs.Max.X, MaxLines: s.MaxLines, WrapPolicy: s.Wrap, Alignment: s.Alignment,
	}, s.Text)
	m := op.Record(gtx.Ops)
	semantic.LabelOp(s.Text).Add(gtx.Ops) // of what is clipped below
	p := labelPainter{ops: gtx.Ops, shaper: shaper, color: s.Color, lines: s.MaxLines, height: cs.Max.Y}
	var line [typeset.ChunkGlyphs]text.Glyph
	for g, rest := line[:0], true; rest; {
		g, rest = p.next(g)
	}
	call := m.Stop()
	defer clip.Rect{Min: p.over.Min, Max: cs.Max.Add(p.over.Max)}.Push(gtx.Ops).Pop()
	call.Add(gtx.Ops)
	size := cs.Constrain(p.bounds.Size())
	return layout.Dimensions{Size: size, Baseline: size.Y - p.baseline}
}

// A labelPainter draws what a shaper has laid out, and measures it.
type labelPainter struct {
	ops    *op.Ops
	shaper *text.Shaper
	color  color.NRGBA
	lines  int // that may still be drawn; 0: all
	height int // below which nothing is seen

	bounds   image.Rectangle // of the lines
	over     image.Rectangle // how far glyphs reach beyond theirs, on each side
	baseline int             // of the first line
}

// next takes a glyph, and draws those of line at its end or when it is full. It
// returns what is still to be drawn, and whether there are more glyphs.
func (p *labelPainter) next(line []text.Glyph) ([]text.Glyph, bool) {
	g, more := p.shaper.NextGlyph()
	if !more {
		return line, false
	}
	if g.Flags&text.FlagLineBreak != 0 && p.lines > 0 {
		p.lines--
		more = p.lines > 0
	}
	if box := logical(g); box.Min.Y <= p.height {
		p.measure(g, box)
		line = append(line, g)
	} else {
		more = false
	}
	if g.Flags&text.FlagLineBreak != 0 || len(line) == cap(line) || !more {
		p.paint(line)
		line = line[:0]
	}
	return line, more
}

func (p *labelPainter) paint(line []text.Glyph) {
	if len(line) > 0 {
		typeset.PaintGlyphs(p.ops, p.shaper, line, f32.Pt(float32(line[0].X)/64, float32(line[0].Y)), p.color)
	}
}

func (p *labelPainter) measure(g text.Glyph, box image.Rectangle) {
	if p.bounds == (image.Rectangle{}) {
		p.bounds, p.baseline = box, int(g.Y)
	}
	p.bounds = p.bounds.Union(box)
	p.over.Min.X = min(p.over.Min.X, g.Bounds.Min.X.Floor())
	p.over.Min.Y = min(p.over.Min.Y, (g.Bounds.Min.Y + g.Ascent).Floor())
	p.over.Max.X = max(p.over.Max.X, (g.Bounds.Max.X - g.Advance).Ceil())
	p.over.Max.Y = max(p.over.Max.Y, (g.Bounds.Max.Y - g.Descent).Ceil())
}

// logical is the room that a glyph takes in its line.
func logical(g text.Glyph) image.Rectangle {
	return image.Rect(g.X.Floor(), int(g.Y)-g.Ascent.Ceil(), (g.X + g.Advance).Ceil(), int(g.Y)+g.Descent.Ceil())
}

// Ink is a colour as the material that Gio draws text with.
func Ink(ops *op.Ops, c color.NRGBA) op.CallOp {
	m := op.Record(ops)
	paint.ColorOp{Color: c}.Add(ops)
	return m.Stop()
}

// measure records w and tells its size without drawing it.
func measure(gtx layout.Context, w layout.Widget) (op.CallOp, layout.Dimensions) {
	m := op.Record(gtx.Ops)
	dims := w(gtx)
	return m.Stop(), dims
}

// at draws what was recorded at a point.
func at(ops *op.Ops, p image.Point, call op.CallOp) {
	defer op.Offset(p).Push(ops).Pop()
	call.Add(ops)
}
