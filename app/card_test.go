package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"

	"sidekicks/engine/acp"
	"sidekicks/widgets/widgettest"
)

// inWorkspace runs a test with a card of Riker's, who works in a folder with files.
func inWorkspace(t *testing.T, files map[string]string, a answer, f func(l *lab, dir string)) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg := agents("Riker")
	cfg.Agents[0].Workspace, cfg.KeepCopies = dir, 24*time.Hour
	inBubble(t, cfg, map[string]answer{"Riker": a}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.appears()
		f(l, dir)
	})
}

func TestTheCardSaysWhatWouldBeLost(t *testing.T) {
	files := map[string]string{"build/a": "four", "build/sub/b": "12345678"}
	inWorkspace(t, files, asks("rm -rf build", allKinds...), func(l *lab, _ string) {
		l.sees(1, "Riker wants to run a command on your computer")
		l.sees(1, "Deletes build for good (inside your work folder): 2 files, 12\u00a0bytes, 2 changed today.")
		l.sees(1, "The agent decides what “always” covers, and Sidekicks cannot undo it.")
		l.sees(1, "If you allow this, Sidekicks keeps a copy first.")
		l.sees(0, "Outside your work folder")
		l.sees(0, "hold the button")
	})
	inWorkspace(t, files, asks("rm -rf $DIR", acp.AllowOnce, acp.RejectOnce), func(l *lab, _ string) {
		l.sees(1, "What would be lost could not be counted.")
		l.sees(0, "“always”")
		l.sees(0, "keeps a copy")
	})
	inWorkspace(t, files, asks("ls build", allKinds...), func(l *lab, _ string) {
		l.sees(0, "files,")
		l.sees(0, "Deletes")
	})
	inWorkspace(t, files, asks("rm /srv/hosts", allKinds...), func(l *lab, _ string) {
		l.sees(1, "Outside your work folder")
	})
}

// asksWith asks for a tool call.
func asksWith(call acp.ToolCall) answer {
	return func(ctx context.Context, c *turn) acp.StopReason {
		call.ID = "t1"
		out, _ := c.RequestPermission(ctx, acp.PermissionRequest{SessionID: c.session, ToolCall: call, Options: []acp.PermissionOption{
			{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}, {ID: "no", Name: "No", Kind: acp.RejectOnce}}})
		c.say("answered <" + string(out.OptionID) + ">")
		return acp.EndTurn
	}
}

func TestTheCardShowsTheChange(t *testing.T) {
	files := map[string]string{"notes.txt": "one\ntwo\nthree\n"}
	in := acp.ToolCall{Kind: acp.ToolEdit, Title: "Edit notes", RawInput: []byte(`{"path":"notes.txt","old_string":"two","new_string":"TWO"}`)}
	inWorkspace(t, files, asksWith(in), func(l *lab, _ string) {
		l.sees(1, "Riker wants to change a file")
		l.sees(1, "−two")
		l.sees(1, "+TWO")
	})
	whole := acp.ToolCall{Kind: acp.ToolEdit, Title: "Write notes", RawInput: []byte(`{"path":"notes.txt","content":"one\nTWO\nthree\n"}`)}
	inWorkspace(t, files, asksWith(whole), func(l *lab, _ string) { // the old text is on the disk
		l.sees(1, "−two")
		l.sees(1, "+TWO")
		l.sees(0, "+one")
	})
	inWorkspace(t, files, asksWith(acp.ToolCall{Kind: acp.ToolEdit, RawInput: []byte(`{"path":"new.txt","content":"hello\n"}`)}), func(l *lab, _ string) {
		l.sees(1, "Riker wants to create a file")
		l.sees(2, "new.txt") // the tool call and the card
		l.sees(1, "new file")
	})
	inWorkspace(t, files, asksWith(acp.ToolCall{Kind: acp.ToolEdit, RawInput: []byte(`{"path":"notes.txt"}`)}), func(l *lab, _ string) {
		l.sees(2, "notes.txt")
		l.sees(1, "The change is not shown by the agent.")
	})
	inWorkspace(t, files, asksWith(acp.ToolCall{Kind: acp.ToolEdit, RawInput: []byte(`{"path":"a\u202etxt.exe","content":"x"}`)}), func(l *lab, _ string) {
		l.sees(2, "a⟨U+202E⟩txt.exe")
	})
}

func TestCommandIsShownWhole(t *testing.T) {
	waiting(t, "en", asks("echo "+strings.Repeat(" ", 400)+"; rm -rf ~\u202e", allKinds...), func(l *lab) {
		l.sees(2, "; rm -rf ~⟨U+202E⟩") // the tool call and the card
	})
	waiting(t, "en", asks("r\u043c -rf build", allKinds...), func(l *lab) {
		l.sees(1, "r⟨U+043C⟩ -rf build")
	})
	command := "echo first" + strings.Repeat("\n:", 298) + "\nlast line"
	waiting(t, "en", asks(command, allKinds...), func(l *lab) {
		l.sees(1, "last line")
		l.sees(1, "lines are out of view")
		l.sees(1, "echo first")
		l.at(time.Second, func() {
			l.Press(key.ModShortcut, "J")
			l.Press(0, key.NameUpArrow)
		})
		l.sees(1, "last line") // it stays
		for range 300 {
			l.Press(0, key.NameUpArrow)
		}
		l.sees(1, "last line")
		l.sees(2, "echo first") // the tool call and the card
		l.at(0, func() { l.Press(0, "1") })
		l.sees(1, "answered <allow_once>")
	})
}

