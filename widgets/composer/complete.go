package composer

import (
	"image"
	"strings"
	"unicode"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// A Word is what is being written at the caret, from its sign on: '/' where the
// text begins, '@' where a word begins.
type Word struct {
	Sign rune // 0: the word has none
	Text string
}

// An Option can take the place of the word that is being written.
type Option struct {
	Text   string // takes the word's place, with its sign
	Detail string // said beside it
	Wants  string // hint of what comes after it; "": nothing needs to
}

// completion is the state of the list of options.
type completion struct {
	stale     bool // word is to be found again
	caret     int  // when it was
	word      Word
	start     int      // of the word, in characters
	options   []Option // as last laid out
	of        Word     // that they were for
	chosen    int
	dismissed bool // the person closed the list, until another word begins
	buttons   []widgets.Button
	list      widgets.List
	ground    byte // tag
}

// shownOptions is how many options are in view at once.
const shownOptions = 8

// Word is the word that is being written and for which options are wanted; its
// Sign is 0 when there is none.
func (c *Composer) Word() Word {
	if caret, _ := c.editor.Selection(); c.stale || caret != c.caret {
		c.stale, c.caret = false, caret
		c.findWord()
	}
	if c.dismissed || c.isComposing() {
		return Word{}
	}
	return c.word
}

// findWord finds the word at the caret.
func (c *Composer) findWord() {
	was := c.word
	c.word, c.start = Word{}, 0
	from, to := c.editor.Selection()
	if from != to || c.editor.Len() == 0 {
		c.dismissed = false
		return
	}
	text := []rune(c.editor.Text())
	start := min(from, len(text))
	for start > 0 && !unicode.IsSpace(text[start-1]) {
		start--
	}
	if start < from && (text[start] == '@' || text[start] == '/' && start == 0) {
		c.word, c.start = Word{text[start], string(text[start+1 : from])}, start
	}
	if c.word.Sign == 0 {
		c.dismissed = false
	}
	if c.word != was {
		c.chosen = 0
	}
}

// choosing tells whether options are shown.
func (c *Composer) choosing() bool {
	w := c.Word()
	return w.Sign != 0 && len(c.options) > 0
}

// fits tells whether the options shown are those of the word as it is now, and
// the chosen one adds something to it.
func (c *Composer) fits() bool {
	o := c.options[min(c.chosen, len(c.options)-1)]
	return c.Word() == c.of && (o.Wants != "" || o.Text != string(c.word.Sign)+c.word.Text)
}

// Dismiss closes the list of options, and reports whether there was one.
func (c *Composer) Dismiss() bool {
	open := c.choosing()
	c.dismissed = c.dismissed || open
	return open
}

// updateOptions takes the clicks that choose an option.
func (c *Composer) updateOptions(gtx layout.Context) (Event, bool) {
	if !c.choosing() {
		return Event{}, false
	}
	for i := range min(len(c.buttons), len(c.options)) {
		if c.buttons[i].Update(gtx) {
			c.chosen = i
			c.Focus(gtx)
			return c.complete(), true
		}
	}
	return Event{}, false
}

// optionKey does what a key means in the list of options, if anything.
func (c *Composer) optionKey(name key.Name) (e Event, completed, taken bool) {
	switch name {
	case key.NameTab:
		if c.Word() == c.of { // else they are those of another word
			return c.complete(), true, true
		}
	case key.NameUpArrow:
		c.choose(c.chosen - 1)
	case key.NameDownArrow:
		c.choose(c.chosen + 1)
	default:
		return Event{}, false, false
	}
	return Event{}, false, true
}

func (c *Composer) choose(i int) {
	n := len(c.options)
	c.chosen = (i + n) % n
	if p := c.list.Position; c.chosen < p.First || c.chosen >= p.First+shownOptions {
		c.list.ScrollTo(max(0, c.chosen-shownOptions+1))
	}
}

// complete puts the chosen option in the place of the word.
func (c *Composer) complete() Event {
	o := c.options[min(c.chosen, len(c.options)-1)]
	_, caret := c.editor.Selection()
	c.editor.SetCaret(caret, c.start)
	c.entry.Insert(&c.editor, o.Text+" ")
	c.options, c.stale = nil, true
	return Event{Kind: Completed, Text: o.Text}
}

// layoutOptions draws the list over the field.
func (s Style) layoutOptions(gtx layout.Context) {
	c := s.Composer
	if c.options = s.Options; c.of != c.Word() {
		c.of = c.Word()
	}
	if !c.choosing() {
		return
	}
	if len(c.buttons) < len(c.options) {
		c.buttons = make([]widgets.Button, len(c.options))
	}
	ground := widgets.CardOf(s.Theme)
	ground.Shadow, ground.Inset = s.Theme.Shadow, layout.UniformInset(theme.Step)
	m := op.Record(gtx.Ops)
	dims := ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.Y = shownOptions * (gtx.Sp(s.Theme.Small.LineHeight) + gtx.Dp(8))
			return c.list.Layout(gtx, s.Theme, theme.Step, len(c.options), s.layoutOption)
		})}
		if s.More != "" {
			children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return layout.Inset{Left: 10, Top: 2, Bottom: 4}.Layout(gtx, widgets.DimOf(s.Theme, s.Theme.Print, s.More).Layout)
			}))
		}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	})
	call := m.Stop()
	m = op.Record(gtx.Ops)
	off := op.Offset(image.Pt(0, -dims.Size.Y-gtx.Dp(6))).Push(gtx.Ops)
	area := clip.Rect{Max: dims.Size}.Push(gtx.Ops)
	event.Op(gtx.Ops, &c.ground) // what is under the list gets no pointer
	area.Pop()
	call.Add(gtx.Ops)
	off.Pop()
	op.Defer(gtx.Ops, m.Stop())
}

func (s Style) layoutOption(gtx layout.Context, i int) layout.Dimensions {
	c, th := s.Composer, s.Theme
	ground := widgets.SurfaceStyle{Within: true, Radius: theme.Radius, Inset: layout.Inset{Top: 4, Bottom: 4, Left: 10, Right: 10}}
	if i == c.chosen {
		ground.Fill = th.AccentSoft
	}
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	o := c.options[i]
	return widgets.ClickOf(th, &c.buttons[i], ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(i == c.chosen).Add(gtx.Ops)
		detail := widgets.OneLineOf(th, th.Print, strings.TrimPrefix(o.Wants+" · "+o.Detail, " · "))
		detail.Color = th.Dim
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(widgets.OneLineOf(th, th.Mono, o.Text).Layout),
			layout.Rigid(layout.Spacer{Width: 10}.Layout),
			layout.Flexed(1, detail.Layout))
	})
}
