package picture

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"sidekicks/widgets/widgettest"
)

const (
	// reduction is how many pixels of a picture make one of what is kept, along
	// each side: enough for the edges of letters not to matter, which drivers
	// draw in their own ways.
	reduction = 4
	// Two pixels differ when a channel does by more than this.
	tolerance = 24
	// Two pictures differ when more than one pixel in so many does: a word
	// that is another one is more.
	rarity = 2000
)

// Golden compares a picture with testdata/name.png of the package under test,
// which holds it reduced, and with -update writes that file. The picture that
// differs is left among the artifacts of the test.
func Golden(tb testing.TB, name string, img image.Image) {
	tb.Helper()
	path := filepath.Join("testdata", name+".png")
	got := reduced(img)
	if widgettest.Updating() {
		Write(tb, path, got)
		return
	}
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		tb.Fatal(err)
	}
	if differ(got, want) {
		left := filepath.Join(tb.ArtifactDir(), name+".png")
		Write(tb, left, img)
		tb.Errorf("%s differs (-update writes it; with -artifacts the picture is kept: %s)", path, left)
	}
}

// Write writes a picture to a file, whose folder it makes.
func Write(tb testing.TB, path string, img image.Image) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tb.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, img); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
}

// reduced is a picture with the mean of so many pixels for one.
func reduced(img image.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx()/reduction, b.Dy()/reduction))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.SetRGBA(x, y, mean(img, b.Min.Add(image.Pt(x*reduction, y*reduction))))
		}
	}
	return out
}

func mean(img image.Image, at image.Point) color.RGBA {
	var sum [3]uint32
	for y := range reduction {
		for x := range reduction {
			r, g, b, _ := img.At(at.X+x, at.Y+y).RGBA()
			sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
		}
	}
	const n = reduction * reduction
	return color.RGBA{R: uint8(sum[0] / n), G: uint8(sum[1] / n), B: uint8(sum[2] / n), A: 0xff}
}

// differ reports whether two reduced pictures show something else.
func differ(a, b image.Image) bool {
	if a.Bounds().Size() != b.Bounds().Size() {
		return true
	}
	size, n := a.Bounds().Size(), 0
	for y := range size.Y {
		for x := range size.X {
			if !near(a.At(x, y), b.At(x, y)) {
				n++
			}
		}
	}
	return n > size.X*size.Y/rarity
}

func near(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	for _, d := range []int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(b2>>8)} {
		if d > tolerance || -d > tolerance {
			return false
		}
	}
	return true
}
