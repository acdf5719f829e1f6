package permission

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func put(t *testing.T, name string, size int, changed time.Time) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, make([]byte, size), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, changed, changed); err != nil {
		t.Fatal(err)
	}
}

func TestCount(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().AddDate(0, 0, -3)
	put(t, filepath.Join(dir, "build", "a.o"), 100, time.Now())
	put(t, filepath.Join(dir, "build", "deep", "b.o"), 20, old)
	put(t, filepath.Join(dir, "c.txt"), 3, old)
	put(t, filepath.Join(dir, "d.txt"), 4, old)
	put(t, filepath.Join(dir, "..", filepath.Base(dir)+"-out", "x"), 1000, old)
	t.Cleanup(func() { os.RemoveAll(dir + "-out") })
	if err := os.Symlink(dir+"-out", filepath.Join(dir, "build", "link")); err != nil {
		t.Fatal(err)
	}
	w := Where{Workspace: dir, Home: "/nowhere"}
	for command, want := range map[string]Loss{
		"rm -rf build":           {Files: 3, Bytes: 120, Today: 2}, // the link was made today
		"rm -rf build build":     {Files: 3, Bytes: 120, Today: 2},
		"rm *.txt":               {Files: 2, Bytes: 7},
		"rm c.txt absent.txt":    {Files: 1, Bytes: 3},
		`rm "$X" c.txt`:          {Files: 1, Bytes: 3, Uncounted: true},
		"rm -rf " + dir + "-out": {Uncounted: true},
		"find . | xargs rm":      {Uncounted: true},
		"rm -rf build/*/b.o":     {Uncounted: true},
		"echo x > c.txt":         {Files: 1, Bytes: 3},
		"sed -i s/a/b/ d.txt":    {Files: 1, Bytes: 4},
	} {
		if got := Count(t.Context(), Losable(Classify(command, POSIX, w))); got != want {
			t.Errorf("%s: %+v, want %+v", command, got, want)
		}
	}
}

func TestCountStops(t *testing.T) {
	dir := t.TempDir()
	w := Where{Workspace: dir}
	for i := range 30 {
		put(t, filepath.Join(dir, fmt.Sprint("f", i)), 1, time.Now())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	target := Losable(Classify("rm -rf .", POSIX, w))
	if got := Count(ctx, target); !got.Partial || got.Files > 1 {
		t.Errorf("%+v", got)
	}
	c := counter{ctx: t.Context(), entries: CountEntries - 10, seen: map[string]bool{}}
	c.target(target[0])
	if !c.loss.Partial || c.loss.Files > 10 {
		t.Errorf("%+v", c.loss)
	}
}
