package crash

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"sidekicks/engine/internal/filelock"
)

// Files of the state folder. Last is the fault that was told last.
const (
	pattern = "crash-*.txt"
	Last    = "crash.txt"
)

// A Recorder has a fault of this program written down.
type Recorder struct{ file *os.File }

// Record begins to write down a fault of this program in the folder dir, under
// header, which tells what runs. End it with Close.
func Record(dir, header string) (*Recorder, error) {
	f, err := filelock.Try(filepath.Join(dir, fmt.Sprintf("crash-%d.txt", os.Getpid())))
	if err != nil {
		return nil, fmt.Errorf("record faults: %w", err)
	}
	r := &Recorder{f}
	if err = f.Truncate(0); err == nil { // of one that was killed and had this number
		_, err = fmt.Fprintf(f, "%s\n%s", header, headerEnd)
	}
	if err == nil {
		err = debug.SetCrashOutput(f, debug.CrashOptions{})
	}
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("record faults: %w", err)
	}
	return r, nil
}

// headerEnd parts the header from the fault.
const headerEnd = "----\n"

// faulty tells whether a record has more than its header.
func faulty(record string) bool {
	_, fault, _ := strings.Cut(record, headerEnd)
	return fault != ""
}

// Close ends the record: the program ends as it should.
func (r *Recorder) Close() {
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // what was set can be unset
	name := r.file.Name()
	r.file.Close()
	os.Remove(name)
}

// longest is how much of a fault is read; what follows are other goroutines.
const longest = 256 << 10

// Collect gives the fault that an earlier program left in the folder dir, ""
// for none, and keeps it in the file Last. It is given once. Of several the
// last one counts. Programs that still run are left alone.
func Collect(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		return "", err
	}
	fault := ""
	var errs []error
	for _, file := range files {
		f, err := filelock.Try(file)
		if errors.Is(err, filelock.ErrLocked) {
			continue
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		text, err := io.ReadAll(io.LimitReader(f, longest))
		f.Close()
		errs = append(errs, err, os.Remove(file))
		if faulty(string(text)) {
			fault = string(text)
		}
	}
	if fault != "" {
		errs = append(errs, os.WriteFile(filepath.Join(dir, Last), []byte(fault), 0o600))
	}
	return fault, errors.Join(errs...)
}
