package acp

import (
	"io"
	"sync"
)

// A writer sends lines from a queue without a limit, so that nobody who has
// something to say waits for an agent that does not read.
type writer struct {
	w      io.Writer
	wrote  func(line []byte)         // before each write: for the trace
	failed func(call int64, e error) // for each call whose line was not written
	wake   chan struct{}             // holds one token while there is something to do
	done   chan struct{}             // run returned

	mu     sync.Mutex
	queue  []outLine
	ending bool  // nothing more is taken; what is queued is still written
	err    error // set once: nothing more is written
}

// An outLine is one message with its newline. call is the id of our own
// request, 0 for anything else. One with reached is no line: reached is closed
// when its turn came, or will not come.
type outLine struct {
	bytes   []byte
	call    int64
	reached chan struct{}
}

func newWriter(w io.Writer) *writer {
	return &writer{w: w, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// send queues a line and returns at once; the error says that it will not be written.
func (w *writer) send(l outLine) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if w.ending {
		return ErrClosed
	}
	w.queue = append(w.queue, l)
	w.signal()
	return nil
}

// end lets run return once the queue is written.
func (w *writer) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ending = true
	w.signal()
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run writes until the end or the first error, which it returns.
func (w *writer) run() error {
	for range w.wake {
		batch, ending := w.take()
		for i, l := range batch {
			if l.reached != nil {
				close(l.reached)
				continue
			}
			w.wrote(l.bytes)
			if _, err := w.w.Write(l.bytes); err != nil {
				w.fail(batch[i:], err)
				return err
			}
		}
		if ending {
			return nil
		}
	}
	return nil
}

func (w *writer) take() (batch []outLine, ending bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	batch, w.queue = w.queue, nil
	return batch, w.ending
}

func (w *writer) fail(batch []outLine, err error) {
	w.mu.Lock()
	w.err = &WriteError{err}
	batch = append(batch, w.queue...)
	w.queue = nil
	w.mu.Unlock()
	for _, l := range batch {
		if l.reached != nil {
			close(l.reached)
		}
		if l.call != 0 {
			w.failed(l.call, w.err)
		}
	}
}
