package prefs

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestARelativeHomeIsNone(t *testing.T) {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		t.Setenv(name, "somewhere")
	}
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("XDG_STATE_HOME", "")
	DropRelativeHome()
	if home, err := os.UserHomeDir(); err == nil {
		t.Errorf("home is %q", home)
	}
	if runtime.GOOS == "windows" {
		return // the other places have variables of their own there
	}
	if file, err := ConfigFile(); err == nil {
		t.Errorf("the configuration is %q", file)
	}
	if dir, err := StateDir(); err == nil {
		t.Errorf("the state is in %q", dir)
	}
}

func TestStateHome(t *testing.T) {
	home := t.TempDir()
	other := t.TempDir()
	for _, c := range []struct{ goos, state, local, want string }{
		{"linux", "", "", filepath.Join(home, ".local", "state")},
		{"linux", other, "", other},
		{"linux", "relative", "", filepath.Join(home, ".local", "state")}, // the XDG specification has it ignored
		{"darwin", other, "", filepath.Join(home, "Library", "Logs")},
		{"windows", other, "", filepath.Join(home, "AppData", "Local")},
		{"windows", "", other, other},
	} {
		env := map[string]string{"XDG_STATE_HOME": c.state, "LocalAppData": c.local}
		got, err := stateHome(c.goos, func(name string) string { return env[name] },
			func() (string, error) { return home, nil })
		if err != nil || got != c.want {
			t.Errorf("stateHome of %s with %v = %q, %v, want %q", c.goos, env, got, err, c.want)
		}
	}
}

func TestDataHome(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	for _, c := range []struct{ goos, data, local, want string }{
		{"linux", "", "", filepath.Join(home, ".local", "share")},
		{"linux", other, "", other},
		{"darwin", other, "", filepath.Join(home, "Library", "Application Support")},
		{"windows", "", other, other},
	} {
		env := map[string]string{"XDG_DATA_HOME": c.data, "LocalAppData": c.local}
		got, err := dataHome(c.goos, func(name string) string { return env[name] }, func() (string, error) { return home, nil })
		if err != nil || got != c.want {
			t.Errorf("dataHome of %s with %v = %q, %v, want %q", c.goos, env, got, err, c.want)
		}
	}
}
