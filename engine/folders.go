package engine

import (
	"os"
	"path/filepath"
	"strings"

	"sidekicks/engine/config"
)

// mostFolders is how many folders are offered.
const mostFolders = 40

// folders are those whose name begins as prefix ends, written as prefix is:
// with ~ and ${NAME}. Hidden ones are told only when asked for. It waits for
// the disk.
func folders(env config.Env, prefix string) []string {
	cut := strings.LastIndexAny(prefix, `/\`) + 1
	dir, begun := prefix[:cut], prefix[cut:]
	if dir == "" {
		dir = "~/"
		if begun == "~" {
			begun = ""
		}
	}
	entries, err := os.ReadDir(env.Folder(dir))
	if err != nil {
		return nil // there is no such folder: nothing to offer
	}
	var out []string
	for _, entry := range entries {
		name := entry.Name()
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(begun, ".")
		if hidden || !strings.HasPrefix(strings.ToLower(name), strings.ToLower(begun)) {
			continue
		}
		if info, err := os.Stat(filepath.Join(env.Folder(dir), name)); err == nil && info.IsDir() {
			if out = append(out, dir+name); len(out) == mostFolders {
				break
			}
		}
	}
	return out
}
