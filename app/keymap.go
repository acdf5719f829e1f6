package app

import (
	"slices"
	"strings"

	"gioui.org/io/event"
	"gioui.org/io/key"

	"sidekicks/app/i18n"
	"sidekicks/widgets"
)

// An Action is what a key, a button or a line of the palette means.
type Action uint8

const (
	NoAction Action = iota
	CloseOrStop
	SelectAgent // with the agent's number, from 1
	NextAgent
	PreviousAgent
	AgentAbove
	AgentBelow
	Palette
	NewConversation
	ResumeConversation
	PreviousMessage
	NextMessage
	PageUp
	PageDown
	Top
	End
	CopyAnswer
	ToggleThoughts
	GoToPermission
	ZoomIn
	ZoomOut
	ZoomReset
	GoToComposer
	FoldSidebar
	Find
	FindNext
	FindPrevious
	Export
	Help
	Settings
	OpenConfig
	SaveSettings
	NextProblem
	PreviousProblem
	LeaveText
	ShowDecisions
	ChooseMode // with the number of what is chosen, from 1; 0: it is asked for
	ChooseModel
	ChooseThought

	// Told in the help page; taken where they act.
	Send
	NewLine
	Recall
	AnswerPermission
	Complete
	ApplyFix
	Comment
	FindInText
	MoveLine
	Explain

	InSettings // with the index of one of the page's commands, told in the palette alone
)

// A Chord is a key with what is held with it. Shift may be held or not where
// AnyShift is set: a digit or a sign needs it on some keyboards.
type Chord struct {
	Mods     key.Modifiers
	Name     key.Name
	AnyShift bool
	N        int  // SelectAgent: the agent's number
	Hidden   bool // another keyboard's way to the same key; not shown
}

// A Binding says how an action is called and which chords mean it. Every key
// that acts wherever the focus is has a modifier, or is Esc or a function key:
// a bare letter would be taken from whoever types it.
type Binding struct {
	Action  Action
	Label   func(*i18n.Words) string
	Chords  []Chord
	Local   bool // taken by the control that has the focus, not by the window
	Palette bool // can be chosen in the palette
	Edit    bool // acts in the settings alone, and can be chosen in the palette there
	Talk    bool // acts in a conversation alone; in the settings the key is the text's
}

