package engine

import (
	"log/slog"
	"sync"

	"sidekicks/engine/config"
)

// Options is what an [Engine] is made of. The zero value has no agent.
type Options struct {
	Config config.Config
	// OnChange is called after each change, from any goroutine and without the
	// engine's lock, when a new Snapshot can be had. It must not wait; usually
	// it is Window.Invalidate, which coalesces. May be nil.
	OnChange func()
	Log      *slog.Logger // nil discards
}

// An Engine holds the agents and the conversations. Its methods may be called
// from any goroutine, and none of them waits.
type Engine struct {
	onChange func()
	log      *slog.Logger
	done     chan struct{}

	mu    sync.Mutex
	state state
	snap  *Snapshot
}

// New makes an engine. No agent is started before a message is sent to it.
// End it with Close.
func New(o Options) *Engine {
	e := &Engine{onChange: o.OnChange, log: o.Log, done: make(chan struct{})}
	if e.onChange == nil {
		e.onChange = func() {}
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	return e
}

// Snapshot is the state at this moment. It is the same pointer as last time
// when nothing changed.
func (e *Engine) Snapshot() *Snapshot {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.snap == nil || e.snap.Version != e.state.version {
		e.snap = e.state.freezeLocked()
	}
	return e.snap
}

// Close begins to end everything: turns are cancelled, permission requests
// answered, agents stopped side by side. A second call kills what still runs.
// Done tells the end.
func (e *Engine) Close() {}

// Done is closed when every agent has ended after Close.
func (e *Engine) Done() <-chan struct{} { return e.done }
