package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"sidekicks/engine/internal/atomicfile"
)

// Limits of one copy.
const (
	DefaultBytes = 256 << 20
	DefaultFiles = 5_000
)

// A Store keeps copies in a folder, which is made when it is needed.
type Store struct {
	Dir   string
	Bytes int64 // most bytes of a copy; 0 is DefaultBytes
	Files int   // most files of a copy; 0 is DefaultFiles
}

// An ID names a copy within a store.
type ID string

// Errors of Copy and GiveBack.
var (
	ErrTooLarge = errors.New("too much to be copied")
	ErrNothing  = errors.New("there is nothing to copy")
	ErrUnknown  = errors.New("there is no such copy")
)

// A ChangedError says that files are not as the command left them, or that
// something stands where they belong. Giving back would lose that.
type ChangedError struct{ Paths []string }

func (e *ChangedError) Error() string {
	return "changed since the copy: " + strings.Join(e.Paths, ", ")
}

// A list is what a copy holds. It is written last.
type list struct {
	Made  time.Time `json:"made"`
	Items []item    `json:"items"`
	Left  []state   `json:"left,omitzero"` // how things stood when the command had ended
}

// An item is one file, folder or link of a copy, in the order to make them.
type item struct {
	Path string      `json:"path"` // absolute
	Mode fs.FileMode `json:"mode"`
	Time time.Time   `json:"time"`
	Size int64       `json:"size"`
	Link string      `json:"link,omitzero"`
	Name string      `json:"name,omitzero"` // of the file in the copy
}

// A state is how a path stood at a moment.
type state struct {
	Path   string    `json:"path"`
	Absent bool      `json:"absent,omitzero"`
	Time   time.Time `json:"time,omitzero"`
	Size   int64     `json:"size,omitzero"`
}

const (
	listName = "list.json"
	unmade   = ".making-" // begins the name of a copy that is not whole
)

// Copy copies files, and folders with all that is in them, and gives the name
// of the copy. Links are kept as links, and never followed. What is not there
// is left out; ErrNothing says that none was. Above the limits nothing is
// kept: ErrTooLarge. It waits for the disk.
func (s Store) Copy(ctx context.Context, paths []string) (ID, error) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return "", fmt.Errorf("safety copy: %w", err)
	}
	temp, err := os.MkdirTemp(s.Dir, unmade+"*")
	if err != nil {
		return "", fmt.Errorf("safety copy: %w", err)
	}
	id, err := s.copyInto(ctx, temp, paths)
	if err != nil {
		return "", errors.Join(fmt.Errorf("safety copy: %w", err), os.RemoveAll(temp))
	}
	return id, nil
}

func (s Store) copyInto(ctx context.Context, temp string, paths []string) (ID, error) {
	c := copier{ctx: ctx, dir: temp, bytes: or(s.Bytes, DefaultBytes), files: or(s.Files, DefaultFiles), skip: s.Dir, seen: map[string]bool{}}
	for _, p := range paths {
		if err := c.add(filepath.Clean(p)); err != nil {
			return "", err
		}
	}
	if len(c.items) == 0 {
		return "", ErrNothing
	}
	made := s.free(time.Now())
	if err := writeList(temp, list{Made: made, Items: c.items}); err != nil {
		return "", err
	}
	if err := syncFolder(temp); err != nil {
		return "", err
	}
	id := named(made)
	if err := atomicfile.Rename(temp, s.folder(id)); err != nil {
		return "", err
	}
	return id, syncFolder(s.Dir)
}

// free is the first moment from t on that no copy has the name of: two may be
// made in what a coarse clock calls one.
func (s Store) free(t time.Time) time.Time {
	for {
		if _, err := os.Lstat(s.folder(named(t))); err != nil {
			return t
		}
		t = t.Add(1)
	}
}

func named(made time.Time) ID { return ID(made.UTC().Format("20060102T150405.000000000")) }

func or[T int | int64](v, fallback T) T {
	if v > 0 {
		return v
	}
	return fallback
}

func (s Store) folder(id ID) string { return filepath.Join(s.Dir, filepath.Base(string(id))) }

// A copier makes one copy.
type copier struct {
	ctx   context.Context
	dir   string
	skip  string // the store itself
	bytes int64  // still allowed
	files int
	seen  map[string]bool
	items []item
}

// add copies what is at a path.
func (c *copier) add(p string) error {
	info, err := os.Lstat(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return c.entry(p, info)
}

func (c *copier) entry(p string, info fs.FileInfo) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.seen[p] || p == filepath.Clean(c.skip) {
		return nil
	}
	c.seen[p] = true
	if c.files--; c.files < 0 {
		return ErrTooLarge
	}
	it := item{Path: p, Mode: info.Mode(), Time: info.ModTime()}
	switch {
	case info.IsDir():
		c.items = append(c.items, it)
		return c.folder(p)
	case info.Mode()&fs.ModeSymlink != 0:
		link, err := os.Readlink(p)
		if err != nil {
			return err
		}
		it.Link = link
	case info.Mode().IsRegular():
		if c.bytes -= info.Size(); c.bytes < 0 {
			return ErrTooLarge
		}
		it.Size, it.Name = info.Size(), fmt.Sprintf("%06d", len(c.items))
		if err := copyFile(filepath.Join(c.dir, it.Name), p, info); err != nil {
			return err
		}
	default:
		return nil // a pipe or a device holds nothing
	}
	c.items = append(c.items, it)
	return nil
}

func (c *copier) folder(p string) error {
	f, err := os.Open(p)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(128)
		for _, e := range entries {
			if err := c.add(filepath.Join(p, e.Name())); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// copyFile copies a file's content. It does not wait for the disk: thousands
// of files would take minutes, and who gives a copy back checks its sizes.
func copyFile(to, from string, info fs.FileInfo) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, in)
	if err == nil && n != info.Size() {
		err = fmt.Errorf("%s changed while it was copied", from)
	}
	return errors.Join(err, out.Close())
}

func writeList(dir string, l list) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	temp := filepath.Join(dir, listName+".tmp")
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return atomicfile.Rename(temp, filepath.Join(dir, listName))
}

func (s Store) read(id ID) (list, error) {
	var l list
	data, err := os.ReadFile(filepath.Join(s.folder(id), listName))
	if err != nil {
		return l, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return l, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return l, nil
}

// Clear removes copies made before a moment, and what was left of copies that
// were never finished. It touches nothing else in the folder.
func (s Store) Clear(before time.Time) error {
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		old := false
		if strings.HasPrefix(e.Name(), unmade) {
			info, err := e.Info()
			old = err == nil && info.ModTime().Before(before)
		} else if l, err := s.read(ID(e.Name())); err == nil {
			old = l.Made.Before(before)
		}
		if old {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.Dir, e.Name())))
		}
	}
	return err
}
