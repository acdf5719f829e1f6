package codeedit

import (
	"strings"
)

// typed takes what a key or the input method enters in the place of start to
// end. Brackets and quotes come in pairs, and a closing one that is there is
// stepped over.
func (d *document) typed(start, end int, s string) {
	d.selection = span{start, end}
	if start == end && len(s) == 1 && d.typedSign(s) {
		return
	}
	d.insert(s, typing)
}

// typedSign takes a bracket or a quote; false when it is like any other sign.
func (d *document) typedSign(s string) bool {
	caret := d.selection.caret
	rest := d.text[caret:]
	open, closing := d.language.pair(s[0])
	kind := d.kindAt(caret)
	quoted := kind == String || kind == Key
	switch {
	case kind == Comment || open == 0:
		return false
	case s[0] == closing && strings.HasPrefix(rest, s) && (open != closing || quoted && !d.escaped(caret)):
		d.moveTo(caret+1, false)
		return true
	case s[0] != open || quoted || !endsHere(rest):
		return false
	}
	d.edit([]Edit{{caret, caret, s + string(closing)}}, at(caret+1), otherStep)
	return true
}

// endsHere reports whether nothing follows that a bracket could be for.
func endsHere(rest string) bool {
	return rest == "" || strings.ContainsAny(rest[:1], " \t\r\n,:]})")
}

