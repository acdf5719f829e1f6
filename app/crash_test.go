package app

import (
	"image"
	"testing"

	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/widgets/widgettest"
)

func TestAFaultOfTheLastRunIsTold(t *testing.T) {
	s := reading()
	a := New(Options{Engine: &still{s}, Config: agents(s.Agents[0].Name), Shaper: shaper(), Crash: "sidekicks 1\n\npanic: deck 5\n"})
	h := widgettest.New(t, image.Pt(1280, 800), func(gtx layout.Context) layout.Dimensions {
		a.Frame(gtx)
		return layout.Dimensions{Size: gtx.Constraints.Max}
	})
	h.Settle()
	if _, ok := h.Find(0, "panic: deck 5"); !ok {
		t.Fatalf("it is not told:\n%s", h.Dump())
	}
	h.Tab(key.FocusBackward) // from Close to Copy
	h.Press(0, key.NameReturn)
	if h.Clipboard != "sidekicks 1\n\npanic: deck 5\n" {
		t.Errorf("copied: %q", h.Clipboard)
	}
	h.Press(0, key.NameEscape)
	if _, ok := h.Find(0, "panic: deck 5"); ok {
		t.Error("Esc does not close it")
	}
	h.Type("x")
	if a.page.Drafts() != 1 {
		t.Error("the message field has not the focus after it")
	}
}
