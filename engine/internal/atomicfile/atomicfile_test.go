package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
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
