package termtext

import (
	"strings"
	"unicode/utf8"

	"sidekicks/widgets/textrows"
)

// A parser reads one line after another. What it keeps between lines is how
// text looks; every sequence ends with its line, so that one without an end
// cannot hide the lines after it.
type parser struct {
	look  look
	plain bool   // colours are left out
	exact bool   // nothing is interpreted
	cells []cell // scratch
}

const (
	escape = 0x1B
	del    = 0x7F
	// C1 control characters that open a sequence, and the one that ends it.
	csi                         = 0x9B
	dcs, sos, osc, pm, apc      = 0x90, 0x98, 0x9D, 0x9E, 0x9F
	stringEnd, bell             = 0x9C, 0x07
	cancel, substitute     rune = 0x18, 0x1A
)

// line is what stands on a line in the end. s has no line end.
func (p *parser) line(s string, looks *looks) (string, []textrows.Span) {
	if p.exact {
		return s, nil
	}
	if !special(s) {
		if ink := p.ink(looks); ink != 0 && s != "" {
			return s, []textrows.Span{{End: len(s), Ink: ink}}
		}
		return s, nil
	}
	w := writer{cells: p.cells[:0], ink: p.ink(looks)}
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == escape:
			size = p.escape(s, &w)
		case r == csi:
			size += p.control(s[size:], &w)
		case opensString(r):
			size += stringLength(s[size:])
		case r == '\r':
			w.column = 0
		case r == '\b':
			w.column = max(0, w.column-1)
		case r == '\t' || !isControl(r):
			w.put(r)
		}
		w.ink = p.ink(looks)
		s = s[size:]
	}
	p.cells = w.cells
	return w.finish()
}

func (p *parser) ink(looks *looks) uint16 {
	if p.plain {
		return 0
	}
	return looks.ink(p.look)
}

// special reports whether s is anything but plain text.
func special(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ' && c != '\t' || c == del:
			return true
		case c == 0xC2 && i+1 < len(s) && s[i+1] < 0xA0: // U+0080 to U+009F
			return true
		}
	}
	return !utf8.ValidString(s)
}

func isControl(r rune) bool { return r < ' ' || r >= del && r < 0xA0 }

func opensString(r rune) bool {
	return r == dcs || r == sos || r == osc || r == pm || r == apc
}

// escape takes a sequence that begins with ESC, and returns its length.
func (p *parser) escape(s string, w *writer) int {
	if len(s) == 1 {
		return 1
	}
	switch c := s[1]; {
	case c == '[':
		return 2 + p.control(s[2:], w)
	case strings.IndexByte("]PX^_", c) >= 0:
		return 2 + stringLength(s[2:])
	}
	n := 1 + span(s[1:], 0x20, 0x2F)
	if n < len(s) && s[n] >= 0x30 && s[n] < del {
		return n + 1
	}
	return n
}

// span is the length of the bytes from low to high that s begins with.
func span(s string, low, high byte) int {
	n := 0
	for n < len(s) && s[n] >= low && s[n] <= high {
		n++
	}
	return n
}

// stringLength is the length of a control string up to and with its end.
func stringLength(s string) int {
	for i, r := range s {
		switch r {
		case bell, cancel, substitute:
			return i + 1
		case stringEnd:
			return i + 2
		case escape:
			if strings.HasPrefix(s[i+1:], `\`) {
				return i + 2
			}
			return i
		}
	}
	return len(s)
}

// control takes the rest of a control sequence (ECMA-48, 5.4), and returns its
// length. One that is broken off ends before what does not belong to it.
func (p *parser) control(s string, w *writer) int {
	n := span(s, 0x30, 0x3F)
	parameters := s[:n]
	between := span(s[n:], 0x20, 0x2F)
	n += between
	if n == len(s) || s[n] < 0x40 || s[n] >= del {
		return n
	}
	if between == 0 {
		p.apply(s[n], parameters, w)
	}
	return n + 1
}

// apply does what is kept of control sequences: looks, erasing in the line, and
// going to a column that is written already.
func (p *parser) apply(final byte, parameters string, w *writer) {
	switch final {
	case 'm':
		if !p.plain {
			p.look.set(parameters)
		}
	case 'K':
		w.erase(parameters)
	case 'G':
		column := number(parameters)
		w.column = min(max(column, 1)-1, len(w.cells))
	}
}

// A writer is a line that is being written.
type writer struct {
	cells  []cell
	column int // of the next character; at most len(cells)
	ink    uint16
}

// A cell is one character on the line; 0 is erased.
type cell struct {
	r   rune
	ink uint16
}

func (w *writer) put(r rune) {
	c := cell{r, w.ink}
	if w.column == len(w.cells) {
		w.cells = append(w.cells, c)
	} else {
		w.cells[w.column] = c
	}
	w.column++
}

// erase empties the line after the caret, before it (1), or all of it (2).
func (w *writer) erase(parameters string) {
	switch parameters {
	case "", "0":
		w.cells = w.cells[:w.column]
	case "1":
		clear(w.cells[:min(w.column+1, len(w.cells))])
	case "2":
		w.cells = w.cells[:w.column]
		clear(w.cells)
	}
}

// finish is the line as text.
func (w *writer) finish() (string, []textrows.Span) {
	for n := len(w.cells); n > 0 && w.cells[n-1].r == 0; n-- {
		w.cells = w.cells[:n-1]
	}
	var b strings.Builder
	b.Grow(len(w.cells))
	var spans []textrows.Span
	coloured := false
	for i, c := range w.cells {
		if i > 0 && c.ink != w.cells[i-1].ink {
			spans = append(spans, textrows.Span{End: b.Len(), Ink: w.cells[i-1].ink})
		}
		if c.r == 0 {
			c.r = ' '
		}
		b.WriteRune(c.r)
		coloured = coloured || c.ink != 0
	}
	if !coloured {
		return b.String(), nil
	}
	return b.String(), append(spans, textrows.Span{End: b.Len(), Ink: w.cells[len(w.cells)-1].ink})
}
