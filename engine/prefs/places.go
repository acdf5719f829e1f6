package prefs

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// folder is the program's folder within each of the person's.
const folder = "sidekicks"

// ConfigFile returns where the configuration is when nothing else names one.
func ConfigFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the configuration folder: %w", err)
	}
	return filepath.Join(dir, folder, "sidekicks.json"), nil
}

// DropRelativeHome forgets a home folder that is relative: it would be another
// one wherever the program is started. Then there is none, as in a bare
// container. It is for main, before anything asks where home is.
func DropRelativeHome() {
	home, err := os.UserHomeDir()
	if err != nil || filepath.IsAbs(home) {
		return
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if os.Getenv(name) == home {
			os.Unsetenv(name)
		}
	}
}

// StateDir returns the folder for logs, the journal and the lock:
// XDG_STATE_HOME, ~/Library/Logs or LocalAppData. It may not exist yet.
//
// Source: https://specifications.freedesktop.org/basedir/latest/
func StateDir() (string, error) {
	dir, err := stateHome(runtime.GOOS, os.Getenv, os.UserHomeDir)
	if err != nil {
		return "", fmt.Errorf("find the state folder: %w", err)
	}
	return filepath.Join(dir, folder), nil
}

// CopiesDir returns the folder for safety copies, within XDG_DATA_HOME,
// ~/Library/Application Support or LocalAppData. It may not exist yet.
//
// Source: https://specifications.freedesktop.org/basedir/latest/
func CopiesDir() (string, error) {
	dir, err := dataHome(runtime.GOOS, os.Getenv, os.UserHomeDir)
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w", err)
	}
	return filepath.Join(dir, folder, "copies"), nil
}

func dataHome(goos string, getenv func(string) string, home func() (string, error)) (string, error) {
	switch goos {
	case "windows":
		return place("LocalAppData", filepath.Join("AppData", "Local"), getenv, home)
	case "darwin":
		return place("", filepath.Join("Library", "Application Support"), getenv, home)
	}
	return place("XDG_DATA_HOME", filepath.Join(".local", "share"), getenv, home)
}

func stateHome(goos string, getenv func(string) string, home func() (string, error)) (string, error) {
	switch goos {
	case "windows":
		return place("LocalAppData", filepath.Join("AppData", "Local"), getenv, home)
	case "darwin":
		return place("", filepath.Join("Library", "Logs"), getenv, home)
	}
	return place("XDG_STATE_HOME", filepath.Join(".local", "state"), getenv, home)
}

// place is the folder that a variable names, else one in the home folder.
func place(variable, rest string, getenv func(string) string, home func() (string, error)) (string, error) {
	if dir := getenv(variable); filepath.IsAbs(dir) {
		return dir, nil
	}
	h, err := home()
	return filepath.Join(h, rest), err
}
