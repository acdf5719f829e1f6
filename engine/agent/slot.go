package agent

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"sidekicks/engine/config"
)

// A slot is the place of one agent of the configuration. Its fields and
// methods need the Manager's lock.
type slot struct {
	config config.Agent
	gone   bool // no longer in the configuration; stays until its process ended

	state   State
	changed bool // state is to be told

	started  config.Agent       // what the process was started from
	cancel   context.CancelFunc // ends the start
	running  Running            // nil while there is none or it starts
	last     Running            // the running one, or the one before it
	leases   int
	asked    bool // somebody wants the process to end
	killed   bool
	idle     *time.Timer
	idleOver func() // what idle calls
}

func (s *slot) set(status Status) {
	s.state.Status, s.state.Since, s.changed = status, time.Now(), true
}

// alive tells whether a process is there, or comes or goes.
func (s *slot) alive() bool { return s.state.Status != Stopped && s.state.Status != Failed }

// usable tells whether the agent can be given to somebody.
func (s *slot) usable() bool {
	return (s.state.Status == Idle || s.state.Status == Answering) && !isClosed(s.running.Conn().Done())
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// outdated tells whether the process was started from another entry.
func (s *slot) outdated() bool {
	a, b := s.started, s.config
	return a.Command != b.Command || a.Workspace != b.Workspace || !slices.Equal(a.Args, b.Args) ||
		!maps.Equal(a.Env, b.Env) || !bytes.Equal(a.MCPServers, b.MCPServers)
}

func (s *slot) acquire() {
	s.leases++
	if s.state.Status == Idle {
		s.set(Answering)
	}
}

// release counts only for the process that was acquired.
func (s *slot) release(generation uint64, memory int64) {
	if generation != s.state.Generation || s.leases == 0 {
		return
	}
	s.leases--
	s.state.Memory = memory
	s.changed = true
	if s.leases == 0 && s.state.Status == Answering {
		s.rest()
	}
}

// rest makes the agent idle, for as long as it may be.
func (s *slot) rest() {
	s.set(Idle)
	s.watch()
}

// watch stops an idle agent whose entry changed, and sets the time at which
// another has to go. It is called again when the person has answered.
func (s *slot) watch() {
	if s.idle != nil {
		s.idle.Stop()
	}
	switch {
	case !s.unused():
	case s.outdated():
		s.stop(StoppedChanged, false)
	case s.mayGo() && s.config.IdleTimeout > 0:
		s.idle = time.AfterFunc(s.config.IdleTimeout-time.Since(s.quiet()), s.idleOver)
	}
}

// unused tells whether nobody has the agent, and it waits for nobody: what it
// asked outside a turn holds it as a lease does.
func (s *slot) unused() bool { return s.state.Status == Idle && !s.running.Conn().Asking() }

// mayGo tells whether the agent may be stopped unasked.
func (s *slot) mayGo() bool { return s.unused() && !s.config.KeepRunning }

// quiet is since when an idle agent has done nothing: it may work outside turns.
func (s *slot) quiet() time.Time {
	if active := s.running.Conn().LastActive(); active.After(s.state.Since) {
		return active
	}
	return s.state.Since
}

// quieter compares by quiet; of two of the same moment the process that started
// first is the quieter.
func (s *slot) quieter(than *slot) bool {
	a, b := s.quiet(), than.quiet()
	return a.Before(b) || a.Equal(b) && s.state.Generation < than.state.Generation
}

// expire stops the agent if its time is over: it may have worked since.
func (s *slot) expire() {
	if s.mayGo() && s.config.IdleTimeout > 0 && time.Since(s.quiet()) >= s.config.IdleTimeout {
		s.stop(StoppedIdle, false)
		return
	}
	s.watch()
}

// stop begins to end the process or its start; kill also hurries an end that
// has begun.
func (s *slot) stop(cause StopCause, kill bool) {
	if !s.alive() {
		return
	}
	s.killed = s.killed || kill
	if !s.asked {
		s.asked = true
		s.state.Cause = cause
		s.set(Stopping)
	}
	if s.running == nil {
		s.cancel()
		return
	}
	s.running.Stop()
	if s.killed {
		s.running.Kill()
	}
}

// run takes the process that has started.
func (s *slot) run(r Running, memory int64) {
	s.running, s.last = r, r
	s.state.Memory, s.state.Initialized = memory, r.Initialized()
	if s.asked { // at the moment it came
		s.stop(s.state.Cause, s.killed)
		return
	}
	s.rest()
}

// lost notes that the agent no longer speaks, though not all of it has ended.
func (s *slot) lost() {
	if s.state.Status == Idle || s.state.Status == Answering {
		s.state.Cause = NeverStarted
		s.set(Stopping)
	}
}

// end notes that nothing of the process is left; fault says why if nobody
// asked for it, nil when it left by itself.
func (s *slot) end(fault error) {
	if s.idle != nil {
		s.idle.Stop()
	}
	s.running, s.leases = nil, 0
	s.state.Memory = 0
	switch {
	case s.asked:
		s.set(Stopped)
	case fault == nil:
		s.state.Cause = StoppedItself
		s.set(Stopped)
	default:
		s.state.Err = fault
		s.set(Failed)
	}
}

// exitFault is the fault of an agent that ended; none if it left in peace
// while nobody had it.
func (s *slot) exitFault(r Running, detail string) error {
	exit := r.Exit()
	if exit.Code == 0 && s.leases == 0 {
		return nil
	}
	return &ExitError{Exit: exit, Detail: detail}
}
