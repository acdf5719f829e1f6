package config

import (
	"path/filepath"
	"testing"
	"time"
)

const shipText = `{
  "agent_servers": {
    "Riker": {"command": "opencode", "args": ["acp"], "workspace": "~/ship", "idle_timeout": "never",}, // first
    "Data": {"command": "data"},
  },
  "sidekicks": {"default_agent": "Data", "limits": {"running_agents": 2}}
}`

func TestParseFillsDefaults(t *testing.T) {
	home := filepath.Join(string(filepath.Separator), "home", "me")
	c, problems := Parse([]byte(shipText), Env{Home: home})
	if len(problems) > 0 || len(c.Agents) != 2 {
		t.Fatalf("got %d agents, problems %v", len(c.Agents), problems)
	}
	riker, data := c.Agents[0], c.Agents[1]
	if riker.Workspace != filepath.Join(home, "ship") || riker.IdleTimeout != 0 || data.Workspace != home || data.IdleTimeout != 10*time.Minute {
		t.Errorf("riker %+v\ndata %+v", riker, data)
	}
	if c.DefaultAgent != "Data" || c.Limits.RunningAgents != 2 || c.TextSize != 15 || !c.Notify || string(data.MCPServers) != "[]" {
		t.Errorf("config %+v", c)
	}
}

func TestDemoIsTheGuideAlone(t *testing.T) {
	c := Demo()
	if len(c.Agents) != 1 || c.DefaultAgent != GuideName || c.Agents[0].Command != GuideCommand || !filepath.IsAbs(c.Agents[0].Workspace) {
		t.Errorf("got %+v", c)
	}
}
