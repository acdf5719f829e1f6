package atomicfile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"sidekicks/engine/internal/atomicfile"
)

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := atomicfile.Write(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func wantFile(t *testing.T, path, content string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != content {
		t.Errorf("%s has %q, %v; want %q", path, got, err, content)
	}
}

// wantAlone proves that nothing but the names is in dir: no leftovers.
func wantAlone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(names) {
		t.Errorf("%s has %v, %v; want %v", dir, entries, err, names)
	}
}

func TestWriteMakesAndReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	write(t, path, "one")
	write(t, path, "two")
	wantFile(t, path, "two")
	wantAlone(t, dir, "a.json")
}

func TestWriteKeepsMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	path := filepath.Join(t.TempDir(), "a.json")
	write(t, path, "one")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a new file has mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o664); err != nil {
		t.Fatal(err)
	}
	write(t, path, "two")
	if info, err = os.Stat(path); err != nil || info.Mode().Perm() != 0o664 {
		t.Errorf("the replaced file has mode %v, %v", info.Mode(), err)
	}
}

func TestWriteFollowsLinks(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	target := filepath.Join(other, "real.json")
	write(t, target, "one")
	for _, l := range [][2]string{{target, "second"}, {"second", "first"}, {filepath.Join(other, "new.json"), "dangling"}, {"loop", "loop"}} {
		if err := os.Symlink(l[0], filepath.Join(dir, l[1])); err != nil {
			t.Skipf("this system makes no links: %v", err)
		}
	}
	write(t, filepath.Join(dir, "first"), "two")
	wantFile(t, target, "two")
	if info, err := os.Lstat(filepath.Join(dir, "first")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	write(t, filepath.Join(dir, "dangling"), "three")
	wantFile(t, filepath.Join(other, "new.json"), "three")
	if err := atomicfile.Write(filepath.Join(dir, "loop"), nil, 0o600); err == nil {
		t.Error("a loop of links was written")
	}
}

func TestWriteLeavesAloneWhatItCannotReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	write(t, path, "one")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(path, []byte("two"), 0o600); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a read-only file gives %v", err)
	}
	wantFile(t, path, "one")
	if err := atomicfile.Write(dir, nil, 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if err := atomicfile.Write(filepath.Join(dir, "none", "a.json"), nil, 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder gives %v", err)
	}
	wantAlone(t, dir, "a.json")
}

// TestMain is also the program that TestKilledWriter kills.
func TestMain(m *testing.M) {
	if path := os.Getenv("ATOMICFILE_WRITE"); path != "" {
		for i := 0; ; i++ {
			if err := atomicfile.Write(path, content(i), 0o600); err != nil {
				panic(err)
			}
			if i == 0 {
				os.Stdout.Close() // begun
			}
		}
	}
	os.Exit(m.Run())
}

// content is one of two files that cannot be mistaken for part of each other.
func content(i int) []byte { return bytes.Repeat([]byte{byte('a' + i%2)}, 1<<16+i%2) }

// TestKilledWriter kills a program in the middle of saves, again and again.
func TestKilledWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	for range 20 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "ATOMICFILE_WRITE="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 1)) // until it has begun
		for range 50 {            // reads while it saves
			wantWhole(t, path)
		}
		cmd.Process.Kill()
		cmd.Wait() // it says that it was killed
		wantWhole(t, path)
	}
}

func wantWhole(t *testing.T, path string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, content(0)) && !bytes.Equal(got, content(1)) {
		t.Fatalf("%d bytes, %v: neither the old file nor the new one", len(got), err)
	}
}
