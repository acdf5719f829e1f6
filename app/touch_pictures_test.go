//go:build cgo && linux

package app

import (
	"image"
	"image/draw"
	"slices"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
	"sidekicks/widgets/widgettest/picture"
)

// A control is one of each kind of what a pointer and the focus come to.
type control struct {
	scene *engine.Snapshot
	named func(w *i18n.Words) string
}

func controlKinds() map[string]control {
	name := func(s string) func(*i18n.Words) string { return func(*i18n.Words) string { return s } }
	return map[string]control{
		"primary": {fillIn(), func(w *i18n.Words) string { return w.FormAnswer }},
		"link":    {reading(), name("https://example.org/page")},
		"quiet":   {threeWait(), func(w *i18n.Words) string { return w.Edit }},
		"agent":   {asked(), name("Data")},
		"chosen":  {asked(), name("Riker")},
		"option":  {askedPlain(), func(w *i18n.Words) string { return w.AllowOnce }},
		"stop":    {asked(), func(w *i18n.Words) string { return w.StopAgent }},
		"copy":    {reading(), func(w *i18n.Words) string { return w.Copy }},
		"no-send": {reading(), func(w *i18n.Words) string { return w.Send }},
	}
}

// approaches are the ways to come to a control.
func approaches() map[string]func(*widgettest.Harness, input.SemanticNode) {
	hover := func(h *widgettest.Harness, n input.SemanticNode) { h.Pointer(pointer.Move, widgettest.Middle(n), 0) }
	return map[string]func(*widgettest.Harness, input.SemanticNode){
		"hovered": hover,
		"pressed": func(h *widgettest.Harness, n input.SemanticNode) {
			hover(h, n)
			h.Pointer(pointer.Press, widgettest.Middle(n), 0)
		},
		"focused": func(h *widgettest.Harness, n input.SemanticNode) {
			for range buttons(h) {
				if at, ok := h.FocusBounds(); ok && at.Eq(n.Desc.Bounds) {
					return
				}
				h.Tab(key.FocusForward)
			}
		},
	}
}

// in finds the control in a window.
func (c control) in(t *testing.T, a *App, h *widgettest.Harness) input.SemanticNode {
	t.Helper()
	for _, n := range h.Nodes() {
		if n.Desc.Class == semantic.Button && isCalled(n, c.named(a.words)) {
			return n
		}
	}
	t.Fatalf("no button %q", c.named(a.words))
	return input.SemanticNode{}
}

// isCalled tells whether a name is all of what a button, or something on it, says.
func isCalled(n input.SemanticNode, name string) bool {
	return n.Desc.Label == name || n.Desc.Description == name ||
		slices.ContainsFunc(n.Children, func(c input.SemanticNode) bool { return isCalled(c, name) })
}

// Whatever a pointer can click is seen to be under it, and to be held down, with
// the focus as without it; what takes no click stays as it is.
func TestWhatThePointerDoesIsSeen(t *testing.T) {
	size := image.Pt(800, 800)
	shown := picture.Drawer(t, size)
	for name, c := range controlKinds() {
		for _, first := range []string{"", "focused"} {
			a, h := showStill(t, c.scene, config.Config{Language: "en"}, size, 1)
			h.Settle()
			n := c.in(t, a, h)
			if first != "" {
				approaches()[first](h, n)
			}
			was := shown(h.Recorded())
			for _, how := range []string{"hovered", "pressed"} {
				approaches()[how](h, n)
				now := shown(h.Recorded())
				seen := otherPixels(within(was, n), within(now, n)) > n.Desc.Bounds.Dx()*n.Desc.Bounds.Dy()/3
				if seen == (name == "no-send") {
					t.Errorf("%s, %s: that it is %s is seen: %t", name, first, how, seen)
				}
				was = now
			}
		}
	}
}

// within is a copy of the picture where a node is.
func within(img *image.RGBA, n input.SemanticNode) *image.RGBA {
	out := image.NewRGBA(n.Desc.Bounds)
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}
