package agent

import (
	"strings"
	"testing"

	"sidekicks/engine/config"
)

func TestWithoutSecrets(t *testing.T) {
	agents := []config.Agent{{Env: map[string]string{"API_KEY": "hunter2!"}}, {Env: map[string]string{"PLACE": "a long value"}}}
	got := WithoutSecrets("panic: hunter2! in a long value with sk-0123456789abcdefghij at main.go:12", agents)
	if strings.Contains(got, "hunter2") || strings.Contains(got, "long value") || strings.Contains(got, "sk-0123") || !strings.Contains(got, "main.go:12") {
		t.Errorf("got %q", got)
	}
	if got := WithoutSecrets("panic: sk-0123456789abcdefghij", nil); strings.Contains(got, "sk-0123") {
		t.Errorf("got %q where there is no agent", got)
	}
}
