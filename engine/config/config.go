package config

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Config is what a configuration file says, with every default filled in.
// It is never changed once made and may be shared between goroutines.
type Config struct {
	Agents       []Agent // the sound entries, in the order of the file
	DefaultAgent string  // names one of Agents; the first when the file does not say; "" when there is none
	Limits       Limits
	Language     string        // auto, fr or en
	Theme        string        // auto, light or dark
	TextSize     float32       // sp
	SendWith     string        // enter or ctrl_enter
	Notify       bool          // the file's notifications
	Motion       string        // the file's reduced_motion: auto, on or off
	KeepCopies   time.Duration // 0 is off
}

// Limits bounds what runs at the same time.
type Limits struct {
	RunningAgents int
	IdleTimeout   time.Duration // 0 is never
}

// An Agent is one entry of agent_servers.
type Agent struct {
	Name        string
	Command     string // as written: a name for the PATH, a path, or GuideCommand; see Env.Expand
	Args        []string
	Env         map[string]string
	Workspace   string // expanded, absolute; the person's home folder by default
	Description string
	IdleTimeout time.Duration // 0 is never; the limits' when the file does not say
	KeepRunning bool
	MCPServers  jsontext.Value // a JSON array in ACP's shape; [] by default
}

// GuideCommand is the command that means this program itself.
const GuideCommand = "sidekicks"

// guideArgs are its arguments where the file names none: without any it would be
// the window.
func guideArgs() []string { return []string{"agent"} }

// GuideName is the name of the built-in agent where no file names it.
const GuideName = "Guide"

// Demo is the configuration of --demo: the built-in guide alone, with the
// file's defaults for everything else.
func Demo() Config {
	c, _ := Parse([]byte(`{"agent_servers": {"`+GuideName+`": {"command": "`+GuideCommand+`", "args": ["agent"]}}}`), OS())
	return c
}
