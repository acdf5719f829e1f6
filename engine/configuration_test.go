package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// A desk is an engine on a real file. Files have no fake time: wait looks at
// each snapshot until it is as it should be.
type desk struct {
	*lab
	path    string
	changed chan struct{}
}

func openDesk(t *testing.T, text string) *desk {
	t.Helper()
	d := &desk{lab: &lab{t: t, starts: map[string]int{}}, path: filepath.Join(t.TempDir(), "sidekicks.json"), changed: make(chan struct{}, 1)}
	d.script = func(string, int) acptest.Script {
		return serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
			a.say("hello")
			return acp.EndTurn, nil
		})
	}
	d.write(text)
	f := ReadConfig(d.path)
	c, _ := config.Parse(f.Text, config.Env{Home: "/home/me"})
	d.Engine = New(Options{Config: c, Start: d.start, OnChange: d.note, Settings: ConfigOptions{
		File: f, Env: config.Env{Home: "/home/me"}, Watch: config.WatchOptions{Settle: time.Millisecond, Retry: 10 * time.Millisecond, Patience: 20 * time.Millisecond},
		Preferences: filepath.Join(t.TempDir(), "preferences.json"),
		Found: func(context.Context) []FoundAgent {
			return []FoundAgent{{Agent: config.Agent{Name: "Opencode", Command: "opencode"}}}
		},
	}})
	t.Cleanup(d.end)
	return d
}

