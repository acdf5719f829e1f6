package transcript

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/text"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

const (
	charWidth  = 10
	lineHeight = 20
)

// A block is a row of lines of text in which every character has the same
// width.
type block struct {
	text   string
	extra  int // height under the text
	laid   int // how often
	asked  int // for regions
	forgot int
}

func (b *block) Text() string { return b.text }
func (b *block) Lead() string { return "\n\n- " }
func (b *block) Forget()      { b.forgot++ }

func (b *block) lines() []string { return strings.SplitAfter(b.text, "\n") }

func (b *block) Offset(p image.Point) int {
	lines := b.lines()
	n := max(0, min(p.Y/lineHeight, len(lines)-1))
	offset := 0
	for _, l := range lines[:n] {
		offset += len(l)
	}
	return offset + max(0, min((p.X+charWidth/2)/charWidth, len(strings.TrimSuffix(lines[n], "\n"))))
}

func (b *block) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	b.asked++
	offset, y := 0, 0
	for l := range strings.SplitAfterSeq(b.text, "\n") {
		s, e := max(start, offset), min(end, offset+len(l))
		if s < e {
			to = append(to, image.Rect((s-offset)*charWidth, y, (e-offset)*charWidth, y+lineHeight))
		}
		offset, y = offset+len(l), y+lineHeight
	}
	return to
}

func (b *block) layout(gtx layout.Context) layout.Dimensions {
	b.laid++
	size := image.Pt(gtx.Constraints.Max.X, strings.Count(b.text, "\n")*lineHeight+lineHeight+b.extra)
	defer clip.Rect{Max: size}.Push(gtx.Ops).Pop()
	semantic.LabelOp(b.text).Add(gtx.Ops)
	return layout.Dimensions{Size: size}
}

// A page is a transcript over blocks, without margins.
type page struct {
	*widgettest.Harness
	th     *theme.Theme
	t      Transcript
	blocks []*block
	rows   []Row
}

const viewHeight = 200

func newPage(t testing.TB, texts ...string) *page {
	p := &page{th: theme.New(theme.Options{Shaper: new(text.Shaper)})}
	for _, text := range texts {
		p.add(uint64(len(p.rows)+1), text)
	}
	p.Harness = widgettest.New(t, image.Pt(400, viewHeight), p.layout)
	return p
}

func (p *page) add(message uint64, text string) {
	b := &block{text: text}
	p.blocks = append(p.blocks, b)
	p.rows = append(p.rows, Row{Key: Key{Message: message, Block: len(p.rows)}, Widget: b.layout, Text: b})
}

func (p *page) layout(gtx layout.Context) layout.Dimensions {
	s := Of(p.th, &p.t, p.rows)
	s.Margin, s.Above, s.Below = 0, 0, 0
	return s.Layout(gtx)
}

// top is where a row stands in the view.
func (p *page) top(text string) int {
	for _, n := range p.Nodes() {
		if n.Desc.Label == text {
			return n.Desc.Bounds.Min.Y
		}
	}
	return -1
}

func numbered(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("row %03d", i)
	}
	return texts
}

func TestStaysAtTheEnd(t *testing.T) {
	p := newPage(t, numbered(50)...)
	for range 3 {
		p.add(100, "another")
		p.Settle()
		if !p.t.AtEnd || p.t.First+p.t.Count != len(p.rows) {
			t.Fatalf("rows %d to %d of %d in view", p.t.First, p.t.First+p.t.Count, len(p.rows))
		}
	}
	p.blocks[52].extra = 70
	p.Settle()
	if got, want := p.top("another"), viewHeight-lineHeight-70; got > want {
		t.Errorf("the last rows do not end at the bottom: %d", got)
	}
}

func TestShortConversationBeginsAtTheTop(t *testing.T) {
	p := newPage(t, "one", "two")
	if got := p.top("one"); got != 0 {
		t.Errorf("the first row is at %d", got)
	}
	if !p.t.AtEnd {
		t.Error("all is in view, but not the end")
	}
}

// What is read does not move, whatever changes around it.
func TestWhatIsReadStaysInPlace(t *testing.T) {
	p := newPage(t, numbered(50)...)
	p.Scroll(image.Pt(10, 100), -500)
	if p.t.AtEnd {
		t.Fatal("still at the end")
	}
	first := p.blocks[p.t.First+1].text
	y := p.top(first)
	for name, change := range map[string]func(){
		"a row above grows":    func() { p.blocks[2].extra = 300 },
		"a row above shrinks":  func() { p.blocks[2].extra = 0 },
		"a row below grows":    func() { p.blocks[45].extra = 100 },
		"rows come at the end": func() { p.add(200, "new"); p.add(201, "newer") },
		"rows go above": func() {
			p.rows, p.blocks = append(p.rows[:3:3], p.rows[5:]...), append(p.blocks[:3:3], p.blocks[5:]...)
		},
	} {
		change()
		p.Settle()
		if got := p.top(first); got != y {
			t.Errorf("%s: what was at %d is at %d", name, y, got)
		}
	}
}

