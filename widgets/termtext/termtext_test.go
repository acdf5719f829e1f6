package termtext

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sidekicks/theme"
	"sidekicks/widgets/textrows"
)

func of(s string) *Text {
	t := new(Text)
	t.Set(s)
	return t
}

func (t *Text) all() []textrows.Line { return source{t}.Lines(0, t.Len()) }

func TestSequencesAreRemoved(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain":                  {"plain\ttext é 漢", "plain\ttext é 漢"},
		"colour":                 {"\x1b[31mred\x1b[0m", "red"},
		"private mode":           {"\x1b[?25lx\x1b[?25h", "x"},
		"intermediate":           {"\x1b[1 qx\x1b[!py", "xy"},
		"character set":          {"\x1b(Bx\x1b)0y", "xy"},
		"two characters":         {"\x1b7x\x1b8y\x1b=z", "xyz"},
		"title, bell":            {"\x1b]0;title\ax", "x"},
		"title, ST":              {"\x1b]0;title\x1b\\x", "x"},
		"link":                   {"\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\!", "here!"},
		"device string":          {"\x1bPq#0;2;0;0;0\x1b\\x", "x"},
		"privacy, application":   {"\x1b^a\x1b\\x\x1b_b\x1b\\y\x1bXc\x1b\\z", "xyz"},
		"C1 control sequence":    {"\u009b31mx\u009bmy", "xy"},
		"C1 strings":             {"\u009d0;t\u009cx\u0090q\u009cy\u009fz\u009c", "xy"},
		"other C1":               {"a\u0085b\u008dc", "abc"},
		"no end of a string":     {"x\x1b]0;title\ny", "x\ny"},
		"no end of a sequence":   {"x\x1b[31\ny\x1b\nz\x1b[", "x\ny\nz"},
		"broken off":             {"x\x1b[31\x1b[32my", "xy"},
		"cancelled":              {"x\x1b]0;a\x18y", "xy"},
		"string in a string":     {"\x1b]0;a\x1b[31mx", "x"},
		"other control":          {"a\x00b\x07c\x0ed\x7fe\vf", "abcdef"},
		"not UTF-8":              {"a\xffb\xc2", "a\uFFFDb\uFFFD"},
		"carriage return":        {"10%\r50%\r100%", "100%"},
		"shorter after return":   {"long line\rab", "abng line"},
		"erased after return":    {"long line\r\x1b[Kab", "ab"},
		"all erased":             {"12345\x1b[2K\x1b[1Gab", "ab"},
		"all erased in place":    {"123\x1b[2Kx", "   x"},
		"erased to the caret":    {"12345\b\b\x1b[1K", "    5"},
		"CR LF":                  {"a\r\nb\r\r\nc", "a\nb\nc"},
		"backspace":              {"abc\b\bX", "aXc"},
		"bold by overstriking":   {"N\bNA\bAM\bM", "NAM"},
		"backspace at the start": {"\b\bx", "x"},
		"far column":             {"ab\x1b[9999999999Gc", "abc"},
		"spinner":                {"\x1b[?25l⠋ go\r⠙ go\r⠹ go\r\x1b[2K✓ done\n", "✓ done"},
		"empty":                  {"", ""},
		"only line ends":         {"\n\n\n", "\n\n"},
		"bidi stays":             {"a\u202eb", "a\u202eb"},
	} {
		if got := of(c.in).String(); got != c.want {
			t.Errorf("%s: %q is %q, want %q", name, c.in, got, c.want)
		}
	}
}

// drawn tells the looks of a line: "[31]red[0] plain" becomes "text(ink)".
func (t *Text) drawn(l textrows.Line) string {
	var b strings.Builder
	at := 0
	for _, sp := range l.Spans {
		b.WriteString(l.Text[at:sp.End])
		if sp.Ink > 0 {
			fmt.Fprintf(&b, "(%s)", t.looks.list[sp.Ink-1])
		} else {
			b.WriteString("()")
		}
		at = sp.End
	}
	return b.String() + l.Text[at:]
}

func (k look) String() string {
	var out []string
	for _, a := range []struct {
		on   bool
		name string
	}{{k.bold, "bold"}, {k.faint, "faint"}, {k.italic, "italic"}, {k.under, "under"}, {k.struck, "struck"}, {k.inverse, "inverse"}} {
		if a.on {
			out = append(out, a.name)
		}
	}
	if k.text != 0 {
		out = append(out, fmt.Sprintf("%x", uint32(k.text)))
	}
	if k.ground != 0 {
		out = append(out, fmt.Sprintf("on %x", uint32(k.ground)))
	}
	return strings.Join(out, " ")
}

