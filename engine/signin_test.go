package engine

import (
	"reflect"
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
