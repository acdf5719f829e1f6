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
	})
	want := []SignInMethod{
		{ID: "web", Name: "Log in", Description: "In the browser"},
		{ID: "tty", Name: "In a terminal", Command: `A=1 B='' '/opt/my agent' --acp login 'it'\''s me'`},
		{ID: "key", Name: "By key", Variables: []string{"API_KEY"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
}
