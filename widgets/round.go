package widgets

import (
	"image"
	"image/color"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// FillRound paints a rectangle with round corners of a colour. It paints what
// filling the shape as one would, for half the price or less: Gio draws a path
// in a texture of the path's size and then from there, but a rectangle at once,
// so only the corners are paths here.
func FillRound(ops *op.Ops, c color.NRGBA, shape clip.RRect) {
	r := shape.Rect
	top, bottom := max(shape.NW, shape.NE), max(shape.SW, shape.SE)
	if top+bottom > r.Dy() || max(shape.NW+shape.NE, shape.SW+shape.SE) > r.Dx() {
		paint.FillShape(ops, c, shape.Op(ops)) // corners that meet
		return
	}
	fillRect(ops, c, image.Rect(r.Min.X, r.Min.Y+top, r.Max.X, r.Max.Y-bottom))
	fillRect(ops, c, image.Rect(r.Min.X+shape.NW, r.Min.Y, r.Max.X-shape.NE, r.Min.Y+top))
	fillRect(ops, c, image.Rect(r.Min.X+shape.SW, r.Max.Y-bottom, r.Max.X-shape.SE, r.Max.Y))
	fillCorner(ops, c, clip.RRect{Rect: image.Rect(r.Min.X, r.Min.Y, r.Min.X+shape.NW, r.Min.Y+top), NW: shape.NW})
	fillCorner(ops, c, clip.RRect{Rect: image.Rect(r.Max.X-shape.NE, r.Min.Y, r.Max.X, r.Min.Y+top), NE: shape.NE})
	fillCorner(ops, c, clip.RRect{Rect: image.Rect(r.Min.X, r.Max.Y-bottom, r.Min.X+shape.SW, r.Max.Y), SW: shape.SW})
	fillCorner(ops, c, clip.RRect{Rect: image.Rect(r.Max.X-shape.SE, r.Max.Y-bottom, r.Max.X, r.Max.Y), SE: shape.SE})
}

// StrokeRound paints the line along the inside of a rectangle with round
// corners, width pixels wide. As with [FillRound] only the corners are paths.
func StrokeRound(ops *op.Ops, c color.NRGBA, shape clip.RRect, width int) {
	r := shape.Rect
	left, right := max(shape.NW, shape.SW, width), max(shape.NE, shape.SE, width)
	top, bottom := max(shape.NW, shape.NE, width), max(shape.SW, shape.SE, width)
	fillRect(ops, c, image.Rect(r.Min.X+left, r.Min.Y, r.Max.X-right, r.Min.Y+width))
	fillRect(ops, c, image.Rect(r.Min.X+left, r.Max.Y-width, r.Max.X-right, r.Max.Y))
	fillRect(ops, c, image.Rect(r.Min.X, r.Min.Y+top, r.Min.X+width, r.Max.Y-bottom))
	fillRect(ops, c, image.Rect(r.Max.X-width, r.Min.Y+top, r.Max.X, r.Max.Y-bottom))
	bend{r.Min, image.Pt(left, top), shape.NW}.stroke(ops, c, width)
	bend{image.Pt(r.Max.X, r.Min.Y), image.Pt(-right, top), shape.NE}.stroke(ops, c, width)
	bend{image.Pt(r.Min.X, r.Max.Y), image.Pt(left, -bottom), shape.SW}.stroke(ops, c, width)
	bend{r.Max, image.Pt(-right, -bottom), shape.SE}.stroke(ops, c, width)
}

// A bend is the line in a corner.
type bend struct {
	corner image.Point
	room   image.Point // from the corner inwards
	radius int
}

// round is how far the control points of a curve stand from its ends, in
// radiuses, for a quarter of a circle.
const round = 0.5523

func (b bend) stroke(ops *op.Ops, c color.NRGBA, width int) {
	half := float32(width) / 2
	radius := max(float32(b.radius), half)
	pull := radius - round*(radius-half)
	x, y := sign(b.room.X), sign(b.room.Y)
	at := func(dx, dy float32) f32.Point {
		return f32.Pt(float32(b.corner.X)+x*dx, float32(b.corner.Y)+y*dy)
	}
	defer clip.Rect(image.Rectangle{Min: b.corner, Max: b.corner.Add(b.room)}.Canon()).Push(ops).Pop()
	var p clip.Path
	p.Begin(ops)
	p.MoveTo(at(half, y*float32(b.room.Y)))
	p.LineTo(at(half, radius))
	p.CubeTo(at(half, pull), at(pull, half), at(radius, half))
	p.LineTo(at(x*float32(b.room.X), half))
	paint.FillShape(ops, c, clip.Stroke{Path: p.End(), Width: float32(width)}.Op())
}

func sign(n int) float32 {
	if n < 0 {
		return -1
	}
	return 1
}

func fillCorner(ops *op.Ops, c color.NRGBA, shape clip.RRect) {
	if !shape.Rect.Empty() {
		paint.FillShape(ops, c, shape.Op(ops))
	}
}

// fillRect paints a rectangle of a colour.
func fillRect(ops *op.Ops, c color.NRGBA, r image.Rectangle) {
	if !r.Empty() {
		paint.FillShape(ops, c, clip.Rect(r).Op())
	}
}
