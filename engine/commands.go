package engine

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

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
	if c.log.Before(id) < c.forgotten {
		c.forgotten--
	}
	c.log.Remove(id)
}

// Cancel stops the answer: the agent is asked to stop, permission requests are
// answered cancelled, and what was queued stays in the conversation as not sent.
func (e *Engine) Cancel(key conversation.Key) {
	e.talk(key, func(s *state, c *talk) bool { return s.cancelLocked(e, c, dropQueue) })
}

// NewConversation stops the answer and begins a new session with the same
// process. What was said stays above a line.
func (e *Engine) NewConversation(key conversation.Key) {
	e.talk(key, func(s *state, c *talk) bool {
		s.cancelLocked(e, c, dropQueue)
		if c.renew = c.turn != nil; !c.renew {
			s.renewLocked(e, c)
		}
		return true
	})
}

// EditQueued replaces the text of a queued message; an empty text removes it.
// It reports false when the message is no longer queued.
func (e *Engine) EditQueued(key conversation.Key, id QueuedID, text string) (taken bool) {
	if strings.TrimSpace(text) == "" {
		return e.RemoveQueued(key, id)
	}
	return e.talk(key, func(s *state, c *talk) bool {
		i := c.queued(id)
		if i >= 0 {
			c.queue = slices.Clone(c.queue)
			c.queue[i].Text = text
		}
		return i >= 0
	})
}

func (c *talk) queued(id QueuedID) int {
	return slices.IndexFunc(c.queue, func(q Queued) bool { return q.ID == id })
}

// RemoveQueued takes a message out of the queue. It reports false when the
// message is no longer queued.
func (e *Engine) RemoveQueued(key conversation.Key, id QueuedID) (taken bool) {
	return e.talk(key, func(s *state, c *talk) bool {
		i := c.queued(id)
		if i >= 0 {
			c.queue = slices.Delete(slices.Clone(c.queue), i, i+1)
		}
		return i >= 0
	})
}

// StopAgent stops the agent's answers as Cancel does, then ends its process.
func (e *Engine) StopAgent(name string) {
	e.cancelAll(name, dropQueue)
	e.agents.Stop(name, agent.StoppedByPerson)
}

func (e *Engine) cancelAll(name string, fate queueFate) {
	e.update(func(s *state) (changed bool) {
		for _, c := range s.of(name) {
			changed = s.cancelLocked(e, c, fate) || changed
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

// SetMode asks the agent for another of the conversation's Modes. Who chooses
// one that acts without asking wants that.
func (e *Engine) SetMode(key conversation.Key, id string) {
	e.talk(key, func(s *state, c *talk) bool {
		e.setModeLocked(c, id, func(ok bool) {
			if a := find(s.agents, c.agent); ok && a != nil && KindOfMode(id).Acts() {
				a.confirmed = true
			}
		})
		return false
	})
}

func (e *Engine) setModeLocked(c *talk, id string, then func(ok bool)) {
	if c.modeOption != "" {
		e.setOptionLocked(c, c.modeOption, quoted(id), then)
		return
	}
	mode := acp.SessionModeID(id)
	e.setLocked(c, id, then, func(conn *acp.Conn, session acp.SessionID) (func(), error) {
		return func() { c.mode = mode }, conn.SetMode(e.ctx, session, mode)
	})
}

func quoted(s string) jsontext.Value {
	v, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\uFFFD"))
	if err != nil {
		return jsontext.Value(`""`)
	}
	return v
}

// SetOption gives one of the conversation's Options a value: a JSON string, or
// a JSON boolean for an option of type boolean.
func (e *Engine) SetOption(key conversation.Key, id string, value jsontext.Value) {
	e.talk(key, func(s *state, c *talk) bool { e.setOptionLocked(c, id, value, func(bool) {}); return false })
}

func (e *Engine) setOptionLocked(c *talk, id string, value jsontext.Value, then func(ok bool)) {
	e.setLocked(c, id, then, func(conn *acp.Conn, session acp.SessionID) (func(), error) {
		options, err := conn.SetConfigOption(e.ctx, session, id, value)
		return func() {
			if options != nil {
				c.setOptions(options)
			}
		}, err
	})
}

// setLocked changes a setting of the session, if its process runs; the agent's
// refusal is told in the conversation. set gives how the state changes; then is
// called with the lock held, and told whether it did.
func (e *Engine) setLocked(c *talk, name string, then func(ok bool), set func(*acp.Conn, acp.SessionID) (func(), error)) {
	p, session := c.process, c.session
	if p == nil || e.state.processes[c.agent] != p {
		return
	}
	e.goLocked(func() {
		var apply func()
		err := e.withAgent(c.agent, func(conn *acp.Conn) (err error) {
			apply, err = set(conn, session)
			return err
		})
		e.update(func(*state) bool {
			ok := err == nil && c.session == session
			if ok {
				apply()
			} else if f := failureOf(err); f != nil {
				c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.SettingRefused, Args: []string{name}, Failure: f, At: time.Now()})
			}
			then(ok)
			return true
		})
	})
}
