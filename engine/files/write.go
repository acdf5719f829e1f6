package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sidekicks/engine/internal/atomicfile"
)

// ErrExists says that a file is there already.
var ErrExists = errors.New("there is such a file already")

// Write writes a file that only the person can read. A file that is there is
// replaced only when replace is set, whole or not at all; else it gives
// [ErrExists].
func Write(path string, content []byte, replace bool) error {
	if replace {
		return atomicfile.Write(path, content, 0o600)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return ErrExists
	}
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path) // half a file serves nobody
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
