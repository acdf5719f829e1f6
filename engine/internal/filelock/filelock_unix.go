//go:build unix

package filelock

import (
	"os"

	"golang.org/x/sys/unix"
)

func try(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == unix.EWOULDBLOCK {
		return ErrLocked
	}
	return err
}
