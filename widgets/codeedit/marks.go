package codeedit

import "sort"

// A Severity says how bad a mark is.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Remark
)

// A Mark says something of a stretch of the text. An empty one is a place
// between two characters.
type Mark struct {
	Start, End int
	Severity   Severity
	Message    string
	Fix        string // what Ctrl+. does; "" for nothing
}

// SetMarks replaces the marks by those of the present text, in order of Start.
func (e *Editor) SetMarks(marks []Mark) { e.marks = marks }

// Marks are the marks as they stand now. The caller does not change them.
func (e *Editor) Marks() []Mark { return e.marks }

// shiftMarks moves the marks with an edit; those that it touches stay until
// the text is judged again.
func (e *Editor) shiftMarks(edit Edit) {
	if len(e.marks) == 0 {
		return
	}
	one := []Edit{edit}
	moved := make([]Mark, len(e.marks))
	for i, m := range e.marks {
		m.Start, m.End = follow(m.Start, one), follow(m.End, one)
		m.End = max(m.Start, m.End)
		moved[i] = m
	}
	e.marks = moved
}

// GoToMark selects nothing, puts the caret at the next mark (step 1) or the one
// before (-1), and tells what it says. It returns false when there is none.
func (e *Editor) GoToMark(step int) bool {
	n := len(e.marks)
	if n == 0 {
		return false
	}
	caret := e.doc.selection.caret
	i := sort.Search(n, func(i int) bool { return e.marks[i].Start > caret })
	if step < 0 {
		i = sort.Search(n, func(i int) bool { return e.marks[i].Start >= caret }) - 1
	}
	e.ShowMark((i + n) % n)
	return true
}

// ShowMark puts the caret at a mark and tells what it says.
func (e *Editor) ShowMark(i int) {
	if i < 0 || i >= len(e.marks) {
		return
	}
	e.popup.close()
	e.Select(e.marks[i].Start, e.marks[i].Start)
	e.tip.showMarks(e.marksOver(e.marks[i].Start), e.marks[i].Start)
}

// marksOver are the marks that an offset is in.
func (e *Editor) marksOver(offset int) []Mark {
	var over []Mark
	for _, m := range e.marks {
		if m.Start > offset {
			break
		}
		if offset < m.End || offset == m.Start {
			over = append(over, m)
		}
	}
	return over
}

// markAtCaret is the mark whose fix is meant: one with a fix that the caret is
// in, else the first of its line.
func (e *Editor) markAtCaret() (int, bool) {
	caret := e.doc.selection.caret
	line := e.doc.lineAt(caret)
	best := -1
	for i, m := range e.marks {
		if m.Fix == "" || e.doc.lineAt(m.Start) > line || e.doc.lineAt(m.End) < line {
			continue
		}
		if m.Start <= caret && caret <= m.End {
			return i, true
		}
		if best < 0 {
			best = i
		}
	}
	return best, best >= 0
}
