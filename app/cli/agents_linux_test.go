//go:build agents

package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/go-json-experiment/json"

	"sidekicks/app/cli/internal/localmodel"
	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
)

// A realAgent is a program that people use, at a version that is known.
type realAgent struct {
	name, npm, version string
	program            string // within node_modules
	args               []string
	env                map[string]string
	home               map[string]string // files that it reads, by path in the home folder
}

// realAgents are set to a model at url, and to ask before they act.
func realAgents(home, url string) []realAgent {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	return []realAgent{{
		name: "codex", npm: "@zed-industries/codex-acp", version: "0.16.0",
		program: "@zed-industries/codex-acp-linux-" + arch + "/bin/codex-acp",
		env:     map[string]string{"CODEX_HOME": home + "/codex", "FAKE_KEY": "sk-fake"},
		home: map[string]string{"codex/config.toml": `model = "fake-1"
model_provider = "fake"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
model_reasoning_summary = "auto"
[model_providers.fake]
name = "Fake"
base_url = "` + url + `/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
`},
	}, {
		name: "opencode", npm: "opencode-ai", version: "1.18.33", program: "opencode-ai/bin/opencode.exe", args: []string{"acp"},
		env: map[string]string{"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
			"OPENCODE_DISABLE_DEFAULT_PLUGINS": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"},
		home: map[string]string{".config/opencode/opencode.json": `{"model": "fake/fake-1", "small_model": "fake/fake-1",
 "autoupdate": false, "share": "disabled", "permission": {"bash": "ask", "edit": "ask"},
 "provider": {"fake": {"npm": "@ai-sdk/openai-compatible", "name": "Fake", "options": {"baseURL": "` + url + `/v1", "apiKey": "sk-fake"},
  "models": {"fake-1": {"name": "Fake One", "reasoning": true, "tool_call": true, "limit": {"context": 100000, "output": 8000}}}}}}`},
	}}
}

// install brings the agent into a cache outside the tree, unless it is there,
// and gives its program.
func (a realAgent) install(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "sidekicks-test-agents", a.name+"-"+a.version)
	program := filepath.Join(dir, "node_modules", a.program)
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("npm", "install", "--no-audit", "--no-fund", "--prefix", dir, a.npm+"@"+a.version).CombinedOutput()
	if err != nil {
		t.Fatalf("npm install %s: %v\n%s", a.npm, err, out)
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%s is not in its package: %v", a.npm, err)
	}
	return program
}

// A bench is where one case with one agent runs: its own home and work folder.
type bench struct {
	agent        string
	home, folder string
	config       string
	program      string        // sidekicks
	long         chan struct{} // holds one token once a long answer is on its way
}

