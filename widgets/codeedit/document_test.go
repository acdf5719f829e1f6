package codeedit

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// documentOf makes a document of a text in which | is the caret, or two of
// them are around what is selected.
func documentOf(marked string) *document {
	d := &document{language: JSON(), column: -1}
	first := strings.IndexByte(marked, '|')
	last := strings.LastIndexByte(marked, '|')
	d.set(strings.ReplaceAll(marked, "|", ""))
	d.selection = at(max(first, 0))
	if last > first {
		d.selection.caret = last - 1
	}
	return d
}

// marked is the text with its caret or selection.
func (d *document) marked() string {
	s, e := d.selection.start(), d.selection.end()
	if s == e {
		return d.text[:s] + "|" + d.text[s:]
	}
	return d.text[:s] + "|" + d.text[s:e] + "|" + d.text[e:]
}

func types(s string) func(*document) {
	return func(d *document) {
		for _, r := range s {
			d.typed(d.selection.start(), d.selection.end(), string(r))
		}
	}
}

func TestEditing(t *testing.T) {
	for name, c := range map[string]struct {
		before string
		do     func(*document)
		want   string
	}{
		"a brace comes with its other":            {"|", types("{"), "{|}"},
		"a quote comes with its other":            {"{|}", types(`"`), `{"|"}`},
		"a quote steps over the closing one":      {"|", types(`"a"`), `"a"|`},
		"a bracket steps over the closing one":    {"[|]", types("]"), "[]|"},
		"an escaped quote is a sign":              {`"a\|"`, types(`"`), `"a\"|"`},
		"a quote before a word comes alone":       {"|word", types(`"`), `"|word`},
		"no pairs in a string":                    {`"a|"`, types("{"), `"a{|"`},
		"no pairs in a comment":                   {"// |", types("{"), "// {|"},
		"no pairs in a comment of several lines":  {"/*\n|\n*/", types("["), "/*\n[|\n*/"},
		"a pair is deleted together":              {"[|]", func(d *document) { d.deleteBy(-1, false) }, "|"},
		"a line break keeps the indentation":      {"  a|", (*document).breakLine, "  a\n  |"},
		"a line break in braces indents":          {"{\n  \"a\": {|}\n}", (*document).breakLine, "{\n  \"a\": {\n    |\n  }\n}"},
		"a line break keeps the kind of line end": {"{\r\n\t\"a\": [|]\r\n}", (*document).breakLine, "{\r\n\t\"a\": [\r\n\t\t|\r\n\t]\r\n}"},
		"deleting takes a whole character":        {"e\u0301|", func(d *document) { d.deleteBy(-1, false) }, "|"},
		"deleting takes a whole line end":         {"a\r\n|b", func(d *document) { d.deleteBy(-1, false) }, "a|b"},
		"deleting forward":                        {"a|\r\nb", func(d *document) { d.deleteBy(1, false) }, "a|b"},
		"deleting a word":                         {"one two|", func(d *document) { d.deleteBy(-1, true) }, "one |"},
		"a comment":                               {"  a|", (*document).toggleComment, "  // a|"},
		"no comment":                              {"  // a|", (*document).toggleComment, "  a|"},
		"comments of lines":                       {"|  a\n\n    b|", (*document).toggleComment, "|  // a\n\n  //   b|"},
		"lines without comments":                  {"|  // a\n  //   b|", (*document).toggleComment, "|  a\n    b|"},
		"a line moves down":                       {"a|\nb\nc", func(d *document) { d.moveSelected(1) }, "b\na|\nc"},
		"a line moves up":                         {"a\nb\nc|", func(d *document) { d.moveSelected(-1) }, "a\nc|\nb"},
		"the first line stays":                    {"a|\nb", func(d *document) { d.moveSelected(-1) }, "a|\nb"},
		"a line twice":                            {"a|b\nc", func(d *document) { d.duplicate(1) }, "ab\na|b\nc"},
		"a line twice above":                      {"a|b\nc", func(d *document) { d.duplicate(-1) }, "a|b\nab\nc"},
		"indent":                                  {"|a\nb|", (*document).indent, "  |a\n  b|"},
		"outdent":                                 {"|  a\n b|", (*document).outdent, "|a\nb|"},
		"outdent of a tab":                        {"\t\ta|", (*document).outdent, "\ta|"},
		"a paste has the text's line ends":        {"a\r\n|", func(d *document) { d.insert("b\nc", otherStep) }, "a\r\nb\r\nc|"},
		"home goes to the first letter":           {"  ab|", func(d *document) { d.moveHome(false) }, "  |ab"},
		"and then to the start":                   {"  |ab", func(d *document) { d.moveHome(false) }, "|  ab"},
		"down keeps its column":                   {"abcd|\nx\nabcdef", func(d *document) { d.moveLines(1, false); d.moveLines(1, false) }, "abcd\nx\nabcd|ef"},
		"a word to the right":                     {"|one  two", func(d *document) { d.moveWord(1, false) }, "one  |two"},
		"a word to the left":                      {"one  two|", func(d *document) { d.moveWord(-1, false) }, "one  |two"},
	} {
		d := documentOf(c.before)
		before := d.text
		c.do(d)
		if got := d.marked(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		after := d.text
		for d.undo() {
		}
		if d.text != before {
			t.Errorf("%s: undone it is %q, it was %q", name, d.text, before)
		}
		for d.redo() {
		}
		if d.text != after {
			t.Errorf("%s: done again it is %q, it was %q", name, d.text, after)
		}
	}
}

func TestUndoTakesBackWords(t *testing.T) {
	d := documentOf("|")
	types("one two")(d)
	d.undo()
	if d.text != "one" {
		t.Errorf("%q after one step back", d.text)
	}
	d.undo()
	if d.text != "" || d.undo() {
		t.Errorf("%q after two", d.text)
	}
}

func TestTokens(t *testing.T) {
	for line, want := range map[string]string{
		`"a": "b", // c`: `K"a" S"b" C// c`,
		`{"a":1.5e3}`:    `K"a" N1.5e3`,
		`true nil null`:  `Wtrue Wnull`,
		`"a\"b" /*x*/ 1`: `S"a\"b" C/*x*/ N1`,
		`"http://x"`:     `S"http://x"`,
		`"open`:          `S"open`,
		`/* open`:        `C/* open`,
		`/*/ open`:       `C/*/ open`,
	} {
		var got []string
		state := jsonTokens(line, 0, func(tok Token) {
			got = append(got, string(" KSNWC"[tok.Kind])+line[tok.Start:tok.End])
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
		if open := strings.HasSuffix(want, "open") && strings.HasPrefix(line, "/"); open != (state == inComment) {
			t.Errorf("%s ends in state %d", line, state)
		}
	}
}

func TestBrackets(t *testing.T) {
	for marked, want := range map[string]string{
		`{"a": [1, "]"]|}`:    `[]`,
		`|{"a": {}}`:          `{}`,
		"{\n// }\n[\n]\n}|":   `{}`,
		`{"a": "|}"}`:         "",
		"{ /* }\n} */ \"\"}|": "{}",
		"{|":                  "",
	} {
		d := documentOf(marked)
		a, b, ok := d.brackets()
		got := ""
		if ok {
			a, b = min(a, b), max(a, b)
			got = d.text[a:a+1] + d.text[b:b+1]
			if strings.Count(d.text[a:b], "{") < 1 && got == "{}" {
				t.Errorf("%s: %d, %d", marked, a, b)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", marked, got, want)
		}
	}
}

// Random edits are the same as on a plain string, the index of lines stays
// right, and undoing all of them returns to the beginning.
func FuzzDocument(f *testing.F) {
	f.Add("{\n  \"a\": 1\n}\n", []byte{0, 3, 1, 9, 4, 4, 7, 2, 8, 8, 12, 3})
	f.Add("a\r\nb\r\n", []byte{5, 1, 6, 6, 9, 0, 0, 0, 11, 2})
	f.Add("é漢\U0001F600", []byte{3, 3, 1, 1, 2, 2})
	f.Fuzz(func(t *testing.T, text string, ops []byte) {
		d := &document{language: JSON(), column: -1}
		d.set(text)
		for len(ops) >= 3 && len(d.text) < 1<<11 {
			act(t, d, ops[0], int(ops[1]), int(ops[2]))
			ops = ops[3:]
			checkDocument(t, d)
		}
		d.undone = nil // by the last of them
		last := d.text
		for d.undo() {
			checkDocument(t, d)
		}
		if d.text != text {
			t.Fatalf("undone: %q, want %q", d.text, text)
		}
		for d.redo() {
		}
		if d.text != last {
			t.Fatalf("done again: %q, want %q", d.text, last)
		}
	})
}

// act does one thing; what is told plainly is compared with a plain string.
func act(t *testing.T, d *document, op byte, a, b int) {
	texts := []string{"x", " ", "\n", "{", "]", `"`, "é", "\r\n", "// ", "ab\ncd", ""}
	s := texts[b%len(texts)]
	switch op % 14 {
	case 0, 1, 2:
		d.selection = span{d.clamp(a % (len(d.text) + 1)), d.clamp(b % (len(d.text) + 1))}
	case 3:
		want := d.text[:d.selection.start()] + d.ended(s) + d.text[d.selection.end():]
		if d.insert(s, typing); d.text != want {
			t.Fatalf("%q, want %q", d.text, want)
		}
	case 4:
		want := d.text[:d.selection.start()] + d.text[d.selection.end():]
		empty := d.selection.empty()
		if d.deleteBy(1-a%2*2, b%2 == 0); !empty && d.text != want {
			t.Fatalf("%q, want %q", d.text, want)
		}
	case 5:
		d.typed(d.selection.start(), d.selection.end(), s)
	case 6:
		d.breakLine()
	case 7:
		d.toggleComment()
	case 8:
		d.moveSelected(1 - a%2*2)
	case 9:
		d.duplicate(1 - a%2*2)
	case 10:
		d.indent()
	case 11:
		d.outdent()
	case 12:
		d.undo()
	case 13:
		d.moveBy(1-a%2*2, b%2 == 0)
		d.moveLines(a-b, b%3 == 0)
		d.moveWord(1-b%2*2, a%2 == 0)
	}
	d.brackets()
}

func checkDocument(t *testing.T, d *document) {
	t.Helper()
	if n := strings.Count(d.text, "\n") + 1; d.lines() != n {
		t.Fatalf("%d lines, want %d in %q", d.lines(), n, d.text)
	}
	for _, offset := range []int{d.selection.anchor, d.selection.caret} {
		if offset < 0 || offset > len(d.text) || utf8.ValidString(d.text) && offset < len(d.text) && !utf8.RuneStart(d.text[offset]) {
			t.Fatalf("the selection is at %d of %q", offset, d.text)
		}
	}
}
