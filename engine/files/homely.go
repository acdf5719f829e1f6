package files

import (
	"os"
	"path/filepath"
	"strings"
)

// Homely writes ~ for the person's home folder, as people read paths. It asks
// the environment alone, and so does not wait.
func Homely(path string) string {
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return path
	}
	if path == home {
		return "~"
	}
	if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
		return "~/" + filepath.ToSlash(rest)
	}
	return path
}

// Absolute is a path as the person writes it, from their home folder when it is
// not whole. It asks the environment alone, and so does not wait.
func Absolute(path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	rest := filepath.ToSlash(path)
	if rest == "~" {
		rest = ""
	}
	return filepath.Join(home, filepath.FromSlash(strings.TrimPrefix(rest, "~/"))), nil
}
