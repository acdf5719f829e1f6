package codeedit

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// An Edit replaces the bytes Start to End of a text.
type Edit struct {
	Start, End int
	Text       string
}

// A span is a selection: what lies between its ends, one of which is the caret.
type span struct{ anchor, caret int }

func (s span) start() int  { return min(s.anchor, s.caret) }
func (s span) end() int    { return max(s.anchor, s.caret) }
func (s span) empty() bool { return s.anchor == s.caret }

// at is a caret without a selection.
func at(offset int) span { return span{offset, offset} }

// A document is a text, what is selected in it, and how it came about.
type document struct {
	buffer
	selection span
	column    int // where Up and Down want to go, in characters; -1: where the caret is
	undone    []step
	done      []step
	language  Language
	shift     func(Edit) // told each edit as it is made; may be nil
}

// A step is what one Undo takes back.
type step struct {
	changes       []change
	before, after span
	kind          stepKind
}

type stepKind uint8

const (
	otherStep stepKind = iota
	typing             // joined by what is typed next to it
	deleting
)

// A change is one edit and what it took away.
type change struct {
	at                int
	removed, inserted string
}

// edit makes edits, in order and apart, as one step, after which sel is selected.
func (d *document) edit(edits []Edit, sel span, kind stepKind) {
	s := step{before: d.selection, kind: kind}
	for _, e := range slices.Backward(edits) {
		if e.Start != e.End || e.Text != "" {
			s.changes = append(s.changes, change{e.Start, d.text[e.Start:e.End], e.Text})
			d.make(e)
		}
	}
	d.selection = span{d.clamp(sel.anchor), d.clamp(sel.caret)}
	d.column = -1
	s.after = d.selection
	if len(s.changes) == 0 {
		return
	}
	d.undone = d.undone[:0]
	if !d.join(s) {
		d.done = append(d.done, s)
	}
}

// make makes one edit without remembering it.
func (d *document) make(e Edit) {
	d.replace(e.Start, e.End, e.Text)
	if d.shift != nil {
		d.shift(e)
	}
}

// join adds what is typed to the step before when it goes on where that ended.
// A word is a step: a blank after something else begins another.
func (d *document) join(s step) bool {
	if len(d.done) == 0 || s.kind == otherStep || len(s.changes) != 1 {
		return false
	}
	last := &d.done[len(d.done)-1]
	if last.kind != s.kind || last.after != s.before || len(last.changes) != 1 {
		return false
	}
	was, now := &last.changes[0], s.changes[0]
	switch {
	case s.kind == typing && now.removed == "" && now.at == was.at+len(was.inserted) && !beginsWord(was.inserted, now.inserted):
		was.inserted += now.inserted
	case s.kind == deleting && now.at+len(now.removed) == was.at:
		was.at, was.removed = now.at, now.removed+was.removed
	case s.kind == deleting && now.at == was.at:
		was.removed += now.removed
	default:
		return false
	}
	last.after = s.after
	return true
}

func beginsWord(before, next string) bool {
	return isBlank(next) && !isBlank(before[max(0, len(before)-1):])
}

func isBlank(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// undo takes the last step back; false when there is none.
func (d *document) undo() bool {
	if len(d.done) == 0 {
		return false
	}
	s := d.done[len(d.done)-1]
	d.done = d.done[:len(d.done)-1]
	for _, c := range slices.Backward(s.changes) {
		d.make(Edit{c.at, c.at + len(c.inserted), c.removed})
	}
	d.undone = append(d.undone, s)
	d.selection, d.column = s.before, -1
	return true
}

// redo makes the step again that was taken back last; false when there is none.
func (d *document) redo() bool {
	if len(d.undone) == 0 {
		return false
	}
	s := d.undone[len(d.undone)-1]
	d.undone = d.undone[:len(d.undone)-1]
	for _, c := range s.changes {
		d.make(Edit{c.at, c.at + len(c.removed), c.inserted})
	}
	s.kind = otherStep
	d.done = append(d.done, s)
	d.selection, d.column = s.after, -1
	return true
}

// insert puts s in the place of what is selected, in lines that end as those of
// the text.
func (d *document) insert(s string, kind stepKind) {
	s = d.ended(s)
	start := d.selection.start()
	d.edit([]Edit{{start, d.selection.end(), s}}, at(start+len(s)), kind)
}

// ended is s with line ends as those of the text.
func (d *document) ended(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	if n := d.newline(); n != "\n" {
		s = strings.ReplaceAll(s, "\n", n)
	}
	return s
}

// selected is the text of the selection.
func (d *document) selected() string { return d.text[d.selection.start():d.selection.end()] }

// width is how many bytes the first character of s has, 0 at its end.
func width(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}
