package transcript

import (
	"image"
	"strings"
	"unicode"
	"unicode/utf8"

	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// A position is a place in the text of a row.
type position struct {
	key    Key
	index  int // where the row was last found
	offset int
}

// A selection goes from where it was begun to the caret, which is moved. They
// are equal when nothing is selected.
type selection struct {
	on          bool
	from, caret position
	grain       grain       // what a drag selects by
	origin      [2]int      // the stretch in which the drag began, in the row of from
	dragging    bool        //
	leftEnd     bool        // the view was at the end when the drag began
	pointer     image.Point // of the drag, in the view
	column      int         // x to which moves up and down keep; 0: take the caret's
}

// A grain is what one click, two and three select.
type grain uint8

const (
	byCharacter grain = iota
	byWord
	byParagraph
)

// resolve finds the row of a position again, and keeps the offset in its text.
// It reports whether there is such a row.
func (p *position) resolve(rows []Row) bool {
	i := exact(rows, p.key, p.index)
	if i < 0 {
		i = find(rows, p.key, -1)
		if len(rows) == 0 || rows[i].Key.Message != p.key.Message {
			return false
		}
		p.key, p.offset = rows[i].Key, textLength(rows[i])
	}
	p.index, p.offset = i, min(p.offset, textLength(rows[i]))
	return true
}

func textLength(r Row) int { return len(textOf(r)) }

func textOf(r Row) string {
	if r.Text == nil {
		return ""
	}
	return r.Text.Text()
}

func (p position) before(q position) bool {
	return p.index < q.index || p.index == q.index && p.offset < q.offset
}

// bounds are the ends of the selection in the order of the text; ok is whether
// anything is selected.
func (s *selection) bounds(rows []Row) (start, end position, ok bool) {
	if !s.on || !s.from.resolve(rows) || !s.caret.resolve(rows) {
		s.on = false
		return position{}, position{}, false
	}
	if s.caret.before(s.from) {
		return s.caret, s.from, true
	}
	return s.from, s.caret, s.from.before(s.caret)
}

// SelectedText is the selection as plain text; "" when there is none.
func (t *Transcript) SelectedText(rows []Row) string {
	start, end, ok := t.selected.bounds(rows)
	if !ok {
		return ""
	}
	var b strings.Builder
	for i := start.index; i <= end.index; i++ {
		if rows[i].Text == nil {
			continue
		}
		text := rows[i].Text.Text()
		first, last := 0, len(text)
		if i == start.index {
			first = start.offset
		}
		if i == end.index {
			last = end.offset
		}
		b.WriteString(lead(rows[i].Text, i == start.index, first == 0 && start.index < end.index))
		b.WriteString(text[first:last])
	}
	return b.String()
}

// lead is what comes before the text of a row in a copy. Before the first row
// there is only its mark, if it is taken whole and is not alone.
func lead(text Selectable, first, marked bool) string {
	switch {
	case !first:
		return text.Lead()
	case marked:
		return strings.TrimLeft(text.Lead(), "\n ")
	}
	return ""
}

// SelectAll selects the text of all rows.
func (t *Transcript) SelectAll(rows []Row) {
	if len(rows) == 0 {
		return
	}
	last := len(rows) - 1
	t.selected = selection{
		on:    true,
		from:  position{key: rows[0].Key},
		caret: position{key: rows[last].Key, index: last, offset: textLength(rows[last])},
	}
}

// ClearSelection selects nothing.
func (t *Transcript) ClearSelection() { t.selected = selection{} }

// drawSelection covers what is selected of a row.
func (s Style) drawSelection(gtx layout.Context, p placed) {
	t := s.Transcript
	if !t.selected.on || p.text == nil {
		return
	}
	start, end, ok := t.selected.bounds(s.Rows)
	if !ok || p.index < start.index || p.index > end.index {
		return
	}
	first, last := 0, len(p.text.Text())
	if p.index == start.index {
		first = start.offset
	}
	if p.index == end.index {
		last = end.offset
	}
	t.regions = p.text.Regions(t.regions[:0], first, last)
	for _, r := range t.regions {
		paint.FillShape(gtx.Ops, s.Theme.Selection, clip.Rect(r).Op())
	}
}

// at is the position nearest to a point of the view, in the rows that there are
// now: they may have changed since those in the view were laid out. direct is
// whether the point is on a row whose text can be selected, or on none.
func (t *Transcript) at(rows []Row, p image.Point) (_ position, direct, ok bool) {
	best, distance := -1, 0
	for i, row := range t.view.placed {
		inside := p.Y >= row.y && p.Y < row.y+row.height
		if row.text == nil {
			if inside {
				direct = true
			}
			continue
		}
		d := max(0, row.y-p.Y, p.Y-row.y-row.height+1)
		if best < 0 || d < distance {
			best, distance = i, d
		}
	}
	if best < 0 {
		return position{}, false, false
	}
	row := t.view.placed[best]
	offset := row.text.Offset(p.Sub(image.Pt(t.view.left, row.y)))
	at := position{key: row.key, index: row.index, offset: offset}
	return at, !direct, at.resolve(rows)
}

// around is the stretch of a text that belongs to a grain at an offset.
func (g grain) around(text string, offset int) (start, end int) {
	switch g {
	case byWord:
		return wordAt(text, offset)
	case byParagraph:
		start = strings.LastIndexByte(text[:offset], '\n') + 1
		end = len(text)
		if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
			end = offset + i
		}
		return start, end
	}
	return offset, offset
}

// wordAt is the stretch of characters of one kind (letters and digits, blanks,
// or others) that an offset is in.
func wordAt(text string, offset int) (start, end int) {
	if offset == len(text) && offset > 0 {
		_, size := utf8.DecodeLastRuneInString(text)
		offset -= size
	}
	r, _ := utf8.DecodeRuneInString(text[offset:])
	kind := kindOf(r)
	start, end = offset, offset
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if kindOf(r) != kind {
			break
		}
		start -= size
	}
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if kindOf(r) != kind {
			break
		}
		end += size
	}
	return start, end
}

type runeKind uint8

const (
	otherRune runeKind = iota
	wordRune
	blankRune
	breakRune
)

func kindOf(r rune) runeKind {
	switch {
	case r == '\n':
		return breakRune
	case unicode.IsSpace(r):
		return blankRune
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
		return wordRune
	}
	return otherRune
}
