package widgets

import (
	"image"
	"image/color"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/paint"
	"gioui.org/text"
	"gioui.org/widget"

	"sidekicks/theme"
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

// Layout draws the text in the width it is given.
func (s LabelStyle) Layout(gtx layout.Context) layout.Dimensions {
	l := widget.Label{
		Alignment: s.Alignment, MaxLines: s.MaxLines, WrapPolicy: s.Wrap,
		LineHeight: s.Style.LineHeight, LineHeightScale: 1,
	}
	return l.Layout(gtx, s.Theme.Shaper, s.Style.Font, s.Style.Size, s.Text, Ink(gtx.Ops, s.Color))
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
