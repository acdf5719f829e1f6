package diff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sidekicks/widgets/textrows"
)

func compare(before, after string) *Diff { return Compare(&before, &after) }

// String writes a comparison as "1 a 2-b 2+B".
func (d *Diff) String() string {
	var out []string
	for _, l := range d.Lines {
		if l.Kind == Gap {
			out = append(out, "…")
			continue
		}
		out = append(out, fmt.Sprint(l.Number, " +-"[l.Kind:l.Kind+1], l.Text))
	}
	return strings.Join(out, " ")
}

func TestCompare(t *testing.T) {
	far := strings.Repeat("x\n", 20)
	for _, c := range []struct{ before, after, want string }{
		{"a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf\ng\n", "1 a 2 b 3 c 4-d 4+D 5 e 6 f 7+g"},
		{"a\n", "b\n", "1-a 1+b"},
		{"a\nb\n", "b\n", "1-a 1 b"},
		{"b\n", "a\nb\n", "1+a 2 b"},
		{"", "", ""},
		{"same\n", "same\n", ""},
		{"", "\n", "1+"},
		{"1\n" + far + "2\n", "one\n" + far + "two\n", "1-1 1+one 2 x 3 x 4 x … 19 x 20 x 21 x 22-2 22+two"},
		{"a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n", "1-a 1+A 2 1 3 2 4 3 5 4 6 5 7 6 8-b 8+B"},
		{"a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n", "1-a 1+A 2 1 3 2 4 3 5 4 6 5 7 6 8 7 9-b 9+B"},
		{"a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\n8\nB\n", "1-a 1+A 2 1 3 2 4 3 … 7 6 8 7 9 8 10-b 10+B"},
		{"0\n1\n2\n3\na\n", "0\n1\n2\n3\nb\n", "1 0 2 1 3 2 4 3 5-a 5+b"},
		{"a\r\nb\r\n", "a\nB\n", "1 a 2-b 2+B"},
		{"x\nf {\n}\n", "f {\n}\nx\n", "1-x 1 f { 2 } 3+x"},
	} {
		if got := compare(c.before, c.after).String(); got != c.want {
			t.Errorf("%q to %q:\ngot  %s\nwant %s", c.before, c.after, got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, c := range []struct {
		before, after *string
		want          []Note
		lines         int
	}{
		{nil, text("a\nb"), []Note{NewFile}, 2},
		{text("a\n"), nil, []Note{DeletedFile}, 1},
		{nil, text(""), []Note{NewFile}, 0},
		{text("a\n"), text("a\n"), []Note{Unchanged}, 0},
		{text("a\nb\n"), text("a\r\nb\r\n"), []Note{ToCRLF}, 0},
		{text("a\n\nb\n"), text("a\r\n\r\nb\r\n"), []Note{ToCRLF}, 0},
		{text("a\r\nb\r\n"), text("a\nb\n"), []Note{ToLF}, 0},
		{text("a\r\nb\n"), text("a\nb\r\n"), []Note{LineEnds}, 0},
		{text("a\r\nb\n"), text("a\nb\n"), []Note{LineEnds}, 0},
		{text("a\nb\n"), text("a\nx\r\nb\n"), []Note{LineEnds}, 3},
		{text("a\nb"), text("a\nb\n"), []Note{EndAdded}, 0},
		{text("a\nb\n"), text("a\nb"), []Note{EndRemoved}, 0},
		{text("a\nb\n"), text("a\r\nb"), []Note{ToCRLF, EndRemoved}, 0},
		{text("a"), text("b"), nil, 2},
		{text(""), text("a\n"), nil, 1},
		{text("a\n"), text(""), nil, 1},
		{text("a\r\nb\r\n"), text("a\r\nb"), []Note{EndRemoved}, 0},
		{text("a\nb\r\nc\n"), text("a\nb\r\nc"), []Note{EndRemoved}, 0},
		{text("a\r\nb\r\nc\n"), text("a\r\nB\r\nc\n"), nil, 4},
	} {
		d := Compare(c.before, c.after)
		if !slices.Equal(d.Notes, c.want) || len(d.Lines) != c.lines {
			t.Errorf("%s: notes %v, want %v; %d lines, want %d", d, d.Notes, c.want, len(d.Lines), c.lines)
		}
	}
}

func TestCounts(t *testing.T) {
	if d := compare("a\nb\nc\n", "a\nB\nc\nd\n"); d.Added != 2 || d.Removed != 1 {
		t.Errorf("+%d −%d", d.Added, d.Removed)
	}
}

func TestChangedWords(t *testing.T) {
	mark := func(s string, spans []textrows.Span) string {
		var b strings.Builder
		at := 0
		for _, sp := range spans {
			if sp.Ink == 1 {
				b.WriteString("[" + s[at:sp.End] + "]")
			} else {
				b.WriteString(s[at:sp.End])
			}
			at = sp.End
		}
		return b.String() + s[at:]
	}
	for _, c := range []struct{ before, after, a, b string }{
		{"if n > limit {", "if n >= limit {", "if n > limit {", "if n >[=] limit {"},
		{"return a + b", "return a - b", "return a [+] b", "return a [-] b"},
		{"the old red house", "the new blue house", "the [old red] house", "the [new blue] house"},
		{"x := 1", "y := 2", "x := 1", "y := 2"},
		{"foo(1, 2)", "bar(1, 2)", "[foo](1, 2)", "[bar](1, 2)"},
		{"first", "second", "first", "second"},
		{"", "new", "", "new"},
		{"\tprix = 3 €", "\tprix = 4 €", "\tprix = [3] €", "\tprix = [4] €"},
		{"end", "end;", "end", "end[;]"},
	} {
		a, b := changedWords(c.before, c.after)
		if got := mark(c.before, a); got != c.a {
			t.Errorf("before: got %s, want %s", got, c.a)
		}
		if got := mark(c.after, b); got != c.b {
			t.Errorf("after: got %s, want %s", got, c.b)
		}
	}
}

// hostile texts, each of about n bytes, make naive comparisons slow or large.
func hostile(n int) map[string][2]string {
	blocks := func(format string, step int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, format, i/step)
		}
		return b.String()
	}
	ordinary := blocks("line %d of an ordinary file that is read by people\n", 1)
	return map[string][2]string{
		"one change":          {ordinary, strings.Replace(ordinary, "line 50 ", "LINE 50 ", 1)},
		"every tenth changed": {ordinary, strings.ReplaceAll(ordinary, "0 of", "0 for")},
		"all changed":         {ordinary, blocks("another %d that has nothing of the first\n", 1)},
		"no line once":        {blocks("a %d\n", 2), blocks("b %d\n", 2)},
		"swapped halves":      {ordinary, ordinary[n/2:] + ordinary[:n/2]},
		"reversed order":      {"{\n" + ordinary + "}\n", strings.Join(reversed(strings.SplitAfter(ordinary, "\n")), "")},
		"two kinds of line":   {strings.Repeat("{\n}\n", n/4), strings.Repeat("{\n{\n}\n", n/6)},
		"empty lines":         {strings.Repeat("\n", n), "x" + strings.Repeat("\n", n/2) + "y"},
		"one line":            {strings.Repeat("x", n), strings.Repeat("y", n)},
	}
}

func reversed(s []string) []string {
	slices.Reverse(s)
	return s
}

// Each line is looked at a few times at most, whatever the texts.
func TestWorkIsLinear(t *testing.T) {
	for _, n := range []int{10_000, 100_000, 5_000_000} {
		for name, c := range hostile(n) {
			s := search{a: read(&c[0]), b: read(&c[1])}
			s.run()
			if all := s.a.len() + s.b.len(); s.looked > 4*all+4 {
				t.Errorf("%s, %d bytes: looked at %d lines of %d", name, n, s.looked, all)
			}
		}
	}
}

func TestVeryDifferentTextsAreRough(t *testing.T) {
	before, after := strings.Repeat("a\n", maxSearch), strings.Repeat("b\n", maxSearch)
	d := compare("same\n"+before, "same\n"+after)
	if !slices.Contains(d.Notes, Rough) || d.Removed != maxSearch || d.Added != maxSearch {
		t.Errorf("notes %v, +%d −%d", d.Notes, d.Added, d.Removed)
	}
	if len(d.Lines) != maxLines || d.Left != 1+2*maxSearch-maxLines {
		t.Errorf("%d lines, %d left", len(d.Lines), d.Left)
	}
}

func TestLongLinesAreInPieces(t *testing.T) {
	long := strings.Repeat("é", 2000)
	d := compare("", long+"\nshort\n")
	rows := d.Rows()
	if len(rows) != 1 || rows[0].Text() != long+"\nshort" || d.Added != 2 {
		t.Errorf("%d rows, +%d, text of %d bytes", len(rows), d.Added, len(rows[0].Text()))
	}
	for _, l := range d.Lines {
		if len(l.Text) > textrows.PieceBytes {
			t.Errorf("a piece of %d bytes", len(l.Text))
		}
	}
}

func TestRows(t *testing.T) {
	var got []int
	for _, r := range compare("", strings.Repeat("line\n", 120)).Rows() {
		got = append(got, r.Count)
	}
	if want := []int{50, 50, 20}; !slices.Equal(got, want) {
		t.Errorf("rows of %v lines, want %v", got, want)
	}
}

// apply makes the lines of the new text from those of the old one.
func (d *Diff) apply(before lines) []string {
	var out []string
	at := 0
	keep := func(to int) {
		for ; at < to; at++ {
			out = append(out, before.at(at))
		}
	}
	for i := 0; i < len(d.Lines); i++ {
		l := d.Lines[i]
		text := l.Text
		for i+1 < len(d.Lines) && d.Lines[i+1].Number == 0 && d.Lines[i+1].Kind != Gap {
			i++
			text += d.Lines[i].Text
		}
		switch l.Kind {
		case Removed:
			keep(l.Number - 1)
			at++
		case Added:
			keep(at + l.Number - 1 - len(out))
			out = append(out, text)
		case Same:
			keep(at + l.Number - 1 - len(out))
			out = append(out, before.at(at))
			at++
		}
	}
	keep(before.len())
	return out
}

func FuzzCompare(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nB\r\nc")
	f.Add("", "x")
	f.Add("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n4\n5\n6\n7\n8\n8\n9\n10\n")
	f.Add(strings.Repeat("{\n}\n", 60), strings.Repeat("{\n{\n}\n", 50))
	f.Add(strings.Repeat("ab", 600)+"\n", strings.Repeat("ba", 600)+"\r\n\r")
	f.Fuzz(func(t *testing.T, before, after string) {
		d := compare(before, after)
		a, b := read(&before), read(&after)
		if got, want := d.apply(a), b.slice(0, b.len()); !slices.Equal(got, want) {
			t.Fatalf("applied: %q, want %q; %s", got, want, d)
		}
		if b.len()-a.len() != d.Added-d.Removed {
			t.Errorf("%d lines became %d, but +%d −%d", a.len(), b.len(), d.Added, d.Removed)
		}
		if same := before == after; same != slices.Contains(d.Notes, Unchanged) {
			t.Errorf("unchanged is %v, notes %v", same, d.Notes)
		}
		if len(d.Lines) == 0 && len(d.Notes) == 0 {
			t.Error("nothing is said of a difference")
		}
		for _, r := range d.Rows() {
			for _, l := range r.Source.Lines(r.First, r.Count) {
				end := 0
				for _, sp := range l.Spans {
					if sp.End <= end || sp.End > len(l.Text) {
						t.Fatalf("spans %v of %q", l.Spans, l.Text)
					}
					end = sp.End
				}
			}
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	for name, c := range hostile(5_000_000) {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				compare(c[0], c[1])
			}
		})
	}
}

func TestRowsOfAPart(t *testing.T) {
	before, after := "a\nb\n", "a\nc\n"
	d := Compare(&before, &after)
	for _, c := range []struct {
		first, digits int
		numbers       [3]int
	}{{1, 1, [3]int{1, 2, 2}}, {9, 2, [3]int{9, 10, 10}}, {99, 3, [3]int{99, 100, 100}}, {0, 1, [3]int{}}} {
		row := d.RowsFrom(c.first)[0]
		lines := row.Source.Lines(0, 3)
		if got := [3]int{lines[0].Number, lines[1].Number, lines[2].Number}; got != c.numbers || row.Digits != c.digits || lines[1].Joined || lines[2].Sign != "+" {
			t.Errorf("from %d: %v, %d digits, %+v", c.first, got, row.Digits, lines)
		}
	}
}
