package diff_test

import (
	"image"
	"strings"
	"testing"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/diff"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/widgettest"
)

// shown draws the rows of a comparison under each other.
func shown(th *theme.Theme, d *diff.Diff) layout.Widget {
	rows := d.Rows()
	return func(gtx layout.Context) layout.Dimensions {
		size := image.Point{}
		for _, r := range rows {
			off := op.Offset(image.Pt(0, size.Y)).Push(gtx.Ops)
			size.Y += textrows.RowOf(th, r).Layout(gtx).Size.Y
			off.Pop()
		}
		return layout.Dimensions{Size: size}
	}
}

func TestGolden(t *testing.T) {
	before := "package a\n\nfunc f(n int) int {\n\tif n > limit {\n\t\treturn limit\n\t}\n" + strings.Repeat("\t// a line that stays\n", 10) + "\treturn n\n}\n"
	after := strings.NewReplacer("n > limit", "n >= limit", "return n\n", "return n // \u202ereversed\n").Replace(before) + "// the end\n"
	long := strings.Repeat("long line ", 150)
	shaper := theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})
	for _, c := range []struct {
		name  string
		width int
		scale float32
		dark  bool
		d     *diff.Diff
	}{
		{"changes-760", 760, 1, false, diff.Compare(&before, &after)},
		{"changes-760-dark-200", 760, 2, true, diff.Compare(&before, &after)},
		{"new-file-480", 480, 1, false, diff.Compare(nil, &long)},
		{"deleted-file-480", 480, 1, false, diff.Compare(&before, nil)},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := theme.New(theme.Options{Shaper: shaper, Dark: c.dark})
			h := widgettest.New(t, image.Pt(c.width, 2000), shown(th, c.d))
			h.Metric = unit.Metric{PxPerDp: 1, PxPerSp: c.scale}
			h.Settle()
			widgettest.Golden(t, c.name, h.Dump())
		})
	}
}
