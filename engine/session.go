package engine

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

var errEnded = errors.New("engine: the process ended")

// openSession gives the conversation's session in the process of the lease:
// the one it has there; else the one it had in an earlier process, resumed;
// else a new one, which knows nothing.
func (e *Engine) openSession(c *talk, t *turn, lease *agent.Lease) (acp.SessionID, error) {
	o := opening{engine: e, talk: c, turn: t, ctx: t.ctx, conn: lease.Running().Conn(), can: lease.Running().Initialized()}
	known := o.begin(lease.Generation())
	if o.err == nil && !known {
		o.open()
	}
	if o.err == nil {
		o.choose()
	}
	return o.session, o.err
}

// An opening is the making of a session. Meanwhile the process keeps updates
// for sessions that are not known: they come before the answer that names it.
type opening struct {
	engine  *Engine
	talk    *talk
	turn    *turn
	ctx     context.Context
	conn    *acp.Conn
	can     acp.InitializeResponse
	config  config.Agent
	process *process
	session acp.SessionID // the session; before, the earlier one if there is something to resume
	err     error
}

// begin reports whether the session is there already.
func (o *opening) begin(generation uint64) (known bool) {
	c := o.talk
	o.engine.update(func(s *state) bool {
		o.process = s.processes[c.agent]
		if o.process == nil || o.process.generation != generation {
			o.err = errEnded
			return false
		}
		if c.process == o.process {
			known, o.session = true, c.session
			return false
		}
		if a := find(s.agents, c.agent); a != nil {
			o.config = a.config
		}
		if c.prompted {
			o.session = c.session
		}
		o.process.conn, o.process.can = o.conn, o.can
		o.process.opening++
		c.owe()
		c.log.Forget(time.Now()) // the calls of an earlier session
		return false
	})
	return known
}

// open takes the earlier session up again, or makes one.
func (o *opening) open() {
	defer o.end()
	if !o.resume() {
		o.make()
	}
}

// end drops what was kept for sessions that nobody opened.
func (o *opening) end() {
	o.engine.update(func(*state) bool {
		p := o.process
		if p.opening--; p.opening == 0 && len(p.early) > 0 {
			o.engine.log.Debug("updates of unknown sessions", "agent", p.agent, "count", len(p.early))
			p.early = nil
		}
		return false
	})
}

// resume takes the earlier session up again, if there is one and the agent can.
func (o *opening) resume() bool {
	if o.session == "" {
		return false
	}
	if o.can.ResumeSession && o.try(o.conn.ResumeSession) {
		return true
	}
	return o.can.LoadSession && o.try(o.conn.LoadSession)
}

// try calls session/resume or session/load. What the agent tells of the past
// before it answers is in the log already, and is not shown twice.
func (o *opening) try(call func(context.Context, acp.SessionID, string, jsontext.Value, func(acp.SessionResponse, error)) error) bool {
	o.engine.update(func(*state) bool {
		o.process.sessions[o.session], o.process.replay = o.talk, o.session
		return false
	})
	err := call(o.ctx, o.session, o.config.Workspace, o.config.MCPServers, func(r acp.SessionResponse, err error) {
		o.engine.update(func(*state) bool {
			o.process.replay = "" // what is told from here on is new
			if err == nil {
				o.adopt(r)
				o.note(conversation.SessionResumed)
			}
			return err == nil
		})
	})
	if err != nil {
		o.engine.update(func(*state) bool {
			o.process.replay = ""
			delete(o.process.sessions, o.session)
			return false
		})
		o.engine.log.Info("session not resumed", "agent", o.talk.agent, "err", err)
	}
	return err == nil
}

// make opens a new session. It says so when the agent forgets something.
func (o *opening) make() {
	r, err := o.conn.NewSession(o.ctx, o.config.Workspace, o.config.MCPServers)
	if err == nil && r.SessionID == "" {
		err = &acp.AgentError{Message: "session/new: no sessionId"}
	}
	if o.err = err; err != nil {
		return
	}
	forgets := o.session != ""
	o.session = r.SessionID
	o.engine.update(func(*state) bool {
		c := o.talk
		c.sessionState = sessionState{}
		c.prompted = false
		o.process.sessions[o.session] = c
		o.adopt(r)
		c.closeLeftLocked(o.engine)
		if forgets {
			o.note(conversation.AgentRestarted)
			c.forgotten = c.log.Before(o.turn.message)
		}
		o.process.applyEarly(o.session, c)
		return true
	})
}

// choose gives the session what the person chose before it was there. Stop ends
// the wait for the answers, which count all the same.
func (o *opening) choose() {
	var asked int
	var answered chan struct{}
	o.engine.update(func(*state) bool {
		owed := o.talk.owed()
		asked, answered = len(owed), make(chan struct{}, len(owed))
		for _, ch := range owed {
			if o.engine.askLocked(o.talk, ch, func(bool) { answered <- struct{}{} }) != nil {
				asked-- // the process has ended, as the prompt will find
			}
		}
		return false
	})
	for range asked {
		select {
		case <-answered:
		case <-o.ctx.Done():
			return
		}
	}
}

// adopt makes the session the conversation's.
func (o *opening) adopt(r acp.SessionResponse) {
	c := o.talk
	c.process, c.session = o.process, o.session
	if r.Modes != nil {
		c.modes, c.mode = r.Modes.Available, r.Modes.Current
	}
	if r.ConfigOptions != nil {
		c.setOptions(r.ConfigOptions)
	}
}

// note says above the person's message what became of the agent's memory.
func (o *opening) note(code conversation.Code) {
	o.talk.log.AddBefore(o.turn.message, conversation.Message{Role: conversation.System, Code: code, At: time.Now()})
}

// closeSessionLocked has the agent free a session that nobody needs any more.
func (e *Engine) closeSessionLocked(p *process, id acp.SessionID) {
	if !p.can.CloseSession || !e.state.lives(p) {
		return
	}
	p.conn.CloseSession(id, func(err error) { // it fails only where there is nothing to close any more
		if err != nil {
			e.log.Info("session not closed", "agent", p.agent, "err", err)
		}
	})
}
