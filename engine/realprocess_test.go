package engine

import (
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
)

func TestMain(m *testing.M) {
	os.Exit(acptest.Main(m, map[string]acptest.Script{
		"well": acptest.Raw(well),
		"status 3": acptest.Raw(func(*acptest.Wire) {
			os.Stderr.WriteString("no licence here\n")
			os.Exit(3)
		}),
		"crash": acptest.Raw(func(w *acptest.Wire) {
			opened(w)
			says(w, chunk("half"))
			os.Stderr.WriteString("out of memory\n")
			os.Exit(4)
		}),
		"killed": acptest.Raw(func(w *acptest.Wire) {
			opened(w)
			says(w, chunk("half"))
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Kill()
			}
			rest(w)
		}),
		"version 2": acptest.Raw(func(w *acptest.Wire) {
			m, _ := w.Expect("initialize")
			w.Reply(m, `{"protocolVersion":2}`)
			rest(w)
		}),
		"never ends": acptest.Raw(func(w *acptest.Wire) {
			signal.Ignore(syscall.SIGTERM)
			opened(w)
			says(w, chunk("begun"))
			rest(w)
			time.Sleep(time.Hour)
		}),
		"does not read": acptest.Raw(func(w *acptest.Wire) {
			m, _ := w.Expect("initialize")
			w.Reply(m, `{"protocolVersion":1}`)
			m, _ = w.Expect("session/new")
			w.Reply(m, `{"sessionId":"s1"}`)
			says(w, chunk("deaf"))
			time.Sleep(time.Hour)
		}),
		"only asks": acptest.Raw(func(w *acptest.Wire) {
			opened(w)
			for range 3000 {
				w.Line("%s", permissionOf("1", "t"))
			}
			says(w, chunk("begun"))
			time.Sleep(time.Hour)
		}),
		"closes its output": acptest.Raw(func(w *acptest.Wire) {
			opened(w)
			says(w, chunk("half"))
			os.Stdout.Close()
			rest(w)
			os.Exit(5)
		}),
		"noise": acptest.Raw(func(w *acptest.Wire) {
			line := []byte(strings.Repeat("x", 1023) + "\n")
			for range 4 << 10 {
				os.Stderr.Write(line)
			}
			well(w)
		}),
	}))
}

// TestRealProcesses is the part of the matrix that needs processes.
func TestRealProcesses(t *testing.T) {
	folder := t.TempDir()
	noProgram := filepath.Join(folder, "text")
	if err := os.WriteFile(noProgram, []byte("just words"), 0o600); err != nil {
		t.Fatal(err)
	}
	killed := "killed"
	if runtime.GOOS == "windows" { // where who kills a process gives it a status
		killed = "1"
	}
	until := func(what string) func(*real) { return func(l *real) { l.until(what) } }
	stop := func(l *real) {
		l.until("begun")
		l.StopAgent(riker)
		l.until("agent cancelled")
	}
	for _, f := range []struct {
		name   string
		script string
		change func(*config.Agent)
		text   string
		do     func(*real)
		show   string
		left   string
		detail string // in Details
	}{
		{name: "well", script: "well", do: until("end_turn"), show: answered(`"echo one"`), left: "idle"},
		{name: "no such command", change: func(a *config.Agent) { a.Command = "no-such-command" }, do: until("failed"), show: notSentBecause("not-found no-such-command"), left: "failed not-found"},
		{name: "not a program", change: func(a *config.Agent) { a.Command = noProgram }, do: until("failed"), show: notSentBecause("not-executable " + noProgram), left: "failed not-executable"},
		{name: "no such folder", script: "well", change: func(a *config.Agent) { a.Workspace = folder + "/gone" }, do: until("failed"), show: notSentBecause("workspace " + folder + "/gone"), left: "failed workspace"},
		{name: "it exits with a status and a word", script: "status 3", do: until("failed"), show: notSentBecause("exited 3"), left: "failed exited", detail: "no licence here"},
		{name: "it speaks another version", script: "version 2", do: until("failed"), show: notSentBecause("version 2"), left: "failed version"},
		{name: "it crashes in its answer", script: "crash", do: until("failed"), show: failedWith("exited 4", `"half"`), left: "failed exited", detail: "out of memory"},
		{name: "it is killed in its answer", script: "killed", do: until("failed"), show: failedWith("exited "+killed, `"half"`), left: "failed exited"},
		{name: "it closes its output", script: "closes its output", do: until("failed"), show: failedWith("exited 5", `"half"`), left: "failed exited"},
		{name: "it hears neither the end nor SIGTERM", script: "never ends", do: stop, show: "user\n\"one\"\nagent cancelled\n\"begun\"", left: "stopped"},
		{name: "it does not read a long message", script: "does not read", text: strings.Repeat("x", 1<<20), do: func(l *real) {
			l.until("deaf")
			l.StopAgent(riker)
			l.until("not sent")
		}, show: "user not sent\n\"one\"\nagent\n\"deaf\"", left: "stopped"},
		{name: "it asks three thousand times and reads no answer", script: "only asks", do: stop, show: "user\n\"one\"\nagent cancelled\ntool  \"rm\" cancelled\n\"begun\"", left: "stopped"},
		{name: "it talks much on standard error", script: "noise", do: until("end_turn"), show: answered(`"echo one"`), left: "idle"},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			program, env, err := acptest.Command(f.script)
			if err != nil {
				t.Fatal(err)
			}
			c := agents(riker)
			a := &c.Agents[0]
			a.Command, a.Env, a.Workspace = program, env, folder
			if f.change != nil {
				f.change(a)
			}
			if f.text == "" {
				f.text = "one"
			}
			l := startReal(t, c)
			l.Send(rikers, f.text)
			f.do(l)
			l.untilAgent(f.left)
			got := strings.ReplaceAll(dump(viewOf(l.Snapshot(), rikers)), `"`+f.text+`"`, `"one"`)
			if got != trim(f.show) {
				t.Errorf("got\n%s\nwant\n%s", got, trim(f.show))
			}
			if d := l.Details(riker); !strings.Contains(d, f.detail) {
				t.Errorf("details without %q:\n%s", f.detail, d)
			}
		})
	}
}

// A real is an engine with real processes.
type real struct {
	*Engine
	t       *testing.T
	changed chan struct{}
}

func startReal(t *testing.T, c config.Config) *real {
	l := &real{t: t, changed: make(chan struct{}, 1)}
	l.Engine = New(Options{Config: c, Process: agent.Options{CloseStdin: 300 * time.Millisecond, Terminate: 300 * time.Millisecond}, OnChange: func() {
		select {
		case l.changed <- struct{}{}:
		default:
		}
	}})
	t.Cleanup(func() { l.Close(); <-l.Done() })
	return l
}

// until waits until the conversation says something.
func (l *real) until(what string) {
	l.t.Helper()
	l.wait(what, func(s *Snapshot) string { return dump(viewOf(s, rikers)) })
}

func (l *real) untilAgent(state string) {
	l.t.Helper()
	l.wait(state, func(s *Snapshot) string { return inWords(s.Agents[0]) })
}

func (l *real) wait(what string, in func(*Snapshot) string) {
	l.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		said := in(l.Snapshot())
		if strings.Contains(said, what) {
			return
		}
		select {
		case <-l.changed:
		case <-deadline:
			l.t.Fatalf("never %q:\n%.2000s", what, said)
		}
	}
}
