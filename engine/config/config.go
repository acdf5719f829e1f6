// Package config is the one place that knows the configuration file: its
// format, its defaults and its faults.
package config

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Config is what a configuration file says, with every default filled in.
// It is never changed once made and may be shared between goroutines.
type Config struct {
	Agents       []Agent // in the order of the file
	DefaultAgent string  // names one of Agents; the first when the file does not say
	Limits       Limits
	Language     string  // auto, fr or en
	Theme        string  // auto, light or dark
	TextSize     float32 // sp
	SendWith     string  // enter or ctrl_enter
	Notify       bool
	Motion       string        // auto, on (reduced) or off
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
	Command     string // not expanded: a name for the PATH, a path, or "sidekicks"
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
