package config

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// Parse reads a configuration: the Config of all that is sound in text, and
// the problems of the rest, in the order of the text.
func Parse(text []byte, env Env) (Config, []Problem) {
	c := Config{
		Limits: Limits{RunningAgents: 3, IdleTimeout: 10 * time.Minute}, Language: "auto", Theme: "auto",
		TextSize: 15, SendWith: "enter", Notify: true, Motion: "auto", KeepCopies: 7 * 24 * time.Hour,
	}
	v, err := hujson.Parse([]byte(strings.TrimPrefix(string(text), "\ufeff")))
	if err != nil {
		return c, []Problem{{Code: BadSyntax, Line: 1, Column: 1}}
	}
	var file struct {
		Agents    jsontext.Value `json:"agent_servers"`
		Sidekicks struct {
			DefaultAgent string `json:"default_agent"`
			Limits       struct {
				RunningAgents *int   `json:"running_agents"`
				IdleTimeout   string `json:"idle_timeout"`
			} `json:"limits"`
			Language, Theme string
			TextSize        *float32 `json:"text_size"`
			SendWith        string   `json:"send_with"`
			Notifications   *bool
			ReducedMotion   any    `json:"reduced_motion"`
			KeepCopies      string `json:"keep_copies"`
		} `json:"sidekicks"`
	}
	v.Standardize()
	if err := json.Unmarshal(v.Pack(), &file, json.MatchCaseInsensitiveNames(true), jsontext.AllowDuplicateNames(true)); err != nil {
		return c, []Problem{{Code: BadSyntax, Line: 1, Column: 1}}
	}
	s := file.Sidekicks
	set(&c.Language, s.Language)
	set(&c.Theme, s.Theme)
	set(&c.SendWith, s.SendWith)
	if s.Limits.RunningAgents != nil {
		c.Limits.RunningAgents = *s.Limits.RunningAgents
	}
	if s.TextSize != nil {
		c.TextSize = *s.TextSize
	}
	if s.Notifications != nil {
		c.Notify = *s.Notifications
	}
	duration(&c.Limits.IdleTimeout, s.Limits.IdleTimeout)
	duration(&c.KeepCopies, s.KeepCopies)
	v, _ = hujson.Parse(file.Agents)
	obj, _ := v.Value.(*hujson.Object)
	if obj == nil {
		return c, nil
	}
	for _, m := range obj.Members {
		var a struct {
			Type, Command, Workspace, Description string
			Args                                  []string
			Env                                   map[string]string
			IdleTimeout                           string         `json:"idle_timeout"`
			KeepRunning                           bool           `json:"keep_running"`
			MCPServers                            jsontext.Value `json:"mcp_servers"`
		}
		if json.Unmarshal(m.Value.Pack(), &a, json.MatchCaseInsensitiveNames(true)) != nil || a.Command == "" || a.Type != "" && a.Type != "custom" {
			continue
		}
		agent := Agent{Name: m.Name.Value.(hujson.Literal).String(), Command: a.Command, Args: a.Args, Env: a.Env, Workspace: env.Folder(a.Workspace),
			Description: a.Description, IdleTimeout: c.Limits.IdleTimeout, KeepRunning: a.KeepRunning, MCPServers: a.MCPServers}
		if len(agent.MCPServers) == 0 {
			agent.MCPServers = jsontext.Value("[]")
		}
		duration(&agent.IdleTimeout, a.IdleTimeout)
		c.Agents = append(c.Agents, agent)
		if agent.Name == s.DefaultAgent {
			c.DefaultAgent = agent.Name
		}
	}
	if c.DefaultAgent == "" && len(c.Agents) > 0 {
		c.DefaultAgent = c.Agents[0].Name
	}
	return c, nil
}

func set(s *string, value string) {
	if value != "" {
		*s = value
	}
}

func duration(d *time.Duration, s string) {
	switch v, err := time.ParseDuration(s); {
	case s == "never" || s == "off":
		*d = 0
	case err == nil:
		*d = v
	}
}

// Load reads and parses the file at path on this computer. The error is that
// of reading; a file that was read has a Config, whatever its problems.
func Load(path string) (Config, []Problem, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, nil, fmt.Errorf("read configuration: %w", err)
	}
	c, problems := Parse(text, OS())
	return c, problems, nil
}
