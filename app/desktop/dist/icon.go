package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/vector"
)

// The colours of the icon are those of the light look's accent and of paper,
// and a warm one for the smaller of the two.
var (
	ground = color.NRGBA{R: 0x2F, G: 0x6F, B: 0x63, A: 0xFF}
	paper  = color.NRGBA{R: 0xFB, G: 0xFA, B: 0xF8, A: 0xFF}
	amber  = color.NRGBA{R: 0xF2, G: 0xB1, B: 0x3C, A: 0xFF}
	night  = color.NRGBA{R: 0x23, G: 0x21, B: 0x1E, A: 0xFF}
)

// drawIcon draws the icon, a square with sides of size pixels: somebody who
// speaks, and a smaller one at their side. It is drawn anew for each size: a
// small one has less air around it and no more in its faces than can be seen.
func drawIcon(size int) *image.NRGBA {
	c := canvas{image: image.NewRGBA(image.Rect(0, 0, size, size)), scale: float32(size) / 512}
	air := float32(24)
	if size <= 32 {
		air = 4
	}
	c.box(air, air, 512-air, 512-air, 116, ground)
	c.shape(paper, point{120, 268}, point{112, 400}, point{244, 300}) // the tail of what is said
	c.box(84, 96, 392, 324, 96, paper)
	c.disc(364, 350, 112, ground)
	c.disc(364, 350, 88, amber)
	if size >= 24 {
		c.disc(184, 210, 25, ground)
		c.disc(292, 210, 25, ground)
	}
	if size >= 48 {
		c.disc(334, 342, 15, night)
		c.disc(394, 342, 15, night)
	}
	return c.straight()
}

// A canvas is drawn on in a square of 512 units, whatever its size.
type canvas struct {
	image *image.RGBA
	scale float32
}

type point struct{ x, y float32 }

// bend is how far the controls of a cubic curve lie from its ends, in radii,
// where the curve is a quarter of a circle.
const bend = 0.5522847

// box fills a rectangle with round corners.
func (c canvas) box(x0, y0, x1, y1, radius float32, fill color.NRGBA) {
	p := c.outline()
	k := radius * (1 - bend)
	p.move(x0+radius, y0)
	p.line(x1-radius, y0)
	p.curve(x1-k, y0, x1, y0+k, x1, y0+radius)
	p.line(x1, y1-radius)
	p.curve(x1, y1-k, x1-k, y1, x1-radius, y1)
	p.line(x0+radius, y1)
	p.curve(x0+k, y1, x0, y1-k, x0, y1-radius)
	p.line(x0, y0+radius)
	p.curve(x0, y0+k, x0+k, y0, x0+radius, y0)
	p.fill(fill)
}

func (c canvas) disc(x, y, radius float32, fill color.NRGBA) {
	c.box(x-radius, y-radius, x+radius, y+radius, radius, fill)
}

func (c canvas) shape(fill color.NRGBA, from point, corners ...point) {
	p := c.outline()
	p.move(from.x, from.y)
	for _, q := range corners {
		p.line(q.x, q.y)
	}
	p.fill(fill)
}

// straight returns the picture with colours that are not multiplied by their
// opacity, as the formats of icons want them.
func (c canvas) straight() *image.NRGBA {
	out := image.NewNRGBA(c.image.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, c.image.At(x, y))
		}
	}
	return out
}

// An outline is one closed line on its way to a canvas.
type outline struct {
	canvas canvas
	raster *vector.Rasterizer
}

func (c canvas) outline() outline {
	size := c.image.Rect.Size()
	return outline{c, vector.NewRasterizer(size.X, size.Y)}
}

func (p outline) move(x, y float32) { p.raster.MoveTo(x*p.canvas.scale, y*p.canvas.scale) }
func (p outline) line(x, y float32) { p.raster.LineTo(x*p.canvas.scale, y*p.canvas.scale) }

func (p outline) curve(bx, by, cx, cy, dx, dy float32) {
	s := p.canvas.scale
	p.raster.CubeTo(bx*s, by*s, cx*s, cy*s, dx*s, dy*s)
}

func (p outline) fill(c color.NRGBA) {
	p.raster.ClosePath()
	p.raster.Draw(p.canvas.image, p.canvas.image.Rect, image.NewUniform(c), image.Point{})
}

// iconPNG is the icon as a PNG file.
func iconPNG(size int) ([]byte, error) {
	var file bytes.Buffer
	err := png.Encode(&file, drawIcon(size))
	return file.Bytes(), err
}

// icnsSizes are the kinds of picture in Apple's icon file, and their pixels.
// Those of 11 to 14 are the doubled ones of screens with small pixels.
var icnsSizes = []struct {
	kind string
	size int
}{{"icp4", 16}, {"icp5", 32}, {"ic07", 128}, {"ic08", 256}, {"ic09", 512}, {"ic10", 1024}, {"ic11", 32}, {"ic12", 64}, {"ic13", 256}, {"ic14", 512}}

// icns is the icon in Apple's format: pictures, each after its kind and length.
//
// Source: https://en.wikipedia.org/wiki/Apple_Icon_Image_format
func icns() ([]byte, error) {
	var pictures []byte
	for _, s := range icnsSizes {
		picture, err := iconPNG(s.size)
		if err != nil {
			return nil, err
		}
		pictures = appendChunk(pictures, s.kind, picture)
	}
	return appendChunk(nil, "icns", pictures), nil
}

func appendChunk(to []byte, kind string, data []byte) []byte {
	to = append(to, kind...)
	to = binary.BigEndian.AppendUint32(to, uint32(8+len(data)))
	return append(to, data...)
}
