// Package atomicfile replaces files so that at every moment, also after the
// machine lost its power, a reader finds the old content or the new one,
// whole.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes data the content of the file at path, in folders that exist.
// A symbolic link stays one: what it leads to is replaced. An existing file
// keeps its mode and, where the system lets it, its owner; perm is for a new
// one. A file that nobody may write is left alone, with fs.ErrPermission.
func Write(path string, data []byte, perm fs.FileMode) error {
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
	temp, err := writeTemp(filepath.Dir(target), data, perm, old)
	if err != nil {
		return fmt.Errorf("write beside %q: %w", target, err)
	}
	if err := replace(temp, target); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return syncFolder(filepath.Dir(target))
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

// writeTemp writes a file that is whole on the disk before its name is known.
// It has the mode perm and the owner of old, which may be nil.
func writeTemp(dir string, data []byte, perm fs.FileMode, old fs.FileInfo) (name string, err error) {
	f, err := os.CreateTemp(dir, ".sidekicks-*.tmp")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	if _, err = f.Write(data); err != nil {
		return "", err
	}
	keepOwner(f, old)
	if err = f.Chmod(perm); err != nil {
		return "", err
	}
	if err = f.Sync(); err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}
