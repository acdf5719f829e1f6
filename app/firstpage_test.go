package app

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/app/i18n"
	"sidekicks/engine/config"
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

// What can be opened stands under the link as a sentence of its own, whatever
// the language and the look: beside it, a pixel more would break the line.
func TestWhatCanBeOpenedStandsUnderTheLink(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		for _, look := range []string{"light", "dark"} {
			for _, width := range []int{480, 1280} {
				_, h := showStill(t, stages()["a first run"].scene, config.Config{Language: lang, Theme: look}, image.Pt(width, 800), 1)
				w := i18n.For(lang).First
				link, _ := h.Find(semantic.Button, w.OpenFile)
				var at image.Rectangle
				for _, n := range h.Nodes() {
					if n.Desc.Label == w.Formats {
						at = n.Desc.Bounds
					}
				}
				if at.Min.Y < link.Desc.Bounds.Max.Y || at.Min.X > link.Desc.Bounds.Min.X || !unicode.IsUpper([]rune(w.Formats)[0]) {
					t.Errorf("%s, %s, %d: %q is at %v, beside or under the link at %v", lang, look, width, w.Formats, at.Min, link.Desc.Bounds)
				}
			}
		}
	}
}
