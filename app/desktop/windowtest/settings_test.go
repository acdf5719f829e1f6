//go:build window && linux

package windowtest

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A writer writes in the settings of a window, and reads what is written there
// through the clipboard.
type writer struct {
	*program
	written string // before the caret
}

// before is the text before the caret, which stays where it is. It must not be
// empty.
func (w *writer) before() (text string) {
	w.t.Helper()
	const none = "nothing is copied yet"
	if _, ok := w.display.try(strings.NewReader(none), "sh", "-c", "xclip -i -selection clipboard >/dev/null 2>&1"); !ok {
		w.t.Fatal("the clipboard cannot be written")
	}
	w.key("ctrl+shift+Home")
	w.key("ctrl+c")
	eventually(w.t, "a copy of the text", func() (ok bool) {
		text, ok = w.display.try(nil, "timeout", "5", "xclip", "-o", "-selection", "clipboard")
		return ok && text != none
	})
	w.key("Right")
	return text
}

// choose asks what can be written at the caret, and takes the first until that
// has made the text before the caret want: what is offered comes when it comes.
func (w *writer) choose(want string) {
	w.t.Helper()
	got := ""
	defer func() {
		if got != want {
			w.t.Logf("before the caret: %q", got)
		}
	}()
	eventually(w.t, "written: "+want, func() bool {
		w.display.run(w.t, "xdotool", "key", "ctrl+space", "sleep", "0.4", "key", "Return")
		got = w.before()
		if got == want {
			w.written = got
			return true
		}
		if got != w.written { // Enter broke the line
			w.key("ctrl+z")
		}
		return false
	})
}

func (w *writer) add(text string) {
	w.t.Helper()
	w.write(text)
	w.written += text
}

// TestFirstAgentByKeys is what a person does who never saw the format: from an
// empty file, in French, with the keyboard alone, an entry is written that works,
// and its agent answers.
func TestFirstAgentByKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := newDisplay(t)
	p := d.start(t, binary(t), "--config", path, "--lang", "fr")
	p.waitWindow("Sidekicks")
	w := &writer{program: p}
	w.choose("{\n  \"agent_servers\": {\n    ")
	w.add("Data")
	w.choose("{\n  \"agent_servers\": {\n    \"Data\": {\n      \"command\": \"")
	w.add("sidek")
	w.choose("{\n  \"agent_servers\": {\n    \"Data\": {\n      \"command\": \"sidekicks\"")
	p.key("ctrl+s")
	eventually(t, "the file", func() bool {
		text, err := os.ReadFile(path)
		return err == nil && string(text) == w.written+"\n    }\n  }\n}\n"
	})
	p.key("Escape")
	want := answer(t, "help")
	eventually(t, "an answer of the new agent", func() bool {
		if len(p.family()) < 3 { // it does not run yet
			p.key("ctrl+1")
			p.send("help")
		}
		return same(p.lastAnswer(), want)
	})
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil { // asks nothing, whatever still runs
		t.Fatal(err)
	}
	if status := p.waitExit(); status != 0 {
		t.Errorf("exit status %d: %s", status, p.said())
	}
	if left := p.family(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
