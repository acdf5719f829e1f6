//go:build !windows

package keep

import (
	"errors"
	"os"
)

// syncFolder waits until the names in a folder are on the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
