package logfile

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Options bounds a log. The zero value takes the defaults.
type Options struct {
	MaxSize int64 // bytes a file may have; 0 is 4 MB
	Keep    int   // files kept beside the one being written; 0 is 3
}

// A File is a log that is being written. Its methods may be called from any
// goroutine. Several processes may write the same log: each record is appended
// whole.
type File struct {
	path    string
	options Options

	mu   sync.Mutex
	file *os.File
	size int64
}

// Open opens the log at path to append to it, and makes its folder. Only the
// person can read either: a log may quote what they wrote.
func Open(path string, o Options) (*File, error) {
	if o.MaxSize == 0 {
		o.MaxSize = 4 << 20
	}
	if o.Keep == 0 {
		o.Keep = 3
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make the log's folder: %w", err)
	}
	f := &File{path: path, options: o}
	if err := f.openLocked(); err != nil {
		return nil, err
	}
	return f, nil
}

// Write appends p, in a new file when p would make this one too large. A
// record is never split over two files.
func (f *File) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.size > 0 && f.size+int64(len(p)) > f.options.MaxSize {
		if err := f.rotateLocked(); err != nil {
			return 0, err
		}
	}
	n, err := f.file.Write(p)
	f.size += int64(n)
	return n, err
}

// Close closes the file. Writing afterwards is an error.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.file.Close()
}

func (f *File) openLocked() error {
	file, err := openToAppend(f.path)
	if err != nil {
		return fmt.Errorf("open the log: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return fmt.Errorf("open the log: %w", err)
	}
	f.file, f.size = file, info.Size()
	return nil
}

// rotateLocked moves the files along by one and begins a new one. When another
// process has done so already, only the new one is opened.
func (f *File) rotateLocked() error {
	mine, errMine := f.file.Stat()
	now, errNow := os.Stat(f.path)
	f.file.Close()
	if errMine == nil && errNow == nil && os.SameFile(mine, now) {
		f.moveAlong()
	}
	return f.openLocked()
}

// moveAlong moves the files along by one. A file that cannot be moved, as on
// Windows while a program has it open that lets nobody, stays and grows; those
// before it stay too, or each try would lose one.
func (f *File) moveAlong() {
	aside := f.path + ".aside"
	if os.Rename(f.path, aside) != nil {
		return
	}
	for i := f.options.Keep; i > 1; i-- {
		os.Rename(f.old(i-1), f.old(i))
	}
	os.Rename(aside, f.old(1))
}

func (f *File) old(i int) string { return fmt.Sprintf("%s.%d", f.path, i) }
