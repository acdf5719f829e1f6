package app

import (
	"math"

	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// help is the page of keys.
type help struct {
	open  bool
	modal widgets.Modal
	list  widgets.List
	close widgets.Button
}

// closing asks before what would be lost, by quitting or by opening another
// file, then tells that agents are ending.
type closing struct {
	wanted             bool // decided once the page has taken the keys pressed before
	asking             bool
	modal              widgets.Modal
	keep, quit, forced widgets.Button
	losses             losses
	unsaved            bool   // settings
	opening            string // the file to be opened; "": the program is to end
}

// cards tell of each card that the person can close whether it is open.
func (a *App) cards() [5]*bool {
	return [...]*bool{&a.palette.open, &a.help.open, &a.path.open, &a.crash.open, &a.closing.asking}
}

// modal tells whether a card stands over the window.
func (a *App) modal() bool {
	open := a.snapshot.Closing
	for _, card := range a.cards() {
		open = open || *card
	}
	return open
}

// closeModal closes the card on top; false when there is none that can be closed.
func (a *App) closeModal() (open bool) {
	for _, card := range a.cards() {
		open = open || *card
		*card = false
	}
	return open
}

func (a *App) toggleHelp(gtx layout.Context) {
	if a.snapshot.Closing {
		return
	}
	open := !a.help.open
	a.closeModal()
	a.help.open, a.focus = open, !open
	if open {
		gtx.Execute(key.FocusCmd{Tag: a.help.close.Tag()})
	}
}

// CloseRequested tells that the person wants to close the window. It asks
// first when something would be lost; asked again while agents are ending, it
// ends them at once.
func (a *App) CloseRequested() {
	a.closing.opening = ""
	if a.snapshot.Closing || !a.wouldLose() {
		a.leave() // at once: a window that nobody sees may get no frame
		return
	}
	a.closing.wanted = true
}

// wouldLose counts what the end of the conversations would lose.
func (a *App) wouldLose() bool {
	a.closing.losses = a.losses()
	a.closing.unsaved = a.closing.opening == "" && a.settings.Dirty() // the settings ask themselves before another file is opened
	return a.closing.losses.any() || a.closing.unsaved
}

// updateClosing comes after the page has taken the keys of this frame: what
// they wrote would be lost too, and what they erased would not.
func (a *App) updateClosing(gtx layout.Context) {
	if !a.closing.wanted {
		return
	}
	a.closing.wanted = false
	if !a.wouldLose() {
		a.leave()
		return
	}
	a.closeModal()
	a.closing.asking = true
	gtx.Execute(key.FocusCmd{Tag: a.closing.keep.Tag()})
}

func (a *App) updateModals(gtx layout.Context) {
	a.updatePalette(gtx)
	a.updatePath(gtx)
	a.updateCrash(gtx)
	if a.help.open && (a.help.modal.Update(gtx) || a.help.close.Update(gtx)) {
		a.escape(gtx)
	}
	if a.closing.asking && (a.closing.modal.Update(gtx) || a.closing.keep.Update(gtx)) {
		a.escape(gtx)
	}
	if a.closing.asking && a.closing.quit.Update(gtx) {
		a.closing.asking = false
		a.leave()
	}
	if a.snapshot.Closing && a.closing.forced.Update(gtx) {
		a.options.Engine.Close()
	}
}

// leave does what the person has just agreed to.
func (a *App) leave() {
	if a.closing.opening == "" {
		a.options.Engine.Close()
		return
	}
	a.refocus()
	a.options.Engine.OpenConfig(a.closing.opening)
}

// steps tells whether the card on top takes Up and Down, wherever the focus is.
func (a *App) steps() bool { return a.palette.open || a.path.open || a.cardList() != nil }

// step is Up or Down on the card on top.
func (a *App) step(by int) {
	switch list := a.cardList(); {
	case a.palette.open:
		a.palette.move(by, len(a.commands()))
	case a.path.open:
		a.path.offers.move(by)
	case list != nil:
		list.ScrollBy(float32(by))
	}
}

// cardList is the list on the card on top that keys scroll, nil when there is
// none.
func (a *App) cardList() *layout.List {
	switch {
	case a.help.open:
		return &a.help.list.List
	case a.crash.open:
		return &a.crash.list.List
	}
	return nil
}

// scroll moves a list of lines by the keys that move a conversation.
func scroll(l *layout.List, action Action) {
	switch action {
	case PageUp:
		l.ScrollBy(-float32(max(l.Position.Count-1, 1)))
	case PageDown:
		l.ScrollBy(float32(max(l.Position.Count-1, 1)))
	case Top:
		l.ScrollTo(0)
	case End:
		l.ScrollTo(math.MaxInt32) // the list knows its end
	}
}

// bringIntoView scrolls a line that is not whole in view to the middle.
func bringIntoView(l *layout.List, line int) {
	if first, count := l.Position.First, l.Position.Count; line < first || line >= first+count-1 {
		l.ScrollTo(max(line-count/2, 0))
	}
}

func (a *App) layoutModals(gtx layout.Context) {
	switch {
	case a.snapshot.Closing:
		a.layoutStopping(gtx)
	case a.closing.asking:
		a.layoutClosing(gtx)
	case a.palette.open:
		a.layoutPalette(gtx)
	case a.crash.open:
		a.layoutCrash(gtx)
	case a.path.open:
		a.layoutPath(gtx)
	case a.help.open:
		a.layoutHelp(gtx)
	}
}

func (a *App) layoutStopping(gtx layout.Context) {
	style := widgets.ModalOf(a.theme, &a.closing.modal, a.words.StoppingAgents)
	style.Width = 360
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return widgets.ToTheRight(gtx, widgets.DangerOf(a.theme, &a.closing.forced, a.words.ForceQuit).Layout)
	})
}

