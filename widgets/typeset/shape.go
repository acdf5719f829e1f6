package typeset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gioui.org/io/system"
	"gioui.org/text"
	"github.com/go-text/typesetting/segmenter"
	"golang.org/x/image/math/fixed"

	"sidekicks/engine/unseen"
)

// A cluster is the least stretch of text that is drawn as one: most often a
// character. Clusters stand in the order of the text.
type cluster struct {
	start, end int // in the text
	glyphs     [2]int
	pen        fixed.Int26_6 // x of its start if the whole text stood on one line
	advance    fixed.Int26_6
	span       int
	stretch    int   // which of the stretches that were shaped at once
	level      uint8 // of embedding: odd is right to left
	wrap       wrap
	named      bool // drawn as its code point
	blank      bool // takes no room at the end of a line
}

// A wrap says whether a line may end after a cluster.
type wrap uint8

const (
	noWrap wrap = iota
	mayWrap
	mustWrap
)

// A Face is how the text of a span is drawn.
type Face struct {
	Style   text.Parameters // see [Parameters]
	Padding fixed.Int26_6   // before and after the span
	Exact   bool            // shows every character, control characters by their code points
}

// A Shaping is a text made into glyphs, not yet broken into lines. It is used
// for one text after another, and keeps its memory.
type Shaping struct {
	Shaper *text.Shaper
	RTL    bool // set by Shape: the paragraph runs from right to left

	text      string
	glyphs    []text.Glyph
	clusters  []cluster
	pen       fixed.Int26_6
	stretches int
	column    int // characters since the line's start, for tabs
}

// Endless is a width, in pixels, in which no line is broken.
const Endless = 1e6

const tabWidth = 4

// Shape makes glyphs of s, whose spans end at ends[i] and are drawn with
// faces[i]; spans follow each other and cover s. With ltr the text runs from
// left to right whatever it says.
func (sh *Shaping) Shape(s string, ends []int, faces []Face, ltr bool) {
	sh.text, sh.glyphs, sh.clusters, sh.pen, sh.column = s, sh.glyphs[:0], sh.clusters[:0], 0, 0
	levels, rtl := levelsOf(s, ltr)
	sh.RTL = rtl
	start := 0
	for i, end := range ends {
		first := len(sh.clusters)
		sh.pen += faces[i].Padding
		sh.span(s, start, end, i, faces[i], levels)
		sh.pen += faces[i].Padding
		sh.pad(first, faces[i].Padding)
		start = end
	}
	sh.markBlanks(s)
}

// pad widens the first and the last cluster of a span by its padding.
func (sh *Shaping) pad(first int, padding fixed.Int26_6) {
	if padding == 0 || first == len(sh.clusters) {
		return
	}
	sh.clusters[first].pen -= padding
	sh.clusters[first].advance += padding
	sh.clusters[len(sh.clusters)-1].advance += padding
}

// span shapes s[start:end] in stretches that the shaper can take at once: of one
// level, without characters that are drawn in another way than by their glyphs.
func (sh *Shaping) span(s string, start, end, span int, f Face, levels []uint8) {
	for start < end {
		before, size := utf8.DecodeRuneInString(s[start:])
		if shown, special := sh.substitute(before, f.Exact); special {
			sh.single(shown, start, start+size, span, f, levelAt(levels, start))
			start += size
			continue
		}
		stop := start + size
		for stop < end && levelAt(levels, stop) == levelAt(levels, start) {
			r, size := utf8.DecodeRuneInString(s[stop:])
			if isSpecial(r, f.Exact) || isSpaced(before, r) {
				break
			}
			before = r
			stop += size
		}
		sh.stretch(s[start:stop], start, span, f, levelAt(levels, start))
		sh.column += utf8.RuneCountInString(s[start:stop])
		start = stop
	}
}

// isSpaced reports whether a blank stands beside a character that comes from
// another font: shaped together, the blank would be as wide as an emoji.
func isSpaced(a, b rune) bool {
	const symbols = 0x2190 // where arrows, symbols, emoji and the scripts of East Asia begin
	return a == ' ' && b >= symbols || b == ' ' && a >= symbols
}

