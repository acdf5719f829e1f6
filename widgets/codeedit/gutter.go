package codeedit

import (
	"image"
	"image/color"
	"strconv"

	"gioui.org/f32"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// gutter draws the line numbers and the signs of what is marked.
func (s Style) gutter(gtx layout.Context, first, last, baseline int) {
	e := s.Editor
	area := clip.Rect{Max: image.Pt(e.view.gutter, e.view.size.Y)}.Push(gtx.Ops)
	defer area.Pop()
	pointer.CursorDefault.Add(gtx.Ops)
	paint.Fill(gtx.Ops, s.Theme.Panel)
	worst := e.worst(first, last)
	own := e.doc.lineAt(e.doc.selection.caret)
	for i := first; i <= last; i++ {
		text, c := s.Text, s.Theme.Dim
		if i == own {
			c = s.Theme.Text
		}
		mark, marked := worst[i]
		if marked {
			c = s.severityColor(mark.Severity)
			text = text.Bold()
			s.sign(gtx, i, mark)
		}
		l := e.lines.number(gtx, text, c, strconv.Itoa(i+1))
		right := op.Offset(image.Pt(e.view.gutter-gtx.Dp(3*theme.Step)-l.width, e.top(i)+baseline)).Push(gtx.Ops)
		l.call.Add(gtx.Ops)
		right.Pop()
	}
}

// worst is the worst mark that begins in each of the lines.
func (e *Editor) worst(first, last int) map[int]Mark {
	out := map[int]Mark{}
	from := e.doc.start(first)
	_, to := e.doc.bounds(last)
	for _, m := range e.marks {
		if m.Start < from || m.Start > to || m.Severity == Remark {
			continue
		}
		line := e.doc.lineAt(m.Start)
		if was, ok := out[line]; !ok || m.Severity < was.Severity {
			out[line] = m
		}
	}
	return out
}

// sign draws a dot for an error and a triangle for a warning.
func (s Style) sign(gtx layout.Context, line int, m Mark) {
	e := s.Editor
	size := gtx.Sp(s.Text.Size) * 2 / 3
	y := e.top(line) + (e.view.lineHeight-size)/2
	x := gtx.Dp(5 * theme.Step)
	defer op.Offset(image.Pt(x, y)).Push(gtx.Ops).Pop()
	defer clip.Rect{Max: image.Pt(size, size)}.Push(gtx.Ops).Pop()
	semantic.LabelOp(s.wordOf(m.Severity)).Add(gtx.Ops)
	semantic.DescriptionOp(m.Message).Add(gtx.Ops)
	SeverityIcon(gtx, m.Severity, size, s.severityColor(m.Severity))
}

func (s Style) wordOf(v Severity) string {
	switch v {
	case Error:
		return s.Words.Error
	case Warning:
		return s.Words.Warning
	}
	return s.Words.Remark
}

// number is the drawing of a line number.
func (c *lineCache) number(gtx layout.Context, text theme.TextStyle, ink color.NRGBA, digits string) *drawnLine {
	key := lineKey{text: digits, ink: ink, bold: text.Font != c.look.text.Font}
	l := c.lines[key]
	if l == nil {
		l = new(drawnLine)
		macro := op.Record(&l.ops)
		c.shaping.Shape(digits, []int{len(digits)}, []typeset.Face{{Style: typeset.Parameters(gtx, text.Font, text.Size)}}, true)
		for _, r := range c.shaping.Runs(0, c.shaping.Len(), 0) {
			c.shaping.Paint(&l.ops, r, 0, ink)
			l.width = max(l.width, (r.X + r.Width).Ceil())
		}
		l.call = macro.Stop()
		c.lines[key] = l
	}
	l.frame = c.frame
	return l
}

func triangle(ops *op.Ops, size float32) clip.PathSpec {
	var p clip.Path
	p.Begin(ops)
	p.MoveTo(f32.Pt(size/2, size*0.08))
	p.LineTo(f32.Pt(size, size*0.92))
	p.LineTo(f32.Pt(0, size*0.92))
	p.Close()
	return p.End()
}
