package engine

import (
	"slices"
	"strings"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/engine/keep"
)

// state is all that changes, guarded by Engine.mu.
type state struct {
	version       uint64
	clock         conversation.Clock
	lastQueued    QueuedID
	lastAsked     PermissionID
	agents        []*agentState // in the configuration's order, removed ones last
	conversations []*talk       // in the order of agents
	processes     map[string]*process
	permissions   []*pending // oldest first
	forms         []*form    // oldest first
	lastForm      FormID
	keepFor       time.Duration // how long safety copies are kept; 0: none are made
	copies        map[PermissionID]keep.ID
	record        []journal.Entry // to be written
	recording     bool
	closing       bool
	closed        bool
}

type agentState struct {
	config      config.Agent
	removed     bool
	state       agent.State
	failure     *conversation.Failure // of state
	program     string
	signIn      []SignInMethod
	signingIn   string
	signInError *conversation.Failure
	confirmed   bool // the person wants it to act without asking, or has made it ask
}

// A talk is one conversation.
type talk struct {
	key   conversation.Key
	agent string
	log   *conversation.Log
	queue []Queued // never written: each change makes another
	turn  *turn    // nil when idle
	since time.Time
	renew bool // a new conversation begins when the turn has ended

	process  *process // the one that has the session; it may have ended
	mourned  *process // the one whose failure the log tells
	session  acp.SessionID
	prompted bool // the session was given a message: there is something to forget
	left     *left

	choices    []choice
	lastChoice uint64

	unsettled []unsettled // safety copies whose tool may still run
	forgotten int
	loops     conversation.Loops
	sessionState
}

// sessionState is what the agent tells of a session beside the messages.
type sessionState struct {
	title      string
	usage      *acp.Usage
	metered    bool // usage came from usage_update
	modes      []acp.SessionMode
	mode       acp.SessionModeID
	modeOption string // the config option that is the mode, "" when it is a mode of its own
	options    []acp.ConfigOption
	commands   []acp.AvailableCommand
	unknown    int
	plans      bool                   // the agent sends plans
	compacted  conversation.MessageID // takes the chunks of the summary
	compaction string                 // the agent's id of it
	summary    *strings.Builder       // of it
	conduct
}

func find(agents []*agentState, name string) *agentState {
	i := slices.IndexFunc(agents, func(a *agentState) bool { return a.config.Name == name })
	if i < 0 {
		return nil
	}
	return agents[i]
}

func (s *state) conversation(key conversation.Key) *talk {
	i := slices.IndexFunc(s.conversations, func(c *talk) bool { return c.key == key })
	if i < 0 {
		return nil
	}
	return s.conversations[i]
}

// of gives an agent's conversations.
func (s *state) of(agent string) []*talk {
	var list []*talk
	for _, c := range s.conversations {
		if c.agent == agent {
			list = append(list, c)
		}
	}
	return list
}

func (s *state) addConversation(key conversation.Key, agent string) {
	s.conversations = append(s.conversations, &talk{key: key, agent: agent, log: conversation.NewLog(&s.clock)})
}

func (s *state) dropConversations(agent string) {
	s.conversations = slices.DeleteFunc(s.conversations, func(c *talk) bool { return c.agent == agent })
}

// sortLocked puts the conversations in the order of their agents.
func (s *state) sortLocked() {
	place := func(c *talk) int {
		return slices.IndexFunc(s.agents, func(a *agentState) bool { return a.config.Name == c.agent })
	}
	slices.SortStableFunc(s.conversations, func(a, b *talk) int { return place(a) - place(b) })
}

// freezeLocked makes the snapshot of this moment.
func (s *state) freezeLocked() *Snapshot {
	snap := &Snapshot{
		Version:       s.version,
		Agents:        make([]AgentView, len(s.agents)),
		Conversations: make([]ConversationView, len(s.conversations)),
		Permissions:   make([]PermissionView, len(s.permissions)),
		Forms:         make([]FormView, len(s.forms)),
		Closing:       s.closing,
		Closed:        s.closed,
	}
	for i, a := range s.agents {
		snap.Agents[i] = s.agentView(a)
	}
	for i, c := range s.conversations {
		snap.Conversations[i] = c.view()
	}
	for i, p := range s.permissions {
		snap.Permissions[i] = p.view()
	}
	for i, f := range s.forms {
		snap.Forms[i] = f.view
	}
	return snap
}

func (s *state) agentView(a *agentState) AgentView {
	return AgentView{
		Name:        a.config.Name,
		Description: a.config.Description,
		Workspace:   a.config.Workspace,
		Command:     a.config.Command,
		Status:      s.agentStatus(a),
		Reason:      a.state.Cause,
		Since:       a.state.Since,
		Failure:     a.failure,
		Memory:      a.state.Memory,
		Program:     a.program,
		SignIn:      a.signIn,
		SigningIn:   a.signingIn,
		SignInError: a.signInError,
		Removed:     a.removed,
	}
}

func (s *state) agentStatus(a *agentState) AgentStatus {
	waits := slices.ContainsFunc(s.permissions, func(p *pending) bool { return p.conversation.agent == a.config.Name }) ||
		slices.ContainsFunc(s.forms, func(f *form) bool { return f.talk.agent == a.config.Name }) ||
		slices.ContainsFunc(s.of(a.config.Name), func(c *talk) bool { return c.turn != nil && c.turn.confirm != nil })
	switch a.state.Status {
	case agent.Starting:
		return AgentStarting
	case agent.Idle, agent.Answering:
		if waits {
			return AgentWaiting
		}
		if a.state.Status == agent.Idle {
			return AgentIdle
		}
		return AgentAnswering
	case agent.Stopping:
		return AgentStopping
	case agent.Failed:
		return AgentFailed
	}
	return AgentStopped
}

// program names the agent's program as a person knows it.
func program(i acp.Implementation) string {
	name := i.Title
	if name == "" {
		name = i.Name
	}
	if name != "" && i.Version != "" {
		name += " " + i.Version
	}
	return name
}

func (c *talk) view() ConversationView {
	v := ConversationView{
		Key:       c.key,
		Agent:     c.agent,
		Messages:  c.log.Freeze(),
		Queued:    c.queue,
		Since:     c.since,
		Failures:  c.loops.Failures,
		Repeats:   c.loops.Repeats,
		Title:     c.title,
		Usage:     c.usage,
		Modes:     c.modes,
		Mode:      string(c.mode),
		Options:   c.options,
		Commands:  c.commands,
		Forgotten: c.forgotten,
		Unknown:   c.unknown,
		Unasked:   c.unasked,
	}
	if c.left != nil && c.turn == nil {
		v.Left = c.left.line
	}
	if t := c.turn; t != nil {
		v.Turn, v.InLine, v.Overdue, v.Confirm = t.state, t.inLine, t.overdue, t.confirm != nil
	}
	return v
}
