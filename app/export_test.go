package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/widgets/widgettest"
)

func TestExport(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Press(key.ModShortcut, "E")
		l.sees(1, "There is nothing to export yet.")
		l.Type("**hello**")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Press(key.ModShortcut, "E")
		l.sees(1, "Export the conversation")
		l.Press(0, key.NameReturn) // the name that is offered
		l.wait()
		l.sees(1, "Saved in "+home)
		name := "Riker" + l.Now.Format(" 2006-01-02 15.04") + ".md"
		content, err := os.ReadFile(filepath.Join(home, name))
		if err != nil || !strings.Contains(string(content), "> **hello**\n") || !strings.Contains(string(content), "echo **hello**\n") {
			t.Errorf("%v: the file has\n%s", err, content)
		}
		l.Type("x") // the composer has the focus again
		l.writes("Riker", "x")

		path := filepath.Join(home, "mine.md")
		if err := os.WriteFile(path, []byte("precious"), 0o644); err != nil {
			t.Fatal(err)
		}
		l.Press(key.ModShortcut, "E")
		l.Type("mine.md") // in place of the name that is offered
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "There is a file of this name already.")
		if content, err := os.ReadFile(path); err != nil || string(content) != "precious" {
			t.Fatal("a file was replaced unasked", err)
		}
		l.button("Replace")
		if content, err := os.ReadFile(path); err != nil || !strings.Contains(string(content), "hello") {
			t.Error("the file is not replaced when asked", err)
		}

		l.Press(key.ModShortcut, "E")
		l.Type("no/such/folder.md")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "The conversation could not be saved: there is no such folder.")
		l.Press(0, key.NameEscape)
		l.sees(0, "could not be saved")
	})
}

// The question stands over the whole window: no key and no click shows another
// conversation behind it.
func TestExportStandsOverTheListOfAgents(t *testing.T) {
	inBubble(t, agents("Riker", "Data"), map[string]answer{"Riker": echo, "Data": echo}, func(l *lab) {
		l.Type("hello")
		l.Press(0, key.NameReturn)
		l.wait()
		data, _ := l.Find(semantic.Button, "Data")
		l.Press(key.ModShortcut, "E")
		l.Press(key.ModShortcut, "2")
		l.sees(1, "Export the conversation")
		l.sees(1, "echo hello")
		l.ClickAt(widgettest.Middle(data)) // beside the card
		l.sees(0, "Export the conversation")
		l.sees(1, "echo hello")
		l.ClickAt(widgettest.Middle(data))
		l.sees(0, "echo hello")
	})
}
