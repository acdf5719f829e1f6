package chat

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"unicode/utf8"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/app/i18n"
	"sidekicks/engine/permission"
	"sidekicks/engine/unseen"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/transcript"
)

// The inks of a command, which combine.
const (
	markedInk uint16 = 1 << iota // a finding is about it
	codedInk                     // a character written as its code point
)

// A commandText is a text that a person must be able to read whole before allowing
// it: a row a line, each character as what it is, what findings are about
// underlined. It is a textrows.Source, and selected like the conversation.
type commandText struct {
	lines []textrows.Line
	rows  []transcript.Row
	view  transcript.Transcript
}

// set makes the command of a text, and shows its end, where the harm of a
// padded one would hide.
func (c *commandText) set(th *theme.Theme, text string, findings []permission.Finding) {
	c.lines = commandLines(text, findings)
	c.rows = nil
	for i := range c.lines {
		line := &textrows.Row{Source: c, First: i, Count: 1}
		c.rows = append(c.rows, transcript.Row{Key: transcript.Key{Message: 1, Block: i}, Text: line, Widget: textrows.RowOf(th, line).Layout})
	}
	c.view.ScrollToEnd()
}

// Lines, Ink and Ground make it a textrows.Source.
func (c *commandText) Lines(first, count int) []textrows.Line { return c.lines[first : first+count] }

func (c *commandText) Ink(th *theme.Theme, ink uint16) textrows.Ink {
	k := textrows.Ink{Color: th.Text}
	if ink&codedInk != 0 {
		k.Color, k.Ground = th.Warn, th.WarnSoft
	}
	if ink&markedInk != 0 {
		k.Wave = th.Danger
	}
	return k
}

func (c *commandText) Ground(*theme.Theme, uint8) color.NRGBA { return color.NRGBA{} }

// commandLines cuts a command into lines with their inks. Lines that are very
// long go on in further ones.
func commandLines(text string, findings []permission.Finding) []textrows.Line {
	codes, marks := codePoints(findings), marks(text, findings)
	var w commandWriter
	for i, r := range text {
		if r == '\n' {
			w.end(false)
			continue
		}
		ink, shown := uint16(0), text[i:i+max(1, runeLen(text[i:]))]
		if marks[i] {
			ink |= markedInk
		}
		if r == utf8.RuneError || unseen.InCode(r) || r >= utf8.RuneSelf && slices.Contains(codes, unseen.Code(r)) {
			ink |= codedInk
			shown = "⟨" + unseen.Code(r) + "⟩"
		}
		w.write(shown, ink)
	}
	w.end(false)
	return w.lines
}

func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// marks tells of each byte whether a finding is about it.
func marks(text string, findings []permission.Finding) []bool {
	edges := make([]int, len(text)+1)
	for _, f := range findings {
		edges[min(f.Start, len(text))]++
		edges[min(f.End, len(text))]--
	}
	out, open := make([]bool, len(text)), 0
	for i := range out {
		open += edges[i]
		out[i] = open > 0
	}
	return out
}

// codePoints are the characters that findings say hide something: some of them
// look like ASCII letters.
func codePoints(findings []permission.Finding) []string {
	var out []string
	for _, f := range findings {
		if f.Act == permission.HiddenText {
			out = append(out, f.Args...)
		}
	}
	return out
}

// A commandWriter makes lines of what it is given.
type commandWriter struct {
	lines  []textrows.Line
	text   strings.Builder
	spans  []textrows.Span
	joined bool
}

func (w *commandWriter) write(s string, ink uint16) {
	if w.text.Len()+len(s) > textrows.PieceBytes {
		w.end(true)
	}
	w.text.WriteString(s)
	if n := len(w.spans) - 1; n >= 0 && w.spans[n].Ink == ink {
		w.spans[n].End = w.text.Len()
		return
	}
	w.spans = append(w.spans, textrows.Span{End: w.text.Len(), Ink: ink})
}

// end ends a line; goes tells that it goes on in the next.
func (w *commandWriter) end(goes bool) {
	w.lines = append(w.lines, textrows.Line{Text: w.text.String(), Spans: w.spans, Joined: w.joined})
	w.text.Reset()
	w.spans, w.joined = nil, goes
}

// commandSide is above and below the lines.
const commandSide unit.Dp = 9