func TestHeldRowStaysWhileItUnfolds(t *testing.T) {
	p := newPage(t, numbered(50)...)
	y := p.top("row 045")
	p.t.Hold(p.rows[45].Key)
	p.blocks[45].extra = 150
	p.Settle()
	if got := p.top("row 045"); got != y {
		t.Errorf("the row was at %d, and is at %d", y, got)
	}
	if p.t.AtEnd {
		t.Error("the end is out of view, but said to be in it")
	}
}

func TestUnseen(t *testing.T) {
	p := newPage(t, numbered(50)...)
	p.Scroll(image.Pt(10, 100), -300)
	if p.t.Unseen != 0 {
		t.Errorf("%d unseen before anything came", p.t.Unseen)
	}
	p.add(100, "a")
	p.add(100, "b")
	p.add(101, "c")
	p.Settle()
	if p.t.Unseen != 2 {
		t.Errorf("%d unseen, want 2", p.t.Unseen)
	}
	p.t.ScrollToEnd()
	p.Settle()
	if p.t.Unseen != 0 || !p.t.AtEnd {
		t.Errorf("at the end: %d unseen, at the end %v", p.t.Unseen, p.t.AtEnd)
	}
}

func TestMoving(t *testing.T) {
	p := newPage(t, numbered(50)...)
	p.t.ScrollToStart()
	p.Settle()
	if p.t.First != 0 || p.top("row 000") != 0 {
		t.Errorf("at the start: first %d at %d", p.t.First, p.top("row 000"))
	}
	p.t.ScrollPages(1)
	p.Settle()
	if p.t.First == 0 || p.top("row 008") < 0 {
		t.Errorf("a page on: first %d", p.t.First)
	}
	p.t.Show(p.rows[30].Key)
	p.Settle()
	if got := p.top("row 030"); got != 0 {
		t.Errorf("the row shown is at %d", got)
	}
	p.t.ScrollPages(-100)
	p.Settle()
	if p.t.First != 0 || p.top("row 000") != 0 {
		t.Error("far up is not the start")
	}
	p.t.ScrollPages(100)
	p.Settle()
	if !p.t.AtEnd {
		t.Error("far down is not the end")
	}
}

// In a view lower than the lines that two pages have in common, down is down.
func TestMovingInALowView(t *testing.T) {
	p := newPage(t, numbered(50)...)
	p.Size.Y = lineHeight
	p.t.ScrollToStart()
	p.Settle()
	p.t.ScrollPages(1)
	p.Settle()
	if p.top("row 000") >= 0 {
		t.Errorf("a page on, the first row is at %d", p.top("row 000"))
	}
	p.t.ScrollToEnd()
	p.Settle()
	p.t.ScrollPages(1)
	p.Settle()
	if !p.t.AtEnd {
		t.Error("a page on from the end is away from it")
	}
}

func TestOnlyRowsInViewAreLaidOut(t *testing.T) {
	p := newPage(t, numbered(10000)...)
	total := 0
	for _, b := range p.blocks {
		total += b.laid
	}
	if limit := 3 * (viewHeight/lineHeight + 1); total > limit {
		t.Errorf("%d rows laid out", total)
	}
}

func TestRowsOutOfViewForget(t *testing.T) {
	p := newPage(t, numbered(500)...)
	p.t.ScrollToStart()
	p.Settle()
	for range 60 {
		p.t.ScrollPages(1)
		p.Settle()
	}
	if p.blocks[5].forgot == 0 {
		t.Error("a row long out of view was not told to forget")
	}
	for i := p.t.First; i < p.t.First+p.t.Count; i++ {
		if p.blocks[i].forgot > 0 && p.blocks[i].laid == 0 {
			t.Errorf("row %d in view was told to forget", i)
		}
	}
}

func TestDragSelectsOverRows(t *testing.T) {
	p := newPage(t, "first row", "second", "third row")
	p.Drag(image.Pt(60, 5), image.Pt(80, 25), image.Pt(50, 45))
	p.Press(key.ModShortcut, "C")
	if want := "row\n\n- second\n\n- third"; p.Clipboard != want {
		t.Errorf("copied %q, want %q", p.Clipboard, want)
	}
	p.Drag(image.Pt(50, 45), image.Pt(0, 5))
	if got, want := p.t.SelectedText(p.rows), "- first row\n\n- second\n\n- third"; got != want {
		t.Errorf("upwards: %q, want %q", got, want)
	}
}

