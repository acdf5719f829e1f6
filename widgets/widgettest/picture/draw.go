//go:build cgo && linux

package picture

import (
	"image"
	"testing"

	"gioui.org/gpu/headless"
	"gioui.org/op"
)

// Draw draws what a frame recorded. It sets an environment variable, so the
// test may not be parallel.
func Draw(tb testing.TB, frame *op.Ops, size image.Point) *image.RGBA {
	tb.Helper()
	return Drawer(tb, size)(frame)
}

// Drawer is [Draw] for many frames of one test.
func Drawer(tb testing.TB, size image.Point) func(frame *op.Ops) *image.RGBA {
	tb.Helper()
	tb.Setenv("EGL_PLATFORM", "surfaceless") // no display is looked for
	w, err := headless.NewWindow(size.X, size.Y)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(w.Release)
	return func(frame *op.Ops) *image.RGBA {
		tb.Helper()
		if err := w.Frame(frame); err != nil {
			tb.Fatal(err)
		}
		img := image.NewRGBA(image.Rectangle{Max: size})
		if err := w.Screenshot(img); err != nil {
			tb.Fatal(err)
		}
		return img
	}
}
