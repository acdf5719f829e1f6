package markdown

import (
	"image"
	"image/color"

	"gioui.org/f32"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
)

// A printer draws the text of one block and notes where it stands.
type printer struct {
	gtx   layout.Context
	style BlockStyle
	ops   *op.Ops
	sh    shaping
	lines []textLine
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
		limit = fixed.I(endless)
	}
	size := image.Point{}
	first := 0
	height := p.gtx.Sp(box.base.LineHeight)
	baseline := p.baseline(box.base)
	for _, last := range p.sh.breakLines(limit) {
		width := p.sh.width(first, last)
		x := fixed.I(box.at.X) + p.indent(box, width)
		top := box.at.Y + size.Y
		p.line(box, inks, p.sh.runs(first, last, x), lineAt{top, top + height, top + baseline, x.Round()})
		size = image.Pt(max(size.X, width.Ceil()), size.Y+height)
		first = last
	}
	return size
}

// shape shapes the text of a box, and returns the inks of its spans.
func (p *printer) shape(box textBox) []ink {
	b := p.style.Block
	var ends []int
	var inks []ink
	var faces []face
	start := 0
	for _, sp := range b.spans {
		if sp.end > box.start && start < box.end {
			ends = append(ends, min(sp.end, box.end)-box.start)
			inks = append(inks, p.style.ink(p.gtx, box.base, sp))
			faces = append(faces, inks[len(inks)-1].face)
		}
		start = sp.end
	}
	if len(ends) == 0 {
		ends = append(ends, box.end-box.start)
		inks = append(inks, p.style.ink(p.gtx, box.base, span{}))
		faces = append(faces, inks[0].face)
	}
	p.sh.shaper = p.style.Theme.Shaper
	p.sh.shape(b.text[box.start:box.end], ends, faces, b.kind == Code || b.kind == HTML)
	return inks
}

// indent is how far a line of a width stands from the left of its box.
func (p *printer) indent(box textBox, width fixed.Int26_6) fixed.Int26_6 {
	if box.width == 0 {
		return 0
	}
	room := fixed.I(box.width) - width
	align := box.align
	if p.sh.rtl && align != alignMiddle {
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

// baseline is how far the baseline of a line stands under its top.
func (p *printer) baseline(t theme.TextStyle) int {
	shaper := p.style.Theme.Shaper
	shaper.LayoutString(parameters(p.gtx, t.Font, t.Size), "x")
	g, _ := shaper.NextGlyph()
	free := fixed.I(p.gtx.Sp(t.LineHeight)) - g.Ascent - g.Descent
	return (free/2 + g.Ascent).Round()
}

// A lineAt is where a line stands: all in y but x.
type lineAt struct{ top, bottom, baseline, x int }

// line draws one line and notes it.
func (p *printer) line(box textBox, inks []ink, runs []run, at lineAt) {
	l := textLine{start: box.start, end: box.end, top: at.top, bottom: at.bottom, x: at.x}
	if len(runs) > 0 {
		l.start, l.end = box.end, box.start
	}
	for _, r := range runs {
		l.start = min(l.start, box.start+p.sh.clusters[r.first].start)
		l.end = max(l.end, box.start+p.sh.clusters[r.last-1].end)
		l.marks = p.sh.marks(l.marks, r, box.start)
		p.run(inks[p.sh.clusters[r.first].span], r, at)
		p.noteLink(box, r, at)
	}
	l.last = l.end
	if n := len(l.marks); n > 1 && l.end < box.end {
		l.last = int(l.marks[n-1].start) // the end of a broken line is the start of the next
	}
	p.lines = append(p.lines, l)
}

// run draws a run: its ground, its glyphs, its lines.
func (p *printer) run(k ink, r run, at lineAt) {
	area := image.Rect(r.x.Round(), at.top, (r.x + r.width).Round(), at.bottom)
	named := p.sh.clusters[r.first].named
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
	p.glyphs(k, r, at.baseline)
	hairline := max(1, p.gtx.Dp(theme.Hairline))
	if k.under {
		y := at.baseline + p.gtx.Dp(2)
		faint := k.color
		faint.A = 0x60
		p.fill(clip.Rect(image.Rect(area.Min.X, y, area.Max.X, y+hairline)).Op(), faint)
	}
	if k.struck {
		y := at.baseline - (k.style.PxPerEm * 3 / 10).Round()
		p.fill(clip.Rect(image.Rect(area.Min.X, y, area.Max.X, y+hairline)).Op(), k.color)
	}
}

// chunkGlyphs is how many glyphs make one outline at most: few enough for those
// of short words to be met again, many enough to be drawn fast.
const chunkGlyphs = 32

func (p *printer) glyphs(k ink, r run, baseline int) {
	first, last := p.sh.clusters[r.first], p.sh.clusters[r.last-1]
	glyphs := p.sh.glyphs[first.glyphs[0]:last.glyphs[1]]
	if len(glyphs) == 0 {
		return
	}
	// Glyphs keep their distances from the first one, which stands at the right
	// of a run that goes to the left.
	origin := r.x - first.pen
	if first.level%2 == 1 {
		origin = r.x + r.width - glyphs[0].Advance - glyphs[0].X
	}
	for len(glyphs) > 0 {
		n := min(chunkGlyphs, len(glyphs))
		p.outline(glyphs[:n], f32.Pt(toFloat(origin+glyphs[0].X), float32(baseline)-toFloat(k.raise)), k.color)
		glyphs = glyphs[n:]
	}
}

func (p *printer) outline(glyphs []text.Glyph, at f32.Point, c color.NRGBA) {
	shaper := p.style.Theme.Shaper
	defer op.Affine(f32.AffineId().Offset(at)).Push(p.ops).Pop()
	p.fill(clip.Outline{Path: shaper.Shape(glyphs)}.Op(), c)
	if call := shaper.Bitmaps(glyphs); call != (op.CallOp{}) {
		call.Add(p.ops)
	}
}

func (p *printer) fill(shape clip.Op, c color.NRGBA) { paint.FillShape(p.ops, c, shape) }

func toFloat(v fixed.Int26_6) float32 { return float32(v) / 64 }

// noteLink notes the area of a run that is part of a link.
func (p *printer) noteLink(box textBox, r run, at lineAt) {
	b := p.style.Block
	offset := box.start + p.sh.clusters[r.first].start
	for _, sp := range b.spans {
		if sp.end <= offset {
			continue
		}
		if sp.link > 0 {
			area := image.Rect(r.x.Round(), at.top, (r.x + r.width).Round(), at.bottom)
			p.links = append(p.links, linkArea{area, sp.link - 1})
		}
		return
	}
}
