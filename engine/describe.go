package engine

import (
	"bytes"
	"os"
	"slices"

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
		targets, _ := copied(&subject)
		there := anyThere(targets)
		show(func() { p.subject = &subject; p.keeps = there && e.keepsCopiesLocked() })
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

// askAnewLocked asks anew what is about another thing now that its tool call is
// told more of: some agents send a change's text after they ask. An answer to
// what was asked before is an answer to nothing.
func (s *state) askAnewLocked(e *Engine, c *talk, id acp.ToolCallID) {
	for _, p := range s.permissions {
		if p.conversation != c || p.tool.Call.ID != id || sameRequest(p.described.Call, p.known().Call) {
			continue
		}
		if p.stopCopy != nil {
			p.stopCopy()
		}
		s.lastAsked++
		p.id, p.subject, p.loss, p.keeps, p.stopCopy, p.copyFailed = s.lastAsked, nil, nil, false, nil, ""
		s.describeLocked(e, p)
	}
}

// sameRequest tells whether a person who is asked for one call is asked for the
// same by the other: all that a request is described by.
func sameRequest(a, b acp.ToolCall) bool {
	return a.Kind == b.Kind && a.Title == b.Title && bytes.Equal(a.RawInput, b.RawInput) &&
		slices.Equal(a.Locations, b.Locations) && slices.EqualFunc(changesOf(a), changesOf(b), sameChange)
}

func changesOf(c acp.ToolCall) (list []acp.ToolCallContent) {
	for _, content := range c.Content {
		if content.Type == "diff" {
			list = append(list, content)
		}
	}
	return list
}

func sameChange(a, b acp.ToolCallContent) bool {
	if a.Path != b.Path || a.NewText != b.NewText || (a.OldText == nil) != (b.OldText == nil) {
		return false
	}
	return a.OldText == nil || *a.OldText == *b.OldText
}
