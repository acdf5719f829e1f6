package markdown

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// describe is all of a document that can be seen, as text.
func describe(blocks []*Block) string {
	var b strings.Builder
	for _, block := range blocks {
		fmt.Fprintf(&b, "%+v gap=%v shared=%d lead=%q\n", block.content, block.gap, block.shared, block.lead)
		if g := block.group; g != nil {
			fmt.Fprintf(&b, "\tgroup of %d: %q\n", len(g.blocks), g.text())
		}
	}
	return b.String()
}

// streams checks that a text given in parts equals, after every part, the same
// text given at once.
func streams(t *testing.T, text string, step int) {
	t.Helper()
	var d Document
	for end := step; ; end += step {
		end = min(end, len(text))
		complete := end == len(text)
		d.SetText(text[:end], false)
		if complete {
			d.SetText(text, true)
		}
		d.CatchUp()
		var once Document
		once.SetText(text[:end], complete)
		if got, want := describe(d.Blocks), describe(once.Blocks); got != want {
			t.Fatalf("after %q (complete: %v)\ngot:\n%swant:\n%s", text[:end], complete, got, want)
		}
		if complete {
			return
		}
	}
}

func TestExamplesByteByByte(t *testing.T) {
	for _, e := range examples(t) {
		t.Run(e.name(), func(t *testing.T) { streams(t, e.Markdown, 1) })
	}
}

// corpus are texts as agents write them, and some that they should not.
func corpus(tb testing.TB) map[string]string {
	files, err := filepath.Glob("testdata/corpus/*.md")
	if err != nil || len(files) == 0 {
		tb.Fatal("no corpus", err)
	}
	texts := map[string]string{}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		texts[filepath.Base(name)] = string(raw)
	}
	return texts
}

func TestCorpusByteByByte(t *testing.T) {
	for name, text := range corpus(t) {
		step := 1
		if testing.Short() {
			step = 1 + len(text)/500
		}
		t.Run(name, func(t *testing.T) { streams(t, text, step) })
	}
}

// No line is too long to be laid out in pieces, and copied as it was.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("0123456789é", 2000)
	for _, text := range []string{"```\nshort\n" + long + "\nafter\n```\n", "<div>\n" + long + "\n</div>\n", long} {
		streams(t, text, 3001)
		want := strings.NewReplacer("```\n", "", "\n```\n", "").Replace(strings.TrimSuffix(text, "\n"))
		if got := strings.Join(visibleTexts(blocksOf(text)), ""); got != strings.TrimSuffix(want, "\n```") {
			t.Errorf("%.20q: got %d bytes, want %d", text, len(got), len(want))
		}
		for _, b := range blocksOf(text) {
			if len(b.text) > longPiece {
				t.Errorf("%.20q: a block of %d bytes", text, len(b.text))
			}
		}
	}
}

// Two examples one after the other stand for what comes after what.
func TestPairsOfExamples(t *testing.T) {
	all := examples(t)
	step := 1
	if testing.Short() {
		step = 7
	}
	for i := 0; i < len(all); i += step {
		a, b := all[i], all[(i*31+17)%len(all)]
		streams(t, a.Markdown+b.Markdown, 3)
		streams(t, a.Markdown+"\n"+b.Markdown+"\n"+a.Markdown, 5)
	}
}

// What follows a definition without a blank line goes on with its paragraph:
// where it stands alone, as parsing would be taken up, it is something else.
func TestAfterADefinition(t *testing.T) {
	for _, second := range []string{"    b", "2. b", "b"} {
		for _, third := range []string{"===\n", "", "| - |\n"} {
			streams(t, "first\n\n[a]: /x\n"+second+"\n"+third+"\nmore\n\nand more\n", 1)
		}
	}
}

// The blocks of the finished part keep their pointers and their layouts.
func TestFinishedBlocksAreKept(t *testing.T) {
	text := strings.Repeat("# Title\n\nSome *prose* here.\n\n- one\n- two\n\n```go\nx := 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n", 20)
	var d Document
	d.SetText(text[:len(text)/2], false)
	before := append([]*Block(nil), d.Blocks...)
	marks := make([]*laid, len(before))
	for i, b := range before {
		marks[i] = new(laid)
		b.laid = marks[i]
	}
	d.SetText(text, true)
	for i, b := range before[:len(before)-2] {
		if d.Blocks[i] != b {
			t.Fatalf("block %d is another", i)
		}
		if b.laid != marks[i] {
			t.Errorf("block %d (%q) lost its layout", i, b.text)
		}
	}
}

// A definition that comes late changes the blocks that mention it and no other.
func TestLateDefinition(t *testing.T) {
	text := "See [the page].\n\nNothing here.\n\nAnd [the page][] again.\n\nMore.\n\n"
	var d Document
	d.SetText(text, false)
	for _, b := range d.Blocks {
		b.laid = new(laid)
	}
	d.SetText(text+"[the page]: https://example.org\n", true)
	for i, want := range []bool{false, true, false, true} {
		if got := d.Blocks[i].laid != nil; got != want {
			t.Errorf("block %d (%q): layout kept is %v, want %v", i, d.Blocks[i].text, got, want)
		}
	}
	if got := d.Blocks[0].links; len(got) != 1 || got[0] != "https://example.org" {
		t.Errorf("links %q", got)
	}
}

