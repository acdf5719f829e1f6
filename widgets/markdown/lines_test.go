package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// byChance puts lines together whose marks mean one thing or another by what
// stands before them.
func byChance(seed uint64) string {
	marks := []string{"", "", "- ", "2. ", "> ", "  ", "    ", "\t", "[^1]: "}
	texts := []string{
		"", "", "text", "# head", "===", "---", "| a | b |", "|---|---|", "```", "~~~", "[a]: /b", "[a]", "[^1]",
		"<div>", "</div>", "<!--", "-->", "2. item", "- item", "*", `"title"`, ">",
	}
	random := rand.New(rand.NewPCG(seed, 1))
	pick := func(of []string) string { return of[random.IntN(len(of))] }
	var text strings.Builder
	for range 2 + random.IntN(7) {
		text.WriteString(pick(marks) + pick(marks) + pick(texts) + "\n")
	}
	return text.String()
}

func TestLinesByChance(t *testing.T) {
	for seed := range uint64(3000) {
		streams(t, byChance(seed), 4)
	}
}

func FuzzLines(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) { streams(t, byChance(seed), 4) })
}

// Lines that once gave other blocks in parts than at once.
func TestLinesThatMisled(t *testing.T) {
	for name, text := range map[string]string{
		"a footnote in a footnote":             "[^1]: [^1]: [a]: /b\n[^1]: > \"title\"\n    \t# head\n2. [^1]\n> ```\n# head",
		"a list that an item begins with":      "\t| a | b |\n2. 2. |---|---|\n2. 2. item\n2. > #",
		"text after a definition":              "    [a]: /b\n> \t[a]: /b\n    - | a",
		"an empty item after a tab":            "- - \n\t*\n\t>\n    |",
		"an empty item after a tab, with code": "    > </div>\n- 2. </div>\n\t*\n    \t[^1]\n2.    ",
		"a table after a line of its text":     "    | a | b |\n2. - | a | b |\n\ttext\n      |---|---|\n",
		"a heading that has a number sign":     "2. \t[a]\n- [a]: /b\n- [a]: /b\n\t\t# head\n\t---\n> 2. t",
		"a quote beside code":                  "\t[^1]: [^1]\n> [a]: /b\n    # head\n- > ~~~\n\t    >\n\t  \n- |-",
		"a number after a tab":                 "- text\n> - ===\n2. 2. 2. item\n\t2. [^1]\n    \t```\n2. \t*",
		"an empty quote before a table":        "> [a]\n- - <div>\n  > \n\t-->\n  |---|---|\n  ",
		"a mark too far to the right":          ">   [a]\n- > ---\n> > -->\n    > ---\n>     >\n\t[^1]: -->\n|---|---|\n",
		"a table before its paragraph":         "    <!--\n> \t===\n> [a]\n> \t- item\n> |---|---|\n> - \n[^1",
		"a table before its heading":           "  \n  text\n    2. ```\n\t|---|---|\n- <div>\n",
		"a line that is not finished":          " \xef00\n#!!",
		"a table that goes on a quote":         "> > - item\n\t\t>\n  > \"title\"\n  |---|---|\n",
	} {
		t.Run(name, func(t *testing.T) {
			for step := range 5 {
				streams(t, text, step+1)
			}
		})
	}
}

// Code is cut at a line that has something in it, wherever its blank lines are.
func TestIndentedCodeIsCut(t *testing.T) {
	for lead := range 3 {
		text := strings.Repeat("    lead\n", lead) + strings.Repeat("    some\n\n\n", 4*chunkLines/3)
		streams(t, text, len(text)/7)
	}
}
