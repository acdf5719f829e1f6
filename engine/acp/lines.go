package acp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

const (
	maxLine   = 64 << 20 // a longer line is discarded and reported
	keptSpace = 1 << 20  // a buffer that grew above this is not kept after its line
)

// lines reads whole lines of any size up to its limit.
type lines struct {
	r     *bufio.Reader
	limit int
	long  []byte // a line that did not fit the reader's own buffer
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), limit: maxLine}
}

// next returns one line without what surrounds its JSON: line ending, byte
// order mark, anything before the first brace. A last line without a newline
// counts. The bytes hold until the next call. A line above the limit is
// discarded to its newline and given as a *LongLineError, after which reading
// goes on.
func (l *lines) next() ([]byte, error) {
	if cap(l.long) > keptSpace {
		l.long = nil
	}
	raw, err := l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		raw, err = l.nextLong(raw)
	}
	if err != nil && len(raw) == 0 {
		return nil, err
	}
	return bytes.TrimRight(raw, "\r\n\t "), nil
}

func (l *lines) nextLong(head []byte) ([]byte, error) {
	l.long = append(l.long[:0], head...)
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.long)+len(part) > l.limit {
			return nil, l.discard(len(l.long)+len(part), err)
		}
		l.long = append(l.long, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l.long, err
		}
	}
}

func (l *lines) discard(size int, err error) error {
	long := &LongLineError{Head: string(l.long[:min(len(l.long), shownLine)])}
	for errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = l.r.ReadSlice('\n')
		size += len(part)
	}
	l.long, long.Size = nil, size
	return long
}

// fromBrace drops a byte order mark and any junk before the first brace, such
// as the escape sequences that some agents write to their output. It returns
// nil for a line without a brace.
func fromBrace(line []byte) []byte {
	if i := bytes.IndexByte(line, '{'); i >= 0 {
		return line[i:]
	}
	return nil
}
