//go:build window && linux

package windowtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The dialogs say what is to be chosen, in the person's words.
func TestDialogsHaveTheirTitle(t *testing.T) {
	d := newDisplay(t)
	for _, kind := range []string{"open", "save", "folder"} {
		title := "Ce qui est à choisir : " + kind
		dialog := exec.Command(filepath.Join(filepath.Dir(binary(t)), "sidekicks-dialog"), kind, title, "", "", "")
		dialog.Env = append(environment(t.TempDir()), "DISPLAY="+d.name)
		open, err := dialog.StdinPipe() // it ends with this
		if err != nil {
			t.Fatal(err)
		}
		dialog.Stderr = os.Stderr
		serve(t, dialog)
		eventually(t, "a dialog called "+title, func() bool {
			_, ok := d.try(nil, "xdotool", "search", "--onlyvisible", "--name", title)
			return ok
		})
		open.Close()
	}
}