func TestRealAgents(t *testing.T) {
	program := buildProgram(t)
	for _, name := range []string{"codex", "opencode"} {
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
			t.Run(name+"/"+c.name, func(t *testing.T) { c.run(t, newBench(t, name, program)) })
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

func newBench(t *testing.T, name, program string) bench {
	t.Helper()
	b := bench{agent: name, home: t.TempDir(), folder: t.TempDir(), program: program, long: make(chan struct{}, 1)}
	model := httptest.NewServer(localmodel.Model{Dir: b.folder, Sent: func(events int) {
		if events == 10 {
			b.long <- struct{}{}
		}
	}})
	t.Cleanup(func() {
		model.CloseClientConnections()
		model.Close()
	})
	for _, a := range realAgents(b.home, model.URL) {
		if a.name == name {
			b.configure(t, a)
		}
	}
	b.write(t, filepath.Join(b.folder, "note.txt"), "a first line\nthe old line\n")
	if out, err := exec.Command("git", "-C", b.folder, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	return b
}

func (b *bench) configure(t *testing.T, a realAgent) {
	t.Helper()
	for path, text := range a.home {
		b.write(t, filepath.Join(b.home, path), text)
	}
	type entry struct {
		Command   string            `json:"command"`
		Args      []string          `json:"args"`
		Env       map[string]string `json:"env"`
		Workspace string            `json:"workspace"`
	}
	var file struct {
		Servers map[string]entry `json:"agent_servers"`
	}
	file.Servers = map[string]entry{a.name: {a.install(t), a.args, a.env, b.folder}}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	b.config = filepath.Join(b.home, "sidekicks.json")
	b.write(t, b.config, string(text))
}

func (b bench) write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (b bench) env() []string {
	return []string{"HOME=" + b.home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "XDG_STATE_HOME=" + b.home + "/state"}
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
	p := exec.Command(b.program, append([]string{"ask", "--config", b.config, "--json"}, args...)...)
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
	if got := left(t, "HOME="+b.home); len(got) > 0 {
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

func (b bench) has(name string) bool {
	_, err := os.Stat(filepath.Join(b.folder, name))
	return err == nil
}

func realHello(t *testing.T, b bench) {
	r := b.ask(t, nil, "@@hello", "@@hello")
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
	r := b.ask(t, nil, "--permit", "never", "@@perm")
	if b.has("made-by-the-agent") || len(r.tools()) != 1 || !r.settled(r.tools()[0].ID) || !strings.Contains(r.err, "Refused") {
		t.Errorf("refused: %+v %s", r.tools(), r.err)
	}
	r = b.ask(t, nil, "--permit", "once", "@@perm")
	if r.status != statusOK || !b.has("made-by-the-agent") || len(r.tools()) != 1 || r.tools()[0].Status != "completed" {
		t.Errorf("allowed: status %d, %+v %s", r.status, r.tools(), r.err)
	}
	if !strings.HasSuffix(r.text(), "The folder is settled.") {
		t.Errorf("it ended with %q", r.text())
	}
}

func realEdit(t *testing.T, b bench) {
	b.freeCodex(t)
	r := b.ask(t, nil, "--permit", "once", "@@edit")
	text, err := os.ReadFile(filepath.Join(b.folder, "note.txt"))
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

// freeCodex takes codex out of its sandbox, which needs a program (bubblewrap)
// that this machine may lack when a file is edited and not when a command runs.
func (b bench) freeCodex(t *testing.T) {
	t.Helper()
	path := filepath.Join(b.home, "codex/config.toml")
	text, err := os.ReadFile(path)
	if err == nil {
		b.write(t, path, strings.Replace(string(text), "workspace-write", "danger-full-access", 1))
	}
}

func realTwoTools(t *testing.T, b bench) {
	r := b.ask(t, nil, "--permit", "once", "@@two")
	if r.status != statusOK || !b.has("first") || !b.has("second") || len(r.tools()) != 2 || !strings.HasSuffix(r.text(), "Both are settled.") {
		t.Errorf("status %d, %+v, %q, %s", r.status, r.tools(), r.text(), r.err)
	}
}

func realStopInAnswer(t *testing.T, b bench) {
	r := b.ask(t, func(p *exec.Cmd) {
		<-b.long
		if err := p.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}, "@@long")
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
	status := Ask(Env{Args: []string{"--config", b.config, "--json", "@@perm"}, Stdin: in, Stdout: &out, Stderr: asked,
		Getenv: os.Getenv, CanAsk: true, Interrupt: interrupt, Engine: engine.Options{}})
	if status != statusInterrupted || b.has("made-by-the-agent") {
		t.Errorf("status %d; it said %s", status, asked.all.String())
	}
	if got := left(t, "CODEX_HOME="+b.home); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

func realCrash(t *testing.T, b bench) {
	r := b.ask(t, func(p *exec.Cmd) {
		<-b.long
		for _, pid := range children(t, p.Process.Pid) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
	}, "@@long")
	if r.status != statusFailed || !strings.Contains(r.last().Error, "ended by itself (killed)") {
		t.Errorf("status %d, %+v, %s", r.status, r.last().Error, r.err)
	}
}

func realModelError(t *testing.T, b bench) {
	r := b.ask(t, nil, "@@fault")
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
