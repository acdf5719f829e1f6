package app

import (
	"image"
	"time"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/text"
	"gioui.org/unit"

	"sidekicks/app/chat"
	"sidekicks/app/first"
	"sidekicks/app/i18n"
	"sidekicks/app/settings"
	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// An Engine is what the window asks of *engine.Engine. None of it waits.
type Engine interface {
	chat.Engine
	settings.Engine
	first.Engine
	Snapshot() *engine.Snapshot
	Close()
}

// Options is what an App is made of. Engine is required.
type Options struct {
	Engine Engine
	Config config.Config // what the window takes of it: language, theme, text size, send_with
	Shaper *text.Shaper  // nil: a new one with the system's fonts
	Look   Look          // as it was left

	Journal *journal.Journal // what was decided; nil: nothing is written down

	Crash string // what the last run ended by, without secrets; "" when it ended as it should

	// OpenURL opens a web or mail address outside, without waiting; nil opens nothing.
	OpenURL func(string)

	// Named says that the configuration file was asked for, or opened before:
	// where there is none the settings tell so, and nobody is welcomed.
	Named bool

	// Language is over the configuration's; "" for none.
	Language string
	// Locale is the system's language, until SetSystem.
	Locale string
	// Choose has the person choose a file, or a folder, with the system's
	// dialog, without waiting, and has chosen called on the window's goroutine;
	// nil: there is no such dialog, and the window asks itself.
	Choose func(folder bool, chosen func(path string))

	// Post has a function called on the window's goroutine before the next
	// frame, which it asks for. It is called from any goroutine and does not
	// wait. nil: what takes long is done in the frame.
	Post func(func())
}

// A Look is what a window looked like when it was left.
type Look struct {
	Zoom   float32 // times the configuration's text size; 0 is 1
	Folded bool    // the list of agents shows letters alone
	Dark   bool    // the system was dark, until it tells how it is: else a window at night would begin with a flash
}

// A System is what the person's system prefers; it counts where the
// configuration says auto.
type System struct {
	Dark          bool
	ReducedMotion bool
	Locale        string // such as fr_FR.UTF-8
}

// An App is the window's content. Its methods are called on the window's
// goroutine, and none of them waits.
type App struct {
	options  Options
	system   System
	look     Look
	theme    *theme.Theme
	words    *i18n.Words
	snapshot *engine.Snapshot
	selected conversation.Key
	focus    bool                // the composer is to have the focus in this frame
	drawn    bool                // a frame was
	shapers  func() *text.Shaper // makes the whole shaper; nil: it is there

	keys     widgets.Keys
	away     away
	page     chat.Page
	settings settingsPage
	first    firstPage
	sidebar  sidebar
	palette  palette
	path     pathCard
	crash    crashCard
	help     help
	closing  closing
	toast    widgets.Toast
	said     string // to be shown as a remark
}

// New makes the content of a window.
func New(o Options) *App {
	a := &App{options: o, look: o.Look, focus: true}
	a.look.Zoom = zoomed(a.look.Zoom)
	a.system = System{Dark: o.Look.Dark, Locale: o.Locale}
	switch {
	case o.Shaper != nil:
	case o.Post != nil:
		a.options.Shaper, a.shapers = theme.NewShapers()
	default:
		a.options.Shaper = theme.NewShaper(theme.ShaperOptions{})
	}
	a.page = chat.Page{Engine: o.Engine, Journal: o.Journal, OpenURL: o.OpenURL, Remark: a.toast.Show, Choose: o.Choose}
	a.settings.Page = settings.Page{Engine: asking{o.Engine, a}, Choose: a.choose, Remark: a.toast.Show}
	a.first.Page = first.Page{Engine: o.Engine, Choose: a.choose}
	a.page.Over, a.settings.Over = a.layoutRemark, a.layoutRemark
	if o.Post != nil {
		a.away.post = o.Post
		a.page.Away = a.away.do
	}
	a.crash = crashed(o.Crash)
	a.restyle()
	a.selected = conversation.KeyOf(o.Config.DefaultAgent)
	a.take(o.Engine.Snapshot())
	return a
}

// Close waits until what was begun away from the frame has ended. It is called
// once, after the last frame.
func (a *App) Close() { a.away.close() }

// SetSystem tells what the system prefers, at the start and when it changes.
// The caller asks for a frame.
func (a *App) SetSystem(s System) {
	if s == a.system {
		return // as it is drawn: nothing is to be laid out anew
	}
	a.system = s
	a.restyle()
}

// Tell shows a remark from the next frame on.
func (a *App) Tell(text string) { a.said = text }

// Words are the words in force.
func (a *App) Words() *i18n.Words { return a.words }

// SetConfig puts another configuration in force for the window.
func (a *App) SetConfig(c config.Config) {
	a.options.Config = c
	a.restyle()
}

// Look is what the window looks like so far.
func (a *App) Look() Look {
	look := a.look
	look.Dark = a.system.Dark
	return look
}

// restyle makes the theme and the words anew from what they depend on.
func (a *App) restyle() {
	c := a.options.Config
	dark := c.Theme == "dark" || c.Theme != "light" && a.system.Dark
	still := c.Motion == "on" || c.Motion != "off" && a.system.ReducedMotion
	size := c.TextSize
	if size == 0 {
		size = float32(theme.DefaultTextSize)
	}
	a.theme = theme.New(theme.Options{Dark: dark, Still: still, TextSize: unit.Sp(size * a.look.Zoom), Shaper: a.options.Shaper})
	if w := i18n.For(languageOf(a.options.Language, c.Language, a.system.Locale)); a.words == nil || a.words.Language() != w.Language() {
		a.words = w
	}
	a.page.Theme, a.page.Words = a.theme, a.words
	a.settings.Theme, a.settings.Words = a.theme, a.words
	a.settings.Hints = settings.Hints{Save: hint(a.words, SaveSettings, 0), Open: hint(a.words, OpenConfig, 0), Fix: hint(a.words, ApplyFix, 0), Complete: hint(a.words, Complete, 0), Close: hint(a.words, CloseOrStop, 0)}
	a.settings.Restyle()
	a.first.Theme, a.first.Words = a.theme, a.words
	a.first.OpenKeys = hint(a.words, OpenConfig, 0)
	a.page.CtrlEnter = c.SendWith == "ctrl_enter"
	a.page.Hints = chat.Hints{
		Stop: hint(a.words, CloseOrStop, 0), NewConversation: hint(a.words, NewConversation, 0),
		GoToPermission: hint(a.words, GoToPermission, 0), End: hint(a.words, End, 0),
	}
}

// Frame updates the content from its events and draws it: Update, Snapshot,
// Layout, so that what an event changes is on screen in the same frame.
func (a *App) Frame(gtx layout.Context) {
	gtx = a.keys.With(gtx)
	a.update(gtx)
	shown := a.snapshot
	a.take(a.options.Engine.Snapshot())
	a.updateFocus(gtx)
	if a.snapshot != shown && !a.page.Reads(gtx, a.selected) {
		gtx.Execute(op.InvalidateCmd{}) // what has the focus may be gone with this frame, as the next one knows
	}
	a.tell(gtx)
	a.layout(gtx)
	a.tick(gtx)
	a.loadFonts(gtx)
}

// loadFonts has the rest of the fonts loaded once the first frame is on the
// screen, which asks for another frame. What is shown is then laid out again.
func (a *App) loadFonts(gtx layout.Context) {
	whole := a.shapers
	switch {
	case whole == nil:
	case !a.drawn:
		a.drawn = true
		gtx.Execute(op.InvalidateCmd{})
	default:
		a.shapers = nil
		a.away.do(func() func() {
			shaper := whole()
			return func() {
				a.options.Shaper = shaper
				a.restyle()
			}
		})
	}
}

// take shows another snapshot. The selection stays on a conversation that is there.
func (a *App) take(s *engine.Snapshot) {
	if s == a.snapshot {
		return
	}
	a.snapshot = s
	if s.Config.Opened != a.settings.opened {
		a.page.DropDrafts() // as was told before it was opened
	}
	a.takeConfig()
	if a.conversation() == nil && len(s.Conversations) > 0 {
		a.selected, a.focus = s.Conversations[0].Key, true // the field that had the focus is gone
	}
	a.moveDrafts()
}

// moveDrafts keeps what is being written to an agent within reach when its
// conversation is gone: in the one that is shown.
func (a *App) moveDrafts() {
	to := a.conversation()
	if to == nil {
		return
	}
	for _, from := range a.page.Orphans(a.snapshot.Conversations) {
		a.page.MoveDraft(from, to.Key)
		a.Tell(a.words.DraftMoved(string(from), to.Agent))
	}
}

func (a *App) conversation() *engine.ConversationView {
	for i := range a.snapshot.Conversations {
		if c := &a.snapshot.Conversations[i]; c.Key == a.selected {
			return c
		}
	}
	return nil
}

// subject is what the page shows; false when there is no conversation.
func (a *App) subject() (chat.Subject, bool) {
	c := a.conversation()
	if c == nil {
		return chat.Subject{}, false
	}
	s := chat.Subject{Conversation: c}
	for i := range a.snapshot.Agents {
		if a.snapshot.Agents[i].Name == c.Agent {
			s.Agent = &a.snapshot.Agents[i]
		}
	}
	for _, p := range a.snapshot.Permissions {
		if p.Key == c.Key {
			s.Permissions = append(s.Permissions, p)
		}
	}
	for _, f := range a.snapshot.Forms {
		if f.Key == c.Key {
			s.Forms = append(s.Forms, f)
		}
	}
	return s, s.Agent != nil
}

// update takes what came in the order in which it came: where the keys of the
// window stand in line with what is typed, the pages take what was typed before
// each of them.
func (a *App) update(gtx layout.Context) {
	a.keys.Begin()
	for more := true; more; {
		inLine := a.keys.InLine(gtx)
		if !inLine && a.updateKey(gtx) {
			continue
		}
		a.updatePages(gtx)
		if more = inLine && a.updateKey(gtx); more {
			// What stood there before the key has asked for its events, and could
			// be given the focus until a frame is drawn without it.
			gtx.Execute(op.InvalidateCmd{})
		}
	}
	a.updateClosing(gtx)
}

// updateKey takes the next key of the window, and reports whether there was one.
func (a *App) updateKey(gtx layout.Context) bool {
	a.keys.Filters = a.filters()
	e, ok := a.keys.Next(gtx)
	if !ok {
		return false
	}
	if by := upOrDown(e); by != 0 {
		a.step(by)
		return true
	}
	action, n := lookup(e)
	a.do(gtx, action, n)
	a.updateFocus(gtx) // before what had it takes the keys that come after
	return true
}

// updatePages has what is on the screen take what is its own, up to a key of the
// window.
func (a *App) updatePages(gtx layout.Context) {
	a.keys.Filters = a.filters()
	if a.said != "" {
		a.toast.Show(gtx.Now, a.said)
		a.said = ""
	}
	a.updateModals(gtx)
	a.updateFocus(gtx)
	behind := gtx // once a card is closed, what is behind it takes the focus at once
	if a.modal() {
		behind = gtx.Disabled()
	}
	beside := a.beside(behind)
	if n, ok := a.sidebar.update(beside); ok {
		a.do(gtx, SelectAgent, n)
	}
	if a.sidebar.paletteButton.Update(beside) {
		a.do(gtx, Palette, 0)
	}
	a.updateSettings(beside)
	a.updateFirst(behind)
	if s, ok := a.subject(); ok && !a.settings.shown && !a.first.shown {
		a.page.Update(behind, s)
	}
}

// updateFocus gives the page that is shown the focus that it is owed, in the
// very frame that shows it: a key that is pressed right after is not lost. The
// field takes it also from what was shown and is gone.
func (a *App) updateFocus(gtx layout.Context) {
	_, talk := a.subject()
	switch {
	case a.modal():
	case a.settings.shown:
		give(gtx, &a.settings.focus, &a.settings.Page)
	case a.first.shown:
		give(gtx, &a.first.focus, &a.first.Page)
	case talk && (a.focus || gtx.Focused(nil)):
		a.focus = false
		a.page.FocusComposer(gtx, a.selected)
	}
}

// tell shows what the pages have to remark on what was taken in this very frame:
// it may be the last for a while.
func (a *App) tell(gtx layout.Context) {
	for _, said := range []string{a.first.Told(), a.settings.Told()} {
		if said != "" {
			a.toast.Show(gtx.Now, said)
		}
	}
}

func give(gtx layout.Context, owed *bool, to interface{ Focus(layout.Context) }) {
	if *owed {
		*owed = false
		to.Focus(gtx)
	}
}

// tick asks for a frame when a time that is shown changes: at most once a
// second, only while something runs, and once a minute when it runs for long.
func (a *App) tick(gtx layout.Context) {
	var next time.Time
	for _, since := range a.running() {
		at := gtx.Now.Truncate(time.Second).Add(time.Second) // shared by all: one tick a second
		if ran := gtx.Now.Sub(since); ran >= time.Minute {
			at = since.Add(ran.Truncate(time.Minute) + time.Minute)
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if !next.IsZero() {
		gtx.Execute(op.InvalidateCmd{At: next})
	}
}

// running are the beginnings of what the window shows the time of.
func (a *App) running() []time.Time {
	var since []time.Time
	for i := range a.snapshot.Agents {
		switch agent := &a.snapshot.Agents[i]; agent.Status {
		case engine.AgentStarting, engine.AgentAnswering, engine.AgentWaiting, engine.AgentStopping:
			since = append(since, agent.Since)
		}
	}
	if c := a.conversation(); c != nil && c.Turn != engine.TurnIdle && len(c.Messages) > 0 {
		for _, p := range c.Messages[len(c.Messages)-1].Parts {
			if t, ok := p.(*conversation.Tool); ok && t.End.IsZero() {
				since = append(since, t.Start)
			}
		}
	}
	return since
}

func (a *App) layout(gtx layout.Context) {
	gtx.Constraints.Min = gtx.Constraints.Max
	widgets.Fill(gtx, a.theme.Background)
	defer clip.Rect{Max: gtx.Constraints.Max}.Push(gtx.Ops).Pop()
	a.page.LayoutGround(gtx)
	behind := gtx
	if a.modal() {
		behind = gtx.Disabled()
	}
	if a.first.shown && !a.settings.shown {
		a.first.Layout(behind)
		a.layoutRemark(gtx)
	} else {
		layout.Flex{}.Layout(behind,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions { return a.layoutSidebar(a.beside(gtx)) }),
			layout.Flexed(1, a.layoutPage))
		if a.talking() {
			a.page.LayoutOver(behind)
		}
	}
	a.layoutModals(gtx)
}

// talking tells whether a conversation is shown.
func (a *App) talking() bool {
	_, ok := a.subject()
	return ok && !a.settings.shown && !a.first.shown
}

// beside is the context of what stands beside the page.
func (a *App) beside(gtx layout.Context) layout.Context {
	if a.talking() && a.page.Modal() {
		return gtx.Disabled()
	}
	return gtx
}

// layoutRemark draws the remark over the text that the page has room for. Where
// a permission card takes the whole page there is none.
func (a *App) layoutRemark(gtx layout.Context) { widgets.ToastOf(a.theme, &a.toast).Layout(gtx) }

func (a *App) layoutPage(gtx layout.Context) layout.Dimensions {
	if a.settings.shown {
		return a.settings.Layout(gtx)
	}
	if s, ok := a.subject(); ok {
		return a.page.Layout(gtx, s)
	}
	a.layoutRemark(gtx)
	return layout.Center.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min = image.Point{}
		return layout.Flex{Axis: layout.Vertical, Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(widgets.LabelOf(a.theme, a.theme.Title, a.words.NoAgents).Layout),
			layout.Rigid(widgets.DimOf(a.theme, a.theme.Small, a.words.NoAgentsHint).Layout))
	})
}
