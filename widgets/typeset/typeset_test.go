package typeset

import (
	"image"
	"testing"

	"gioui.org/layout"
	"gioui.org/unit"
	"golang.org/x/image/math/fixed"

	"sidekicks/theme"
)

func shape(s string, exact bool) *Shaping {
	th := theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	gtx := layout.Context{Metric: unit.Metric{PxPerDp: 1, PxPerSp: 1}}
	sh := &Shaping{Shaper: th.Shaper}
	sh.Shape(s, []int{len(s)}, []Face{{Style: Parameters(gtx, th.Mono.Font, th.Mono.Size), Exact: exact}}, true)
	return sh
}

func TestTabsReachTheNextStop(t *testing.T) {
	one := shape("x", true).Width(0, 1)
	for s, want := range map[string]int{"\tx": 5, "a\tx": 5, "abc\tx": 5, "abcd\tx": 9, "a\n\tx": 1 + 5} {
		sh := shape(s, true)
		if got := sh.Width(0, sh.Len()); got != fixed.Int26_6(want)*one {
			t.Errorf("%q is %v wide, want %d characters of %v", s, got, want, one)
		}
	}
}

func TestInvisibleCharactersAreNamed(t *testing.T) {
	for _, c := range []struct {
		text  string
		exact bool
		want  int // runs that are named
	}{
		{"a\u202eb", true, 1}, {"a\u202eb", false, 0}, {"a\u200bb\u00adc", true, 2}, {"a\u00a0b", true, 1}, {"plain text", true, 0}, {"\x1b[31m", true, 1},
	} {
		sh, named := shape(c.text, c.exact), 0
		for _, r := range sh.Runs(0, sh.Len(), 0) {
			if r.Named {
				named++
			}
		}
		if named != c.want {
			t.Errorf("%q: %d runs are named, want %d", c.text, named, c.want)
		}
	}
}

func TestOffsetsAndRegionsAgree(t *testing.T) {
	const text = "one two\n\nעברית"
	sh := shape(text, true)
	var lines []Line
	first := 0
	for i, last := range sh.BreakLines(Endless) {
		lines = append(lines, sh.NewLine(sh.Runs(first, last, 0), 0, 0, 20*i, 20*i+20))
		first = last
	}
	if len(lines) != 3 {
		t.Fatalf("%d lines", len(lines))
	}
	for i := range text {
		if text[i] == '\n' || text[i]&0xC0 == 0x80 {
			continue
		}
		regions := Regions(nil, lines, i, i+1)
		if len(regions) != 1 {
			t.Fatalf("offset %d: regions %v", i, regions)
		}
		r := regions[0]
		near, far := Offset(lines, image.Pt(r.Min.X+1, r.Min.Y+5)), Offset(lines, image.Pt(r.Max.X-1, r.Min.Y+5))
		if near != i && far != i {
			t.Errorf("offset %d stands in %v, where clicks find %d and %d", i, r, near, far)
		}
	}
	if at := Offset(lines, image.Pt(300, 30)); at != 8 {
		t.Errorf("a click on the empty line is at %d", at)
	}
}

func TestLastEmptyLineIsAtTheEnd(t *testing.T) {
	sh := shape("ab\n", true)
	ends := sh.BreakLines(Endless)
	if len(ends) != 2 {
		t.Fatalf("%d lines", len(ends))
	}
	if l := sh.NewLine(sh.Runs(ends[0], ends[1], 0), 10, 0, 20, 40); l.Start != 13 || l.End != 13 {
		t.Errorf("it goes from %d to %d, want 13", l.Start, l.End)
	}
}

// UAX 9, rules P2 and P3.
func TestFirstLetterDecidesTheDirection(t *testing.T) {
	for text, want := range map[string]bool{
		"שלום": true, "(12) שלום": true, "שלום English words that are more": true, "مرحبا": true,
		"English ואז הרבה מילים בעברית": false, "plain": false, "12": false, "": false,
	} {
		if got := RunsLeft(text); got != want {
			t.Errorf("%q runs to the left: %v", text, got)
		}
	}
}
