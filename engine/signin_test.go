package engine

import (
	"reflect"
	"slices"
	"testing"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

func TestSignInMethods(t *testing.T) {
	got := signInMethods(config.Agent{Command: "/opt/my agent", Args: []string{"--acp"}}, []acp.AuthMethod{
		{ID: "web", Name: "Log in", Description: "In the browser"},
		{ID: "tty", Name: "In a terminal", Type: "terminal", Args: []string{"login", "it's me"}, Env: map[string]string{"B": "", "A": "1"}},
		{ID: "key", Name: "By key", Type: "env_var", Vars: []acp.AuthVariable{{Name: "API_KEY"}}},
	}, false)
	want := []SignInMethod{
		{ID: "web", Name: "Log in", Description: "In the browser"},
		{ID: "tty", Name: "In a terminal", Command: `A=1 B='' '/opt/my agent' --acp login 'it'\''s me'`},
		{ID: "key", Name: "By key", Variables: []string{"API_KEY"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
}

func TestTheCommandToTypeIsQuotedForTheShell(t *testing.T) {
	for _, c := range []struct {
		command           string
		args              []string
		env               map[string]string
		posix, powerShell string
	}{
		{"gemini", []string{"--acp", "login"}, nil, "gemini --acp login", "gemini --acp login"},
		{`C:\Program Files\a.exe`, []string{"it's"}, nil, `'C:\Program Files\a.exe' 'it'\''s'`, `& 'C:\Program Files\a.exe' 'it''s'`},
		{`C:\a.exe`, []string{"-x.y", "a,b", "@c", "$d", "", "e;f", "`g"}, nil,
			`'C:\a.exe' -x.y a,b @c '$d' '' 'e;f' '` + "`g'", `C:\a.exe '-x.y' 'a,b' '@c' '$d' '' 'e;f' '` + "`g'"},
		{"a", nil, map[string]string{"N": "1", "M": "x y"}, "M='x y' N=1 a", "$env:M = 'x y'; $env:N = '1'; a"},
	} {
		a, m := config.Agent{Command: c.command}, acp.AuthMethod{Args: c.args, Env: c.env}
		if got := commandLine(a, m, false); got != c.posix {
			t.Errorf("posix: %s, want %s", got, c.posix)
		}
		if got := commandLine(a, m, true); got != c.powerShell {
			t.Errorf("PowerShell: %s, want %s", got, c.powerShell)
		}
	}
}

// Agents that were made before the protocol had methods for a terminal tell a
// command of their own, or arguments with which theirs is not to speak the protocol.
func TestTheCommandOfAnOlderMethod(t *testing.T) {
	own := acp.AuthMethod{Command: "/opt/an agent", Args: []string{"login"}, Env: map[string]string{"A": "1"}}
	qwen := acp.AuthMethod{NoProtocol: true, Args: []string{"--auth-type=openai"}}
	for _, c := range []struct {
		agent  config.Agent
		method acp.AuthMethod
		want   string
	}{
		{config.Agent{Command: "copilot", Args: []string{"--acp"}}, own, "A=1 '/opt/an agent' login"},
		{config.Agent{Command: "qwen", Args: []string{"--acp"}}, qwen, "qwen --auth-type=openai"},
		{config.Agent{Command: "npx", Args: []string{"-y", "@qwen-code/qwen-code", "--experimental-acp"}}, qwen, "npx -y @qwen-code/qwen-code --auth-type=openai"},
		{config.Agent{Command: "kimi", Args: []string{"acp"}}, acp.AuthMethod{Args: []string{"--login"}}, "kimi acp --login"},
	} {
		before := slices.Clone(c.agent.Args)
		if got := commandLine(c.agent, c.method, false); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if !slices.Equal(c.agent.Args, before) {
			t.Errorf("the agent's arguments became %q", c.agent.Args)
		}
	}
}
