//go:build agents

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/go-json-experiment/json"

	"sidekicks/app/internal/realagent"
	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
)

// A bench is where one case with one agent runs.
type bench struct {
	*realagent.Bench
	program string // sidekicks
}

func TestRealAgents(t *testing.T) {
	program := buildProgram(t)
	for _, name := range realagent.Names() {
		for _, c := range []struct {
			name string
			run  func(t *testing.T, b bench)
		}{
			{"hello", realHello},
			{"permission", realPermission},
			{"edit", realEdit},
			{"two tools", realTwoTools},
			{"stop during a long answer", realStopInAnswer},
			{"stop during a permission", realStopInPermission},
			{"crash", realCrash},
			{"model error", realModelError},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) { c.run(t, bench{realagent.New(t, name), program}) })
		}
	}
}

func buildProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "sidekicks")
	if out, err := exec.Command("go", "build", "-o", program, "sidekicks").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

func (b bench) env() []string {
	return []string{"HOME=" + b.Home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "XDG_STATE_HOME=" + b.Home + "/state"}
}

// A run is what one ask left.
type run struct {
	status int
	err    string
	doc    document
}

// ask runs the built program to its end; during is called while it runs.
func (b bench) ask(t *testing.T, during func(p *exec.Cmd), args ...string) run {
	t.Helper()
	p := exec.Command(b.program, append([]string{"ask", "--config", b.Config, "--json"}, args...)...)
	var out, errs bytes.Buffer
	p.Env, p.Stdout, p.Stderr = b.env(), &out, &errs
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if during != nil {
		during(p)
	}
	_ = p.Wait() // the status is looked at
	r := run{status: p.ProcessState.ExitCode(), err: errs.String()}
	if err := json.Unmarshal(out.Bytes(), &r.doc); err != nil {
		t.Fatalf("status %d, the document %q: %v; stderr %q", r.status, out.String(), err, errs.String())
	}
	if got := left(t, "HOME="+b.Home); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
	t.Logf("%s", out.String())
	return r
}

// text is all that the agent said.
func (r run) text() string { return r.said("text") }

func (r run) said(kind string) string {
	var b strings.Builder
	for _, m := range r.doc.Messages {
		for _, p := range m.Parts {
			if m.Role == "agent" && p.Kind == kind {
				b.WriteString(p.Text)
			}
		}
	}
	return b.String()
}

// settled tells whether a call came to nothing: it failed, or the agent left
// it as it was when it ended the turn.
func (r run) settled(id acp.ToolCallID) bool {
	for _, m := range r.doc.Messages {
		for _, p := range m.Parts {
			if p.Tool != nil && p.Tool.ID == id {
				return p.Tool.Status == "failed" || p.Cancelled
			}
		}
	}
	return false
}

// tools are the calls of all messages.
func (r run) tools() (calls []conversation.ToolCall) {
	for _, m := range r.doc.Messages {
		for _, p := range m.Parts {
			if p.Tool != nil {
				calls = append(calls, *p.Tool)
			}
		}
	}
	return calls
}

func (r run) last() documentMessage { return r.doc.Messages[len(r.doc.Messages)-1] }

func realHello(t *testing.T, b bench) {
	r := b.ask(t, nil, "play hello", "play hello")
	if r.status != statusOK || strings.Count(r.text(), "Hello from the **scripted** model.\n") != 2 {
		t.Errorf("status %d, %q, %s", r.status, r.text(), r.err)
	}
	if strings.Count(r.said("thought"), "They greet me. So do I.") != 2 {
		t.Errorf("it thought %q", r.said("thought"))
	}
	if r.doc.Usage == nil || r.doc.Usage.Used == 0 {
		t.Errorf("the usage is %+v", r.doc.Usage)
	}
}

