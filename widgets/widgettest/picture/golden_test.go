package picture

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// page is a picture with bars for lines of text, of which one word may be moved
// and every edge be a little softer.
func page(moved int, soft uint8) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 640, 400))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for y := 20; y < 380; y += 22 {
		for x := 20; x < 600; x += 48 {
			at := image.Pt(x, y)
			if x == 260 && y == 108 {
				at.X += moved
			}
			draw.Draw(img, image.Rectangle{at, at.Add(image.Pt(40, 12))}, image.NewUniform(color.Gray{0x20 + soft}), image.Point{}, draw.Src)
			draw.Draw(img, image.Rectangle{at, at.Add(image.Pt(40, 1))}, image.NewUniform(color.Gray{0x20 + 4*soft}), image.Point{}, draw.Src)
		}
	}
	return img
}

func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		name  string
		moved int
		soft  uint8
		want  bool
	}{
		{"the same", 0, 0, false},
		{"edges drawn in another way", 0, 12, false},
		{"a word moved by its width", 40, 0, true},
		{"all a little lighter", 0, 40, true},
	} {
		if got := differ(reduced(page(c.moved, c.soft)), reduced(page(0, 0))); got != c.want {
			t.Errorf("%s: differ is %v", c.name, got)
		}
	}
	if !differ(image.NewRGBA(image.Rect(0, 0, 4, 4)), image.NewRGBA(image.Rect(0, 0, 4, 5))) {
		t.Error("another size is no difference")
	}
}
