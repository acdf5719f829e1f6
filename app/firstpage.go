package app

import (
	"gioui.org/layout"

	"sidekicks/app/first"
)

// firstPage is the page of a first run and whether it is shown.
type firstPage struct {
	first.Page
	shown bool
	focus bool // one of its buttons is to have the focus in this frame
}

// takeFirst shows the page when the program begins without a configuration
// file, and leaves it when there is one.
func (a *App) takeFirst(begins, opened bool) {
	v := &a.snapshot.Config
	p := &a.first
	looked := p.Looked()
	p.Take(v)
	switch {
	case begins && v.Missing && !a.options.Named:
		p.shown, p.focus, a.focus = true, true, false
		a.options.Engine.FindAgents()
	case p.shown && (opened || !v.Missing):
		a.leaveFirst()
	case p.shown && v.Looked && !looked:
		p.focus = true
	}
}

// leaveFirst shows the conversation instead.
func (a *App) leaveFirst() {
	if a.first.shown {
		a.first.shown, a.focus = false, true
	}
}

func (a *App) updateFirst(gtx layout.Context) {
	p := &a.first
	if !p.shown || a.settings.shown {
		return
	}
	for e, ok := p.Update(gtx); ok; e, ok = p.Update(gtx) {
		switch e {
		case first.TryGuide:
			a.leaveFirst()
			return
		case first.OpenFile:
			a.settings.ChooseFile()
		}
	}
}
