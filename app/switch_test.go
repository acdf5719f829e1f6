package app

import (
	"testing"

	"sidekicks/engine/config"
)

// A window that changes its language while it is open becomes the one that was
// opened in it: no word of the other is left on any page.
func TestLanguageChangesWhole(t *testing.T) {
	for name, s := range stages() {
		for from, to := range map[string]string{"en": "fr", "fr": "en"} {
			t.Run(name+" to "+to, func(t *testing.T) {
				_, fresh := s.open(t, config.Config{Language: to})
				a, h := s.open(t, config.Config{Language: from})
				if h.Dump() == fresh.Dump() {
					t.Fatal("both languages say the same")
				}
				a.SetConfig(config.Config{Language: to})
				h.Settle()
				if got, want := h.Dump(), fresh.Dump(); got != want {
					t.Errorf("got:\n%s\nwant:\n%s", got, want)
				}
			})
		}
	}
}
