package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"sidekicks/engine/prefs"
)

// TestTheFileOpenedLastIsUsed where no other is named.
func TestTheFileOpenedLastIsUsed(t *testing.T) {
	for _, v := range alone(t) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	memory, err := prefs.File()
	if err != nil {
		t.Fatal(err)
	}
	last, named := configFile(t, `{"agent_servers": {"Troi": {}}}`), configFile(t, "{")
	if err := prefs.Update(memory, func(p *prefs.Preferences) { p.Opened(last) }); err != nil {
		t.Fatal(err)
	}
	check := func() string {
		var out bytes.Buffer
		Check(Env{Stdout: &out, Stderr: &out, Getenv: os.Getenv})
		return out.String()
	}
	if got := check(); !strings.Contains(got, last) {
		t.Errorf("checked %q, want %s", got, last)
	}
	var said bytes.Buffer
	ask := Env{Args: []string{"hello"}, Stdin: strings.NewReader(""), Stdout: &said, Stderr: &said, Getenv: os.Getenv}
	if status := Ask(ask); status != statusConfig || !strings.Contains(said.String(), last) {
		t.Errorf("ask: status %d, %q; want what is wrong with %s", status, said.String(), last)
	}
	t.Setenv("SIDEKICKS_CONFIG", named)
	if got := check(); !strings.Contains(got, named) {
		t.Errorf("checked %q, want %s", got, named)
	}
}
