package widgets

import (
	"image"
	"strconv"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op/clip"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

func testTheme() *theme.Theme {
	return theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
}

func column(ws ...layout.Widget) layout.Widget {
	return func(gtx layout.Context) layout.Dimensions {
		var children []layout.FlexChild
		for _, w := range ws {
			children = append(children, layout.Rigid(w))
		}
		gtx.Constraints.Min = image.Point{}
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	}
}

func TestButtonIsClickedByPointerAndKeys(t *testing.T) {
	th := testTheme()
	var b Button
	clicks := 0
	h := widgettest.New(t, image.Pt(300, 100), func(gtx layout.Context) layout.Dimensions {
		for b.Update(gtx) {
			clicks++
		}
		return ButtonOf(th, &b, "Go").WithIcon(IconCheck).Layout(gtx)
	})
	h.Click(semantic.Button, "Go")
	h.Tab(key.FocusForward)
	h.Press(0, key.NameSpace)
	h.Press(0, key.NameReturn)
	if clicks != 3 {
		t.Errorf("%d clicks, want 3", clicks)
	}
}

func TestDisabledButtonTakesNothing(t *testing.T) {
	th := testTheme()
	var b Button
	h := widgettest.New(t, image.Pt(300, 100), func(gtx layout.Context) layout.Dimensions {
		if b.Update(gtx) {
			t.Error("clicked")
		}
		s := ButtonOf(th, &b, "Go")
		s.Disabled = true
		return s.Layout(gtx)
	})
	h.Click(semantic.Button, "Go")
}

func TestDisclosure(t *testing.T) {
	th := testTheme()
	var d Disclosure
	h := widgettest.New(t, image.Pt(300, 200), func(gtx layout.Context) layout.Dimensions {
		d.Update(gtx)
		return DisclosureOf(th, &d).Layout(gtx, LabelOf(th, th.Small, "Thought").Layout, LabelOf(th, th.Small, "hidden part").Layout)
	})
	if _, ok := h.Find(semantic.Unknown, "hidden part"); ok {
		t.Error("a folded part is shown")
	}
	h.Click(semantic.Button, "Thought")
	if _, ok := h.Find(semantic.Unknown, "hidden part"); !ok {
		t.Errorf("an unfolded part is not shown:\n%s", h.Dump())
	}
}

// showMenu shows a menu called Mode, and what is chosen in it.
func showMenu(t *testing.T, m *Menu, chosen *[]int, entries ...string) *widgettest.Harness {
	return showMenuAt(t, m, chosen, 0, entries...)
}

// showMenuAt shows a menu whose entry is in force.
func showMenuAt(t *testing.T, m *Menu, chosen *[]int, entry int, entries ...string) *widgettest.Harness {
	th := testTheme()
	return widgettest.New(t, image.Pt(400, 300), func(gtx layout.Context) layout.Dimensions {
		for i, ok := m.Update(gtx); ok; i, ok = m.Update(gtx) {
			*chosen = append(*chosen, i)
		}
		gtx.Constraints.Min = image.Point{}
		return MenuOf(th, m, "Mode", entries, entry).Layout(gtx)
	})
}

func TestMenu(t *testing.T) {
	var m Menu
	var chosen []int
	h := showMenu(t, &m, &chosen, "ask", "plan", "code")
	h.Click(semantic.Button, "Mode")
	h.Click(semantic.Button, "plan")
	h.Click(semantic.Button, "Mode")
	h.Press(0, key.NameUpArrow) // from the first to the last
	h.Press(0, key.NameReturn)
	if len(chosen) != 2 || chosen[0] != 1 || chosen[1] != 2 || m.Open {
		t.Errorf("chosen %v, open %t", chosen, m.Open)
	}
	h.Click(semantic.Button, "Mode")
	h.ClickAt(image.Pt(390, 290))
	if m.Open {
		t.Error("a press beside leaves the menu open")
	}
	h.Click(semantic.Button, "Mode")
	h.Press(0, key.NameEscape)
	if m.Open || len(chosen) != 2 {
		t.Error("Esc leaves the menu open or chooses")
	}
}

// Keys that come within one frame count in their order, and the button has the
// focus in the end.
func TestMenuTakesKeysThatComeAtOnce(t *testing.T) {
	var m Menu
	var chosen []int
	h := showMenu(t, &m, &chosen, "ask", "plan", "code", "other")
	h.Click(semantic.Button, "Mode")
	for _, name := range []key.Name{key.NameDownArrow, key.NameDownArrow, key.NameReturn} {
		h.Queue(key.Event{Name: name, State: key.Press}, key.Event{Name: name, State: key.Release})
	}
	h.Settle()
	if len(chosen) != 1 || chosen[0] != 2 || m.Open || !h.Focused(m.head.Tag()) {
		t.Errorf("chosen %v, open %t, the focus is at the button: %t", chosen, m.Open, h.Focused(m.head.Tag()))
	}
}

// A list of many opens at the entry that is in force, so that Enter or Space
// there changes nothing, and its letters lead through it.
func TestALongMenu(t *testing.T) {
	var entries []string
	for _, maker := range []string{"alpha", "beta", "Gamma"} {
		for i := range 40 {
			entries = append(entries, maker+strconv.Itoa(i))
		}
	}
	for keys, want := range map[string]int{"": 90, "A": 0, "AA": 1, "B": 40, "G": 91, "X": 90, "<": 0, ">": 119, ">v": 0, "BG": 80} {
		var m Menu
		var chosen []int
		h := showMenuAt(t, &m, &chosen, 90, entries...)
		h.Click(semantic.Button, "Mode")
		for _, c := range keys {
			name, named := map[rune]key.Name{'<': key.NameHome, '>': key.NameEnd, 'v': key.NameDownArrow}[c]
			if !named {
				name = key.Name(c)
			}
			h.Press(0, name)
		}
		if _, shown := h.Find(semantic.Button, entries[want]); !shown {
			t.Errorf("%q: %s is not seen", keys, entries[want])
		}
		h.Press(0, key.NameSpace)
		if len(chosen) != 1 || chosen[0] != want {
			t.Errorf("%q: chosen %v, not %d", keys, chosen, want)
		}
	}
}

func TestModalIsLeftBesideIt(t *testing.T) {
	th := testTheme()
	var m Modal
	var inside, behind Button
	left, clicks := 0, 0
	h := widgettest.New(t, image.Pt(600, 400), func(gtx layout.Context) layout.Dimensions {
		if m.Update(gtx) {
			left++
		}
		for inside.Update(gtx) {
			clicks++
		}
		if behind.Update(gtx.Disabled()) {
			t.Error("what is behind was clicked")
		}
		ButtonOf(th, &behind, "behind").Layout(gtx.Disabled())
		return ModalOf(th, &m, "Title").Layout(gtx, ButtonOf(th, &inside, "inside").Layout)
	})
	h.Click(semantic.Button, "inside")
	if left != 0 || clicks != 1 {
		t.Errorf("a click in the card: left %d times, clicked %d times", left, clicks)
	}
	h.ClickAt(image.Pt(5, 5))
	if left != 1 {
		t.Errorf("a click beside: left %d times", left)
	}
	h.Tab(key.FocusForward)
	if !h.Focused(inside.Tag()) {
		t.Error("Tab leaves the card")
	}
}

func TestToastGoesByItself(t *testing.T) {
	th := testTheme()
	var toast Toast
	h := widgettest.New(t, image.Pt(600, 400), func(gtx layout.Context) layout.Dimensions { return ToastOf(th, &toast).Layout(gtx) })
	toast.Show(h.Now, "Copied.")
	h.Frame()
	if _, ok := h.Find(semantic.Unknown, "Copied."); !ok {
		t.Error("not shown")
	}
	when, ok := h.Wakeup()
	if !ok {
		t.Fatal("no frame is asked for its end")
	}
	h.Now = when
	h.Frame()
	if _, ok := h.Find(semantic.Unknown, "Copied."); ok {
		t.Error("still shown")
	}
	if _, ok := h.Wakeup(); ok {
		t.Error("asks for frames after its end")
	}
}

func TestWrappedBreaksLines(t *testing.T) {
	square := layout.Spacer{Width: 40, Height: 10}.Layout
	var got image.Point
	widgettest.New(t, image.Pt(100, 100), func(gtx layout.Context) layout.Dimensions {
		dims := Wrapped{Gap: 5}.Layout(gtx, square, square, square)
		got = dims.Size
		return dims
	})
	if want := image.Pt(85, 25); got != want {
		t.Errorf("size %v, want %v", got, want)
	}
}

func TestDigit(t *testing.T) {
	for _, c := range []struct {
		name key.Name
		want int
		ok   bool
	}{{"1", 1, true}, {"0", 0, true}, {"&", 1, true}, {"é", 2, true}, {"É", 2, true}, {"ç", 9, true}, {"à", 0, true}, {"-", 6, true}, {"y", 0, false}, {"", 0, false}} {
		if got, ok := Digit(c.name); got != c.want || ok != c.ok {
			t.Errorf("Digit(%q) = %d, %t", c.name, got, ok)
		}
	}
}

func TestInitial(t *testing.T) {
	for name, want := range map[string]string{"riker": "R", "  élan": "É", "«7of9»": "7", "": "?", "—": "?"} {
		if got := initial(name); got != want {
			t.Errorf("initial(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNothingMovesAtRest(t *testing.T) {
	th := testTheme()
	h := widgettest.New(t, image.Pt(300, 400), column(
		LabelOf(th, th.Body, "text").Layout,
		func(gtx layout.Context) layout.Dimensions { return IconGlobe.Layout(gtx, 16, th.Text) },
		FaceOf(th, "Riker", 1).Layout,
		MeterOf(th, 0.4).Layout,
		BadgeOf(th, "3").Layout,
	))
	if _, ok := h.Wakeup(); ok {
		t.Error("asks for a frame at rest")
	}
}

// No face has a glyph for a tab.
func TestALabelHasNoTabs(t *testing.T) {
	h := widgettest.New(t, image.Pt(300, 100), LabelOf(testTheme(), testTheme().Mono, "\tmain.go:42").Layout)
	if _, ok := h.Find(semantic.Unknown, "    main.go:42"); !ok {
		t.Errorf("the tab is drawn:\n%s", h.Dump())
	}
}

// Texts under each other are no closer than the lines of one text, whatever the
// size of the text; one that says nothing takes no room.
func TestTextsAreNoCloserThanLines(t *testing.T) {
	th := testTheme()
	for _, zoom := range []float32{1, 2} {
		for _, style := range []theme.TextStyle{th.Body, th.Small, th.Label, th.Title} {
			var two, one layout.Dimensions
			widgettest.New(t, image.Pt(900, 300), func(gtx layout.Context) layout.Dimensions {
				gtx.Metric.PxPerSp *= zoom
				gtx.Constraints.Min = image.Point{}
				one = LabelOf(th, style, "one").Layout(gtx)
				two = Texts(gtx, LabelOf(th, style, "one"), LabelOf(th, style, ""), LabelOf(th, style, "two"))
				if apart, line := two.Size.Y-one.Size.Y, gtx.Sp(style.LineHeight); apart < line {
					t.Errorf("%v sp at %.0f %%: %d apart, and the lines of a text %d", style.Size, 100*zoom, apart, line)
				}
				return two
			})
		}
	}
}

// A sign stands in the middle of the first line of a text, however many it has.
func TestASignStandsAtTheFirstLine(t *testing.T) {
	th := testTheme()
	sign := func(gtx layout.Context) layout.Dimensions {
		defer clip.Rect{Max: image.Pt(10, 8)}.Push(gtx.Ops).Pop()
		semantic.DescriptionOp("sign").Add(gtx.Ops)
		return layout.Dimensions{Size: image.Pt(10, 8)}
	}
	for _, text := range []string{"a line", strings.Repeat("many words ", 20)} {
		var one int
		h := widgettest.New(t, image.Pt(200, 300), func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Min = image.Point{}
			one = LabelOf(th, th.Small, "a line").Layout(gtx).Size.Y
			return Signed(gtx, theme.Step, sign, LabelOf(th, th.Small, text))
		})
		middle := -1
		for _, n := range h.Nodes() {
			if n.Desc.Description == "sign" {
				middle = widgettest.Middle(n).Y
			}
		}
		if middle < one/2-1 || middle > one/2+1 {
			t.Errorf("%.20q: the sign's middle is at %d, the line's at %d", text, middle, one/2)
		}
	}
}