// leastLines is how many lines of a command are always in view.
const leastLines = 2

// heights are how high the command is at least, and whole.
func (c *commandText) heights(gtx layout.Context, th *theme.Theme) (least, whole int) {
	sides := 2 * gtx.Dp(commandSide)
	least = sides + gtx.Sp(th.Print.LineHeight) + leastLines*gtx.Sp(th.Mono.LineHeight)
	if len(c.rows) > fewLines {
		return least, unbounded
	}
	defer op.Record(gtx.Ops).Stop()
	whole = sides
	for _, r := range c.rows {
		whole += r.Widget(gtx).Size.Y
	}
	return min(least, whole), whole
}

// layout draws the command in at most a height. Where it is longer it scrolls:
// its last line stays in view, and the lines out of view are counted.
func (c *commandText) layout(gtx layout.Context, th *theme.Theme, w *i18n.Words, most int) layout.Dimensions {
	gtx.Constraints = layout.Constraints{Min: image.Pt(gtx.Constraints.Max.X, 0), Max: image.Pt(gtx.Constraints.Max.X, unbounded)}
	_, whole := c.heights(gtx, th)
	ground := widgets.SurfaceStyle{Fill: th.Code, Radius: theme.Radius, Inset: layout.Inset{Top: commandSide, Bottom: commandSide}}
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		sides := 2 * gtx.Dp(commandSide)
		if whole > most {
			return c.layoutLong(gtx, th, w, most-sides)
		}
		return c.scroll(gtx, th, whole-sides)
	})
}

func (c *commandText) scroll(gtx layout.Context, th *theme.Theme, height int) layout.Dimensions {
	gtx.Constraints = layout.Exact(image.Pt(gtx.Constraints.Max.X, height))
	style := transcript.Of(th, &c.view, c.rows)
	style.Above, style.Below, style.Margin, style.Column = 0, 0, 0, 1<<14
	return style.Layout(gtx)
}

// layoutLong draws a command that does not fit in a height, which holds its
// least lines. It is as high as whole lines are: the one under the count is not
// halved.
func (c *commandText) layoutLong(gtx layout.Context, th *theme.Theme, w *i18n.Words, height int) layout.Dimensions {
	hidden := laidOut(gtx, func(gtx layout.Context) layout.Dimensions {
		label := widgets.OneLineOf(th, th.Print, w.LinesHidden(max(1, len(c.rows)-c.view.Count)))
		label.Color = th.Warn
		return layout.Inset{Left: 12, Right: 12}.Layout(gtx, label.Layout)
	})
	hidden.size.Y = gtx.Sp(th.Print.LineHeight) // as heights has it
	parts := []layout.Widget{hidden.draw}
	line := gtx.Sp(th.Mono.LineHeight)
	room := (height - hidden.size.Y) / line * line
	var last piece
	if !c.view.AtEnd && c.view.Count > 0 {
		last = c.tail(gtx, th, min(tailLines*line, room/2/line*line))
		room -= last.size.Y
	}
	parts = append(parts, func(gtx layout.Context) layout.Dimensions { return c.scroll(gtx, th, room) })
	if last.size.Y > 0 {
		parts = append(parts, last.draw)
	}
	return stack(gtx, len(parts), func(gtx layout.Context, i int) layout.Dimensions { return parts[i](gtx) })
}

// tailLines is how much of a last line that wraps stays in view.
const tailLines = 3

// tail is the end of the last line of a command that is scrolled away from its
// end, in at most a height.
func (c *commandText) tail(gtx layout.Context, th *theme.Theme, most int) piece {
	line := laidOut(gtx, c.rows[len(c.rows)-1].Widget)
	shown := image.Pt(line.size.X, min(line.size.Y, most))
	rule := max(1, gtx.Dp(theme.Hairline))
	return laidOut(gtx, func(gtx layout.Context) layout.Dimensions {
		widgets.Rule(gtx, th.Line)
		defer op.Offset(image.Pt(0, rule)).Push(gtx.Ops).Pop()
		defer clip.Rect{Max: shown}.Push(gtx.Ops).Pop()
		line.at(gtx.Ops, image.Pt(0, shown.Y-line.size.Y))
		return layout.Dimensions{Size: image.Pt(shown.X, shown.Y+rule)}
	})
}
