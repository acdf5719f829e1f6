//go:build !windows

package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

// The request may come when the agent has ended already: it could not be
// written then, and what counts is how the agent ended.
func TestAStartThatFoundNobodyTellsHowTheAgentEnded(t *testing.T) {
	p := mustStart(t, quick, entry(t, "polite"))
	p.Stop()
	<-p.Done()
	fault := p.fault(&acp.WriteError{Err: syscall.EPIPE})
	if fault.Reason != ExitedEarly || !slices.Equal(fault.Args, []string{p.Exit().String()}) {
		t.Errorf("%+v", fault)
	}
}

// A presence is a pipe that processes hold while they are there. The test
// reads a line for each that came, and its end when all are gone.
type presence struct {
	*bufio.Reader
	pids  []int    // of those that came
	write *os.File // ours, so that there is no end before the first came
}

// newPresence gives the variable of the environment that makes a role use it.
func newPresence(t *testing.T) (env string, p *presence) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "present")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // without waiting for a writer
	if err != nil {
		t.Fatal(err)
	}
	write, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	p = &presence{Reader: bufio.NewReader(read), write: write}
	t.Cleanup(func() {
		for _, pid := range p.pids {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		closeAll(read, write)
	})
	return "PRESENT=" + name, p
}

func mustStart(t *testing.T, o Options, a config.Agent) *process {
	t.Helper()
	r, err := o.Start(t.Context(), a, &quiet{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Kill(); <-r.Done() })
	return r.(*process)
}

// expectCame reads who came, in any order.
func expectCame(t *testing.T, read *presence, want ...string) {
	t.Helper()
	var came []string
	for range want {
		var role string
		var pid int
		if _, err := fmt.Fscanln(read, &role, &pid); err != nil {
			t.Fatalf("%q came, then %v", came, err)
		}
		came = append(came, role)
		read.pids = append(read.pids, pid)
	}
	slices.Sort(came)
	slices.Sort(want)
	if !slices.Equal(came, want) {
		t.Errorf("%q came, want %q", came, want)
	}
}

// expectGone waits until all who came are gone.
func expectGone(t *testing.T, read *presence) {
	t.Helper()
	read.write.Close()
	if rest, err := io.ReadAll(read); err != nil || len(rest) > 0 {
		t.Errorf("read %q, %v", rest, err)
	}
	read.pids = nil
}

const never = time.Hour // a step of the ladder that must not be waited for

func TestAPoliteAgentLeavesWhenItsInputEnds(t *testing.T) {
	present, read := newPresence(t)
	p := mustStart(t, Options{CloseStdin: never, Terminate: never}, entry(t, "polite", present))
	if got := p.Initialized().Agent; got.Name != "tester" || got.Version != "1.2" {
		t.Errorf("initialized %+v", got)
	}
	expectCame(t, read, "polite")
	p.Stop()
	p.Stop()
	expectGone(t, read)
	if got := p.Exit(); got.Code != 0 || got.Signal != "" {
		t.Errorf("exit %+v", got)
	}
}

func TestAnAgentThatIgnoresTheEndOfItsInputGetsSIGTERM(t *testing.T) {
	p := mustStart(t, Options{CloseStdin: time.Millisecond, Terminate: never}, entry(t, "stubborn"))
	p.Stop()
	if got := p.Exit(); got.Signal != "terminated" || got.Code != -1 {
		t.Errorf("exit %+v", got)
	}
}

func TestAnAgentThatIgnoresSIGTERMGetsSIGKILL(t *testing.T) {
	p := mustStart(t, quick, entry(t, "deaf"))
	p.Stop()
	if got := p.Exit(); got.Signal != "killed" {
		t.Errorf("exit %+v", got)
	}
}

func TestKillWaitsForNothing(t *testing.T) {
	p := mustStart(t, Options{CloseStdin: never, Terminate: never}, entry(t, "deaf"))
	p.Stop()
	p.Kill()
	if got := p.Exit(); got.Signal != "killed" {
		t.Errorf("exit %+v", got)
	}
}

