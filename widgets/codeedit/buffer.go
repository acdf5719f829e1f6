package codeedit

import (
	"sort"
	"strings"
)

// byteOrderMark at the beginning of a text belongs to how it is encoded: nothing
// is written before it, and no line has it.
const byteOrderMark = "\ufeff"

// A buffer is a text that knows where its lines begin.
type buffer struct {
	text    string
	starts  []int // of each line; the first is 0, or after a byte order mark
	version uint64
}

func (b *buffer) set(text string) {
	b.text = text
	b.version++
	at := len(text) - len(strings.TrimPrefix(text, byteOrderMark))
	b.starts = append(b.starts[:0], at)
	for {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return
		}
		at += i + 1
		b.starts = append(b.starts, at)
	}
}

// replace puts s in the place of start to end.
func (b *buffer) replace(start, end int, s string) {
	b.set(b.text[:start] + s + b.text[end:])
}

func (b *buffer) lines() int { return max(len(b.starts), 1) }

// lineAt is the number, from 0, of the line that an offset is in.
func (b *buffer) lineAt(offset int) int {
	return max(sort.SearchInts(b.starts, offset+1)-1, 0)
}

// bounds is where a line begins and where it ends before its line end.
func (b *buffer) bounds(line int) (start, end int) {
	if line+1 >= len(b.starts) {
		return b.start(line), len(b.text)
	}
	end = b.starts[line+1] - 1
	start = b.starts[line]
	if end > start && b.text[end-1] == '\r' {
		end--
	}
	return start, end
}

func (b *buffer) start(line int) int {
	if line >= len(b.starts) {
		return 0
	}
	return b.starts[line]
}

// line is the text of a line without its end.
func (b *buffer) line(i int) string {
	start, end := b.bounds(i)
	return b.text[start:end]
}

// newline is how the lines of the text end.
func (b *buffer) newline() string {
	if strings.Contains(b.text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// clamp is the offset of the text nearest to one, which is never inside a
// character or a line end of two.
func (b *buffer) clamp(offset int) int {
	offset = max(b.start(0), min(offset, len(b.text)))
	for offset > b.start(0) && offset < len(b.text) && !startsCharacter(b.text, offset) {
		offset--
	}
	return offset
}

func startsCharacter(s string, i int) bool {
	if s[i]&0xC0 == 0x80 {
		// A stray byte of UTF-8 is a character of its own; one after a leading
		// byte belongs to it.
		for j := i - 1; j >= 0 && i-j < 4; j-- {
			if s[j]&0xC0 != 0x80 {
				return s[j] < 0xC0 || j+width(s[j:]) <= i
			}
		}
	}
	return s[i] != '\n' || i == 0 || s[i-1] != '\r'
}
