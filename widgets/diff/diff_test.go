package diff

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"gioui.org/io/semantic"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

func TestCompare(t *testing.T) {
	d := Compare("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf\ng\n")
	var got []string
	for _, l := range d.Lines {
		got = append(got, fmt.Sprint(l.Number, " +-"[l.Kind:l.Kind+1], l.Text))
	}
	want := "1 a 2 b 3 c 4-d 4+D 5 e 6 f 7+g"
	if strings.Join(got, " ") != want || d.Added != 2 || d.Removed != 1 {
		t.Errorf("got %q, +%d -%d", got, d.Added, d.Removed)
	}
}

func TestCompareIsBounded(t *testing.T) {
	long := strings.Repeat("line\n", 1000)
	d := Compare("", long)
	if len(d.Lines) != maxLines || d.Left != 1000-maxLines || d.Added != 1000 {
		t.Errorf("%d lines, %d left, %d added", len(d.Lines), d.Left, d.Added)
	}
	if !Compare("", strings.Repeat("x", maxBytes+1)).TooLarge {
		t.Error("a very large text is compared")
	}
}

func TestFarChangesLeaveAGap(t *testing.T) {
	before := strings.Repeat("x\n", 50)
	d := Compare("1\n"+before+"2\n", "one\n"+before+"two\n")
	gaps := 0
	for _, l := range d.Lines {
		if l.Kind == Gap {
			gaps++
		}
	}
	if gaps != 1 || len(d.Lines) > 20 {
		t.Errorf("%d gaps in %d lines", gaps, len(d.Lines))
	}
}

func TestLayoutShowsLines(t *testing.T) {
	th := theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	h := widgettest.New(t, image.Pt(600, 300), Of(th, Compare("\told\n", "\tnew\n")).Layout)
	for _, text := range []string{"    old", "    new"} {
		if _, ok := h.Find(semantic.Unknown, text); !ok {
			t.Errorf("no %q in\n%s", text, h.Dump())
		}
	}
}
