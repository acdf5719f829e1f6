package agent

import (
	"context"
	"fmt"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

// Running is an agent that is started and has answered initialize: a process,
// or in tests something in this process. Every method may be called from any
// goroutine.
type Running interface {
	Conn() *acp.Conn
	Initialized() acp.InitializeResponse
	// Done is closed when nothing of the agent is left and all that it said
	// was applied.
	Done() <-chan struct{}
	// Exit tells how it ended. It waits for Done.
	Exit() Exit
	// Stop begins to end the agent and returns at once.
	Stop()
	// Kill ends the agent at once, giving it no time, and returns at once.
	Kill()
	// Memory is the memory in bytes that the agent and its children use now,
	// 0 where the system does not tell. It reads files.
	Memory() int64
	// Details describes the agent for a person who asks for help elsewhere:
	// versions, exit status, the last lines of standard error and of the
	// wire. Secrets are removed.
	Details() string
}

// A Starter starts agents and greets them. [Options.Start] is the real one.
// It waits, without a limit of its own, until the agent has answered
// initialize; cancelling ctx ends the agent, and the Starter returns when
// nothing is left of it. Other errors are a *[StartError]. The handler gets
// what the agent says from its first line on.
type Starter func(ctx context.Context, a config.Agent, h acp.Handler) (Running, error)

// A Reason says why an agent could not be started.
type Reason string

const (
	NotFound      Reason = "not-found"      // Args: the command
	NotExecutable Reason = "not-executable" // Args: the command
	NoWorkspace   Reason = "workspace"      // Args: the folder
	ExitedEarly   Reason = "exited"         // Args: the exit status, or the signal's name
	WrongVersion  Reason = "version"        // Args: the agent's protocol version
	SignInNeeded  Reason = "sign-in"        // no Args
	AgentRefused  Reason = "agent-error"    // Args: the agent's own explanation
	StartFailed   Reason = "start"          // Args: the system's words
	CannotQuote   Reason = "quoting"        // Args: the argument that a .cmd or .bat file cannot be given safely
)

// A StartError says why an agent could not be started. The interface makes a
// sentence of Reason and Args; Detail is for "Details", secrets removed.
type StartError struct {
	Reason Reason
	Args   []string
	Stderr []string // of one that ended: the last lines of standard error, secrets removed
	Detail string
}

func (e *StartError) Error() string { return fmt.Sprintf("agent: %s %q", e.Reason, e.Args) }

// An Exit is how an agent ended.
type Exit struct {
	Code   int      // the exit status; -1 when a signal ended it
	Signal string   // the signal's name, such as "killed"; empty when none did
	Stderr []string // the last lines of standard error, oldest first, secrets removed
}

// String is the status in short: a number, or the signal's name.
func (e Exit) String() string {
	if e.Signal != "" {
		return e.Signal
	}
	return fmt.Sprint(e.Code)
}

// An ExitError is the fault of an agent that ended without being asked to.
type ExitError struct {
	Exit   Exit
	Detail string // for "Details", secrets removed
}

func (e *ExitError) Error() string { return "agent: exited: " + e.Exit.String() }