func TestLooks(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\x1b[31mred\x1b[0m plain", "red(1000001) plain()"},
		{"\x1b[1;4;92mx", "x(bold under 100000a)"},
		{"\x1b[38;5;208mx\x1b[48;5;16my\x1b[39mz", "x(10000d0)y(10000d0 on 1000010)z(on 1000010)"},
		{"\x1b[38;2;1;2;255mx", "x(20102ff)"},
		{"\x1b[38:2::1:2:255mx\x1b[38:2:1:2:3my\x1b[38:5:9mz", "x(20102ff)y(2010203)z(1000009)"},
		{"\x1b[38;2;999;0;0mx", "x(2ff0000)"},
		{"\x1b[58;5;1;31mx", "x(1000001)"},
		{"\x1b[38;5mx", "x"},
		{"\x1b[38;7;1mx", "x"},
		{"\x1b[>4;1mx\x1b[?1my", "xy"},
		{"\x1b[4:3mx\x1b[4:0my", "x(under)y()"},
		{"\x1b[2;3;7;9mx\x1b[22;23;27;29my", "x(faint italic struck inverse)y()"},
		{"\x1b[31mx\x1b[my", "x(1000001)y()"},
		{"\x1b[31mab\b\x1b[32mc", "a(1000001)c(1000002)"},
		{"\x1b[99999999999999999999mx", "x"},
	} {
		text := of(c.in)
		if got := text.drawn(text.all()[0]); got != c.want {
			t.Errorf("%q is drawn as %s, want %s", c.in, got, c.want)
		}
	}
}

func TestLooksGoOnInTheNextLine(t *testing.T) {
	text := of("\x1b[31mone\ntwo\x1b[0m\nthree")
	var got []string
	for _, l := range text.all() {
		got = append(got, text.drawn(l))
	}
	if want := "one(1000001)|two(1000001)|three"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
}

func TestNoColoursInLargeOutputs(t *testing.T) {
	line := "\x1b[31mred\x1b[0m\n"
	small, large := of(strings.Repeat(line, 10)), of(strings.Repeat(line, maxColour/len(line)+1))
	if len(small.all()[0].Spans) == 0 {
		t.Error("a small output has no colours")
	}
	for _, l := range large.all() {
		if len(l.Spans) > 0 || l.Text != "red" {
			t.Fatalf("a large output has the line %q with %v", l.Text, l.Spans)
		}
	}
	small.Set(strings.Repeat(line, maxColour/len(line)+1)) // grown
	if len(small.all()[0].Spans) > 0 {
		t.Error("an output that has grown large keeps colours")
	}
}

// Every colour on every ground can be read, in both themes.
func TestContrast(t *testing.T) {
	shaper := theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})
	for _, dark := range []bool{false, true} {
		th := theme.New(theme.Options{Shaper: shaper, Dark: dark})
		var text Text
		check := func(k look) {
			ink := source{&text}.Ink(th, text.looks.ink(k))
			ground := ink.Ground
			if ground == (color.NRGBA{}) {
				ground = th.Raised
			}
			if c := contrast(ink.Color, ground); c < 4.5 || ink.Color.A != 0xFF {
				t.Errorf("dark %v: %v has a contrast of %.2f", dark, k, c)
			}
		}
		for i := range colour(256) {
			check(look{text: ofPalette + i})
			check(look{ground: ofPalette + i})
			check(look{text: ofPalette + i, inverse: true})
			check(look{text: ofPalette + i, faint: true})
			check(look{text: ofPalette + i, ground: ofPalette + 255 - i})
			check(look{text: any24 + i*0x10305, ground: any24 + i*0x50301})
		}
	}
}

