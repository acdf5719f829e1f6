package acp

import (
	"fmt"
	"sync"
)

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
	r.next = (r.next + 1) % keptLines
}

// texts gives the lines, oldest first, with secrets removed.
func (r *ring) texts() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []string
	for i := range keptLines {
		l := r.lines[(r.next+i)%keptLines]
		switch {
		case l.dir == "":
		case l.cut > 0:
			list = append(list, fmt.Sprintf("%s %s… (%d bytes more)", l.dir, redact(l.bytes), l.cut))
		default:
			list = append(list, l.dir+" "+string(redact(l.bytes)))
		}
	}
	return list
}