// escaped reports whether the character at an offset follows a backslash that
// is none itself.
func (d *document) escaped(offset int) bool {
	before := d.text[:offset]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// breakLine begins a line that is indented as it should be; between a pair of
// brackets the closing one gets a line of its own.
func (d *document) breakLine() {
	start, end := d.selection.start(), d.selection.end()
	lineStart, _ := d.bounds(d.lineAt(start))
	head := d.text[lineStart:start]
	indent := indentOf(head)
	inner := d.newline() + indent
	tail := ""
	if c := lastSign(head); d.language.opens(c) {
		inner += d.indentUnit()
		rest := strings.TrimLeft(d.text[end:], " \t")
		if _, closing := d.language.pair(c); rest != "" && rest[0] == closing {
			end = len(d.text) - len(rest)
			tail = d.newline() + indent
		}
	}
	d.edit([]Edit{{start, end, inner + tail}}, at(start+len(inner)), otherStep)
}

// lastSign is the last byte of a line that is no blank, 0 for none.
func lastSign(line string) byte {
	line = strings.TrimRight(line, " \t")
	if line == "" {
		return 0
	}
	return line[len(line)-1]
}

// indentUnit is how the text indents: as its first line that does.
func (d *document) indentUnit() string {
	for i := range min(d.lines(), 200) {
		line := d.line(i)
		if indent := indentOf(line); indent != "" && indent != line {
			if indent[0] == '\t' {
				return "\t"
			}
			return indent
		}
	}
	return "  "
}

// deleteBy deletes what is selected, else to where the caret would go.
func (d *document) deleteBy(step int, word bool) {
	s := d.selection
	if s.empty() {
		s.anchor = d.reach(step, word)
		if step < 0 && !word && d.inEmptyPair(s.caret) {
			s.caret++
		}
	}
	d.edit([]Edit{{s.start(), s.end(), ""}}, at(s.start()), deleting)
}

func (d *document) reach(step int, word bool) int {
	switch {
	case word:
		return d.clamp(d.word(step))
	case step < 0:
		return d.clamp(d.before(d.selection.caret))
	}
	return d.after(d.selection.caret)
}

func (d *document) inEmptyPair(caret int) bool {
	if caret == 0 || caret == len(d.text) {
		return false
	}
	open, closing := d.language.pair(d.text[caret-1])
	return open != 0 && d.text[caret-1] == open && d.text[caret] == closing
}

// selectedLines are the first and the last line that the selection touches.
func (d *document) selectedLines() (first, last int) {
	first, last = d.lineAt(d.selection.start()), d.lineAt(d.selection.end())
	if last > first && d.selection.end() == d.start(last) {
		last--
	}
	return first, last
}

// perLine edits the beginning of each selected line, and keeps selected what was.
func (d *document) perLine(f func(start int, line string) (Edit, bool)) {
	first, last := d.selectedLines()
	var edits []Edit
	for i := first; i <= last; i++ {
		start, _ := d.bounds(i)
		if e, ok := f(start, d.line(i)); ok {
			edits = append(edits, e)
		}
	}
	s := d.selection
	d.edit(edits, span{follow(s.anchor, edits), follow(s.caret, edits)}, otherStep)
}

// follow is where an offset is once edits were made.
func follow(offset int, edits []Edit) int {
	by := 0
	for _, e := range edits {
		switch {
		case e.End <= offset:
			by += len(e.Text) - (e.End - e.Start)
		case e.Start < offset:
			return e.Start + by + min(len(e.Text), offset-e.Start)
		}
	}
	return offset + by
}

// indent moves the selected lines to the right; without a selection it goes to
// the next stop.
func (d *document) indent() {
	unit := d.indentUnit()
	if d.selection.empty() {
		d.insert(unit, otherStep)
		return
	}
	d.perLine(func(start int, line string) (Edit, bool) { return Edit{start, start, unit}, line != "" })
}

// outdent moves the selected lines to the left.
func (d *document) outdent() {
	unit := d.indentUnit()
	d.perLine(func(start int, line string) (Edit, bool) {
		n := 0
		for n < len(line) && n < len(unit) && (line[n] == ' ' || line[n] == '\t') {
			n++
			if line[n-1] == '\t' {
				break
			}
		}
		return Edit{start, start + n, ""}, n > 0
	})
}

// toggleComment makes the selected lines comments, or text again when they all
// are comments.
func (d *document) toggleComment() {
	sign := d.language.Comment
	if sign == "" {
		return
	}
	first, last := d.selectedLines()
	all, margin := true, -1
	for i := first; i <= last; i++ {
		line := d.line(i)
		if isBlank(line) {
			continue
		}
		indent := len(indentOf(line))
		all = all && strings.HasPrefix(line[indent:], sign)
		if margin < 0 || indent < margin {
			margin = indent
		}
	}
	d.perLine(func(start int, line string) (Edit, bool) {
		if isBlank(line) {
			return Edit{}, false
		}
		if !all {
			return Edit{start + margin, start + margin, sign + " "}, true
		}
		at := start + len(indentOf(line))
		after := strings.TrimPrefix(line[at-start:], sign)
		n := len(sign) + len(after) - len(strings.TrimPrefix(after, " "))
		return Edit{at, at + n, ""}, true
	})
}

// moveSelected swaps the selected lines with the one above or below.
func (d *document) moveSelected(by int) {
	first, last := d.selectedLines()
	other := last + 1
	if by < 0 {
		other = first - 1
	}
	if other < 0 || other >= d.lines() {
		return
	}
	from, to := min(first, other), max(last, other)
	start, _ := d.bounds(from)
	_, end := d.bounds(to)
	block := d.span(first, last)
	moved := d.newline() + d.line(other)
	text, shift := block+moved, -len(d.line(other))-d.gap(other)
	if by > 0 {
		text, shift = d.line(other)+d.newline()+block, len(d.line(other))+len(d.newline())
	}
	s := d.selection
	d.edit([]Edit{{start, end, text}}, span{s.anchor + shift, s.caret + shift}, otherStep)
}

// gap is how long the end of a line is.
func (d *document) gap(line int) int {
	_, end := d.bounds(line)
	return d.start(line+1) - end
}

// span is the text of lines without the last one's end.
func (d *document) span(first, last int) string {
	start, _ := d.bounds(first)
	_, end := d.bounds(last)
	return d.text[start:end]
}

// duplicate repeats the selected lines, and leaves the caret in the lower ones
// or the upper ones.
func (d *document) duplicate(by int) {
	first, last := d.selectedLines()
	_, end := d.bounds(last)
	text := d.newline() + d.span(first, last)
	s := d.selection
	if by > 0 {
		s = span{s.anchor + len(text), s.caret + len(text)}
	}
	d.edit([]Edit{{end, end, text}}, s, otherStep)
}

// lineRange is the whole lines that the caret or the selection touches.
func (d *document) lineRange() (start, end int) {
	first, last := d.selectedLines()
	start, _ = d.bounds(first)
	_, end = d.bounds(last)
	return start, end + d.gapOrNone(last)
}

func (d *document) gapOrNone(line int) int {
	if line+1 >= d.lines() {
		return 0
	}
	return d.gap(line)
}
