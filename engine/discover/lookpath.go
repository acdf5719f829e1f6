package discover

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// LookPath returns the file of the command name on path, a list in the form of
// the PATH variable. A name with a separator in it is a file itself. On
// Windows the extensions of pathext, a list in the form of the PATHEXT
// variable, are tried; elsewhere it has no meaning. The error is
// fs.ErrNotExist, or fs.ErrPermission when all that was found is not a program.
func LookPath(name, path, pathext string) (string, error) {
	if hasSeparator(name) {
		return program(name, pathext)
	}
	found := fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue // the empty entry and "." mean the current folder: a trap
		}
		file, err := program(filepath.Join(dir, name), pathext)
		if err == nil {
			return file, nil
		}
		if errors.Is(err, fs.ErrPermission) {
			found = err
		}
	}
	return "", found
}

func hasSeparator(name string) bool {
	return strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator)
}
