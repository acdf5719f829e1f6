package markdown_test

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/markdown"
	"sidekicks/widgets/transcript"
	"sidekicks/widgets/widgettest"
)

// A page shows one document in a transcript.
type page struct {
	*widgettest.Harness
	th     *theme.Theme
	doc    markdown.Document
	t      transcript.Transcript
	rows   []transcript.Row
	events []markdown.Event
}

func newPage(tb testing.TB, size image.Point, text string) *page {
	p := &page{th: theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})}
	p.set(text, true)
	p.t.ScrollToStart()
	p.Harness = widgettest.New(tb, size, p.layout)
	return p
}

func (p *page) set(text string, complete bool) {
	p.doc.SetText(text, complete)
	p.rows = p.rows[:0]
	for i, b := range p.doc.Blocks {
		p.rows = append(p.rows, transcript.Row{
			Key:  transcript.Key{Message: 1, Block: i},
			Text: b,
			Widget: func(gtx layout.Context) layout.Dimensions {
				for e, ok := b.Update(gtx); ok; e, ok = b.Update(gtx) {
					p.events = append(p.events, e)
				}
				return markdown.BlockOf(p.th, b).Layout(gtx)
			},
		})
	}
}

func (p *page) layout(gtx layout.Context) layout.Dimensions {
	s := transcript.Of(p.th, &p.t, p.rows)
	s.Above = 0
	return s.Layout(gtx)
}

// layOut lays the page out without input.
func (p *page) layOut(ops *op.Ops) {
	ops.Reset()
	p.layout(layout.Context{Ops: ops, Metric: p.Metric, Constraints: layout.Exact(p.Size)})
}

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/corpus/answer.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{480, 1280, 1920} {
		for _, scale := range []float32{1, 2} {
			name := fmt.Sprintf("answer-%d-%v", width, scale)
			t.Run(name, func(t *testing.T) {
				p := newPage(t, image.Pt(width, 3000), string(text))
				p.Metric = unit.Metric{PxPerDp: 1, PxPerSp: scale}
				p.Settle()
				widgettest.Golden(t, name, p.Dump())
			})
		}
	}
}

func TestLinkIsShownAndOpened(t *testing.T) {
	p := newPage(t, image.Pt(800, 200), "See [the page](https://example.org/a_b) now.")
	link, ok := p.Find(semantic.Button, "")
	if !ok {
		t.Fatal("no link in", p.Dump())
	}
	at := widgettest.Middle(link)
	p.Pointer(pointer.Move, at, 0)
	p.ClickAt(at)
	p.Pointer(pointer.Move, image.Pt(700, 150), 0)
	want := []markdown.Event{
		{Kind: markdown.LinkShown, Target: "https://example.org/a_b"},
		{Kind: markdown.LinkOpened, Target: "https://example.org/a_b"},
		{Kind: markdown.LinkShown},
	}
	if fmt.Sprint(p.events) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", p.events, want)
	}
}

func TestLinkByKey(t *testing.T) {
	p := newPage(t, image.Pt(800, 200), "See [the page](https://example.org) now.")
	for range 3 { // past the transcript itself
		p.Tab(key.FocusForward)
		if len(p.events) > 0 {
			break
		}
	}
	p.Press(0, key.NameReturn)
	if n := len(p.events); n < 2 || p.events[0].Kind != markdown.LinkShown || p.events[n-1].Kind != markdown.LinkOpened {
		t.Errorf("events %v", p.events)
	}
}

// A drag that begins on a link selects, and does not open it.
func TestDragOverLinkSelects(t *testing.T) {
	p := newPage(t, image.Pt(800, 200), "[some linked words](https://example.org)")
	p.Drag(image.Pt(25, 10), image.Pt(60, 10), image.Pt(700, 10))
	for _, e := range p.events {
		if e.Kind == markdown.LinkOpened {
			t.Error("the link was opened")
		}
	}
	if got := p.t.SelectedText(p.rows); !strings.HasSuffix(got, "words") {
		t.Errorf("selected %q", got)
	}
}

func TestCopyCode(t *testing.T) {
	code := strings.Repeat("\tline with a tab\n", 120)
	p := newPage(t, image.Pt(800, 400), "```go\n"+code+"```\n")
	p.Click(semantic.Button, "Copy")
	if p.Clipboard != strings.TrimSuffix(code, "\n") {
		t.Errorf("copied %d bytes, want %d", len(p.Clipboard), len(code)-1)
	}
	if _, ok := p.Find(semantic.Button, "Copied"); !ok {
		t.Error("the button does not say that it copied")
	}
}