// isSpecial reports whether a character is not drawn by its own glyph.
func isSpecial(r rune, exact bool) bool {
	return r == '\n' || r == '\t' || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) || exact && unseen.InCode(r)
}

// substitute is what is drawn in place of a special character.
func (sh *Shaping) substitute(r rune, exact bool) (string, bool) {
	switch {
	case r == '\n':
		sh.column = 0
		return "", true
	case r == '\t':
		n := tabWidth - sh.column%tabWidth
		sh.column += n
		return strings.Repeat(" ", n), true
	case exact && isSpecial(r, true):
		return unseen.Code(r), true
	case isSpecial(r, exact):
		return "", true
	}
	return "", false
}

// single adds one cluster that is drawn as shown.
func (sh *Shaping) single(shown string, start, end, span int, f Face, level uint8) {
	c := cluster{start: start, end: end, span: span, stretch: sh.stretches, level: level, pen: sh.pen, glyphs: [2]int{len(sh.glyphs), len(sh.glyphs)}}
	if shown != "" {
		sh.Shaper.LayoutString(f.Style, shown)
		for g, ok := sh.Shaper.NextGlyph(); ok; g, ok = sh.Shaper.NextGlyph() {
			g.X = sh.pen
			sh.pen += g.Advance
			sh.glyphs = append(sh.glyphs, g)
		}
	}
	c.glyphs[1], c.advance = len(sh.glyphs), sh.pen-c.pen
	c.named = f.Exact && strings.HasPrefix(shown, "U+")
	sh.clusters = append(sh.clusters, c)
}

// stretch adds the clusters of s, which stands at offset at in the text.
func (sh *Shaping) stretch(s string, at, span int, f Face, level uint8) {
	sh.stretches++
	if level%2 == 1 {
		f.Style.Locale.Direction = system.RTL
	}
	sh.Shaper.LayoutString(f.Style, s)
	c := cluster{start: at, span: span, stretch: sh.stretches, level: level, pen: sh.pen, glyphs: [2]int{len(sh.glyphs), 0}}
	origin, rest := sh.pen, s
	for g, ok := sh.Shaper.NextGlyph(); ok; g, ok = sh.Shaper.NextGlyph() {
		g.X += origin
		sh.glyphs = append(sh.glyphs, g)
		c.advance += g.Advance
		if g.Flags&text.FlagClusterBreak == 0 {
			continue
		}
		n := runesLength(rest, int(g.Runes))
		rest = rest[n:]
		c.end, c.glyphs[1] = c.start+n, len(sh.glyphs)
		sh.clusters = append(sh.clusters, c)
		sh.pen += c.advance
		c = cluster{start: c.end, span: span, stretch: sh.stretches, level: level, pen: sh.pen, glyphs: [2]int{len(sh.glyphs), 0}}
	}
}

// runesLength is the length in bytes of the first n characters of s.
func runesLength(s string, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return i
}

// Len is how many clusters the text has.
func (sh *Shaping) Len() int { return len(sh.clusters) }

// markBlanks finds the blanks, and the ends of lines that the text has.
func (sh *Shaping) markBlanks(s string) {
	for i := range sh.clusters {
		c := &sh.clusters[i]
		switch s[c.start] {
		case '\n':
			c.blank, c.wrap = true, mustWrap
		case ' ', '\t':
			c.blank = true
		}
	}
}

// markWraps finds where else lines may end (UAX 14).
func (sh *Shaping) markWraps() {
	var seg segmenter.Segmenter
	if err := seg.InitWithString(sh.text); err != nil {
		return
	}
	lines := seg.LineIterator()
	i, at := 0, 0
	for lines.Next() {
		for _, r := range lines.Line().Text {
			at += max(1, utf8.RuneLen(r))
		}
		for i < len(sh.clusters) && sh.clusters[i].end < at {
			i++
		}
		if i < len(sh.clusters) && sh.clusters[i].end == at && sh.clusters[i].wrap == noWrap {
			sh.clusters[i].wrap = mayWrap
		}
	}
}

func levelAt(levels []uint8, at int) uint8 {
	if levels == nil {
		return 0
	}
	return levels[at]
}
