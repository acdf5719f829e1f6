package markdown

import (
	"image"
	"image/color"

	"gioui.org/f32"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// A laidKey is all that the layout of a content depends on.
type laidKey struct {
	width  int
	metric unit.Metric
	theme  *theme.Theme
	body   theme.TextStyle
	quiet  bool
	color  color.NRGBA
	table  int // version of the table's columns
}

// laid is a block as it was laid out: operations to be replayed, and where its
// text stands. It is never changed.
type laid struct {
	key   laidKey
	ops   op.Ops
	back  op.CallOp // grounds, bars, marks
	front op.CallOp // text
	size  image.Point
	lines []typeset.Line
	links []linkArea
	view  image.Rectangle // where the text is seen; it moves when it is wider
	head  image.Rectangle // of the block's controls; empty: it has none
	width int             // of the text in view
}

// Layout draws the block in the width that it is given.
func (s BlockStyle) Layout(gtx layout.Context) layout.Dimensions {
	l := s.lay(gtx)
	l.back.Add(gtx.Ops)
	if s.Block.group == nil || l.view.Empty() {
		l.front.Add(gtx.Ops)
	} else {
		s.moved(gtx, l)
	}
	s.layoutControls(gtx, l)
	return layout.Dimensions{Size: l.size}
}

// moved draws the text of a block that is seen through its view.
func (s BlockStyle) moved(gtx layout.Context, l *laid) {
	defer clip.Rect(l.view).Push(gtx.Ops).Pop()
	s.scrollArea(gtx, l)
	offset := op.Offset(image.Pt(-l.scrolled(s.Block), 0)).Push(gtx.Ops)
	l.front.Add(gtx.Ops)
	offset.Pop()
	s.layoutThumb(gtx, l)
}

// scrolled is how far the text of the block is moved to the left.
func (l *laid) scrolled(b *Block) int {
	if b.group == nil {
		return 0
	}
	return max(0, min(b.group.scroll, b.group.width-l.view.Dx()))
}

// clipped keeps of regions what is seen.
func (l *laid) clipped(b *Block, regions []image.Rectangle) []image.Rectangle {
	if b.group == nil || l.view.Empty() {
		return regions
	}
	for i := range regions {
		regions[i] = regions[i].Intersect(l.view)
	}
	return regions
}

// lay is the block's layout, made anew when what it depends on has changed.
func (s BlockStyle) lay(gtx layout.Context) *laid {
	b := s.Block
	key := laidKey{width: gtx.Constraints.Max.X, metric: gtx.Metric, theme: s.Theme, body: s.Body, quiet: s.Quiet, color: s.Color}
	if b.kind == Table {
		key.table = s.columnWidths(gtx, key)
	}
	if b.laid == nil || b.laid.key != key {
		b.laid = s.print(gtx, key)
		if b.group != nil {
			b.group.width = max(b.group.width, b.laid.width)
		}
	}
	return b.laid
}

// print lays the block out.
func (s BlockStyle) print(gtx layout.Context, key laidKey) *laid {
	b := s.Block
	l := &laid{key: key}
	p := &printer{gtx: gtx, style: s, ops: &l.ops}
	box := s.inner(gtx, key.width)

	front := op.Record(&l.ops)
	content := s.printContent(p, l, box)
	l.front = front.Stop()
	l.size = image.Pt(key.width, box.Min.Y+content.Y)
	l.lines, l.links, l.width = p.lines, p.links, content.X

	back := op.Record(&l.ops)
	area := clip.Rect{Max: l.size}.Push(&l.ops)
	semantic.LabelOp(b.text).Add(&l.ops)
	area.Pop()
	s.printContainers(p, box, l.size.X, l.size.Y)
	s.printGround(p, l, box)
	l.back = back.Stop()
	return l
}

// inner is the box that the containers leave to the content: they stand at its
// left, or at the right of text that runs to the left. Its bottom is not known
// yet.
func (s BlockStyle) inner(gtx layout.Context, width int) image.Rectangle {
	x := 0
	for _, c := range s.Block.within {
		x += s.containerIndent(gtx, c)
	}
	x = min(x, width*3/4)
	box := image.Rectangle{Min: image.Pt(x, gtx.Dp(s.Block.gap)), Max: image.Pt(width, 0)}
	if s.rtl() {
		box.Min.X, box.Max.X = 0, width-x
	}
	return box
}

// rtl reports whether the block runs from right to left.
func (s BlockStyle) rtl() bool {
	b := s.Block
	if b.kind != Paragraph && b.kind != Heading {
		return false
	}
	return typeset.RunsLeft(b.text)
}

// containerIndent is the room that a container takes at the left.
func (s BlockStyle) containerIndent(gtx layout.Context, c container) int {
	if c.kind == quote {
		return gtx.Dp(16)
	}
	return gtx.Sp(s.Body.Size * 1.6)
}

// printContent draws what the block says, and returns its size.
func (s BlockStyle) printContent(p *printer, l *laid, box image.Rectangle) image.Point {
	b := s.Block
	switch b.kind {
	case Rule:
		return image.Pt(box.Dx(), p.gtx.Dp(theme.Hairline))
	case Code:
		return s.printCode(p, l, box)
	case Table:
		return s.printTable(p, l, box)
	}
	return p.text(textBox{end: len(b.text), base: s.base(), at: box.Min, width: box.Dx()})
}

// printGround draws what is under the content.
func (s BlockStyle) printGround(p *printer, l *laid, box image.Rectangle) {
	switch s.Block.kind {
	case Rule:
		p.fill(clip.Rect(image.Rect(box.Min.X, box.Min.Y, box.Max.X, l.size.Y)).Op(), s.Theme.Line)
	case Code:
		s.printCodeGround(p, l, image.Rectangle{Min: box.Min, Max: image.Pt(box.Max.X, l.size.Y)})
	}
}

// printContainers draws the bars of quotes and the marks of items.
func (s BlockStyle) printContainers(p *printer, box image.Rectangle, width, bottom int) {
	x, rtl := 0, s.rtl()
	for i, c := range s.Block.within {
		indent := s.containerIndent(p.gtx, c)
		room := image.Rect(x, box.Min.Y, x+indent, box.Min.Y+p.gtx.Sp(s.firstLine()))
		if rtl {
			room.Min.X, room.Max.X = width-x-indent, width-x
		}
		switch {
		case c.kind == quote:
			bar := image.Rect(room.Min.X, box.Min.Y, room.Min.X+p.gtx.Dp(3), bottom)
			if rtl {
				bar.Min.X, bar.Max.X = room.Max.X-p.gtx.Dp(3), room.Max.X
			}
			if i < s.Block.shared {
				bar.Min.Y = 0 // it goes on from the block above
			}
			p.fill(clip.Rect(bar).Op(), s.Theme.Line)
		case c.mark != "":
			s.printMark(p, c, room, rtl)
		}
		x += indent
	}
}

// firstLine is the height of the line that a mark stands beside.
func (s BlockStyle) firstLine() unit.Sp {
	if s.Block.kind == Paragraph || s.Block.kind == Heading {
		return s.base().LineHeight
	}
	return s.Body.LineHeight
}

// printMark draws the mark of an item in the room before its first line.
func (s BlockStyle) printMark(p *printer, c container, room image.Rectangle, rtl bool) {
	switch c.kind {
	case bulletItem:
		r := p.gtx.Dp(5)
		at := image.Pt((room.Min.X+room.Max.X-r)/2, (room.Min.Y+room.Max.Y-r)/2)
		p.fill(clip.Ellipse{Min: at, Max: at.Add(image.Pt(r, r))}.Op(p.ops), s.Theme.Dim)
	case orderedItem:
		s.printNumber(p, c.mark, room, rtl)
	default:
		s.printBox(p, c.kind == doneItem, room)
	}
}

// printNumber draws the number of an item beside where the text begins. A long
// one reaches out of its room.
func (s BlockStyle) printNumber(p *printer, number string, room image.Rectangle, rtl bool) {
	base := s.Body
	if s.Block.note {
		base = s.base()
	}
	label := printer{gtx: p.gtx, style: s, ops: p.ops}
	width := label.measure(number, base)
	x := room.Max.X - p.gtx.Dp(7) - width
	if rtl {
		x = room.Min.X + p.gtx.Dp(7)
	}
	label.label(number, base, image.Pt(x, room.Min.Y))
}

// printBox draws the box of a task.
func (s BlockStyle) printBox(p *printer, done bool, room image.Rectangle) {
	side, line := p.gtx.Dp(14), max(1, p.gtx.Dp(1.5))
	at := image.Pt((room.Min.X+room.Max.X-side)/2-p.gtx.Dp(2), (room.Min.Y+room.Max.Y-side)/2)
	box := image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}
	area := clip.Rect(box).Push(p.ops)
	semantic.CheckBox.Add(p.ops)
	semantic.SelectedOp(done).Add(p.ops)
	area.Pop()
	radius := p.gtx.Dp(theme.RadiusSmall)
	if !done {
		p.fill(clip.UniformRRect(box, radius).Op(p.ops), s.Theme.Dim)
		p.fill(clip.UniformRRect(box.Inset(line), radius-line).Op(p.ops), s.Theme.Background)
		return
	}
	p.fill(clip.UniformRRect(box, radius).Op(p.ops), s.Theme.Accent)
	p.tick(box, s.Theme)
}

// tick draws a check mark in a box.
func (p *printer) tick(box image.Rectangle, th *theme.Theme) {
	var path clip.Path
	path.Begin(p.ops)
	at := func(x, y float32) f32.Point {
		return f32.Pt(float32(box.Min.X)+x*float32(box.Dx()), float32(box.Min.Y)+y*float32(box.Dy()))
	}
	path.MoveTo(at(0.25, 0.52))
	path.LineTo(at(0.43, 0.70))
	path.LineTo(at(0.76, 0.32))
	stroke := clip.Stroke{Path: path.End(), Width: float32(p.gtx.Dp(2))}.Op()
	paint.FillShape(p.ops, th.Background, stroke)
}