// bindings is the one table of keys: the window's filters, the buttons' hints,
// the palette and the help page are read from it. Ctrl is Cmd on macOS, but
// for Ctrl+Tab.
var bindings = []Binding{
	{Action: Send, Label: func(w *i18n.Words) string { return w.Send }, Chords: []Chord{{Name: key.NameReturn}}, Local: true},
	{Action: NewLine, Label: func(w *i18n.Words) string { return w.NewLine }, Chords: []Chord{{Mods: key.ModShift, Name: key.NameReturn}}, Local: true},
	{Action: Recall, Label: func(w *i18n.Words) string { return w.Recall }, Chords: []Chord{{Name: key.NameUpArrow}}, Local: true},
	{Action: CloseOrStop, Label: func(w *i18n.Words) string { return w.CloseOrStop }, Chords: []Chord{{Name: key.NameEscape}}},
	{Action: GoToPermission, Label: func(w *i18n.Words) string { return w.GoToPermission }, Chords: shortcut("J"), Palette: true},
	{Action: AnswerPermission, Label: func(w *i18n.Words) string { return w.AnswerPermission }, Chords: []Chord{{Name: "1"}}, Local: true},
	{Action: SelectAgent, Label: func(w *i18n.Words) string { return w.AgentByNumber }, Chords: digits()},
	{Action: NextAgent, Label: func(w *i18n.Words) string { return w.NextAgent }, Chords: []Chord{{Mods: key.ModCtrl, Name: key.NameTab}}, Palette: true},
	{Action: PreviousAgent, Label: func(w *i18n.Words) string { return w.PreviousAgent }, Chords: []Chord{{Mods: key.ModCtrl | key.ModShift, Name: key.NameTab}}, Palette: true},
	{Action: AgentAbove, Label: func(w *i18n.Words) string { return w.AgentAbove }, Chords: []Chord{{Mods: key.ModAlt, Name: key.NameUpArrow}}, Talk: true},
	{Action: AgentBelow, Label: func(w *i18n.Words) string { return w.AgentBelow }, Chords: []Chord{{Mods: key.ModAlt, Name: key.NameDownArrow}}, Talk: true},
	{Action: Palette, Label: func(w *i18n.Words) string { return w.Palette }, Chords: shortcut("K")},
	{Action: NewConversation, Label: func(w *i18n.Words) string { return w.NewConversation }, Chords: shortcut("N"), Palette: true, Talk: true},
	{Action: ResumeConversation, Label: func(w *i18n.Words) string { return w.ResumeConversation }, Palette: true, Talk: true},
	{Action: ChooseMode, Label: func(w *i18n.Words) string { return w.ChooseMode }, Palette: true},
	{Action: ChooseModel, Label: func(w *i18n.Words) string { return w.ChooseModel }, Palette: true},
	{Action: ChooseThought, Label: func(w *i18n.Words) string { return w.ChooseThought }, Palette: true},
	{Action: ShowDecisions, Label: func(w *i18n.Words) string { return w.Decisions }, Palette: true},
	{Action: GoToComposer, Label: func(w *i18n.Words) string { return w.GoToComposer }, Chords: shortcut("L"), Palette: true},
	{Action: Find, Label: func(w *i18n.Words) string { return w.Find }, Chords: shortcut("F"), Palette: true, Talk: true},
	{Action: FindNext, Label: func(w *i18n.Words) string { return w.FindNext }, Chords: []Chord{{Name: key.NameF3}}, Palette: true, Talk: true},
	{Action: FindPrevious, Label: func(w *i18n.Words) string { return w.FindPrevious }, Chords: []Chord{{Mods: key.ModShift, Name: key.NameF3}}, Palette: true, Talk: true},
	{Action: Export, Label: func(w *i18n.Words) string { return w.Export }, Chords: shortcut("E"), Palette: true, Talk: true},
	{Action: CopyAnswer, Label: func(w *i18n.Words) string { return w.CopyAnswer }, Chords: []Chord{{Mods: key.ModShortcut | key.ModShift, Name: "C"}}, Palette: true, Talk: true},
	{Action: ToggleThoughts, Label: func(w *i18n.Words) string { return w.ToggleThoughts }, Chords: shortcut("T"), Palette: true, Talk: true},
	{Action: PreviousMessage, Label: func(w *i18n.Words) string { return w.PreviousMessage }, Chords: shortcut(key.NameUpArrow), Palette: true, Talk: true},
	{Action: NextMessage, Label: func(w *i18n.Words) string { return w.NextMessage }, Chords: shortcut(key.NameDownArrow), Palette: true, Talk: true},
	{Action: PageUp, Label: func(w *i18n.Words) string { return w.PageUp }, Chords: []Chord{{Name: key.NamePageUp}}, Talk: true},
	{Action: PageDown, Label: func(w *i18n.Words) string { return w.PageDown }, Chords: []Chord{{Name: key.NamePageDown}}, Talk: true},
	{Action: Top, Label: func(w *i18n.Words) string { return w.Top }, Chords: shortcut(key.NameHome), Palette: true, Talk: true},
	{Action: End, Label: func(w *i18n.Words) string { return w.End }, Chords: shortcut(key.NameEnd), Palette: true, Talk: true},
	{Action: ZoomIn, Label: func(w *i18n.Words) string { return w.ZoomIn }, Chords: []Chord{
		{Mods: key.ModShortcut, Name: "+", AnyShift: true}, {Mods: key.ModShortcut, Name: "=", AnyShift: true, Hidden: true}}, Palette: true},
	{Action: ZoomOut, Label: func(w *i18n.Words) string { return w.ZoomOut }, Chords: []Chord{
		{Mods: key.ModShortcut, Name: "-", AnyShift: true}}, Palette: true},
	{Action: ZoomReset, Label: func(w *i18n.Words) string { return w.ZoomReset }, Chords: digit(0), Palette: true},
	{Action: FoldSidebar, Label: func(w *i18n.Words) string { return w.FoldSidebar }, Chords: shortcut("B"), Palette: true},
	{Action: Settings, Label: func(w *i18n.Words) string { return w.Settings.Title }, Chords: shortcut(","), Palette: true},
	{Action: OpenConfig, Label: func(w *i18n.Words) string { return w.Settings.OpenOther }, Chords: shortcut("O"), Palette: true},
	{Action: SaveSettings, Label: func(w *i18n.Words) string { return w.Settings.Save }, Chords: shortcut("S"), Edit: true},
	{Action: NextProblem, Label: func(w *i18n.Words) string { return w.Settings.NextProblem }, Chords: []Chord{{Name: key.NameF8}}, Edit: true},
	{Action: PreviousProblem, Label: func(w *i18n.Words) string { return w.Settings.PreviousProblem }, Chords: []Chord{{Mods: key.ModShift, Name: key.NameF8}}, Edit: true},
	{Action: LeaveText, Label: func(w *i18n.Words) string { return w.Settings.LeaveText }, Chords: []Chord{{Name: key.NameF6}}},
	{Action: Complete, Label: func(w *i18n.Words) string { return w.Settings.Complete }, Chords: []Chord{{Mods: key.ModCtrl, Name: key.NameSpace}}, Local: true},
	{Action: ApplyFix, Label: func(w *i18n.Words) string { return w.Settings.ApplyFix }, Chords: shortcut("."), Local: true},
	{Action: Explain, Label: func(w *i18n.Words) string { return w.Settings.Explain }, Chords: shortcut("I"), Local: true},
	{Action: Comment, Label: func(w *i18n.Words) string { return w.Settings.Comment }, Chords: shortcut("/"), Local: true},
	{Action: FindInText, Label: func(w *i18n.Words) string { return w.Settings.FindInText }, Chords: shortcut("F"), Local: true},
	{Action: MoveLine, Label: func(w *i18n.Words) string { return w.Settings.MoveLine }, Chords: []Chord{{Mods: key.ModAlt, Name: key.NameUpArrow}}, Local: true},
	{Action: Help, Label: func(w *i18n.Words) string { return w.Help }, Chords: []Chord{{Name: key.NameF1}}, Palette: true},
}

