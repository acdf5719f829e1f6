//go:build window && linux

package windowtest

import (
	"strings"
	"testing"
)

// Where no input method puts letters together, dead keys do, whether a key is
// released before the next one is pressed or after.
func TestDeadKeys(t *testing.T) {
	d := newDisplay(t)
	d.run(t, "setxkbmap", "fr")
	p := d.start(t, binary(t), "--demo", "--lang", "fr")
	p.waitWindow("Sidekicks")
	p.write("a")
	for _, keys := range []string{
		"key dead_circumflex e",
		"key dead_diaeresis i",
		"key dead_circumflex dead_circumflex", "key e",
		"key dead_circumflex space",
		"keydown dead_circumflex keydown o keyup dead_circumflex keyup o", "key o",
	} {
		d.run(t, "xdotool", strings.Fields(keys)...)
	}
	const want = "aêï^e^ôo"
	eventually(t, "what was written in the clipboard", func() bool {
		p.key("ctrl+a")
		p.key("ctrl+c")
		text, _ := d.try(nil, "timeout", "5", "xclip", "-o", "-selection", "clipboard")
		if text != "" && text != want {
			t.Fatalf("written %q, want %q", text, want)
		}
		return text == want
	})
}
