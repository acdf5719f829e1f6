package markdown

import (
	"image"
	"image/color"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// A printer draws the text of one block and notes where it stands.
type printer struct {
	gtx   layout.Context
	style BlockStyle
	ops   *op.Ops
	sh    typeset.Shaping
	lines []typeset.Line
	links []linkArea
}

// A linkArea is where a part of a link stands.
type linkArea struct {
	area image.Rectangle
	link int // index in the block's links
}

// A textBox is where text stands and how.
type textBox struct {
	start, end int // in the block's text
	base       theme.TextStyle
	at         image.Point
	width      int // in which lines are broken and aligned; 0: they are not broken
	align      alignment
}

// text draws a part of the block's text, and returns its size.
func (p *printer) text(box textBox) image.Point {
	inks := p.shape(box)
	limit := fixed.I(box.width)
	if box.width == 0 {
		limit = fixed.I(typeset.Endless)
	}
	size := image.Point{}
	first := 0
	height := p.gtx.Sp(box.base.LineHeight)
	baseline := typeset.Baseline(p.gtx, p.style.Theme.Shaper, box.base)
	for _, last := range p.sh.BreakLines(limit) {
		width := p.sh.Width(first, last)
		x := fixed.I(box.at.X) + p.indent(box, width)
		top := box.at.Y + size.Y
		p.line(box, inks, p.sh.Runs(first, last, x), lineAt{top, top + height, top + baseline, x.Round()})
		size = image.Pt(max(size.X, width.Ceil()), size.Y+height)
		first = last
	}
	return size
}

// shape shapes the text of a box, and returns the inks of its spans.
func (p *printer) shape(box textBox) []ink {
	b := p.style.Block
	ends, inks := p.inks(box)
	faces := make([]typeset.Face, len(inks))
	for i := range inks {
		faces[i] = inks[i].Face
	}
	p.sh.Shaper = p.style.Theme.Shaper
	p.sh.Shape(b.text[box.start:box.end], ends, faces, b.kind == Code || b.kind == HTML)
	return inks
}

// inks are those of the spans of a box, which end at ends.
func (p *printer) inks(box textBox) (ends []int, inks []ink) {
	b := p.style.Block
	if b.kind == Code {
		return p.codeInks(box)
	}
	start := 0
	for _, sp := range b.spans {
		if sp.end > box.start && start < box.end {
			ends = append(ends, min(sp.end, box.end)-box.start)
			inks = append(inks, p.style.ink(p.gtx, box.base, sp))
		}
		start = sp.end
	}
	if len(ends) == 0 {
		return []int{box.end - box.start}, []ink{p.style.ink(p.gtx, box.base, span{})}
	}
	return ends, inks
}

// codeInks are those of the parts of a code, in their colours.
func (p *printer) codeInks(box textBox) (ends []int, inks []ink) {
	plain := p.style.ink(p.gtx, box.base, span{})
	end := 0
	for _, c := range p.style.Block.group.coloursOf(p.style.Block) {
		k := plain
		k.color = c.role.color(p.style.Theme)
		ends, inks, end = append(ends, c.end), append(inks, k), c.end
	}
	if end < box.end || len(ends) == 0 {
		ends, inks = append(ends, box.end), append(inks, plain)
	}
	return ends, inks
}

// indent is how far a line of a width stands from the left of its box.
func (p *printer) indent(box textBox, width fixed.Int26_6) fixed.Int26_6 {
	if box.width == 0 {
		return 0
	}
	room := fixed.I(box.width) - width
	align := box.align
	if p.sh.RTL && align != alignMiddle {
		align = alignEnd - align
	}
	switch align {
	case alignMiddle:
		return max(0, room/2)
	case alignEnd:
		return room
	}
	return 0
}

// A lineAt is where a line stands: all in y but x.
type lineAt struct{ top, bottom, baseline, x int }

// line draws one line and notes it.
func (p *printer) line(box textBox, inks []ink, runs []typeset.Run, at lineAt) {
	for _, r := range runs {
		p.run(inks[r.Span], r, at)
		p.noteLink(box, r, at)
	}
	l := p.sh.NewLine(runs, box.start, at.x, at.top, at.bottom)
	if l.End < box.end {
		l.Broken()
	}
	p.lines = append(p.lines, l)
}

// run draws a run: its ground, its glyphs, its lines.
func (p *printer) run(k ink, r typeset.Run, at lineAt) {
	area := image.Rect(r.X.Round(), at.top, (r.X + r.Width).Round(), at.bottom)
	named := r.Named
	if named {
		k.color = p.style.Theme.Warn
	}
	if k.ground || named {
		color := p.style.Theme.Code
		if named {
			color = p.style.Theme.WarnSoft
		}
		ground := area
		ground.Min.Y, ground.Max.Y = ground.Min.Y+p.gtx.Dp(1), ground.Max.Y-p.gtx.Dp(1)
		p.fill(clip.UniformRRect(ground, p.gtx.Dp(theme.RadiusSmall)).Op(p.ops), color)
	}
	p.sh.Paint(p.ops, r, float32(at.baseline)-float32(k.raise)/64, k.color)
	hairline := max(1, p.gtx.Dp(theme.Hairline))
	if k.under {
		y := at.baseline + p.gtx.Dp(2)
		faint := k.color
		faint.A = 0x60
		p.fill(clip.Rect(image.Rect(area.Min.X, y, area.Max.X, y+hairline)).Op(), faint)
	}
	if k.struck {
		y := at.baseline - (k.Style.PxPerEm * 3 / 10).Round()
		p.fill(clip.Rect(image.Rect(area.Min.X, y, area.Max.X, y+hairline)).Op(), k.color)
	}
}

func (p *printer) fill(shape clip.Op, c color.NRGBA) { paint.FillShape(p.ops, c, shape) }

// noteLink notes the area of a run that is part of a link.
func (p *printer) noteLink(box textBox, r typeset.Run, at lineAt) {
	b := p.style.Block
	offset := box.start + r.Start
	for _, sp := range b.spans {
		if sp.end <= offset {
			continue
		}
		if sp.link > 0 {
			area := image.Rect(r.X.Round(), at.top, (r.X + r.Width).Round(), at.bottom)
			p.links = append(p.links, linkArea{area, sp.link - 1})
		}
		return
	}
}
