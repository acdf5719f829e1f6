package markdown

import (
	"strings"
	"testing"
)

// rolesOf are the parts of a text that have a role.
func rolesOf(text string, colours Colours) map[role]string {
	parts := map[role]string{}
	start := 0
	for _, c := range colours {
		parts[c.role] += text[start:c.end]
		start = c.end
	}
	return parts
}

func TestColour(t *testing.T) {
	text := "func f() string { // note\n\treturn \"ü\" + 12\n}"
	got := rolesOf(text, Colour(Listing{"go", text}))
	if got[keywordRole] != "funcstringreturn" || got[stringRole] != "\"ü\"" || got[numberRole] != "12" || !strings.HasPrefix(got[commentRole], "// note") {
		t.Errorf("%q", got)
	}
	if got := Colour(Listing{"no such language", text}); got != nil {
		t.Errorf("an unknown language has colours: %v", got)
	}
}

// A code block is to be coloured once, when it is closed.
func TestUncoloured(t *testing.T) {
	text := "```go\nx := 1\n```\n\ntext\n\n```\nno language\n```\n\n```sh\necho\n"
	var d Document
	total := 0
	for end := 1; end <= len(text); end++ {
		d.SetText(text[:end], false)
		listings := d.Uncoloured()
		total += len(listings)
		for _, l := range listings {
			if l != (Listing{"go", "x := 1"}) {
				t.Errorf("after %q: %v", text[:end], l)
			}
			d.SetColours(l, Colour(l))
		}
	}
	if total != 1 {
		t.Errorf("%d listings while the text grew, want 1", total)
	}
	d.SetText(text, true)
	if got := d.Uncoloured(); len(got) != 1 || got[0] != (Listing{"sh", "echo"}) {
		t.Errorf("at the end: %v", got)
	}
}

func TestColoursOfEveryPiece(t *testing.T) {
	code := strings.TrimSuffix(strings.Repeat("x := \"some words\" // note\n", 3*chunkLines-10), "\n")
	var d Document
	d.SetText("```go\n"+code+"\n```\n", true)
	l := d.Uncoloured()[0]
	d.SetColours(l, Colour(l))
	for i, b := range d.Blocks {
		want := strings.Count(b.text, "// note") * len("// note")
		colours := b.group.coloursOf(b)
		if got := rolesOf(b.text, colours)[commentRole]; len(strings.ReplaceAll(got, "\n", "")) != want {
			t.Errorf("block %d: comments %q", i, got)
		}
		if end := colours[len(colours)-1].end; end != len(b.text) {
			t.Errorf("block %d: the colours end at %d of %d", i, end, len(b.text))
		}
	}
	d.SetText("```go\n"+strings.Replace(code, "some", "other", 1)+"\n```\n", true)
	if d.Blocks[0].group.coloursOf(d.Blocks[0]) != nil {
		t.Error("another text has the colours of the former one")
	}
}
