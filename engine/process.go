package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
)

// earlyLimit is how many updates are kept for sessions that are being made.
const earlyLimit = 10_000

// A process is the handler of what one agent process says. Its reader calls
// the methods, in order. The fields but the first three are guarded by the
// engine's lock.
type process struct {
	engine     *Engine
	agent      string
	generation uint64

	conn     *acp.Conn // known once it is asked for a session, as can is
	can      acp.InitializeResponse
	sessions map[acp.SessionID]*talk
	opening  int                       // sessions being made: updates of unknown ones are kept
	early    []acp.SessionNotification // these
	crowded  bool                      // it asked more than anybody answers
	replay   acp.SessionID             // being resumed: the agent may tell its past again
}

// SessionUpdate applies an update, at once or when its session is known.
func (p *process) SessionUpdate(n acp.SessionNotification) {
	p.engine.update(func(s *state) bool {
		switch c := p.sessions[n.SessionID]; {
		case c != nil && p.replay == n.SessionID && isPast(n.Update.Kind):
			return false
		case c != nil:
			changed := p.apply(s, c, &n.Update)
			s.settleCopiesLocked(p.engine, c)
			return changed
		case p.opening > 0 && len(p.early) < earlyLimit:
			p.early = append(p.early, n)
		default:
			p.engine.log.Debug("update of an unknown session", "agent", p.agent, "session", n.SessionID, "kind", n.Update.Kind)
		}
		return false
	})
}

// apply applies an update, and looks again at what it tells more of.
func (p *process) apply(s *state, c *talk, u *acp.SessionUpdate) (changed bool) {
	changed = c.apply(u, time.Now())
	if u.Kind != acp.ToolCallProgress && u.Kind != acp.ToolCallStart {
		return changed
	}
	s.withdrawLocked(p.engine, conversation.ByAgent, func(q *pending) bool { return q.process == p && q.moot(c, &u.ToolCall) })
	s.askAnewLocked(p.engine, c, u.ToolCall.ID)
	if u.ToolCall.Content != nil {
		s.locateLocked(p.engine, c, u.ToolCall.ID)
	}
	return changed
}

// isPast tells the kinds of update that repeat what was said.
func isPast(k acp.UpdateKind) bool {
	switch k {
	case acp.AvailableCommandsUpdate, acp.CurrentModeUpdate, acp.ConfigOptionUpdate, acp.SessionInfoUpdate, acp.UsageUpdate:
		return false
	}
	return true
}

// applyEarly applies what came for a session before its name.
func (p *process) applyEarly(id acp.SessionID, c *talk) {
	p.early = slices.DeleteFunc(p.early, func(n acp.SessionNotification) bool {
		if n.SessionID == id {
			p.apply(&p.engine.state, c, &n.Update)
		}
		return n.SessionID == id
	})
}

