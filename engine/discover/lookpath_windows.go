package discover

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// program is file with the first extension of pathext that exists; a file
// that already has one of them is tried as it is before.
func program(file, pathext string) (string, error) {
	exts := extensions(pathext)
	if slices.Contains(exts, strings.ToLower(filepath.Ext(file))) && isFile(file) {
		return file, nil
	}
	for _, ext := range exts {
		if isFile(file + ext) {
			return file + ext, nil
		}
	}
	if isFile(file) {
		return "", fmt.Errorf("%s: %w", file, fs.ErrPermission)
	}
	return "", fmt.Errorf("%s: %w", file, fs.ErrNotExist)
}

func extensions(pathext string) []string {
	if pathext == "" {
		pathext = ".com;.exe;.bat;.cmd"
	}
	return slices.DeleteFunc(strings.Split(strings.ToLower(pathext), ";"), func(ext string) bool {
		return !strings.HasPrefix(ext, ".")
	})
}

func isFile(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}