// withKeys are the bindings that have keys.
var withKeys = slices.DeleteFunc(slices.Clone(bindings), func(b Binding) bool { return len(b.Chords) == 0 })

func shortcut(name key.Name) []Chord { return []Chord{{Mods: key.ModShortcut, Name: name}} }

// digit is Ctrl with a digit, under every name that its key may have.
func digit(n int) []Chord {
	var out []Chord
	for i, name := range widgets.DigitNames(n) {
		out = append(out, Chord{Mods: key.ModShortcut, Name: name, AnyShift: true, N: n, Hidden: i > 0})
	}
	return out
}

func digits() []Chord {
	var out []Chord
	for n := 1; n <= 9; n++ {
		out = append(out, digit(n)...)
	}
	return out
}

// globalFilters take the keys that act wherever the focus is, in a conversation
// and in the settings.
var (
	globalFilters   = filters(true)
	settingsFilters = filters(false)
	listFilters     = append(filters(true), key.Filter{Name: key.NameUpArrow}, key.Filter{Name: key.NameDownArrow})
)

func filters(talk bool) []event.Filter {
	var out []event.Filter
	for _, b := range bindings {
		if b.Local || b.Talk && !talk {
			continue
		}
		for _, c := range b.Chords {
			f := key.Filter{Required: c.Mods, Name: c.Name}
			if c.AnyShift {
				f.Optional = key.ModShift
			}
			out = append(out, f)
		}
	}
	return out
}

// filters take the keys that act wherever the focus is.
func (a *App) filters() []event.Filter {
	switch {
	case a.steps():
		return listFilters
	case a.settings.shown && !a.modal():
		return settingsFilters
	}
	return globalFilters
}

// upOrDown is 1 for Down, -1 for Up and 0 for other keys.
func upOrDown(e key.Event) int {
	switch {
	case e.Modifiers != 0:
	case e.Name == key.NameUpArrow:
		return -1
	case e.Name == key.NameDownArrow:
		return 1
	}
	return 0
}

// lookup tells which action a key event means, and its number.
func lookup(e key.Event) (Action, int) {
	for _, b := range bindings {
		for _, c := range b.Chords {
			mods := e.Modifiers
			if c.AnyShift {
				mods &^= key.ModShift
			}
			if !b.Local && c.Name == e.Name && c.Mods == mods {
				return b.Action, c.N
			}
		}
	}
	return NoAction, 0
}

// hint is how the keys of an action are written where it acts; "" when it has
// none. n is the agent's number for SelectAgent, else 0.
func hint(w *i18n.Words, a Action, n int) string {
	for _, c := range bindingOf(a).Chords {
		if !c.Hidden && (n == 0 || c.N == n) {
			return c.write(w)
		}
	}
	return ""
}

func bindingOf(a Action) Binding {
	return bindings[slices.IndexFunc(bindings, func(b Binding) bool { return b.Action == a })]
}

// write names a chord as it is printed on keyboards.
func (c Chord) write(w *i18n.Words) string {
	var parts []string
	for _, m := range []struct {
		mod  key.Modifiers
		name string
	}{{key.ModCtrl, w.KeyCtrl}, {key.ModCommand, "⌘"}, {key.ModAlt, w.KeyAlt}, {key.ModShift, w.KeyShift}} {
		if c.Mods.Contain(m.mod) {
			parts = append(parts, m.name)
		}
	}
	return strings.Join(append(parts, keyName(w, c.Name)), "+")
}

func keyName(w *i18n.Words, name key.Name) string {
	switch name {
	case key.NameReturn:
		return w.KeyEnter
	case key.NameEscape:
		return w.KeyEscape
	case key.NameTab:
		return w.KeyTab
	case key.NameUpArrow:
		return w.KeyUp
	case key.NameDownArrow:
		return w.KeyDown
	case key.NamePageUp:
		return w.KeyPageUp
	case key.NamePageDown:
		return w.KeyPageDown
	case key.NameHome:
		return w.KeyHome
	case key.NameEnd:
		return w.KeyEnd
	case key.NameSpace:
		return w.KeySpace
	}
	return string(name)
}
