package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
)

// nothingWritten fails the test when there is a configuration file.
func (d *desk) nothingWritten() {
	d.t.Helper()
	if _, err := os.Stat(d.path); err == nil {
		d.t.Errorf("%s was written before it was asked for", d.path)
	}
}

func TestFirstRunAddsAnAgent(t *testing.T) {
	d := openDesk(t, "")
	d.until("no agent found", d.sees("Opencode"))
	d.until("it is not told where", d.sees("found: /usr/bin/opencode"))
	d.nothingWritten()
	d.Press(0, "1")
	d.until("the entry is not shown", d.sees(`\"command\": \"opencode\"`))
	d.Type(filepath.ToSlash(t.TempDir()))
	d.until("the folder is not in the entry", d.sees(`\"workspace\"`))
	d.nothingWritten()
	d.Press(0, key.NameReturn)
	d.until("the page stays", d.misses("Welcome"))
	d.until("the agent is not there", func() bool { return len(d.engine.Snapshot().Agents) == 1 })
	if got := d.disk(); !strings.Contains(got, `"Opencode"`) || !strings.Contains(got, `"workspace"`) {
		t.Errorf("written: %s", got)
	}
	d.until("nothing says where", d.sees("Written to"))
	d.Type("hello")
	d.Press(0, key.NameReturn)
	d.until("no answer", d.sees("echo hello"))
}

// TestFirstRunTellsOfABadFolder keeps what can be known before it is written.
func TestFirstRunTellsOfABadFolder(t *testing.T) {
	d := openDesk(t, "")
	d.until("no agent found", d.sees("Opencode"))
	d.Press(0, "&") // a French keyboard's 1
	d.Type("/nowhere/at/all")
	d.until("nothing is said", d.sees("There is no folder /nowhere/at/all."))
	d.Press(0, key.NameEscape)
	d.until("Esc does not go back", d.sees("Welcome to Sidekicks"))
	d.nothingWritten()
}

func TestFirstRunTriesAnAgent(t *testing.T) {
	d := openDesk(t, "")
	d.until("no agent found", d.sees("Opencode"))
	d.Click(semantic.Button, "Test Opencode")
	d.until("no outcome", d.sees("It answers: Opencode"))
	d.nothingWritten()
}

func TestFirstRunOnTheGuide(t *testing.T) {
	d := openDesk(t, "")
	d.until("no agent found", d.sees("Opencode"))
	d.Press(0, "2")
	d.until("the page stays", d.misses("Welcome"))
	d.nothingWritten()
}

// TestFirstRunIsLeft by what shows a conversation, and comes back from the
// settings.
func TestFirstRunIsLeft(t *testing.T) {
	d := openDesk(t, "")
	d.until("no agent found", d.sees("Opencode"))
	d.Press(key.ModShortcut, ",")
	d.until("no settings", d.sees("not on the disk yet"))
	d.Press(0, key.NameEscape)
	d.until("the page does not come back", d.sees("Welcome to Sidekicks"))
	d.Press(key.ModShortcut, "L")
	d.until("the page stays", d.misses("Welcome"))
}

func TestNoFirstRunWithAFile(t *testing.T) {
	d := openDesk(t, oneAgent)
	if !d.misses("Welcome")() {
		t.Error("a first run is told of where there is a configuration")
	}
}

// Who has tried the guide first comes back to the agents that were found.
func TestFromTheGuideBackToTheAgentsFound(t *testing.T) {
	d := openDesk(t, "")
	d.until("no agent found", d.sees("Opencode"))
	d.Press(0, "2")
	d.until("the page stays", d.misses("Welcome"))
	d.Press(key.ModShortcut, ",")
	d.until("the settings", d.sees("Create it"))
	d.Click(semantic.Button, "See the agents on this computer")
	d.until("the agents are not there", d.sees("found: /usr/bin/opencode"))
	d.Press(0, "1")
	d.until("the entry is not shown", d.sees(`\"command\": \"opencode\"`))
	d.Press(0, key.NameReturn)
	d.until("the page stays", d.misses("Welcome"))
	d.until("nothing says where", d.sees("Written to"))
	d.until("the guide is still there", d.sees("Write to Opencode…")) // until the file is in force
	d.Type("hello")
	d.Press(0, key.NameReturn)
	d.until("no answer", d.sees("echo hello"))
}