func TestDoubleAndTripleClick(t *testing.T) {
	p := newPage(t, "some words, here", "second")
	p.ClickAt(image.Pt(72, 5))
	p.ClickAt(image.Pt(72, 5))
	if got := p.t.SelectedText(p.rows); got != "words" {
		t.Errorf("double click: %q", got)
	}
	p.ClickAt(image.Pt(72, 5))
	if got := p.t.SelectedText(p.rows); got != "some words, here" {
		t.Errorf("triple click: %q", got)
	}
}

func TestDoubleClickDragsByWords(t *testing.T) {
	p := newPage(t, "some words, here", "second one")
	p.ClickAt(image.Pt(72, 5))
	p.Pointer(pointer.Press, image.Pt(72, 5), 0)
	p.Pointer(pointer.Drag, image.Pt(20, 25), 0)
	if got := p.t.SelectedText(p.rows); got != "words, here\n\n- second" {
		t.Errorf("downwards: %q", got)
	}
	p.Pointer(pointer.Drag, image.Pt(12, 5), 0)
	p.Pointer(pointer.Release, image.Pt(12, 5), 0)
	if got := p.t.SelectedText(p.rows); got != "some words" {
		t.Errorf("backwards: %q", got)
	}
}

func TestShiftClickExtends(t *testing.T) {
	p := newPage(t, "first row", "second", "third row")
	p.ClickAt(image.Pt(60, 5))
	p.Pointer(pointer.Press, image.Pt(50, 45), key.ModShift)
	p.Pointer(pointer.Release, image.Pt(50, 45), key.ModShift)
	if got, want := p.t.SelectedText(p.rows), "row\n\n- second\n\n- third"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestKeysExtend(t *testing.T) {
	p := newPage(t, "first row", "second", "third row")
	p.ClickAt(image.Pt(60, 5))
	for _, step := range []struct {
		mods key.Modifiers
		name key.Name
		want string
	}{
		{key.ModShift, key.NameRightArrow, "r"},
		{key.ModShift | key.ModShortcutAlt, key.NameRightArrow, "row"},
		{key.ModShift, key.NameDownArrow, "row\n\n- second"},
		{key.ModShift, key.NameDownArrow, "row\n\n- second\n\n- third row"},
		{key.ModShift, key.NameLeftArrow, "row\n\n- second\n\n- third ro"},
		{key.ModShift, key.NameHome, "row\n\n- second\n\n- "},
		{key.ModShift, key.NameEnd, "row\n\n- second\n\n- third row"},
		{key.ModShift, key.NameUpArrow, "row\n\n- second"},
		{key.ModShift, key.NameUpArrow, "row"},
		{key.ModShift | key.ModShortcutAlt, key.NameLeftArrow, ""},
		{key.ModShift | key.ModShortcutAlt, key.NameLeftArrow, "first "},
		{key.ModShift | key.ModShortcut, key.NameEnd, "row\n\n- second\n\n- third row"},
		{key.ModShift | key.ModShortcut, key.NameHome, "first "},
		{key.ModShortcut, "A", "- first row\n\n- second\n\n- third row"},
	} {
		p.Press(step.mods, step.name)
		if got := p.t.SelectedText(p.rows); got != step.want {
			t.Fatalf("after %v %v: %q, want %q", step.mods, step.name, got, step.want)
		}
	}
}

// Selecting from the middle of one message to the middle of a third, while a
// fourth streams and ends, gives exactly that text.
func TestSelectionIsKeptWhileTextStreams(t *testing.T) {
	p := newPage(t, "first row", "second", "third row", "fou")
	p.Drag(image.Pt(60, 5), image.Pt(50, 45))
	want := "row\n\n- second\n\n- third"
	for i := range 40 {
		p.blocks[3].text += "\nmore"
		if i%10 == 0 {
			p.add(9, "next")
		}
		p.Settle()
		if got := p.t.SelectedText(p.rows); got != want {
			t.Fatalf("after %d fragments: %q, want %q", i+1, got, want)
		}
	}
	p.Press(key.ModShortcut, "C")
	if p.Clipboard != want {
		t.Errorf("copied %q, want %q", p.Clipboard, want)
	}
}

// What is under the pointer stays there while text is selected; a click alone
// ends nothing.
func TestTextStaysUnderThePointerThatSelects(t *testing.T) {
	for _, c := range []struct {
		name    string
		to      image.Point
		atEnd   bool
		selects string
	}{
		{"drag", image.Pt(70, 25), false, "041"},
		{"click", image.Pt(40, 25), true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPage(t, numbered(50)...)
			p.Settle()
			p.Pointer(pointer.Press, image.Pt(40, 25), 0)
			for range 3 {
				p.add(100, "another")
				p.Frame()
			}
			p.Pointer(pointer.Drag, c.to, 0)
			p.Pointer(pointer.Release, c.to, 0)
			p.add(100, "another")
			p.Settle()
			if got := p.t.SelectedText(p.rows); got != c.selects || p.t.AtEnd != c.atEnd {
				t.Errorf("selected %q, at the end %t; want %q, %t", got, p.t.AtEnd, c.selects, c.atEnd)
			}
		})
	}
}

