package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/engine/keep"
	"sidekicks/engine/permission"
)

// Answer answers a permission request with one of its options, or with
// cancelled when the option is empty. The first answer counts; the result
// tells whether it was this one. Where something may be lost that can be
// copied, the agent gets its answer when the copy is made.
func (e *Engine) Answer(id PermissionID, option conversation.PermissionOptionID) (taken bool) {
	e.update(func(s *state) bool {
		i := slices.IndexFunc(s.permissions, func(p *pending) bool { return p.id == id })
		if i < 0 {
			return false
		}
		p := s.permissions[i]
		o, offered := p.option(option)
		if !offered || p.stopCopy != nil && o.allows() {
			return false
		}
		taken = true
		s.describedLocked(p)
		if o.allows() && p.copyFailed == "" && s.copyLocked(e, p, o) {
			return true
		}
		s.decideLocked(e, p, o, conversation.NoCopy, "")
		return true
	})
	return taken
}

// describedLocked reads a request that is answered before it was read, without
// a look at the disk.
func (s *state) describedLocked(p *pending) {
	if p.subject == nil {
		subject := permission.Describe(p.known().Call, s.where(p.conversation))
		p.subject = &subject
	}
}

// An option is what the person chose; the zero value is cancelled.
type option acp.PermissionOption

func (o option) allows() bool {
	return o.ID != "" && o.Kind != acp.RejectOnce && o.Kind != acp.RejectAlways
}

// option finds an option of the request; cancelled is always offered.
func (p *pending) option(id acp.PermissionOptionID) (option, bool) {
	if id == "" {
		return option{}, true
	}
	i := slices.IndexFunc(p.options, func(o acp.PermissionOption) bool { return o.ID == id })
	if i < 0 {
		return option{}, false
	}
	return option(p.options[i]), true
}

// decideLocked answers a request as the person decided, and writes it down.
func (s *state) decideLocked(e *Engine, p *pending, o option, copied conversation.Copy, id keep.ID) {
	c := p.conversation
	c.always = c.always || o.Kind == acp.AllowAlways
	if id != "" {
		s.copies[p.id] = id
		c.unsettled = append(c.unsettled, unsettled{p.id, p.tool.Call.ID})
	}
	kind := o.Kind
	if o.ID != "" {
		kind = cmp.Or(kind, "other") // which the agent did not tell
	}
	s.recordDecisionLocked(e, p, conversation.Decision{Kind: kind, Option: o.Name, Copy: copied}, id)
	s.answerLocked(p, acp.Outcome{OptionID: o.ID})
}

// recordDecisionLocked writes down what became of a request, in the
// conversation and in the journal.
func (s *state) recordDecisionLocked(e *Engine, p *pending, d conversation.Decision, copies keep.ID) {
	d.ID, d.At, d.Verb, d.About = uint64(p.id), time.Now(), string(p.subject.Verb), cmp.Or(p.subject.About(strings.Clone), p.known().Call.Title)
	p.conversation.log.AddDecision(d)
	e.recordLocked(p.entry(d, copies))
}

func paths(targets []permission.Target) []string {
	var out []string
	for _, t := range targets {
		if t.Path == "" {
			t.Path = t.Text
		}
		out = append(out, t.Path)
	}
	return out
}

// entry is the request with its answer, for the journal.
func (p *pending) entry(d conversation.Decision, copies keep.ID) journal.Entry {
	s := p.subject
	j := journal.Entry{At: d.At, Agent: p.conversation.agent, Verb: d.Verb, Command: s.Command, Address: s.Address, Files: paths(s.Targets),
		Answer: cmp.Or(string(d.Kind), "cancelled"), Option: d.Option, Unanswered: string(d.Unanswered), Copies: string(copies)}
	if s.Command == "" && s.Address == "" && len(s.Targets) == 0 {
		j.Command = d.About
	}
	for _, class := range permission.Classes(s.Findings) {
		j.Findings = append(j.Findings, class.String())
	}
	return j
}

// recordLocked has an entry written to the journal, after those before it. It
// may be called while the engine closes, but not later: finish waits for it.
func (e *Engine) recordLocked(j journal.Entry) {
	s := &e.state
	if e.journal == nil {
		return
	}
	s.record = append(s.record, j)
	if !s.recording {
		s.recording = true
		e.work.Go(e.writeRecord)
	}
}