func (d *desk) note() {
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

func (d *desk) write(text string) {
	d.t.Helper()
	if err := os.WriteFile(d.path, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// wait waits for a snapshot that is as told.
func (d *desk) wait(what string, ok func(*Snapshot) bool) *Snapshot {
	d.t.Helper()
	limit := time.After(20 * time.Second)
	for {
		if s := d.Snapshot(); ok(s) {
			return s
		}
		select {
		case <-d.changed:
		case <-limit:
			d.t.Fatalf("%s: %+v", what, d.Snapshot().Config)
		}
	}
}

const twoAgents = `{"agent_servers": {
  "Riker": {"command": "riker"},
  "Data": {"command": "data"}
}}`

func (d *desk) said(name string) int {
	for _, c := range d.Snapshot().Conversations {
		if c.Key == conversation.KeyOf(name) && c.Turn == TurnIdle {
			return len(c.Messages)
		}
	}
	return -1
}

func names(s *Snapshot) []string {
	var out []string
	for _, a := range s.Agents {
		if !a.Removed {
			out = append(out, a.Name)
		}
	}
	return out
}

func TestAnEditAppliesWhatChangedOnly(t *testing.T) {
	d := openDesk(t, twoAgents)
	for _, name := range []string{"Riker", "Data"} {
		d.Send(conversation.KeyOf(name), "hi")
		d.wait("an answer", func(*Snapshot) bool { return d.said(name) == 2 })
	}
	d.write(strings.Replace(twoAgents, `"data"`, `"data", "args": ["-v"]`, 1))
	d.wait("the new arguments", func(s *Snapshot) bool { return s.Config.Version == 2 && s.Agents[1].Status == AgentStopped })
	s := d.Snapshot()
	if s.Agents[0].Status != AgentIdle || d.starts["Riker"] != 1 || d.said("Riker") != 2 {
		t.Errorf("an agent that the edit does not touch: %+v, started %d times", s.Agents[0], d.starts["Riker"])
	}
	if s.Agents[1].Reason != StoppedChanged || d.said("Data") != 2 {
		t.Errorf("a changed agent: %+v", s.Agents[1])
	}
	d.write(`{"agent_servers": {"Riker": {"command": "riker"}}}`)
	d.wait("the removal", func(s *Snapshot) bool { return len(names(s)) == 1 })
	if d.said("Data") != 2 {
		t.Error("the conversation of a removed agent is gone")
	}
}

func TestTheLastGoodConfigurationStays(t *testing.T) {
	d := openDesk(t, twoAgents)
	d.write(`{"agent_servers": {"Riker": {"comand": "x"}}}`)
	s := d.wait("stale", func(s *Snapshot) bool { return s.Config.Stale })
	if got := names(s); !slices.Equal(got, []string{"Riker", "Data"}) || !config.HasErrors(s.Config.Problems) {
		t.Errorf("agents %v, problems %v", got, s.Config.Problems)
	}
	if err := os.Remove(d.path); err != nil {
		t.Fatal(err)
	}
	s = d.wait("gone", func(s *Snapshot) bool { return s.Config.Missing })
	if got := names(s); len(got) != 2 || !s.Config.Stale {
		t.Errorf("agents %v of a file that is gone", got)
	}
	d.write(`{"agent_servers": {"Troi": {"command": "troi"}}}`)
	s = d.wait("sound again", func(s *Snapshot) bool { return !s.Config.Stale })
	if got := names(s); !slices.Equal(got, []string{"Troi"}) {
		t.Errorf("agents %v", got)
	}
}

func TestOpeningAnotherFileForgets(t *testing.T) {
	d := openDesk(t, twoAgents)
	d.Send(rikers, "hi")
	d.wait("an answer", func(*Snapshot) bool { return d.said("Riker") == 2 })
	other := filepath.Join(t.TempDir(), "other.json")
	bad := `{"agent_servers": {"Riker": {"command": "riker"}, "Data": {"comand": "x"}}}`
	if err := os.WriteFile(other, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	d.OpenConfig(other)
	s := d.wait("the other file", func(s *Snapshot) bool { return s.Config.Opened == 1 })
	if got := names(s); !slices.Equal(got, []string{"Riker"}) || d.said("Riker") != 0 || !config.HasErrors(s.Config.Problems) {
		t.Errorf("agents %v, %d messages, problems %v", got, d.said("Riker"), s.Config.Problems)
	}
	d.wait("it is remembered", func(s *Snapshot) bool { return slices.Contains(s.Config.Recent, RecentFile{Path: other}) })
	d.Send(rikers, "hi")
	d.wait("an answer of another process", func(*Snapshot) bool { return d.said("Riker") == 2 })
	d.mu.Lock()
	if d.starts["Riker"] != 2 {
		t.Errorf("started %d times", d.starts["Riker"])
	}
	d.mu.Unlock()
	d.write(`{}`) // the first file is nobody's any more
	if err := os.WriteFile(other, []byte(twoAgents), 0o600); err != nil {
		t.Fatal(err)
	}
	s = d.wait("the other file is followed", func(s *Snapshot) bool { return len(s.Agents) == 2 })
	if s.Config.Path != other {
		t.Errorf("%s is open", s.Config.Path)
	}
}

func TestSaving(t *testing.T) {
	d := openDesk(t, twoAgents)
	next := strings.Replace(twoAgents, "Data", "Troi", 1)
	d.SaveConfig(1, twoAgents, false, "{")
	s := d.wait("refused", func(s *Snapshot) bool { return s.Config.Saved.ID == 1 })
	if s.Config.Saved.OK || len(s.Config.Saved.Problems) == 0 {
		t.Errorf("%+v", s.Config.Saved)
	}
	d.SaveConfig(2, twoAgents, false, next)
	s = d.wait("saved and in force", func(s *Snapshot) bool { return s.Config.Saved.ID == 2 && s.Config.Version == 2 })
	if got := names(s); !s.Config.Saved.OK || !slices.Equal(got, []string{"Riker", "Troi"}) || s.Config.Text != next {
		t.Errorf("%v, %+v", got, s.Config.Saved)
	}
	if backup, err := os.ReadFile(d.path + config.BackupSuffix); err != nil || string(backup) != twoAgents {
		t.Errorf("the backup is %q: %v", backup, err)
	}
	d.SaveConfig(3, twoAgents, false, "{}")
	s = d.wait("a conflict", func(s *Snapshot) bool { return s.Config.Saved.ID == 3 })
	if !s.Config.Saved.Changed || s.Config.Saved.Disk != next {
		t.Errorf("%+v", s.Config.Saved)
	}
	d.SaveConfig(4, s.Config.Saved.Disk, false, "{}")
	d.wait("kept", func(s *Snapshot) bool { return s.Config.Saved.ID == 4 && s.Config.Saved.OK && s.Config.Text == "{}" })
	d.write(twoAgents)
	s = d.wait("another program's", func(s *Snapshot) bool { return s.Config.Text == twoAgents })
	if s.Config.Version != 4 { // the first one, two saves and this
		t.Errorf("%d configurations were put in force", s.Config.Version)
	}
}

func TestStartRemovesWhatAKilledSaveLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	left := filepath.Join(filepath.Dir(path), ".sidekicks-123.tmp")
	for _, name := range []string{path, left} {
		if err := os.WriteFile(name, []byte(twoAgents), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hour := time.Now().Add(-time.Hour)
	if err := os.Chtimes(left, hour, hour); err != nil {
		t.Fatal(err)
	}
	e := New(Options{Settings: ConfigOptions{File: ReadConfig(path)}})
	e.Close()
	<-e.Done()
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was left is there: %v", err)
	}
}

func TestQuestionsAboutAText(t *testing.T) {
	d := openDesk(t, twoAgents)
	for id := range uint64(20) {
		d.CheckConfig(ConfigQuestion{ID: id, Text: "{"})
	}
	text := `{"agent_servers": {"A": {"command": "x", "ke"`
	d.CheckConfig(ConfigQuestion{ID: 99, Text: text, Complete: true, Caret: len(text) - 1, Explain: true, At: strings.Index(text, "command") + 1})
	s := d.wait("the answer to the last", func(s *Snapshot) bool { return s.Config.Answer.ID == 99 })
	a := s.Config.Answer
	if !config.HasErrors(a.Problems) || len(a.Candidates) != 1 || a.Candidates[0].Label != "keep_running" || !a.Explained {
		t.Errorf("%+v", a)
	}
	if len(s.Config.Found) != 1 {
		t.Errorf("found %v", s.Config.Found)
	}
}

func TestFolders(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{"projects/ship", "Pictures", ".hidden"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	env := config.Env{Home: home}
	for prefix, want := range map[string][]string{
		"":            {"~/Pictures", "~/projects"},
		"~/p":         {"~/Pictures", "~/projects"},
		"~/.":         {"~/.hidden"},
		"~/projects/": {"~/projects/ship"},
		"~/nothing/":  nil,
		home + "/pro": {home + "/projects"},
	} {
		if got := folders(env, prefix); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", prefix, got, want)
		}
	}
}

func TestPrograms(t *testing.T) {
	home := t.TempDir()
	for name, mode := range map[string]os.FileMode{"agent.exe": 0o700, "notes.txt": 0o600, "bin/agent.exe": 0o700} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for prefix, want := range map[string][]string{
		"":             nil,
		"agent":        nil, // on the PATH
		"~":            {"~/agent.exe", "~/bin/"},
		"~/a":          {"~/agent.exe"},
		"~/bin/":       {"~/bin/agent.exe"},
		home + "/Ag":   {home + "/agent.exe"},
		"~/n":          nil,
		"/nowhere/at/": nil,
	} {
		if got := programs(config.Env{Home: home}, prefix); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", prefix, got, want)
		}
	}
}
