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
