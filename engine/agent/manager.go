package agent

import (
	"context"
	"errors"
	"sync"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

var (
	// ErrStopped is what Acquire returns when the agent was stopped or removed
	// from the configuration, or the Manager closed, before it was there.
	ErrStopped = errors.New("agent: stopped")
	// ErrUnknown is what Acquire returns for a name that the configuration does not have.
	ErrUnknown = errors.New("agent: not in the configuration")
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
	done chan struct{}

	mu         sync.Mutex
	limits     config.Limits
	slots      map[string]*slot
	line       []*waiter // who waits in Acquire, in the order of coming
	generation uint64    // of the process started last
	closing    bool
	finished   bool // Done is closed, or about to be

	news    []func() // what is to be told, in order
	telling bool     // somebody tells it
}

// NewManager makes a Manager that knows no agent yet: see Configure.
func NewManager(o ManagerOptions) *Manager {
	if o.OnState == nil {
		o.OnState = func(string, State) {}
	}
	return &Manager{o: o, done: make(chan struct{}), slots: map[string]*slot{}}
}

// do changes the state. Whatever changed, what waits may go on now.
func (m *Manager) do(change func()) {
	m.mu.Lock()
	change()
	m.scheduleLocked()
	m.noteLocked()
	m.mu.Unlock()
	m.tell()
}

// tell tells the news, never under the lock, and never two at a time: who
// comes while somebody tells leaves the news to that one.
func (m *Manager) tell() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.telling {
		return
	}
	m.telling = true
	for len(m.news) > 0 {
		news := m.news
		m.news = nil
		m.mu.Unlock()
		for _, tell := range news {
			tell()
		}
		m.mu.Lock()
	}
	m.telling = false
}

// Configure says which agents there are. An agent whose entry did not change
// keeps its process; one whose entry changed keeps it until nobody has it, and
// starts anew from the new entry; one that is gone is ended.
func (m *Manager) Configure(agents []config.Agent, limits config.Limits) {
	m.do(func() {
		m.limits = limits
		named := map[string]bool{}
		for _, a := range agents {
			named[a.Name] = true
			m.configureLocked(a)
		}
		for name, s := range m.slots {
			if !named[name] {
				m.removeLocked(s)
			}
		}
	})
}

// Acquire returns the named agent, started if it does not run. When as many
// agents run as may, the one that is idle for the longest makes room; when
// none is idle it waits in line and calls onWait, once, before it returns.
// Cancelling ctx gives up, and also ends a start that nobody else waits for. A
// failed start is not tried again: the error, a *[StartError], is that of
// everyone who waits for it.
func (m *Manager) Acquire(ctx context.Context, name string, onWait func()) (*Lease, error) {
	w := &waiter{name: name, inLine: make(chan struct{}, 1), answer: make(chan answer, 1)}
	m.do(func() { m.line = append(m.line, w) })
	for {
		select {
		case a := <-w.answer:
			return a.lease, a.err
		case <-w.inLine:
			if onWait != nil {
				onWait()
			}
		case <-ctx.Done():
			return nil, m.giveUp(ctx, w)
		}
	}
}

// giveUp leaves the line; an agent that came at the same moment is given back.
func (m *Manager) giveUp(ctx context.Context, w *waiter) error {
	m.do(func() { m.leaveLocked(w) })
	select {
	case a := <-w.answer:
		if a.lease != nil {
			a.lease.Release()
		}
	default:
	}
	return context.Cause(ctx)
}

// Stop ends the named agent's process, or its start, whoever has it, by the
// ladder. Who waits for it gets ErrStopped; the next Acquire starts it again.
func (m *Manager) Stop(name string, cause StopCause) { m.stop(name, cause, false) }

// Kill is Stop without giving the agent any time. A start is given the time
// after SIGTERM.
func (m *Manager) Kill(name string, cause StopCause) { m.stop(name, cause, true) }

func (m *Manager) stop(name string, cause StopCause, kill bool) {
	m.do(func() {
		if s := m.slots[name]; s != nil {
			m.answerLocked(name, ErrStopped)
			s.stop(cause, kill)
		}
	})
}

// Details describes the named agent's process, or the last one it had, for a
// person who asks for help elsewhere; "" before the first.
func (m *Manager) Details(name string) string {
	running, err := m.last(name)
	if running != nil {
		return running.Details()
	}
	if fault := (*StartError)(nil); errors.As(err, &fault) {
		return fault.Detail
	}
	return ""
}

func (m *Manager) last(name string) (Running, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.slots[name]; s != nil {
		return s.last, s.state.Err
	}
	return nil, nil
}

// Close begins to end all agents side by side; Acquire fails from now on. A
// second call kills what is left.
func (m *Manager) Close() {
	m.do(func() {
		for _, s := range m.slots {
			s.stop(StoppedQuit, m.closing)
		}
		m.closing = true
	})
}

// Done is closed after Close when nothing of any agent is left and all news
// were told.
func (m *Manager) Done() <-chan struct{} { return m.done }

// A Lease is the right to use an agent, for the length of a turn. Several may
// hold one at the same time.
type Lease struct {
	m          *Manager
	slot       *slot
	running    Running
	generation uint64
	once       sync.Once
}

// Running is the agent. It may end at any time.
func (l *Lease) Running() Running { return l.running }

// Generation numbers the processes that a Manager started: a new process has
// a higher one.
func (l *Lease) Generation() uint64 { return l.generation }

// Release gives the agent back. Only the first call counts. It measures the
// agent's memory, which reads files.
func (l *Lease) Release() {
	l.once.Do(func() {
		memory := l.running.Memory()
		l.m.do(func() { l.slot.release(l.generation, memory) })
	})
}
