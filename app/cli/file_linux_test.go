package cli

import (
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
