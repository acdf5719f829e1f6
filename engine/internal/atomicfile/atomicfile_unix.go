//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func replace(temp, target string) error { return os.Rename(temp, target) }

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
