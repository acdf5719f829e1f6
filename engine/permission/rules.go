package permission

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// A rule says what a command does. It holds when an option or an operand of
// when is there (or when is empty), and none of unless before the first
// operand for --help, anywhere for the others.
type rule struct {
	class    Class
	act      Act
	severity Severity
	when     string // options, and operands written as =word
	unless   string
	values   string // options that take a value
	on       which  // what its targets are
	always   bool   // --help and --version do not make it harmless
}

// which of a call's words are targets.
type which uint8

const (
	nothing   which = iota
	operands        // all of them; at least one has to be there
	rest            // all but the first: chmod's mode
	last            // the last: what is written
	written         // the last, where a file is there
	whenValue       // the value of the option in when, where a file is there
	ofValue         // name=value operands of when, where a file is there: dd's of=
)

// rules are those of all tables. They are made when the first command is read:
// each process of the program would wait for them at its start.
var rules = sync.OnceValue(func() map[string][]rule {
	all := map[string][]rule{}
	for _, table := range []map[string][]rule{fileRules(), gitRules(), systemRules(), containerRules(), remoteRules(), packageRules(), windowsRules()} {
		for name, list := range table {
			all[name] = append(all[name], list...)
		}
	}
	return all
})

// heads are the first words of rules.
var heads = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for name := range maps.Keys(rules()) {
		first, _, _ := strings.Cut(name, " ")
		set[first] = true
	}
	return set
})

// apply reads a call by the table, and by code where a table cannot tell.
func (r *reader) apply(c *call) {
	if heads()[c.name] {
		values := globals[c.name]
		_, ops := options(c.args, values)
		r.applyAt(c, values, ops)
		if sub := withoutUnknown(c.args, values); len(sub) != len(ops) {
			r.applyAt(c, values, sub)
		}
	}
	r.coded(c)
}

// withoutUnknown lists operands without those that follow a long option,
// which may take a value.
func withoutUnknown(args []arg, values string) []arg {
	var out []arg
	for i, a := range args {
		if strings.HasPrefix(a.text, "-") {
			continue
		}
		if i > 0 && strings.HasPrefix(args[i-1].text, "--") && !strings.Contains(args[i-1].text, "=") {
			continue
		}
		out = append(out, a)
	}
	return out
}

// applyAt looks the command's words up: git, git stash, git stash drop.
func (r *reader) applyAt(c *call, values string, ops []arg) {
	name := c.name
	for n := 0; ; n++ {
		for _, u := range rules()[name] {
			r.applyRule(c, u, n, values)
		}
		if n == len(ops) || n == 4 {
			return
		}
		name += " " + strings.ToLower(ops[n].text)
	}
}

func (r *reader) applyRule(c *call, u rule, words int, values string) {
	opts, ops := options(c.args, values+" "+u.values)
	ops = ops[min(words, len(ops)):]
	if !u.always && asksForHelp(c.args) || u.unless != "" && unlessHolds(u.unless, opts, ops) {
		return
	}
	at := c.danger(words, values+" "+u.values)
	var value arg
	if u.when != "" {
		o, ok := whenHolds(u.when, opts, ops)
		if !ok {
			return
		}
		value = o.value
	}
	if c.more {
		r.found(Finding{Class: u.class, Act: u.act, Severity: max(u.severity, High)}, at)
		return
	}
	r.report(at, u, ops, value)
}

// report says what a rule that holds finds.
func (r *reader) report(at span, u rule, ops []arg, value arg) {
	switch u.on {
	case operands:
		if len(ops) > 0 {
			r.destroys(u.act, at, u.severity, r.targets(ops)...)
		}
		return
	case rest:
		r.found(Finding{Class: u.class, Act: u.act, Severity: u.severity, Targets: r.targets(ops[min(1, len(ops)):])}, at)
	case last:
		if len(ops) > 1 {
			r.destroys(u.act, at, u.severity, r.target(ops[len(ops)-1]))
		}
	case written:
		if len(ops) > 0 {
			r.write(ops[len(ops)-1], u.act)
		}
	case whenValue:
		if value.text != "" && value.text != "-" {
			r.write(value, u.act)
		}
	case ofValue:
		for _, a := range ops {
			name, v, ok := strings.Cut(a.text, "=")
			if ok && "="+name == u.when {
				r.write(cutArg(a, len(name)+1, v), u.act)
			}
		}
	default:
		r.found(Finding{Class: u.class, Act: u.act, Severity: u.severity}, at)
	}
}

func (r *reader) targets(args []arg) []Target {
	var out []Target
	for _, a := range args[:min(len(args), maxTargets)] {
		if strings.ContainsRune(a.text, fresh) {
			continue
		}
		out = append(out, r.target(a))
	}
	return out
}

// asksForHelp tells a call that prints its help: the option stands before any
// operand, since some programs stop reading options at the first.
func asksForHelp(args []arg) bool {
	for i, a := range args {
		switch a.text {
		case "--help", "--version", "/?", "-?":
			return true
		case "help":
			return i == 0
		}
		if !strings.HasPrefix(a.text, "-") || a.text == "--" {
			// a subcommand may stand before it: git clean --help
			return i+2 == len(args) && args[i+1].text == "--help" && strings.Trim(a.text, "abcdefghijklmnopqrstuvwxyz-") == "" && len(args) == 2
		}
	}
	return false
}

func unlessHolds(unless string, opts []option, ops []arg) bool {
	for _, u := range strings.Fields(unless) {
		word, ok := strings.CutPrefix(u, "=")
		if ok && slices.ContainsFunc(ops, func(a arg) bool { return strings.EqualFold(a.text, word) }) || !ok && hasExact(opts, u) {
			return true
		}
	}
	return false
}

// whenHolds finds what a rule waits for. "=word" is an operand, "=of" also
// one of the form of=value, "=+" one that begins with a plus.
func whenHolds(when string, opts []option, ops []arg) (option, bool) {
	for _, w := range strings.Fields(when) {
		word, ok := strings.CutPrefix(w, "=")
		if !ok {
			if o, ok := find(opts, w); ok {
				return o, true
			}
			continue
		}
		for _, a := range ops {
			name, _, pair := strings.Cut(a.text, "=")
			if strings.EqualFold(a.text, word) || pair && name == word || (word == "+" || word == ":") && strings.HasPrefix(a.text, word) && len(a.text) > 1 {
				return option{name: a.text, at: a.at}, true
			}
		}
	}
	return option{}, false
}