// A press comes after what it was made on: a row may have gone with it, as that
// of a button that was pressed.
func TestPressOnARowThatHasGone(t *testing.T) {
	for name, change := range map[string]func(*page){
		"all":           func(p *page) { p.rows = nil },
		"itself":        func(p *page) { p.rows = p.rows[:1] },
		"its text":      func(p *page) { p.rows[1].Text = nil },
		"itself, alone": func(p *page) { p.rows[1].Key.Block++; p.rows[1].Text = nil },
	} {
		t.Run(name, func(t *testing.T) {
			for _, mods := range []key.Modifiers{0, key.ModShift} {
				p := newPage(t, "first row", "second")
				p.Drag(image.Pt(0, 5), image.Pt(50, 5))
				change(p)
				p.Pointer(pointer.Press, image.Pt(20, 25), mods)
				p.Pointer(pointer.Drag, image.Pt(40, 25), mods)
				p.Pointer(pointer.Release, image.Pt(40, 25), mods)
				p.Settle()
				if got := p.t.SelectedText(p.rows); strings.Contains(got, "second") {
					t.Errorf("%q is selected", got)
				}
			}
		})
	}
}

func TestSelectionFollowsItsRow(t *testing.T) {
	p := newPage(t, "first row", "second", "third row")
	p.Drag(image.Pt(0, 45), image.Pt(50, 45))
	p.rows = p.rows[1:]
	p.Settle()
	if got := p.t.SelectedText(p.rows); got != "third" {
		t.Errorf("%q", got)
	}
	p.rows = p.rows[:1]
	p.Settle()
	if got := p.t.SelectedText(p.rows); got != "" {
		t.Errorf("the row is gone, and %q is selected", got)
	}
}

func TestNothingOfAMessageThatIsGoneIsSelected(t *testing.T) {
	p := newPage(t, "first row", "second", "third row")
	p.Drag(image.Pt(0, 5), image.Pt(50, 45))
	p.rows = p.rows[:2]
	p.Settle()
	if got := p.t.SelectedText(p.rows); got != "" {
		t.Errorf("%q is selected, and the message in which it ended is gone", got)
	}
}

// A block of the message that streams may become part of the one before, and
// a text may become shorter.
func TestSelectionEndsWithWhatIsLeft(t *testing.T) {
	p := newPage(t)
	p.add(1, "first row")
	p.add(1, "second")
	p.Settle()
	p.Drag(image.Pt(60, 5), image.Pt(20, 25))
	p.rows = p.rows[:1]
	p.Settle()
	if got := p.t.SelectedText(p.rows); got != "row" {
		t.Errorf("without its last block: %q", got)
	}
	p.blocks[0].text = "first r"
	p.Settle()
	if got := p.t.SelectedText(p.rows); got != "r" {
		t.Errorf("in a shorter text: %q", got)
	}
}

