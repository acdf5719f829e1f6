package app

import "sync"

// An away does what may take long away from the frame: one thing after
// another, on a goroutine that lives as long as there is something to do.
type away struct {
	post func(func()) // has a function called on the window's goroutine

	mu      sync.Mutex
	waiting []func() (apply func())
	running bool
	closed  bool
	runs    sync.WaitGroup
}

// do has work done, and what it returns called on the window's goroutine.
func (a *away) do(work func() (apply func())) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	a.waiting = append(a.waiting, work)
	if !a.running {
		a.running = true
		a.runs.Go(a.run)
	}
}

// close waits for what was asked for, such as a file that is written; nothing
// more is taken.
func (a *away) close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.runs.Wait()
}

func (a *away) run() {
	for {
		a.mu.Lock()
		if len(a.waiting) == 0 {
			a.running = false
			a.mu.Unlock()
			return
		}
		work := a.waiting[0]
		a.waiting = a.waiting[1:]
		a.mu.Unlock()
		a.post(work())
	}
}
