package app

import (
	"image"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/app/i18n"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// TestWhatAMouseReachesAKeyReaches walks through every page with Tab: whatever
// can be clicked or written in gets the focus.
func TestWhatAMouseReachesAKeyReaches(t *testing.T) {
	for name, s := range stages() {
		t.Run(name, func(t *testing.T) {
			_, h := s.open(t, config.Config{Language: "en"})
			wanted := clickable(h)
			if len(wanted) == 0 {
				t.Fatal("nothing can be clicked")
			}
			reached := map[string]int{} // how often: lists scroll, and many a button says the same
			walk(h, func(at image.Rectangle) { reached[named(h, at)]++ })
			for _, n := range wanted {
				if reached[said(n)]--; reached[said(n)] < 0 {
					t.Errorf("not reached: %v %v %q", n.Desc.Class, n.Desc.Bounds, said(n))
				}
			}
		})
	}
}

// clickable are the nodes of the last frame that a mouse can do something with.
func clickable(h *widgettest.Harness) (out []input.SemanticNode) {
	for _, n := range h.Nodes() {
		d := n.Desc
		control := d.Class == semantic.Button || d.Class == semantic.Editor || d.Class == semantic.CheckBox && d.Gestures&input.ClickGesture != 0
		if control && !d.Disabled {
			out = append(out, n)
		}
	}
	return out
}

// TestTheKeysAreReadByKeys scrolls the page of keys, which is higher than most
// windows.
func TestTheKeysAreReadByKeys(t *testing.T) {
	_, h := showStill(t, talk(), config.Config{Language: "en"}, image.Pt(1280, 500), 1)
	h.Press(0, key.NameF1)
	sees := func(text string) bool { _, ok := h.Find(semantic.Unknown, text); return ok }
	if sees(i18n.For("en").FoldSidebar) {
		t.Fatal("all keys fit into the window")
	}
	for _, k := range []struct {
		mods key.Modifiers
		name key.Name
	}{{key.ModShortcut, key.NameEnd}, {key.ModShortcut, key.NameHome}} {
		h.Press(k.mods, k.name)
		if top := sees(i18n.For("en").NewLine); top != (k.name == key.NameHome) {
			t.Errorf("after %s the first line is seen: %v", k.name, top)
		}
	}
	for range 30 {
		h.Press(0, key.NamePageDown)
	}
	if sees(i18n.For("en").NewLine) {
		t.Error("Page Down does not scroll")
	}
	for range 200 {
		h.Press(0, key.NameUpArrow)
	}
	if !sees(i18n.For("en").NewLine) {
		t.Error("Up does not scroll")
	}
}

// walk presses Tab until the focus has been everywhere, F6 where Tab is the
// text's, and tells each place when it is there first.
func walk(h *widgettest.Harness, visit func(at image.Rectangle)) {
	type place struct {
		at   image.Rectangle
		name string // of what is there: lists scroll
	}
	reached := map[place]bool{}
	at, _ := h.FocusBounds()
	for again := 0; again < 3; {
		if here := (place{at, named(h, at)}); reached[here] {
			again++
		} else {
			again, reached[here] = 0, true
			visit(at)
		}
		h.Tab(key.FocusForward)
		if next, ok := h.FocusBounds(); ok && next != at {
			at = next
			continue
		}
		h.Press(0, key.NameF6)
		at, _ = h.FocusBounds()
	}
}

// named is what is said of the control that stands somewhere.
func named(h *widgettest.Harness, at image.Rectangle) string {
	for _, n := range clickable(h) {
		if n.Desc.Bounds == at {
			return said(n)
		}
	}
	return ""
}

// said are the labels of a node and what is in it.
func said(n input.SemanticNode) string {
	text := n.Desc.Label + n.Desc.Description
	for _, c := range n.Children {
		text += " " + said(c)
	}
	return text
}

// The page of keys has a bar where it scrolls, which the pointer drags to its end.
func TestTheKeysAreReadByTheBar(t *testing.T) {
	_, h := showStill(t, talk(), config.Config{Language: "en"}, image.Pt(1280, 500), 1)
	h.Press(0, key.NameF1)
	last, card := i18n.For("en").FoldSidebar, image.Rectangle{}
	for _, n := range h.Nodes() {
		if n.Desc.Description == i18n.For("en").Keys {
			card = n.Desc.Bounds
		}
	}
	if _, ok := h.Find(semantic.Unknown, last); ok {
		t.Fatal("all keys fit into the window")
	}
	bar := image.Pt(card.Max.X-10, card.Min.Y+70)
	h.Drag(bar, bar.Add(image.Pt(0, 200)), bar.Add(image.Pt(0, 600)))
	if _, ok := h.Find(semantic.Unknown, last); !ok {
		t.Errorf("the end is not reached:\n%s", h.Dump())
	}
}
