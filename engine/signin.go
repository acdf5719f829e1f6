package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

// A SignInMethod is one way to sign in to an agent.
type SignInMethod struct {
	ID          string
	Name        string // the agent's own words, as Description
	Description string
	// Command is what to type in a terminal, for a method that runs there; no
	// command of the engine can run it.
	Command string
	// Variables are what to set in the agent's env, for a method of that kind.
	Variables []string
}

// signInMethods says an agent's methods as a person can use them.
func signInMethods(a config.Agent, list []acp.AuthMethod, windows bool) []SignInMethod {
	var methods []SignInMethod
	for _, m := range list {
		s := SignInMethod{ID: m.ID, Name: m.Name, Description: m.Description}
		if m.Type == "terminal" {
			s.Command = commandLine(a, m, windows)
		}
		for _, v := range m.Vars {
			s.Variables = append(s.Variables, v.Name)
		}
		methods = append(methods, s)
	}
	return methods
}

// terminalCommand is what a method runs in a terminal: a command of its own, else
// the agent's with the method's arguments.
func terminalCommand(a config.Agent, m acp.AuthMethod) (program string, args []string) {
	if m.Command != "" {
		return m.Command, m.Args
	}
	args = slices.Clone(a.Args)
	if m.NoProtocol {
		args = slices.DeleteFunc(args, func(w string) bool { return w == "acp" || w == "--acp" || w == "--experimental-acp" })
	}
	return a.Command, append(args, m.Args...)
}

// commandLine is what a method runs in a terminal, to be typed in the shell that
// a terminal of the system opens: a POSIX one, or PowerShell. Where nothing needs quotes it can be typed in any.
func commandLine(a config.Agent, m acp.AuthMethod, windows bool) string {
	set, value, quote, call := "%s=%s", posixWord, posixWord, ""
	if windows {
		set, value, quote, call = "$env:%s = %s;", powerShellText, powerShellWord, "& "
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(m.Env)) {
		words = append(words, fmt.Sprintf(set, name, value(m.Env[name])))
	}
	command, args := terminalCommand(a, m)
	program := quote(command)
	if program != command {
		program = call + program // else PowerShell takes a quoted word for a text
	}
	words = append(words, program)
	for _, w := range args {
		words = append(words, quote(w))
	}
	return strings.Join(words, " ")
}

// posixWord quotes a word where a POSIX shell needs it.
func posixWord(w string) string {
	if isPlain(w, "-_./:@=+,~") {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// powerShellWord quotes a word where PowerShell needs it. There a word with a
// dash ends at a dot or a colon.
func powerShellWord(w string) string {
	if isPlain(w, `-_./:\=+`) && !(strings.HasPrefix(w, "-") && strings.ContainsAny(w, ".:")) {
		return w
	}
	return powerShellText(w)
}

func powerShellText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// isPlain tells whether a word has only letters, digits and what is in others.
func isPlain(w, others string) bool {
	special := func(r rune) bool {
		plain := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(others, r)
		return !plain
	}
	return w != "" && strings.IndexFunc(w, special) < 0
}

// SignIn runs one of the agent's AuthMethods; AgentView tells how it goes.
func (e *Engine) SignIn(name, methodID string) {
	e.update(func(s *state) bool {
		a := find(s.agents, name)
		if a == nil || a.signingIn != "" || s.closing {
			return false
		}
		a.signingIn, a.signInError = methodID, nil
		e.goLocked(func() { e.signIn(a, name, methodID) })
		return true
	})
}

func (e *Engine) signIn(a *agentState, name, methodID string) {
	err := e.withAgent(name, func(c *acp.Conn) error { return c.Authenticate(e.ctx, methodID) })
	e.update(func(s *state) bool {
		a.signingIn, a.signInError = "", failureOf(err)
		if err == nil {
			a.signIn = nil
		}
		return true
	})
}