func TestSelectAllCopiesMarksAndTabs(t *testing.T) {
	p := newPage(t, image.Pt(800, 600), "# Title\n\nSome **bold** and `code`.\n\n- one\n  1. two\n- [x] three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx := 1\n\ty\n```\n")
	p.t.SelectAll(p.rows)
	want := "Title\n\nSome bold and code.\n\n- one\n  1. two\n- [x] three\n\na\tb\n1\t2\n\nx := 1\n\ty"
	if got := p.t.SelectedText(p.rows); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A long line of code is moved with the wheel, and so is what a click on it means.
func TestWideCodeScrolls(t *testing.T) {
	p := newPage(t, image.Pt(400, 200), "```\n"+strings.Repeat("0123456789", 30)+"\n```\n")
	before := p.doc.Blocks[0].Offset(image.Pt(100, 50))
	p.Queue(pointer.Event{Kind: pointer.Scroll, Source: pointer.Mouse, Position: layout.FPt(image.Pt(200, 50)), Scroll: layout.FPt(image.Pt(200, 0))})
	p.Settle()
	after := p.doc.Blocks[0].Offset(image.Pt(100, 50))
	if after <= before {
		t.Errorf("offset %d before, %d after", before, after)
	}
}

// The bar under a long line of code, and under a wide table, can be dragged, and
// a click beside its thumb shows what lies there.
func TestTheBarOfWideTextIsDragged(t *testing.T) {
	wide := "|" + strings.Repeat(" a wide cell |", 20)
	for name, text := range map[string]string{
		"code":  "```\n" + strings.Repeat("0123456789", 30) + "\n```\n",
		"table": wide + "\n|" + strings.Repeat("---|", 20) + "\n" + wide + "\n",
	} {
		p := newPage(t, image.Pt(400, 200), text)
		var height int
		row := p.rows[0].Widget
		p.rows[0].Widget = func(gtx layout.Context) layout.Dimensions {
			dims := row(gtx)
			height = dims.Size.Y
			return dims
		}
		p.Frame()
		at := func() int { return p.doc.Blocks[0].Offset(image.Pt(200, height/2)) }
		bar, before := height-3, at()
		at40 := pointer.Event{Kind: pointer.Press, Source: pointer.Mouse, Buttons: pointer.ButtonPrimary, Position: layout.FPt(image.Pt(40, bar))}
		at60 := at40
		at60.Kind, at60.Position.X = pointer.Move, 60
		p.Queue(at40, at60) // in one frame
		p.Frame()
		p.Pointer(pointer.Drag, image.Pt(140, bar), 0)
		p.Pointer(pointer.Release, image.Pt(140, bar), 0)
		dragged := at()
		p.ClickAt(image.Pt(380, bar))
		p.Settle()
		if end := at(); dragged < before+50 || end <= dragged {
			t.Errorf("%s: in the middle stands %d, then %d, then %d", name, before, dragged, end)
		}
		if s := p.t.SelectedText(p.rows); s != "" {
			t.Errorf("%s: %q is selected", name, s)
		}
	}
}

// The caret stays in view where a selection is extended by key along a long line.
func TestKeysFollowWideCode(t *testing.T) {
	text := strings.Repeat("0123456789", 30)
	p := newPage(t, image.Pt(400, 200), "```\n"+text+"\nshort\n```\n")
	seen := func(offset int) bool {
		regions := p.doc.Blocks[0].Regions(nil, offset, offset+1)
		return len(regions) > 0 && regions[0].Dx() > 2 && regions[0].Min.X >= 0 && regions[0].Max.X <= 400
	}
	p.ClickAt(image.Pt(60, 22))
	p.Press(key.ModShift, key.NameEnd)
	if got := p.t.SelectedText(p.rows); !strings.HasSuffix(text, got) || len(got) < 280 || !seen(299) || seen(0) {
		t.Errorf("selected %d bytes; the end is seen: %t", len(got), seen(299))
	}
	p.Press(key.ModShift, key.NameHome)
	if got := p.t.SelectedText(p.rows); !strings.HasPrefix(text, got) || !seen(0) || seen(299) {
		t.Errorf("selected %q; the start is seen: %t", got, seen(0))
	}
}

// What is looked for in a long line of code is brought into view.
func TestRevealInWideCode(t *testing.T) {
	text := strings.Repeat("0123456789", 30) + "needle" + strings.Repeat("0123456789", 30)
	p := newPage(t, image.Pt(400, 200), "Some words.\n\n```\n"+text+"\n```\n")
	at := strings.Index(text, "needle")
	seen := func(offset int) bool {
		regions := p.doc.Blocks[1].Regions(nil, offset, offset+6)
		return len(regions) > 0 && regions[0].Dx() > 40
	}
	p.t.Reveal(p.rows[1].Key, at, at+6)
	p.Settle()
	if !seen(at) || seen(0) {
		t.Errorf("the word stands at %v", p.doc.Blocks[1].Regions(nil, at, at+6))
	}
	p.t.Reveal(p.rows[1].Key, 0, 6)
	p.Settle()
	if !seen(0) || seen(at) {
		t.Error("the start did not come back")
	}
}

// What a click finds is what the selection covers.
func TestOffsetsAndRegionsAgree(t *testing.T) {
	p := newPage(t, image.Pt(500, 900), "Some *words* that `fill` a few lines of text with [links](x) and 漢字 and שלום עולם and so on, until it wraps.\n\n```\ncode\tx\u202Ey\n```\n\n| a | right |\n|:--|------:|\n| some cell | b |\n\nמרחבא English inside עברית 12 סוף\n")
	for i, b := range p.doc.Blocks {
		for offset := range b.Text() {
			next := offset + len(string([]rune(b.Text()[offset:])[0]))
			regions := b.Regions(nil, offset, next)
			if len(regions) == 0 && !strings.ContainsAny(b.Text()[offset:next], "\n\t ") {
				t.Errorf("block %d: nothing covers %q", i, b.Text()[offset:next])
			}
			for _, r := range regions {
				if r.Dx() < 4 {
					continue
				}
				left, right := b.Offset(image.Pt(r.Min.X+1, r.Min.Y+r.Dy()/2)), b.Offset(image.Pt(r.Max.X-1, r.Min.Y+r.Dy()/2))
				if min(left, right) > offset || max(left, right) < next && max(left, right) != offset {
					t.Errorf("block %d: %q at %d..%d is hit as %d and %d", i, b.Text()[offset:next], offset, next, left, right)
				}
			}
		}
	}
}

func TestLayoutAtRestAllocatesNothing(t *testing.T) {
	text, err := os.ReadFile("testdata/corpus/answer.md")
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t, image.Pt(1280, 800), string(text))
	var ops op.Ops
	p.layOut(&ops)
	if n := testing.AllocsPerRun(20, func() { p.layOut(&ops) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
