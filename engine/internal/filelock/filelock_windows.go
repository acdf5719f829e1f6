package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

// try locks one byte far behind what the file holds: on Windows what is locked
// cannot be read by others.
func try(f *os.File) error {
	at := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if err == windows.ERROR_LOCK_VIOLATION {
		return ErrLocked
	}
	return err
}
