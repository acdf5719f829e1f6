package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A watched file and what its Watcher told.
type watched struct {
	path    string
	changes chan Change
	*Watcher
}

func watch(t *testing.T, path string, o WatchOptions) watched {
	t.Helper()
	text, err := os.ReadFile(path)
	w := watched{path: path, changes: make(chan Change, 100)}
	w.Watcher = Watch(path, Change{text, err}, o, func(c Change) { w.changes <- c })
	t.Cleanup(w.Close)
	return w
}

// want waits for the next change, which must be to content.
func (w watched) want(t *testing.T, content string) {
	t.Helper()
	select {
	case c := <-w.changes:
		if c.Err != nil || string(c.Text) != content {
			t.Errorf("told %q, %v; want %q", c.Text, c.Err, content)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("not told of %q", content)
	}
}

// patient never tells a text that is not whole.
var patient = WatchOptions{Settle: time.Millisecond, Patience: time.Hour}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// link makes or turns a symbolic link, at once as ln -sfn does not but
// careful programs do.
func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path+".new"); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	rename(t, path+".new", path)
}

func TestWatchLinks(t *testing.T) {
	dir, one, two := t.TempDir(), t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(one, "real.json"), light)
	writeFile(t, filepath.Join(two, "real.json"), dark)
	path := filepath.Join(dir, "sidekicks.json")
	link(t, filepath.Join(one, "real.json"), path)
	w := watch(t, path, patient)
	link(t, filepath.Join(two, "real.json"), path)
	w.want(t, dark)
	writeFile(t, filepath.Join(two, "real.json"), auto) // in the folder it leads to now
	w.want(t, auto)
	if err := Save(path, []byte(auto), []byte(light)); err != nil {
		t.Fatal(err)
	}
	w.want(t, light)
	wantFile(t, filepath.Join(two, "real.json"), light)
}

// TestWatchTurnedFolder is how mounted configuration maps change: the link
// that turns is a folder on the way.
func TestWatchTurnedFolder(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"v1": light, "v2": dark} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name, "sidekicks.json"), content)
	}
	link(t, "v1", filepath.Join(dir, "data"))
	path := filepath.Join(dir, "sidekicks.json")
	link(t, filepath.Join("data", "sidekicks.json"), path)
	w := watch(t, path, patient)
	link(t, "v2", filepath.Join(dir, "data"))
	w.want(t, dark)
}

func TestWatchTellsWhatStaysBroken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	writeFile(t, path, light)
	w := watch(t, path, WatchOptions{Settle: time.Millisecond, Patience: 5 * time.Millisecond})
	writeFile(t, path, `{"sidekicks": `)
	w.want(t, `{"sidekicks": `)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if c := <-w.changes; !errors.Is(c.Err, fs.ErrNotExist) {
		t.Errorf("told %q, %v of a deleted file", c.Text, c.Err)
	}
	writeFile(t, path, dark)
	w.want(t, dark)
}

func TestWatchFolderThatVanishes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "sidekicks.json")
	writeFile(t, path, light)
	w := watch(t, path, WatchOptions{Settle: time.Millisecond, Patience: time.Millisecond, Retry: 5 * time.Millisecond})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if c := <-w.changes; !errors.Is(c.Err, fs.ErrNotExist) {
		t.Errorf("told %q, %v of a deleted folder", c.Text, c.Err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "whole"), dark)
	rename(t, filepath.Join(dir, "whole"), path)
	w.want(t, dark)
	writeFile(t, filepath.Join(dir, "whole"), auto) // watched again
	rename(t, filepath.Join(dir, "whole"), path)
	w.want(t, auto)
}

// TestWatchSeesWhatChangedBefore: between reading a file and watching it.
func TestWatchSeesWhatChangedBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	writeFile(t, path, dark)
	changes := make(chan Change, 1)
	w := Watch(path, Change{Text: []byte(light)}, patient, func(c Change) { changes <- c })
	defer w.Close()
	if c := <-changes; string(c.Text) != dark {
		t.Errorf("told %q, %v", c.Text, c.Err)
	}
}

// TestCheckLooksWithoutEvents stands for a network folder.
func TestCheckLooksWithoutEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	writeFile(t, path, light)
	w := watch(t, path, WatchOptions{Settle: time.Hour, Patience: 2 * time.Hour})
	writeFile(t, path, dark)
	w.Check()
	w.want(t, dark)
}

// TestWatchFolderThatIsMadeAnew: the new folder may well have the number of the
// old one, and not its watch.
func TestWatchFolderThatIsMadeAnew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	path := filepath.Join(dir, "sidekicks.json")
	make := func(content string) {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, content)
	}
	make(light)
	w := watch(t, path, WatchOptions{Settle: time.Millisecond, Patience: time.Hour, Retry: 5 * time.Millisecond})
	for range 20 {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		make(dark)
		w.want(t, dark)
		writeFile(t, path, light)
		w.want(t, light)
	}
}
