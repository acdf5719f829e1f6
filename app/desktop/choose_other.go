//go:build !linux

package desktop

import (
	"errors"

	"github.com/sqweek/dialog"
)

// ask opens the dialog: Windows lets any thread do it, and on macOS the dialog
// itself goes to the main one.
func ask(c Choice) (string, error) {
	path, err := open(c)
	if errors.Is(err, dialog.ErrCancelled) {
		return "", ErrCancelled
	}
	return path, err
}

func open(c Choice) (string, error) {
	if c.Kind == OpenFolder {
		return dialog.Directory().Title(c.Title).SetStartDir(c.Dir).Browse()
	}
	files := dialog.File().Title(c.Title).SetStartDir(c.Dir)
	if len(c.Filter) > 0 {
		files.Filter(c.FilterName, c.Filter...)
	}
	if c.Kind == SaveFile {
		return files.SetStartFile(c.Name).Save()
	}
	return files.Load()
}
