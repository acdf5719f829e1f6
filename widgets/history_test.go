package widgets

import (
	"image"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// written is a field that has the focus, and what it told to have become.
func written(t *testing.T, f *Field) (h *widgettest.Harness, changes func() []string) {
	th := theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	focused := false
	var told []string
	h = widgettest.New(t, image.Pt(400, 100), func(gtx layout.Context) layout.Dimensions {
		if !focused {
			f.Focus(gtx)
			focused = true
		}
		for e, ok := f.Update(gtx); ok; e, ok = f.Update(gtx) {
			if e == FieldChanged {
				told = append(told, f.Text())
			}
		}
		return FieldOf(th, f, "name").Layout(gtx)
	})
	h.Settle()
	return h, func() []string { return told }
}

// TestUndoTakesBackWords: not letters.
func TestUndoTakesBackWords(t *testing.T) {
	var f Field
	h, changes := written(t, &f)
	steps := func(mods key.Modifiers, want ...string) {
		t.Helper()
		var got []string
		for range want {
			h.Press(key.ModShortcut|mods, "Z")
			got = append(got, f.Text())
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if told := changes(); told[len(told)-1] != f.Text() {
			t.Errorf("told %q, is %q", told[len(told)-1], f.Text())
		}
	}
	h.Type("what a day")
	steps(0, "what a", "what", "", "")
	steps(key.ModShift, "what", "what a", "what a day", "what a day")

	for range 4 {
		h.Press(0, key.NameDeleteBackward)
	}
	h.Type("!")
	steps(0, "what a", "what a day")
	steps(key.ModShift, "what a")
	h.Type("?") // what was taken back is gone
	steps(key.ModShift, "what a?")
	steps(0, "what a")

	h.Press(0, key.NameHome)
	h.Type("say ")
	h.Press(0, key.NameEnd)
	h.Type("nd")
	steps(0, "say what a", "saywhat a", "what a")
	if from, to := f.editor.Selection(); from != 0 || to != 0 {
		t.Errorf("the caret is at %d to %d", from, to)
	}
}

// TestUndoOfWhatIsPasted: a paste is a step of its own, between two words too.
func TestUndoOfWhatIsPasted(t *testing.T) {
	var f Field
	h, _ := written(t, &f)
	h.Type("see")
	h.Queue(key.EditEvent{Range: key.Range{Start: 3, End: 3}, Text: strings.Repeat("x", 100)})
	h.Settle()
	h.Press(key.ModShortcut, "Z")
	if f.Text() != "see" {
		t.Errorf("%q", f.Text())
	}
}

// TestUndoOfWhatIsComposed: what an input method put in the place of what it had
// written is one word.
func TestUndoOfWhatIsComposed(t *testing.T) {
	var f Field
	h, _ := written(t, &f)
	h.Type("a ")
	for i, s := range []string{"k", "か", "かn", "かん", "漢"} {
		end := 2
		if i > 0 {
			end = len([]rune(f.Text()))
		}
		h.Queue(key.EditEvent{Range: key.Range{Start: 2, End: end}, Text: s}, key.CompositionEvent{Start: 2, End: 2 + len([]rune(s))})
		h.Settle()
	}
	h.Queue(key.CompositionEvent{Start: -1, End: -1})
	h.Settle()
	h.Press(key.ModShortcut, "Z")
	if f.Text() != "a" {
		t.Errorf("%q", f.Text())
	}
}

// TestWhatWasSetIsNotUndone: a field begins with what it was set to.
func TestWhatWasSetIsNotUndone(t *testing.T) {
	var f Field
	f.GoOn("/home")
	h, _ := written(t, &f)
	h.Type("/me")
	h.Press(key.ModShortcut, "Z")
	h.Press(key.ModShortcut, "Z")
	if f.Text() != "/home" {
		t.Errorf("%q", f.Text())
	}
	f.GoOn("/etc")
	h.Press(key.ModShortcut, "Z")
	if f.Text() != "/etc" {
		t.Errorf("%q", f.Text())
	}
}

// TestSeeingAllocatesNothing: a field that is not written in costs no memory.
func TestSeeingAllocatesNothing(t *testing.T) {
	var f Field
	f.GoOn(strings.Repeat("word ", 1000))
	var y history
	y.see(&f.editor)
	if n := testing.AllocsPerRun(10, func() { y.see(&f.editor) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A picture in the clipboard cannot be pasted, and what is copied after it can.
func TestPastingGoesOnAfterNothingCouldBe(t *testing.T) {
	var f Field
	h, _ := written(t, &f)
	for range 2 {
		h.Press(key.ModShortcut, "V")
	}
	h.Clipboard = "text"
	h.Press(key.ModShortcut, "V")
	if got := f.Text(); got != "text" {
		t.Errorf("pasted: %q", got)
	}
}
