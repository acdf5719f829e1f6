package chat

import (
	"image"
	"image/color"
	"strings"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/markdown"
	"sidekicks/widgets/typeset"
)

// typed is what the person wrote, or a sentence of Sidekicks: shown as it was
// typed, and selected as one text with the rest of the conversation.
type typed struct {
	doc    markdown.Document
	blocks []placed
	starts []int // of each block in text
	text   string
	at     image.Point // in the row, as last laid out
	fitted fitted

	regions []image.Rectangle // scratch
}

func newTyped(text string) *typed {
	t := new(typed)
	t.doc.SetText(literal(text), true)
	for i, b := range t.doc.Blocks {
		if i > 0 {
			t.text += b.Lead()
		}
		t.blocks = append(t.blocks, placed{Block: b})
		t.starts = append(t.starts, len(t.text))
		t.text += b.Text()
	}
	return t
}

// literal writes a text as the Markdown that shows exactly it.
// Source: CommonMark 0.31, sections 2.4 (backslash escapes) and 6.7 (hard line breaks).
func literal(text string) string {
	var b strings.Builder
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		start := len(line) - len(strings.TrimLeft(line, " \t"))
		b.WriteString(strings.Repeat("\u00a0", len(strings.ReplaceAll(line[:start], "\t", "    "))))
		for _, r := range line[start:] {
			if strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		if i+1 < len(lines) && strings.TrimSpace(line) != "" && strings.TrimSpace(lines[i+1]) != "" {
			b.WriteByte('\\')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (t *typed) Text() string { return t.text }

// Lead is what a copy puts before the message.
func (t *typed) Lead() string { return "\n\n" }

// Forget drops what was kept to draw the text.
func (t *typed) Forget() {
	for i := range t.blocks {
		t.blocks[i].Forget()
	}
}

// Offset is the offset in Text nearest to p.
func (t *typed) Offset(p image.Point) int {
	p = p.Sub(t.at)
	nearest := 0
	for i := range t.blocks {
		if p.Y >= t.blocks[i].at.Y {
			nearest = i
		}
	}
	if len(t.blocks) == 0 {
		return 0
	}
	return t.starts[nearest] + t.blocks[nearest].Offset(p)
}

// Regions appends the rectangles that cover a range of Text.
func (t *typed) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	n := len(to)
	for i := range t.blocks {
		length := len(t.blocks[i].Text())
		from, until := max(start-t.starts[i], 0), min(end-t.starts[i], length)
		if from < until {
			to = t.blocks[i].Regions(to, from, until)
		}
	}
	for i := n; i < len(to); i++ {
		to[i] = to[i].Add(t.at)
	}
	return to
}

// A typedStyle is how a text is set.
type typedStyle struct {
	body  theme.TextStyle
	quiet bool        // in the dim colour
	color color.NRGBA // transparent: the theme's
}

// A fitted is how wide a text is in a room. It is found once: what runs from right
// to left stands at the right of its room, so the room must be as wide as it.
type fitted struct {
	room   int
	metric unit.Metric
	theme  *theme.Theme
	look   typedStyle
	width  int
}

// layout draws the text as wide as it is, at most as wide as there is room.
func (t *typed) layout(gtx layout.Context, th *theme.Theme, look typedStyle) layout.Dimensions {
	wanted := fitted{room: gtx.Constraints.Max.X, metric: gtx.Metric, theme: th, look: look, width: t.fitted.width}
	if t.fitted != wanted {
		macro := op.Record(gtx.Ops)
		t.draw(gtx, th, look)
		macro.Stop()
		wanted.width = min(t.width(wanted.room), wanted.room)
		t.fitted = wanted
	}
	gtx.Constraints.Max.X = t.fitted.width
	return layout.Dimensions{Size: image.Pt(t.fitted.width, t.draw(gtx, th, look))}
}

// draw draws the text in the width it is given, and returns its height.
func (t *typed) draw(gtx layout.Context, th *theme.Theme, look typedStyle) int {
	height := 0
	for i := range t.blocks {
		b := &t.blocks[i]
		b.at = image.Pt(0, height)
		style := markdown.BlockOf(th, b.Block)
		style.Body, style.Quiet, style.Color = look.body, look.quiet, look.color
		off := op.Offset(b.at).Push(gtx.Ops)
		height += style.Layout(gtx).Size.Y
		off.Pop()
	}
	return height
}

// width is how far the text reaches into the room that it was drawn in.
func (t *typed) width(room int) int {
	width := 0
	for i := range t.blocks {
		b := &t.blocks[i]
		left := typeset.RunsLeft(b.Text())
		t.regions = b.Regions(t.regions[:0], 0, len(b.Text()))
		for _, r := range t.regions {
			if left {
				width = max(width, room-r.Min.X)
			} else {
				width = max(width, r.Max.X)
			}
		}
	}
	return width + 1 // regions are rounded
}
