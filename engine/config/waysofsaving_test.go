package config

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A way of saving turns light into dark at path, as some program does.
type way struct {
	name string
	save func(t *testing.T, w watched)
}

// waysOfSaving are those of editors and tools, by what they do to the disk, and
// the programs themselves where this computer has them.
func waysOfSaving() []way {
	ways := []way{
		{"in place", func(t *testing.T, w watched) { writeFile(t, w.path, dark) }},
		{"rename", func(t *testing.T, w watched) { // most editors, git
			writeFile(t, w.path+".new", dark)
			rename(t, w.path+".new", w.path)
		}},
		{"original to backup, new, backup deleted", func(t *testing.T, w watched) { // vim
			writeFile(t, filepath.Join(filepath.Dir(w.path), "4913"), "") // may it write here?
			remove(t, filepath.Join(filepath.Dir(w.path), "4913"))
			rename(t, w.path, w.path+"~")
			writeFile(t, w.path, dark)
			remove(t, w.path+"~")
		}},
		{"copied to backup, then in place", func(t *testing.T, w watched) { // nano, emacs
			writeFile(t, w.path+"~", light)
			writeFile(t, w.path, dark)
		}},
		{"deleted, then new", func(t *testing.T, w watched) {
			remove(t, w.path)
			writeFile(t, w.path, dark)
		}},
		{"own save", func(t *testing.T, w watched) {
			if err := Save(w.path, []byte(light), []byte(dark)); err != nil {
				t.Fatal(err)
			}
		}},
		{"truncated and written slowly", saveSlowly},
		{"a new file that may not be written", func(t *testing.T, w watched) {
			writeFile(t, w.path+".new", dark)
			if err := os.Chmod(w.path+".new", 0o400); err != nil {
				t.Fatal(err)
			}
			rename(t, w.path+".new", w.path)
			if err := os.Chmod(w.path, 0o600); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, tool := range [][]string{
		{"mv", "-f", "NEW", "PATH"},
		{"cp", "NEW", "PATH"},
		{"cp", "--remove-destination", "NEW", "PATH"},
		{"dd", "if=NEW", "of=PATH", "bs=1", "status=none"},
		{"sed", "-i", "s/light/dark/", "PATH"},
		{"vim", "-u", "NONE", "-N", "-es", "-c", "set backupcopy=no", "-c", "%s/light/dark/", "-c", "wq", "PATH"},
		{"vim", "-u", "NONE", "-N", "-es", "-c", "set backupcopy=yes", "-c", "%s/light/dark/", "-c", "wq", "PATH"},
	} {
		if runtime.GOOS == "linux" {
			ways = append(ways, way{strings.Join(tool, " "), func(t *testing.T, w watched) { saveWith(t, w.path, tool) }})
		}
	}
	return ways
}

// saveSlowly writes a byte, and has the file looked at, again and again.
func saveSlowly(t *testing.T, w watched) {
	f, err := os.OpenFile(w.path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []byte(dark) {
		if _, err := f.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
		w.Check()
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// saveWith runs a tool, for which NEW is a file with what to save.
func saveWith(t *testing.T, path string, tool []string) {
	fresh := filepath.Join(filepath.Dir(path), "new.json")
	writeFile(t, fresh, dark)
	args := strings.Split(strings.NewReplacer("NEW", fresh, "PATH", path).Replace(strings.Join(tool[1:], "\x00")), "\x00")
	cmd := exec.Command(tool[0], args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "TERM=dumb")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestWatchWaysOfSaving(t *testing.T) {
	for _, c := range waysOfSaving() {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sidekicks.json")
			writeFile(t, path, light)
			w := watch(t, path, patient)
			c.save(t, w)
			w.want(t, dark+lineEnd(t, path))
			writeFile(t, path, auto) // told next: dark was told once
			w.want(t, auto)
		})
	}
}

// lineEnd is what an editor put behind the last line.
func lineEnd(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(text), dark)
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}
