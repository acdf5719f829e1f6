//go:build window && linux

package windowtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// config writes a configuration of the guide alone.
func config(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(`{"agent_servers": {"Guide": {"command": "sidekicks", "args": ["agent"]}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// active is the window that has the keyboard.
func (d *display) active() string {
	id, _ := d.try(nil, "xdotool", "getactivewindow")
	return strings.TrimSpace(id)
}

// TestASecondStartRaisesTheFirst opens one file twice, and another beside.
func TestASecondStartRaisesTheFirst(t *testing.T) {
	d := newDisplay(t)
	home, ship := t.TempDir(), config(t, "ship.json")
	first := d.startIn(t, home, binary(t), "--config", ship)
	first.waitWindow("Sidekicks")
	other := d.startIn(t, home, binary(t), "--config", config(t, "other.json"))
	eventually(t, "a window beside", func() bool {
		ids, _ := d.try(nil, "xdotool", "search", "--onlyvisible", "--name", "Sidekicks")
		for _, id := range strings.Fields(ids) {
			if id != first.window {
				other.window = id
			}
		}
		return other.window != ""
	})
	eventually(t, "the other in front", func() bool {
		d.try(nil, "xdotool", "windowactivate", other.window)
		return d.active() == other.window
	})
	second := d.startIn(t, home, binary(t), "--config", ship)
	if status := second.waitExit(); status != 0 {
		t.Errorf("exit status %d: %s", status, second.said())
	}
	eventually(t, "the first in front", func() bool { return d.active() == first.window })

	first.cmd.Process.Kill()
	first.waitExit()
	third := d.startIn(t, home, binary(t), "--config", ship)
	select {
	case <-third.firstFrame:
	case <-third.exited:
		t.Errorf("what a killed one left keeps the file: %s", third.said())
	}
}

// TestTheWindowIsAsItWasLeft in size.
func TestTheWindowIsAsItWasLeft(t *testing.T) {
	d := newDisplay(t)
	home := t.TempDir()
	p := d.startIn(t, home, binary(t), "--demo")
	p.waitWindow("Sidekicks")
	size := func(p *program) string {
		_, geometry, _ := strings.Cut(d.run(t, "xdotool", "getwindowgeometry", p.window), "Geometry: ")
		return strings.TrimSpace(geometry)
	}
	before := size(p)
	d.run(t, "xdotool", "windowsize", "--sync", p.window, "901", "655")
	after := size(p)
	if after == before {
		t.Fatal("the window cannot be sized")
	}
	p.key("ctrl+plus")
	p.closePolitely()
	if status := p.waitExit(); status != 0 {
		t.Fatalf("exit status %d: %s", status, p.said())
	}
	again := d.startIn(t, home, binary(t), "--demo")
	again.waitWindow("Sidekicks")
	eventually(t, "the size it had: "+after, func() bool { return size(again) == after })
}

// TestASilentFirstIsNoObstacle to a second window, which comes soon and can be
// used.
func TestASilentFirstIsNoObstacle(t *testing.T) {
	d := newDisplay(t)
	home, ship := t.TempDir(), config(t, "ship.json")
	first := d.startIn(t, home, binary(t), "--config", ship)
	first.waitWindow("Sidekicks")
	if err := first.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	second := d.startIn(t, home, binary(t), "--config", ship, "--lang", "fr")
	select {
	case took := <-second.firstFrame:
		t.Logf("a window after %v", took)
	case <-second.exited:
		t.Fatalf("it ended: %s", second.said())
	case <-time.After(patience):
		t.Fatal("no window")
	}
	log, err := os.ReadFile(filepath.Join(home, "state", "sidekicks", "sidekicks.log"))
	if err != nil || !strings.Contains(string(log), "does not answer") {
		t.Errorf("the log does not tell why: %v", err)
	}
}

// TestAStartWhileTheFirstEndsOpensAWindow: who closes a window whose agent is
// slow to end, and starts again, is not left with nothing.
func TestAStartWhileTheFirstEndsOpensAWindow(t *testing.T) {
	d := newDisplay(t)
	home, path := t.TempDir(), filepath.Join(t.TempDir(), "slow.json")
	agent := fmt.Sprintf(`{"agent_servers": {"Slow": {"command": "sh", "args": ["-c", "%s agent; exec sleep 60"], "workspace": %q}}}`, binary(t), t.TempDir())
	if err := os.WriteFile(path, []byte(agent), 0o600); err != nil {
		t.Fatal(err)
	}
	first := d.startIn(t, home, binary(t), "--config", path)
	first.waitWindow("Sidekicks")
	first.send("help")
	eventually(t, "the answer", func() bool { return first.lastAnswer() != "" })
	first.rest() // in an answer it would ask
	first.closePolitely()
	for range 20 { // one that comes before the first hears of it brings it to the front, and ends
		second := d.startIn(t, home, binary(t), "--config", path)
		select {
		case <-second.firstFrame:
		case <-second.exited:
			continue
		}
		if first.ended() {
			t.Error("a window opens only once the first has ended")
		}
		return
	}
	t.Error("no window opens")
}
