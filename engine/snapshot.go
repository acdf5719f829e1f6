package engine

import (
	"time"

	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
)

// A Snapshot is everything the window shows at one moment. It is never
// written after it was given out, and holds only values and pointers to
// immutable values: keep it as long as you like, from any goroutine.
type Snapshot struct {
	Version       uint64
	Agents        []AgentView        // in the configuration's order
	Conversations []ConversationView // today one an agent, in the same order
	Permissions   []PermissionView   // pending, oldest first, of all conversations
	Forms         []FormView         // waiting, oldest first, of all conversations
	Config        ConfigView
	Closing       bool // Close was called; agents are ending
	Closed        bool // every agent ended
}

// AgentStatus is what an agent's process is doing.
type AgentStatus uint8

const (
	AgentStopped  AgentStatus = iota // Reason says why
	AgentStarting                    // Since says since when
	AgentIdle
	AgentAnswering
	AgentWaiting // for the person: a permission or a form is pending, or Proceed is waited for
	AgentStopping
	AgentFailed // Failure says why
)

// StopCause says why an agent's process is not there.
type StopCause = agent.StopCause

const (
	NeverStarted    = agent.NeverStarted
	StoppedIdle     = agent.StoppedIdle    // idle_timeout
	StoppedForRoom  = agent.StoppedForRoom // made room for another agent
	StoppedByPerson = agent.StoppedByPerson
	StoppedChanged  = agent.StoppedChanged // its configuration changed
	StoppedItself   = agent.StoppedItself  // it left by itself while it had nothing to do
	StoppedQuit     = agent.StoppedQuit
)

// An AgentView is one agent of the configuration.
type AgentView struct {
	Name        string
	Description string
	Workspace   string
	Command     string // as configured
	Status      AgentStatus
	Reason      StopCause
	Since       time.Time             // when Status began
	Failure     *conversation.Failure // AgentFailed
	Memory      int64                 // bytes used by the process, 0 when unknown
	Program     string                // name and version as the agent tells them, "" before it ran
	SignIn      []SignInMethod        // methods to offer; non-empty when signing in is needed
	SigningIn   string                // id of the method that runs
	SignInError *conversation.Failure // why the last one failed
	Removed     bool                  // no longer in the configuration: its conversation can only be read
}

// TurnState is where a conversation's turn is.
type TurnState uint8

const (
	TurnIdle TurnState = iota
	TurnAnswering
	TurnStopping
)

// A ConversationView is one conversation.
type ConversationView struct {
	Key       conversation.Key
	Agent     string
	Messages  []*conversation.Message // finished, and the one that grows last
	Queued    []Queued                // sent while the agent answers, oldest first
	Turn      TurnState
	Since     time.Time           // when Turn began
	InLine    bool                // the turn waits for another agent to end (limits.running_agents)
	Confirm   bool                // the message waits for Proceed: the agent acts without asking
	Overdue   bool                // stopping for 5 s without an answer: offer Wait and Restart
	Failures  conversation.Streak // failing tools, reset as the product says
	Repeats   conversation.Streak // identical successes
	Title     string              // session_info_update
	Usage     *conversation.Usage
	Modes     []conversation.SessionMode
	Mode      string // id of the mode in force, "" when the agent has none
	Options   []conversation.ConfigOption
	Commands  []conversation.AvailableCommand
	Forgotten int                    // messages at the head that the agent does not see
	Left      conversation.MessageID // the line that ResumeConversation takes away; 0: there is none
	Unasked   string                 // title of a call that the agent made in this session without asking; "" when there is none
	Unknown   int                    // updates of kinds that Sidekicks does not know
}

// InLineSince is since when the turn waits for another agent to end, zero when
// it does not.
func (v *ConversationView) InLineSince() time.Time {
	if !v.InLine {
		return time.Time{}
	}
	return v.Since
}

// A QueuedID names a queued prompt within a run of the program.
type QueuedID uint64

// A Queued prompt waits for the turn to end, and for the person while Held.
type Queued struct {
	ID   QueuedID
	Text string
	More []conversation.ContentBlock // files and links sent with it
	At   time.Time
	Held bool // the person changes it: it waits, and what is behind it too
}

// A PermissionID names a permission request within a run of the program.
type PermissionID uint64

// A PermissionView is a request that waits for the person.
type PermissionView struct {
	ID      PermissionID
	Key     conversation.Key
	Agent   string
	Tool    *conversation.Tool // the call it is about, as known when it was asked, updated since
	Options []conversation.PermissionOption
	At      time.Time
	Subject *permission.Subject // what it is about; nil for the moment that it takes to read it
	Loss    *permission.Loss    // what its targets hold; nil when nothing is counted, or not yet
	Keeps   bool                // what it may lose is copied before it is allowed
	Copying bool                // it was allowed, and a safety copy is being made first
	NoCopy  string              // why no safety copy could be made: the system's words; the next answer goes without
}
