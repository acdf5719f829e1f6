//go:build window && linux

package windowtest

import (
	"os/exec"
	"strings"
	"testing"
)

// TestReadOnlyHome runs where nothing can be written, not even by root: the
// program works, remembers nothing and ends as it should.
func TestReadOnlyHome(t *testing.T) {
	const home = "/proc"
	cmd := exec.Command(binary(t), "ask", "--demo", "help")
	cmd.Env = environment(home)
	out, err := cmd.Output()
	if want := answer(t, "help"); err != nil || !same(string(out), want) {
		t.Errorf("ask: %v, %q, want %q", err, out, want)
	}
	d := newDisplay(t)
	p := d.startIn(t, home, binary(t), "--lang", "en")
	p.waitWindow("Sidekicks")
	p.key("ctrl+l") // from the page of a first run to the guide
	p.send("help")
	want := answer(t, "help")
	eventually(t, "the guide's answer", func() bool { return same(p.lastAnswer(), want) })
	p.closePolitely()
	if status := p.waitExit(); status != 0 || strings.Contains(p.said(), "panic") {
		t.Errorf("exit status %d: %s", status, p.said())
	}
}
