package codeedit

import (
	"image"
	"testing"
	"unicode/utf8"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
)

// fuzzKeys are what a person may press.
func fuzzKeys() []key.Event {
	var out []key.Event
	for _, name := range []key.Name{
		key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd, key.NamePageUp, key.NamePageDown,
		key.NameReturn, key.NameTab, key.NameDeleteBackward, key.NameDeleteForward, key.NameSpace,
	} {
		for _, mods := range []key.Modifiers{0, key.ModShift, key.ModCtrl, key.ModAlt, key.ModAlt | key.ModShift} {
			out = append(out, key.Event{Name: name, Modifiers: mods, State: key.Press})
		}
	}
	for _, name := range []key.Name{"Z", "Y", "A", "C", "X", "V", "D", "F", "H", "/", ".", "I"} {
		out = append(out, key.Event{Name: name, Modifiers: key.ModShortcut, State: key.Press})
	}
	return out
}

// Whatever is pressed, typed and clicked in whatever text: the caret stays in
// the text, the input method is told of the text as it is, and undoing
// everything returns to the beginning.
func FuzzEditor(f *testing.F) {
	f.Add("{\n  \"a\": [1, true] // é漢\n}\n", []byte{3, 200, 9, 70, 70, 201, 45, 202, 30, 31, 210, 220})
	f.Add("\xff\r\n\t\u202e\"\\", []byte{100, 200, 204, 76, 77, 240, 250, 1, 2})
	f.Fuzz(func(t *testing.T, text string, acts []byte) {
		if len(text) > 2000 || len(acts) > 60 {
			return
		}
		b := open(t, "|")
		b.editor.SetText(text)
		b.editor.SetMarks([]Mark{{Start: len(text) / 3, End: len(text) / 2, Message: "m", Fix: "f"}, {Start: len(text), End: len(text), Severity: Warning}})
		b.Settle()
		for _, a := range acts {
			b.act(a)
			_, caret := b.editor.Selection()
			if caret < 0 || caret > len(b.editor.Text()) {
				t.Fatalf("the caret is at %d of %d", caret, len(b.editor.Text()))
			}
		}
		if b.editor.Focused(b.gtx()) {
			b.tellsAll(t)
		}
		for b.editor.doc.undo() {
		}
		if b.editor.Text() != text {
			t.Fatalf("undone: %q, want %q", b.editor.Text(), text)
		}
	})
}

// act does one thing that a person may do.
func (b *bench) act(a byte) {
	keys := fuzzKeys()
	texts := []string{"a", "{", `"`, "é", "漢", "]", "/", " ", "\n", ""}
	switch {
	case a < 200:
		b.Queue(keys[int(a)%len(keys)])
	case a < 220:
		s := b.EditorState().Selection
		text := texts[int(a)%len(texts)]
		caret := min(s.Start, s.End) + utf8.RuneCountInString(text)
		b.Queue(key.EditEvent{Range: s.Range, Text: text}, key.SelectionEvent{Start: caret, End: caret})
	case a < 230:
		b.Drag(image.Pt(int(a)*3%800, int(a)*7%400), image.Pt(int(a)*11%800, int(a)*5%400))
	case a < 240:
		b.Scroll(image.Pt(300, 200), int(a)*50-11700)
	case a < 245:
		b.editor.GoToMark(int(a)%3 - 1)
	default:
		b.Pointer(pointer.Move, image.Pt(int(a)*13%800, int(a)*17%400), 0)
		offer(b, "one", "two")
	}
	b.Frame()
}

// tellsAll fails the test when the input method knows another text or caret.
func (b *bench) tellsAll(t *testing.T) {
	n := utf8.RuneCountInString(b.editor.Text())
	b.Queue(key.SnippetEvent{Start: 0, End: n})
	b.Frame()
	s := b.EditorState()
	_, caret := b.editor.Selection()
	if s.Snippet.Text != b.editor.Text() || s.Selection.Start != utf8.RuneCountInString(b.editor.Text()[:caret]) {
		t.Fatalf("the input method is told %+v of %q at %d", s, b.editor.Text(), caret)
	}
}
