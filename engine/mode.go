package engine

import (
	"strings"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// A ModeKind is what a mode lets an agent do without asking the person.
type ModeKind uint8

const (
	ModeUnknown  ModeKind = iota
	ModeAsks              // asks before it changes or runs anything
	ModePlans             // changes and runs nothing
	ModeSettings          // asks what the agent's own settings say
	ModeEdits             // changes files, and asks for the rest
	ModeJudges            // decides by itself what to ask
	ModeActs              // asks nothing
)

// Acts tells whether an agent changes files or runs commands without asking.
func (k ModeKind) Acts() bool { return k >= ModeEdits }

// modeKinds are the modes of known agents: Claude, codex, Copilot, Gemini,
// opencode, Qwen Code and the guide.
var modeKinds = map[string]ModeKind{
	"ask": ModeAsks, "default": ModeAsks, "read-only": ModeAsks,
	"plan": ModePlans, "dontAsk": ModePlans,
	"build":       ModeSettings,
	"acceptEdits": ModeEdits, "auto-edit": ModeEdits, "autoEdit": ModeEdits, "auto_edit": ModeEdits,
	"auto": ModeJudges, "agent": ModeJudges,
	"yolo": ModeActs, "bypassPermissions": ModeActs, "full-access": ModeActs, "agent-full-access": ModeActs, "autopilot": ModeActs, "act-alone": ModeActs,
}

// KindOfMode is the kind of a mode by its id, as far as that is known. Some
// agents' ids are addresses, of which the fragment counts.
func KindOfMode(id string) ModeKind {
	return modeKinds[id[strings.LastIndexByte(id, '#')+1:]]
}

// A conduct is what a session's agent was seen to ask for.
type conduct struct {
	asked   map[acp.ToolCallID]bool // calls that it asked for
	always  bool                    // the person allowed something once and for all
	unasked string                  // title of a call that it made without asking
}

// ended notes a call that the agent made: whether it asked before.
func (c *conduct) ended(t *conversation.Tool) {
	ran := t.Call.Status == acp.ToolCompleted || t.Exit != 0
	if !ran || c.asked[t.Call.ID] || c.always || c.unasked != "" {
		return
	}
	switch t.Call.Kind {
	case acp.ToolExecute, acp.ToolEdit, acp.ToolDelete, acp.ToolMove:
		c.unasked = t.Call.Title
	}
}

// asks notes that the agent asked for a call.
func (c *conduct) asks(id acp.ToolCallID) {
	if c.asked == nil {
		c.asked = map[acp.ToolCallID]bool{}
	}
	c.asked[id] = true
}

// acts tells whether the conversation's agent is known to act without asking:
// by its mode, else by what it did.
func (c *talk) acts() bool {
	kind := KindOfMode(string(c.mode))
	return kind.Acts() || c.unasked != "" && kind != ModeAsks && kind != ModePlans
}

// confirmLocked begins to wait for the person's word before the first message
// in a run of the program goes to an agent that acts without asking. It gives
// nil where there is nothing to wait for.
func (s *state) confirmLocked(e *Engine, c *talk, t *turn) <-chan struct{} {
	a := find(s.agents, c.agent)
	if !e.confirms || a == nil || a.confirmed || !c.acts() || t.state == TurnStopping {
		return nil
	}
	t.confirm = make(chan struct{})
	return t.confirm
}

// confirmed waits for the person's word. It reports false when the turn was
// stopped meanwhile.
func (e *Engine) confirmed(c *talk, t *turn) bool {
	var word <-chan struct{}
	e.update(func(s *state) bool {
		word = s.confirmLocked(e, c, t)
		return word != nil
	})
	if word == nil {
		return true
	}
	select {
	case <-word:
		return true
	case <-t.ctx.Done():
		e.update(func(*state) bool { t.confirm = nil; return true })
		return false
	}
}

// Proceed sends the message that waits because its agent acts without asking:
// as it is, or in another of the conversation's Modes. The person is not asked
// again for this agent.
func (e *Engine) Proceed(key conversation.Key, mode string) {
	e.talk(key, func(s *state, c *talk) bool {
		t := c.turn
		if t == nil || t.confirm == nil {
			return false
		}
		if mode == "" {
			s.proceedLocked(c, t)
			return true
		}
		return e.chooseLocked(c, c.modeChoice(mode), func(ok bool) {
			if ok && c.turn == t {
				s.proceedLocked(c, t)
			}
		})
	})
}

func (s *state) proceedLocked(c *talk, t *turn) {
	if a := find(s.agents, c.agent); a != nil {
		a.confirmed = true
	}
	if t.confirm != nil {
		close(t.confirm)
		t.confirm = nil
	}
}
