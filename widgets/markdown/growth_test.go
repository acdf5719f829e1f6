package markdown

import (
	"runtime"
	"strings"
	"testing"
)

// allocated is how many bytes f allocates.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// What cannot be cut costs no more for each byte when there is more of it: a
// text twice as long takes twice the work, streamed or at once.
func TestWorkGrowsWithTheText(t *testing.T) {
	const words = "some words of a text that never breaks, "
	const size, most = 20 << 10, 2.8
	for name, c := range map[string]struct{ head, unit string }{
		"after a footnote":  {"See[^1].\n\n[^1]: the note\n\n", "Some words here.\n\nAnd more.\n\n"},
		"no space":          {"", "aaaaaaaa"},
		"no space, in item": {"- ", "aaaaaaaa"},
		"Chinese":           {"", "漢字"},
		"open emphasis":     {"word **bold ", words},
		"open bracket":      {"word [bold ", words},
		"open code":         {"word `code ", words},
		"open tag":          {"word <bold ", words},
		"emphasis":          {"", "**a**b"},
		"links":             {"", "[some](words) "},
		"item":              {"- ", words},
		"cell":              {"| a | b |\n|---|---|\n| ", words},
		"rows":              {"| a | b |\n|---|---|\n", "| some words | *more* |\n"},
		"line of code":      {"```go\n", "func main() { return } "},
		"code":              {"```go\n", "func main() { return }\n"},
		"HTML":              {"<div>\n", "<p>some words</p>\n"},
		"blanks":            {"", " "},
	} {
		t.Run(name, func(t *testing.T) {
			stream := func(size int) func() {
				text := c.head + strings.Repeat(c.unit, size/len(c.unit))
				return func() {
					var d Document
					for end := 96; end < len(text); end += 96 {
						d.SetText(text[:end], false)
					}
					d.SetText(text, true)
				}
			}
			if ratio := allocated(stream(2*size)) / allocated(stream(size)); ratio > most {
				t.Errorf("streamed, twice the text takes %.1f times the work", ratio)
			}
			once := func(size int) func() {
				text := c.head + strings.Repeat(c.unit, size/len(c.unit))
				return func() { new(Document).SetText(text, true) }
			}
			if ratio := allocated(once(8*size)) / allocated(once(4*size)); ratio > most {
				t.Errorf("at once, twice the text takes %.1f times the work", ratio)
			}
		})
	}
}

// What is given and not shown yet is little, and shown when it is asked for.
func TestBehind(t *testing.T) {
	text := strings.Repeat("a", 30<<10)
	var d Document
	behind := 0
	for end := 24; end <= len(text); end += 24 {
		d.SetText(text[:end], false)
		shown := strings.Join(visibleTexts(d.Blocks), "")
		if d.Behind() != (len(shown) < end) || end-len(shown) > end/readShare {
			t.Fatalf("%d bytes of %d are shown, Behind is %v", len(shown), end, d.Behind())
		}
		if d.Behind() {
			behind++
		}
	}
	if behind == 0 {
		t.Error("every addition was read at once")
	}
	d.SetText(text+"end", false)
	d.CatchUp()
	if got := strings.Join(visibleTexts(d.Blocks), ""); got != text+"end" || d.Behind() {
		t.Errorf("after CatchUp %d bytes are shown, Behind is %v", len(got), d.Behind())
	}
}

// What was measured of the finished rows of a table is not measured again.
func TestRowsAreMeasuredOnce(t *testing.T) {
	text := "| a | b |\n|---|---|\n" + strings.Repeat("| some | cells |\n", 10*chunkRows)
	var d, once Document
	d.SetText(text, false)
	g := d.Blocks[0].group
	g.longest(2)
	first := &d.Blocks[1].longest[0]
	text += "| some more | and much more here |\n"
	d.SetText(text, true)
	once.SetText(text, true)
	got, want := g.longest(2), once.Blocks[0].group.longest(2)
	if &d.Blocks[1].longest[0] != first {
		t.Error("finished rows were measured again")
	}
	for column := range want {
		for i, c := range want[column].cells {
			if got[column].cells[i].cell != c.cell || got[column].word.cell != want[column].word.cell {
				t.Errorf("column %d: %+v, want %+v", column, got[column], want[column])
			}
		}
	}
	if word := got[1].word; word.block.text[word.start:word.end] != "cells" {
		t.Errorf("the longest word is %q", word.block.text[word.start:word.end])
	}
}
