package cli

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"sidekicks/engine"
)

// printing are the subcommands, as they print something and would end with
// status 0.
func printing(t *testing.T) map[string]struct {
	run  func(Env) int
	args []string
} {
	type subcommand = struct {
		run  func(Env) int
		args []string
	}
	path := configFile(t, `{"sidekicks": {"x": 1}}`)
	return map[string]subcommand{
		"ask":          {Ask, []string{"--demo", "hello"}},
		"ask json":     {Ask, []string{"--demo", "--json", "hello"}},
		"ask help":     {Ask, []string{"--help"}},
		"check":        {Check, []string{path}},
		"check json":   {Check, []string{"--json", path}},
		"check help":   {Check, []string{"--help"}},
		"schema":       {Schema, nil},
		"schema help":  {Schema, []string{"--help"}},
		"explain":      {Explain, []string{"ls"}},
		"explain json": {Explain, []string{"--json", "ls"}},
		"explain help": {Explain, []string{"--help"}},
		"version":      {func(e Env) int { return Print(e, "sidekicks 1\n") }, nil},
	}
}

// refusing is an output that takes nothing.
type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }

// What could not be printed is no success, and is told; who reads no more is
// not told so.
func TestWhatCannotBePrintedIsNoSuccess(t *testing.T) {
	for _, v := range alone(t) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	for _, c := range []struct {
		out  io.Writer
		said string
	}{
		{refusing{syscall.ENOSPC}, "cannot be written"},
		{noOutput{}, "cannot be written"},
		{refusing{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}}, ""},
	} {
		for name, s := range printing(t) {
			var said strings.Builder
			status := s.run(Env{Args: s.args, Stdin: strings.NewReader(""), Stdout: c.out, Stderr: &said, Getenv: os.Getenv, Engine: engine.Options{}})
			if status != statusFailed || !strings.Contains(said.String(), c.said) || c.said == "" && said.Len() > 0 {
				t.Errorf("%s to %v: status %d, said %q", name, c.out, status, said.String())
			}
		}
	}
}
