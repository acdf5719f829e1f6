package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrNoFile is what Open gives for a folder, a pipe or a device.
var ErrNoFile = errors.New("it is not a file")

// Open opens the file at path to be read. A pipe that nobody writes to, which
// would be waited for, is refused as all that holds no content of its own.
func Open(path string) (*os.File, error) {
	f, err := openFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNoFile}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Write makes data the content of the file at path, in folders that exist.
// A symbolic link stays one: what it leads to is replaced. An existing file
// keeps its mode and, where the system lets it, its owner; perm is for a new
// one. A file that nobody may write is left alone, with fs.ErrPermission. What
// earlier writes in that folder left when they were killed is removed.
func Write(path string, data []byte, perm fs.FileMode) error {
	return write(path, perm, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// write is Write of what fill writes.
func write(path string, perm fs.FileMode, fill func(io.Writer) error) error {
	target, err := Target(path)
	if err != nil {
		return err
	}
	old, err := os.Stat(target)
	switch {
	case err == nil && old.IsDir():
		return &fs.PathError{Op: "replace", Path: target, Err: errors.New("is a folder")}
	case err == nil && old.Mode().Perm()&0o222 == 0:
		return &fs.PathError{Op: "replace", Path: target, Err: fs.ErrPermission}
	case err == nil:
		perm = old.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	dir := filepath.Dir(target)
	_ = Sweep(dir) // what cannot be removed is in nobody's way
	temp, err := writeTemp(dir, perm, old, fill)
	if err != nil {
		return fmt.Errorf("write beside %q: %w", target, err)
	}
	if err := replace(temp, target); err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return syncFolder(dir)
}

// Names of files that are not whole yet.
const (
	tempBegin = ".sidekicks-"
	tempEnd   = ".tmp"
)

// Sweep removes from dir what writes left that were killed, of any program that
// uses this package. What one still writes stays.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && strings.HasPrefix(name, tempBegin) && strings.HasSuffix(name, tempEnd) {
			err = errors.Join(err, removeAbandoned(filepath.Join(dir, name)))
		}
	}
	return err
}

// maxLinks is how many links one after the other are followed, as by Linux.
const maxLinks = 40

// Target follows the links at path to the file that a write has to replace.
// That need not exist.
func Target(path string) (string, error) {
	links, err := Chain(path)
	if err != nil {
		return "", err
	}
	return links[len(links)-1], nil
}

// Chain returns path, and what each symbolic link there leads to.
func Chain(path string) ([]string, error) {
	chain := []string{path}
	for {
		next, err := os.Readlink(path)
		if err != nil {
			return chain, nil // no link, or nothing there
		}
		if !filepath.IsAbs(next) {
			// A link is read from the folder it is really in.
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return nil, err
			}
			next = filepath.Join(dir, next)
		}
		if path = next; len(chain) > maxLinks {
			return nil, &fs.PathError{Op: "follow", Path: chain[0], Err: errors.New("links lead to each other")}
		}
		chain = append(chain, path)
	}
}

// writeTemp writes a file that is whole on the disk before it gets its name. It
// has the mode perm and the owner of old, which may be nil. The file is open.
func writeTemp(dir string, perm fs.FileMode, old fs.FileInfo, fill func(io.Writer) error) (*os.File, error) {
	f, err := createTemp(dir)
	if err != nil {
		return nil, err
	}
	if err = fill(f); err == nil {
		keepOwner(f, old)
		err = f.Chmod(perm)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}
