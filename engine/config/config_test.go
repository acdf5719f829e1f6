package config

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const shipText = `{
  "agent_servers": {
    "Riker": {"command": "opencode", "args": ["acp"], "workspace": "~/ship", "idle_timeout": "never",}, // first
    "Data": {"command": "data"},
  },
  "sidekicks": {"default_agent": "Data", "limits": {"running_agents": 2}}
}`

func TestParseFillsDefaults(t *testing.T) {
	home := filepath.Join(string(filepath.Separator), "home", "me")
	c, problems := Parse([]byte(shipText), Env{Home: home})
	if len(problems) > 0 || len(c.Agents) != 2 {
		t.Fatalf("got %d agents, problems %v", len(c.Agents), problems)
	}
	riker, data := c.Agents[0], c.Agents[1]
	if riker.Workspace != filepath.Join(home, "ship") || riker.IdleTimeout != 0 || data.Workspace != home || data.IdleTimeout != 10*time.Minute {
		t.Errorf("riker %+v\ndata %+v", riker, data)
	}
	if c.DefaultAgent != "Data" || c.Limits.RunningAgents != 2 || c.TextSize != 15 || !c.Notify || string(data.MCPServers) != "[]" {
		t.Errorf("config %+v", c)
	}
}

// The built-in guide needs no arguments to be named: without any it would be the
// window.
func TestTheGuideAsAnAgent(t *testing.T) {
	c, _ := Parse([]byte(`{"agent_servers": {"A": {"command": "sidekicks"}, "B": {"command": "sidekicks", "args": ["x"]}}}`), Env{})
	if len(c.Agents) != 2 || !slices.Equal(c.Agents[0].Args, []string{"agent"}) || !slices.Equal(c.Agents[1].Args, []string{"x"}) {
		t.Errorf("%+v", c.Agents)
	}
}

// What another encoding makes of a text says nothing to a person.
func TestATextOfAnotherEncodingHasOneProblem(t *testing.T) {
	for _, text := range []string{"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}", "\x00\x00\xfe\xff\x00\x00\x00{", "{\x00}\x00", "\x00{\x00}"} {
		if got := Check([]byte(text), Env{}); len(got) != 1 || got[0].Code != BadUTF8 {
			t.Errorf("%q has the problems %v", text, got)
		}
	}
	if got := Check([]byte("\ufeff{}"), Env{}); len(got) != 0 {
		t.Errorf("UTF-8 with a byte order mark has the problems %v", got)
	}
}

func TestDemoIsTheGuideAlone(t *testing.T) {
	c := Demo()
	if len(c.Agents) != 1 || c.DefaultAgent != GuideName || c.Agents[0].Command != GuideCommand || !filepath.IsAbs(c.Agents[0].Workspace) {
		t.Errorf("got %+v", c)
	}
}

// TestOtherProgramsFilesOpen: what is for Zed or JetBrains is one remark, and
// one warning for each entry that is no command.
func TestOtherProgramsFilesOpen(t *testing.T) {
	for _, c := range []struct{ file, agents, problems string }{
		{"zed.json", "OpenCode Goose", "other-program other-type"},
		{"jetbrains.json", "OpenCode", "other-program"},
	} {
		config, problems, err := Load(filepath.Join("testdata", "others", c.file))
		if err != nil {
			t.Fatal(err)
		}
		var agents, codes []string
		for _, a := range config.Agents {
			agents = append(agents, a.Name)
		}
		for _, p := range problems {
			if p.Code != CommandNotFound { // as on this computer
				codes = append(codes, p.Code.String())
			}
		}
		if got := strings.Join(agents, " "); got != c.agents {
			t.Errorf("%s has agents %s", c.file, got)
		}
		if got := strings.Join(codes, " "); got != c.problems {
			t.Errorf("%s has problems %s", c.file, got)
		}
	}
}

