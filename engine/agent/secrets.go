package agent

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/config"
)

const removed = "[removed]"

// secrets knows what must not be shown: the values of the environment that
// the configuration gives an agent, and what looks like a key.
type secrets struct{ values *strings.Replacer }

// A short value such as 1 or true is no secret unless its name says so, and
// taking it out everywhere would leave nothing to read.
const (
	shortValue  = 8
	shortSecret = 4
)

var (
	secretName = regexp.MustCompile(`(?i)key|token|secret|password|passwd|credential|auth`)
	secretText = regexp.MustCompile(`(?i)\b(?:` +
		`(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs]|hf|gsk|AIza|AKIA|npm)[-_A-Za-z0-9]{16,}` + // keys by their makers' marks
		`|eyJ[-_A-Za-z0-9]+\.[-_A-Za-z0-9]+\.[-_A-Za-z0-9]*)`) // JSON Web Tokens
	// The name stays, the value goes.
	secretValue = regexp.MustCompile(`(?i)((?:bearer|basic)\s+|(?:api[-_]?key|token|secret|password|passwd|authorization)"?\s*[:=]\s*"?)([^\s"',;&]{8,})`)
)

// newSecrets takes what the configuration gives the agent: its environment,
// and its MCP servers with theirs.
func newSecrets(env map[string]string, servers jsontext.Value) *secrets {
	values := serverSecrets(servers)
	for name, value := range env {
		if isSecret(name, value) {
			values = append(values, value)
		}
	}
	// The replacer takes the first that fits: of two that begin alike the longer.
	slices.SortFunc(values, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var pairs []string
	for _, value := range values {
		pairs = append(pairs, value, removed)
	}
	return &secrets{strings.NewReplacer(pairs...)}
}

// serverSecrets lists the values in the environments and the headers of MCP
// servers; none in what does not have their shape.
// Source: https://agentclientprotocol.com/protocol/session-setup#mcp-servers
func serverSecrets(list jsontext.Value) []string {
	type pair struct{ Name, Value string }
	var servers []struct{ Env, Headers []pair }
	if json.Unmarshal(list, &servers, json.MatchCaseInsensitiveNames(true)) != nil {
		return nil
	}
	var values []string
	for _, server := range servers {
		for _, p := range slices.Concat(server.Env, server.Headers) {
			if isSecret(p.Name, p.Value) {
				values = append(values, p.Value)
			}
		}
	}
	return values
}

func isSecret(name, value string) bool {
	return len(value) >= shortValue || len(value) >= shortSecret && secretName.MatchString(name)
}

// WithoutSecrets removes from a text what the configuration gives these agents
// in confidence, and what looks like a key.
func WithoutSecrets(text string, agents []config.Agent) string {
	for _, a := range agents {
		text = newSecrets(a.Env, a.MCPServers).remove(text)
	}
	return newSecrets(nil, nil).remove(text)
}

func (s *secrets) remove(text string) string {
	text = s.values.Replace(text)
	text = secretText.ReplaceAllString(text, removed)
	return secretValue.ReplaceAllString(text, "${1}"+removed)
}

func (s *secrets) removeAll(texts []string) []string {
	clean := make([]string, len(texts))
	for i, text := range texts {
		clean[i] = s.remove(text)
	}
	return clean
}