// talk gives the conversation that a request is about. Agents ask for
// sessions that they made themselves too, and for ones that are not known
// yet: these are asked where the agent answers, as somebody must be.
func (p *process) talk(s *state, id acp.SessionID) *talk {
	if c := p.sessions[id]; c != nil {
		return c
	}
	list := s.of(p.agent)
	for _, c := range list {
		if c.turn != nil {
			return c
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return nil
}

// A pending permission request waits for the person.
type pending struct {
	id           PermissionID
	conversation *talk
	process      *process
	call         uint64
	tool         *conversation.Tool // as it was asked
	options      []acp.PermissionOption
	at           time.Time
	reply        func(acp.Outcome) // never waits

	described *conversation.Tool // what subject and loss are read from
	subject   *permission.Subject
	loss      *permission.Loss

	keeps      bool               // subject can be copied
	stopCopy   context.CancelFunc // ends the safety copy that is being made, nil when none is
	copyFailed string             // why none could be made
}

func (p *pending) view() PermissionView {
	return PermissionView{
		ID:      p.id,
		Key:     p.conversation.key,
		Agent:   p.conversation.agent,
		Tool:    p.known(),
		Options: p.options,
		At:      p.at,
		Subject: p.subject,
		Loss:    p.loss,
		Keeps:   p.keeps && p.copyFailed == "" && !p.tooLarge(),
		Copying: p.stopCopy != nil,
		NoCopy:  p.copyFailed,
	}
}

// known is the call as it is known now.
func (p *pending) known() *conversation.Tool {
	if t := p.conversation.log.Tool(p.tool.Call.ID); t != nil {
		return t
	}
	return p.tool
}

// RequestPermission registers the request; an answer comes later. While the
// turn stops there is nothing to ask.
func (p *process) RequestPermission(req acp.PermissionRequest, reply func(acp.Outcome)) {
	p.engine.update(func(s *state) bool {
		c := p.talk(s, req.SessionID)
		if c == nil || s.closing {
			reply(acp.Outcome{})
			return false
		}
		if req.ToolCall.ID == "" {
			req.ToolCall.ID = acp.ToolCallID(fmt.Sprintf("(permission %d)", s.lastAsked+1))
		}
		c.asks(req.ToolCall.ID)
		tool := c.updateTool(req.ToolCall, "", false, time.Now())
		if s.endsLocked(c) || s.manyWaitLocked(p) {
			reply(acp.Outcome{})
			return true
		}
		s.locateLocked(p.engine, c, req.ToolCall.ID)
		s.askAnewLocked(p.engine, c, req.ToolCall.ID)
		s.lastAsked++
		asked := &pending{id: s.lastAsked, conversation: c, process: p, call: req.Call,
			tool: tool, options: req.Options, at: time.Now(), reply: reply}
		s.permissions = append(s.permissions, asked)
		c.log.Ask(req.ToolCall.ID, true)
		s.describeLocked(p.engine, asked)
		return true
	})
}

// maxWaiting is how many requests and forms of one agent wait for the person:
// more than anybody answers. Further ones are answered cancelled.
const maxWaiting = 100

// manyWaitLocked tells that so many wait already.
func (s *state) manyWaitLocked(p *process) bool {
	n := 0
	for _, q := range s.permissions {
		if q.process == p {
			n++
		}
	}
	for _, f := range s.forms {
		if f.process == p {
			n++
		}
	}
	if n >= maxWaiting && !p.crowded {
		p.crowded = true // told once
		p.engine.log.Warn("too many requests wait", "agent", p.agent)
	}
	return n >= maxWaiting
}

// endsLocked tells that the turn or the agent is being stopped: nobody answers
// what the agent asks now.
func (s *state) endsLocked(c *talk) bool {
	a := find(s.agents, c.agent)
	return c.turn != nil && c.turn.state == TurnStopping || a != nil && a.state.Status == agent.Stopping
}

// PermissionWithdrawn takes back a request that the agent no longer asks.
func (p *process) PermissionWithdrawn(call uint64) {
	p.engine.update(func(s *state) bool {
		return s.withdrawLocked(p.engine, conversation.ByAgent, func(q *pending) bool { return q.process == p && q.call == call })
	})
}

// unaskLocked takes back the permission requests and the forms that match,
// which nobody answered, and writes down why.
func (s *state) unaskLocked(e *Engine, why conversation.Unanswered, match func(*talk, *process) bool) bool {
	requests := s.withdrawLocked(e, why, func(q *pending) bool { return match(q.conversation, q.process) })
	forms := s.cancelForms(func(f *form) bool { return match(f.talk, f.process) })
	return requests || forms
}

// here matches what was asked in a conversation.
func (c *talk) here(in *talk, _ *process) bool { return in == c }

// withdrawLocked answers cancelled to the requests that match, which nobody
// answered, and writes down why.
func (s *state) withdrawLocked(e *Engine, why conversation.Unanswered, match func(*pending) bool) (any bool) {
	for _, q := range slices.Clone(s.permissions) {
		if match(q) {
			s.describedLocked(q)
			s.recordDecisionLocked(e, q, conversation.Decision{Unanswered: why}, "")
			s.answerLocked(q, acp.Outcome{})
			any = true
		}
	}
	return any
}

// answerLocked takes a request out and answers it.
func (s *state) answerLocked(q *pending, o acp.Outcome) {
	s.permissions = slices.DeleteFunc(s.permissions, func(p *pending) bool { return p == q })
	if q.stopCopy != nil {
		q.stopCopy()
	}
	id := q.tool.Call.ID
	asks := func(p *pending) bool { return p.conversation == q.conversation && p.tool.Call.ID == id }
	if still := slices.ContainsFunc(s.permissions, asks); o.OptionID == "" && !still {
		q.conversation.log.CancelTool(id, time.Now())
	} else {
		q.conversation.log.Ask(id, still)
	}
	if chosen, _ := q.option(o.OptionID); chosen.ID != "" {
		q.conversation.log.AnswerTool(id, chosen.allows(), time.Now())
	}
	q.reply(o)
}

// moot tells that the agent ended the call by itself after it had asked: an
// answer would allow nothing any more.
func (p *pending) moot(c *talk, change *acp.ToolCall) bool {
	ended := change.Status == acp.ToolCompleted || change.Status == acp.ToolFailed
	return ended && p.conversation == c && p.tool.Call.ID == change.ID
}

// Unsupported shows that the agent called what Sidekicks does not have: it
// explains a tool that fails.
func (p *process) Unsupported(method string, session acp.SessionID) {
	p.engine.update(func(s *state) bool {
		c := p.talk(s, session)
		if c == nil {
			return false
		}
		c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.UnsupportedCall, Args: []string{shortName(method)}, At: time.Now()})
		return true
	})
}

// shortName is a name of the agent's that stands in a sentence of ours: one line,
// and no more than a name is.
func shortName(name string) string {
	const longest = 100
	name = strings.Join(strings.Fields(name), " ")
	if len(name) > longest {
		name = strings.ToValidUTF8(name[:longest], "") + "…"
	}
	return name
}

// Trouble goes to the log.
func (p *process) Trouble(err error) {
	p.engine.log.Warn("agent's stream", "agent", p.agent, "err", err)
}
