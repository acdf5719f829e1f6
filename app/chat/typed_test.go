package chat

import (
	"image"
	"strings"
	"testing"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

func TestTypedIsShownAsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                         "hello",
		"one\ntwo":                      "one\ntwo",
		"one\n\ntwo":                    "one\n\ntwo",
		"# no heading":                  "# no heading",
		"* a\n* b":                      "* a\n* b",
		"1. a":                          "1. a",
		"`code` **b** <b> &amp; \\ _x_": "`code` **b** <b> &amp; \\ _x_",
		"    deep":                      "\u00a0\u00a0\u00a0\u00a0deep",
		"https://example.org/a_b_c":     "https://example.org/a_b_c",
		"| a | b |\n|---|---|":          "| a | b |\n|---|---|",
		"```\nx\n```":                   "```\nx\n```",
		"a\n---":                        "a\n---",
		"> q\r\n> r":                    "> q\n> r",
	} {
		if got := newTyped(text).Text(); got != want {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

func TestTypedOffsetsAndRegionsAgree(t *testing.T) {
	th := theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	typed := newTyped("first line\n\nsecond paragraph")
	typed.at = image.Pt(14, 9)
	widgettest.New(t, image.Pt(400, 300), func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min = image.Point{}
		return typed.layout(gtx, th, typedStyle{body: th.Body})
	})
	for _, at := range []int{0, 5, 12, 20} {
		r := typed.Regions(nil, at, at+1)
		if len(r) != 1 {
			t.Fatalf("%d regions for the character at %d", len(r), at)
		}
		if got := typed.Offset(image.Pt(r[0].Min.X+1, (r[0].Min.Y+r[0].Max.Y)/2)); got != at {
			t.Errorf("the character at %d is hit as %d", at, got)
		}
	}
}

// A short message is in a short bubble, whichever way it runs.
func TestBubbleIsAsWideAsItsText(t *testing.T) {
	width := func(text string) int {
		p := &Page{Theme: theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})}
		gtx := layout.Context{Ops: new(op.Ops), Metric: unit.Metric{PxPerDp: 1, PxPerSp: 1}, Constraints: layout.Constraints{Max: image.Pt(500, 1000)}}
		return newTyped(text).layout(gtx, p.Theme, typedStyle{body: p.Theme.Body}).Size.X
	}
	for _, text := range []string{"Hello", "שלום", "שלום world", "short\nשורה"} {
		if w := width(text); w > 120 {
			t.Errorf("%q is %d wide", text, w)
		}
	}
	if w := width(strings.Repeat("שלום לכם ", 40)); w < 400 || w > 500 {
		t.Errorf("a long text is %d wide", w)
	}
}
