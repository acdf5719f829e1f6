package markdown

import (
	"image/color"

	"gioui.org/font"
	"gioui.org/layout"
	"gioui.org/unit"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// A BlockStyle is the look of one block. Fields may be changed.
type BlockStyle struct {
	Theme *theme.Theme
	Block *Block
	Body  theme.TextStyle // of prose; thoughts use Theme.Small
	Quiet bool            // in the dim colour
	Color color.NRGBA     // of the text; transparent: the theme's
	Words Words
}

// Words are the words on a block's controls, in the person's language.
type Words struct {
	Copy   string // button of a code block
	Copied string // the same, for a while after it was used
}

// BlockOf is the usual look of b.
func BlockOf(th *theme.Theme, b *Block) BlockStyle {
	return BlockStyle{Theme: th, Block: b, Body: th.Body, Words: Words{Copy: "Copy", Copied: "Copied"}}
}

// base is the type of the block's text.
func (s BlockStyle) base() theme.TextStyle {
	b := s.Block
	switch {
	case b.kind == Code || b.kind == HTML:
		return s.scaled(s.Theme.Mono)
	case b.kind == Heading:
		return s.heading(b.level)
	case b.note:
		return s.scaled(s.Theme.Small)
	}
	return s.Body
}

// scaled is a style of the theme in proportion to Body.
func (s BlockStyle) scaled(t theme.TextStyle) theme.TextStyle {
	k := s.Body.Size / s.Theme.Body.Size
	t.Size, t.LineHeight = t.Size*k, t.LineHeight*k
	return t
}

// heading is the type of a heading: larger for the first three levels.
func (s BlockStyle) heading(level int) theme.TextStyle {
	h := s.Body.Semibold()
	sizes := [...][2]unit.Sp{{20, 28}, {18, 26}, {16, 23}}
	if level <= len(sizes) {
		k := s.Body.Size / 15
		h.Size, h.LineHeight = sizes[level-1][0]*k, sizes[level-1][1]*k
	}
	return h
}

// An ink is how the text of a span is drawn: its face, and what goes with it.
type ink struct {
	typeset.Face
	color  color.NRGBA
	ground bool // the ground of inline code
	struck bool
	under  bool // underlined
	raise  fixed.Int26_6
}

// ink is that of a span of text in base.
func (s BlockStyle) ink(gtx layout.Context, base theme.TextStyle, sp span) ink {
	f, size := base.Font, base.Size
	out := ink{color: s.Theme.Text, struck: sp.style&struck != 0, under: sp.link != 0}
	if s.Color.A > 0 {
		out.color = s.Color
	}
	out.Exact = s.Block.kind == Code || sp.style&code != 0
	if sp.style&bold != 0 {
		f.Weight = max(f.Weight, font.Bold)
	}
	if sp.style&italic != 0 {
		f.Style = font.Italic
	}
	if sp.style&code != 0 && s.Block.kind != Code {
		f.Typeface, size = s.Theme.Mono.Font.Typeface, size*s.Theme.Mono.Size/s.Theme.Body.Size
		out.ground, out.Padding = true, fixed.I(gtx.Dp(4))
	}
	switch {
	case sp.style&quiet != 0:
		out.color, out.under = s.Theme.Dim, false
	case sp.link != 0:
		out.color = s.Theme.Accent
	case s.Quiet || s.Block.kind == HTML:
		out.color = s.Theme.Dim
	}
	if sp.style&raised != 0 {
		size *= 0.75
		out.color, out.raise = s.Theme.Accent, typeset.PxPerEm(gtx, base.Size)*2/5
	}
	out.Style = typeset.Parameters(gtx, f, size)
	return out
}