// writeRecord is the goroutine that writes entries until there are none.
func (e *Engine) writeRecord() {
	for more := true; more; {
		var next []journal.Entry
		e.update(func(s *state) bool {
			next, s.record = s.record, nil
			more = len(next) > 0
			s.recording = more
			return false
		})
		for _, j := range next {
			if err := e.journal.Add(j); err != nil {
				e.log.Warn("journal", "error", err)
			}
		}
	}
}

// copyLocked begins to copy what a request may lose; then it is answered. It
// reports false when nothing is to be copied.
func (s *state) copyLocked(e *Engine, p *pending, o option) bool {
	targets, ok := copied(p.subject)
	if !ok || !e.keepsCopiesLocked() {
		return false
	}
	if p.tooLarge() {
		s.decideLocked(e, p, o, conversation.CopyTooLarge, "")
		return true
	}
	ctx, cancel := context.WithCancel(e.ctx)
	p.stopCopy = cancel
	before := time.Now().Add(-s.keepFor)
	asked := p.id
	e.goLocked(func() {
		defer cancel()
		if err := e.copies.Clear(before); err != nil {
			e.log.Warn("old safety copies", "error", err)
		}
		id, err := e.copies.Copy(ctx, resolve(targets))
		e.update(func(s *state) bool { return p.id == asked && s.copiedLocked(e, p, o, id, err) })
	})
	return true
}

// keepsCopiesLocked tells whether copies are kept at all.
func (e *Engine) keepsCopiesLocked() bool {
	return e.copies.Dir != "" && e.state.keepFor > 0 && !e.state.closing
}

// tooLarge tells whether more would be lost than a copy may hold.
func (p *pending) tooLarge() bool {
	return p.loss != nil && (p.loss.Bytes > keep.DefaultBytes || p.loss.Files > keep.DefaultFiles)
}

// copiedLocked answers a request whose copy is made. Where it could not be made
// the person is asked again: they may not want to go on without.
func (s *state) copiedLocked(e *Engine, p *pending, o option, id keep.ID, err error) bool {
	p.stopCopy = nil
	if !slices.Contains(s.permissions, p) {
		return false
	}
	switch {
	case err == nil:
		s.decideLocked(e, p, o, conversation.CopyMade, id)
	case errors.Is(err, keep.ErrTooLarge):
		s.decideLocked(e, p, o, conversation.CopyTooLarge, "")
	case errors.Is(err, keep.ErrNothing):
		s.decideLocked(e, p, o, conversation.NoCopy, "")
	default:
		p.copyFailed = err.Error()
		e.log.Warn("safety copy", "error", err)
	}
	return true
}

// An unsettled copy belongs to a tool call that may still run.
type unsettled struct {
	decision PermissionID
	tool     acp.ToolCallID
}

// settleCopiesLocked notes how things stand where a tool call has ended: what
// changes from then on is somebody's work.
func (s *state) settleCopiesLocked(e *Engine, c *talk) {
	c.unsettled = slices.DeleteFunc(c.unsettled, func(u unsettled) bool {
		if t := c.log.Tool(u.tool); t != nil && t.End.IsZero() {
			return false
		}
		id := s.copies[u.decision]
		e.goLocked(func() {
			if err := e.copies.Settle(id); err != nil {
				e.log.Warn("safety copy", "error", err)
			}
			e.editDecision(c, u.decision, func(d *conversation.Decision) { d.Copy = conversation.CopyReady })
		})
		return true
	})
}

func (e *Engine) editDecision(c *talk, id PermissionID, f func(*conversation.Decision)) {
	e.update(func(*state) bool { return c.log.EditDecision(uint64(id), f) })
}

// GiveBack puts back what was copied before a decision. Where files changed
// since nothing is done, and the decision names them, unless overwrite is set.
func (e *Engine) GiveBack(key conversation.Key, decision uint64, overwrite bool) {
	e.talk(key, func(s *state, c *talk) bool {
		id, known := s.copies[PermissionID(decision)]
		if !known {
			return false
		}
		e.goLocked(func() {
			err := e.copies.GiveBack(id, overwrite)
			e.editDecision(c, PermissionID(decision), func(d *conversation.Decision) { given(d, err) })
		})
		return c.log.EditDecision(decision, func(d *conversation.Decision) { d.Copy = conversation.CopyGiving })
	})
}

// given notes how giving back went.
func given(d *conversation.Decision, err error) {
	d.Copy, d.Changed, d.Detail = conversation.CopyGiven, nil, ""
	var changed *keep.ChangedError
	switch {
	case errors.As(err, &changed):
		d.Copy, d.Changed = conversation.CopyChanged, changed.Paths
	case err != nil:
		d.Copy, d.Detail = conversation.CopyFailed, err.Error()
	}
}
