package codeedit

import (
	"fmt"
	"image"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gioui.org/f32"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/text"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// shaper is made once: parsing the fonts costs more than most tests.
var shaper = sync.OnceValue(func() *text.Shaper { return theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true}) })

// A bench is an editor in a window.
type bench struct {
	*widgettest.Harness
	editor Editor
	events []Event
	th     *theme.Theme
}

func words() Words {
	return Words{
		Find: "Find", Replace: "Replace with", ReplaceOne: "Replace", ReplaceAll: "All", Next: "Next", Previous: "Previous", Close: "Close",
		Error: "Error", Warning: "Warning", Remark: "Remark", FixKey: "Ctrl+.",
		Matches: func(i, n int) string { return fmt.Sprintf("%d of %d", i, n) },
	}
}

// open shows an editor of a text in which | is the caret.
func open(tb testing.TB, marked string) *bench {
	b := &bench{th: theme.New(theme.Options{Shaper: shaper()})}
	b.editor.Language = JSON()
	d := documentOf(marked)
	b.editor.SetText(d.text)
	focus := true
	b.Harness = widgettest.New(tb, image.Pt(800, 400), func(gtx layout.Context) layout.Dimensions {
		if focus {
			b.editor.Focus(gtx)
			focus = false
		}
		for e, ok := b.editor.Update(gtx); ok; e, ok = b.editor.Update(gtx) {
			b.events = append(b.events, e)
		}
		return Of(b.th, &b.editor, "Settings", words()).Layout(gtx)
	})
	b.editor.Select(d.selection.anchor, d.selection.caret)
	b.Settle()
	return b
}

