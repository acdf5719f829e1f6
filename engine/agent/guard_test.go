//go:build !windows

package agent

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sidekicks/engine/config"
)

const programAgents = 2

// program is a role: a Sidekicks with agents that neither the end of their
// input nor SIGTERM ends, each with a child like it.
func program() {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	o := Options{Guard: NewGuard(self)}
	a := config.Agent{Command: self, Workspace: "/", Env: map[string]string{roleVariable: "deafpair"}}
	for range programAgents {
		if _, err := o.Start(context.Background(), a, &quiet{}); err != nil {
			panic(err)
		}
	}
	hold()
}

// startProgram starts the role program. The mark is in the environment of all
// that it starts.
func startProgram(t *testing.T) (cmd *exec.Cmd, read *presence, mark string) {
	t.Helper()
	mark, read = newPresence(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self)
	// What looks for data races sleeps for a second at the end of each process,
	// which is none of ours.
	cmd.Env = append(os.Environ(), roleVariable+"=program", mark, "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, read, mark
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
}

func TestNothingIsLeftOfAProgramThatWasKilled(t *testing.T) {
	for range 3 {
		cmd, read, _ := startProgram(t)
		expectCame(t, read, "deafpair", "linger", "deafpair", "linger")
		kill(t, cmd)
		expectGone(t, read)
	}
}

func TestAGuardIsToldOfTheEndOfItsAgents(t *testing.T) {
	o := guarded(t)
	p := mustStart(t, o, entry(t, "polite"))
	if !o.Guard.groups[p.cmd.Process.Pid] {
		t.Errorf("groups %v", o.Guard.groups)
	}
	p.Stop()
	<-p.Done()
	if len(o.Guard.groups) != 0 {
		t.Errorf("groups %v", o.Guard.groups)
	}
	o.Guard.Close()
	o.Guard.Close()
	if o.Guard.cmd != nil {
		t.Error("the guard is left")
	}
}

// guarded are quick's Options, with a guard.
func guarded(t *testing.T) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := quick
	o.Guard = NewGuard(self)
	return o
}

func TestAGuardThatWasKilledIsReplaced(t *testing.T) {
	present, read := newPresence(t)
	o := guarded(t)
	mustStart(t, o, entry(t, "deaf", present))
	expectCame(t, read, "deaf")
	first := o.Guard.cmd.Process
	first.Kill()
	o.Guard.cmd.Wait()
	mustStart(t, o, entry(t, "stubborn", present))
	expectCame(t, read, "stubborn")
	if o.Guard.cmd.Process == first {
		t.Error("not replaced")
	}
	o.Guard.Close() // it ends what is left, as if this program had been killed
	expectGone(t, read)
}

func TestWhatAGuardReads(t *testing.T) {
	for text, want := range map[string]ward{
		"?1.1\n+20 1.1\n?1.2\n+30 1.2\n-20\n":                       {groups: map[int]bool{30: true}},
		"?1.1\n?1.2\n!1.1":                                          {seats: map[string]bool{"1.2": true}},
		"+0\n+1\n+-1\n+ \nx\n\n-5\n*7\n+99999999999999999999999\n+": {},
	} {
		if w := readWard(strings.NewReader(text)); !maps.Equal(w.groups, want.groups) || !maps.Equal(w.seats, want.seats) {
			t.Errorf("%q: %v", text, w)
		}
	}
}
