package app

import (
	"fmt"
	"image"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// conflicting shows a file that another program changed while it was written in.
func conflicting(t *testing.T, lang string, size image.Point, zoom float32) (*App, *widgettest.Harness) {
	s := writing()
	s.Config.Text, s.Config.Problems = oneAgent, nil
	a, h := showStill(t, s, config.Config{Language: lang}, size, zoom)
	h.Settle()
	h.Press(key.ModShortcut, ",")
	h.Type("// mine\n")
	h.Press(key.ModShortcut, "S")
	return a, h
}

// However small the window and large the text: the question is read from its
// beginning, keys go to its buttons and to the end of what has changed, and the
// foot is in view.
func TestAConflictIsReadWhole(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		for _, size := range []image.Point{{X: 640, Y: 400}, {X: 480, Y: 400}, {X: 1280, Y: 800}} {
			for _, zoom := range []float32{1, 2, 2.5} {
				what := fmt.Sprintf("%s, %v, %.0f %%", lang, size, 100*zoom)
				a, h := conflicting(t, lang, size, zoom)
				w := a.words.Settings
				line := h.Metric.Sp(a.theme.Small.LineHeight)
				if foot := labelled(h, w.Sound); len(foot) == 0 || foot[0].Desc.Bounds.Min.Y > size.Y-line/2 {
					t.Errorf("%s: the foot is not in view", what)
				}
				if said := labelled(h, w.Conflict[:20]); len(said) == 0 || said[0].Desc.Bounds.Min.Y < 40 {
					t.Errorf("%s: the question does not begin in view", what)
				}
				h.Press(0, key.NameF6)
				for _, name := range []string{w.KeepMine, w.TakeTheirs} {
					n, ok := h.Find(semantic.Button, name)
					if seen := visibleParts(h)[n.ID]; !ok || seen.Dy() < n.Desc.Bounds.Dy()-1 {
						t.Errorf("%s: of %q %v is in view, of %v", what, name, seen, n.Desc.Bounds)
					}
				}
				checkChangesRead(t, what, h, line, w.Conflict[:20])
			}
		}
	}
}

// checkChangesRead goes down what has changed, and up again.
func checkChangesRead(t *testing.T, what string, h *widgettest.Harness, line int, asked string) {
	t.Helper()
	inView := func(text string) bool {
		parts := visibleParts(h)
		for _, n := range labelled(h, text) {
			if n.Desc.Class == semantic.Unknown && parts[n.ID].Dy() >= min(line, n.Desc.Bounds.Dy()) && !inEditor(h, n) {
				return true
			}
		}
		return false
	}
	for _, text := range []string{"// mine", "agent_servers", "opencode", "riker"} {
		for i := 0; !inView(text); i++ {
			if i > 40 {
				t.Errorf("%s: keys do not lead to %q:\n%s", what, text, h.Dump())
				break
			}
			h.Press(0, key.NameDownArrow)
		}
	}
	for range 10 {
		h.Press(0, key.NamePageUp)
	}
	if !inView("// mine") && !inView(asked) {
		t.Errorf("%s: keys do not lead back", what)
	}
}

// inEditor tells whether a label is text that is written in, and not shown above it.
func inEditor(h *widgettest.Harness, n input.SemanticNode) bool {
	for _, e := range h.Nodes() {
		if e.ID == n.ParentID {
			return e.Desc.Class == semantic.Editor
		}
	}
	return false
}
