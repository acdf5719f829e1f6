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

// replace gives temp the name target.
func replace(temp *os.File, target string) error {
	if err := temp.Close(); err != nil {
		return err
	}
	return Rename(temp.Name(), target)
}

// Rename is os.Rename. It retries for a second and a quarter while another
// program, most often one that looks for viruses, has one of the two open, or a
// file in a folder that gets another name.
func Rename(from, to string) error {
	return patiently(8, func() error { return os.Rename(from, to) })
}

// openFile is os.OpenFile. It retries for a third of a second, for a file that is
// being replaced cannot be opened.
func openFile(path string, flag int, perm fs.FileMode) (f *os.File, err error) {
	err = patiently(6, func() error {
		f, err = os.OpenFile(path, flag, perm)
		return err
	})
	return f, err
}

// patiently calls f up to most times, while what it works on is in use.
func patiently(most int, f func() error) (err error) {
	for try := range most {
		if try > 0 {
			time.Sleep(10 * time.Millisecond << (try - 1))
		}
		err = f()
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
