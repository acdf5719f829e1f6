package engine

import (
	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
)

// Send gives the agent a message, with files and links in more; while the
// agent answers, the message is queued. It reports whether the message was
// taken: not when it is empty, the conversation unknown or the engine closing.
// Clear the composer only when it was.
func (e *Engine) Send(key conversation.Key, text string, more ...conversation.ContentBlock) (taken bool) {
	return e.talk(key, func(s *state, c *talk) bool { return s.sendLocked(e, c, text, more) })
}

// talk changes one conversation. It reports what f does: false also when
// there is no such conversation.
func (e *Engine) talk(key conversation.Key, f func(s *state, c *talk) bool) (changed bool) {
	e.update(func(s *state) bool {
		if c := s.conversation(key); c != nil {
			changed = f(s, c)
		}
		return changed
	})
	return changed
}

// SendAgain takes a message that was not sent out of the conversation and
// sends it anew.
func (e *Engine) SendAgain(key conversation.Key, id conversation.MessageID) (taken bool) {
	return e.talk(key, func(s *state, c *talk) bool {
		m := c.notSent(id)
		if m == nil {
			return false
		}
		text, more := m.Typed()
		taken := s.sendLocked(e, c, text, more)
		if taken {
			c.remove(id)
		}
		return taken
	})
}

// TakeBack takes a message that was not sent out of the conversation, for the
// person to edit it. The caller keeps its text.
func (e *Engine) TakeBack(key conversation.Key, id conversation.MessageID) (taken bool) {
	return e.talk(key, func(s *state, c *talk) bool {
		if c.notSent(id) == nil {
			return false
		}
		c.remove(id)
		return true
	})
}

func (c *talk) notSent(id conversation.MessageID) *conversation.Message {
	m := c.log.Find(id)
	if m == nil || m.State != conversation.NotSent {
		return nil
	}
	return m
}

func (c *talk) remove(id conversation.MessageID) {
	at := c.log.Before(id)
	if at < c.forgotten {
		c.forgotten--
	}
	if c.left != nil && at < c.left.forgotten {
		c.left.forgotten--
	}
	c.log.Remove(id)
}

// Cancel stops the answer: the agent is asked to stop, permission requests are
// answered cancelled, and what was queued stays in the conversation as not sent.
func (e *Engine) Cancel(key conversation.Key) {
	e.talk(key, func(s *state, c *talk) bool { return s.cancelLocked(e, c, dropQueue, conversation.ByStop) })
}

// StopAgent stops the agent's answers as Cancel does, then ends its process.
func (e *Engine) StopAgent(name string) {
	e.cancelAll(name, dropQueue)
	e.agents.Stop(name, agent.StoppedByPerson)
}

func (e *Engine) cancelAll(name string, fate queueFate) {
	e.update(func(s *state) (changed bool) {
		for _, c := range s.of(name) {
			changed = s.cancelLocked(e, c, fate, conversation.ByStop) || changed
		}
		return changed
	})
}

// RestartAgent ends the agent's process and starts another. What is queued is
// sent to the new one.
func (e *Engine) RestartAgent(name string) {
	e.cancelAll(name, keepQueue)
	e.agents.Stop(name, agent.StoppedByPerson)
	e.update(func(s *state) bool {
		e.goLocked(func() { e.withAgent(name, func(*acp.Conn) error { return nil }) })
		return false
	})
}

// withAgent calls f while the agent runs, started if it does not. It waits.
func (e *Engine) withAgent(name string, f func(*acp.Conn) error) error {
	lease, err := e.agents.Acquire(e.ctx, name, nil)
	if err != nil {
		return err
	}
	defer lease.Release()
	return f(lease.Running().Conn())
}