// The sixteen colours are told apart from each other and from plain text.
func TestColoursDiffer(t *testing.T) {
	shaper := theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})
	for _, dark := range []bool{false, true} {
		th := theme.New(theme.Options{Shaper: shaper, Dark: dark})
		var text Text
		seen := map[color.NRGBA]int{}
		for i := range 16 {
			ink := source{&text}.Ink(th, text.looks.ink(look{text: ofPalette + colour(i)}))
			if other, ok := seen[ink.Color]; ok {
				t.Errorf("dark %v: %d and %d are both %v", dark, other, i, ink.Color)
			}
			seen[ink.Color] = i
		}
	}
}

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestRows(t *testing.T) {
	for _, c := range []struct {
		lines, head, tail, left int
		all                     bool
	}{
		{lines: 0}, {lines: 10, head: 1}, {lines: 50, head: 1}, {lines: 51, head: 2}, {lines: 500, head: 10}, {lines: 549, head: 11},
		{lines: 550, head: 4, tail: 6, left: 50}, {lines: 10_000, head: 4, tail: 6, left: 9500}, {lines: 10_025, head: 4, tail: 7, left: 9500},
		{lines: 10_000, all: true, head: 200},
	} {
		text := of(lines(c.lines))
		head, tail, left := text.Rows(c.all)
		if len(head) != c.head || len(tail) != c.tail || left != c.left {
			t.Errorf("%d lines: %d rows, %d lines left, %d rows; want %d, %d, %d", c.lines, len(head), left, len(tail), c.head, c.left, c.tail)
		}
		shown := 0
		for _, r := range slices.Concat(head, tail) {
			shown += r.Count
		}
		if shown+left != c.lines {
			t.Errorf("%d lines: %d are shown, %d left", c.lines, shown, left)
		}
	}
}

func TestGrowingKeepsRows(t *testing.T) {
	text := of(lines(120) + "half")
	before, _, _ := text.Rows(true)
	before = slices.Clone(before)
	text.Set(lines(120) + "half a line")
	after, _, _ := text.Rows(true)
	if before[0] != after[0] || before[1] != after[1] || before[2] == after[2] {
		t.Error("rows whose lines are finished are not kept, or the last one is")
	}
	if got := after[2].Text(); !strings.HasSuffix(got, "\nhalf a line") {
		t.Errorf("the last row is %q", got)
	}
}

func TestExactTextIsKept(t *testing.T) {
	text := Text{Exact: true}
	const s = "rm\x1b[8m -rf\x1b[0m ~\rls\u202e\nnext"
	text.Set(s)
	if got := text.String(); got != s {
		t.Errorf("got %q", got)
	}
}

func TestLongLine(t *testing.T) {
	long := strings.Repeat("漢", 1000)
	text := of(long + "\nnext")
	if text.Len() != 5 || text.String() != long+"\nnext" {
		t.Errorf("%d lines, %d bytes", text.Len(), len(text.String()))
	}
	rows, _, _ := text.Rows(true)
	if got := rows[0].Text(); got != long+"\nnext" {
		t.Errorf("a row of %d bytes", len(got))
	}
}

func FuzzText(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m\r\nx\b\x1b]0;t\x07\u009b1m", 3)
	f.Add("10%\r\x1b[2K20%\x1b[1G\x1b[Kdone\n\x1b[38;2;1;2;3mx", 9)
	f.Add(strings.Repeat("\x1b[4mé\b", 300), 100)
	f.Fuzz(func(t *testing.T, s string, at int) {
		text := of(s)
		got := text.String()
		for _, r := range got {
			if isControl(r) && r != '\t' && r != '\n' {
				t.Fatalf("%q has %U", got, r)
			}
		}
		if !utf8.ValidString(got) || len(got) > 3*len(s) {
			t.Fatalf("%q of %q", got, s)
		}
		for _, l := range text.all() {
			end := 0
			for _, sp := range l.Spans {
				if sp.End <= end || sp.End > len(l.Text) {
					t.Fatalf("spans %v of %q", l.Spans, l.Text)
				}
				end = sp.End
			}
		}
		if at < 0 || at > len(s) {
			return
		}
		grown := of(s[:at])
		grown.Set(s)
		if grown.String() != got || fmt.Sprint(grown.all()) != fmt.Sprint(text.all()) {
			t.Errorf("read at once: %v\nin two parts: %v", text.all(), grown.all())
		}
	})
}

func BenchmarkSet(b *testing.B) {
	for name, s := range map[string]string{
		"10000-lines":   lines(10_000),
		"16MB":          strings.Repeat("a line of output that is as long as most of them are\n", 300_000),
		"16MB-coloured": strings.Repeat("\x1b[32mok\x1b[0m a line of output \x1b[1mwith looks\x1b[0m\n", 300_000),
		"1MB-progress":  strings.Repeat("downloading 12%\r", 65_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				of(s)
			}
		})
	}
}

// A growing output costs what is added, not what was there.
func TestGrowingReadsOnlyTheEnd(t *testing.T) {
	whole := lines(20_000)
	text := of(whole[:len(whole)/2])
	if cost := testing.AllocsPerRun(1, func() { text.Set(whole[:len(whole)/2+100]) }); cost > 20 {
		t.Errorf("100 bytes more cost %v allocations", cost)
	}
	if text.read < len(whole)/2 {
		t.Errorf("read up to %d", text.read)
	}
}
