package agent

import (
	"time"

	"sidekicks/engine/acp"
)

// Status is what an agent's process is doing.
type Status uint8

const (
	Stopped   Status = iota // State.Cause says why
	Starting                // State.Since says since when
	Idle                    // runs, and nobody has it; it may wait for the person, or work, all the same
	Answering               // acquired
	Stopping
	Failed // State.Err says why
)

// StopCause says why an agent's process is not there.
type StopCause uint8

const (
	NeverStarted   StopCause = iota
	StoppedIdle              // its idle_timeout passed
	StoppedForRoom           // made room for another agent
	StoppedByPerson
	StoppedChanged // its entry of the configuration changed
	StoppedItself  // it left by itself, with status 0, while nobody had it
	StoppedQuit    // the program ends
)

// A State is one agent's state at one moment. It is a value and may be kept.
type State struct {
	Status      Status
	Cause       StopCause              // Stopped, Stopping
	Err         error                  // Failed: a *StartError or an *ExitError
	Since       time.Time              // when Status began
	Generation  uint64                 // of the process last started, 0 before the first
	Memory      int64                  // bytes used, measured when the process started and when it was last released; 0 when unknown
	Initialized acp.InitializeResponse // what the process last started says of itself
}
