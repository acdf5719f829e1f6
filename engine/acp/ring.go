package acp

import "sync"

const (
	keptLines = 64
	keptBytes = 512 // of each line
)

// A ring keeps the beginning of the last lines of the wire. It takes them raw,
// for speed, and gives them out with secrets removed.
type ring struct {
	mu    sync.Mutex
	lines [keptLines]ringLine
	next  int
	full  bool
}

type ringLine struct {
	dir   string
	bytes []byte // reused
	cut   int    // bytes left out
}

func (r *ring) add(dir string, line []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := &r.lines[r.next]
	n := min(len(line), keptBytes)
	l.dir, l.bytes, l.cut = dir, append(l.bytes[:0], line[:n]...), len(line)-n
	if r.next++; r.next == keptLines {
		r.next, r.full = 0, true
	}
}