// What SetText reads again does not grow with the text.
func TestTailStaysShort(t *testing.T) {
	for name, unit := range map[string]string{
		"paragraphs":      "Some words that make a paragraph of their own.\n\n",
		"list":            "- an item with a few words in it\n",
		"numbers":         "1. an item with a few words in it\n",
		"loose list":      "- an item\n\n  and what belongs to it\n\n",
		"headings":        "## One\nmore\n",
		"quote":           "> Some words of a quote.\n>\n",
		"long item":       "  Some words in an item.\n\n",
		"indented":        "    some line of code\n",
		"sentences":       "Some words that make a sentence. ",
		"lines":           "some words that make a *line* of a paragraph\n",
		"words":           "some words of snake_case and `code` that never end, ",
		"quoted":          "> some words that make a line of a paragraph\n",
		"in an item":      "  some words that make a line of a paragraph\n",
		"nested":          "  > - some words in an item\n",
		"fence in a list": "   some line of code\n",
	} {
		before := map[string]string{"long item": "- One\n\n", "in an item": "- One\n", "nested": "* One\n", "fence in a list": "2. One\n   ```go\n"}[name]
		t.Run(name, func(t *testing.T) { tailIsShort(t, before+strings.Repeat(unit, 12_000/len(unit))) })
	}
	t.Run("fence", func(t *testing.T) { tailIsShort(t, "```\n"+strings.Repeat("some line of code\n", 2000)) })
	t.Run("table", func(t *testing.T) {
		tailIsShort(t, "| a | b |\n|---|---|\n"+strings.Repeat("| some | cells |\n", 2000))
	})
}

// What is streamed into containers and long paragraphs equals what is read at once.
func TestLongContainersStream(t *testing.T) {
	sentences := strings.Repeat("Some words, *some of them* strong, with `code` and a [link](https://example.org). Then more ~5 of 2 * 3 and snake_case. ", 60)
	lines := strings.ReplaceAll(sentences, ". ", ".\n")
	for name, text := range map[string]string{
		"one line":        sentences,
		"lines":           lines,
		"becomes heading": lines + "===\n\nAfter.\n",
		"becomes table":   lines + "| a | b |\n|---|---|\n| 1 | 2 |\n",
		"pipes":           strings.ReplaceAll(lines, "Then", "a | b") + "|---|---|\n| 1 | 2 |\n",
		"quote":           "> " + strings.ReplaceAll(lines, "\n", "\n> ") + "\n>\n> ```go\n> x := 1\n> ```\n> after\n",
		"item":            "7. " + strings.ReplaceAll(lines, "\n", "\n   ") + "\n8. next\n\n   - nested\n   - [x] task\n\n     more\n9. last\n",
		"lazy":            "> - " + lines + "\n> more\n",
		"code in item":    "- a\n  ```\n" + strings.Repeat("  code\n\n", 200) + "  ```\n  b\n-   c\n\n" + strings.Repeat("        indented\n", 200) + "- d\n",
		"table in quote":  "> | a | b |\n> |---|--:|\n" + strings.Repeat("> | 1 | 2 |\n", 100) + "\nAfter.\n",
		"hard breaks":     strings.ReplaceAll(lines, "Then", "Then  \nagain\\\n"),
		"open mark":       "**" + sentences + "**",
	} {
		t.Run(name, func(t *testing.T) { streams(t, text, 1+len(text)/400) })
	}
}

// A long paragraph ends its pieces with sentences, in scripts without spaces too.
func TestPiecesEndWithSentences(t *testing.T) {
	for _, sentence := range []string{"Some words that end. ", "有些话在这里结束。", "本当ですか？"} {
		text := strings.TrimSpace(strings.Repeat(sentence, 10_000/len(sentence)))
		blocks := blocksOf(text)
		if len(blocks) < 5 {
			t.Errorf("%q: %d pieces", sentence, len(blocks))
		}
		for i, b := range blocks {
			if !strings.HasSuffix(strings.TrimSpace(b.text), strings.TrimSpace(sentence)) {
				t.Errorf("piece %d ends with %q", i, b.text[len(b.text)-20:])
			}
		}
		streams(t, text, 211)
	}
}

func TestReadmesStream(t *testing.T) {
	files, err := filepath.Glob("testdata/readme/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no README files", err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(name), func(t *testing.T) { streams(t, string(raw), 1+len(raw)/60) })
	}
}

func tailIsShort(t *testing.T, text string) {
	const limit = 3*longPiece + shortPiece
	var d Document
	for end := 0; end < len(text); end += 24 {
		d.SetText(text[:end], false)
		if tail := end - d.from.offset; tail > limit {
			t.Fatalf("%d bytes of %d are parsed again", tail, end)
		}
	}
}
