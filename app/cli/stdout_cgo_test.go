//go:build cgo && unix

package cli

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// A program started without a standard output does not take the null device,
// which the Go runtime puts in its place, for one; the null device itself is one,
// however it was opened.
func TestWithoutAStandardOutput(t *testing.T) {
	for redirection, want := range map[string]int{">&-": statusFailed, ">/dev/null": statusOK, "1<>/dev/null": statusOK} {
		for _, args := range [][]string{{"ask", "--demo", "hello"}, {"check", "--help"}} {
			direct := command(t, args...)
			cmd := exec.Command("sh", append([]string{"-c", `exec "$0" "$@" ` + redirection}, direct.Args...)...)
			var said bytes.Buffer
			cmd.Env, cmd.Stderr = direct.Env, &said
			if err := cmd.Run(); cmd.ProcessState == nil {
				t.Fatal(err)
			}
			if got := cmd.ProcessState.ExitCode(); got != want || (got != statusOK) != strings.Contains(said.String(), "cannot be written") {
				t.Errorf("%q %s ended with %d, want %d; it said %q", args, redirection, got, want, said.String())
			}
		}
	}
}
