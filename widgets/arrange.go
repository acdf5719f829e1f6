package widgets

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
)

// Wrapped lays out widgets from left to right, in as many lines as they need,
// each in the middle of its line.
type Wrapped struct {
	Gap     unit.Dp
	ToRight bool // lines end at the right of the width there is
}

// Layout draws the widgets, each as wide as it is.
func (s Wrapped) Layout(gtx layout.Context, children ...layout.Widget) layout.Dimensions {
	gap := gtx.Dp(s.Gap)
	width := gtx.Constraints.Max.X
	gtx.Constraints.Min = image.Point{}
	var line wrappedLine
	y, widest := 0, 0
	draw := func() {
		x := 0
		if s.ToRight {
			x, widest = width-line.size.X, width
		}
		line.draw(gtx.Ops, image.Pt(x, y))
	}
	for _, w := range children {
		call, dims := measure(gtx, w)
		if len(line.calls) > 0 && line.size.X+gap+dims.Size.X > width {
			draw()
			y += line.size.Y + gap
			line = wrappedLine{}
		}
		line.add(call, dims.Size, gap)
		widest = max(widest, line.size.X)
	}
	draw()
	return layout.Dimensions{Size: image.Pt(widest, y+line.size.Y)}
}

// A wrappedLine is what stands in one line.
type wrappedLine struct {
	calls []op.CallOp
	boxes []image.Rectangle
	size  image.Point
}

func (l *wrappedLine) add(call op.CallOp, size image.Point, gap int) {
	if len(l.calls) > 0 {
		l.size.X += gap
	}
	l.calls = append(l.calls, call)
	l.boxes = append(l.boxes, image.Rectangle{Max: size}.Add(image.Pt(l.size.X, 0)))
	l.size = image.Pt(l.size.X+size.X, max(l.size.Y, size.Y))
}

func (l *wrappedLine) draw(ops *op.Ops, place image.Point) {
	for i, box := range l.boxes {
		at(ops, place.Add(image.Pt(box.Min.X, (l.size.Y-box.Dy())/2)), l.calls[i])
	}
}

// Spread lays out one widget at the left and one at the right of a line, which
// has its full width first.
type Spread struct {
	Gap    unit.Dp // between them at least
	Height int     // of the line at least, in pixels; both stand in its middle
}

// Layout draws both over the width it is given.
func (s Spread) Layout(gtx layout.Context, left, right layout.Widget) layout.Dimensions {
	width := gtx.Constraints.Max.X
	gtx.Constraints.Min = image.Point{}
	rightCall, r := measure(gtx, right)
	gtx.Constraints.Max.X = max(width-r.Size.X-gtx.Dp(s.Gap), 0)
	leftCall, l := measure(gtx, left)
	height := max(l.Size.Y, r.Size.Y, s.Height)
	at(gtx.Ops, image.Pt(0, (height-l.Size.Y)/2), leftCall)
	at(gtx.Ops, image.Pt(width-r.Size.X, (height-r.Size.Y)/2), rightCall)
	return layout.Dimensions{Size: image.Pt(width, height)}
}

// Texts lays the labels that say something out under each other. A line alone is
// less high than one among others: what a label is set apart by makes up for it.
func Texts(gtx layout.Context, labels ...LabelStyle) layout.Dimensions {
	var children []layout.FlexChild
	for _, l := range labels {
		if l.Text == "" {
			continue
		}
		if len(children) > 0 {
			children = append(children, layout.Rigid(layout.Spacer{Height: gtx.Metric.PxToDp(gtx.Sp(l.Style.LineHeight) / 4)}.Layout))
		}
		children = append(children, layout.Rigid(l.Layout))
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
}

// Signed lays a sign out before a text, in the middle of the text's first line.
func Signed(gtx layout.Context, gap unit.Dp, sign layout.Widget, text LabelStyle) layout.Dimensions {
	min := gtx.Constraints.Min
	gtx.Constraints.Min = image.Point{}
	signCall, s := measure(gtx, sign)
	beside := s.Size.X + gtx.Dp(gap)
	gtx.Constraints.Max.X = max(gtx.Constraints.Max.X-beside, 0)
	textCall, t := measure(gtx, text.Layout)
	middle := t.Size.Y - t.Baseline - gtx.Sp(text.Style.Size)*3/8 // of what is as high as a capital
	below := max(s.Size.Y/2-middle, 0)
	at(gtx.Ops, image.Pt(0, below+middle-s.Size.Y/2), signCall)
	at(gtx.Ops, image.Pt(beside, below), textCall)
	size := image.Pt(max(beside+t.Size.X, min.X), max(below+t.Size.Y, s.Size.Y, min.Y))
	return layout.Dimensions{Size: size, Baseline: size.Y - below - t.Size.Y + t.Baseline}
}

// Answers lays the buttons of a card out at its right, in as many lines as they
// take.
func Answers(gtx layout.Context, buttons ...layout.Widget) layout.Dimensions {
	return Wrapped{Gap: 2 * theme.Step, ToRight: true}.Layout(gtx, buttons...)
}

// ToTheRight lays a widget out at the right of the width it is given.
func ToTheRight(gtx layout.Context, w layout.Widget) layout.Dimensions {
	width := gtx.Constraints.Max.X
	gtx.Constraints.Min = image.Point{}
	call, dims := measure(gtx, w)
	at(gtx.Ops, image.Pt(width-dims.Size.X, 0), call)
	return layout.Dimensions{Size: image.Pt(width, dims.Size.Y)}
}

// Header lays out what heads a page: left from the left, right at the right
// while there is room, and a line below.
func Header(gtx layout.Context, th *theme.Theme, left []layout.FlexChild, right layout.Widget) layout.Dimensions {
	height := max(gtx.Dp(theme.HeaderHeight), gtx.Sp(th.Label.LineHeight)+gtx.Dp(16))
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return layout.Inset{Left: 6 * theme.Step, Right: 6 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				return Spread{Gap: 3 * theme.Step, Height: height}.Layout(gtx,
					func(gtx layout.Context) layout.Dimensions {
						return layout.Flex{Alignment: layout.Middle}.Layout(gtx, left...)
					},
					right)
			})
		}),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return Rule(gtx, th.Line) }))
}
