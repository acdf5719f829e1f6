package app

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine/conversation"
)

func TestOpeningAsksBeforeATurnIsLost(t *testing.T) {
	d := openDesk(t, strings.Replace(oneAgent, "riker", "slow", 1))
	other := filepath.Join(t.TempDir(), "other.json")
	d.write(other, strings.Replace(oneAgent, "Riker", "Troi", 1))
	d.choose = func(_ bool, chosen func(string)) { chosen(other) }
	d.Type("a draft")
	d.Press(key.ModShortcut, "O")
	d.until("it asks", d.sees("Open another configuration?"))
	d.until("what is lost", d.sees("1 message is written and not sent."))
	d.Press(0, key.NameEscape)
	d.until("the question is left", d.misses("Open another configuration?"))
	if d.app.snapshot.Config.Path != d.path {
		t.Fatal("it was opened all the same")
	}
	d.Type("!") // into the message field
	if got := d.app.page.Draft(conversation.KeyOf("Riker")); got != "a draft!" {
		t.Errorf("the draft is %q", got)
	}
	d.Press(key.ModShortcut, "O")
	d.Click(semantic.Button, "Open it")
	d.until("the other file", d.sees("Troi"))
	d.Press(key.ModShortcut, "O") // the same file: nothing is lost
	d.until("no question", d.misses("Open another configuration?"))
}

func TestAPathIsTypedWhereThereIsNoDialog(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.app.options.Choose = nil
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ships"), 0o700); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "ships", "troi.json")
	d.write(other, strings.Replace(oneAgent, "Riker", "Troi", 1))
	open := func(keys func()) {
		d.Press(key.ModShortcut, "O")
		d.until("the card", d.sees("Path, from your home folder on"))
		d.Press(key.ModShortcut, "A")
		d.Type(filepath.ToSlash(dir) + "/sh")
		d.until("the folder is offered", d.sees("/ships/"))
		keys()
		d.until("the file is offered", d.sees("troi.json"))
	}
	open(func() { d.Click(semantic.Button, "/ships/") })
	d.Press(0, key.NameEscape)
	d.until("the card is left", d.misses("troi.json"))
	open(func() {
		d.Press(0, key.NameDownArrow)
		d.Press(0, key.NameReturn)
	})
	d.Press(0, key.NameUpArrow) // the last of the list
	d.Press(0, key.NameReturn)
	d.until("it is open", func() bool { return d.app.snapshot.Config.Path == other && d.sees("Troi")() })
	d.Press(key.ModShortcut, "O")
	d.Press(key.ModShortcut, "A")
	d.Type(filepath.ToSlash(d.path))
	d.Press(0, key.NameReturn)
	d.until("what was typed is open", func() bool { return d.app.snapshot.Config.Path == d.path })
}

func TestPaletteOfFilesAndCommands(t *testing.T) {
	d := openDesk(t, oneAgent)
	gone := filepath.Join(t.TempDir(), "gone.json")
	d.write(gone, oneAgent)
	d.engine.OpenConfig(gone)
	d.engine.OpenConfig(d.path)
	d.until("both are remembered", func() bool { return len(d.app.snapshot.Config.Recent) == 2 && d.app.snapshot.Config.Path == d.path })
	find := func(typed string) {
		d.Press(key.ModShortcut, "K")
		d.Type(typed)
	}
	find("gon js")
	d.until("it can be opened", d.sees("Open "+gone))
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	d.engine.LookAtConfig()
	d.until("it is marked", d.sees("(no longer there)"))
	d.Press(0, key.NameReturn)
	d.until("it is forgotten", func() bool { return len(d.app.snapshot.Config.Recent) == 1 })
	find("gon js")
	d.until("it is no longer there", d.sees("Nothing has that name."))
	d.Press(0, key.NameEscape)
	find("lgtxt") // letters of "Larger text"
	d.Press(0, key.NameReturn)
	if d.app.Look().Zoom != zoomStep {
		t.Errorf("zoom %v", d.app.Look().Zoom)
	}
}

func TestPaletteWritesTheAgentsCommand(t *testing.T) {
	s := withCommands()
	name := s.Conversations[0].Commands[0].Name
	a, h := showStill(t, s, agents(s.Agents[0].Name), image.Pt(1280, 800), 1)
	h.Press(key.ModShortcut, "K")
	h.Type("/" + name)
	h.Press(0, key.NameReturn)
	if got := a.page.Draft(s.Conversations[0].Key); got != "/"+name+" " {
		t.Errorf("written: %q", got)
	}
}
