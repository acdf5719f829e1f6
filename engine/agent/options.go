package agent

import (
	"context"
	"log/slog"
	"time"

	"sidekicks/engine/acp"
)

// Options says how processes are started and ended. The zero value is ready.
type Options struct {
	// Self is this program's file, which the command "sidekicks" means;
	// os.Executable by default.
	Self string
	// Client names this program to the agents, by default as "sidekicks".
	Client acp.Implementation
	// Path gives the PATH that commands are looked up on and agents get; the
	// environment's by default. It may wait until ctx ends.
	Path func(ctx context.Context) string
	// CloseStdin is how long an agent is given to leave after its standard
	// input was closed, before SIGTERM; 5 s by default.
	CloseStdin time.Duration
	// Terminate is how long it is given after SIGTERM, before SIGKILL; 3 s by
	// default.
	Terminate time.Duration
	// Guard ends the agents if this program is killed; nil for none.
	Guard *Guard
	Log   *slog.Logger // nil: nothing is logged
	Trace bool         // log the wire, secrets removed
}

func (o Options) withDefaults() Options {
	if o.Client.Name == "" {
		o.Client.Name = "sidekicks"
	}
	if o.CloseStdin == 0 {
		o.CloseStdin = 5 * time.Second
	}
	if o.Terminate == 0 {
		o.Terminate = 3 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
