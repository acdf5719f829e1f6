package app

import (
	"path/filepath"
	"strings"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine/conversation"
)

// What was being written to an agent that is taken out of the configuration
// is not lost: it goes to the conversation that is shown instead.
func TestADraftOutlastsItsAgent(t *testing.T) {
	d := openDesk(t, strings.Replace(oneAgent, `"Riker": {"command": "riker"}`, `"Riker": {"command": "riker"}, "Troi": {"command": "troi"}`, 1))
	d.Press(key.ModShortcut, "2")
	d.Type("to Troi")
	d.Press(key.ModShortcut, "1")
	d.Type("to Riker")
	draft := func(agent string) string { return d.app.page.Draft(conversation.KeyOf(agent)) }
	d.write(d.path, strings.Replace(oneAgent, "Riker", "Troi", 1))
	d.until("both stand there", func() bool { return draft("Troi") == "to Riker\n\nto Troi" })
	d.until("it is told", d.sees("Riker is no longer configured. What you were writing to it is now in the message field of Troi."))
	if n := d.app.page.Drafts(); n != 1 {
		t.Errorf("%d drafts", n)
	}
}

// With no agent left it waits for one.
func TestADraftWaitsForAnAgent(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.Press(key.ModShortcut, "1")
	d.Type("to Riker")
	d.write(d.path, "{}")
	d.until("nobody is there", func() bool { return len(d.app.snapshot.Agents) == 0 })
	d.write(d.path, strings.Replace(oneAgent, "Riker", "Troi", 1))
	d.until("it came along", func() bool { return d.app.page.Draft(conversation.KeyOf("Troi")) == "to Riker" })
}

// Who opens another configuration is told what is lost by it; it is not found
// again where nobody wrote it.
func TestADraftEndsWithItsConfiguration(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.Press(key.ModShortcut, "1")
	d.Type("to Riker")
	other := filepath.Join(t.TempDir(), "other.json")
	d.write(other, strings.Replace(oneAgent, "Riker", "Troi", 1))
	d.engine.OpenConfig(other)
	d.until("the other is open", func() bool { return len(d.app.snapshot.Agents) == 1 && d.app.snapshot.Agents[0].Name == "Troi" })
	if n := d.app.page.Drafts(); n != 0 {
		t.Errorf("%d drafts", n)
	}
}
