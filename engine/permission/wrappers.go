package permission

import (
	"slices"
	"strings"
)

// A wrapper is a command that does little more than start another one.
type wrapper struct {
	values string // options that take a value
	skip   int    // operands before the command
	admin  bool   // it starts it with other rights
	more   bool   // it adds operands from an unseen list
	text   string // options whose value is a text for a shell
	joined bool   // the operands together are a text for a shell
	remote bool   // it starts it elsewhere
	reads  bool   // without a command it starts a shell, which reads what it is given
	quiet  string // options with which nothing is started
	sub    string // words of which one has to stand before the command, "" none
}

// unwrap reads the command within a wrapper.
func (r *reader) unwrap(c *call, w wrapper) output {
	opts, rest := leading(c.args, w.values+" "+w.text)
	if w.quiet != "" && hasExact(opts, w.quiet) {
		r.apply(c)
		return r.outputOf(c)
	}
	for len(rest) > 0 && isAssignment(rest[0].text) {
		r.declare(rest[0])
		rest = rest[1:]
	}
	if w.sub != "" {
		if len(rest) == 0 || !slices.Contains(strings.Fields(w.sub), rest[0].text) {
			r.apply(c)
			return r.outputOf(c)
		}
		var more []option
		more, rest = leading(rest[1:], w.values+" "+w.text)
		opts = append(opts, more...)
	}
	if w.admin {
		r.found(Finding{Class: Privileged, Act: Admin, Severity: High}, c.head.at)
	}
	if w.remote {
		r.sshOptions(opts)
	}
	old := r.remote
	r.remote = r.remote || w.remote
	defer func() { r.remote = old }()
	for _, o := range opts {
		if w.text != "" && slices.Contains(strings.Fields(w.text), o.name) && o.value.text != "" {
			r.runArg(o.value, POSIX)
		}
	}
	rest = rest[min(w.skip, len(rest)):]
	if len(rest) > 1 && containsWord(w.text, rest[0].text) { // flock FILE -c TEXT
		return r.runArg(rest[1], POSIX)
	}
	if len(rest) > 0 && rest[0].text == "--" {
		rest = rest[1:]
	}
	for len(rest) > 0 && isAssignment(rest[0].text) {
		r.declare(rest[0])
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		if w.reads && c.in.given {
			r.runs(c.in, POSIX, c.head.at)
		}
		return output{given: true}
	case c.name == "xargs" && replaced(opts, rest[0].text):
		r.opaque(UnknownCommand, rest[0].at)
		return output{given: true}
	case w.joined:
		return r.runAll(rest, POSIX)
	}
	if c.name == "xargs" {
		rest = filledIn(opts, rest)
	}
	return r.callMore(rest, c.in, c.more || w.more)
}

// filledIn writes what xargs fills in as it is most often written.
func filledIn(opts []option, args []arg) []arg {
	o, ok := find(opts, "-I -i -J --replace")
	if !ok || o.value.text == "" {
		return args
	}
	args = slices.Clone(args)
	for i := range args {
		if strings.Contains(args[i].text, o.value.text) {
			args[i].text, args[i].inner = strings.ReplaceAll(args[i].text, o.value.text, "{}"), frame{outer: args[i].at}
		}
	}
	return args
}

// replaced tells whether xargs fills the name of the command itself in.
func replaced(opts []option, name string) bool {
	o, ok := find(opts, "-I -i -J --replace")
	return ok && o.value.text != "" && strings.Contains(name, o.value.text)
}

// leading splits the options before the first operand off.
func leading(args []arg, values string) (opts []option, rest []arg) {
	takes := strings.Fields(values)
	i := 0
	for ; i < len(args); i++ {
		a := args[i].text
		if a == "--" {
			i++
			break
		}
		if len(a) < 2 || a[0] != '-' {
			break
		}
		one, _ := options(args[i:i+1], values)
		if needsValue(a, takes) && i+1 < len(args) {
			one, _ = options(args[i:i+2], values)
			i++
		}
		opts = append(opts, one...)
	}
	return opts, args[i:]
}

// needsValue tells an option whose value is the next word.
func needsValue(a string, takes []string) bool {
	if slices.Contains(takes, a) {
		return true
	}
	if strings.HasPrefix(a, "--") || strings.Contains(a, "=") {
		return false
	}
	for j := 1; j < len(a); j++ {
		if slices.Contains(takes, "-"+a[j:j+1]) {
			return j == len(a)-1
		}
	}
	return false
}

func isAssignment(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return false
	}
	return strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
