package app

import "testing"

func TestRank(t *testing.T) {
	for _, c := range []struct {
		typed, label string
		want         int
	}{
		{"", "Larger text", beginning},
		{"text", "Larger text", beginning},
		{"TEX lar", "Larger text", beginning},
		{"arg", "Larger text", inside},
		{"lgtx", "Larger text", scattered},
		{"txl", "Larger text", notFound},
		{"text zoom", "Larger text", notFound},
		{"reglages", "Réglages", beginning},
		{"Écrire", "ecrire", beginning},
		{"ship", "Open ~/projects/ship.json", beginning},
	} {
		if got := rank(c.typed, c.label); got != c.want {
			t.Errorf("%q in %q: %d, want %d", c.typed, c.label, got, c.want)
		}
	}
}

// What an agent says of a command can be long: any few letters are scattered in
// it, and say nothing.
func TestACommandIsFoundByItsNameAndWords(t *testing.T) {
	c := command{text: "/customize ", label: "/customize · Use only when the user is editing the agent’s own configuration, or for two things."}
	for typed, want := range map[string]int{"custom": beginning, "cstmz": scattered, "user edit": beginning, "figur": inside, "fake two": notFound, "mode": notFound} {
		if got := c.rank(typed); got != want {
			t.Errorf("%q: %d, want %d", typed, got, want)
		}
	}
}
