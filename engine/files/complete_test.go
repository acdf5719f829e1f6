package files

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestComplete(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, dir := range []string{"projects/ship", "Pictures", ".config"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"plan.json", "projects/a.json"} {
		if err := os.WriteFile(filepath.Join(home, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		typed   string
		folders bool
		want    []string
	}{
		{"~", false, []string{"~/"}},
		{"~/", false, []string{"~/Pictures/", "~/projects/", "~/plan.json"}},
		{"~/p", true, []string{"~/Pictures/", "~/projects/"}},
		{"~/.", true, []string{"~/.config/"}},
		{"pl", false, []string{"plan.json"}},
		{filepath.ToSlash(home) + "/projects/", false, []string{filepath.ToSlash(home) + "/projects/ship/", filepath.ToSlash(home) + "/projects/a.json"}},
		{"~/nowhere/", false, nil},
		{"", true, []string{"Pictures/", "projects/"}},
	} {
		if got := Complete(c.typed, c.folders); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.typed, got, c.want)
		}
	}
}
