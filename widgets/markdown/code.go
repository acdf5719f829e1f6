package markdown

import (
	"image"

	"gioui.org/op/clip"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/typeset"
)

const (
	codeHead   = 5  // dp, over and under the language and the button
	codeSide   = 14 // dp, beside the lines
	codeMargin = 10 // dp, above the first and below the last line
)

// printCode draws the lines of code: as they are, never broken.
func (s BlockStyle) printCode(p *printer, l *laid, box image.Rectangle) image.Point {
	b, gtx := s.Block, p.gtx
	at := box.Min
	if b.piece.first {
		l.head = image.Rect(box.Min.X, at.Y, box.Max.X, at.Y+gtx.Sp(s.scaled(s.Theme.Print).LineHeight)+2*gtx.Dp(codeHead)+gtx.Dp(theme.Hairline))
		at.Y = l.head.Max.Y + gtx.Dp(codeMargin)
	}
	side := gtx.Dp(codeSide)
	size := p.text(textBox{end: len(b.text), base: s.base(), at: at.Add(image.Pt(side, 0))})
	bottom := at.Y + size.Y
	if b.piece.last {
		bottom += gtx.Dp(codeMargin)
	}
	border := gtx.Dp(theme.Hairline)
	l.view = image.Rect(box.Min.X+border, at.Y, box.Max.X-border, bottom)
	return image.Pt(size.X+2*side, bottom-box.Min.Y)
}

// printCodeGround draws the frame of a code block: of its first part the top, of
// its last part the bottom.
func (s BlockStyle) printCodeGround(p *printer, l *laid, box image.Rectangle) {
	b, gtx := s.Block, p.gtx
	line, radius := gtx.Dp(theme.Hairline), gtx.Dp(theme.RadiusMedium)
	inner := image.Rect(box.Min.X+line, box.Min.Y, box.Max.X-line, box.Max.Y)
	outside, inside := clip.RRect{Rect: box}, clip.RRect{}
	if b.piece.first {
		inner.Min.Y += line
		outside.NW, outside.NE, inside.NW, inside.NE = radius, radius, radius-line, radius-line
	}
	if b.piece.last {
		inner.Max.Y -= line
		outside.SW, outside.SE, inside.SW, inside.SE = radius, radius, radius-line, radius-line
	}
	inside.Rect = inner
	widgets.FillRound(p.ops, s.Theme.Line, outside)
	widgets.FillRound(p.ops, s.Theme.Code, inside)
	if b.piece.first {
		p.fill(clip.Rect(image.Rect(inner.Min.X, l.head.Max.Y-line, inner.Max.X, l.head.Max.Y)).Op(), s.Theme.Line)
		s.printLanguage(p, l.head)
	}
}

func (s BlockStyle) printLanguage(p *printer, head image.Rectangle) {
	base := s.scaled(s.Theme.Print)
	label := printer{gtx: p.gtx, style: s, ops: p.ops}
	label.measure(s.Block.language, base)
	top := (head.Min.Y + head.Max.Y - p.gtx.Sp(base.LineHeight)) / 2
	label.label(s.Block.language, base, image.Pt(head.Min.X+p.gtx.Dp(codeSide), top))
}

// measure shapes a short text that is not part of the block's, and returns its
// width.
func (p *printer) measure(s string, base theme.TextStyle) int {
	k := p.style.ink(p.gtx, base, span{})
	k.Exact = true
	p.sh.Shaper = p.style.Theme.Shaper
	p.sh.Shape(s, []int{len(s)}, []typeset.Face{k.Face}, true)
	return p.sh.Width(0, p.sh.Len()).Ceil()
}

// label draws what was measured, in the dim colour.
func (p *printer) label(s string, base theme.TextStyle, at image.Point) {
	k := p.style.ink(p.gtx, base, span{})
	k.color = p.style.Theme.Dim
	height := p.gtx.Sp(base.LineHeight)
	for _, r := range p.sh.Runs(0, p.sh.Len(), fixed.I(at.X)) {
		p.run(k, r, lineAt{at.Y, at.Y + height, at.Y + typeset.Baseline(p.gtx, p.style.Theme.Shaper, base), at.X})
	}
}
