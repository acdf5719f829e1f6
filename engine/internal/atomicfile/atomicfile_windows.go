package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

func createTemp(dir string) (*os.File, error) { return os.CreateTemp(dir, tempBegin+"*"+tempEnd) }

// removeAbandoned removes a file that is open nowhere, which Windows sees to,
// and so old that no write is about to give it its name.
func removeAbandoned(name string) error {
	const old = time.Minute
	info, err := os.Lstat(name)
	if err != nil || time.Since(info.ModTime()) < old {
		return err
	}
	return os.Remove(name)
}

// replace gives temp the name target. It retries while another program, most
// often one that looks for viruses, has the target open.
func replace(temp *os.File, target string) (err error) {
	if err := temp.Close(); err != nil {
		return err
	}
	const most = 8 // a second and a quarter in all
	for try := range most {
		if try > 0 {
			time.Sleep(10 * time.Millisecond << (try - 1))
		}
		err = os.Rename(temp.Name(), target)
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
