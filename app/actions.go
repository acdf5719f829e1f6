package app

import (
	"gioui.org/layout"

	"sidekicks/engine/conversation"
)

// Bounds and step of the zoom.
const (
	minZoom  = 0.6
	maxZoom  = 3
	zoomStep = 1.1
)

// do does what a key, a button or the palette asks for. n is the agent's
// number for SelectAgent.
func (a *App) do(gtx layout.Context, action Action, n int) {
	switch action {
	case CloseOrStop:
		a.escape(gtx)
	case ZoomIn:
		a.setZoom(a.look.Zoom * zoomStep)
	case ZoomOut:
		a.setZoom(a.look.Zoom / zoomStep)
	case ZoomReset:
		a.setZoom(1)
	case FoldSidebar:
		a.look.Folded = !a.look.Folded
	case Palette:
		a.togglePalette(gtx)
	case Help:
		a.toggleHelp(gtx)
	default:
		if list := a.cardList(); list != nil {
			scroll(list, action)
		}
		if !a.modal() && !a.doInSettings(gtx, action, n) {
			if a.settings.shown { // what follows is about a conversation
				a.settings.shown = false
				a.settings.Leave()
			}
			if action.goes() {
				a.leaveFirst()
			}
			if !a.first.shown {
				a.doOnPage(gtx, action, n)
			}
		}
	}
}

// goes tells whether an action shows a conversation.
func (a Action) goes() bool { return a >= SelectAgent && a <= AgentBelow || a == GoToComposer }

// doOnPage does what changes the page that is shown.
func (a *App) doOnPage(gtx layout.Context, action Action, n int) {
	if a.talking() && a.page.Modal() && !scrolls(action) {
		return
	}
	switch action {
	case SelectAgent:
		a.selectAgent(n - 1)
	case NextAgent:
		a.selectAgent(wrap(a.index()+1, len(a.snapshot.Conversations)))
	case PreviousAgent:
		a.selectAgent(wrap(a.index()-1, len(a.snapshot.Conversations)))
	case AgentAbove:
		a.selectAgent(a.index() - 1)
	case AgentBelow:
		a.selectAgent(a.index() + 1)
	default:
		a.doInConversation(gtx, action, n)
	}
}

// scrolls tells an action that moves what is read, whatever that is.
func scrolls(action Action) bool {
	return action == PageUp || action == PageDown || action == Top || action == End
}

func (a *App) doInConversation(gtx layout.Context, action Action, n int) {
	s, ok := a.subject()
	if !ok {
		return
	}
	switch action {
	case ShowDecisions:
		a.page.ShowDecisions()
	case ChooseMode, ChooseModel, ChooseThought:
		if n == 0 {
			a.openPalette(gtx, action)
			return
		}
		a.page.SetConduct(s, conducts[action], n-1)
	case NewConversation:
		a.options.Engine.NewConversation(a.selected)
		a.focus = true
	case ResumeConversation:
		a.page.ResumeConversation(gtx, s)
		a.focus = true
	case GoToComposer:
		a.focus = true
	case GoToPermission:
		a.goToPermission(gtx)
	case Find:
		a.page.Find(gtx, a.selected)
	case FindNext:
		a.page.FindNext(gtx, a.selected, 1)
	case FindPrevious:
		a.page.FindNext(gtx, a.selected, -1)
	case Export:
		a.page.Export(gtx, s)
	case CopyAnswer:
		a.page.CopyAnswer(gtx, s)
	case ToggleThoughts:
		a.page.ToggleThoughts()
	case PreviousMessage:
		a.page.StepOwn(s, -1)
	case NextMessage:
		a.page.StepOwn(s, 1)
	case PageUp:
		a.page.ScrollPages(a.selected, -1)
	case PageDown:
		a.page.ScrollPages(a.selected, 1)
	case Top:
		a.page.ScrollToStart(a.selected)
	case End:
		a.page.ScrollToEnd(a.selected)
	}
}

// escape closes what is on top, else stops the answer.
func (a *App) escape(gtx layout.Context) {
	switch {
	case a.closeModal():
		a.refocus()
		return
	case a.settings.shown:
		if !a.settings.Dismiss(gtx) {
			a.showSettings(false)
		}
		return
	}
	if a.first.shown {
		a.first.Dismiss(gtx)
		return
	}
	if s, ok := a.subject(); ok {
		a.page.Escape(gtx, s)
	}
}

// refocus gives the focus back to the page, after a card over it.
func (a *App) refocus() {
	a.focus, a.settings.focus, a.first.focus = !a.settings.shown && !a.first.shown, a.settings.shown, true
}

// goToPermission gives a waiting request the focus: the one of the
// conversation that is shown, else the oldest, whose conversation is shown.
func (a *App) goToPermission(gtx layout.Context) {
	if s, ok := a.subject(); ok && a.page.FocusPermission(gtx, s) {
		return
	}
	switch {
	case len(a.snapshot.Permissions) > 0:
		a.selected = a.snapshot.Permissions[0].Key
	case len(a.snapshot.Forms) > 0:
		a.selected = a.snapshot.Forms[0].Key
	default:
		a.toast.Show(gtx.Now, a.words.NoRequest)
		return
	}
	a.focus = false
	if s, ok := a.subject(); ok {
		a.page.FocusPermission(gtx, s)
	}
}

// selectAgent shows the i-th conversation, from 0; nothing when there is none.
func (a *App) selectAgent(i int) {
	if i < 0 || i >= len(a.snapshot.Conversations) {
		return
	}
	a.selected = a.snapshot.Conversations[i].Key
	a.focus = true
}

// index is the place of the conversation that is shown.
func (a *App) index() int {
	for i, c := range a.snapshot.Conversations {
		if c.Key == a.selected {
			return i
		}
	}
	return 0
}

func wrap(i, n int) int {
	if n == 0 {
		return 0
	}
	return (i + n) % n
}

func (a *App) setZoom(z float32) {
	a.look.Zoom = zoomed(z)
	a.restyle()
}

// zoomed is a zoom that can be read; 0 is none.
func zoomed(z float32) float32 {
	if z == 0 {
		return 1
	}
	return min(max(z, minZoom), maxZoom)
}

// Select shows an agent's conversation, as when its notification is clicked.
func (a *App) Select(key conversation.Key) {
	a.settings.shown, a.first.shown = false, false
	a.selected = key
	a.focus = true
}
