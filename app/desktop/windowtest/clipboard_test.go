//go:build window && linux

package windowtest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Another program gives a long text in parts. What comes after it can be pasted
// too, also after a picture, of which there is no text.
func TestPastes(t *testing.T) {
	d := newDisplay(t)
	p := d.start(t, binary(t), "--demo", "--lang", "en")
	p.waitWindow("Sidekicks")
	long := strings.Repeat("A line of a text that is long, with été and 漢字 in it.\n", 20_000) + "its end"
	files := 0
	for _, text := range []string{"the first", long, "the last"} {
		d.offer(t, "image/png", "no text")
		p.key("ctrl+v")
		d.run(t, "xdotool", "sleep", "0.3") // for it to be asked for
		d.offer(t, "UTF8_STRING", text)
		eventually(t, "the conversation with what was pasted in a file", func() bool {
			p.key("ctrl+v")
			d.run(t, "xdotool", "sleep", "0.3")
			p.key("Return")
			files++
			exported := filepath.Join(p.home, strconv.Itoa(files)+".md")
			p.key("ctrl+e")
			p.key("ctrl+a")
			p.write(exported)
			p.key("Return")
			d.run(t, "xdotool", "sleep", "0.3")
			got, _ := os.ReadFile(exported)
			return strings.Contains(strings.ReplaceAll(string(got), "\n> ", "\n"), text)
		})
	}
}

// offer puts something into the clipboard, of a type. What offers it lives on, and
// would hold the output open.
func (d *display) offer(t *testing.T, kind, text string) {
	t.Helper()
	if _, ok := d.try(strings.NewReader(text), "sh", "-c", "xclip -selection clipboard -i -t \"$0\" >/dev/null 2>&1", kind); !ok {
		t.Fatal("xclip failed")
	}
}