func realPermission(t *testing.T, b bench) {
	r := b.ask(t, nil, "--permit", "never", "play perm")
	if b.Has("made-by-the-agent") || len(r.tools()) != 1 || !r.settled(r.tools()[0].ID) || !strings.Contains(r.err, "Refused") {
		t.Errorf("refused: %+v %s", r.tools(), r.err)
	}
	r = b.ask(t, nil, "--permit", "once", "play perm")
	if r.status != statusOK || !b.Has("made-by-the-agent") || len(r.tools()) != 1 || r.tools()[0].Status != "completed" {
		t.Errorf("allowed: status %d, %+v %s", r.status, r.tools(), r.err)
	}
	if !strings.HasSuffix(r.text(), "The folder is settled.") {
		t.Errorf("it ended with %q", r.text())
	}
}

func realEdit(t *testing.T, b bench) {
	b.Unbox(t)
	r := b.ask(t, nil, "--permit", "once", "play edit")
	text, err := os.ReadFile(filepath.Join(b.Folder, "note.txt"))
	if err != nil || string(text) != "a first line\nthe new line\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	shown := false
	for _, c := range r.tools() {
		for _, content := range c.Content {
			if content.Type == "diff" && content.OldText != nil && strings.Contains(*content.OldText, "the old line") && strings.Contains(content.NewText, "the new line") {
				shown = true
			}
		}
	}
	if !shown || r.status != statusOK || !strings.HasSuffix(r.text(), "The note is changed.") {
		t.Errorf("status %d, diff %v, it said %q, %s", r.status, shown, r.text(), r.err)
	}
}

func realTwoTools(t *testing.T, b bench) {
	r := b.ask(t, nil, "--permit", "once", "play two")
	if r.status != statusOK || !b.Has("first") || !b.Has("second") || len(r.tools()) != 2 || !strings.HasSuffix(r.text(), "Both are settled.") {
		t.Errorf("status %d, %+v, %q, %s", r.status, r.tools(), r.text(), r.err)
	}
}

func realStopInAnswer(t *testing.T, b bench) {
	r := b.ask(t, func(p *exec.Cmd) {
		<-b.Long
		if err := p.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}, "play long")
	if r.status != statusInterrupted || r.last().Stop != "cancelled" {
		t.Errorf("status %d, the message ended %q", r.status, r.last().Stop)
	}
}

func realStopInPermission(t *testing.T, b bench) {
	for _, v := range b.env() {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	interrupt := make(chan os.Signal, 1)
	var out strings.Builder
	asked := &onText{text: "Type the number", then: func() { interrupt <- os.Interrupt }}
	in, typed := io.Pipe()
	defer typed.Close()
	status := Ask(Env{Args: []string{"--config", b.Config, "--json", "play perm"}, Stdin: in, Stdout: &out, Stderr: asked,
		Getenv: os.Getenv, CanAsk: true, Interrupts: func() <-chan os.Signal { return interrupt }, Engine: engine.Options{}})
	if status != statusInterrupted || b.Has("made-by-the-agent") {
		t.Errorf("status %d; it said %s", status, asked.all.String())
	}
	if got := left(t, "CODEX_HOME="+b.Home); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

func realCrash(t *testing.T, b bench) {
	r := b.ask(t, func(p *exec.Cmd) {
		<-b.Long
		for _, pid := range children(t, p.Process.Pid) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
	}, "play long")
	if r.status != statusFailed || !strings.Contains(r.last().Error, "ended by itself (killed)") {
		t.Errorf("status %d, %+v, %s", r.status, r.last().Error, r.err)
	}
}

func realModelError(t *testing.T, b bench) {
	r := b.ask(t, nil, "play fault")
	if !strings.Contains(r.text()+r.last().Error, "the scripted model is out of order") {
		t.Errorf("status %d, %+v, %s", r.status, r.last(), r.err)
	}
}

// An onText calls then when text was written to it.
type onText struct {
	text string
	then func()
	all  strings.Builder
}

func (w *onText) Write(b []byte) (int, error) {
	before := strings.Contains(w.all.String(), w.text)
	w.all.Write(b)
	if !before && strings.Contains(w.all.String(), w.text) {
		w.then()
	}
	return len(b), nil
}

// children are the processes that pid started, but for its guard.
func children(t *testing.T, pid int) (out []int) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for _, f := range threads {
		more, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, more...)
	}
	for _, f := range strings.Fields(string(text)) {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", n))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(line), agent.GuardCommand) {
			out = append(out, n)
		}
	}
	return out
}
