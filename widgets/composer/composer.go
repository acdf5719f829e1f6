package composer

import (
	"image"
	"strings"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/io/transfer"
	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/unit"
	"gioui.org/widget"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// A Composer is the state of the field: its text with undo, caret and
// selection. The zero value is empty, and Enter sends.
type Composer struct {
	// CtrlEnter: Ctrl+Enter (Cmd+Enter) sends and Enter breaks the line. Else
	// Enter sends and Shift+Enter breaks.
	CtrlEnter bool

	editor    widget.Editor
	entry     widgets.Entry
	composing bool // an input method was composing a word when the last frame ended
	filters   []event.Filter
	recalled  string // what was last recalled; while it stands unchanged, Up and Down recall others
	pasted    []*chip
	completion
}

// An Event is what the person asked for with a key.
type Event struct {
	Kind EventKind
	Text string // Submitted: the text, which stays in the field until Clear; Opened: what was pasted; Completed: the option's
}

// An EventKind says what happened.
type EventKind uint8

const (
	Submitted    EventKind = iota
	Recalled               // Up in an empty field, or in what was recalled
	RecalledBack           // Down in what was recalled
	Opened                 // the person wants to read what was pasted
	Completed              // an option took the place of the word
)

// Update returns what the person asked for since it was last called.
func (c *Composer) Update(gtx layout.Context) (Event, bool) {
	if e, ok := c.updateChips(gtx); ok {
		return e, true
	}
	if e, ok := c.updateOptions(gtx); ok {
		return e, true
	}
	for {
		ev, ok := c.entry.Next(gtx, &c.editor, c.besides()...)
		if !ok {
			return Event{}, false
		}
		switch ev := ev.(type) {
		case widgets.Changed:
			c.stale = true
		case transfer.DataEvent:
			c.Paste(strings.ReplaceAll(widgets.Pasted(ev), "\r\n", "\n"))
		case key.Event:
			if e, ok := c.press(gtx, ev); ok {
				return e, true
			}
		}
	}
}

// besides are the keys that the editor has no use for. Tab moves the focus where
// there is nothing to choose.
func (c *Composer) besides() []event.Filter {
	if c.filters == nil {
		c.filters = []event.Filter{
			key.Filter{Focus: &c.editor, Required: key.ModShortcut, Name: key.NameReturn},
			key.Filter{Focus: &c.editor, Required: key.ModShortcut, Name: key.NameEnter},
			key.Filter{Focus: &c.editor, Name: key.NameTab},
		}
	}
	if c.choosing() {
		return c.filters
	}
	return c.filters[:len(c.filters)-1]
}

// press does what a key means here, or has the editor do what it means there.
func (c *Composer) press(gtx layout.Context, k key.Event) (Event, bool) {
	plain := k.Modifiers == 0
	if k.Name == key.NameReturn || k.Name == key.NameEnter {
		return c.enter(gtx, k)
	}
	if plain && c.choosing() {
		if e, completed, taken := c.optionKey(k.Name); taken {
			return e, completed
		}
	}
	switch {
	case plain && k.Name == key.NameUpArrow && (c.editor.Len() == 0 || c.isRecalled()):
		return Event{Kind: Recalled}, true
	case plain && k.Name == key.NameDownArrow && c.isRecalled():
		return Event{Kind: RecalledBack}, true
	}
	c.entry.Do(gtx, &c.editor, k)
	c.stale = true
	return Event{}, false
}

// enter is Enter: it chooses an option, breaks the line or sends.
func (c *Composer) enter(gtx layout.Context, k key.Event) (Event, bool) {
	shortcut := k.Modifiers.Contain(key.ModShortcut)
	switch {
	case k.Modifiers.Contain(key.ModShift), c.CtrlEnter && !shortcut && !c.choosing():
		c.entry.Do(gtx, &c.editor, k)
	case !c.mayEnd():
	case shortcut:
		return Event{Kind: Submitted, Text: c.editor.Text()}, true
	case c.choosing() && c.fits():
		return c.complete(), true
	case c.CtrlEnter:
		c.entry.Do(gtx, &c.editor, k)
	default:
		return Event{Kind: Submitted, Text: c.editor.Text()}, true
	}
	return Event{}, false
}

// isRecalled tells whether what was recalled stands unchanged.
func (c *Composer) isRecalled() bool {
	return c.recalled != "" && c.editor.Len() > 0 && c.editor.Text() == c.recalled
}

// mayEnd tells whether Enter ends the message. While an input method composes
// a word, Enter confirms that word; some systems report that Enter after the
// word is done, so what counts is also how the last frame ended.
func (c *Composer) mayEnd() bool { return !c.composing && !c.isComposing() }

func (c *Composer) isComposing() bool { return widgets.IsComposing(&c.editor) }

// Focus gives the field the focus.
func (c *Composer) Focus(gtx layout.Context) { c.entry.Focus(gtx, &c.editor) }

// Focused tells whether the field has the focus.
func (c *Composer) Focused(gtx layout.Context) bool { return gtx.Focused(&c.editor) }

// Text is what is written.
func (c *Composer) Text() string { return c.editor.Text() }

// Empty tells whether nothing but blanks is written, and nothing long pasted.
func (c *Composer) Empty() bool {
	return len(c.pasted) == 0 && (c.editor.Len() == 0 || strings.TrimSpace(c.editor.Text()) == "")
}

// SetText replaces what is written, with the caret at its end.
func (c *Composer) SetText(text string) {
	c.editor.SetText(text)
	c.editor.SetCaret(c.editor.Len(), c.editor.Len())
	c.stale = true
}

// Recall is SetText with what the person wrote before: until it is changed, Up
// and Down ask for others.
func (c *Composer) Recall(text string) {
	c.SetText(text)
	c.recalled = text
}

// Clear empties the field once its text was taken.
func (c *Composer) Clear() {
	c.editor.SetText("")
	c.pasted, c.recalled, c.stale = nil, "", true
}

// A Style is the look of a Composer. Fields may be changed.
type Style struct {
	Theme     *theme.Theme
	Composer  *Composer
	Hint      string
	MaxHeight int           // of the text, in pixels; it scrolls beyond
	Footer    layout.Widget // under the text; nil: none
	Inset     layout.Inset
	Text      theme.TextStyle
	Words     Words
	Options   []Option // for [Composer.Word]; nil: none
	More      string   // said under the options when there are more; "": there are not
}

// Words are what a Composer says, in the person's language.
type Words struct {
	Pasted       func(bytes, lines int) string
	Open, Remove string
}

// Of is a large field with a hint and something under it.
func Of(th *theme.Theme, c *Composer, hint string, footer layout.Widget) Style {
	return Style{
		Theme: th, Composer: c, Hint: hint, MaxHeight: 1e6, Footer: footer, Text: th.Body,
		Inset: layout.Inset{Top: 10, Bottom: 10, Left: 14, Right: 14},
	}
}

// Layout draws the field in the width it is given.
func (s Style) Layout(gtx layout.Context) layout.Dimensions {
	ground := widgets.CardOf(s.Theme)
	ground.Radius, ground.Inset = theme.RadiusLarge, s.Inset
	if s.Composer.Focused(gtx) {
		ground.Ring, ground.Border = s.Theme.AccentSoft, s.Theme.Accent
	}
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	dims := ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(s.text)}
		if len(s.Composer.pasted) > 0 {
			children = append(children, layout.Rigid(layout.Spacer{Height: unit.Dp(8)}.Layout), layout.Rigid(s.layoutChips))
		}
		if s.Footer != nil {
			children = append(children, layout.Rigid(layout.Spacer{Height: unit.Dp(8)}.Layout), layout.Rigid(s.Footer))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	})
	s.Composer.composing = s.Composer.isComposing()
	s.layoutOptions(gtx)
	return dims
}

func (s Style) text(gtx layout.Context) layout.Dimensions {
	gtx.Constraints.Max.Y = min(gtx.Constraints.Max.Y, max(s.MaxHeight, gtx.Sp(s.Text.LineHeight)))
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	ed := &s.Composer.editor
	ed.LineHeight, ed.LineHeightScale = s.Text.LineHeight, 1
	if ed.Len() == 0 {
		hint := widgets.DimOf(s.Theme, s.Text, s.Hint)
		hint.MaxLines = 1
		hint.Layout(gtx)
	}
	defer clip.Rect{Max: gtx.Constraints.Max}.Push(gtx.Ops).Pop()
	semantic.DescriptionOp(s.Hint).Add(gtx.Ops)
	return s.Composer.entry.Layout(gtx, s.Theme, ed, s.Text)
}