func TestDoubleClickTakesWholeWords(t *testing.T) {
	for _, c := range []struct {
		text, want string
		x          int
	}{
		{"some words", "words", 350}, // beside the text
		{"cafe\u0301s here", "cafe\u0301s", 20},
		{"snake_case 2", "snake_case", 20},
	} {
		p := newPage(t, c.text)
		p.ClickAt(image.Pt(c.x, 5))
		p.ClickAt(image.Pt(c.x, 5))
		if got := p.t.SelectedText(p.rows); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestDragAtTheEdgeScrolls(t *testing.T) {
	p := newPage(t, numbered(100)...)
	p.t.ScrollToStart()
	p.Settle()
	p.Queue(pointer.Event{Kind: pointer.Press, Source: pointer.Mouse, Buttons: pointer.ButtonPrimary, Position: layout.FPt(image.Pt(0, 5))})
	p.Frame()
	p.Queue(pointer.Event{Kind: pointer.Move, Source: pointer.Mouse, Buttons: pointer.ButtonPrimary, Position: layout.FPt(image.Pt(0, viewHeight+60))})
	for range 30 {
		p.Frame()
	}
	if p.t.First == 0 {
		t.Fatal("the view did not scroll")
	}
	p.Queue(pointer.Event{Kind: pointer.Release, Source: pointer.Mouse, Position: layout.FPt(image.Pt(0, viewHeight+60))})
	p.Settle()
	if text := p.t.SelectedText(p.rows); !strings.Contains(text, fmt.Sprintf("row %03d", p.t.First)) {
		t.Error("the selection did not follow")
	}
}

// A row without text takes presses for itself.
func TestPressOnAnotherRowSelectsNothing(t *testing.T) {
	p := newPage(t, "first row", "second")
	p.rows[1].Text = nil
	p.Drag(image.Pt(0, 5), image.Pt(50, 5))
	p.Drag(image.Pt(0, 25), image.Pt(40, 25))
	if got := p.t.SelectedText(p.rows); got != "first" {
		t.Errorf("%q", got)
	}
}

// Gio's router allocates a little where the pointer or the focus is; the layout
// does not.
func TestLayoutAtRestAllocatesNothing(t *testing.T) {
	p := newPage(t, numbered(10000)...)
	p.Drag(image.Pt(0, 5), image.Pt(50, 45))
	var ops op.Ops
	n := testing.AllocsPerRun(20, func() {
		ops.Reset()
		p.layout(layout.Context{Ops: &ops, Metric: p.Metric, Constraints: layout.Exact(p.Size)})
	})
	if n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{10, 1000, 10000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			p := newPage(b, numbered(n)...)
			var ops op.Ops
			b.ReportAllocs()
			for b.Loop() {
				ops.Reset()
				p.layout(layout.Context{Ops: &ops, Metric: p.Metric, Constraints: layout.Exact(p.Size)})
			}
		})
	}
}

// The pointer says where text can be selected.
func TestCursor(t *testing.T) {
	p := newPage(t, "first row", "second")
	p.rows[1].Text = nil
	p.Settle()
	for y, want := range map[int]pointer.Cursor{5: pointer.CursorText, 25: pointer.CursorDefault} {
		p.Pointer(pointer.Move, image.Pt(20, y), 0)
		p.Frame()
		if got := p.Cursor(); got != want {
			t.Errorf("at %d: %v, want %v", y, got, want)
		}
	}
}

// The bar tells how much of the whole height is in view, not how many rows.
func TestBarIsByHeight(t *testing.T) {
	p := newPage(t, numbered(20)...)
	p.blocks[10].extra = 4000
	total := float32(20*lineHeight + 4000)
	p.t.ScrollToStart()
	p.Settle()
	for !p.t.AtEnd { // all are laid out once
		p.t.ScrollPages(1)
		p.Settle()
	}
	if start, end := p.t.place(); end != 1 || start != 1-viewHeight/total {
		t.Errorf("at the end the bar is from %v to %v", start, end)
	}
	p.t.ScrollToStart()
	p.Settle()
	if start, end := p.t.place(); start != 0 || end != viewHeight/total {
		t.Errorf("at the start the bar is from %v to %v", start, end)
	}
	p.t.jump(p.rows, 0.5)
	p.Settle()
	if start, _ := p.t.place(); start < 0.499 || start > 0.501 || p.t.First != 10 {
		t.Errorf("in the middle the bar begins at %v, in row %d", start, p.t.First)
	}
}

// Of many marks in a long row only those are drawn that are in view.
func TestMarksOutOfViewAreNotDrawn(t *testing.T) {
	const lines = 1000
	p := newPage(t, strings.TrimSuffix(strings.Repeat("found\n", lines), "\n"))
	var marks []Mark
	for i := range lines {
		marks = append(marks, Mark{Start: 6 * i, End: 6*i + 5})
	}
	var ops op.Ops
	gtx := layout.Context{Ops: &ops, Constraints: layout.Exact(image.Pt(400, viewHeight))}
	s := Of(p.th, &p.t, p.rows)
	s.Marks = func(Key) []Mark { return marks }
	p.blocks[0].asked = 0
	s.Layout(gtx)
	if n := p.blocks[0].asked; n < viewHeight/lineHeight || n > viewHeight/lineHeight+10 {
		t.Errorf("%d marks were drawn, %d lines are in view", n, viewHeight/lineHeight)
	}
}
