package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// replace retries while another program, most often one that looks for
// viruses, has the target open.
func replace(temp, target string) (err error) {
	const most = 8 // a second and a quarter in all
	for try := range most {
		if try > 0 {
			time.Sleep(10 * time.Millisecond << (try - 1))
		}
		err = os.Rename(temp, target)
		if !errors.Is(err, windows.ERROR_SHARING_VIOLATION) && !errors.Is(err, windows.ERROR_ACCESS_DENIED) {
			return err
		}
	}
	return err
}

// syncFolder has nothing to do: a rename on NTFS is in its journal.
func syncFolder(string) error { return nil }

// keepOwner has nothing to do: a file takes its rights from its folder.
func keepOwner(*os.File, fs.FileInfo) {}
