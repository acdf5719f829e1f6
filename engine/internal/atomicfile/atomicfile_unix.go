//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// createTemp makes a file that Sweep leaves alone while it is open, by a lock
// that ends with the process.
func createTemp(dir string) (*os.File, error) {
	for {
		f, err := os.CreateTemp(dir, tempBegin+"*"+tempEnd)
		if err != nil {
			return nil, err
		}
		if !taken(f) {
			return f, nil
		}
		f.Close() // it is gone
	}
}

// taken reports whether Sweep found f before it was locked. A network folder
// without locks has none for Sweep either, which then removes nothing.
func taken(f *os.File) bool {
	if errors.Is(lock(f), syscall.EWOULDBLOCK) {
		return true
	}
	_, err := os.Lstat(f.Name())
	return errors.Is(err, fs.ErrNotExist)
}

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// removeAbandoned removes a file that no write holds, and holds it meanwhile.
func removeAbandoned(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	switch err := lock(f); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil
	case err != nil:
		return err
	}
	return os.Remove(name)
}

// replace gives temp the name target. Its lock lasts until it has it; since it
// is on the disk, closing it has nothing to tell.
func replace(temp *os.File, target string) error {
	defer temp.Close()
	return os.Rename(temp.Name(), target)
}

// syncFolder makes a rename in dir last. Some network folders cannot.
func syncFolder(dir string) (err error) {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// keepOwner gives f the owner of old. Only root may give files away; for all
// others a failure leaves the file theirs, which they could write anyway.
func keepOwner(f *os.File, old fs.FileInfo) {
	if old == nil {
		return
	}
	if stat, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}

// Rename is os.Rename, which a file that is open does not hinder here.
func Rename(from, to string) error { return os.Rename(from, to) }

func openFile(path string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, perm)
}
