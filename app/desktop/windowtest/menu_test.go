//go:build window && linux

package windowtest

import (
	"slices"
	"strings"
	"testing"
)

// TestWindowClass has the window bear the class that the desktop entry of the
// packages names: without it a dock shows the window beside the icon that
// started it, and without that icon.
func TestWindowClass(t *testing.T) {
	d := newDisplay(t)
	p := d.start(t, binary(t), "--demo")
	p.waitWindow("Sidekicks")
	found := strings.Fields(d.run(t, "xdotool", "search", "--class", "^sidekicks$"))
	if !slices.Contains(found, p.window) {
		t.Errorf("windows of the class: %q, the program's is %s", found, p.window)
	}
}
