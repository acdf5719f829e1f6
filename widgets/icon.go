package widgets

import (
	"image"
	"image/color"
	"math"

	"gioui.org/f32"
	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"
)

// An Icon is a small sign, drawn with strokes so that it is sharp at any size.
type Icon uint8

const (
	IconRight    Icon = iota // something folded
	IconDown                 // something unfolded, or a menu
	IconCheck                // done
	IconCross                // failed
	IconCircle               // to do
	IconHalf                 // in progress
	IconSquare               // stop
	IconPencil               // edit
	IconTerminal             // run
	IconPage                 // a file
	IconLens                 // search
	IconGlobe                // the network
	IconBin                  // delete
	IconArrow                // move
	IconClock                // waits
	IconBulb                 // thinks
	IconDot                  // anything else
	IconEnd                  // go to the end
	IconPlus                 // begin something new
	IconGear                 // settings
	IconUp                   // the one before
	IconCopy                 // to the clipboard
)

// A stroke is a line through points, or a circle; or what it encloses when it is
// filled.
// The grid is 16 by 16.
type stroke struct {
	points []f32.Point
	radius float32 // around points[0]
	filled bool
}

func line(xy ...float32) stroke {
	var s stroke
	for i := 0; i+1 < len(xy); i += 2 {
		s.points = append(s.points, f32.Pt(xy[i], xy[i+1]))
	}
	return s
}

func circle(x, y, r float32) stroke { return stroke{points: []f32.Point{{X: x, Y: y}}, radius: r} }

func disc(x, y, r float32) stroke {
	s := circle(x, y, r)
	s.filled = true
	return s
}

func solid(xy ...float32) stroke {
	s := line(xy...)
	s.filled = true
	return s
}

// strokes are the icons, in the order of their constants.
var strokes = [...][]stroke{
	IconRight:    {line(6, 3.5, 10.5, 8, 6, 12.5)},
	IconDown:     {line(3.5, 6, 8, 10.5, 12.5, 6)},
	IconCheck:    {line(3, 8.5, 6.5, 12, 13, 4.5)},
	IconCross:    {line(4, 4, 12, 12), line(12, 4, 4, 12)},
	IconCircle:   {circle(8, 8, 5)},
	IconHalf:     {circle(8, 8, 5), line(8, 3, 8, 13), line(9.8, 3.8, 9.8, 12.2), line(11.5, 5, 11.5, 11)},
	IconSquare:   {solid(3.5, 3.5, 12.5, 3.5, 12.5, 12.5, 3.5, 12.5, 3.5, 3.5)},
	IconPencil:   {line(3, 13, 3.8, 9.8, 10.8, 2.8, 13.2, 5.2, 6.2, 12.2, 3, 13), line(9.2, 4.4, 11.6, 6.8)},
	IconTerminal: {line(3, 4.5, 6.5, 8, 3, 11.5), line(8.5, 12, 13, 12)},
	IconPage:     {line(4, 2.5, 9.5, 2.5, 12, 5, 12, 13.5, 4, 13.5, 4, 2.5), line(6.2, 7, 9.8, 7), line(6.2, 10, 9.8, 10)},
	IconLens:     {circle(7, 7, 4), line(10, 10, 13.5, 13.5)},
	IconGlobe:    {circle(8, 8, 5.5), line(2.5, 8, 13.5, 8), line(8, 2.5, 5.8, 8, 8, 13.5), line(8, 2.5, 10.2, 8, 8, 13.5)},
	IconBin:      {line(3, 4.5, 13, 4.5), line(6, 4.5, 6, 2.8, 10, 2.8, 10, 4.5), line(4.2, 4.5, 4.8, 13.5, 11.2, 13.5, 11.8, 4.5)},
	IconArrow:    {line(2.5, 8, 13, 8), line(9.5, 4.5, 13, 8, 9.5, 11.5)},
	IconClock:    {circle(8, 8, 5.5), line(8, 4.5, 8, 8, 10.5, 9.5)},
	IconBulb:     {circle(8, 6.5, 4), line(6.2, 10.3, 6.2, 13.3, 9.8, 13.3, 9.8, 10.3)},
	IconDot:      {disc(8, 8, 2.5)},
	IconGear:     {circle(8, 8, 3.2), line(8, 1.5, 8, 4.5), line(8, 11.5, 8, 14.5), line(1.5, 8, 4.5, 8), line(11.5, 8, 14.5, 8), line(3.4, 3.4, 5.5, 5.5), line(10.5, 10.5, 12.6, 12.6), line(3.4, 12.6, 5.5, 10.5), line(10.5, 5.5, 12.6, 3.4)},
	IconPlus:     {line(8, 3, 8, 13), line(3, 8, 13, 8)},
	IconCopy:     {line(5.5, 5.5, 13, 5.5, 13, 13.5, 5.5, 13.5, 5.5, 5.5), line(10.5, 5.5, 10.5, 2.5, 3, 2.5, 3, 10.5, 5.5, 10.5)},
	IconUp:       {line(3.5, 10.5, 8, 6, 12.5, 10.5)},
	IconEnd:      {line(3.5, 5, 8, 9.5, 12.5, 5), line(4, 13, 12, 13)},
}

// Layout draws the icon as a square of a size of text.
func (i Icon) Layout(gtx layout.Context, size unit.Sp, c color.NRGBA) layout.Dimensions {
	side := gtx.Sp(size)
	scale := float32(side) / 16
	for _, s := range strokes[i] {
		var p clip.Path
		p.Begin(gtx.Ops)
		s.trace(&p, scale)
		spec := p.End()
		if s.filled {
			paint.FillShape(gtx.Ops, c, clip.Outline{Path: spec}.Op())
		} else {
			paint.FillShape(gtx.Ops, c, clip.Stroke{Path: spec, Width: 1.4 * scale}.Op())
		}
	}
	return layout.Dimensions{Size: image.Pt(side, side)}
}

func (s stroke) trace(p *clip.Path, scale float32) {
	start := s.points[0].Mul(scale)
	if s.radius > 0 {
		r := s.radius * scale
		p.MoveTo(start.Add(f32.Pt(r, 0)))
		p.ArcTo(start, start, 2*math.Pi)
		return
	}
	p.MoveTo(start)
	for _, next := range s.points[1:] {
		p.LineTo(next.Mul(scale))
	}
}
