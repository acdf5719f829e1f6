package engine

import (
	"context"
	"errors"
	"runtime"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
)

// overdueAfter is how long an agent may take to stop before the person is
// offered to restart it.
const overdueAfter = 5 * time.Second

// A turn is one message of the person and the agent's answer to it.
type turn struct {
	state   TurnState
	message conversation.MessageID // the person's
	prompt  []acp.ContentBlock
	ctx     context.Context // ends the wait for an agent and a session, never the prompt
	cancel  context.CancelFunc
	conn    *acp.Conn // set once the prompt is in the writer's queue
	inLine  bool
	overdue bool
	confirm chan struct{} // closed when the person says to go on; nil when that is not waited for
	clock   *time.Timer   // to overdue
}

// queueFate is what becomes of the queue when a turn is cancelled.
type queueFate bool

const (
	dropQueue queueFate = false
	keepQueue queueFate = true
)

func (s *state) sendLocked(e *Engine, c *talk, text string, more []acp.ContentBlock) bool {
	a := find(s.agents, c.agent)
	if s.closing || a == nil || a.removed || isEmpty(text, more) {
		return false
	}
	s.enqueue(c, text, more)
	if c.turn == nil {
		e.beginLocked(c)
	}
	return true
}

// begin puts the person's message in the log and makes its turn.
func (c *talk) begin(text string, more []acp.ContentBlock) *turn {
	at := time.Now()
	t := &turn{state: TurnAnswering}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	m := conversation.Message{Role: conversation.User, At: at}
	if text != "" {
		m.Parts = append(m.Parts, conversation.Text{Markdown: text})
		t.prompt = append(t.prompt, acp.TextBlock(text))
	}
	for _, b := range more {
		m.Parts = append(m.Parts, conversation.Content{Block: b})
	}
	t.prompt = append(t.prompt, more...)
	t.message = c.log.Add(m)
	c.log.Begin()
	c.turn, c.since, c.loops = t, at, conversation.Loops{}
	return t
}

// cancelLocked stops the turn, if there is one, and answers the permission
// requests of the conversation, which may wait without a turn. It reports
// whether there was anything to stop.
func (s *state) cancelLocked(e *Engine, c *talk, fate queueFate, why conversation.Unanswered) bool {
	changed := s.stopLocked(e, c) // the agent reads it before the answers, so that it takes none for a refusal
	changed = s.unaskLocked(e, why, c.here) || changed
	if fate == dropQueue && len(c.queue) > 0 {
		c.dropQueue()
		changed = true
	}
	return changed
}

// stopLocked stops the turn: one that the agent has by session/cancel, else
// the wait for the agent or the session.
func (s *state) stopLocked(e *Engine, c *talk) bool {
	t := c.turn
	if t == nil || t.state == TurnStopping {
		return false
	}
	t.state, c.since = TurnStopping, time.Now()
	t.cancel()
	if t.conn != nil {
		t.conn.Cancel(c.session)
	}
	t.clock = time.AfterFunc(overdueAfter, func() {
		e.update(func(*state) bool { t.overdue = true; return c.turn == t })
	})
	return true
}

// An outcome is how a turn ended.
type outcome struct {
	sent    bool // the agent got the message
	stop    acp.StopReason
	failure *conversation.Failure
	lost    bool             // the agent is not there: what is queued would not reach it either
	signIn  []acp.AuthMethod // the ways to sign in, when that is what fails
}

// run is the goroutine of a conversation's turns, until none is queued. It
// holds the agent from one to the next, so that it is not stopped to make
// room in between and forgets what it was told.
func (e *Engine) run(c *talk, t *turn) {
	var held *agent.Lease
	for t != nil {
		lease, err := e.agents.Acquire(t.ctx, c.agent, func() { e.setInLine(c, t, true) })
		if held != nil {
			held.Release()
		}
		held = lease
		e.setInLine(c, t, false)
		o := outcome{failure: failureOf(err), lost: true}
		if err == nil {
			o = e.answer(c, t, lease)
		}
		t = e.endTurn(c, t, o)
	}
	if held != nil {
		held.Release()
	}
}

func (e *Engine) setInLine(c *talk, t *turn, waits bool) {
	e.update(func(*state) bool {
		changed := t.inLine != waits
		t.inLine = waits
		return changed
	})
}

