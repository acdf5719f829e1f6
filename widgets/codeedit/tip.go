package codeedit

import (
	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// An Explanation is what there is to say of a stretch of the text.
type Explanation struct {
	Start, End int
	Title      string
	Help       string
}

// tip says something of a place.
type tip struct {
	marks       []Mark
	explanation Explanation
	offset      int
	shown       bool
	hovered     bool // the pointer asked for it
}

func (t *tip) open() bool { return t.shown }

func (t *tip) close() { *t = tip{} }

func (t *tip) showMarks(marks []Mark, offset int) {
	*t = tip{marks: marks, offset: offset, shown: true}
}

// Explain answers HelpWanted for a version of the text.
func (e *Editor) Explain(x Explanation, version uint64) {
	if version != e.doc.version || e.popup.open() || x.Title == "" && x.Help == "" {
		return
	}
	e.tip = tip{explanation: x, offset: e.doc.clamp(x.Start), shown: true, hovered: e.pointer.asked}
}

// tip draws what is said: the marks, each with its sign, or an explanation.
func (s Style) tip(gtx layout.Context) layout.Dimensions {
	t := &s.Editor.tip
	gtx.Constraints.Max.X = min(gtx.Constraints.Max.X, gtx.Dp(helpWidth)*gtx.Sp(100)/gtx.Dp(100))
	return s.card().Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		if len(t.marks) == 0 {
			return s.explain(gtx, t.explanation.Title, t.explanation.Help)
		}
		var children []layout.FlexChild
		for _, m := range t.marks {
			children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.told(gtx, m) }))
		}
		return layout.UniformInset(2*theme.Step).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
		})
	})
}

// told is one mark with its sign and its fix.
func (s Style) told(gtx layout.Context, m Mark) layout.Dimensions {
	size := gtx.Sp(s.Theme.Small.Size) * 2 / 3
	return layout.UniformInset(theme.Step).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Start}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return layout.Inset{Top: theme.Step, Right: 2 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
					return SeverityIcon(gtx, m.Severity, size, s.severityColor(m.Severity))
				})
			}),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Min.X = 0
				lines := []widgets.LabelStyle{widgets.LabelOf(s.Theme, s.Theme.Small, m.Message)}
				if m.Fix != "" {
					fix := widgets.LabelOf(s.Theme, s.Theme.Small, m.Fix+"  "+s.Words.FixKey)
					fix.Color = s.Theme.Accent
					lines = append(lines, fix)
				}
				return widgets.Texts(gtx, lines...)
			}))
	})
}
