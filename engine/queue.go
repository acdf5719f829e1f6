package engine

import (
	"slices"
	"strings"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// HoldQueued keeps a queued message back while the person changes it, or no
// longer: neither it nor what is behind it is sent. It reports false when the
// message is no longer queued.
func (e *Engine) HoldQueued(key conversation.Key, id QueuedID, held bool) (taken bool) {
	return e.changeQueued(key, id, func(q *Queued) { q.Held = held })
}

// EditQueued replaces the text of a queued message, which is no longer held,
// and adds more to its files. One that is left with nothing is removed. It
// reports false when the message is no longer queued.
func (e *Engine) EditQueued(key conversation.Key, id QueuedID, text string, more ...conversation.ContentBlock) (taken bool) {
	if isEmpty(text, nil) {
		text = ""
	}
	return e.changeQueued(key, id, func(q *Queued) { q.Text, q.More, q.Held = text, slices.Concat(q.More, more), false })
}

// RemoveQueued takes a message out of the queue. It reports false when the
// message is no longer queued.
func (e *Engine) RemoveQueued(key conversation.Key, id QueuedID) (taken bool) {
	return e.changeQueued(key, id, func(q *Queued) { *q = Queued{} })
}

// changeQueued changes a queued message; one that f empties is taken out. What
// may be sent then is.
func (e *Engine) changeQueued(key conversation.Key, id QueuedID, f func(*Queued)) (taken bool) {
	return e.talk(key, func(s *state, c *talk) bool {
		i := slices.IndexFunc(c.queue, func(q Queued) bool { return q.ID == id })
		if i < 0 {
			return false
		}
		c.queue = slices.Clone(c.queue)
		if f(&c.queue[i]); isEmpty(c.queue[i].Text, c.queue[i].More) {
			c.queue = slices.Delete(c.queue, i, i+1)
		}
		if c.turn == nil && !s.closing {
			e.beginLocked(c)
		}
		return true
	})
}

// isEmpty tells whether there is nothing to send.
func isEmpty(text string, more []acp.ContentBlock) bool {
	return strings.TrimSpace(text) == "" && len(more) == 0
}

// enqueue puts a message behind those that wait.
func (s *state) enqueue(c *talk, text string, more []acp.ContentBlock) {
	s.lastQueued++
	c.queue = append(c.queue[:len(c.queue):len(c.queue)], Queued{ID: s.lastQueued, Text: text, More: more, At: time.Now()})
}

// beginLocked starts the turn of the first message that waits, if it may be sent.
func (e *Engine) beginLocked(c *talk) {
	if t := c.next(); t != nil {
		e.goLocked(func() { e.run(c, t) })
	}
}

// next makes the turn of the first message that waits; nil when there is none,
// or the person is changing it.
func (c *talk) next() *turn {
	if len(c.queue) == 0 || c.queue[0].Held {
		return nil
	}
	q := c.queue[0]
	c.queue = c.queue[1:]
	return c.begin(q.Text, q.More)
}

// dropQueue keeps what waits in the log, as not sent.
func (c *talk) dropQueue() {
	for _, q := range c.queue {
		m := conversation.Message{Role: conversation.User, State: conversation.NotSent, At: q.At}
		if q.Text != "" {
			m.Parts = append(m.Parts, conversation.Text{Markdown: q.Text})
		}
		for _, b := range q.More {
			m.Parts = append(m.Parts, conversation.Content{Block: b})
		}
		c.log.Add(m)
	}
	c.queue = nil
}
