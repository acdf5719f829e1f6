package markdown

import (
	"strings"
	"testing"
)

// shown is what is seen of an unfinished text: blocks by | and styles by tags.
func shown(text string) string {
	var d Document
	d.SetText(text, false)
	var out []string
	for _, b := range d.Blocks {
		var s strings.Builder
		for _, c := range b.within {
			if c.mark != "" {
				s.WriteString(c.mark + " ")
			}
		}
		start := 0
		for _, sp := range b.spans {
			tag := ""
			switch {
			case sp.link > 0:
				tag = "a"
			case sp.style&code != 0:
				tag = "code"
			case sp.style&bold != 0:
				tag = "b"
			case sp.style&italic != 0:
				tag = "i"
			case sp.style&struck != 0:
				tag = "del"
			}
			if tag == "" || b.kind == Table {
				s.WriteString(b.text[start:sp.end])
			} else {
				s.WriteString("<" + tag + ">" + b.text[start:sp.end] + "</" + tag + ">")
			}
			start = sp.end
		}
		if len(b.spans) == 0 {
			s.WriteString(b.text)
		}
		switch b.kind {
		case Heading:
			out = append(out, "# "+s.String())
		case Code:
			out = append(out, "["+s.String()+"]")
		case Rule:
			out = append(out, "---")
		default:
			out = append(out, s.String())
		}
	}
	return strings.Join(out, " | ")
}

func TestUnfinishedMarksAreHeldBack(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"so **", "so"},
		{"so **bo", "so <b>bo</b>"},
		{"so **bold words ", "so <b>bold words</b>"},
		{"so **bold*", "so <b>bold</b>"},
		{"so **bold**", "so <b>bold</b>"},
		{"so **bold** and", "so <b>bold</b> and"},
		{"an *ital", "an <i>ital</i>"},
		{"a ~~str", "a <del>str</del>"},
		{"some `co", "some <code>co</code>"},
		{"some ``co`de", "some <code>co`de</code>"},
		{"5 * 3 is", "5 * 3 is"},
		{"snake_case", "snake_case"},
		{"see [the pa", "see"},
		{"see [the page](https://exa", "see"},
		{"see [the page](https://example.org)", "see <a>the page</a>"},
		{"an array[0] is", "an array[0] is"},
		{"![an ima", ""},
		{"see <https://exam", "see"},
		{"a < b", "a < b"},
		{"fish &am", "fish"},
		{"fish &amp; chips", "fish & chips"},
		{"#", ""},
		{"## ", ""},
		{"## Ti", "# Ti"},
		{"text\n-", "text"},
		{"text\n- ", "text"},
		{"- ", ""},
		{"- it", "- it"},
		{"- [", ""},
		{"- [x] do", "[x] do"},
		{"1", ""},
		{"1. ", ""},
		{"1. one", "1. one"},
		{"12 monkeys", "12 monkeys"},
		{"text\n``", "text"},
		{"text\n```", "text"},
		{"text\n```g", "text"},
		{"```\ncode\n``", "[code]"},
		{"```\ncode\n```", "[code]"},
		{"```\na ` b", "[a ` b]"},
		{"```\n# no", "[# no]"},
		{"text\n\n| a | b |", "text"},
		{"text\n\n| a | b |\n", "text"},
		{"text\n\n| a | b |\n|--", "text"},
		{"| a | b |\n|---|---|\n", "a\tb"},
		{"| a | b |\n|---|---|\n| 1 ", "a\tb"},
		{"| a | b |\n|---|---|\n| 1 | 2 |\n", "a\tb\n1\t2"},
		{"**", ""},
		{"half a rune \xf0\x9f", "half a rune"},
	} {
		if got := shown(c.text); got != c.want {
			t.Errorf("%q shows %q, want %q", c.text, got, c.want)
		}
	}
}

// Complete, a text shows its marks as they are.
func TestCompleteTextHoldsNothingBack(t *testing.T) {
	for _, text := range []string{"so **", "see [the pa", "fish &am", "| a | b |", "some `co"} {
		var d Document
		d.SetText(text, false)
		d.SetText(text, true)
		if len(d.Blocks) != 1 || d.Blocks[0].text != text {
			t.Errorf("%q shows %v", text, visibleTexts(d.Blocks))
		}
	}
}
