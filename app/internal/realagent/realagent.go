package realagent

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"sidekicks/app/internal/localmodel"
)

// An agent is a program at a version that is known.
type agent struct {
	npm, version string
	program      string // within node_modules
	args         []string
	env          map[string]string
	home         map[string]string // files that it reads, by path in the home folder
}

// Names lists the agents that New knows.
func Names() []string { return []string{"codex", "opencode"} }

// find gives the agent called name, set to a model at url and to ask before it acts.
func find(name, home, url string) agent {
	if name == "codex" {
		arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
		return agent{
			npm: "@zed-industries/codex-acp", version: "0.16.0",
			program: "@zed-industries/codex-acp-linux-" + arch + "/bin/codex-acp",
			env:     map[string]string{"CODEX_HOME": home + "/codex", "FAKE_KEY": "sk-fake"},
			home:    map[string]string{codexConfig: strings.ReplaceAll(codexSettings, "{model}", url)},
		}
	}
	return agent{
		npm: "opencode-ai", version: "1.18.33", program: "opencode-ai/bin/opencode.exe", args: []string{"acp"},
		env: map[string]string{"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
			"OPENCODE_DISABLE_DEFAULT_PLUGINS": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"},
		home: map[string]string{".config/opencode/opencode.json": strings.ReplaceAll(opencodeSettings, "{model}", url)},
	}
}

const (
	codexConfig   = "codex/config.toml"
	codexSettings = `model = "fake-1"
model_provider = "fake"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
model_reasoning_summary = "auto"
[model_providers.fake]
name = "Fake"
base_url = "{model}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
`
	opencodeSettings = `{
  "model": "fake/fake-1", "small_model": "fake/fake-1", "autoupdate": false, "share": "disabled",
  "permission": {"bash": "ask", "edit": "ask"},
  "provider": {"fake": {
    "npm": "@ai-sdk/openai-compatible", "name": "Fake", "options": {"baseURL": "{model}/v1", "apiKey": "sk-fake"},
    "models": {"fake-1": {"name": "Fake One", "reasoning": true, "tool_call": true, "limit": {"context": 100000, "output": 8000}}}
  }}
}
`
)

// install gives the agent's program, after bringing it into the cache unless
// it is there.
func (a agent) install(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "sidekicks-test-agents", filepath.Base(a.npm)+"-"+a.version)
	program := filepath.Join(dir, "node_modules", filepath.FromSlash(a.program))
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), "installing-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(made)
	out, err := exec.Command("npm", "install", "--no-audit", "--no-fund", "--prefix", made, a.npm+"@"+a.version).CombinedOutput()
	if err != nil {
		t.Fatalf("npm install %s: %v\n%s", a.npm, err, out)
	}
	// It comes whole: tests of another package may bring it at the same time, and
	// what is there by then is as good.
	err = os.Rename(made, dir)
	if _, missing := os.Stat(program); missing != nil {
		t.Fatalf("%s is not in its package: %v, %v", a.npm, missing, err)
	}
	return program
}

// A Bench is one agent, ready to be talked with. Say "play" and the name of
// one of the model's scripts.
type Bench struct {
	Home   string        // the agent's home folder, in its environment as HOME
	Folder string        // its work folder: a git repository with note.txt
	Config string        // a configuration file with the agent alone
	Long   chan struct{} // holds one token once a long answer is on its way
}

// New sets up the agent called name until the end of the test.
func New(t testing.TB, name string) *Bench {
	t.Helper()
	b := &Bench{Home: t.TempDir(), Folder: t.TempDir(), Long: make(chan struct{}, 1)}
	model := httptest.NewServer(localmodel.Model{Dir: b.Folder, Sent: func(events int) {
		if events == 10 {
			b.Long <- struct{}{}
		}
	}})
	t.Cleanup(func() {
		model.CloseClientConnections()
		model.Close()
	})
	b.configure(t, name, find(name, b.Home, model.URL))
	write(t, filepath.Join(b.Folder, "note.txt"), "a first line\nthe old line\n")
	if out, err := exec.Command("git", "-C", b.Folder, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	return b
}

func (b *Bench) configure(t testing.TB, name string, a agent) {
	t.Helper()
	for path, text := range a.home {
		write(t, filepath.Join(b.Home, path), text)
	}
	a.env["HOME"] = b.Home
	for variable, folder := range map[string]string{"CONFIG": ".config", "DATA": ".local/share", "STATE": ".local/state", "CACHE": ".cache"} {
		a.env["XDG_"+variable+"_HOME"] = filepath.Join(b.Home, folder)
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
	file.Servers = map[string]entry{name: {a.install(t), a.args, a.env, b.Folder}}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	b.Config = filepath.Join(b.Home, "sidekicks.json")
	write(t, b.Config, string(text))
}

// Has tells whether something of that name is in the work folder.
func (b *Bench) Has(name string) bool {
	_, err := os.Stat(filepath.Join(b.Folder, name))
	return err == nil
}

// Unbox takes codex out of its sandbox, which needs a program (bubblewrap)
// that the machine may lack when a file is edited, not when a command runs.
func (b *Bench) Unbox(t testing.TB) {
	t.Helper()
	path := filepath.Join(b.Home, codexConfig)
	if text, err := os.ReadFile(path); err == nil {
		write(t, path, strings.Replace(string(text), "workspace-write", "danger-full-access", 1))
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
