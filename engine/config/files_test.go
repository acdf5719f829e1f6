package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
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

const (
	light = `{"sidekicks": {"theme": "light"}}`
	dark  = `{"sidekicks": {"theme": "dark"}}`
	auto  = `{"sidekicks": {"theme": "auto"}}`
)

func TestSaveMakesFileAndFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks", "sidekicks.json")
	if err := Save(path, nil, []byte(light)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, light)
	if _, err := os.Stat(path + BackupSuffix); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was there to back up, but %v", err)
	}
}

func TestSaveBacksUpOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	const theirs = "{ // theirs\n}"
	writeFile(t, path, theirs)
	for _, step := range [][2]string{{theirs, light}, {light, dark}} {
		if err := Save(path, []byte(step[0]), []byte(step[1])); err != nil {
			t.Fatal(err)
		}
	}
	wantFile(t, path, dark)
	wantFile(t, path+BackupSuffix, theirs)
}

func TestSaveRefusesErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	writeFile(t, path, light)
	var invalid *InvalidError
	if err := Save(path, []byte(light), []byte(`{"sidekicks": 1}`)); !errors.As(err, &invalid) || invalid.Problems[0].Code != WrongType {
		t.Errorf("got %v", err)
	}
	wantFile(t, path, light)
	if err := Save(path, []byte(light), []byte(`{"sidekicks": {"x": 1}}`)); err != nil {
		t.Errorf("a warning gives %v", err)
	}
}

func TestSaveNoticesChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	for _, c := range []struct {
		name       string
		disk, base []byte
	}{
		{"changed", []byte(auto), []byte(light)},
		{"made", []byte(auto), nil},
		{"emptied", []byte{}, []byte(light)},
		{"gone", nil, []byte(light)},
	} {
		os.Remove(path)
		if c.disk != nil {
			writeFile(t, path, string(c.disk))
		}
		var changed *ChangedError
		err := Save(path, c.base, []byte(dark))
		if !errors.As(err, &changed) || !bytes.Equal(changed.Disk, c.disk) || (changed.Disk == nil) != (c.disk == nil) {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		if err := Save(path, changed.Disk, []byte(dark)); err != nil {
			t.Errorf("%s: saving all the same gives %v", c.name, err)
		}
		wantFile(t, path, dark)
	}
	if err := Save(path, nil, []byte(dark)); err != nil {
		t.Errorf("saving what is there already gives %v", err)
	}
}

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

func TestWatchWaysOfSaving(t *testing.T) {
	for _, c := range []struct {
		name string
		save func(t *testing.T, path string)
	}{
		{"in place", func(t *testing.T, path string) { writeFile(t, path, dark) }},
		{"rename", func(t *testing.T, path string) {
			writeFile(t, path+".new", dark)
			rename(t, path+".new", path)
		}},
		{"move away, then new", func(t *testing.T, path string) { // vim with a backup
			rename(t, path, path+"~")
			writeFile(t, path, dark)
		}},
		{"delete, then new", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			writeFile(t, path, dark)
		}},
		{"own save", func(t *testing.T, path string) {
			if err := Save(path, []byte(light), []byte(dark)); err != nil {
				t.Fatal(err)
			}
		}},
		{"part by part", func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range []byte(dark) {
				if _, err := f.Write([]byte{b}); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sidekicks.json")
			writeFile(t, path, light)
			w := watch(t, path, patient)
			c.save(t, path)
			w.want(t, dark)
			writeFile(t, path, auto) // told next: dark was told once
			w.want(t, auto)
		})
	}
}

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
