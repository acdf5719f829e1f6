package codeedit

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// maxShaped is how much of a line is drawn, in bytes. Shaping takes 0.6 ms a
// kilobyte; what is beyond stays in the text.
const maxShaped = 4096

// keptLines is how many lines out of view stay drawn.
const keptLines = 256

// A lineCache keeps the drawings of lines by their text. It is emptied when
// they would look different.
type lineCache struct {
	look    look
	shaping typeset.Shaping
	lines   map[lineKey]*drawnLine
	frame   uint64
	tokens  []Token
	ends    []int
	faces   []typeset.Face
	kinds   []Kind
	first   struct { // line in view
		version uint64
		line    int
		state   State
	}
}

// A look is what all drawings depend on.
type look struct {
	theme  *theme.Theme
	text   theme.TextStyle
	metric unit.Metric
}

type lineKey struct {
	text string
	in   State
	ink  color.NRGBA // of a line number; lines have several colours
	bold bool
}

// A drawnLine is one line as it is drawn, from a baseline at 0.
type drawnLine struct {
	typeset.Line
	out   State
	width int
	ops   op.Ops
	call  op.CallOp
	frame uint64 // when it was last drawn
}

// begin starts a frame.
func (c *lineCache) begin(gtx layout.Context, th *theme.Theme, text theme.TextStyle) {
	now := look{th, text, gtx.Metric}
	if c.lines == nil || c.look != now {
		c.look, c.lines = now, map[lineKey]*drawnLine{}
		c.shaping.Shaper = th.Shaper
	}
	c.frame++
}

// end forgets lines that are no longer shown.
func (c *lineCache) end() {
	if len(c.lines) <= keptLines {
		return
	}
	for k, l := range c.lines {
		if l.frame != c.frame {
			delete(c.lines, k)
		}
	}
}

// get is the drawing of a line.
func (c *lineCache) get(gtx layout.Context, language Language, text string, in State) *drawnLine {
	l := c.lines[lineKey{text: text, in: in}]
	if l == nil {
		l = c.draw(gtx, language, text, in)
		c.lines[lineKey{text: strings.Clone(text), in: in}] = l // not the whole text that it is a part of
	}
	l.frame = c.frame
	return l
}

func (c *lineCache) draw(gtx layout.Context, language Language, text string, in State) *drawnLine {
	l := new(drawnLine)
	c.tokens = c.tokens[:0]
	l.out = language.tokens(text, in, func(t Token) {
		if t.Start < maxShaped {
			c.tokens = append(c.tokens, t)
		}
	})
	shown := text
	if len(text) > maxShaped {
		cut := maxShaped
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		shown = text[:cut] + "…"
	}
	c.divide(gtx, shown)
	macro := op.Record(&l.ops)
	if shown != "" {
		c.shaping.Shape(shown, c.ends, c.faces, true)
		runs := c.shaping.Runs(0, c.shaping.Len(), 0)
		for _, r := range runs {
			c.shaping.Paint(&l.ops, r, 0, colorOf(c.look.theme, c.kinds[r.Span]))
			l.width = max(l.width, (r.X + r.Width).Ceil())
		}
		l.Line = c.shaping.NewLine(runs, 0, 0, 0, gtx.Sp(c.look.text.LineHeight))
	}
	l.call = macro.Stop()
	return l
}

// divide makes spans of what is shown: its tokens and what is between them.
func (c *lineCache) divide(gtx layout.Context, shown string) {
	c.ends, c.faces, c.kinds = c.ends[:0], c.faces[:0], c.kinds[:0]
	face := typeset.Face{Style: typeset.Parameters(gtx, c.look.text.Font, c.look.text.Size), Exact: true}
	last := 0
	add := func(end int, kind Kind) {
		if end = min(end, len(shown)); end > last {
			c.ends, c.faces, c.kinds = append(c.ends, end), append(c.faces, face), append(c.kinds, kind)
			last = end
		}
	}
	for _, t := range c.tokens {
		add(t.Start, Plain)
		add(t.End, t.Kind)
	}
	add(len(shown), Plain)
}

func colorOf(th *theme.Theme, k Kind) color.NRGBA {
	switch k {
	case Key, Word:
		return th.Keyword
	case String:
		return th.String
	case Number:
		return th.Number
	case Comment:
		return th.Comment
	}
	return th.Text
}

// firstState is the state that the first line in view begins in.
func (e *Editor) firstState(line int) State {
	f := &e.lines.first
	if f.version != e.doc.version || f.line != line {
		f.version, f.line, f.state = e.doc.version, line, e.doc.stateOf(line)
	}
	return f.state
}
