package textrows_test

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/transcript"
	"sidekicks/widgets/widgettest"
)

// A source has lines with numbers, and every second in another ink.
type source []textrows.Line

func (s source) Lines(first, count int) []textrows.Line { return s[first : first+count] }

func (s source) Ink(th *theme.Theme, ink uint16) textrows.Ink {
	if ink == 1 {
		return textrows.Ink{Color: th.Accent, Ground: th.AccentSoft, Bold: true, Under: true, Struck: true}
	}
	return textrows.Ink{Color: th.Text}
}

func (s source) Ground(th *theme.Theme, ground uint8) color.NRGBA {
	if ground == 1 {
		return th.Added
	}
	return color.NRGBA{}
}

func of(lines ...string) source {
	var s source
	for i, l := range lines {
		s = append(s, textrows.Line{Text: l, Number: i + 1})
	}
	return s
}

func numbered(n int) source {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("line %d", i))
	}
	return of(lines...)
}

// A page shows a source in a transcript.
type page struct {
	*widgettest.Harness
	th   *theme.Theme
	t    transcript.Transcript
	rows []transcript.Row
}

func newPage(tb testing.TB, size image.Point, s source, digits int) *page {
	p := &page{th: theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})}
	for i, r := range textrows.Rows(s, 0, len(s), digits) {
		p.rows = append(p.rows, transcript.Row{Key: transcript.Key{Message: 1, Block: i}, Text: r, Widget: textrows.RowOf(p.th, r).Layout})
	}
	p.t.ScrollToStart()
	p.Harness = widgettest.New(tb, size, p.layout)
	return p
}

func (p *page) layout(gtx layout.Context) layout.Dimensions {
	s := transcript.Of(p.th, &p.t, p.rows)
	s.Above = 0
	return s.Layout(gtx)
}

func (p *page) layOut(ops *op.Ops) {
	ops.Reset()
	p.layout(layout.Context{Ops: ops, Metric: p.Metric, Constraints: layout.Exact(p.Size)})
}

func TestGolden(t *testing.T) {
	s := of("plain", "\tindented by a tab", "", strings.Repeat("long ", 40), "bidi \u202eabc, zero width\u200b, no-break\u00a0space", "漢字 and עברית")
	s[1].Spans = []textrows.Span{{End: 1}, {End: 9, Ink: 1}}
	s[1].Sign, s[1].Ground = "+", 1
	for _, c := range []struct {
		width int
		scale float32
	}{{480, 1}, {480, 2}, {900, 1}} {
		name := fmt.Sprintf("rows-%d-%v", c.width, c.scale)
		t.Run(name, func(t *testing.T) {
			p := newPage(t, image.Pt(c.width, 1000), s, 3)
			p.Metric = unit.Metric{PxPerDp: 1, PxPerSp: c.scale}
			p.Settle()
			widgettest.Golden(t, name, p.Dump())
		})
	}
}

func TestCopyGivesTheText(t *testing.T) {
	s := numbered(120)
	s[3].Text = "\ttab and \u202e bidi"
	s = append(s, textrows.Line{Text: "a piece "}, textrows.Line{Text: "that goes on", Joined: true})
	p := newPage(t, image.Pt(800, 600), s, 3)
	p.ClickAt(image.Pt(100, 30))
	p.Press(key.ModShortcut, "A")
	p.Press(key.ModShortcut, "C")
	var want []string
	for _, l := range s[:len(s)-2] {
		want = append(want, l.Text)
	}
	want = append(want, "a piece that goes on")
	if p.Clipboard != strings.Join(want, "\n") {
		t.Errorf("copied %q", p.Clipboard)
	}
}

func TestDragSelectsLines(t *testing.T) {
	p := newPage(t, image.Pt(800, 600), numbered(120), 0)
	height := p.Metric.Sp(p.th.Mono.LineHeight)
	middle := func(line int) int { return line*height + height/2 }
	p.Drag(image.Pt(0, middle(2)), image.Pt(300, middle(2)), image.Pt(799, middle(4)))
	if got, want := p.t.SelectedText(p.rows), "line 2\nline 3\nline 4"; got != want {
		t.Errorf("selected %q, want %q", got, want)
	}
}

func TestPieces(t *testing.T) {
	for _, s := range []string{"", "short", strings.Repeat("x", textrows.PieceBytes), strings.Repeat("x", textrows.PieceBytes+1), strings.Repeat("é漢", 900), strings.Repeat("\xbf", 2500)} {
		pieces := textrows.Pieces(s)
		if strings.Join(pieces, "") != s {
			t.Errorf("%d bytes are not those of the pieces", len(s))
		}
		for _, p := range pieces {
			if len(p) > textrows.PieceBytes || strings.ToValidUTF8(s, "") == s && strings.ToValidUTF8(p, "") != p {
				t.Errorf("a piece of %d bytes, %q…", len(p), p[:min(10, len(p))])
			}
		}
	}
}

func TestForgottenRowsAreMadeAgain(t *testing.T) {
	p := newPage(t, image.Pt(800, 600), numbered(20), 2)
	before := p.Dump()
	p.rows[0].Text.Forget()
	p.Frame()
	if after := p.Dump(); after != before {
		t.Errorf("got\n%s\nwant\n%s", after, before)
	}
}

func TestNoAllocationsAtRest(t *testing.T) {
	p := newPage(t, image.Pt(1280, 800), numbered(10_000), 5)
	var ops op.Ops
	p.layOut(&ops)
	if n := testing.AllocsPerRun(100, func() { p.layOut(&ops) }); n > 0 {
		t.Errorf("%v allocations in a frame in which nothing changed", n)
	}
}

// A row out of view costs nothing: a frame of a long text is one of a short one.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprintf("%d-lines", n), func(b *testing.B) {
			p := newPage(b, image.Pt(1280, 800), numbered(n), 6)
			var ops op.Ops
			p.layOut(&ops)
			b.ReportAllocs()
			for b.Loop() {
				p.layOut(&ops)
			}
		})
	}
}

func BenchmarkJump(b *testing.B) {
	p := newPage(b, image.Pt(1280, 800), numbered(10_000), 6)
	var ops op.Ops
	b.ReportAllocs()
	for b.Loop() {
		p.t.ScrollPages(1)
		p.layOut(&ops)
		if p.t.AtEnd {
			p.t.ScrollToStart()
		}
	}
}
