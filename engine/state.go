package engine

// state is all that changes, guarded by Engine.mu.
type state struct {
	version uint64
}

func (s *state) freezeLocked() *Snapshot { return &Snapshot{Version: s.version} }
