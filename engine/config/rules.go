package config

import (
	"strconv"
)

// A checker applies the rules that concern more than one value, or the
// computer.
type checker struct {
	*report
	env   Env
	root  *node
	found map[string]bool // commands, by whether they are there
}

// judge reports all that is wrong in the tree.
func judge(r *report, root *node, env Env) {
	validate(r, root)
	c := checker{report: r, env: env, root: root, found: map[string]bool{}}
	c.duplicates(root, false)
	for _, name := range []string{"agent_servers", "sidekicks"} {
		if n := root.get(name); n != nil {
			c.duplicates(n, true)
		}
	}
	agents := ours(root)
	c.similarNames(agents)
	c.defaultAgent(agents)
	c.kept(agents)
	for _, a := range agents {
		c.command(a)
	}
	c.workspaces(agents)
	c.others()
}

// ours are the entries for this program. Of equal names the first counts.
func ours(root *node) []*node {
	var list []*node
	seen := map[string]bool{}
	for _, a := range root.get("agent_servers").members() {
		if !seen[a.name] && a.get("type").string("custom") == "custom" {
			list = append(list, a)
		}
		seen[a.name] = true
	}
	return list
}

// duplicates reports keys that are twice in n, and with deep in what it holds.
func (c *checker) duplicates(n *node, deep bool) {
	first := make(map[string]*node, len(n.children))
	for _, m := range n.children {
		if n.kind == object {
			if other, ok := first[m.name]; ok {
				c.add(DuplicateKey, m, m.keyStart, m.keyEnd, nil, m.name, c.line(other.keyStart))
			} else {
				first[m.name] = m
			}
		}
		if deep {
			c.duplicates(m, true)
		}
	}
}

func (c *checker) similarNames(agents []*node) {
	first := make(map[string]*node, len(agents))
	for _, a := range agents {
		name := fold(a.name)
		if other, ok := first[name]; !ok {
			first[name] = a
		} else {
			c.add(SimilarNames, a, a.keyStart, a.keyEnd, nil, a.name, other.name, c.line(other.keyStart))
		}
	}
}

func (c *checker) defaultAgent(agents []*node) {
	n := c.root.get("sidekicks").get("default_agent")
	if n == nil || n.kind != text {
		return
	}
	names := make([]string, 0, len(agents))
	for _, a := range agents {
		if a.name == n.value {
			return
		}
		names = append(names, a.name)
	}
	meant := nearest(n.value, names)
	if len(names) == 1 {
		meant = names[0]
	}
	var fix []Edit
	switch {
	case meant != "":
		fix = []Edit{{n.start, n.end, quote(meant)}}
	case len(names) == 0:
		fix = c.removal(n)
	}
	c.add(UnknownDefault, n, n.start, n.end, fix, append([]string{n.value}, names...)...)
}

// kept reports the first agent to keep running that is one too many.
func (c *checker) kept(agents []*node) {
	limits := theFormat().root.member("sidekicks").member("limits")
	limit := c.pick(c.root.get("sidekicks").get("limits"), limits, "running_agents")
	var kept []*node
	for _, a := range agents {
		if k := a.get("keep_running"); k != nil && k.kind == word && k.value == "true" {
			kept = append(kept, k)
		}
	}
	if most := int(limit.float()); len(kept) > most {
		k := kept[most]
		c.add(TooManyKept, k, k.start, k.end, nil, strconv.Itoa(len(kept)), strconv.Itoa(most))
	}
}

// pick is the member of n called name, or its default when that is missing
// or broken.
func (r *report) pick(n *node, k *key, name string) *node {
	if m := n.get(name); m != nil && !r.broken[m] && m.kind != missing {
		return m
	}
	return k.member(name).fallback
}

// command reports a command that is not on this computer. An agent with a
// PATH of its own is looked for nowhere.
func (c *checker) command(a *node) {
	n := a.get("command")
	if c.env.LookPath == nil || n.string(GuideCommand) == GuideCommand || c.broken[n] || a.get("env").get("PATH") != nil {
		return
	}
	found, known := c.found[n.value]
	if !known {
		_, err := c.env.LookPath(c.env.Expand(n.value))
		found = err == nil
		c.found[n.value] = found
	}
	if !found {
		c.add(CommandNotFound, n, n.start, n.end, nil, n.value)
	}
}

func (c *checker) workspaces(agents []*node) {
	first := make(map[string]*node)
	for _, a := range agents {
		n := a.get("workspace")
		if n == nil || n.kind != text || c.broken[n] {
			continue
		}
		folder := c.env.Folder(n.value)
		if other, ok := first[folder]; ok {
			c.add(SharedWorkspace, n, n.start, n.end, nil, a.name, other.name, c.line(other.get("workspace").start))
		} else {
			first[folder] = a
		}
		if c.env.Stat != nil {
			if dir, _ := c.env.Stat(folder); !dir {
				c.add(NoWorkspace, n, n.start, n.end, nil, folder)
			}
		}
	}
}

// others reports what is for other programs: entries one by one, since
// somebody may miss them, and keys all in one.
func (c *checker) others() {
	if c.root.kind != object {
		return
	}
	var keys []*node
	known := theFormat().root
	for _, m := range c.root.children {
		if known.knows(m.name) {
			continue
		}
		if meant := nearest(m.name, []string{"agent_servers", "sidekicks"}); meant != "" && c.root.get(meant) == nil {
			c.unknownKey(m, []string{meant})
			continue
		}
		keys = append(keys, m)
	}
	for _, a := range c.root.get("agent_servers").members() {
		if t := a.get("type").string("custom"); t != "custom" {
			c.add(OtherType, a, a.keyStart, a.keyEnd, nil, a.name, t)
			continue
		}
		for _, m := range a.members() {
			if keyOf(m) != nil && keyOf(m).program != "" {
				keys = append(keys, m)
			}
		}
	}
	c.fold(keys)
}

// members are those of an object, none of anything else.
func (n *node) members() []*node {
	if n == nil || n.kind != object {
		return nil
	}
	return n.children
}

// fold makes one remark of all keys of other programs.
func (c *checker) fold(keys []*node) {
	if len(keys) == 0 {
		return
	}
	seen := map[string]bool{}
	var names []string
	at := keys[0]
	for _, m := range keys {
		if m.keyStart < at.keyStart {
			at = m
		}
		if !seen[m.name] {
			seen[m.name] = true
			names = append(names, m.name)
		}
	}
	c.add(OtherProgram, at, at.keyStart, at.keyEnd, nil, names...)
}
