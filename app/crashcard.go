package app

import (
	"io"
	"strings"

	"gioui.org/io/clipboard"
	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// crashCard tells that the program ended by a fault of its own last time.
type crashCard struct {
	open, unfocused bool // unfocused: it has just opened and wants the focus
	report          string
	lines           []string // of the report, as they are shown
	modal           widgets.Modal
	copy, close     widgets.Button
	list            widgets.List
}

// shownLines is how many lines of a report are shown; all can be copied.
const shownLines = 200

func crashed(report string) crashCard {
	lines := strings.Split(strings.TrimSpace(report), "\n")
	return crashCard{
		open: report != "", unfocused: true, report: report,
		lines: lines[:min(len(lines), shownLines)],
	}
}

func (a *App) updateCrash(gtx layout.Context) {
	c := &a.crash
	if !c.open {
		return
	}
	if c.unfocused {
		c.unfocused = false
		gtx.Execute(key.FocusCmd{Tag: c.close.Tag()})
	}
	if c.copy.Update(gtx) {
		gtx.Execute(clipboard.WriteCmd{Type: "application/text", Data: io.NopCloser(strings.NewReader(c.report))})
		a.toast.Show(gtx.Now, a.words.Copied)
	}
	if c.close.Update(gtx) || c.modal.Update(gtx) {
		a.escape(gtx)
	}
}

func (a *App) layoutCrash(gtx layout.Context) {
	th, w := a.theme, a.words
	c := &a.crash
	style := widgets.ModalOf(th, &c.modal, w.CrashTitle)
	style.Width = 640
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Max.Y = min(gtx.Constraints.Max.Y, gtx.Dp(420))
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Rigid(widgets.LabelOf(th, th.Body, w.CrashHelp).Layout),
			layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				ground := widgets.CardOf(th)
				ground.Inset = layout.UniformInset(2 * theme.Step)
				return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
					gtx.Constraints.Min.X = gtx.Constraints.Max.X
					return c.list.Layout(gtx, th, 7, len(c.lines), func(gtx layout.Context, i int) layout.Dimensions {
						return widgets.LabelOf(th, th.Mono, c.lines[i]).Layout(gtx)
					})
				})
			}),
			layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.Answers(gtx, widgets.ButtonOf(th, &c.copy, w.CrashCopy).Layout, widgets.PrimaryOf(th, &c.close, w.Close).Layout)
			}))
	})
}
