//go:build window && linux

package windowtest

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAFaultIsToldByTheNextStart ends the program as a fault of its own does.
func TestAFaultIsToldByTheNextStart(t *testing.T) {
	d := newDisplay(t)
	home := t.TempDir()
	p := d.startIn(t, home, binary(t), "--demo", "--lang", "en")
	p.waitWindow("Sidekicks")
	if err := p.cmd.Process.Signal(syscall.SIGABRT); err != nil {
		t.Fatal(err)
	}
	if status := p.waitExit(); status == 0 {
		t.Error("it ended as it should")
	}
	again := d.startIn(t, home, binary(t), "--demo", "--lang", "en")
	again.waitWindow("Sidekicks")
	eventually(t, "the details in the clipboard", func() bool {
		again.display.run(t, "xdotool", "key", "shift+Tab", "sleep", "0.2", "key", "Return", "sleep", "0.2")
		text, _ := d.try(nil, "timeout", "5", "xclip", "-o", "-selection", "clipboard")
		return strings.Contains(text, "SIGABRT") && strings.Contains(text, "goroutine ")
	})
	if kept, err := os.ReadFile(filepath.Join(home, "state", "sidekicks", "crash.txt")); err != nil || !strings.Contains(string(kept), "SIGABRT") {
		t.Errorf("kept %q, %v", kept, err)
	}
}
