package desktop

import (
	"slices"
	"testing"
)

func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want []string
	}{
		{nil, nil},
		{map[string]string{"LANG": "C.UTF-8", "LANGUAGE": "fr"}, nil},
		{map[string]string{"LANG": "fr_CA.UTF-8"}, []string{"fr-CA"}},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "fr_FR@euro"}, []string{"fr-FR"}},
		{map[string]string{"LANG": "de_DE", "LANGUAGE": "fr:en:C"}, []string{"fr", "en", "de-DE"}},
	} {
		got := languages(func(name string) string { return c.env[name] })
		if !slices.Equal(got, c.want) {
			t.Errorf("languages with %v = %q, want %q", c.env, got, c.want)
		}
	}
}
