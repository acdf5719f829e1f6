package permission

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryRuleHolds: of each rule a command can be written that it finds, and
// one that it does not. One that no command meets is misspelt: names are in
// lower case without their ending, of at most five words.
func TestEveryRuleHolds(t *testing.T) {
	shells := []Shell{POSIX, PowerShell, Cmd}
	for name, list := range rules {
		for _, u := range list {
			command := commandOf(name, u)
			shell := slices.IndexFunc(shells, func(s Shell) bool { return finds(command, s, u) })
			if shell < 0 {
				t.Errorf("%s %+v: not found in %q", name, u, command)
				continue
			}
			for _, w := range strings.Fields(u.unless) {
				if command := name + " " + strings.TrimPrefix(w, "="); len(list) == 1 && finds(command, shells[shell], u) {
					t.Errorf("%s %+v: found in %q", name, u, command)
				}
			}
		}
	}
}

func finds(command string, shell Shell, u rule) bool {
	return slices.ContainsFunc(Classify(command, shell, ship), func(f Finding) bool { return f.Class == u.class && f.Act == u.act })
}

// commandOf writes a command that a rule is to find.
func commandOf(name string, u rule) string {
	words := []string{name}
	for _, w := range strings.Fields(u.when)[:min(1, len(strings.Fields(u.when)))] {
		switch {
		case u.on == ofValue:
			w += "=one"
		case w == "=":
			w = "=name=one"
		case w == "=+" || w == "=:":
			w += "one"
		}
		words = append(words, strings.TrimPrefix(w, "="))
	}
	return strings.Join(append(words, "one", "two"), " ")
}
