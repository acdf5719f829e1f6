package diff

import (
	"strings"

	"sidekicks/widgets/textrows"
)

const (
	around   = 3       // unchanged lines shown on either side of a change
	maxLines = 100_000 // that a Diff holds
)

// A Kind says what became of a line.
type Kind uint8

const (
	Same Kind = iota
	Added
	Removed
	Gap // unchanged lines are left out here
)

// A Line is one line of a comparison, or a piece of a very long one.
type Line struct {
	Kind   Kind
	Number int    // in the text that it stands in, from 1; 0: a piece that goes on, or a Gap
	Text   string // without its end
	pair   int32  // how far off the line is that took its place, or whose place it took; 0: none
}

// A Note is something to say about a comparison, beside its lines.
type Note uint8

const (
	NewFile     Note = iota // there was none before
	DeletedFile             // there is none any more
	Unchanged               // the two are the same in every byte
	ToCRLF                  // all line ends were LF and are CR LF
	ToLF                    // all line ends were CR LF and are LF
	LineEnds                // some line ends changed
	EndAdded                // the last line now has an end
	EndRemoved              // the last line has no end any more
	Rough                   // too much changed to be compared: shown as replaced
)

// A Diff is what changed between two texts. It is immutable.
type Diff struct {
	Lines          []Line // changed lines and those around them, in order
	Added, Removed int    // lines, also those left out
	Left           int    // lines that Lines leaves out at its end
	Notes          []Note // in the order of their values
	longest        int    // lines of the longer text
}

// Compare tells what changed from one text to another; nil is a file that is
// not there. How lines end does not make them differ: Notes tell it.
func Compare(before, after *string) *Diff {
	var d Diff
	a, b := read(before), read(after)
	if before == nil && after != nil {
		d.Notes = append(d.Notes, NewFile)
	}
	if before != nil && after == nil {
		d.Notes = append(d.Notes, DeletedFile)
	}
	s := search{a: a, b: b}
	s.run()
	d.add(s)
	if len(d.Notes) == 0 {
		d.Notes = endNotes(a, b, s.changes)
		if len(s.changes) == 0 && len(d.Notes) == 0 {
			d.Notes = append(d.Notes, Unchanged)
		}
	}
	if s.rough {
		d.Notes = append(d.Notes, Rough)
	}
	return &d
}

// add makes the lines of the changes and of what is around them.
func (d *Diff) add(s search) {
	d.longest = max(s.a.len(), s.b.len())
	shown := 0 // lines of b before this one are shown or left out
	for i, c := range s.changes {
		from := max(shown, c.b0-around)
		if from-shown == 1 {
			from = shown // one line is no longer than the mark of what is left out
		}
		if i > 0 && from > shown {
			d.append(Line{Kind: Gap})
		}
		d.all(Same, s.b, from, c.b0)
		d.change(s, c)
		end := s.b.len()
		if i+1 < len(s.changes) {
			end = s.changes[i+1].b0
		}
		shown = min(end, c.b1+around)
		d.all(Same, s.b, c.b1, shown)
	}
}

// all adds lines of one kind.
func (d *Diff) all(k Kind, l lines, from, to int) {
	for i := from; i < to; i++ {
		if len(d.Lines) == maxLines {
			d.Left += to - i
			return
		}
		d.append(Line{Kind: k, Number: i + 1, Text: l.at(i)})
	}
}

// change adds the lines of one change: those removed, then those added. The
// first removed is compared with the first added, and so on.
func (d *Diff) change(s search, c change) {
	removed, added := c.a1-c.a0, c.b1-c.b0
	d.Removed, d.Added = d.Removed+removed, d.Added+added
	first := len(d.Lines)
	d.all(Removed, s.a, c.a0, c.a1)
	second := len(d.Lines)
	d.all(Added, s.b, c.b0, c.b1)
	if second-first != removed || len(d.Lines)-second != added {
		return // some are in pieces, or left out
	}
	for i := range min(removed, added) {
		d.Lines[first+i].pair = int32(second - first)
		d.Lines[second+i].pair = int32(first - second)
	}
}

// append adds a line, in pieces when it is very long.
func (d *Diff) append(l Line) {
	if len(l.Text) <= textrows.PieceBytes {
		d.appendPiece(l)
		return
	}
	for _, piece := range textrows.Pieces(l.Text) {
		l.Text = piece
		d.appendPiece(l)
		l.Number = 0
	}
}

func (d *Diff) appendPiece(l Line) {
	if len(d.Lines) == maxLines {
		d.Left++
		return
	}
	d.Lines = append(d.Lines, l)
}

// endNotes tell how the ends of lines differ, and whether the last line has
// one.
func endNotes(a, b lines, changes []change) []Note {
	var notes []Note
	switch {
	case !a.lf && a.crlf && b.lf && !b.crlf:
		notes = append(notes, ToLF)
	case !a.crlf && a.lf && b.crlf && !b.lf:
		notes = append(notes, ToCRLF)
	case b.lf && b.crlf && !(a.lf && a.crlf) || endsDiffer(a, b, changes):
		notes = append(notes, LineEnds)
	}
	switch {
	case a.len() == 0 || b.len() == 0 || a.ended() == b.ended():
	case b.ended():
		notes = append(notes, EndAdded)
	default:
		notes = append(notes, EndRemoved)
	}
	return notes
}

// endsDiffer reports whether a line that is the same in both ends in another
// way, the last one apart.
func endsDiffer(a, b lines, changes []change) bool {
	if a.crlf == b.crlf && a.lf == b.lf && !(a.crlf && a.lf) {
		return false
	}
	i, j := 0, 0
	changes = append(changes[:len(changes):len(changes)], change{a.len(), a.len(), b.len(), b.len()})
	for _, c := range changes {
		for ; i < c.a0; i, j = i+1, j+1 {
			if x, y := a.end(i), b.end(j); x != y && x != "" && y != "" {
				return true
			}
		}
		i, j = c.a1, c.b1
	}
	return false
}

// A lines is a text as lines.
type lines struct {
	text     string
	starts   []int32 // of each line, and the end of the text
	lf, crlf bool    // a line ends so
}

// read finds the lines of a text. One that ends in a line end has no empty line
// after it.
func read(text *string) lines {
	if text == nil || *text == "" {
		return lines{}
	}
	s := *text
	l := lines{text: s, starts: make([]int32, 0, 2+strings.Count(s, "\n"))}
	for start := 0; start < len(s); {
		l.starts = append(l.starts, int32(start))
		n := strings.IndexByte(s[start:], '\n')
		if n < 0 {
			break
		}
		if n > 0 && s[start+n-1] == '\r' {
			l.crlf = true
		} else {
			l.lf = true
		}
		start += n + 1
	}
	l.starts = append(l.starts, int32(len(s)))
	return l
}

func (l lines) len() int { return max(0, len(l.starts)-1) }

// at is a line without its end.
func (l lines) at(i int) string {
	s := l.text[l.starts[i]:l.starts[i+1]]
	return s[:len(s)-len(l.end(i))]
}

// end is how a line ends: "\n", "\r\n", or "" for a last line without an end.
func (l lines) end(i int) string {
	s := l.text[l.starts[i]:l.starts[i+1]]
	switch {
	case strings.HasSuffix(s, "\r\n"):
		return "\r\n"
	case strings.HasSuffix(s, "\n"):
		return "\n"
	}
	return ""
}

func (l lines) ended() bool { return l.len() > 0 && l.end(l.len()-1) != "" }
