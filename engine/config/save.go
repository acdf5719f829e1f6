package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sidekicks/engine/internal/atomicfile"
)

// An InvalidError is a text that Save refuses.
type InvalidError struct{ Problems []Problem }

func (e *InvalidError) Error() string {
	return fmt.Sprintf("the configuration has %d problems, errors among them", len(e.Problems))
}

// A ChangedError is a file that is not as it was when it was opened. Nothing
// was written. To save all the same, call Save with Disk as its base.
type ChangedError struct{ Disk []byte } // nil: the file is gone

func (e *ChangedError) Error() string { return "the configuration file was changed by another program" }

// BackupSuffix is added to the name of a file for the copy of what it was
// before this program first wrote to it.
const BackupSuffix = ".backup"

// Save makes text the content of the file at path, whose content was base
// when it was opened (nil: there was none). It fails with an *InvalidError or
// a *ChangedError, or as the disk does; then the file is as it was. It waits
// for the disk: call it off the frame.
func Save(path string, base, text []byte) error {
	if problems := Check(text, Env{}); HasErrors(problems) {
		return &InvalidError{problems}
	}
	disk, err := readIfThere(path)
	switch {
	case err != nil:
		return fmt.Errorf("save configuration: %w", err)
	case len(disk) > maxText:
		return fmt.Errorf("save configuration: %w", ErrTooLarge)
	case disk != nil && bytes.Equal(disk, text):
		return nil
	case (disk == nil) != (base == nil) || !bytes.Equal(disk, base):
		return &ChangedError{disk}
	}
	if err := backup(path, disk); err != nil {
		return fmt.Errorf("back up configuration: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("save configuration: %w", err)
	}
	if err := atomicfile.Write(path, text, 0o600); err != nil {
		return fmt.Errorf("save configuration: %w", err)
	}
	return nil
}

// Sweep removes what saves of the file at path left that were killed. Save does
// so too.
func Sweep(path string) error {
	target, err := atomicfile.Target(path)
	if err != nil {
		return err
	}
	return atomicfile.Sweep(filepath.Dir(target))
}

// readIfThere is nil for a file that is not there, and never for one that is.
func readIfThere(path string) ([]byte, error) {
	text, err := Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if text == nil && err == nil {
		text = []byte{}
	}
	return text, err
}

// backup keeps what is on disk, once and for all, as secret as it is there.
func backup(path string, disk []byte) error {
	copied := path + BackupSuffix
	if disk == nil {
		return nil
	}
	if _, err := os.Lstat(copied); err == nil {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(copied, disk, info.Mode().Perm())
}
