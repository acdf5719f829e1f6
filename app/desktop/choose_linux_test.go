//go:build !nogtk

package desktop

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDialogProgram asks stand-ins for the companion.
func TestDialogProgram(t *testing.T) {
	choice := Choice{Kind: SaveFile, Title: "A title", Name: "a name", FilterName: "Texts", Filter: []string{"md", "txt"}}
	for _, c := range []struct {
		name, script, path string
		is                 error
		says               string
	}{
		{name: "chosen", script: `printf '%s|' "$@"`, path: "save|A title||a name|Texts|md|txt|"},
		{name: "cancelled", script: `exit 3`, is: ErrCancelled},
		{name: "no display", script: `echo "cannot open display" >&2; exit 1`, says: "cannot open display"},
		{name: "crashed", script: `kill -SEGV $$`, says: "segmentation fault"},
		{name: "missing", is: ErrNoDialog},
	} {
		program := filepath.Join(t.TempDir(), dialogProgram)
		if c.script != "" {
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		path, err := askWith(program, choice)
		if path != c.path || c.is != nil && !errors.Is(err, c.is) || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %q, %v", c.name, path, err)
		}
		if c.path != "" && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
