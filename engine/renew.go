package engine

import (
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// left is the session that a new conversation has left, until there is another.
type left struct {
	line      conversation.MessageID // says that it was left
	process   *process
	session   acp.SessionID
	forgotten int
	title     string
	usage     *acp.Usage
	metered   bool
}

// NewConversation stops the answer and begins a new session with the same
// process. What was said stays above a line.
func (e *Engine) NewConversation(key conversation.Key) {
	e.talk(key, func(s *state, c *talk) bool {
		s.cancelLocked(e, c, dropQueue, conversation.ByNewConversation)
		if c.renew = c.turn != nil; !c.renew {
			s.renewLocked(e, c)
		}
		return true
	})
}

// ResumeConversation goes back to the conversation that NewConversation left,
// with the agent's memory of it, and takes the line away. It does nothing once
// the agent was asked something in the new one (ConversationView.Left is 0).
func (e *Engine) ResumeConversation(key conversation.Key) {
	e.talk(key, func(_ *state, c *talk) bool {
		if c.left == nil || c.turn != nil {
			return false
		}
		c.resume()
		return true
	})
}

// renewLocked begins a new conversation below a line.
func (s *state) renewLocked(e *Engine, c *talk) {
	at := time.Now()
	s.unaskLocked(e, conversation.ByNewConversation, c.here)
	c.renew = false
	c.log.Forget(at)
	if c.left != nil { // a new one has begun, and nothing was asked in it
		return
	}
	var line conversation.MessageID
	if c.log.Len() > c.forgotten { // else the line is there already, or there is nothing above it
		line = c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.NewConversation, At: at})
	}
	if c.process != nil {
		delete(c.process.sessions, c.session)
		c.left = &left{line: line, process: c.process, session: c.session, forgotten: c.forgotten, title: c.title, usage: c.usage, metered: c.metered}
		if !c.prompted {
			c.closeLeftLocked(e)
		}
	}
	c.process, c.session, c.prompted = nil, "", false
	c.forgotten, c.loops = c.log.Len(), conversation.Loops{}
	c.title, c.usage, c.metered = "", nil, false
}

// closeLeftLocked has the agent free the session that was left: it cannot be
// gone back to.
func (c *talk) closeLeftLocked(e *Engine) {
	if c.left != nil {
		e.closeSessionLocked(c.left.process, c.left.session)
		c.left = nil
	}
}

// resume goes back to the session that was left.
func (c *talk) resume() {
	l := c.left
	c.left = nil
	c.remove(l.line)
	c.process, c.session, c.prompted, c.forgotten = l.process, l.session, true, l.forgotten
	c.title, c.usage, c.metered = l.title, l.usage, l.metered
	c.process.sessions[c.session] = c
}
