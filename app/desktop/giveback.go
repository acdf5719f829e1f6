package desktop

import (
	"runtime/debug"
	"sync"
	"time"
)

// pause is how long nothing must have changed before memory is given back.
const pause = time.Second

// A giver gives memory that is free back to the system once what changes the
// window pauses: a long answer leaves much behind in its course, by the
// program and by the driver that draws. So does every frame, whatever it is drawn
// for: the driver leaves what the last one took and takes as much again. It costs
// about 15 ms of a processor, beside the frames.
type giver struct {
	give func()

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

// Changed tells that something changed. It never waits.
func (g *giver) Changed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.stopped:
	case g.timer == nil:
		g.timer = time.AfterFunc(pause, g.give)
	default:
		g.timer.Reset(pause)
	}
}

// Stop ends the giving.
func (g *giver) Stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = true
	if g.timer != nil {
		g.timer.Stop()
	}
}

// giveBack gives free memory back to the system.
func giveBack() {
	debug.FreeOSMemory()
	trimC()
}
