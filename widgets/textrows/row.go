package textrows

import (
	"image"
	"image/color"
	"strings"

	"sidekicks/theme"
	"sidekicks/widgets/typeset"
)

// RowLines is how many lines a row has at most, so that none is costly to lay
// out, and PieceBytes how long a line is: a Source hands out longer ones in
// pieces.
const (
	RowLines   = 50
	PieceBytes = 1000
)

// A Source is a text as lines. The lines that a Row was made for do not change.
type Source interface {
	// Lines are the lines from first on. It is called when they are laid out or
	// copied.
	Lines(first, count int) []Line
	// Ink is how a span is drawn, Ground what is under the whole line;
	// transparent is nothing.
	Ink(th *theme.Theme, ink uint16) Ink
	Ground(th *theme.Theme, ground uint8) color.NRGBA
}

// A Plain is a Source that has the text of its lines without what makes it look as
// it does, at little cost.
type Plain interface {
	// Plain is the text of lines, with line ends between those that are not
	// joined. It does not change when the source does.
	Plain(first, count int) string
}

// A Line is one line of a Source, or a piece of one.
type Line struct {
	Text   string // without its end
	Spans  []Span // of Text, in order; what comes after the last is in ink 0
	Joined bool   // it goes on from the line above: a copy has no line end between them
	Number int    // shown before the line; 0: none
	Sign   string // shown between number and text
	Ground uint8
}

// A Span is a stretch of a line in one ink, which its Source knows.
type Span struct {
	End int // in the line's text
	Ink uint16
}

// An Ink is how text is drawn.
type Ink struct {
	Color  color.NRGBA
	Ground color.NRGBA // under the text; transparent: none
	Bold   bool
	Italic bool
	Under  bool
	Struck bool
	Wave   color.NRGBA // of a wavy line under the text; transparent: none
}

// A Row is some lines of a Source. Used by pointer, it is a transcript's
// Selectable.
type Row struct {
	Source       Source
	First, Count int
	Digits       int // of the highest line number; 0: there are neither numbers nor signs

	text  string
	known bool // text is made
	laid  *laid
}

// Rows are the lines from first to last, which is not among them, as rows.
func Rows(s Source, first, last, digits int) []*Row {
	var rows []*Row
	for ; first < last; first += RowLines {
		rows = append(rows, &Row{Source: s, First: first, Count: min(RowLines, last-first), Digits: digits})
	}
	return rows
}

// Pieces cuts a line that is longer than [PieceBytes], between characters.
func Pieces(line string) []string {
	var out []string
	for len(line) > PieceBytes {
		n := PieceBytes
		for n > PieceBytes-4 && line[n]&0xC0 == 0x80 {
			n--
		}
		out, line = append(out, line[:n]), line[n:]
	}
	return append(out, line)
}

// Text is the text of the lines, as it is selected and copied.
func (r *Row) Text() string {
	if !r.known {
		r.text, r.known = r.Said(), true
	}
	return r.text
}

// Said is Text, which is not kept.
func (r *Row) Said() string {
	if s, ok := r.Source.(Plain); ok {
		return s.Plain(r.First, r.Count)
	}
	return Join(r.Source.Lines(r.First, r.Count))
}

// Join is the text of lines.
func Join(lines []Line) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 && !l.Joined {
			b.WriteByte('\n')
		}
		b.WriteString(l.Text)
	}
	return b.String()
}

// Lead is what a copy puts before Text when it takes in the row above.
func (r *Row) Lead() string {
	if lines := r.Source.Lines(r.First, 1); len(lines) > 0 && lines[0].Joined {
		return ""
	}
	return "\n"
}

// Offset is the offset in Text nearest to p, as last laid out.
func (r *Row) Offset(p image.Point) int {
	if r.laid == nil || len(r.laid.lines) == 0 {
		return 0
	}
	return typeset.Offset(r.laid.lines, p)
}

// Regions appends the rectangles that cover Text[start:end], as last laid out.
func (r *Row) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	if r.laid == nil {
		return to
	}
	return typeset.Regions(to, r.laid.lines, start, end)
}

// Forget drops the layout and the text. They are made again when needed.
func (r *Row) Forget() { r.laid, r.text, r.known = nil, "", false }
