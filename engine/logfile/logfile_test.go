package logfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

func TestRotatesWholeRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "sidekicks.log")
	f, err := Open(path, Options{MaxSize: 20, Keep: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		fmt.Fprintf(f, "record %d\n", i) // two fit
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for suffix, want := range map[string]string{
		"":   "record 6\nrecord 7\n",
		".1": "record 4\nrecord 5\n",
		".2": "record 2\nrecord 3\n",
		".3": "",
	} {
		if got := read(t, path+suffix); got != want {
			t.Errorf("log%s = %q, want %q", suffix, got, want)
		}
	}
}

func TestAppendsToWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.log")
	for range 2 {
		f, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(f, "a run")
		f.Close()
	}
	if got := read(t, path); strings.Count(got, "a run\n") != 2 {
		t.Errorf("log = %q, want both runs", got)
	}
}

func TestTwoProcessesRotateOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.log")
	o := Options{MaxSize: 10, Keep: 3}
	a, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	fmt.Fprint(a, "aaaaaaaa\n")
	fmt.Fprint(a, "AAAAAAAA\n") // rotates; b still holds the old file
	b.size = o.MaxSize
	fmt.Fprint(b, "b\n")
	if got := read(t, path); got != "AAAAAAAA\nb\n" {
		t.Errorf("log = %q, want both in the new file", got)
	}
	if got := read(t, path+".1"); got != "aaaaaaaa\n" {
		t.Errorf("log.1 = %q", got)
	}
}

// A log that cannot be moved grows, and those before it are not pushed out.
func TestWhatCannotBeMovedStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.log")
	f, err := Open(path, Options{MaxSize: 5, Keep: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprint(f, "one\n")
	fmt.Fprint(f, "two\n")
	if err := os.MkdirAll(filepath.Join(path+".aside", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		fmt.Fprint(f, "more\n")
	}
	if now, before := read(t, path), read(t, path+".1"); now != "two\nmore\nmore\nmore\nmore\nmore\n" || before != "one\n" {
		t.Errorf("now %q, before %q", now, before)
	}
}

func TestOpenSaysWhatFailed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(file, "sidekicks.log"), Options{}); err == nil {
		t.Error("opened a log inside a file")
	}
}
