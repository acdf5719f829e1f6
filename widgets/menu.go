package widgets

import (
	"image"
	"strings"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/theme"
)

// A Menu is a button that opens a list to choose from. The zero value is closed.
type Menu struct {
	Open    bool
	chosen  int      // the entry that an opening list gives the focus
	names   []string // of the entries
	head    Button
	entries []Button
	list    List
	beside  byte // tag of what is around the open list
}

// Update returns the index of the entry that was chosen, and false when none was.
func (m *Menu) Update(gtx layout.Context) (int, bool) {
	for m.head.Update(gtx) {
		m.Open = !m.Open
		if m.Open && len(m.entries) > 0 {
			m.focus(gtx, min(max(m.chosen, 0), len(m.entries)-1))
		}
	}
	m.typed(gtx)
	m.moveFocus(gtx) // first: Enter in the same frame is for the entry that the arrows lead to
	for i := range m.entries {
		if m.entries[i].Update(gtx) {
			m.Close(gtx)
			return i, true
		}
	}
	for {
		e, ok := gtx.Event(pointer.Filter{Target: &m.beside, Kinds: pointer.Press})
		if !ok {
			return 0, false
		}
		if e, ok := e.(pointer.Event); ok && e.Kind == pointer.Press {
			m.Open = false
		}
	}
}

// Close closes the list and gives the focus back to the button.
func (m *Menu) Close(gtx layout.Context) {
	m.Open = false
	gtx.Execute(key.FocusCmd{Tag: m.head.Tag()})
}

// moveFocus takes Up, Down, Home, End and Esc while an entry has the focus.
func (m *Menu) moveFocus(gtx layout.Context) {
	for i := range m.entries {
		tag := m.entries[i].Tag()
		for {
			e, ok := gtx.Event(
				key.Filter{Focus: tag, Name: key.NameUpArrow}, key.Filter{Focus: tag, Name: key.NameDownArrow},
				key.Filter{Focus: tag, Name: key.NameHome}, key.Filter{Focus: tag, Name: key.NameEnd},
				key.Filter{Focus: tag, Name: key.NameEscape},
			)
			if !ok {
				break
			}
			if e, ok := e.(key.Event); ok && e.State == key.Press {
				m.moveFrom(gtx, i, e.Name)
			}
		}
	}
}

func (m *Menu) moveFrom(gtx layout.Context, i int, name key.Name) {
	n := len(m.entries)
	switch name {
	case key.NameEscape:
		m.Close(gtx)
	case key.NameUpArrow:
		m.focus(gtx, (i+n-1)%n)
	case key.NameDownArrow:
		m.focus(gtx, (i+1)%n)
	case key.NameHome:
		m.focus(gtx, 0)
	case key.NameEnd:
		m.focus(gtx, n-1)
	}
}

// typed takes a letter or a digit while an entry has the focus: it leads to the
// next entry that begins with it.
func (m *Menu) typed(gtx layout.Context) {
	at := m.focused(gtx)
	if at < 0 {
		return
	}
	for c := range strings.SplitSeq("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "") {
		for {
			e, ok := gtx.Event(key.Filter{Focus: m.entries[at].Tag(), Name: key.Name(c), Optional: key.ModShift})
			if !ok {
				break
			}
			if e, ok := e.(key.Event); ok && e.State == key.Press {
				at = m.after(at, c)
				m.focus(gtx, at)
			}
		}
	}
}

// focused is the entry that has the focus, -1 when none has.
func (m *Menu) focused(gtx layout.Context) int {
	for i := range m.entries {
		if m.Open && gtx.Focused(m.entries[i].Tag()) {
			return i
		}
	}
	return -1
}

// after is the next entry after i that begins with a letter, i if none does.
func (m *Menu) after(i int, letter string) int {
	n := len(m.entries)
	for k := i + 1; k < i+n; k++ {
		if name := m.names[k%n]; len(name) > 0 && strings.EqualFold(name[:1], letter) {
			return k % n
		}
	}
	return i
}

// focus gives an entry the focus, and brings it into view.
func (m *Menu) focus(gtx layout.Context, i int) {
	if p := m.list.Position; i <= p.First || i >= p.First+p.Count-1 {
		m.list.ScrollTo(max(0, i-p.Count/2))
	}
	gtx.Execute(key.FocusCmd{Tag: m.entries[i].Tag()})
}

// A MenuStyle is the look of a Menu. Fields may be changed.
type MenuStyle struct {
	Theme   *theme.Theme
	Menu    *Menu
	Head    ButtonStyle
	Entries []string
	Chosen  int     // index in Entries; -1: none
	Width   unit.Dp // of the list; never more than there is room for
	ToLeft  bool    // the list ends under the button's end, for one near the window's
}

// MenuOf is a menu whose button shows label.
func MenuOf(th *theme.Theme, m *Menu, label string, entries []string, chosen int) MenuStyle {
	return MenuStyle{Theme: th, Menu: m, Head: ButtonOf(th, &m.head, label).WithIcon(IconDown), Entries: entries, Chosen: chosen, Width: 240}
}

// Layout draws the button, and the open list under it, over what follows.
func (s MenuStyle) Layout(gtx layout.Context) layout.Dimensions {
	if n := len(s.Entries); len(s.Menu.entries) != n {
		s.Menu.entries = make([]Button, n)
	}
	s.Menu.chosen, s.Menu.names = s.Chosen, s.Entries
	dims := s.Head.Layout(gtx)
	if s.Menu.Open {
		m := op.Record(gtx.Ops)
		s.list(gtx, dims.Size)
		op.Defer(gtx.Ops, m.Stop())
	}
	return dims
}

// menuHeight is how high an open list is at most; a longer one scrolls.
const menuHeight unit.Dp = 420

// list draws the list under a button of that size.
func (s MenuStyle) list(gtx layout.Context, button image.Point) {
	s.around(gtx)
	below := image.Pt(0, button.Y+gtx.Dp(theme.Step))
	width := min(gtx.Dp(s.Width), gtx.Constraints.Max.X)
	if s.ToLeft {
		below.X = button.X - width
	}
	gtx.Constraints = layout.Exact(image.Pt(width, 0))
	gtx.Constraints.Max.Y = gtx.Dp(menuHeight)
	ground := CardOf(s.Theme)
	ground.Shadow, ground.Inset = s.Theme.Shadow, layout.UniformInset(theme.Step)
	defer op.Offset(below).Push(gtx.Ops).Pop()
	ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return s.Menu.list.Layout(gtx, s.Theme, theme.Step, len(s.Entries), s.entry)
	})
}

// around takes the presses beside the list, wherever they are in the window.
func (s MenuStyle) around(gtx layout.Context) {
	const far = 1 << 14
	defer clip.Rect{Min: image.Pt(-far, -far), Max: image.Pt(far, far)}.Push(gtx.Ops).Pop()
	event.Op(gtx.Ops, &s.Menu.beside)
}

func (s MenuStyle) entry(gtx layout.Context, i int) layout.Dimensions {
	ground := SurfaceStyle{Within: true, Radius: theme.Radius, Inset: layout.UniformInset(2 * theme.Step)}
	if i == s.Chosen {
		ground.Fill = s.Theme.AccentSoft
	}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	return ClickOf(s.Theme, &s.Menu.entries[i], ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(i == s.Chosen).Add(gtx.Ops)
		return LabelOf(s.Theme, s.Theme.Small, s.Entries[i]).Layout(gtx)
	})
}