func TestTheCommandCanBeCopied(t *testing.T) {
	waiting(t, "en", asks("first line\nsecond line", allKinds...), func(l *lab) {
		for _, n := range l.Nodes() {
			if n.Desc.Label == "second line" {
				l.ClickAt(widgettest.Middle(n))
			}
		}
		l.Press(key.ModShortcut, "A")
		l.Press(key.ModShortcut, "C")
		if l.Clipboard != "first line\nsecond line" {
			t.Errorf("copied %q", l.Clipboard)
		}
		l.at(time.Second, func() { l.Press(0, "1") }) // the card has the focus
		l.sees(1, "answered <allow_once>")
	})
}

// key puts a key down or up, and draws what it does after a while.
func (l *lab) key(name key.Name, state key.State, after time.Duration) {
	l.at(after, func() {
		l.Queue(key.Event{Name: name, State: state})
		l.Frame()
	})
}

func TestHoldToConfirm(t *testing.T) {
	grave := asks("rm -rf ~", allKinds...)
	waiting(t, "en", grave, func(l *lab) {
		l.sees(1, "hold the button")
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J") })
		l.Press(0, "1")
		l.pass(2 * time.Second)
		l.sees(0, "answered")
		l.key("1", key.Press, 0)
		l.key("1", key.Release, 700*time.Millisecond)
		l.pass(time.Second)
		l.sees(0, "answered")
		l.key("1", key.Press, 0)
		for range 5 { // X11 repeats a held key so
			l.at(100*time.Millisecond, func() {
				l.Queue(key.Event{Name: "1", State: key.Release}, key.Event{Name: "1", State: key.Press})
				l.Frame()
			})
		}
		l.sees(0, "answered")
		l.pass(350 * time.Millisecond)
		l.wait()
		l.sees(1, "answered <allow_once>")
	})
	waiting(t, "en", grave, func(l *lab) { // Shift goes up before the key, which then has another name
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J") })
		l.key("&", key.Press, 0)
		l.key("7", key.Release, 100*time.Millisecond) // as on an American keyboard
		l.pass(2 * time.Second)
		l.sees(0, "answered")
		l.key("&", key.Press, 0)
		l.pass(900 * time.Millisecond)
		l.key("1", key.Release, 0)
		l.pass(time.Second)
		l.sees(1, "answered <allow_once>")
		l.Type("x")
		l.writes("Riker", "x")
	})
	waiting(t, "en", grave, func(l *lab) { // Enter, on the button
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, key.NameRightArrow) })
		l.Press(0, key.NameReturn)
		l.pass(time.Second)
		l.sees(0, "answered")
		l.key(key.NameReturn, key.Press, 0)
		l.pass(900 * time.Millisecond)
		l.wait()
		l.sees(1, "answered <allow_once>")
	})
	waiting(t, "fr", grave, func(l *lab) { // the mouse
		l.pass(time.Second)
		l.Click(semantic.Button, "Autoriser une fois")
		l.pass(time.Second)
		l.sees(0, "answered")
		n, _ := l.Find(semantic.Button, "Autoriser une fois")
		l.Pointer(pointer.Press, widgettest.Middle(n), 0)
		l.pass(700 * time.Millisecond)
		l.sees(0, "answered")
		l.pass(200 * time.Millisecond)
		l.wait()
		l.sees(1, "answered <allow_once>")
	})
	waiting(t, "en", grave, func(l *lab) { // pressed before the card takes anything
		n, _ := l.Find(semantic.Button, "Allow once")
		l.Pointer(pointer.Press, widgettest.Middle(n), 0)
		l.pass(3 * time.Second)
		l.sees(0, "answered")
	})
	waiting(t, "en", grave, func(l *lab) { // saying no takes no effort
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, key.NameEscape) })
		l.sees(1, "answered <reject_once>")
	})
}

func TestTheAgentEndsWithACardOpen(t *testing.T) {
	waiting(t, "en", func(ctx context.Context, c *turn) acp.StopReason {
		go c.ask(context.Background(), "t1", "rm -rf build", allKinds...)
		time.Sleep(2 * time.Second)
		c.Close()
		return acp.EndTurn
	}, func(l *lab) {
		l.pass(time.Second)
		l.sees(1, "wants to run")
		l.pass(2 * time.Second)
		l.sees(0, "Allow once")
		l.sees(1, "not answered: the agent ended")
		l.Type("x")
		l.writes("Riker", "x")
	})
}

