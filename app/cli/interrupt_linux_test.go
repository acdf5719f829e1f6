package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// left gives the command lines of the processes whose environment holds mark.
func left(t *testing.T, mark string) (out []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		env, err := os.ReadFile(f)
		if err != nil {
			continue // it ended, or is another person's
		}
		if bytes.Contains(env, []byte(mark)) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "cmdline"))
			out = append(out, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return out
}

func statusOf(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("ended with %v", err)
	}
	return exit.ExitCode()
}

func TestInterruptStopsTheAnswerAndLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		signal unix.Signal
		status int
		args   []string
	}{
		{unix.SIGINT, 130, []string{"stream 1000 100"}},
		{unix.SIGINT, 130, []string{"--json", "stream 1 0", "run x", "slow 60"}}, // the document at the end tells what was said
		{unix.SIGTERM, 143, []string{"--json", "slow 60"}},
		{unix.SIGHUP, 129, []string{"--json", "slow 60"}},
		{unix.SIGINT, 130, []string{"slow 0", "stream 1000 100"}},
	} {
		args := c.args
		p := start(t, append([]string{"--demo"}, args...)...)
		mark := "HOME=" + strings.TrimPrefix(find(p.Env, "HOME="), "HOME=")
		r := bufio.NewReader(p.out)
		if args[0] != "--json" {
			if _, err := r.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		waitFor(t, func() bool { return len(left(t, mark)) == 2 }) // ask and the guide; a process that execs has no environment for a moment
		if err := p.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		var rest bytes.Buffer
		if _, err := rest.ReadFrom(r); err != nil {
			t.Fatal(err)
		}
		if got := statusOf(t, p.Wait()); got != c.status {
			t.Errorf("%q ended with %d, want %d; it said %q", args, got, c.status, p.err)
		}
		if got := left(t, mark); len(got) > 0 {
			t.Errorf("%q leaves %v", args, got)
		}
		if args[0] == "--json" != strings.HasPrefix(rest.String(), "{\n") {
			t.Errorf("%q: the rest of the output is %q", args, rest.String())
		}
	}
}

// A signal ends what still starts, or waits for its session; a second ends at
// once what hears nothing.
func TestASignalEndsWhatNeverAnswers(t *testing.T) {
	for _, agent := range []string{"silent", "sessionless"} {
		for _, signal := range []unix.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP} {
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			path := configFile(t, fmt.Sprintf(`{"agent_servers": {"A": {"command": %q, "args": [%q]}}, "sidekicks": {"default_agent": "A"}}`, self, agent))
			p := start(t, "--config", path, "one")
			mark := "HOME=" + strings.TrimPrefix(find(p.Env, "HOME="), "HOME=")
			waitFor(t, func() bool { return len(left(t, mark)) == 2 })
			if err := p.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if got := statusOf(t, p.Wait()); got != 128+int(signal) {
				t.Errorf("%s, %v: it ended with %d; it said %q", agent, signal, got, p.err)
			}
			if got := left(t, mark); len(got) > 0 {
				t.Errorf("%s, %v: it leaves %v", agent, signal, got)
			}
		}
	}
}

func TestASignalEndsWhatStillReads(t *testing.T) {
	p := command(t, "ask", "--demo", "-")
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(20*time.Second, func() { _ = p.Process.Kill() })
	if _, err := in.Write(make([]byte, 1<<20)); err != nil { // more than a pipe holds: it reads
		t.Fatal(err)
	}
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = p.Wait()
	late.Stop()
	if state := p.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() || state.Signal() != syscall.SIGINT {
		t.Errorf("it ended with %v", err)
	}
}

func find(env []string, prefix string) string {
	for _, v := range env {
		if strings.HasPrefix(v, prefix) {
			return v
		}
	}
	return ""
}

// waitFor polls what a real process does, where nothing tells of it.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 1000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it did not come within 10 s")
}

func TestAClosedStdoutEndsItWithItsAgent(t *testing.T) {
	p := start(t, "--demo", "stream 1000 2000")
	mark := find(p.Env, "HOME=")
	r := bufio.NewReader(p.out)
	if _, err := r.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	p.Cmd.Stdout = nil
	closer, ok := p.out.(interface{ Close() error })
	if !ok {
		t.Fatal("the pipe cannot be closed")
	}
	if err := closer.Close(); err != nil {
		t.Fatal(err)
	}
	if got := statusOf(t, p.Wait()); got != statusFailed {
		t.Errorf("ended with %d; it said %q", got, p.err)
	}
	if got := left(t, mark); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

// ignored gives the set of signals that a process ignores, of those that mean
// something to a program: the C library has real-time ones of its own.
func ignored(t *testing.T, status []byte) uint64 {
	t.Helper()
	_, rest, _ := bytes.Cut(status, []byte("SigIgn:\t"))
	set, _, _ := bytes.Cut(rest, []byte("\n"))
	n, err := strconv.ParseUint(string(set), 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n & (1<<31 - 1) // bit 0 is signal 1
}

func TestSignalsAreNotIgnoredInAgents(t *testing.T) {
	p := start(t, "--demo", "slow 30")
	mark := find(p.Env, "HOME=")
	defer func() { _, _ = p.Process.Signal(unix.SIGTERM), p.Wait() }()
	var dir string
	waitFor(t, func() bool { dir = agentOf(t, mark); return dir != "" })
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	own, _ := os.ReadFile("/proc/self/status") // what started the tests may ignore some
	if err != nil || ignored(t, status)&^ignored(t, own) != 0 {
		t.Errorf("the agent ignores signals: %s", status)
	}
}

// agentOf is the folder in /proc of the agent whose environment holds mark, ""
// until it has become the agent.
func agentOf(t *testing.T, mark string) string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		env, _ := os.ReadFile(f)
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "cmdline"))
		if bytes.Contains(env, []byte(mark)) && bytes.HasSuffix(line, []byte("\x00agent\x00")) {
			return filepath.Dir(f)
		}
	}
	return ""
}
