package permission

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryRuleHolds: of each word that a rule waits for a command can be
// written that it finds, and of each that stops it one that it does not. A rule
// that no command meets is misspelt, or something is read before it: names are
// in lower case without their ending, of at most five words.
func TestEveryRuleHolds(t *testing.T) {
	for name, list := range rules() {
		shells := []Shell{POSIX}
		if windowsRules()[name] != nil {
			shells = []Shell{PowerShell, Cmd}
		}
		for _, u := range list {
			for _, command := range commandsOf(name, u) {
				if !slices.ContainsFunc(shells, func(s Shell) bool { return finds(command, s, u) }) {
					t.Errorf("%s %+v: not found in %q", name, u, command)
				}
			}
			for w := range strings.FieldsSeq(u.unless) {
				if command := name + " " + strings.TrimPrefix(w, "="); len(list) == 1 && finds(command, shells[0], u) {
					t.Errorf("%s %+v: found in %q", name, u, command)
				}
			}
		}
	}
}

func finds(command string, shell Shell, u rule) bool {
	return slices.ContainsFunc(Classify(command, shell, ship), func(f Finding) bool { return f.Class == u.class && f.Act == u.act })
}

// commandsOf writes the commands that a rule is to find.
func commandsOf(name string, u rule) (commands []string) {
	if u.when == "" {
		return []string{name + " one two"}
	}
	for w := range strings.FieldsSeq(u.when) {
		switch {
		case u.on == ofValue:
			w += "=one"
		case w == "=+" || w == "=:":
			w += "one"
		}
		commands = append(commands, name+" "+strings.TrimPrefix(w, "=")+" one two")
	}
	return commands
}
