package markdown

import (
	"strings"
	"testing"
)

// Texts that would hold the parser up for minutes are shown as they are written.
// Without the rule this test does not end.
func TestTraps(t *testing.T) {
	const n = 200_000
	for name, c := range map[string]struct{ trap, letters string }{
		"quotes":              {"> ", ">"},
		"quotes without gaps": {">", ">"},
		"items":               {"- ", "-"},
		"items after tabs":    {"+\t", "+"},
		"numbered items":      {"1. ", "1."},
		"all of them":         {"- 1. > ", "-1.>"},
		"links":               {"[a](", "[a]("},
		"images":              {"![a](", "![a]("},
		"pointed links":       {"[a](<b", "[a](<b"},
	} {
		text := strings.Repeat(c.trap, n/len(c.trap))
		var d Document
		d.SetText(text+"the end", true)
		var shown strings.Builder
		for _, b := range d.Blocks {
			shown.WriteString(b.text)
			if len(b.within) > 2*maxDepth { // a list and its item
				t.Fatalf("%s: a block in %d containers", name, len(b.within))
			}
		}
		if !strings.Contains(shown.String(), "the end") || strings.Count(shown.String(), c.letters[:1]) < n/len(c.trap)-2*maxDepth {
			t.Errorf("%s: %d bytes are shown of %d", name, shown.Len(), len(text))
		}
	}
}

func TestDisarmed(t *testing.T) {
	deep := strings.Repeat(">", maxDepth)
	for text, want := range map[string]string{
		"":                                     "",
		"[a](b) - x > y":                       "[a](b) - x > y",
		deep + " x":                            deep + " x",
		deep + "> x":                           deep + "x x",
		"a\n" + deep + ">":                     "a\n" + deep + "x",
		strings.Repeat("  ", maxDepth) + "- a": strings.Repeat("  ", maxDepth) + "x a",
		"[a](" + strings.Repeat("(", 32) + "b": "[a](" + strings.Repeat("(", 32) + "b",
		"[a](" + strings.Repeat("(", 33) + "b": "[a]x" + strings.Repeat("(", 33) + "b",
		"[a](<b":                               "[a]x<b",
		"[a](<b>)":                             "[a](<b>)",
		"[a](<b<c>)":                           "[a]x<b<c>)",
		`[a](\(\<b "t")`:                       `[a](\(\<b "t")`,
		"[a](":                                 "[a](",
	} {
		if got := string(disarmed([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
