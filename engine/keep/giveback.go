package keep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sidekicks/engine/internal/atomicfile"
)

// Settle remembers how things stand now that the command has ended: what
// changes after this moment is somebody's work. Without it GiveBack takes
// everything that differs from the copy for such work.
func (s Store) Settle(id ID) error {
	l, err := s.read(id)
	if err != nil {
		return err
	}
	l.Left = nil
	for _, it := range l.Items {
		if !it.Mode.IsDir() {
			l.Left = append(l.Left, stateOf(it.Path))
		}
	}
	if err := writeList(s.folder(id), l); err != nil {
		return fmt.Errorf("safety copy: %w", err)
	}
	return nil
}

func stateOf(p string) state {
	info, err := os.Lstat(p)
	if err != nil {
		return state{Path: p, Absent: errors.Is(err, fs.ErrNotExist)}
	}
	return state{Path: p, Time: info.ModTime(), Size: info.Size()}
}

func (a state) equal(b state) bool {
	return a.Absent == b.Absent && a.Size == b.Size && a.Time.Equal(b.Time)
}

// GiveBack puts the files of a copy back where they were: bytes, modes and
// times. Files that the copy does not have are left alone. Where one changed
// since, nothing is done and a *ChangedError names it, unless overwrite is
// set. Each file is replaced whole or not at all. The copy stays.
func (s Store) GiveBack(id ID, overwrite bool) error {
	l, err := s.read(id)
	if err != nil {
		return err
	}
	if changed := l.changed(); len(changed) > 0 && !overwrite {
		return &ChangedError{changed}
	}
	for _, it := range l.Items {
		if err := s.restore(id, it); err != nil {
			return fmt.Errorf("give %q back: %w", it.Path, err)
		}
	}
	// Folders last and inside out: putting files into them changed their times.
	for _, it := range slices.Backward(l.Items) {
		if it.Mode.IsDir() {
			if err := errors.Join(os.Chmod(it.Path, it.Mode.Perm()), os.Chtimes(it.Path, time.Time{}, it.Time)); err != nil {
				return fmt.Errorf("give %q back: %w", it.Path, err)
			}
		}
	}
	return nil
}

// changed lists what is neither as in the copy nor as the command left it.
func (l list) changed() []string {
	var out []string
	for _, it := range l.Items {
		info, err := os.Lstat(it.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case it.Mode.IsDir():
			if err != nil || !info.IsDir() {
				out = append(out, it.Path)
			}
			continue
		}
		now := stateOf(it.Path)
		same := now.equal(state{Path: it.Path, Time: it.Time, Size: it.Size}) && it.Link == ""
		if it.Link != "" {
			link, err := os.Readlink(it.Path)
			same = err == nil && link == it.Link
		}
		left := slices.IndexFunc(l.Left, func(x state) bool { return x.Path == it.Path })
		if !same && (left < 0 || !l.Left[left].equal(now)) {
			out = append(out, it.Path)
		}
	}
	return out
}

// restore puts one item back.
func (s Store) restore(id ID, it item) error {
	if it.Mode.IsDir() {
		if info, err := os.Lstat(it.Path); err == nil && !info.IsDir() {
			if err := os.Remove(it.Path); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(it.Path, 0o700); err != nil {
			return err
		}
		return os.Chmod(it.Path, it.Mode.Perm()|0o300) // until its files are back
	}
	if err := os.MkdirAll(filepath.Dir(it.Path), 0o755); err != nil {
		return err
	}
	temp, err := s.beside(id, it)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(it.Path); err == nil && info.IsDir() {
		return errors.Join(fmt.Errorf("a folder stands there"), os.Remove(temp))
	}
	if err := atomicfile.Rename(temp, it.Path); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return syncFolder(filepath.Dir(it.Path))
}

// beside makes a file or a link again, under another name in its folder.
func (s Store) beside(id ID, it item) (temp string, err error) {
	dir, err := os.MkdirTemp(filepath.Dir(it.Path), ".sidekicks-*")
	if err != nil {
		return "", err
	}
	// The folder only makes the name unique.
	temp = dir + ".back"
	if err := os.Remove(dir); err != nil {
		return "", err
	}
	if it.Link != "" {
		return temp, os.Symlink(it.Link, temp)
	}
	from := filepath.Join(s.folder(id), it.Name)
	info, err := os.Lstat(from)
	if err != nil {
		return "", err
	}
	if info.Size() != it.Size {
		return "", fmt.Errorf("the copy is damaged")
	}
	if err := copyFile(temp, from, info); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	if err := errors.Join(os.Chmod(temp, it.Mode.Perm()), os.Chtimes(temp, time.Time{}, it.Time)); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	return temp, nil
}
