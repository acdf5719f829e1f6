package atomicfile

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var kills = flag.Int("kills", 100, "how many programs TestKilledWriters kills")

// What the test binary does instead of testing, on the file that is named.
const (
	writeForEver = "ATOMICFILE_WRITE_FOR_EVER"
	writeHalf    = "ATOMICFILE_WRITE_HALF"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(writeForEver) != "":
		for i := 0; ; i++ {
			must(Write(os.Getenv(writeForEver), content(i), 0o600))
			if i == 0 {
				os.Stdout.Close() // begun
			}
		}
	case os.Getenv(writeHalf) != "":
		must(write(os.Getenv(writeHalf), 0o600, func(w io.Writer) error {
			w.Write(content(1)[:100])
			os.Stdout.Close()
			_, err := io.ReadAll(os.Stdin) // until it is killed
			return err
		}))
	}
	os.Exit(m.Run())
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// content is one of two files that cannot be mistaken for part of each other.
func content(i int) []byte { return bytes.Repeat([]byte{byte('a' + i%2)}, 1<<16+i%2) }

// begin starts the test binary on path, and returns when it is at work.
func begin(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), what+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err = cmd.StdinPipe(); err == nil { // without an end
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // its end
	return cmd
}

func kill(cmd *exec.Cmd) {
	cmd.Process.Kill()
	cmd.Wait() // it says that it was killed
}

// TestKilledWriters kills programs in the middle of their saves, at any moment:
// a reader finds the old file or the new one, and the next save leaves nothing
// else.
func TestKilledWriters(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	left := 0
	for range *kills {
		cmd := begin(t, writeForEver, path)
		for end := time.Now().Add(rand.N(5 * time.Millisecond)); time.Now().Before(end); {
			wantWhole(t, path)
		}
		kill(cmd)
		wantWhole(t, path)
		left += len(leftovers(t, dir))
	}
	t.Logf("%d of %d were killed while a file was not whole", left, *kills)
	age(t, dir)
	must(Write(path, content(0), 0o600))
	wantOnly(t, dir, "a.json")
}

func wantWhole(t *testing.T, path string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, content(0)) && !bytes.Equal(got, content(1)) {
		t.Fatalf("%d bytes, %v: neither the old file nor the new one", len(got), err)
	}
}

func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, tempBegin+"*"+tempEnd))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// age makes what is left old enough for Windows, which knows no better.
func age(t *testing.T, dir string) {
	t.Helper()
	hour := time.Now().Add(-time.Hour)
	for _, name := range leftovers(t, dir) {
		if err := os.Chtimes(name, hour, hour); err != nil {
			t.Fatal(err)
		}
	}
}

func wantOnly(t *testing.T, dir string, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("%s has %v, %v", dir, entries, err)
	}
}

// TestSweepLeavesWhatIsBeingWritten has a save that goes on while others are
// made in its folder, and is then killed.
func TestSweepLeavesWhatIsBeingWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	must(Write(path, content(0), 0o600))
	cmd := begin(t, writeHalf, path)
	must(Write(path, content(0), 0o600))
	if err := Sweep(dir); err != nil {
		t.Error(err)
	}
	if left := leftovers(t, dir); len(left) != 1 {
		t.Errorf("while a save goes on there are %v", left)
	}
	kill(cmd)
	wantWhole(t, path)
	for _, name := range []string{tempBegin + "no", "no" + tempEnd} { // the person's own
		must(os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	must(os.Mkdir(filepath.Join(dir, tempBegin+"folder"+tempEnd), 0o700))
	age(t, dir)
	if err := Sweep(dir); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("%v, %v", entries, err)
	}
	if err := Sweep(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there gives %v", err)
	}
}

// TestWritesAndSweepsAtOnce has writers sweep each other's folder.
func TestWritesAndSweepsAtOnce(t *testing.T) {
	dir := t.TempDir()
	errs := make(chan error)
	const writers, writes = 8, 20
	for i := range writers {
		go func() {
			var err error
			for range writes {
				err = errors.Join(err, Write(filepath.Join(dir, fmt.Sprint(i)), content(i), 0o600))
			}
			errs <- err
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if left := leftovers(t, dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestFullDisk stops a write where the disk is full: the old file stays, and
// nothing else. TestFullFileSystem does so on a real one.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	must(Write(path, content(0), 0o600))
	err := write(path, 0o600, func(w io.Writer) error {
		if _, err := w.Write(content(1)[:100]); err != nil {
			return err
		}
		return syscall.ENOSPC
	})
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "a.json") {
		t.Errorf("got %v", err)
	}
	wantWhole(t, path)
	wantOnly(t, dir, "a.json")
}
