package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe that nobody writes to is no configuration to wait for.
func TestAPipeIsNoConfiguration(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "a pipe or a device, and no file. Check its name", "fr": "un tube ou un périphérique"} {
		if got := ask(t, "--lang", lang, "--config", pipe, "help"); got.status != statusConfig || !strings.Contains(got.err, want) {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

// What another program writes to a pipe is checked, as a file is.
func TestCheckReadsAPipe(t *testing.T) {
	for text, status := range map[string]int{"{}": 0, "{": 1, strings.Repeat(" ", 8<<20): 1} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		wrote := make(chan error, 1)
		go func() {
			_, err := w.WriteString(text)
			w.Close()
			wrote <- err
		}()
		got := checked(Check, fmt.Sprintf("/dev/fd/%d", r.Fd()))
		r.Close()
		if err := <-wrote; got.status != status || got.err != "" || err != nil && len(text) < 100 {
			t.Errorf("%.9q: %+v, %v", text, got, err)
		}
	}
}