// A wrapper's own handler of SIGTERM, which unloads something, runs to its end.
func TestATrapIsGivenItsTime(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "wrapper")
	unloaded := filepath.Join(dir, "unloaded")
	text := `#!/bin/sh
trap 'trap "" TERM; kill $agent; wait $agent; sleep 0.3; echo yes >"$UNLOADED"; exit 0' TERM
"$AGENT" <&0 &
agent=$!
wait
`
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	a := entry(t, "stubborn")
	a.Env["AGENT"], a.Env["UNLOADED"] = a.Command, unloaded
	a.Command = script
	p := mustStart(t, Options{CloseStdin: time.Millisecond, Terminate: never}, a)
	p.Stop()
	if got := p.Exit(); got.Code != 0 {
		t.Errorf("exit %+v", got)
	}
	if got, err := os.ReadFile(unloaded); string(got) != "yes\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhatOutlivesTheAgentIsEnded(t *testing.T) {
	for _, role := range []string{"parent", "leaver"} {
		t.Run(role, func(t *testing.T) {
			present, read := newPresence(t)
			p := mustStart(t, Options{CloseStdin: never, Terminate: 50 * time.Millisecond}, entry(t, role, present))
			expectCame(t, read, role, "linger")
			if role == "parent" {
				p.Stop()
			}
			<-p.Done()
			expectGone(t, read)
		})
	}
}

func TestAnAgentThatClosesItsOutputIsEnded(t *testing.T) {
	p := mustStart(t, quick, entry(t, "mute"))
	if got := p.Exit(); got.Signal != "terminated" {
		t.Errorf("exit %+v", got)
	}
}

// held is a Handler that is busy with the first line until it is let go.
type held struct {
	quiet
	letGo chan struct{}
}

func (h *held) Trouble(err error) {
	<-h.letGo
	h.quiet.Trouble(err)
}

// The agent ends while most of what it said is still in the pipe.
func TestAllThatAnAgentSaidIsAppliedBeforeDone(t *testing.T) {
	h := &held{letGo: make(chan struct{})}
	r, err := Options{CloseStdin: never}.Start(t.Context(), entry(t, "farewell"), h)
	if err != nil {
		t.Fatal(err)
	}
	r.Stop()
	<-r.(*process).exited
	time.AfterFunc(2*drainTime, func() { close(h.letGo) })
	<-r.Done()
	if got := len(h.troubles()); got != farewellLines {
		t.Errorf("%d lines of %d", got, farewellLines)
	}
}

// Something that left the group holds the agent's output: nobody waits for it.
func TestWhatLeftTheGroupHoldsNothingUp(t *testing.T) {
	present, read := newPresence(t)
	p := mustStart(t, Options{CloseStdin: never}, entry(t, "runaway", present))
	expectCame(t, read, "linger", "runaway")
	p.Stop()
	if got := p.Exit(); got.Code != 0 {
		t.Errorf("exit %+v", got)
	}
}

func TestStandardErrorIsAlwaysReadAndItsEndKept(t *testing.T) {
	p := mustStart(t, Options{CloseStdin: never}, entry(t, "noisy"))
	p.Stop()
	stderr := p.Exit().Stderr
	if len(stderr) != stderrShown || len(stderr[stderrShown-1]) != stderrWidth || !strings.HasPrefix(stderr[0], "noise") {
		t.Errorf("%d lines, the last of %d bytes", len(stderr), len(stderr[len(stderr)-1]))
	}
}

