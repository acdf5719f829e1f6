//go:build window && linux

package windowtest

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestTalk is the main job, end to end: a person starts the program, writes to
// an agent that is a real process, reads its answer, stops another, and leaves.
func TestTalk(t *testing.T) {
	d := newDisplay(t)
	p := d.start(t, binary(t), "--demo")
	p.waitWindow("Sidekicks")

	p.write("help")
	p.key("Return")
	want := answer(t, "help")
	eventually(t, "the guide's answer in the clipboard", func() bool { return same(p.lastAnswer(), want) })

	p.write("slow 100")
	p.key("Return")
	eventually(t, "the beginning of a slow answer", func() bool { return !same(p.lastAnswer(), want) })
	p.key("Escape")
	p.write("markdown") // queued, or sent when Stop is done
	p.key("Return")
	want = answer(t, "markdown")
	eventually(t, "an answer after Stop", func() bool { return same(p.lastAnswer(), want) })

	if len(p.family()) < 2 {
		t.Errorf("the guide is no process of its own: %v", p.family())
	}
	p.closePolitely()
	if status := p.waitExit(); status != 0 {
		t.Errorf("exit status %d: %s", status, p.said())
	}
	if left := p.family(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Another program destroys the window, of which the desktop tells nothing by
// itself: the program ends as when it is closed. So it does by a signal.
func TestEndsThoughItsWindowIsGone(t *testing.T) {
	for name, end := range map[string]func(p *program){
		"its window": func(p *program) { p.display.run(t, "xdotool", "windowclose", p.window) },
		"SIGTERM":    func(p *program) { _ = p.cmd.Process.Signal(syscall.SIGTERM) },
		"SIGHUP":     func(p *program) { _ = p.cmd.Process.Signal(syscall.SIGHUP) },
	} {
		d := newDisplay(t)
		p := d.start(t, binary(t), "--demo", "--lang", "en")
		p.waitWindow("Sidekicks")
		p.send("slow 100")
		eventually(t, "the guide", func() bool { return len(p.family()) >= 3 })
		end(p)
		if status := p.waitExit(); status != 0 {
			t.Errorf("%s: exit status %d: %s", name, status, p.said())
		}
		if left := p.family(); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}

// A client that is cut off from the X server cannot end as usual: its guard ends
// what it started.
func TestLeavesNothingWhenItIsCutOff(t *testing.T) {
	d := newDisplay(t)
	p := d.start(t, binary(t), "--demo", "--lang", "en")
	p.waitWindow("Sidekicks")
	p.send("slow 100")
	eventually(t, "the guide", func() bool { return len(p.family()) >= 3 })
	d.run(t, "xdotool", "windowkill", p.window)
	p.waitExit()
	eventually(t, "no process left", func() bool { return len(p.family()) == 0 })
}

// TestAsksBeforeADraftIsLost closes a window with a draft in it: the close
// button asks, and the answer by keys ends the program.
func TestAsksBeforeADraftIsLost(t *testing.T) {
	d := newDisplay(t)
	p := d.start(t, binary(t), "--demo", "--lang", "fr")
	p.waitWindow("Sidekicks")
	p.write("help")
	p.key("Return")
	want := answer(t, "help")
	eventually(t, "the guide's answer", func() bool { return same(p.lastAnswer(), want) })
	p.write("a draft")
	asked := false
	eventually(t, "the end of the program, by Tab to Quit and Enter", func() bool {
		p.closePolitely()
		p.display.run(t, "xdotool", "sleep", "0.5") // the card takes the focus when it is drawn
		asked = asked || !p.ended()
		p.display.run(t, "xdotool", "key", "Tab", "sleep", "0.2", "key", "Return", "sleep", "0.5")
		return p.ended()
	})
	if !asked {
		t.Error("the draft was lost without a question")
	}
	if status := p.waitExit(); status != 0 {
		t.Errorf("exit status %d: %s", status, p.said())
	}
	if left := p.family(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestKilled ends the program the hard way: the guard ends what it started.
func TestKilled(t *testing.T) {
	d := newDisplay(t)
	p := d.start(t, binary(t), "--demo")
	p.waitWindow("Sidekicks")
	p.write("slow 100")
	p.key("Return")
	eventually(t, "the guide's process", func() bool { return len(p.family()) >= 2 })
	p.cmd.Process.Kill()
	eventually(t, "no process left", func() bool { return len(p.family()) == 0 })
}

// answer is what the guide answers without a window.
func answer(t testing.TB, text string) string {
	t.Helper()
	cmd := exec.Command(binary(t), "ask", "--demo", text)
	cmd.Env = environment(t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ask %q: %v", text, err)
	}
	return string(out)
}

// same compares but for the line break that a terminal wants at the end.
func same(a, b string) bool { return strings.TrimRight(a, "\n") == strings.TrimRight(b, "\n") }

// TestNoDisplay starts the program where no window can be shown.
func TestNoDisplay(t *testing.T) {
	cmd := exec.Command(binary(t), "--demo")
	cmd.Env = environment(t.TempDir())
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("exit: %v, want status 1", err)
	}
	if !strings.HasPrefix(string(out), "sidekicks: ") || strings.Count(string(out), "\n") > 2 {
		t.Errorf("said %q, want a sentence", out)
	}
}
