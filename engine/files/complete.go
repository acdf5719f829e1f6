package files

import (
	"os"
	"path/filepath"
	"strings"
)

// mostOffered is how many paths Complete gives.
const mostOffered = 100

// Complete gives what a path that is being typed may become, written as it was
// begun: the entries of its folder whose names begin so, whatever their case,
// folders first and with a slash at their end. Hidden ones are given only when
// a dot was typed. It reads a folder; of one that is not there it gives nothing.
func Complete(typed string, foldersOnly bool) []string {
	cut := strings.LastIndexAny(typed, "/"+string(filepath.Separator)) + 1
	begun := strings.ToLower(typed[cut:])
	if typed == "~" {
		return []string{"~/"}
	}
	dir, err := Absolute(typed[:cut])
	if err != nil {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var folders, rest []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(strings.ToLower(name), begun) || strings.HasPrefix(name, ".") && !strings.HasPrefix(begun, ".") {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			folders = append(folders, typed[:cut]+name+"/")
		} else if !foldersOnly {
			rest = append(rest, typed[:cut]+name)
		}
	}
	all := append(folders, rest...)
	return all[:min(len(all), mostOffered)]
}
