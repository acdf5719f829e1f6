package widgets

import (
	"image"
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/text"
	"gioui.org/unit"

	"sidekicks/theme"
)

// A BadgeStyle is a word or a number in a coloured pill.
type BadgeStyle struct {
	Theme  *theme.Theme
	Text   string
	Color  color.NRGBA
	Ground color.NRGBA
	Name   string // said instead of Text
}

// BadgeOf is a pill that asks to be looked at.
func BadgeOf(th *theme.Theme, txt string) BadgeStyle {
	return BadgeStyle{Theme: th, Text: txt, Color: th.Raised, Ground: th.Danger}
}

// Layout draws the pill, at least as wide as it is high.
func (s BadgeStyle) Layout(gtx layout.Context) layout.Dimensions {
	label := LabelOf(s.Theme, s.Theme.Print.Semibold(), s.Text)
	label.Color = s.Color
	gtx.Constraints.Min = image.Point{}
	call, dims := measure(gtx, label.Layout)
	height := gtx.Sp(s.Theme.Print.LineHeight) + gtx.Dp(1)
	size := image.Pt(max(dims.Size.X+gtx.Dp(10), height), height)
	fillRound(gtx.Ops, s.Ground, image.Rectangle{Max: size}, size.Y/2)
	if s.Name != "" {
		defer clip.Rect{Max: size}.Push(gtx.Ops).Pop() // an area of its own, to be described
		semantic.DescriptionOp(s.Name).Add(gtx.Ops)
	}
	at(gtx.Ops, size.Sub(dims.Size).Div(2), call)
	return layout.Dimensions{Size: size}
}

// A FaceStyle is the first letter of a name on a colour, with a dot that tells
// a state.
type FaceStyle struct {
	Theme  *theme.Theme
	Name   string
	Colour int         // index of the colour in the palette's Faces; any number
	Dot    color.NRGBA // transparent: none
	Around color.NRGBA // what the face stands on, between the face and its dot
	Size   unit.Dp
}

// FaceOf is the face of the n-th of several names.
func FaceOf(th *theme.Theme, name string, n int) FaceStyle {
	return FaceStyle{Theme: th, Name: name, Colour: n, Around: th.Panel, Size: 32}
}

// Layout draws the face; it grows with the text.
func (s FaceStyle) Layout(gtx layout.Context) layout.Dimensions {
	side := max(gtx.Dp(s.Size), gtx.Sp(s.Theme.Label.LineHeight)*8/5)
	faces := s.Theme.Faces
	fillRound(gtx.Ops, faces[s.Colour%len(faces)], image.Rectangle{Max: image.Pt(side, side)}, side*10/32)
	letter := LabelOf(s.Theme, s.Theme.Label.Semibold(), initial(s.Name))
	letter.Color, letter.Alignment = s.Theme.OnFace, text.Middle
	square := gtx
	square.Constraints = layout.Exact(image.Pt(side, side))
	layout.Center.Layout(square, letter.Layout)
	if s.Dot.A > 0 {
		s.dot(gtx, side)
	}
	return layout.Dimensions{Size: image.Pt(side, side)}
}

func (s FaceStyle) dot(gtx layout.Context, side int) {
	d, rim := side*11/32, max(side/16, 1)
	corner := side + gtx.Dp(3)
	r := image.Rect(corner-d, corner-d, corner, corner)
	fillRound(gtx.Ops, s.Around, r, d/2)
	fillRound(gtx.Ops, s.Dot, r.Inset(rim), d/2-rim)
}

// initial is the first letter or digit of a name, as a capital.
func initial(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if i < 0 {
		return "?"
	}
	r, _ := utf8.DecodeRuneInString(name[i:])
	return string(unicode.ToUpper(r))
}

// A MeterStyle is a bar that is filled in part.
type MeterStyle struct {
	Full, Empty color.NRGBA
	Part        float32 // 0 to 1
	Width       unit.Dp
}

// MeterOf is a bar of which a part is used.
func MeterOf(th *theme.Theme, part float32) MeterStyle {
	return MeterStyle{Full: th.Accent, Empty: th.Line, Part: part, Width: 72}
}

// Layout draws the bar.
func (s MeterStyle) Layout(gtx layout.Context) layout.Dimensions {
	size := image.Pt(gtx.Dp(s.Width), gtx.Dp(theme.Step))
	fillRound(gtx.Ops, s.Empty, image.Rectangle{Max: size}, size.Y/2)
	full := size
	full.X = int(float32(size.X) * min(max(s.Part, 0), 1))
	fillRound(gtx.Ops, s.Full, image.Rectangle{Max: full}, size.Y/2)
	return layout.Dimensions{Size: size}
}
