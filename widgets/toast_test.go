//go:build cgo && linux

package widgets

import (
	"image"
	"image/color"
	"testing"
	"time"

	"gioui.org/io/input"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/paint"
	"gioui.org/unit"

	"sidekicks/widgets/widgettest/picture"
)

// A remark floats: around it is a line of the page's ground, so that it belongs
// to nothing it lies beside, such as a message.
func TestARemarkStandsApart(t *testing.T) {
	th := testTheme()
	size := image.Pt(300, 100)
	var toast Toast
	var ops op.Ops
	var router input.Router
	gtx := layout.Context{Ops: &ops, Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Metric: unit.Metric{PxPerDp: 1, PxPerSp: 1}, Constraints: layout.Exact(size), Source: router.Source()}
	toast.Show(gtx.Now, "Copied.")
	paint.Fill(&ops, th.User)
	ToastOf(th, &toast).Layout(gtx)
	img := picture.Draw(t, &ops, size)
	y, left := 25, 0
	for left < size.X && !alike(img.At(left, y), th.Text) {
		left++
	}
	if left == size.X {
		t.Fatal("no remark")
	}
	if got := img.At(left-2, y); !alike(got, th.Background) {
		t.Errorf("beside the remark, at %d, is %v and not the ground %v", left-2, got, th.Background)
	}
}

func alike(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	x, y, z, _ := b.RGBA()
	near := func(a, b uint32) bool { return max(a, b)-min(a, b) < 0x600 }
	return near(r, x) && near(g, y) && near(bl, z)
}
