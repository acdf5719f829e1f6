package termtext

import (
	"image/color"
	"strings"

	"sidekicks/theme"
	"sidekicks/widgets/textrows"
)

const (
	headLines = 200 // shown of a long output
	tailLines = 300
	maxColour = 100_000 // bytes up to which an output keeps its colours
)

// A Text is an output as lines. Its zero value is empty.
type Text struct {
	Exact bool // it is not an output: nothing is taken for a control sequence. Set it first

	source string // as it was set
	read   int    // bytes of source whose lines are finished
	parser parser // after those

	text  strings.Builder         // of the finished lines, with their ends
	ends  []lineEnd               // of the finished lines and their pieces
	spans map[int][]textrows.Span // of the finished lines that have any, by their index
	tail  []piece                 // the line that is not finished
	looks looks                   // by ink
	rows  []*textrows.Row         // of all lines
}

// A lineEnd is where a line, or a piece of a long one, ends in the text, before
// its line end.
type lineEnd struct {
	at   int32
	goes bool // on in the next piece
}

// A piece is a line or a part of a long one.
type piece struct {
	text  string
	spans []textrows.Span
}

// Set makes the output s. When s goes on from what it was, only the end is
// read; lines that were finished do not change.
func (t *Text) Set(s string) {
	if !t.goesOn(s) {
		*t = Text{Exact: t.Exact}
	}
	t.parser.plain, t.parser.exact = len(s) > maxColour, t.Exact
	t.source = s
	if last := strings.LastIndexByte(s[t.read:], '\n'); last >= 0 {
		t.finish(s[t.read : t.read+last+1])
		t.read += last + 1
	}
	unfinished := t.parser // the rest is read again when more comes
	t.tail = pieces(unfinished.line(s[t.read:], &t.looks))
	if len(t.tail) == 1 && t.tail[0].text == "" {
		t.tail = nil
	}
}

// goesOn reports whether what was read of the output is read in the same way in
// s.
func (t *Text) goesOn(s string) bool {
	return strings.HasPrefix(s, t.source) && (len(t.source) > maxColour || len(s) <= maxColour)
}

// Unread is how many bytes Set would read of s.
func (t *Text) Unread(s string) int {
	if t.goesOn(s) {
		return len(s) - t.read
	}
	return len(s)
}

// finish adds whole lines.
func (t *Text) finish(s string) {
	for len(s) > 0 {
		n := strings.IndexByte(s, '\n')
		parts := pieces(t.parser.line(s[:n], &t.looks))
		for i, p := range parts {
			t.text.WriteString(p.text)
			t.mark(len(t.ends), p.spans)
			t.ends = append(t.ends, lineEnd{int32(t.text.Len()), i < len(parts)-1})
		}
		t.text.WriteByte('\n')
		s = s[n+1:]
	}
}

// mark notes the spans of a finished line.
func (t *Text) mark(line int, spans []textrows.Span) {
	if len(spans) == 0 {
		return
	}
	if t.spans == nil {
		t.spans = map[int][]textrows.Span{}
	}
	t.spans[line] = spans
}

// pieces cuts a long line, which then has no colours.
func pieces(line string, spans []textrows.Span) []piece {
	if len(line) <= textrows.PieceBytes {
		return []piece{{line, spans}}
	}
	var out []piece
	for _, p := range textrows.Pieces(line) {
		out = append(out, piece{text: p})
	}
	return out
}

// Len is how many lines the output has, a long one counted for each of its pieces.
func (t *Text) Len() int { return len(t.ends) + len(t.tail) }

// String is the whole text, without a line end after the last line: what a
// person copies.
func (t *Text) String() string {
	if len(t.tail) == 0 {
		return strings.TrimSuffix(t.text.String(), "\n")
	}
	var b strings.Builder
	b.WriteString(t.text.String())
	for _, p := range t.tail {
		b.WriteString(p.text)
	}
	return b.String()
}

// Rows are the lines as rows of a transcript; all of them, or of a long output
// those at its beginning and at its end. Between head and tail left lines are
// left out. A row is the same as before as long as its lines are.
func (t *Text) Rows(all bool) (head, tail []*textrows.Row, left int) {
	n := t.Len()
	t.updateRows(n)
	// The tail begins where a row does, so that a growing output keeps its rows.
	start := max(headLines, n-tailLines) / textrows.RowLines * textrows.RowLines
	if all || start <= headLines {
		return t.rows, nil, 0
	}
	return t.rows[:headLines/textrows.RowLines], t.rows[start/textrows.RowLines:], start - headLines
}

// updateRows makes the rows of n lines. Those whose lines are all finished stay.
func (t *Text) updateRows(n int) {
	finished := 0
	for finished < len(t.rows) && t.rows[finished].Count == textrows.RowLines && (finished+1)*textrows.RowLines <= len(t.ends) {
		finished++
	}
	t.rows = append(t.rows[:finished:finished], textrows.Rows(source{t}, finished*textrows.RowLines, n, 0)...)
}

// A source hands out the lines of a Text.
type source struct{ *Text }

func (s source) Lines(first, count int) []textrows.Line {
	out := make([]textrows.Line, 0, count)
	for i := first; i < min(first+count, s.Len()); i++ {
		out = append(out, s.line(i))
	}
	return out
}

// Plain is a part of the text: pieces of a line have no line end between them
// there either.
func (s source) Plain(first, count int) string {
	end := min(first+count, s.Len())
	if end > len(s.ends) || end <= first {
		return textrows.Join(s.Lines(first, count))
	}
	start, _ := s.start(first)
	return s.text.String()[start:s.ends[end-1].at]
}

// start is where a finished line begins in the text, and whether it goes on from
// the one above.
func (s source) start(line int) (at int, joined bool) {
	if line == 0 {
		return 0, false
	}
	above := s.ends[line-1]
	if above.goes {
		return int(above.at), true
	}
	return int(above.at) + 1, false // past the line end
}

func (s source) line(i int) textrows.Line {
	if i >= len(s.ends) {
		p := s.tail[i-len(s.ends)]
		return textrows.Line{Text: p.text, Spans: p.spans, Joined: i > len(s.ends)}
	}
	start, joined := s.start(i)
	return textrows.Line{Text: s.text.String()[start:s.ends[i].at], Spans: s.spans[i], Joined: joined}
}

func (s source) Ground(*theme.Theme, uint8) color.NRGBA { return color.NRGBA{} }