func TestTheDecisionStays(t *testing.T) {
	name := filepath.Join("build", strings.Repeat("long", 40)) // its sentence fills more than a line, and the button has its place
	files := map[string]string{name: "four"}
	var dir string
	removes := func(ctx context.Context, c *turn) acp.StopReason {
		if c.ask(ctx, "t1", "rm -rf build", allKinds...).OptionID == "allow_once" {
			os.RemoveAll(filepath.Join(dir, "build"))
		}
		c.say("answered")
		return acp.EndTurn
	}
	there := func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	inWorkspace(t, files, removes, func(l *lab, d string) {
		dir = d
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, "1") })
		l.wait()
		l.sees(1, "Riker wants to run a command on your computer")
		l.sees(1, "allowed once · "+time.Now().Format("15:04"))
		l.sees(1, "A copy was kept before.")
		if there() {
			t.Fatal("the agent did not do what was allowed")
		}
		l.button("Give back")
		l.wait()
		l.sees(1, "The copy was given back.")
		if !there() {
			t.Error("nothing was given back")
		}
	})
	inWorkspace(t, files, removes, func(l *lab, d string) {
		dir = d
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, "1") })
		l.wait()
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, "build"), 0o755), os.WriteFile(filepath.Join(dir, name), []byte("other"), 0o644)); err != nil {
			t.Fatal(err)
		}
		l.button("Give back")
		l.wait()
		l.sees(1, "Not given back: this changed since, and would be lost: "+filepath.Join(dir, name))
		l.button("Give back all the same")
		l.wait()
		l.sees(1, "The copy was given back.")
	})
	inWorkspace(t, files, removes, func(l *lab, d string) {
		dir = d
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, key.NameEscape) })
		l.wait()
		l.sees(1, "refused · ")
		l.sees(0, "A copy")
		if !there() {
			t.Error("a refusal lost something")
		}
	})
}

// repeat is what X11 tells of a key that is held on for a while.
func (l *lab) repeat(name key.Name, times int) {
	for range times {
		l.at(100*time.Millisecond, func() {
			l.Queue(key.Event{Name: name, State: key.Release}, key.Event{Name: name, State: key.Press})
			l.Frame()
		})
	}
}

// A key that confirmed an answer does nothing more until it was up.
func TestAHeldKeyDoesNothingElse(t *testing.T) {
	waiting(t, "en", asks("rm -rf ~", allKinds...), func(l *lab) {
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J") })
		l.key("1", key.Press, 0)
		l.repeat("1", 20)
		l.sees(1, "answered <allow_once>")
		l.Type("1")
		l.writes("Riker", "")
		l.key("1", key.Release, 0)
		l.pass(time.Second)
		l.Type("x")
		l.writes("Riker", "x")
	})
	two := func(command string) answer {
		return func(ctx context.Context, c *turn) acp.StopReason {
			got := make(chan string, 2)
			for _, id := range []string{"a", "b"} {
				go func() { got <- string(c.ask(ctx, id, command, allKinds...).OptionID) }()
				time.Sleep(time.Millisecond)
			}
			c.say("answered " + <-got)
			c.say(" answered " + <-got)
			return acp.EndTurn
		}
	}
	for _, command := range []string{"rm -rf ~", "ls"} {
		waiting(t, "en", two(command), func(l *lab) {
			l.pass(10 * time.Millisecond)
			l.at(time.Second, func() { l.Press(key.ModShortcut, "J") })
			l.key("1", key.Press, 0)
			l.repeat("1", 9)
			l.wait()
			l.sees(1, "answered allow_once")
			if command == "ls" {
				l.repeat("1", 20)
				l.sees(1, "answered allow_once") // the next is asked anew
			}
			l.key("1", key.Release, 0)
			l.pass(time.Second)
			l.key("1", key.Press, 0)
			l.repeat("1", 9)
			l.wait()
			l.sees(2, "answered allow_once")
		})
	}
}

func TestDecisionsAreShownFromThePalette(t *testing.T) {
	waiting(t, "en", asks("rm -rf build\n:", allKinds...), func(l *lab) {
		l.choose("your decisions")
		l.sees(1, "You have not decided anything yet.")
		l.Press(0, key.NameEscape)
		l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, "1") })
		l.tell("again")
		l.Press(0, key.NameEscape) // Stop
		l.wait()
		l.sees(1, "not answered: you stopped the agent")
		l.choose("your decisions")
		l.sees(1, "Riker wants to run a command on your computer · allowed once")
		l.sees(1, "Riker wants to run a command on your computer · not answered: you stopped the agent")
		l.sees(2, "    rm -rf build")
		l.Press(key.ModShortcut, "A")
		l.Press(key.ModShortcut, "C")
		if !strings.HasPrefix(l.Clipboard, "2000-01-01 ") || strings.Count(l.Clipboard, "\n    :") != 2 {
			t.Errorf("copied %q", l.Clipboard)
		}
		l.Press(0, key.NameEscape)
		l.Type("x")
		l.writes("Riker", "x")
	})
}
