package termtext_test

import (
	"image"
	"testing"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/theme"
	"sidekicks/widgets/termtext"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/widgettest"
)

const output = "\x1b[?25l\x1b[1mbuilding\x1b[0m\r\n\x1b[2K\r10%\r\x1b[2K\r100%\n\x1b[32m✓\x1b[0m first \x1b[2m(2 ms)\x1b[0m\n" +
	"\x1b]8;;https://example.org\x1b\\a link\x1b]8;;\x1b\\\n\ta tab\n\nzero\u200bwidth and \u202e bidi\nlast"

func TestGolden(t *testing.T) {
	var text termtext.Text
	text.Set(output)
	th := theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	rows, _, _ := text.Rows(false)
	h := widgettest.New(t, image.Pt(480, 400), func(gtx layout.Context) layout.Dimensions {
		size := image.Point{}
		for _, r := range rows {
			off := op.Offset(image.Pt(0, size.Y)).Push(gtx.Ops)
			size.Y += textrows.RowOf(th, r).Layout(gtx).Size.Y
			off.Pop()
		}
		return layout.Dimensions{Size: size}
	})
	widgettest.Golden(t, "output-480", h.Dump())
}
