package app

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// showStill opens a window on a scene.
func showStill(tb testing.TB, s *engine.Snapshot, c config.Config, size image.Point, zoom float32) (*App, *widgettest.Harness) {
	c.DefaultAgent = "Riker"
	a := New(Options{Engine: &still{s}, Config: c, Shaper: shaper(), Look: Look{Zoom: zoom}})
	return a, frameOf(tb, a, size)
}

// frameOf draws a window at the time of the scenes.
func frameOf(tb testing.TB, a *App, size image.Point) *widgettest.Harness {
	h := widgettest.New(tb, size, func(gtx layout.Context) layout.Dimensions {
		gtx.Now = stillTime
		a.Frame(gtx)
		return layout.Dimensions{Size: gtx.Constraints.Max}
	})
	h.Frame()
	h.Frame()
	return h
}

// buttons are the buttons and fields of the window, in the order in which they
// are drawn, which is that of Tab.
func buttons(h *widgettest.Harness) []input.SemanticNode {
	var out []input.SemanticNode
	var walk func(n input.SemanticNode)
	walk = func(n input.SemanticNode) {
		if n.Desc.Class == semantic.Button || n.Desc.Class == semantic.Editor {
			out = append(out, n)
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	for _, n := range h.Nodes() {
		if n.ParentID == 0 {
			walk(n)
		}
	}
	return out
}

// Whatever the width, the size of text, the look and the language: every
// button is in the window, none covers another, and the card's answers are
// all there.
func TestNothingOverlaps(t *testing.T) {
	scenes := map[string]func() *engine.Snapshot{"asked": asked, "trouble": trouble, "reading": reading, "empty": four, "edit": askedEdit, "long": askedLong, "sign-in": signIn, "settings": writing}
	for name, scene := range scenes {
		for _, width := range []int{480, 1280, 1920} {
			for _, zoom := range []float32{1, 2} {
				for _, look := range []config.Config{{Theme: "light", Language: "en"}, {Theme: "dark", Language: "fr"}} {
					what := fmt.Sprintf("%s at %d, %.0f %%, %s", name, width, zoom*100, look.Language)
					_, h := showStill(t, scene(), look, image.Pt(width, 3000), zoom) // high enough for all of it
					checkApart(t, what, h)
				}
			}
		}
	}
}

// touches tells whether two things in one line are closer than the line of the
// focus reaches.
func touches(a, b image.Rectangle) bool {
	const reach = 3
	return a.Add(image.Pt(reach, 0)).Overlaps(b) || a.Sub(image.Pt(reach, 0)).Overlaps(b)
}

// What stands beside each other is far enough apart for the line of the focus.
func TestTheFocusTouchesNothingBeside(t *testing.T) {
	for name, s := range stages() {
		_, h := s.open(t, config.Config{Language: "en"})
		nodes := buttons(h)
		for i, n := range nodes {
			for _, m := range nodes[:i] {
				if touches(n.Desc.Bounds, m.Desc.Bounds) && !n.Desc.Bounds.Overlaps(m.Desc.Bounds) {
					t.Errorf("%s: the line of the focus around %q would touch %q beside it", name, label(n), label(m))
				}
			}
		}
	}
}

func checkApart(t *testing.T, what string, h *widgettest.Harness) {
	t.Helper()
	nodes := buttons(h)
	if len(nodes) < 6 { // four agents, a palette, a field
		t.Errorf("%s: only %d buttons", what, len(nodes))
	}
	window := image.Rectangle{Max: h.Size}
	for i, n := range nodes {
		if n.Desc.Bounds.Max.X > window.Max.X || n.Desc.Bounds.Min.X < 0 {
			t.Errorf("%s: %v %q leaves the window: %v", what, n.Desc.Class, label(n), n.Desc.Bounds)
		}
		for _, m := range nodes[:i] {
			if o := n.Desc.Bounds.Intersect(m.Desc.Bounds); !o.Empty() {
				t.Errorf("%s: %q covers %q at %v", what, label(n), label(m), o)
			}
		}
	}
}

func label(n input.SemanticNode) string {
	s := n.Desc.Label + n.Desc.Description
	for _, c := range n.Children {
		s += " " + label(c)
	}
	return s
}

func TestAnswersStayInViewInASmallWindow(t *testing.T) {
	for _, size := range []image.Point{{X: 480, Y: 1000}, {X: 1280, Y: 800}, {X: 1280, Y: 500}} {
		for _, zoom := range []float32{1, 2} {
			if size.Y == 500 && zoom == 2 {
				continue // there the card scrolls
			}
			_, h := showStill(t, asked(), config.Config{Language: "fr"}, size, zoom)
			for _, answer := range []string{"Autoriser une fois", "Refuser", "Arrêter l’agent"} {
				n, ok := h.Find(semantic.Button, answer)
				if !ok || !n.Desc.Bounds.In(image.Rectangle{Max: size}) {
					t.Errorf("%v at %.0f %%: %q is not in view: %v", size, zoom*100, answer, n.Desc.Bounds)
				}
			}
		}
	}
}

// Tab goes through the window as it is read: agents, header, conversation,
// card, queue, composer.
func TestTabOrderIsReadingOrder(t *testing.T) {
	_, h := showStill(t, asked(), config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	want := []string{"Actions and agents", "Riker", "Data", "Troi", "Geordi", "asks before acting", "New conversation", "Thought for", "Changes",
		"Allow once", "Always allow", "Never propose", "Refuse", "Stop the agent", "Edit", "Remove"}
	var last int
	for _, w := range want {
		i := indexOf(buttons(h), w)
		if i < last {
			t.Errorf("%q is button %d, want it after %d:\n%s", w, i, last, h.Dump())
		}
		last = max(i, last)
	}
}

func indexOf(nodes []input.SemanticNode, text string) int {
	return slices.IndexFunc(nodes, func(n input.SemanticNode) bool { return strings.Contains(label(n), text) })
}

func TestAtRestNothingIsDrawn(t *testing.T) {
	s := reading()
	s.Agents[1].Status = engine.AgentIdle
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	h.Tab(key.FocusForward) // away from the composer, whose caret blinks
	h.Frame()
	if when, ok := h.Wakeup(); ok {
		t.Errorf("a frame is wanted at %v", when)
	}
}

// clickLabelled clicks the first button on which exactly a label is written.
func clickLabelled(tb testing.TB, h *widgettest.Harness, label string) {
	tb.Helper()
	for _, n := range h.Nodes() {
		if n.Desc.Class == semantic.Button && len(n.Children) > 0 && n.Children[0].Desc.Label == label {
			h.ClickAt(widgettest.Middle(n))
			return
		}
	}
	tb.Fatalf("no button %q in\n%s", label, h.Dump())
}

// The rest of the fonts comes after the first frame, without a word from the person.
func TestFontsAreLoadedAfterTheFirstFrame(t *testing.T) {
	posted := make(chan func(), 1)
	a := New(Options{Engine: &still{reading()}, Config: config.Config{DefaultAgent: "Riker", Language: "en"}, Post: func(f func()) { posted <- f }})
	first := a.theme.Shaper
	h := widgettest.New(t, image.Pt(1280, 800), func(gtx layout.Context) layout.Dimensions {
		a.Frame(gtx)
		return layout.Dimensions{Size: gtx.Constraints.Max}
	})
	if at, ok := h.Wakeup(); !ok || at.After(h.Now) {
		t.Fatal("no second frame is asked for")
	}
	h.Settle()
	for range 2 { // the colours of the code in the scene come by the same way
		(<-posted)()
	}
	h.Settle()
	if a.theme.Shaper == first || a.shapers != nil {
		t.Error("the page is still set in the first fonts")
	}
	a.Close()
}

// However small the window and large the text: the settings' text keeps lines to
// write in, above what is told under it.
func TestTheSettingsKeepTheirText(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		for _, zoom := range []float32{1, 1.5, 2, 2.5, 3.2} {
			a, h := showStill(t, writing(), config.Config{Language: lang}, image.Pt(640, 400), zoom)
			h.Settle()
			text, ok := h.Find(semantic.Editor, i18n.For(lang).Settings.Title)
			if lines := text.Desc.Bounds.Dy() / h.Metric.Sp(a.theme.Body.LineHeight); !ok || lines < 3 {
				t.Errorf("%s, %.0f %%: %d lines of the text are in view", lang, 100*zoom, lines)
			}
		}
	}
}

// The buttons of a card stand whole in it where they have no room beside each
// other: they take another line.
func TestButtonsOfACardTakeAnotherLine(t *testing.T) {
	for _, name := range []string{"export", "a path", "adding", "closing"} {
		for _, zoom := range []float32{2, 3.2} {
			widths := map[string]int{}
			for _, width := range []int{1920, 480} {
				s := stages()[name]
				a, h := showStill(t, s.scene, config.Config{Language: "fr"}, image.Pt(width, 1000), zoom)
				h.Settle()
				s.do(a, h)
				w := i18n.For("fr")
				for _, n := range buttons(h) {
					what := strings.TrimSpace(label(n))
					if !slices.ContainsFunc([]string{w.Cancel, w.KeepOpen, w.Quit, w.First.Write, w.First.Back, w.Open, w.Settings.SaveShort}, func(s string) bool { return strings.HasPrefix(what, s) }) {
						continue
					}
					if is, was := n.Desc.Bounds.Dx(), widths[what]; width == 480 && is < was-1 {
						t.Errorf("%s, %.0f %%: %q is %d wide, and %d where there is room", name, 100*zoom, what, is, was)
					}
					widths[what] = n.Desc.Bounds.Dx()
				}
			}
			if len(widths) < 2 {
				t.Errorf("%s: only %v", name, widths)
			}
		}
	}
}