func (b *bench) has(t *testing.T, want string) {
	t.Helper()
	if got := b.editor.doc.marked(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTyping(t *testing.T) {
	b := open(t, "|")
	b.Type(`{"a": [1`)
	b.has(t, `{"a": [1|]}`)
	b.Type(`]}`)
	b.has(t, `{"a": [1]}|`)
	b.Type("é漢")
	b.has(t, `{"a": [1]}é漢|`)
	b.Press(0, key.NameDeleteBackward)
	b.Press(key.ModShift, key.NameLeftArrow)
	b.has(t, `{"a": [1]}|é|`)
	b.Press(key.ModShortcut, "Z")
	b.Press(key.ModShortcut, "Z")
	b.Press(key.ModShortcut|key.ModShift, "Z")
	if n := len(b.events); n == 0 || b.events[0] != (Event{Kind: Changed, Typed: false}) {
		t.Errorf("%d events, the first %+v", n, b.events[0])
	}
}

func TestLineKeys(t *testing.T) {
	b := open(t, "{\n  \"a\": 1,|\n  \"b\": 2\n}")
	b.Press(key.ModAlt, key.NameDownArrow)
	b.has(t, "{\n  \"b\": 2\n  \"a\": 1,|\n}")
	b.Press(key.ModAlt|key.ModShift, key.NameUpArrow)
	b.has(t, "{\n  \"b\": 2\n  \"a\": 1,|\n  \"a\": 1,\n}")
	b.Press(key.ModShortcut, "/")
	b.has(t, "{\n  \"b\": 2\n  // \"a\": 1,|\n  \"a\": 1,\n}")
	b.Press(0, key.NameTab)
	b.Press(key.ModShift, key.NameTab)
	b.Press(0, key.NameReturn)
	b.has(t, "{\n  \"b\": 2\n// \"a\": 1,  \n|\n  \"a\": 1,\n}")
}

// A picture in the clipboard cannot be pasted, and what is copied after it can.
func TestPastingGoesOnAfterNothingCouldBe(t *testing.T) {
	b := open(t, "|")
	for range 2 {
		b.Press(key.ModShortcut, "V")
	}
	b.Clipboard = "text"
	b.Press(key.ModShortcut, "V")
	b.has(t, "text|")
}

func TestClipboard(t *testing.T) {
	b := open(t, "one\n|two|\nthree")
	b.Press(key.ModShortcut, "C")
	if b.Clipboard != "two" {
		t.Errorf("%q was copied", b.Clipboard)
	}
	b.Press(0, key.NameEnd)
	b.Press(key.ModShortcut, "X")
	if b.Clipboard != "two\n" {
		t.Errorf("%q was cut: without a selection it is the line", b.Clipboard)
	}
	b.has(t, "one\n|three")
	b.Clipboard = "a\r\nb"
	b.Press(key.ModShortcut, "V")
	b.has(t, "one\na\nb|three")
}

func TestMouse(t *testing.T) {
	b := open(t, "|one two\nthree\n")
	at := func(offset int) image.Point {
		s := Of(b.th, &b.editor, "", words())
		var p image.Point
		widgettest.New(t, b.Size, func(gtx layout.Context) layout.Dimensions {
			p = s.caretAt(gtx, offset)
			return layout.Dimensions{}
		})
		return p.Add(image.Pt(1, 8))
	}
	b.ClickAt(at(5))
	b.has(t, "one t|wo\nthree\n")
	b.ClickAt(at(5))
	b.has(t, "one |two|\nthree\n")
	b.Now = b.Now.Add(time.Second)
	b.Drag(at(1), at(3), at(10))
	b.has(t, "o|ne two\nth|ree\n")
	b.ClickAt(image.Pt(700, 300))
	b.has(t, "one two\nthree\n|")
}

func TestMarks(t *testing.T) {
	b := open(t, "|{\n  \"comand\": 1,\n  \"x\": 2\n}")
	b.editor.SetMarks([]Mark{
		{Start: 4, End: 12, Message: "unknown key", Fix: "Write command"},
		{Start: 19, End: 22, Severity: Warning, Message: "odd"},
	})
	b.Press(0, key.NameDownArrow)
	if _, ok := b.Find(semantic.Unknown, "unknown key"); !ok {
		t.Errorf("the gutter has no mark:\n%s", b.Dump())
	}
	b.editor.Select(0, 0)
	b.editor.GoToMark(1)
	b.Settle()
	b.has(t, "{\n  |\"comand\": 1,\n  \"x\": 2\n}")
	if !strings.Contains(b.Dump(), `"unknown key"`) {
		t.Errorf("the problem is not told:\n%s", b.Dump())
	}
	b.events = nil
	b.Press(key.ModShortcut, ".")
	if len(b.events) != 1 || b.events[0] != (Event{Kind: FixWanted}) {
		t.Errorf("events %+v", b.events)
	}
	b.editor.GoToMark(1)
	b.editor.GoToMark(1)
	b.editor.GoToMark(-1)
	b.Settle()
	b.has(t, "{\n  \"comand\": 1,\n  |\"x\": 2\n}")
	b.Type("ab")
	if m := b.editor.Marks()[1]; m.Start != 21 || m.End != 24 {
		t.Errorf("the mark did not move with what was typed before it: %+v", m)
	}
	if strings.Contains(b.Dump(), `"odd"`) && b.editor.tip.open() {
		t.Error("the tip stays while one types")
	}
}

func TestHover(t *testing.T) {
	b := open(t, "|{ \"comand\": 1 }")
	b.editor.SetMarks([]Mark{{Start: 2, End: 10, Message: "unknown key"}})
	p := image.Pt(b.editor.left()+30, b.editor.top(0)+10)
	b.Pointer(pointer.Move, p, 0)
	if !b.editor.tip.open() {
		t.Fatalf("nothing is told under the pointer:\n%s", b.Dump())
	}
	b.Pointer(pointer.Move, p.Add(image.Pt(70, 0)), 0)
	if b.editor.tip.open() {
		t.Error("the tip stays when the pointer leaves")
	}
	b.events = nil
	b.Now = b.Now.Add(restTime)
	b.Frame()
	if len(b.events) != 1 || b.events[0].Kind != HelpWanted {
		t.Fatalf("events %+v", b.events)
	}
	b.editor.Explain(Explanation{Start: 2, End: 10, Title: "Command", Help: "What starts it"}, b.editor.Version())
	b.Frame()
	if !strings.Contains(b.Dump(), "What starts it") {
		t.Errorf("no help:\n%s", b.Dump())
	}
}

func offer(b *bench, labels ...string) {
	var list []Candidate
	_, caret := b.editor.Selection()
	for _, l := range labels {
		list = append(list, Candidate{Label: l, Title: "Title of " + l, Help: "Help of " + l, Edits: []Edit{{max(caret-2, 0), caret, l + ": "}}, Caret: caret - 2 + len(l) + 2})
	}
	b.editor.Offer(list, b.editor.Version(), caret)
	b.Settle()
}

func TestCompletion(t *testing.T) {
	b := open(t, "{ ke| }")
	offer(b, "keep_running", "keys")
	if !strings.Contains(b.Dump(), "Help of keep_running") {
		t.Errorf("no help:\n%s", b.Dump())
	}
	b.Press(0, key.NameDownArrow)
	b.Press(0, key.NameReturn)
	b.has(t, "{ keys: | }")
	b.Press(key.ModShortcut, "Z")
	b.has(t, "{ ke| }")
	offer(b, "keep_running")
	b.Click(semantic.Button, "keep_running")
	b.has(t, "{ keep_running: | }")
	b.events = nil
	b.Press(key.ModCtrl, key.NameSpace)
	if len(b.events) != 1 || b.events[0].Kind != CompletionWanted {
		t.Errorf("events %+v", b.events)
	}
}

// What is typed while candidates are shown makes them out of date: Enter then
// takes the first that is offered for what stands there.
func TestCompletionWaits(t *testing.T) {
	b := open(t, "{ ke| }")
	offer(b, "keep_running", "keys")
	b.Type("y")
	b.Press(0, key.NameReturn)
	b.has(t, "{ key| }")
	offer(b, "keys")
	b.has(t, "{ kkeys: | }")
	b.editor.Offer([]Candidate{{Label: "old"}}, b.editor.Version()-1, 9)
	if b.editor.popup.open() {
		t.Error("candidates of another text are shown")
	}
}

func TestDismiss(t *testing.T) {
	b := open(t, "{ ke| }")
	b.Press(key.ModShortcut, "F")
	b.Type("ke")
	b.editor.Focus(b.gtx())
	b.editor.Select(4, 4)
	b.Settle()
	offer(b, "keys")
	for i, want := range []bool{true, true, false} {
		if got := b.editor.Dismiss(b.gtx()); got != want {
			t.Errorf("dismissed %d: %t", i, got)
		}
		b.Settle()
	}
}

// gtx is a context for commands between frames.
func (b *bench) gtx() (gtx layout.Context) {
	size := b.Size
	old := b.Widget
	b.Widget = func(g layout.Context) layout.Dimensions { gtx = g; return old(g) }
	b.Frame()
	b.Widget, b.Size = old, size
	return gtx
}

func TestFindAndReplace(t *testing.T) {
	b := open(t, "|one two ONE three\none")
	b.Press(key.ModShortcut, "H")
	if said := b.Dump(); strings.Contains(said, "0 of 0") {
		t.Errorf("it counts what is not looked for:\n%s", said)
	}
	b.Type("one")
	b.has(t, "|one| two ONE three\none")
	if !strings.Contains(b.Dump(), "1 of 3") {
		t.Errorf("no count:\n%s", b.Dump())
	}
	b.Press(0, key.NameReturn)
	b.has(t, "one two |ONE| three\none")
	b.editor.find.with.Focus(b.gtx())
	b.Settle()
	b.Type("x")
	b.Click(semantic.Button, "Replace")
	b.has(t, "one two x three\n|one|")
	b.Click(semantic.Button, "All")
	if got := b.editor.Text(); got != "x two x three\nx" {
		t.Errorf("%q", got)
	}
	b.Click(semantic.Button, "Close")
	if !b.Focused(&b.editor) {
		t.Error("the text has not the focus again")
	}
	b.Press(key.ModShortcut, "Z")
	if got := b.editor.Text(); got != "one two x three\none" {
		t.Errorf("undone: %q", got)
	}
}

// An input method composes a word in several edits of the same range. Nothing
// is added to it by pairs, and confirming it leaves one step to undo.
func TestInputMethod(t *testing.T) {
	b := open(t, "é|z")
	for i, s := range []string{"k", "か", "かn", "漢字"} {
		n := len([]rune(s))
		end := 1
		if i > 0 {
			end = 1 + len([]rune([]string{"k", "か", "かn", "漢字"}[i-1]))
		}
		b.Queue(key.EditEvent{Range: key.Range{Start: 1, End: end}, Text: s}, key.SelectionEvent{Start: 1 + n, End: 1 + n}, key.CompositionEvent{Start: 1, End: 1 + n})
		b.Frame()
	}
	b.Queue(key.CompositionEvent{Start: -1, End: -1})
	b.Frame()
	b.has(t, "é漢字|z")
	b.Queue(key.SnippetEvent{Start: 0, End: 4})
	b.Frame()
	if s := b.EditorState(); s.Snippet.Text != "é漢字z" || s.Selection.Start != 3 {
		t.Errorf("the input method is told %+v", s)
	}
	b.Press(0, key.NameLeftArrow)
	if s := b.EditorState(); s.Selection.Start != 2 || s.Selection.Caret.Pos.X <= float32(b.editor.left()) {
		t.Errorf("the input method is told %+v", s.Selection)
	}
}

func TestReadOnly(t *testing.T) {
	b := open(t, "|a b|")
	b.editor.ReadOnly = true
	b.Type("x")
	b.Press(0, key.NameDeleteBackward)
	b.Press(0, key.NameReturn)
	b.Clipboard = "y"
	b.Press(key.ModShortcut, "V")
	b.Press(key.ModShortcut, "C")
	if b.editor.Text() != "a b" || b.Clipboard != "a b" {
		t.Errorf("%q, %q copied", b.editor.Text(), b.Clipboard)
	}
}

func TestScrollingFollowsTheCaret(t *testing.T) {
	b := open(t, "|"+strings.Repeat("line\n", 200)+strings.Repeat("wide ", 100))
	b.Press(key.ModShortcut, key.NameEnd)
	if !strings.Contains(b.Dump(), `"wide wide`) || b.editor.scroll.X == 0 {
		t.Errorf("the end is not in view: %v", b.editor.scroll)
	}
	b.Scroll(image.Pt(300, 200), -100000)
	if b.editor.scroll.Y != 0 {
		t.Errorf("scrolled to %v", b.editor.scroll)
	}
	b.Queue(pointer.Event{Kind: pointer.Scroll, Source: pointer.Mouse, Position: f32.Pt(300, 200), Scroll: f32.Pt(1000, 0)})
	b.Settle()
	b.Settle()
	if b.editor.scroll.X != 0 {
		t.Errorf("short lines scroll to the side, by %d", b.editor.scroll.X)
	}
	b.Type("x")
	if b.editor.scroll.Y == 0 {
		t.Error("typing does not show the caret")
	}
}

func TestTree(t *testing.T) {
	b := open(t, "{\n  \"comand\": \"x\", // why\n  \"n\": [1, true]\n}|")
	b.editor.SetMarks([]Mark{{Start: 4, End: 12, Message: "unknown key"}, {Start: 14, End: 17, Severity: Warning, Message: "odd"}})
	b.Settle()
	widgettest.Golden(t, "tree", b.Dump())
}

// longText is JSON of about so many lines.
func longText(lines int) string {
	var s strings.Builder
	s.WriteString("{\n")
	for i := range lines / 4 {
		fmt.Fprintf(&s, "  \"Agent %d\": { // the crew\n    \"command\": \"opencode\",\n    \"args\": [\"acp\", %d, true],\n  },\n", i, i)
	}
	s.WriteString("}\n")
	return s.String()
}

func BenchmarkKeystroke(b *testing.B) {
	for _, lines := range []int{100, 300, 900, 20000} {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			e := open(b, "|"+longText(lines))
			half := len(e.editor.Text()) / 2
			e.editor.Select(half, half)
			e.Settle()
			for b.Loop() {
				s := e.EditorState().Selection
				e.Queue(key.EditEvent{Range: s.Range, Text: "x"}, key.SelectionEvent{Start: s.Start + 1, End: s.Start + 1})
				e.Frame()
			}
		})
	}
}

