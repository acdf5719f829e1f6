package instance

import "sync"

// A Holder is the instance of a window, which may go from one configuration
// file to another. Its exported fields may not change.
type Holder struct {
	State string // folder of the locks
	Raise func() // see Open

	mu   sync.Mutex
	held *Instance
}

// Move makes this program the one that has the file at path open, in the place
// of the one before. It is false when another program is the one: it was asked
// to come to the front, and nothing else has changed. With an error the file
// may be opened all the same: nobody can be asked. It may wait, as Open.
func (h *Holder) Move(path string) (mine bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	next, err := Open(h.State, path, h.Raise)
	if next == nil && err == nil {
		return false, nil
	}
	if h.held != nil {
		h.held.Close()
	}
	h.held = next
	return true, err
}

// Close gives the file free.
func (h *Holder) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held != nil {
		h.held.Close()
		h.held = nil
	}
}
