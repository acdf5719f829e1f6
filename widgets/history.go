package widgets

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"gioui.org/widget"
)

// A history takes back what was written in an editor by words. Gio's own takes
// back letter by letter, and cannot be reached.
type history struct {
	now          version // as last seen
	last         change  // that made it; joined by what is written next to it
	done, undone []version
	begun        bool
	composing    bool      // when it was made
	piece        [512]byte // of what is read to compare
}

// steps are how many are remembered.
const steps = 200

// A version is what an editor once held; places are in characters.
type version struct {
	text         string
	caret, other int // the ends of the selection
}

// A change is what one version has that the one before had not. Its place is in
// bytes.
type change struct {
	at                int
	removed, inserted string
}

// see remembers what has become of the text, and reports whether it is another.
func (h *history) see(ed *widget.Editor) (changed bool) {
	caret, other := ed.Selection()
	if h.begun && h.holds(ed) {
		h.now.caret, h.now.other = caret, other
		return false
	}
	text, before := ed.Text(), h.composing
	h.composing = IsComposing(ed)
	made := changeOf(h.now.text, text)
	switch {
	case !h.begun:
		h.begun = true
	case !h.last.join(made, before || h.composing):
		h.done = append(h.done, h.now)
		h.done = h.done[max(0, len(h.done)-steps):]
		h.last = made
	}
	h.undone = h.undone[:0]
	h.now = version{text, caret, other}
	return true
}

// move makes the last version of one list the text, and puts what was there in
// the other.
func (h *history) move(ed *widget.Editor, from, to *[]version) bool {
	n := len(*from) - 1
	if n < 0 {
		return false
	}
	*to = append(*to, h.now)
	h.now, h.last = (*from)[n], change{}
	*from = (*from)[:n]
	ed.SetCaret(0, ed.Len())
	ed.Insert(h.now.text)
	ed.SetCaret(h.now.caret, h.now.other)
	return true
}

// holds tells whether the editor still holds the text that was seen last. It
// makes no copy of it: it is asked in each frame.
func (h *history) holds(ed *widget.Editor) bool {
	rest := h.now.text
	if _, err := ed.Seek(0, io.SeekStart); err != nil {
		return false
	}
	for {
		n, err := ed.Read(h.piece[:])
		if n > len(rest) || string(h.piece[:n]) != rest[:n] {
			return false
		}
		if rest = rest[n:]; err != nil || n == 0 {
			return rest == ""
		}
	}
}

// changeOf is the one change that makes b of a.
func changeOf(a, b string) change {
	at := 0
	for at < len(a) {
		_, n := utf8.DecodeRuneInString(a[at:])
		if !strings.HasPrefix(b[at:], a[at:at+n]) {
			break
		}
		at += n
	}
	endA, endB := len(a), len(b)
	for endA > at && endB > at {
		_, n := utf8.DecodeLastRuneInString(a[at:endA])
		if !strings.HasSuffix(b[at:endB], a[endA-n:endA]) {
			break
		}
		endA, endB = endA-n, endB-n
	}
	return change{at, a[at:endA], b[at:endB]}
}

// longestWord is the longest text, in bytes, that is taken for written and not
// for pasted.
const longestWord = 40

// join adds to a change what goes on where it ended: a word is a step, and a
// blank after something else begins another. What an input method composes is
// written anew with each key. It reports false when next is a step of its own.
func (c *change) join(next change, composing bool) bool {
	end := c.at + len(c.inserted)
	switch {
	case *c == change{} || len(next.inserted) > longestWord:
		return false
	case next.removed == "" && c.inserted != "" && next.at == end && !beginsWord(c.inserted, next.inserted):
		c.inserted += next.inserted
	case composing && next.removed != "" && next.at >= c.at && next.at+len(next.removed) == end:
		c.inserted = c.inserted[:next.at-c.at] + next.inserted
	case next.inserted == "" && c.inserted == "" && next.at+len(next.removed) == c.at:
		c.at, c.removed = next.at, next.removed+c.removed
	case next.inserted == "" && c.inserted == "" && next.at == c.at:
		c.removed += next.removed
	default:
		return false
	}
	return true
}

func beginsWord(before, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.IsSpace(first) && !unicode.IsSpace(last)
}
