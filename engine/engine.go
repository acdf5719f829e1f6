package engine

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/engine/keep"
)

// Options is what an [Engine] is made of. The zero value has no agent.
type Options struct {
	Config config.Config
	// Start starts agents; by default each is a process, as Process says.
	Start   agent.Starter
	Process agent.Options
	// OnChange is called after each change, from any goroutine and without the
	// engine's lock, when a new Snapshot can be had. It must not wait; usually
	// it is Window.Invalidate, which coalesces. May be nil.
	OnChange func()
	Log      *slog.Logger // nil discards
	Settings ConfigOptions
	// Copies takes safety copies for as long as the configuration says; without
	// a folder none are made. Journal takes the decisions; nil takes none.
	Copies  keep.Store
	Journal *journal.Journal
	// Confirm has the first message to an agent that acts without asking wait
	// for Proceed. Somebody must be there to say it.
	Confirm bool
	// Forms has agents know that somebody fills in their forms.
	Forms bool
}

// An Engine holds the agents and the conversations. Its methods may be called
// from any goroutine, and none of them waits.
type Engine struct {
	onChange func()
	log      *slog.Logger
	confirms bool
	forms    bool
	copies   keep.Store
	journal  *journal.Journal
	start    agent.Starter
	agents   *agent.Manager  // never called while mu is held: it calls back
	ctx      context.Context // of what runs beside the turns; ends when Close has ended the agents
	cancel   context.CancelFunc
	work     sync.WaitGroup // every goroutine of the engine; grows only under mu and before closing
	done     chan struct{}

	mu       sync.Mutex
	state    state
	settings settings
	snap     *Snapshot
}

// New makes an engine. No agent is started before a message is sent to it.
// End it with Close.
func New(o Options) *Engine {
	e := &Engine{onChange: o.OnChange, log: o.Log, confirms: o.Confirm, forms: o.Forms, copies: o.Copies, journal: o.Journal, done: make(chan struct{})}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	if e.onChange == nil {
		e.onChange = func() {}
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if e.start = o.Start; e.start == nil {
		e.start = o.Process.Start
	}
	e.state.processes = map[string]*process{}
	e.state.copies = map[PermissionID]keep.ID{}
	e.agents = agent.NewManager(agent.ManagerOptions{Start: e.start, Handler: e.process, OnState: e.agentChanged})
	e.Configure(o.Config)
	e.begin(o.Config, o.Settings)
	return e
}

// update is the only way to change the state. f reports whether it did; it
// holds the lock, and may not call what takes it.
func (e *Engine) update(f func(s *state) bool) {
	e.mu.Lock()
	changed := f(&e.state)
	if changed {
		e.state.version++
	}
	e.mu.Unlock()
	if changed {
		e.onChange()
	}
}

// Snapshot is the state at this moment. It is the same pointer as last time
// when nothing changed.
func (e *Engine) Snapshot() *Snapshot {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.snap == nil || e.snap.Version != e.state.version {
		e.snap = e.state.freezeLocked()
		e.snap.Config = e.settings.view
	}
	return e.snap
}

// Details describes an agent's process, or the last one it had, for a person
// who asks for help elsewhere. Secrets are removed.
func (e *Engine) Details(name string) string { return e.agents.Details(name) }

// Close begins to end everything: turns are cancelled, permission requests
// answered, agents stopped side by side. A second call kills what still runs.
// Done tells the end.
func (e *Engine) Close() {
	first := false
	e.update(func(s *state) bool {
		first = !s.closing
		s.closing = true
		for _, c := range s.conversations {
			s.cancelLocked(e, c, dropQueue, conversation.ByQuitting)
		}
		return first
	})
	e.agents.Close()
	if first {
		go e.finish()
	}
}

// finish waits for the end of all that Close ended.
func (e *Engine) finish() {
	<-e.agents.Done()
	e.cancel()
	e.endSettings()
	e.work.Wait()
	e.update(func(s *state) bool { s.closed = true; return true })
	close(e.done)
}

// Done is closed when every agent has ended after Close.
func (e *Engine) Done() <-chan struct{} { return e.done }

// goLocked runs f on a goroutine that Close waits for; not once it was called.
func (e *Engine) goLocked(f func()) {
	if !e.state.closing {
		e.work.Go(f)
	}
}

// Configure puts another configuration in force. The conversations of agents
// that stay are kept; an agent that is gone is stopped, and its conversation,
// if it has one, can still be read.
func (e *Engine) Configure(c config.Config) {
	e.update(func(s *state) bool {
		s.configureLocked(e, c)
		return true
	})
	e.agents.Configure(c.Agents, c.Limits)
}

func (s *state) configureLocked(e *Engine, c config.Config) {
	old := s.agents
	s.agents, s.keepFor = nil, c.KeepCopies
	for _, a := range c.Agents {
		st := find(old, a.Name)
		if st == nil {
			st = &agentState{}
		}
		st.config, st.removed = a, false
		s.agents = append(s.agents, st)
		if key := conversation.KeyOf(a.Name); s.conversation(key) == nil {
			s.addConversation(key, a.Name)
		}
	}
	for _, st := range old {
		if find(s.agents, st.config.Name) == nil {
			s.removeLocked(e, st)
		}
	}
	s.sortLocked()
}

// removeLocked stops an agent's turns, and keeps what was said with it.
func (s *state) removeLocked(e *Engine, st *agentState) {
	said := false
	for _, c := range s.of(st.config.Name) {
		s.cancelLocked(e, c, dropQueue, conversation.ByRemoval)
		said = said || c.log.Len() > 0
	}
	if said {
		st.removed = true
		s.agents = append(s.agents, st)
		return
	}
	s.dropConversations(st.config.Name)
}

// agentChanged is told each change of an agent's state, in order.
func (e *Engine) agentChanged(name string, to agent.State) {
	e.update(func(s *state) bool {
		st := find(s.agents, name)
		if st == nil {
			return false
		}
		st.state, st.failure, st.program = to, failureOf(to.Err), program(to.Initialized.Agent)
		if leaving(to.Status) {
			s.unaskLocked(e, conversation.ByAgentsEnd, func(c *talk, _ *process) bool { return c.agent == name })
		}
		if to.Status == agent.Stopped || to.Status == agent.Failed {
			for _, c := range s.of(name) {
				c.log.EndTools(time.Now())
				s.tellEndLocked(c, st)
			}
		}
		return true
	})
	if to.Err != nil {
		e.log.Warn("agent failed", "agent", name, "err", to.Err)
	}
}

// tellEndLocked says in a conversation that its agent's program failed while
// it answered nothing there: a turn tells its own end.
func (s *state) tellEndLocked(c *talk, a *agentState) {
	p := c.process
	if c.turn != nil || p == nil || p != s.processes[c.agent] || p == c.mourned || a.state.Status != agent.Failed {
		return
	}
	c.mourned = p
	c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.AgentUnavailable, Failure: a.failure, At: time.Now()})
}

// leaving tells the states of an agent that reads no answer any more.
func leaving(s agent.Status) bool {
	return s == agent.Stopping || s == agent.Stopped || s == agent.Failed
}

// process makes the handler of a process that is about to start.
func (e *Engine) process(name string, generation uint64) acp.Handler {
	p := &process{engine: e, agent: name, generation: generation, sessions: map[acp.SessionID]*talk{}}
	e.update(func(s *state) bool {
		s.processes[name] = p
		return s.unaskLocked(e, conversation.ByAgentsEnd, func(_ *talk, old *process) bool { return old.agent == name }) // nobody waits there any more
	})
	if e.forms {
		return formFiller{p}
	}
	return p
}
