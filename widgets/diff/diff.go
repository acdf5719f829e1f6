package diff

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
	"gioui.org/unit"

	"github.com/aymanbagabas/go-udiff"

	"sidekicks/theme"
	"sidekicks/widgets"
)

const (
	context  = 3       // unchanged lines around a change
	maxBytes = 128_000 // of each text; larger ones are not compared
	maxLines = 120     // shown
)

// A Kind says what became of a line.
type Kind uint8

const (
	Same Kind = iota
	Added
	Removed
	Gap // unchanged lines are left out here
)

// A Line is one line of a comparison. Number is its place in the text it
// stands in, from 1.
type Line struct {
	Kind   Kind
	Number int
	Text   string // without its end, tabs as spaces
}

// A Diff is what changed between two texts. It is immutable.
type Diff struct {
	Lines          []Line
	Added, Removed int  // lines, all of them
	Left           int  // lines that Lines leaves out at its end
	TooLarge       bool // the texts were not compared
}

// Compare tells what changed from one text to another. It is bounded: of long
// comparisons the first lines are given, and very large texts are not compared.
func Compare(before, after string) Diff {
	if len(before) > maxBytes || len(after) > maxBytes {
		return Diff{TooLarge: true}
	}
	u, err := udiff.ToUnifiedDiff("", "", before, udiff.Lines(before, after), context)
	if err != nil {
		return Diff{TooLarge: true} // edits of its own making always apply
	}
	var d Diff
	for i, h := range u.Hunks {
		if i > 0 {
			d.Lines = append(d.Lines, Line{Kind: Gap})
		}
		d.hunk(h)
	}
	if len(d.Lines) > maxLines {
		d.Left = len(d.Lines) - maxLines
		d.Lines = d.Lines[:maxLines]
	}
	return d
}

func (d *Diff) hunk(h *udiff.Hunk) {
	from, to := h.FromLine, h.ToLine
	for _, l := range h.Lines {
		line := Line{Text: clean(l.Content)}
		switch l.Kind {
		case udiff.Delete:
			line.Kind, line.Number = Removed, from
			d.Removed++
			from++
		case udiff.Insert:
			line.Kind, line.Number = Added, to
			d.Added++
			to++
		default:
			line.Number = to
			from++
			to++
		}
		d.Lines = append(d.Lines, line)
	}
}

func clean(line string) string {
	return strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
}

// A Style is the look of a Diff. Fields may be changed.
type Style struct {
	Theme *theme.Theme
	Diff  Diff
	Show  func(string) string // how a line is shown; nil: as it is
}

// Of is a comparison with line numbers and a ground for each change.
func Of(th *theme.Theme, d Diff) Style { return Style{Theme: th, Diff: d} }

// Layout draws the lines under each other in the width it is given.
func (s Style) Layout(gtx layout.Context) layout.Dimensions {
	children := make([]layout.FlexChild, 0, len(s.Diff.Lines))
	for i := range s.Diff.Lines {
		children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.Line(gtx, i) }))
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
}

// Line draws one of the lines, for a list that scrolls.
func (s Style) Line(gtx layout.Context, i int) layout.Dimensions {
	l := s.Diff.Lines[i]
	number, sign, ground := strconv.Itoa(l.Number), " ", color.NRGBA{}
	switch l.Kind {
	case Added:
		sign, ground = "+", s.Theme.Added
	case Removed:
		sign, ground = "−", s.Theme.Removed
	case Gap:
		number, sign = "⋯", " "
	}
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	return layout.Background{}.Layout(gtx,
		func(gtx layout.Context) layout.Dimensions {
			paint.FillShape(gtx.Ops, ground, clip.Rect{Max: gtx.Constraints.Min}.Op())
			return layout.Dimensions{Size: gtx.Constraints.Min}
		},
		func(gtx layout.Context) layout.Dimensions { return s.cells(gtx, number, sign, l.Text) })
}

func (s Style) cells(gtx layout.Context, number, sign, txt string) layout.Dimensions {
	if s.Show != nil {
		txt = s.Show(txt)
	}
	no := widgets.DimOf(s.Theme, s.Theme.Mono, number)
	no.Alignment = text.End
	return layout.Inset{Left: 12, Right: 12}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints = layout.Exact(image.Pt(gtx.Sp(s.Theme.Mono.Size)*5/2, gtx.Sp(s.Theme.Mono.LineHeight)))
				return no.Layout(gtx)
			}),
			layout.Rigid(layout.Spacer{Width: unit.Dp(12)}.Layout),
			layout.Rigid(widgets.LabelOf(s.Theme, s.Theme.Mono, sign).Layout),
			layout.Rigid(layout.Spacer{Width: unit.Dp(8)}.Layout),
			layout.Flexed(1, widgets.LabelOf(s.Theme, s.Theme.Mono, txt).Layout))
	})
}
