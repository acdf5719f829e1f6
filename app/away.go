package app

import "sync"

// An away does what may take long away from the frame: one thing after
// another, on a goroutine that lives as long as there is something to do.
type away struct {
	post func(func()) // has a function called on the window's goroutine

	mu      sync.Mutex
	waiting []func() (apply func())
	running bool
}

// do has work done, and what it returns called on the window's goroutine.
func (a *away) do(work func() (apply func())) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting = append(a.waiting, work)
	if !a.running {
		a.running = true
		go a.run()
	}
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
