package engine

import (
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
func signInMethods(a config.Agent, list []acp.AuthMethod) []SignInMethod {
	var methods []SignInMethod
	for _, m := range list {
		s := SignInMethod{ID: m.ID, Name: m.Name, Description: m.Description}
		if m.Type == "terminal" {
			s.Command = commandLine(a, m)
		}
		for _, v := range m.Vars {
			s.Variables = append(s.Variables, v.Name)
		}
		methods = append(methods, s)
	}
	return methods
}

// commandLine is the agent's command with the method's own arguments, to be
// typed in a POSIX shell or, where nothing needs quotes, in any.
func commandLine(a config.Agent, m acp.AuthMethod) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(m.Env)) {
		words = append(words, name+"="+shellWord(m.Env[name]))
	}
	for _, w := range slices.Concat([]string{a.Command}, a.Args, m.Args) {
		words = append(words, shellWord(w))
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word where it needs it.
func shellWord(w string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./:@=+,~", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
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
