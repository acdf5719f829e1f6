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
