package conversation

import (
	"time"

	"sidekicks/engine/acp"
)

// A Key names a conversation within a run of the program. Today it is made
// from the agent's name; pages treat it as opaque.
type Key string

// KeyOf is the key of the direct conversation with an agent.
func KeyOf(agent string) Key { return Key(agent) }

// A MessageID names a message within a run of the program. It keys what the
// person did to a message, such as folding it.
type MessageID uint64

// What the screen needs of the protocol, so that it never imports acp.
type (
	ToolCall             = acp.ToolCall
	ToolCallContent      = acp.ToolCallContent
	ToolCallLocation     = acp.ToolCallLocation
	ToolKind             = acp.ToolKind
	ToolCallStatus       = acp.ToolCallStatus
	PlanEntry            = acp.PlanEntry
	StopReason           = acp.StopReason
	ContentBlock         = acp.ContentBlock
	Usage                = acp.Usage
	PermissionOption     = acp.PermissionOption
	PermissionOptionID   = acp.PermissionOptionID
	PermissionOptionKind = acp.PermissionOptionKind
	AvailableCommand     = acp.AvailableCommand
	SessionMode          = acp.SessionMode
	ConfigOption         = acp.ConfigOption
	Notice               = acp.Notice
)

// A Role says whose message it is.
type Role uint8

const (
	User Role = iota
	Agent
	System
)

// A State says whether a message may still change.
type State uint8

const (
	Done State = iota
	Streaming
	NotSent // typed by the person, dropped by Stop or never taken by the agent
)

// A Code is what a system message says; the interface makes the sentence.
type Code string

const (
	// AgentRestarted: the agent runs in a new process and no longer remembers the beginning.
	AgentRestarted Code = "agent-restarted"
	// AgentUnavailable: the agent could not be started or went away, in a turn or at rest; Failure tells why.
	AgentUnavailable Code = "agent-unavailable"
	// NewConversation: the agent does not see what is above.
	NewConversation Code = "new-conversation"
	// SessionResumed: the agent runs in a new process and took its session up again; what
	// else it knew, such as a permission it was given for good, it may have forgotten.
	SessionResumed Code = "session-resumed"
	// AgentNotice: a notice of the agent; Message.Notice holds its words.
	AgentNotice Code = "agent-notice"
	// Compacted: the agent summarised the beginning to save its memory.
	Compacted Code = "compacted"
	// UnsupportedCall: the agent called a method that Sidekicks does not offer (Args: the method).
	UnsupportedCall Code = "unsupported-call"
	// FormAnswered: the person filled in a form (Args: what was asked, and a line for each value).
	FormAnswered Code = "form-answered"
	// FormDeclined: the person did not want to fill in a form (Args: what was asked).
	FormDeclined Code = "form-declined"
	// FormUnanswered: a form was taken back, by Stop, the agent or its end (Args: what was asked).
	FormUnanswered Code = "form-unanswered"
	// SettingRefused: the agent did not take a mode or an option (Args: its name); Failure tells why.
	SettingRefused Code = "setting-refused"
)

// A FailureCode says why an agent or a turn failed; the interface makes the sentence.
type FailureCode string

const (
	FailedNotFound      FailureCode = "not-found"      // Args: command
	FailedNotExecutable FailureCode = "not-executable" // Args: command
	FailedWorkspace     FailureCode = "workspace"      // Args: folder
	FailedExited        FailureCode = "exited"         // Args: exit status; before or during a turn
	FailedVersion       FailureCode = "version"        // Args: the agent's version
	FailedSignIn        FailureCode = "sign-in"
	FailedSignInUntold  FailureCode = "sign-in-untold" // the same, of an agent that offers no way to; Args: its words
	FailedAgentError    FailureCode = "agent-error"    // Args: the agent's own explanation
	FailedStart         FailureCode = "start"          // Args: the system's words
	FailedQuoting       FailureCode = "quoting"        // Args: the argument (Windows .cmd)
	FailedSilent        FailureCode = "silent"         // it was tried, and did not answer in time
	FailedStopped       FailureCode = "stopped"        // it was stopped before it got the message
)

// A Failure is a fault with the facts to tell it.
type Failure struct {
	Code   FailureCode
	Args   []string
	Said   []string // last lines of the standard error of an agent that ended, secrets removed
	Detail string   // for "Details": last lines of stderr and the wire, secrets removed
}

// SignIn tells that the agent wants the person to sign in.
func (f *Failure) SignIn() bool { return f.Code == FailedSignIn || f.Code == FailedSignInUntold }

// A Message is immutable: a change makes a new Message with a higher Version.
// No two messages of a program run share a Version, so it keys content caches;
// ID keys what the person did to a message, such as folding it.
type Message struct {
	ID      MessageID
	Version uint64
	Role    Role
	State   State
	Parts   []Part
	Stop    StopReason // a finished agent message
	Failure *Failure   // a turn that failed; why, in a system message that has a reason
	Code    Code       // system messages
	Notice  *Notice    // of Code AgentNotice
	Args    []string   // of Code
	At      time.Time  // when it began
	Ended   time.Time  // when its turn ended; zero before
}

// A Part is one piece of a message: one of the types below that have isPart.
// Where they are told apart each is named, or the others are said to be alike:
// a test in app lists the places that a new one lacks.
type Part interface{ isPart() }

type (
	// Text is Markdown.
	Text struct{ Markdown string }
	// Thought is the agent's reasoning, Markdown.
	Thought struct {
		Markdown string
		Start    time.Time
		End      time.Time // zero while it grows
	}
	// A Tool is a tool call with what Sidekicks knows of it beside the protocol.
	Tool struct {
		Call      ToolCall
		Start     time.Time
		End       time.Time // zero while it runs
		Asking    bool      // a permission request for it waits for the person
		Cancelled bool      // settled by Stop or the end of the turn
		MayRun    bool      // Cancelled: a command whose end the agent did not tell, and the agent is there
		Refused   bool      // the person did not allow it
		Planned   bool      // what it was given is a plan, which the conversation shows
		Exit      int       // of a command that failed: the status that it ended with; 0: not told
		Cut       int64     // bytes left out of a huge output, 0 when it is whole
		Lines     []int     // of each element of Call.Content that is a diff, in which line of its file it begins, from 1; 0: not known; nil: not yet
	}
	// Plan is the agent's plan, replaced whole at each change.
	Plan struct{ Entries []PlanEntry }
	// Content is anything that is not text: image, audio, resource, resource_link.
	Content struct{ Block ContentBlock }
)

// InPlan tells a call of which the plan shows all that there is to see.
func (t *Tool) InPlan() bool { return t.Planned && !t.Asking && t.Call.Status != acp.ToolFailed }

func (Text) isPart()      {}
func (Thought) isPart()   {}
func (*Tool) isPart()     {}
func (*Plan) isPart()     {}
func (Content) isPart()   {}
func (*Decision) isPart() {}

// Typed is what a message of the person was made of, to send it again.
func (m *Message) Typed() (text string, more []ContentBlock) {
	for _, p := range m.Parts {
		switch p := p.(type) {
		case Text:
			text = p.Markdown
		case Content:
			more = append(more, p.Block)
		default: // the agent's
		}
	}
	return text, more
}
