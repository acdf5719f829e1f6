package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrLocked says that another holds the lock.
var ErrLocked = errors.New("the lock is held by another process")

// Try locks the file at path for this process, and makes it and its folder
// where they are not there. It is ErrLocked when another holds it, in this
// process too. The lock is held until the file is closed; what the file holds
// can be read and written by everybody meanwhile.
func Try(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := try(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return f, nil
}
