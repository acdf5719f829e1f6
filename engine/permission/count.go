package permission

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Limits of Count.
const (
	CountTime    = 200 * time.Millisecond
	CountEntries = 10_000
)

// A Loss is what targets hold.
type Loss struct {
	Files     int
	Bytes     int64
	Today     int  // files changed since midnight
	Partial   bool // there is more: the count stopped at its limits
	Uncounted bool // some targets are not known, or not inside the work folder or the home folder
}

// Losable lists the targets whose content findings say may be lost.
func Losable(findings []Finding) []Target {
	var out []Target
	for _, f := range findings {
		switch f.Act {
		case Delete, Overwrite, EditInPlace, Mirror:
			if len(f.Targets) == 0 {
				out = append(out, Target{})
			}
			out = append(out, f.Targets...)
		case Move:
			for _, t := range f.Over {
				if !t.Glob { // not all that it matches has a name that comes
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// Count looks at what targets hold, on the disk, for at most CountTime and
// CountEntries. It only reads, and never follows a link. It may wait for a
// slow disk: do not call it from a frame.
func Count(ctx context.Context, targets []Target) Loss {
	ctx, cancel := context.WithTimeout(ctx, CountTime)
	defer cancel()
	y, m, d := time.Now().Date()
	c := counter{ctx: ctx, midnight: time.Date(y, m, d, 0, 0, 0, 0, time.Local), seen: map[string]bool{}}
	for _, t := range targets {
		c.target(t)
	}
	return c.loss
}

type counter struct {
	ctx      context.Context
	midnight time.Time
	entries  int
	seen     map[string]bool
	loss     Loss
}

// more counts an entry, and reports whether to go on.
func (c *counter) more() bool {
	if c.entries++; c.entries > CountEntries || c.ctx.Err() != nil {
		c.loss.Partial = true
		return false
	}
	return true
}

func (c *counter) target(t Target) {
	switch t.Place {
	case InWorkspace, Workspace, InHome, Home:
	default:
		c.loss.Uncounted = true
		return
	}
	if !t.Glob {
		c.path(filepath.FromSlash(t.Path))
		return
	}
	dir, pattern := path.Split(t.Path)
	if strings.ContainsAny(dir, "*?[") || strings.ContainsAny(pattern, "{}!(") {
		c.loss.Uncounted = true
		return
	}
	c.folder(filepath.FromSlash(path.Clean(dir)), func(name string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil && (name[0] != '.' || pattern[0] == '.')
	})
}

// path counts a file, or all that is in a folder.
func (c *counter) path(p string) {
	info, err := os.Lstat(p)
	if err != nil {
		c.loss.Uncounted = c.loss.Uncounted || !isNotExist(err)
		return
	}
	c.entry(p, info)
}

func (c *counter) entry(p string, info fs.FileInfo) {
	if c.seen[p] || !c.more() {
		return
	}
	c.seen[p] = true
	if info.IsDir() {
		c.folder(p, func(string) bool { return true })
		return
	}
	c.loss.Files++
	if info.Mode().IsRegular() {
		c.loss.Bytes += info.Size()
	}
	if !info.ModTime().Before(c.midnight) {
		c.loss.Today++
	}
}

// folder counts what is in a folder, a few entries at a time: one with a
// million takes longer to list than there is time.
func (c *counter) folder(dir string, match func(name string) bool) {
	f, err := os.Open(dir)
	if err != nil {
		c.loss.Uncounted = c.loss.Uncounted || !isNotExist(err)
		return
	}
	defer f.Close()
	for !c.loss.Partial {
		list, err := f.ReadDir(128)
		for _, e := range list {
			if !match(e.Name()) {
				if !c.more() {
					return
				}
				continue
			}
			if info, err := e.Info(); err == nil {
				c.entry(filepath.Join(dir, e.Name()), info)
			}
		}
		if err != nil {
			c.loss.Uncounted = c.loss.Uncounted || err != io.EOF
			return
		}
	}
}
