package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sidekicks/engine/permission"
)

// copied lists what a request may lose and can be copied. It reports false when
// there is nothing, or when some of it is not known or too much for a copy.
func copied(s *permission.Subject) ([]permission.Target, bool) {
	if s == nil {
		return nil, false
	}
	var targets []permission.Target
	switch s.Verb {
	case permission.Change, permission.Create, permission.Remove, permission.Rename:
		targets = s.Targets
	}
	for _, f := range s.Findings {
		switch f.Act {
		case permission.Delete, permission.Overwrite, permission.EditInPlace, permission.Mirror, permission.Move:
			if len(f.Targets) == 0 {
				return nil, false
			}
			targets = append(append(targets, f.Targets...), f.Over...)
		}
	}
	for _, t := range targets {
		switch t.Place {
		case permission.InWorkspace, permission.Workspace, permission.InHome, permission.Elsewhere:
		default:
			return nil, false
		}
		if t.Glob && strings.ContainsAny(t.Path, "{}!()") || strings.Contains(t.Path, "**") {
			return nil, false // filepath.Glob reads it otherwise than a shell
		}
	}
	return targets, len(targets) > 0
}

// resolve gives the paths of targets: those that a pattern matches now, and
// behind a link also what it leads to. It looks at the disk.
func resolve(targets []permission.Target) []string {
	var out []string
	for _, t := range targets {
		found := []string{filepath.FromSlash(t.Path)}
		if t.Glob {
			found, _ = filepath.Glob(found[0]) // a pattern that cannot be read matches nothing
		}
		out = append(out, found...)
		if t.Link && !t.Glob {
			if real, err := filepath.EvalSymlinks(found[0]); err == nil {
				out = append(out, real)
			}
		}
	}
	return out
}

// anyThere tells whether any of targets is there: of files that are only created
// no copy can be promised. It looks at the disk.
func anyThere(targets []permission.Target) bool {
	return slices.ContainsFunc(resolve(targets), func(path string) bool {
		_, err := os.Lstat(path)
		return !errors.Is(err, fs.ErrNotExist)
	})
}
