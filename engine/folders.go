package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sidekicks/engine/config"
)

// mostPaths is how many folders or programs are offered.
const mostPaths = 40

// folders are those whose name begins as prefix ends, written as prefix is:
// with ~ and ${NAME}. Hidden ones are told only when asked for. It waits for
// the disk.
func folders(env config.Env, prefix string) []string {
	return beginning(env, prefix, func(name string, info fs.FileInfo) string {
		if !info.IsDir() {
			return ""
		}
		return name
	})
}

// programs are the files that can be started, and with a slash the folders on
// the way to them, as folders tells them. Of a name for the PATH there are none.
func programs(env config.Env, prefix string) []string {
	if prefix != "~" && !strings.ContainsAny(prefix, `/\`) {
		return nil
	}
	return beginning(env, prefix, func(name string, info fs.FileInfo) string {
		switch {
		case info.IsDir():
			return name + "/"
		case starts(name, info):
			return name
		}
		return ""
	})
}

func starts(name string, info fs.FileInfo) bool {
	if runtime.GOOS == "windows" {
		return slices.Contains([]string{".exe", ".cmd", ".bat", ".com"}, strings.ToLower(filepath.Ext(name)))
	}
	return info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// beginning is what lies in the folder of prefix and begins as prefix ends, as
// form writes it; "" leaves it out.
func beginning(env config.Env, prefix string, form func(name string, info fs.FileInfo) string) []string {
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
		info, err := os.Stat(filepath.Join(env.Folder(dir), name))
		if err != nil {
			continue // a link to nothing
		}
		if written := form(name, info); written != "" {
			if out = append(out, dir+written); len(out) == mostPaths {
				break
			}
		}
	}
	return out
}
