package engine

import (
	"os"

	"sidekicks/engine/acp"
	"sidekicks/engine/permission"
)

// describeLocked has a request read for the person: what it is about, then
// what would be lost. That looks at the disk, so it is done on a goroutine,
// and the views get it when it is there.
func (s *state) describeLocked(e *Engine, p *pending) {
	tool := p.known()
	where := s.where(p.conversation)
	where.Stat = os.Lstat
	p.described = tool
	show := func(f func()) {
		e.update(func(*state) bool {
			current := p.described == tool // else it is being read again
			if current {
				f()
			}
			return current
		})
	}
	e.goLocked(func() {
		subject := permission.Describe(tool.Call, where)
		readEdits(subject.Edits, where.Workspace)
		show(func() { p.subject, p.loss = &subject, nil; p.keeps = e.canCopyLocked(&subject) })
		if targets := permission.Losable(subject.Findings); len(targets) > 0 {
			loss := permission.Count(e.ctx, targets)
			show(func() { p.loss = &loss })
		}
	})
}

// where is what requests of a conversation are read by, but for the disk.
func (s *state) where(c *talk) permission.Where {
	var w permission.Where
	if a := find(s.agents, c.agent); a != nil {
		w.Workspace = a.config.Workspace
	}
	w.Home, _ = os.UserHomeDir() // without one nothing lies in it
	return w
}

// describeAgainLocked reads requests anew whose tool call is told more of:
// some agents send a change's text after they ask.
func (s *state) describeAgainLocked(e *Engine, c *talk, id acp.ToolCallID) {
	for _, p := range s.permissions {
		if p.conversation == c && p.tool.Call.ID == id {
			s.describeLocked(e, p)
		}
	}
}
