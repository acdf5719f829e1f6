//go:build !nogtk

package desktop

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// dialogProgram is the companion that shows GTK's dialogs, see
// app/desktop/sidekicks-dialog. It is looked for in the folder of this program alone:
// what merely bears its name on the PATH is not run.
const dialogProgram = "sidekicks-dialog"

// cancelledStatus is how the companion tells that the person closed the dialog.
const cancelledStatus = 3

// ask waits for the companion. Without it there is no dialog.
func ask(c Choice) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoDialog, err)
	}
	return askWith(filepath.Join(filepath.Dir(self), dialogProgram), c)
}

func askWith(program string, c Choice) (string, error) {
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoDialog, err)
	}
	cmd := exec.Command(program, append([]string{c.Kind.String(), c.Title, c.Dir, c.Name, c.FilterName}, c.Filter...)...)
	var path, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &path, &complaint
	alive, err := cmd.StdinPipe() // ends with this process, and the dialog with it
	if err != nil {
		return "", err
	}
	defer alive.Close()
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if exit.ExitCode() == cancelledStatus {
			return "", ErrCancelled
		}
		return "", fmt.Errorf("file dialog: %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	return path.String(), err
}
