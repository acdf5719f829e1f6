package agent

import (
	"context"
	"slices"

	"sidekicks/engine/config"
)

// A waiter is one call of Acquire. Its channels hold one each.
type waiter struct {
	name   string
	told   bool          // that it is in line
	inLine chan struct{} // it has to be told
	answer chan answer
}

type answer struct {
	lease *Lease
	err   error
}

func (w *waiter) tellInLine() {
	if !w.told {
		w.told = true
		w.inLine <- struct{}{}
	}
}

// scheduleLocked serves the line: first who can have what runs, then, in the
// order of coming, who needs a process started.
func (m *Manager) scheduleLocked() {
	m.line = slices.DeleteFunc(m.line, m.serveLocked)
	m.makeRoomLocked()
}

// serveLocked answers a waiter if it can be answered now.
func (m *Manager) serveLocked(w *waiter) bool {
	s := m.slots[w.name]
	switch {
	case m.closing:
		w.answer <- answer{err: ErrStopped}
	case s == nil || s.gone:
		w.answer <- answer{err: ErrUnknown}
	case s.usable():
		s.acquire()
		w.answer <- answer{lease: &Lease{m: m, slot: s, running: s.running, generation: s.state.Generation}}
	default:
		return false
	}
	return true
}

// makeRoomLocked starts agents for who is left in line. A process that is
// stopping takes its place until it has ended, and whoever is first in line
// gets that place; so it is not stopped for two.
func (m *Manager) makeRoomLocked() {
	alive, stopping := m.countLocked()
	limit := max(1, m.limits.RunningAgents)
	free := limit - alive            // places now
	room := limit - alive + stopping // places when what is stopping has ended
	for room < 0 && m.stopIdlestLocked() {
		room++
	}
	seen := map[string]bool{} // name to whether it is in line
	for _, w := range m.line {
		inLine, again := seen[w.name]
		s := m.slots[w.name]
		switch {
		case again:
		case s.state.Status == Stopping:
			room-- // it comes back to its own place
		case s.alive():
		case room > 0 || m.stopIdlestLocked():
			if room > 0 {
				room--
			}
			if free > 0 {
				free--
				m.startLocked(s)
			}
		default:
			inLine = true
		}
		seen[w.name] = inLine
		if inLine {
			w.tellInLine()
		}
	}
}

func (m *Manager) countLocked() (alive, stopping int) {
	for _, s := range m.slots {
		if s.alive() {
			alive++
		}
		if s.state.Status == Stopping {
			stopping++
		}
	}
	return alive, stopping
}

// stopIdlestLocked stops the agent that is quiet for the longest, if one may go.
func (m *Manager) stopIdlestLocked() bool {
	var idlest *slot
	for _, s := range m.slots {
		if s.mayGo() && (idlest == nil || s.quieter(idlest)) {
			idlest = s
		}
	}
	if idlest == nil {
		return false
	}
	idlest.stop(StoppedForRoom, false)
	return true
}

// startLocked starts the agent from its entry.
func (m *Manager) startLocked(s *slot) {
	m.generation++
	ctx, cancel := context.WithCancel(context.Background())
	s.started, s.cancel = s.config, cancel
	s.last, s.asked, s.killed = nil, false, false
	s.state = State{Generation: m.generation}
	s.set(Starting)
	go m.run(ctx, s, s.config, m.generation)
}

// run is the life of one process.
func (m *Manager) run(ctx context.Context, s *slot, a config.Agent, generation uint64) {
	r, err := m.o.Start(ctx, a, m.o.Handler(a.Name, generation))
	if err != nil {
		m.do(func() { m.endLocked(s, err) })
		return
	}
	memory := r.Memory()
	m.do(func() { s.run(r, memory) })
	for speaks := true; speaks; {
		select {
		case <-r.Conn().Settled():
			m.do(s.watch)
		case <-r.Conn().Done():
			speaks = false
		}
	}
	m.do(s.lost)
	<-r.Done()
	details := r.Details()
	m.do(func() { m.endLocked(s, s.exitFault(r, details)) })
}

// endLocked notes that an agent has ended. A start that failed is the answer
// for all who wait for it; a process that ended before they had it is not.
func (m *Manager) endLocked(s *slot, fault error) {
	s.cancel()
	starting := s.state.Status == Starting
	s.end(fault)
	if starting {
		m.answerLocked(s.config.Name, fault)
	}
	if s.gone {
		m.noteSlotLocked(s.config.Name, s) // the last that is heard of it
		delete(m.slots, s.config.Name)
	}
}

// answerLocked gives all who wait for the agent the error.
func (m *Manager) answerLocked(name string, err error) {
	m.line = slices.DeleteFunc(m.line, func(w *waiter) bool {
		if w.name != name {
			return false
		}
		w.answer <- answer{err: err}
		return true
	})
}

// leaveLocked takes a waiter out of the line, and ends a start that nobody
// waits for any more.
func (m *Manager) leaveLocked(w *waiter) {
	m.line = slices.DeleteFunc(m.line, func(other *waiter) bool { return other == w })
	s := m.slots[w.name]
	if s == nil || s.state.Status != Starting {
		return
	}
	if !slices.ContainsFunc(m.line, func(other *waiter) bool { return other.name == w.name }) {
		s.stop(StoppedByPerson, false)
	}
}

func (m *Manager) configureLocked(a config.Agent) {
	s := m.slots[a.Name]
	if s == nil {
		s = &slot{}
		s.idleOver = func() { m.do(s.expire) }
		m.slots[a.Name] = s
	}
	s.config, s.gone = a, false
	s.watch()
}

func (m *Manager) removeLocked(s *slot) {
	m.answerLocked(s.config.Name, ErrStopped)
	if !s.alive() {
		delete(m.slots, s.config.Name)
		return
	}
	s.gone = true
	s.stop(StoppedChanged, false)
}

// noteLocked makes news of what changed: of several changes at once the last.
func (m *Manager) noteLocked() {
	alive := false
	for name, s := range m.slots {
		alive = alive || s.alive()
		m.noteSlotLocked(name, s)
	}
	if m.closing && !alive && !m.finished {
		m.finished = true
		m.news = append(m.news, func() { close(m.done) })
	}
}

func (m *Manager) noteSlotLocked(name string, s *slot) {
	if s.changed {
		s.changed = false
		state := s.state
		m.news = append(m.news, func() { m.o.OnState(name, state) })
	}
}
