package agent

import (
	"bytes"
	"strings"
	"sync"
)

const (
	stderrLines = 200     // kept
	stderrWidth = 4 << 10 // bytes kept of each
	stderrShown = 20      // lines given with an Exit
)

// A lines keeps the last lines written to it, the beginning of each. Its
// methods may be called from any goroutine; Write by one at a time.
type lines struct {
	each func(line string) // called by Write with every whole line
	mu   sync.Mutex
	kept []string
	rest []byte // the line that grows
}

func newLines(each func(string)) *lines { return &lines{each: each} }

// Write never fails.
func (l *lines) Write(b []byte) (int, error) {
	for chunk := range bytes.Lines(b) {
		l.add(chunk)
		if chunk[len(chunk)-1] == '\n' {
			l.each(l.finish())
		}
	}
	return len(b), nil
}

func (l *lines) add(chunk []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	room := stderrWidth - len(l.rest)
	l.rest = append(l.rest, chunk[:min(room, len(chunk))]...)
}

func (l *lines) finish() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := text(l.rest)
	l.rest = l.rest[:0]
	if len(l.kept) == stderrLines {
		l.kept = append(l.kept[:0], l.kept[1:]...)
	}
	l.kept = append(l.kept, line)
	return line
}

// last is the last n lines, with the one that is not finished.
func (l *lines) last(n int) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := append([]string(nil), l.kept...)
	if line := text(l.rest); line != "" {
		all = append(all, line)
	}
	return all[max(0, len(all)-n):]
}

func text(line []byte) string {
	return strings.ToValidUTF8(strings.TrimRight(string(line), "\r\n"), "\uFFFD")
}
