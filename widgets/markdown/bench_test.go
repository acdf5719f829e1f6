package markdown_test

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/theme"
	"sidekicks/widgets/markdown"
	"sidekicks/widgets/transcript"
	"sidekicks/widgets/widgettest"
)

// answer is Markdown of about a length, as an agent writes it.
func answer(tb testing.TB, length int) string {
	unit, err := os.ReadFile("testdata/corpus/plain-answer.md")
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	for b.Len() < length {
		b.Write(unit)
	}
	return b.String()[:length]
}

const fragment = 24 // bytes, as agents stream

// What reading a whole answer costs for each of its bytes does not grow with it.
func BenchmarkStreamParse(b *testing.B) {
	for _, kb := range []int{1, 10, 100, 1000} {
		b.Run(fmt.Sprintf("kb=%d", kb), func(b *testing.B) {
			text := answer(b, kb<<10)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var d markdown.Document
				for end := fragment; end < len(text); end += fragment {
					d.SetText(text[:end], false)
				}
				d.SetText(text, true)
			}
		})
	}
}

// A frame in which one fragment more is shown, at the end of an answer. What is
// streamed and what is in view is the same, whatever stands above.
func BenchmarkStreamFrame(b *testing.B) {
	for _, kb := range []int{16, 100, 1000} {
		b.Run(fmt.Sprintf("kb=%d", kb), func(b *testing.B) {
			const streamed = 8 << 10
			text := answer(b, kb<<10-streamed)
			text = text[:strings.LastIndex(text, "# Fixing")] + answer(b, streamed)
			benchmarkTail(b, text, len(text)-streamed/2)
		})
	}
}

// A frame in which nothing changes, at the end of so many messages.
func BenchmarkRestFrame(b *testing.B) {
	for _, n := range []int{10, 1000, 10000} {
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			p := newBench(b)
			text := answer(b, 600)
			for i := range n {
				var d markdown.Document
				d.SetText(text, true)
				p.add(uint64(i), d.Blocks)
			}
			p.layOut(&p.ops)
			b.ReportAllocs()
			for b.Loop() {
				p.layOut(&p.ops)
			}
		})
	}
}

// The first layout of everything in view, as after a jump.
func BenchmarkJumpFrame(b *testing.B) {
	p := newBench(b)
	p.set(answer(b, 100<<10), true)
	b.ReportAllocs()
	for b.Loop() {
		for _, block := range p.doc.Blocks {
			block.Forget()
		}
		p.layOut(&p.ops)
	}
}

func BenchmarkLongCode(b *testing.B) {
	for _, lines := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			text := "```go\n" + strings.Repeat("\tif err := run(ctx, arguments); err != nil {\n", lines)
			benchmarkTail(b, text, len(text)-3000)
		})
	}
}

func BenchmarkLongTable(b *testing.B) {
	for _, rows := range []int{100, 1000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			text := "| Name | Size | Note |\n|---|--:|---|\n" + strings.Repeat("| `file.go` | 1234 | some *words* |\n", rows)
			benchmarkTail(b, text, len(text)-3000)
		})
	}
}

func BenchmarkLongParagraph(b *testing.B) {
	for _, kb := range []int{1, 4, 16, 100} {
		b.Run(fmt.Sprintf("kb=%d", kb), func(b *testing.B) {
			text := strings.Repeat("some words of a text that never breaks, ", kb<<10/40)
			benchmarkTail(b, text, len(text)-900)
		})
	}
}

// benchmarkTail lays out a frame for each fragment by which a text grows from
// start to its end, again and again.
func benchmarkTail(b *testing.B, text string, start int) {
	p := newBench(b)
	end := len(text)
	b.ReportAllocs()
	for b.Loop() {
		if end += fragment; end > len(text) {
			b.StopTimer()
			p.doc, p.rows, end = markdown.Document{}, nil, start
			p.grow(text[:end])
			p.layOut(&p.ops)
			b.StartTimer()
		}
		p.grow(text[:end])
		p.layOut(&p.ops)
	}
}

// A bench is a page at rest at its end.
type bench struct {
	page
	ops op.Ops
}

func newBench(b *testing.B) *bench {
	p := &bench{}
	p.th = theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{})})
	p.Harness = widgettest.New(b, image.Pt(1280, 800), p.layout)
	return p
}

// grow sets a longer text, and makes rows of the new blocks alone.
func (p *bench) grow(text string) {
	p.doc.SetText(text, false)
	n := min(len(p.rows), len(p.doc.Blocks))
	p.rows = p.rows[:n]
	for n > 0 && p.rows[n-1].Text != transcript.Selectable(p.doc.Blocks[n-1]) {
		n--
	}
	p.rows = p.rows[:n]
	p.add(1, p.doc.Blocks[n:])
}

func (p *bench) add(message uint64, blocks []*markdown.Block) {
	for _, block := range blocks {
		p.rows = append(p.rows, transcript.Row{
			Key:  transcript.Key{Message: message, Block: len(p.rows)},
			Text: block,
			Widget: func(gtx layout.Context) layout.Dimensions {
				return markdown.BlockOf(p.th, block).Layout(gtx)
			},
		})
	}
}