// answer sends the message and waits for the end of the turn.
func (e *Engine) answer(c *talk, t *turn, lease *agent.Lease) outcome {
	id, err := e.openSession(c, t, lease)
	if err != nil {
		return e.failed(lease, err, false)
	}
	if !e.confirmed(c, t) {
		return outcome{}
	}
	conn := lease.Running().Conn()
	prompt, err := conn.NewPrompt(id, t.prompt)
	stopped := false
	e.update(func(*state) bool {
		if stopped = t.state == TurnStopping; stopped || err != nil {
			return false
		}
		if err = prompt.Send(); err == nil { // under the lock: Stop comes before it, or finds whom to tell
			t.conn, c.prompted = conn, true
		}
		return false
	})
	switch {
	case stopped:
		return outcome{}
	case err != nil:
		return e.failed(lease, err, false)
	}
	r, err := prompt.Wait(context.Background())
	if err != nil {
		return e.failed(lease, err, true)
	}
	return outcome{sent: true, stop: r.StopReason}
}

// failed makes the outcome of an error. When the stream ended it waits for
// the process, to tell how that ended.
func (e *Engine) failed(lease *agent.Lease, err error, sent bool) outcome {
	var answered *acp.AgentError
	if errors.Is(err, context.Canceled) {
		return outcome{sent: sent}
	}
	if errors.As(err, &answered) {
		o := outcome{sent: sent, failure: failureOf(err), lost: !sent}
		if o.failure.Code == conversation.FailedSignIn {
			o.lost, o.signIn = true, lease.Running().Initialized().AuthMethods
			if len(o.signIn) == 0 {
				o.failure.Code = conversation.FailedSignInUntold
			}
		}
		return o
	}
	if unwritten := (*acp.WriteError)(nil); errors.As(err, &unwritten) {
		sent = false
	}
	r := lease.Running()
	r.Stop() // one that closed its output and lives on is no use
	<-r.Done()
	return outcome{sent: sent, lost: true, failure: failureOf(&agent.ExitError{Exit: r.Exit(), Detail: r.Details()})}
}

// endTurn closes the turn in the log, and gives the next one that was queued.
func (e *Engine) endTurn(c *talk, t *turn, o outcome) (next *turn) {
	e.update(func(s *state) bool {
		stopped := t.state == TurnStopping
		if t.clock != nil {
			t.clock.Stop()
		}
		t.cancel()
		if o.lost {
			s.unaskLocked(e, conversation.ByAgentsEnd, c.here)
			c.mourned = c.process
		}
		c.settle(t, o, stopped)
		s.settleCopiesLocked(e, c)
		a := find(s.agents, c.agent)
		if a != nil && !stopped {
			a.learnSignIn(o)
		}
		if o.lost && !stopped {
			c.dropQueue()
		}
		c.turn, c.since = nil, time.Now()
		if c.renew {
			s.renewLocked(e, c)
		}
		if next = c.next(); a != nil {
			s.tellEndLocked(c, a) // it may have failed while the answer was taken
		}
		return true
	})
	return next
}

// learnSignIn takes from the end of a turn whether signing in is needed: an
// agent that answered needs none, however it was done.
func (a *agentState) learnSignIn(o outcome) {
	switch {
	case o.signIn != nil:
		a.signIn = signInMethods(a.config, o.signIn, runtime.GOOS == "windows")
	case o.sent && o.failure == nil:
		a.signIn, a.signInError = nil, nil
	}
}

// settle writes the end of a turn in the log. One that we stopped is shown as
// stopped whatever the agent or its process answered.
func (c *talk) settle(t *turn, o outcome, stopped bool) {
	at := time.Now()
	if stopped {
		o.stop, o.failure = acp.Cancelled, nil
	}
	refused := o.failure != nil && o.failure.SignIn() && !c.log.Answered()
	if o.sent && !refused {
		c.log.Finish(o.stop, o.failure, at)
		return
	}
	c.log.Abandon(at)
	c.log.Edit(t.message, func(m *conversation.Message) { m.State = conversation.NotSent })
	if !stopped {
		c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.AgentUnavailable, Failure: o.failure, At: at})
	}
}
