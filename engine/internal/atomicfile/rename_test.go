package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A folder that appears while the file is written cannot be replaced by it.
func TestFailedRenameLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	err := write(path, 0o600, func(io.Writer) error { return os.Mkdir(path, 0o700) })
	if err == nil {
		t.Error("a folder was replaced by a file")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%s has %v, %v; want the folder alone", dir, entries, err)
	}
}
