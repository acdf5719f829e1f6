package engine

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"sidekicks/engine/prefs"
)

// A RecentFile is a configuration file that was opened before.
type RecentFile struct {
	Path    string // absolute
	Missing bool   // it was not there when it was last looked for
}

// ForgetFile takes a file from those that were opened before.
func (e *Engine) ForgetFile(path string) {
	e.update(func(*state) bool {
		e.inTurnLocked(func() { e.remember(func(p *prefs.Preferences) { p.Forget(path) }) })
		return false
	})
}

// remember changes the preferences, nil not, and tells the files opened before.
// It waits for the disk.
func (e *Engine) remember(change func(*prefs.Preferences)) {
	path := e.settings.options.Preferences
	if path == "" {
		return
	}
	if change != nil {
		if err := prefs.Update(path, change); err != nil {
			e.log.Warn("remember what was opened", "error", err)
		}
	}
	p, err := prefs.Load(path)
	if err != nil {
		e.log.Warn("read the preferences", "error", err)
	}
	var recent []RecentFile
	for _, r := range p.Recent {
		_, err := os.Stat(r)
		recent = append(recent, RecentFile{r, errors.Is(err, fs.ErrNotExist)})
	}
	e.update(func(*state) bool {
		same := slices.Equal(e.settings.view.Recent, recent)
		e.settings.view.Recent = recent
		return !same
	})
}