func BenchmarkKeystrokeInALongLine(b *testing.B) {
	e := open(b, aLongLine())
	for b.Loop() {
		typeX(e)
	}
}

// aLongLine is more than a megabyte.
func aLongLine() string { return `{"a": [|` + strings.Repeat(`"word", 1, `, 100_000) + "]}" }

func typeX(e *bench) {
	s := e.EditorState().Selection
	e.Queue(key.EditEvent{Range: s.Range, Text: "x"}, key.SelectionEvent{Start: s.Start + 1, End: s.Start + 1})
	e.Frame()
}

// TestAKeyInALongLineKeepsNoTokens: a key copies the text a few times, and makes
// nothing for each of its words.
func TestAKeyInALongLineKeepsNoTokens(t *testing.T) {
	text := aLongLine()
	e := open(t, text)
	typeX(e)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	typeX(e)
	runtime.ReadMemStats(&after)
	if took, limit := after.TotalAlloc-before.TotalAlloc, uint64(6*len(text)); took > limit {
		t.Errorf("a key takes %d bytes, want at most %d", took, limit)
	}
}

func BenchmarkRest(b *testing.B) {
	e := open(b, "|"+longText(900))
	for b.Loop() {
		e.Frame()
	}
}

func BenchmarkJump(b *testing.B) {
	e := open(b, "|"+longText(20000))
	for i := 0; b.Loop(); i++ {
		e.editor.scroll.Y = (i * 1000) % e.editor.height()
		e.Frame()
	}
}

