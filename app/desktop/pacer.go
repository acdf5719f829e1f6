package desktop

import (
	"sync"
	"time"
)

// shortestPeriod is the time from one paced frame to the next on a machine
// that draws for nothing: text that streams faster cannot be read anyway.
const shortestPeriod = 33 * time.Millisecond

// A pacer turns any number of requests for a frame into few enough frames
// that drawing them takes at most about half a core. Frames that the desktop
// asks for, because of a key or a resize, come at once and only move the time
// of the next paced one.
type pacer struct {
	// invalidate asks the window for a frame. It is called under mu, so that
	// after Stop it is never called again; it must not wait.
	invalidate func()

	mu      sync.Mutex
	asked   bool // a change is not on screen yet
	passed  bool // the window was told, and has not begun a frame since
	drawing bool
	stopped bool
	next    time.Time // when a paced frame may begin
	timer   *time.Timer
}

// Invalidate asks for a frame in its turn.
func (p *pacer) Invalidate() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = true
	p.scheduleLocked()
}

// Hurry wakes the window at once, even one that is hidden and draws no frame.
func (p *pacer) Hurry() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = true
	if !p.stopped {
		p.invalidate()
	}
}

// Began tells that a frame is being made: it will show what was asked until
// now, and not what is asked from now on.
func (p *pacer) Began() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawing, p.asked, p.passed = true, false, false
}

// Ended tells that the frame is on screen after wall, having taken cpu of the
// processors.
func (p *pacer) Ended(wall, cpu time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	period := max(2*cpu, shortestPeriod)
	p.next = time.Now().Add(period - wall)
	p.drawing = false
	p.scheduleLocked()
}

// Stop ends the pacing: when it has returned, invalidate is not running and
// will not be called.
func (p *pacer) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	if p.timer != nil {
		p.timer.Stop()
	}
}

func (p *pacer) scheduleLocked() {
	if p.stopped || p.drawing || p.passed || !p.asked {
		return
	}
	wait := time.Until(p.next)
	switch {
	case wait <= 0:
		p.passed = true
		p.invalidate()
	case p.timer == nil:
		p.timer = time.AfterFunc(wait, p.due)
	}
}

func (p *pacer) due() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = nil
	p.scheduleLocked()
}
