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

func stateHome(goos string, getenv func(string) string, home func() (string, error)) (string, error) {
	name, rest := "XDG_STATE_HOME", filepath.Join(".local", "state")
	switch goos {
	case "windows":
		name, rest = "LocalAppData", filepath.Join("AppData", "Local")
	case "darwin":
		name, rest = "", filepath.Join("Library", "Logs")
	}
	if dir := getenv(name); filepath.IsAbs(dir) {
		return dir, nil
	}
	h, err := home()
	return filepath.Join(h, rest), err
}
