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
	where := permission.Where{Stat: os.Lstat}
	if a := find(s.agents, p.conversation.agent); a != nil {
		where.Workspace = a.config.Workspace
	}
	where.Home, _ = os.UserHomeDir() // without one nothing lies in it
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
		show(func() { p.subject, p.loss = &subject, nil })
		if targets := permission.Losable(subject.Findings); len(targets) > 0 {
			loss := permission.Count(e.ctx, targets)
			show(func() { p.loss = &loss })
		}
	})
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
