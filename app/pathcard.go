package app

import (
	"strings"

	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/engine/files"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// pathCard asks for a path where the system has no dialog: a field that
// completes what is typed.
type pathCard struct {
	open         bool
	folder       bool // a folder is wanted, not a file
	chosen       func(path string)
	modal        widgets.Modal
	field        widgets.Field
	unfocused    bool // the card has just opened and wants the focus
	cancel, done widgets.Button
	offers       offers
}

// offers are the paths that what is typed may become.
type offers struct {
	typed string // that they are for
	paths []string
	rows  []widgets.Button
	list  widgets.List
	at    int // the one that Enter takes; -1: what is typed
}

// AskPath asks the person for a file, or a folder, without the system's
// dialog, and calls chosen with its absolute path.
func (a *App) AskPath(folder bool, chosen func(path string)) {
	if a.snapshot.Closing {
		return
	}
	a.closeModal()
	a.path = pathCard{open: true, folder: folder, chosen: chosen, unfocused: true}
	a.path.field.GoOn("~/")
	a.offerPaths()
}

// choose asks with the system's dialog where there is one.
func (a *App) choose(folder bool, chosen func(path string)) {
	if a.options.Choose == nil {
		a.AskPath(folder, chosen)
		return
	}
	a.options.Choose(folder, chosen)
}

// offerPaths looks, away from the frame, for what the typed path may become.
func (a *App) offerPaths() {
	p := &a.path
	typed, folder := p.field.Text(), p.folder
	p.offers.typed, p.offers.at = typed, -1
	look := func() func() {
		paths := files.Complete(typed, folder)
		return func() {
			if o := &a.path.offers; o.typed == typed {
				o.paths, o.rows, o.at = paths, make([]widgets.Button, len(paths)), -1
			}
		}
	}
	if a.away.post == nil {
		look()()
		return
	}
	a.away.do(look)
}

func (a *App) updatePath(gtx layout.Context) {
	p := &a.path
	if !p.open {
		return
	}
	if p.unfocused {
		p.unfocused = false
		p.field.Focus(gtx)
	}
	taken := ""
	for e, ok := p.field.Update(gtx); ok; e, ok = p.field.Update(gtx) {
		switch {
		case e == widgets.FieldChanged:
			a.offerPaths()
		case p.offers.at >= 0:
			taken = p.offers.paths[p.offers.at]
		default:
			a.endPath(p.field.Text())
			return
		}
	}
	if a.keys.Stopped() {
		return // a click that came may be for what the key leads to
	}
	for i := range p.offers.rows {
		if p.offers.rows[i].Update(gtx) {
			taken = p.offers.paths[i]
		}
	}
	switch {
	case taken != "":
		a.takePath(gtx, taken)
	case p.done.Update(gtx):
		a.endPath(p.field.Text())
	case p.cancel.Update(gtx) || p.modal.Update(gtx):
		a.escape(gtx)
	}
}

// takePath goes into a folder, and ends with a file.
func (a *App) takePath(gtx layout.Context, path string) {
	if !strings.HasSuffix(path, "/") {
		a.endPath(path)
		return
	}
	a.path.field.GoOn(path)
	a.path.field.Focus(gtx)
	a.offerPaths()
}

// endPath hands on what was chosen.
func (a *App) endPath(typed string) {
	path, err := files.Absolute(strings.TrimSpace(typed))
	if err != nil || strings.TrimSpace(typed) == "" {
		return
	}
	chosen := a.path.chosen
	a.path = pathCard{}
	a.refocus()
	chosen(path)
}

// move chooses another path.
func (o *offers) move(by int) {
	if len(o.paths) == 0 {
		return
	}
	if o.at += by; o.at < -1 {
		o.at = len(o.paths) - 1
	} else if o.at >= len(o.paths) {
		o.at = -1
	}
	if o.at >= 0 {
		bringIntoView(&o.list.List, o.at)
	}
}

func (a *App) layoutPath(gtx layout.Context) {
	th, w := a.theme, a.words
	p := &a.path
	style := widgets.ModalOf(th, &p.modal, a.words.AskPath(p.folder))
	style.Width = 560
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Max.Y = min(gtx.Constraints.Max.Y, gtx.Dp(420))
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Rigid(widgets.FieldOf(th, &p.field, w.PathField).Layout),
			layout.Rigid(layout.Spacer{Height: 2 * theme.Step}.Layout),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Min.Y, p.offers.list.Edged = 0, true
				return p.offers.list.Layout(gtx, th, widgets.ModalMargin, len(p.offers.paths), a.layoutOffer)
			}),
			layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				done := widgets.PrimaryOf(th, &p.done, w.Open)
				done.Hint, done.Disabled = w.KeyEnter, strings.TrimSpace(p.field.Text()) == ""
				return widgets.Answers(gtx, widgets.ButtonOf(th, &p.cancel, w.Cancel).Layout, done.Layout)
			}))
	})
}

func (a *App) layoutOffer(gtx layout.Context, i int) layout.Dimensions {
	th, o := a.theme, &a.path.offers
	ground := widgets.SurfaceStyle{Within: true, Fill: th.Raised, Radius: theme.Radius, Inset: layout.Inset{Top: 4, Bottom: 4, Left: 10, Right: 10}}
	if i == o.at {
		ground.Fill = th.AccentSoft
	}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	return widgets.ClickOf(th, &o.rows[i], ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(i == o.at).Add(gtx.Ops)
		return widgets.OneLineOf(th, th.Small, o.paths[i]).Layout(gtx)
	})
}
