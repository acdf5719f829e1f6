package widgets

import (
	"image"
	"testing"

	"gioui.org/layout"
	"gioui.org/widget"

	"sidekicks/widgets/widgettest"
)

// The thumb is what people drag, and the bar is dragged wherever it is pressed.
func TestTheThumbIsDragged(t *testing.T) {
	for what, from := range map[string]int{"the thumb": 10, "beside it": 80} {
		var bar widget.Scrollbar
		var moved float32
		h := widgettest.New(t, image.Pt(100, 100), func(gtx layout.Context) layout.Dimensions {
			ScrollBarOf(testTheme(), &bar).Layout(gtx, gtx.Constraints.Max, 0, 0.4)
			moved += bar.ScrollDistance()
			return layout.Dimensions{Size: gtx.Constraints.Max}
		})
		h.Drag(image.Pt(94, from), image.Pt(94, from+5), image.Pt(94, from+15))
		if moved <= 0 {
			t.Errorf("dragged by %s, it moves by %v", what, moved)
		}
	}
}