// A candidate that leaves something to write is followed by the next.
func TestCompletionGoesOn(t *testing.T) {
	for text, waits := range map[string]bool{`{"a": {|}}`: true, `["|"]`: true, "{\n  |\n}": true, `{"a": 1|}`: false, `{"a|": ""}`: false, `|`: true} {
		b := open(t, "x|")
		before, after, _ := strings.Cut(text, "|")
		b.editor.Offer([]Candidate{{Label: "all", Edits: []Edit{{0, 1, before + after}}, Caret: len(before)}}, b.editor.Version(), 1)
		b.Settle()
		b.events = nil
		b.Press(0, key.NameReturn)
		b.has(t, text)
		if want := (Event{Kind: Changed, Typed: waits}); len(b.events) != 1 || b.events[0] != want {
			t.Errorf("%s: %+v", text, b.events)
		}
	}
}

// A byte order mark stays the first of the text, whatever is done.
func TestByteOrderMark(t *testing.T) {
	b := open(t, "|")
	for _, do := range []func(){
		func() { b.Type("x") },
		func() { b.Press(key.ModShortcut, key.NameHome); b.Type("x") },
		func() { b.Press(0, key.NameDeleteBackward) },
		func() { b.Press(key.ModCtrl, key.NameDeleteBackward) },
		func() { b.Press(key.ModShortcut, "A"); b.Type("x") },
		func() { b.Press(key.ModShortcut, "A"); b.Press(key.ModShortcut, "X") },
		func() { b.Press(key.ModAlt, key.NameDownArrow) },
		func() { b.Press(key.ModAlt|key.ModShift, key.NameUpArrow) },
		func() { b.Press(key.ModShortcut, "/") },
		func() { b.Press(0, key.NameLeftArrow); b.Press(0, key.NameHome); b.Type("x") },
		func() { b.ClickAt(image.Pt(1, 1)); b.Type("x") },
	} {
		b.editor.SetText("\ufeff{\n}\n")
		b.Settle()
		if strings.Contains(b.Dump(), "FEFF") || strings.Contains(b.Dump(), "\\ufeff") {
			t.Errorf("it is drawn: %s", b.Dump())
		}
		do()
		if text := b.editor.Text(); strings.LastIndex(text, "\ufeff") != 0 {
			t.Errorf("%q", text)
		}
	}
}

// TestTypingWhileTheFocusComes: the window counts from another field still.
func TestTypingWhileTheFocusComes(t *testing.T) {
	b := open(t, "one two|")
	b.Press(key.ModShortcut, "F")
	b.Type("zz")
	b.editor.closeFind(b.gtx())
	b.Dash(" and")
	b.Frame()
	b.Dash(" four")
	b.Settle()
	b.has(t, "one two and four|")
}