func TestFaultsOfAStart(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	elsewhere := entry(t, "polite")
	elsewhere.Workspace = "/no/such/folder"
	for _, c := range []struct {
		name   string
		a      config.Agent
		reason Reason
		args   []string
		detail string
	}{
		{"not found", config.Agent{Command: "no-such-agent", Workspace: "/"}, NotFound, []string{"no-such-agent"}, "PATH="},
		{"variable", config.Agent{Command: "${NO_SUCH}/agent", Workspace: "/"}, NotFound, []string{"${NO_SUCH}/agent"}, ""},
		{"plain file", config.Agent{Command: plain, Workspace: "/"}, NotExecutable, []string{plain}, ""},
		{"workspace", elsewhere, NoWorkspace, []string{"/no/such/folder"}, ""},
		{"exits", entry(t, "exits", "PRIVATE=correct horse"), ExitedEarly, []string{"7"}, "first\n  no config file: [removed]\n"},
		{"version", entry(t, "old"), WrongVersion, []string{"0"}, ""},
		{"locked", entry(t, "locked"), SignInNeeded, nil, "Authentication required"},
		{"refuses", entry(t, "refuses"), AgentRefused, []string{"no model [removed]"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := quick.Start(t.Context(), c.a, &quiet{})
			var fault *StartError
			if r != nil || !errors.As(err, &fault) {
				t.Fatalf("%v, %v", r, err)
			}
			if fault.Reason != c.reason || !slices.Equal(fault.Args, c.args) || !strings.Contains(fault.Detail, c.detail) {
				t.Errorf("%v, detail %q", fault, fault.Detail)
			}
		})
	}
}

func TestAProgramThatTheSystemCannotRun(t *testing.T) {
	script := filepath.Join(t.TempDir(), "agent")
	if err := os.WriteFile(script, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := quick.Start(t.Context(), config.Agent{Command: script, Workspace: "/"}, &quiet{})
	var fault *StartError
	if !errors.As(err, &fault) || fault.Reason != StartFailed || !slices.Equal(fault.Args, []string{"no such file or directory"}) {
		t.Errorf("%v", err)
	}
}

func TestACancelledStartLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	present, read := newPresence(t)
	a := entry(t, "silent", present)
	started := make(chan error)
	go func() {
		_, err := Options{CloseStdin: never, Terminate: never}.Start(ctx, a, &quiet{})
		started <- err
	}()
	expectCame(t, read, "silent")
	cancel()
	if err := <-started; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	expectGone(t, read)
}

func TestTheEnvironmentOfAnAgent(t *testing.T) {
	t.Setenv("FROM_US", "1")
	h := &quiet{}
	a := entry(t, "environ", "FROM_ENTRY=2")
	o := quick
	o.Path = func(context.Context) string { return "/one:/two" }
	r, err := o.Start(t.Context(), a, h)
	if err != nil {
		t.Fatal(err)
	}
	r.Stop()
	<-r.Done()
	var said []string
	for _, err := range h.troubles() {
		said = append(said, strings.TrimPrefix(err.Error(), "acp: not JSON: "))
	}
	for _, want := range []string{"FROM_US=1", "FROM_ENTRY=2", "PATH=/one:/two:" + filepath.Dir(a.Command), "PWD=" + a.Workspace, a.Workspace + " <nil>"} {
		if !slices.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
}

func TestTheCommandIsLookedUpOnTheAgentsPath(t *testing.T) {
	self := entry(t, "polite")
	dir := t.TempDir()
	if err := os.Symlink(self.Command, filepath.Join(dir, "my-agent")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	for _, command := range []string{"my-agent", "~/my-agent", "${DIR}/my-agent", "../" + filepath.Base(dir) + "/my-agent"} {
		a := self
		a.Command, a.Workspace = command, dir
		a.Env = map[string]string{roleVariable: "polite", "PATH": dir, "DIR": dir}
		mustStart(t, quick, a).Stop()
	}
	guide := self
	guide.Command = config.GuideCommand
	o := quick
	o.Self = self.Command
	mustStart(t, o, guide).Stop()
}

func TestDetails(t *testing.T) {
	p := mustStart(t, quick, entry(t, "crashes", "API_KEY=xyzzy"))
	if got := p.Exit(); got.Code != 9 || !slices.Equal(got.Stderr, []string{"out of memory"}) {
		t.Errorf("exit %+v", got)
	}
	details := p.Details()
	for _, want := range []string{"says it is: tester 1.2, protocol 1\n", "client: test 0 on ", "status: exited with status 9\n", "  out of memory\n", `"method":"initialize"`, "  vendor/dying: 1\n"} {
		if !strings.Contains(details, want) {
			t.Errorf("no %q in %s", want, details)
		}
	}
}
