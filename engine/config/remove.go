package config

import (
	"bytes"
	"slices"
)

// removal gives the edits that take the member m out of its object: its lines
// where it has them for itself, else the member alone, each with the comma that
// is then one too many. Comments stay. It is nil while it is not certain where
// m ends.
func (r *report) removal(m *node) []Edit {
	if m.kind == missing || m.parent == nil || r.unreadable() {
		return nil
	}
	start, end := m.keyStart, m.end
	if m.comma > 0 {
		if len(bytes.TrimSpace(r.text[end:m.comma-1])) > 0 {
			return nil // a comment before the comma
		}
		end = m.comma
	}
	start, end = r.widened(start, end, m.index < len(m.parent.children)-1)
	own := Edit{start, end, ""}
	if m.comma > 0 || m.index == 0 {
		return []Edit{own}
	}
	before := m.parent.children[m.index-1].comma
	if before == 0 {
		return []Edit{own}
	}
	if before == start {
		return []Edit{{before - 1, end, ""}}
	}
	return []Edit{{before - 1, before, ""}, own}
}

// widened is a range with the blanks that go with it: its whole lines if
// nothing else is in them, else the blanks that part it from what follows, or
// from what was before it when it is the last.
func (r *report) widened(start, end int, follows bool) (int, int) {
	lineStart, lineEnd := r.lineStart(start), end+lineLength(r.text[end:])
	first := len(bytes.Trim(r.text[lineStart:start], " \t")) == 0
	last := len(bytes.TrimSpace(r.text[end:lineEnd])) == 0
	switch {
	case first && last && lineEnd < len(r.text):
		return lineStart, lineEnd + 1
	case follows && !last:
		return start, end + len(r.text[end:lineEnd]) - len(bytes.TrimLeft(r.text[end:lineEnd], " \t"))
	}
	return lineStart + len(bytes.TrimRight(r.text[lineStart:start], " \t")), end
}

// unreadable reports whether the text is not JSON with comments.
func (r *report) unreadable() bool {
	return slices.ContainsFunc(r.found, func(f finding) bool { return f.Code < DuplicateKey })
}
