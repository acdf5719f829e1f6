package agent

import (
	"context"
	"errors"
	"sync"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

var (
	// ErrStopped is what Acquire returns when the agent was stopped, removed
	// from the configuration or the Manager closed before it was there.
	ErrStopped = errors.New("agent: stopped")
	// ErrUnknown is what Acquire returns for a name that no configuration has.
	ErrUnknown = errors.New("agent: unknown name")
)

// ManagerOptions is what a Manager needs. Start and Handler must be set.
type ManagerOptions struct {
	Start Starter
	// Handler makes the handler of a process that is about to start.
	Handler func(name string, generation uint64) acp.Handler
	// OnState is told each change of state, in order, one at a time; it may
	// call the Manager but may not wait. Nil for nobody.
	OnState func(name string, s State)
}

// A Manager decides which agents run. Its methods may be called from any
// goroutine and, but for Acquire, do not wait.
type Manager struct {
	o    ManagerOptions
	mu   sync.Mutex
	done chan struct{}
}

// NewManager makes a Manager that knows no agent yet: see Configure.
func NewManager(o ManagerOptions) *Manager {
	return &Manager{o: o, done: make(chan struct{})}
}

// Configure says which agents there are. An agent whose entry did not change
// keeps its process; one whose entry changed keeps it until nobody has it, and
// starts anew from the new entry; one that is gone is ended.
func (m *Manager) Configure(agents []config.Agent, limits config.Limits) {}

// Acquire returns the named agent, started if it does not run. It waits in
// line, and calls onWait once, when as many agents run as may and none of them
// is idle. Cancelling ctx gives up, and also ends a start that nobody else
// waits for. A failed start is not tried again: the error, a *[StartError], is
// everyone's who waits for it.
func (m *Manager) Acquire(ctx context.Context, name string, onWait func()) (*Lease, error) {
	return nil, ErrUnknown
}

// Stop ends the named agent's process, or its start, whoever has it, and
// returns at once. The next Acquire starts it again.
func (m *Manager) Stop(name string, cause StopCause) {}

// Kill is Stop without giving the agent any time.
func (m *Manager) Kill(name string, cause StopCause) {}

// Details describes the named agent's process, or the last one it had, for a
// person who asks for help elsewhere; "" before the first.
func (m *Manager) Details(name string) string { return "" }

// Close begins to end all agents side by side; Acquire fails from now on. A
// second call kills what is left.
func (m *Manager) Close() {}

// Done is closed after Close when nothing of any agent is left.
func (m *Manager) Done() <-chan struct{} { return m.done }

// A Lease is the right to use an agent, for the length of a turn. Several may
// hold one at the same time.
type Lease struct {
	running    Running
	generation uint64
}

// Running is the agent. It may end at any time.
func (l *Lease) Running() Running { return l.running }

// Generation counts the processes that a Manager started: a new process has a new one.
func (l *Lease) Generation() uint64 { return l.generation }

// Release gives the agent back. Only the first call counts.
func (l *Lease) Release() {}
