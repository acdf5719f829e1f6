package permission

import (
	"slices"
	"strings"
)

// An option is one option of a call: -x, --long, or -word.
type option struct {
	name  string // with its dashes
	value arg    // of --name=value, -nvalue or the word after
	at    span
}

// options splits args into options and operands. values lists the options
// that take a value. A cluster such as -xvf gives each letter, and itself.
func options(args []arg, values string) (opts []option, operands []arg) {
	takes := strings.Fields(values)
	operands = make([]arg, 0, len(args))
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a.text == "--":
			return opts, append(operands, args[i+1:]...)
		case len(a.text) < 2 || a.text[0] != '-':
			operands = append(operands, a)
			continue
		}
		name, value, joined := strings.Cut(a.text, "=")
		o := option{name: name, at: a.at}
		switch {
		case joined:
			o.value = cutArg(a, len(name)+1, value)
		case slices.Contains(takes, name) && i+1 < len(args):
			i++
			o.value = args[i]
		}
		opts = append(opts, o)
		if a.text[1] != '-' && len(a.text) > 2 {
			more, rest := cluster(a, takes)
			if rest && i+1 < len(args) && o.value.text == "" {
				i++
				more[len(more)-1].value = args[i]
			}
			opts = append(opts, more...)
		}
	}
	return opts, operands
}

// cluster reads -abc: each letter is an option, up to one that takes a value.
// next tells that its value is the word after.
func cluster(a arg, takes []string) (opts []option, next bool) {
	letters := a.text[1:]
	for j := range letters {
		name := "-" + letters[j:j+1]
		o := option{name: name, at: a.at}
		if slices.Contains(takes, name) {
			rest := letters[j+1:]
			o.value = cutArg(a, j+2, rest)
			return append(opts, o), rest == ""
		}
		opts = append(opts, o)
	}
	return opts, false
}

// cutArg is what stands from byte i of an argument.
func cutArg(a arg, i int, text string) arg {
	b := a
	b.text = text
	if a.inner.exact {
		b.inner = frame{base: a.inner.base + i, exact: true, outer: a.at}
	} else {
		b.inner = frame{outer: a.at}
	}
	return b
}

// has tells whether one of the options listed in names is there. Long ones
// may be shortened, as many programs let them.
func has(opts []option, names string) bool {
	_, ok := find(opts, names)
	return ok
}

func find(opts []option, names string) (option, bool) {
	for _, want := range strings.Fields(names) {
		for _, o := range opts {
			short := len(o.name) > 4 && strings.HasPrefix(o.name, "--") || len(o.name) > 2 && len(want) > 4 && want[1] != '-'
			if o.name == want || short && strings.HasPrefix(want, o.name) {
				return o, true
			}
		}
	}
	return option{}, false
}

// hasExact is has without shortened names: what makes a command harmless has
// to be written out.
func hasExact(opts []option, names string) bool {
	for _, want := range strings.Fields(names) {
		if slices.ContainsFunc(opts, func(o option) bool { return o.name == want }) {
			return true
		}
	}
	return false
}

func texts(args []arg) []string {
	var out []string
	for _, a := range args {
		out = append(out, a.text)
	}
	return out
}