func (a *App) layoutClosing(gtx layout.Context) {
	th, w := a.theme, a.words
	c := &a.closing
	title, forgets, quit := w.ClosingTitle, w.QuittingForgets, w.Quit
	if c.opening != "" {
		title, forgets, quit = w.OpeningTitle, w.OpeningForgets, w.OpenAnyway
	}
	widgets.ModalOf(th, &c.modal, title).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		var texts []widgets.LabelStyle
		losses := w.Losses(c.losses.turns, c.losses.queued, c.losses.questions, c.losses.drafts)
		if c.unsaved {
			losses = append(losses, w.Settings.Losing)
		}
		for _, loss := range append(losses, forgets) {
			texts = append(texts, widgets.LabelOf(th, th.Body, loss))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Texts(gtx, texts...) }),
			layout.Rigid(layout.Spacer{Height: 4 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.Answers(gtx, widgets.ButtonOf(th, &c.keep, w.KeepOpen).Layout, widgets.DangerOf(th, &c.quit, quit).Layout)
			}))
	})
}

func (a *App) layoutHelp(gtx layout.Context) {
	th, w := a.theme, a.words
	style := widgets.ModalOf(th, &a.help.modal, w.Keys)
	style.Width = 560
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				row := func(gtx layout.Context) layout.Dimensions { return a.layoutBinding(gtx, withKeys[0]) }
				gtx.Constraints.Min.Y, gtx.Constraints.Max.Y = 0, widgets.WholeRows(gtx, gtx.Constraints.Max.Y, row)
				a.help.list.Edged = true
				return a.help.list.Layout(gtx, th, widgets.ModalMargin, len(withKeys), func(gtx layout.Context, i int) layout.Dimensions { return a.layoutBinding(gtx, withKeys[i]) })
			}),
			layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.ToTheRight(gtx, widgets.ButtonOf(th, &a.help.close, w.Close).Layout)
			}))
	})
}

// layoutBinding draws what an action is called and its keys.
func (a *App) layoutBinding(gtx layout.Context, b Binding) layout.Dimensions {
	th := a.theme
	return layout.Inset{Top: 3, Bottom: 3}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Baseline}.Layout(gtx,
			layout.Flexed(1, widgets.LabelOf(th, th.Small, b.Label(a.words)).Layout),
			layout.Rigid(layout.Spacer{Width: unit.Dp(12)}.Layout),
			layout.Rigid(widgets.DimOf(th, th.Small, a.keysOf(b)).Layout))
	})
}

// keysOf writes the keys of an action, as sent with send_with.
func (a *App) keysOf(b Binding) string {
	switch {
	case b.Action == SelectAgent || b.Action == AnswerPermission:
		return b.Chords[0].write(a.words) + "…9"
	case b.Action == Send && a.page.CtrlEnter:
		return Chord{Mods: key.ModShortcut, Name: key.NameReturn}.write(a.words)
	case b.Action == NewLine && a.page.CtrlEnter:
		return Chord{Name: key.NameReturn}.write(a.words)
	}
	return b.Chords[0].write(a.words)
}