// TestSoundEntriesOfABrokenFileWork: each entry that nothing is wrong with is
// there, and every setting that is wrong is its default.
func TestSoundEntriesOfABrokenFileWork(t *testing.T) {
	config, problems := Parse([]byte(`{
  "agent_servers": {
    "No comma": {"command": "x" "args": []},
    "Sound": {"command": "x", "args": ["a", "b"], "env": {"K": "1"}, "idle_timeout": "1h", "mcp_servers": [{"name": "m", "command": "/m", "args": [], "env": []}]},
    "Wrong type": {"command": 1},
    "Sound": {"command": "double"},
    "No end": {"command": "x},
    "Warned": {"command": "x", "unknown": 1},
  },
  "sidekicks": {"theme": "drak", "language": "fr", "default_agent": "Nobody", "limits": {"idle_timeout": "never"}, "keep_copies": "12h"}
`), Env{Home: "/home/me"})
	if !HasErrors(problems) || len(config.Agents) != 2 || config.Agents[0].Name != "Sound" || config.Agents[1].Name != "Warned" {
		t.Fatalf("agents %+v, problems %v", config.Agents, problems)
	}
	a := config.Agents[0]
	if strings.Join(a.Args, "") != "ab" || a.Env["K"] != "1" || a.IdleTimeout != time.Hour || string(a.MCPServers) != `[{"args":[],"command":"/m","env":[],"name":"m"}]` {
		t.Errorf("got %+v", a)
	}
	if config.Agents[1].IdleTimeout != 0 || config.Theme != "auto" || config.Language != "fr" || config.DefaultAgent != "Sound" || config.KeepCopies != 12*time.Hour {
		t.Errorf("got %+v", config)
	}
}

// TestProblemsAreTheSameEveryTime: maps have no order.
func TestProblemsAreTheSameEveryTime(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, `"a%d": {"x": 1, "y": 2, "args": 1, "env": 2}, `, i)
	}
	text := []byte(`{"agent_servers": {` + b.String() + `}}`)
	first := Check(text, Env{})
	for range 5 {
		if again := Check(text, Env{}); !reflect.DeepEqual(first, again) {
			t.Fatal("the same text has other problems")
		}
	}
	if len(first) != maxProblems || !HasErrors(first) {
		t.Errorf("%d problems", len(first))
	}
}

// TestAnErrorIsAlwaysTold, however many warnings come before it.
func TestAnErrorIsAlwaysTold(t *testing.T) {
	var b strings.Builder
	for i := range 2 * maxProblems {
		fmt.Fprintf(&b, `"k%d": 1, `, i)
	}
	if problems := Check([]byte(`{"sidekicks": {`+b.String()+`"theme": 1}}`), Env{}); len(problems) != maxProblems || !HasErrors(problems) {
		t.Errorf("%d problems, errors %v", len(problems), HasErrors(problems))
	}
}

func TestExpand(t *testing.T) {
	env := Env{Home: "/home/me", Getenv: func(name string) (string, bool) { return "v", name == "SET" }}
	for s, want := range map[string]string{
		"~": "/home/me", "~/x": "/home/me/x", "~x": "~x", "a~/x": "a~/x", "${SET}": "v", "a${SET}b${SET}": "avbv",
		"${UNSET}": "${UNSET}", "${SET": "${SET", "$SET": "$SET", "${${SET}}": "${v}", "": "",
	} {
		if got := env.Expand(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

// TestEveryKeyCounts: what the schema offers changes what is read. A key that
// nothing reads would be a promise that is not kept.
func TestEveryKeyCounts(t *testing.T) {
	env := aComputer()
	plain := func(entry, own string) Config {
		c, problems := Parse([]byte(`{"agent_servers": {"A": {"command": "opencode"`+entry+`}, "B": {"command": "gemini"}}, "sidekicks": {`+own+`}}`), env)
		if slices.ContainsFunc(problems, func(p Problem) bool { return p.Severity == Error }) {
			t.Errorf("%s %s: %v", entry, own, problems)
		}
		return c
	}
	root := theFormat().root
	check := func(k *key, write func(member string) (entry, own string)) {
		for _, m := range k.members {
			if m.program != "" || len(m.members) > 0 || m.name == "command" || m.name == "type" { // type says whose an entry is
				continue
			}
			if reflect.DeepEqual(plain(write("")), plain(write(`"`+m.name+`": `+another(m)))) {
				t.Errorf("%s: %s changes nothing: read it in parse.go", m.name, another(m))
			}
		}
	}
	own := root.member("sidekicks")
	check(root.member("agent_servers").items, func(m string) (string, string) { return strings.Repeat(",", min(1, len(m))) + m, "" })
	check(own, func(m string) (string, string) { return "", m })
	check(own.member("limits"), func(m string) (string, string) { return "", `"limits": {` + m + `}` })
}

// another is a value that a key may have and does not have by default.
func another(k *key) string {
	usual := ""
	if k.fallback != nil {
		usual = k.fallback.value
	}
	for _, v := range k.values {
		if v != usual && v != "10m" {
			return `"` + v + `"`
		}
	}
	switch k.types[0] {
	case "boolean":
		return strconv.FormatBool(usual != "true")
	case "integer", "number":
		return "20"
	case "array":
		if len(k.items.members) > 0 {
			return `[{"name": "one", "command": "/bin/one"}]`
		}
		return `["one"]`
	case "object":
		return `{"ONE": "1"}`
	}
	return `"B"`
}
