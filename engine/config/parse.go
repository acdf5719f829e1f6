package config

import (
	"fmt"
	"io"
	"sidekicks/engine/internal/atomicfile"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Parse reads a configuration: the Config of all that is sound in text, with
// the schema's defaults for the rest, and its problems in the order of the
// text. It takes any text and sees the computer only through env.
func Parse(text []byte, env Env) (Config, []Problem) {
	r := newReport(text)
	root := parseTree(r)
	if root.kind != missing {
		judge(r, root, env)
	}
	d := decoder{report: r, env: env, unsound: r.unsound()}
	return d.config(root), r.sorted()
}

// Check is Parse for who wants the problems alone.
func Check(text []byte, env Env) []Problem {
	_, problems := Parse(text, env)
	return problems
}

// ErrNoFile is the error of reading a folder, a pipe or a device.
var ErrNoFile = atomicfile.ErrNoFile

// Read reads the file at path, without waiting for anything but the disk: what
// is no file, such as a pipe, fails with [ErrNoFile]. Of one that is
// too large for a configuration it reads a byte more than may be, so that Parse
// says so: it may be a film.
func Read(path string) ([]byte, error) {
	f, err := atomicfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadFrom(f)
}

// ReadFrom is Read of what is open: it waits for who writes it.
func ReadFrom(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, maxText+1)) }

// Load reads and parses the file at path on this computer. The error is that
// of reading; a file that was read has a Config, whatever its problems.
func Load(path string) (Config, []Problem, error) {
	text, err := Read(path)
	if err != nil {
		return Config{}, nil, fmt.Errorf("read configuration: %w", err)
	}
	c, problems := Parse(text, OS())
	return c, problems, nil
}

// unsound are the values that an error concerns, or something in them.
func (r *report) unsound() map[*node]bool {
	all := make(map[*node]bool, len(r.broken))
	for n := range r.broken {
		for ; n != nil && !all[n]; n = n.parent {
			all[n] = true
		}
	}
	return all
}

// A decoder makes a Config of what is sound in a tree.
type decoder struct {
	*report
	env     Env
	unsound map[*node]bool
}

// pick is the sound member of n called name, else its default; nil when it
// has none.
func (d *decoder) pick(n *node, k *key, name string) *node {
	if m := n.get(name); m != nil && !d.unsound[m] {
		return m
	}
	return k.member(name).fallback
}

func (d *decoder) config(root *node) Config {
	n, k := root.get("sidekicks"), theFormat().root.member("sidekicks")
	limits, limitsKey := n.get("limits"), k.member("limits")
	c := Config{
		Limits: Limits{
			RunningAgents: int(d.pick(limits, limitsKey, "running_agents").float()),
			IdleTimeout:   d.duration(limits, limitsKey, "idle_timeout"),
		},
		Language:   d.pick(n, k, "language").value,
		Theme:      d.pick(n, k, "theme").value,
		TextSize:   float32(d.pick(n, k, "text_size").float()),
		SendWith:   d.pick(n, k, "send_with").value,
		Notify:     d.pick(n, k, "notifications").value == "true",
		Motion:     d.pick(n, k, "reduced_motion").value,
		KeepCopies: d.duration(n, k, "keep_copies"),
	}
	for _, a := range ours(root) {
		if !d.unsound[a] {
			c.Agents = append(c.Agents, d.agent(a, c.Limits))
		}
	}
	c.DefaultAgent = d.defaultAgent(n, c.Agents)
	return c
}

func (d *decoder) duration(n *node, k *key, name string) time.Duration {
	t, _ := parseDuration(d.pick(n, k, name).value, durationWords[k.member(name).format]) // valid: the schema says so
	return t
}

func (d *decoder) defaultAgent(n *node, agents []Agent) string {
	if len(agents) == 0 {
		return ""
	}
	wanted := n.get("default_agent").string("")
	for _, a := range agents {
		if a.Name == wanted {
			return wanted
		}
	}
	return agents[0].Name
}

func (d *decoder) agent(n *node, limits Limits) Agent {
	k := keyOf(n)
	a := Agent{
		Name:        n.name,
		Command:     n.get("command").value,
		Workspace:   d.env.Folder(d.pick(n, k, "workspace").value),
		Description: d.pick(n, k, "description").value,
		IdleTimeout: limits.IdleTimeout,
		KeepRunning: d.pick(n, k, "keep_running").value == "true",
		MCPServers:  raw(d.pick(n, k, "mcp_servers")),
	}
	if n.get("idle_timeout") != nil {
		a.IdleTimeout = d.duration(n, k, "idle_timeout")
	}
	for _, arg := range n.get("args").elements() {
		a.Args = append(a.Args, arg.value)
	}
	if a.Command == GuideCommand && len(a.Args) == 0 {
		a.Args = guideArgs()
	}
	for _, v := range n.get("env").members() {
		if a.Env == nil {
			a.Env = map[string]string{}
		}
		a.Env[v.name] = v.value
	}
	return a
}

// elements are those of an array, none of anything else.
func (n *node) elements() []*node {
	if n == nil || n.kind != array {
		return nil
	}
	return n.children
}

// raw is n as JSON.
func raw(n *node) jsontext.Value {
	text, err := json.Marshal(n.plain(), json.Deterministic(true))
	if err != nil {
		panic(err) // a tree has only what JSON has
	}
	return text
}
