package journal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func lines(t *testing.T, path string) []Entry {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []Entry
	for line := range strings.Lines(string(data)) {
		var e Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, e)
	}
	return out
}

func TestAdd(t *testing.T) {
	j := New(filepath.Join(t.TempDir(), "state"), 0)
	e := Entry{At: time.Unix(1, 0).UTC(), Agent: "Riker", Verb: "run", Command: "rm a\nb\xff", Answer: "allow_once", Findings: []string{"destructive"}}
	for range 2 {
		if err := j.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	got := lines(t, j.Path())
	if len(got) != 2 || got[0].Command != "rm a\nb\uFFFD" || !got[0].At.Equal(e.At) || got[1].Answer != "allow_once" {
		t.Errorf("%+v", got)
	}
	if info, err := os.Stat(j.Path()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	j := New(t.TempDir(), 0)
	if err := j.Add(Entry{Command: strings.Repeat("x", 1<<20), Files: make([]string, 1000)}); err != nil {
		t.Fatal(err)
	}
	if e := lines(t, j.Path())[0]; len(e.Command) != maxField || len(e.Files) != 100 || !e.Cut {
		t.Errorf("%d bytes, %d files, cut %t", len(e.Command), len(e.Files), e.Cut)
	}
}

func TestTheFileStaysSmall(t *testing.T) {
	dir := t.TempDir()
	j := New(dir, 1000)
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for range 50 {
				if err := j.Add(Entry{Agent: "Riker", Command: strings.Repeat("x", 100)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	for _, name := range []string{Name, Older} {
		if n := len(lines(t, filepath.Join(dir, name))); n == 0 || n > 10 {
			t.Errorf("%s has %d lines", name, n)
		}
	}
}

// A journal that cannot be put aside grows.
func TestNoDecisionIsLostWhereTheFileCannotBePutAside(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, Older, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	j := New(dir, 300)
	told := 0
	for range 5 {
		if err := j.Add(Entry{Agent: "Riker", Command: strings.Repeat("x", 100)}); err != nil {
			told++
		}
	}
	if n := len(lines(t, j.Path())); n != 5 || told == 0 {
		t.Errorf("%d lines, %d times told", n, told)
	}
}

func TestWithoutAFolder(t *testing.T) {
	var j *Journal
	if err := j.Add(Entry{}); err != nil {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := New(file, 0).Add(Entry{}); err == nil {
		t.Error("no error where the folder is a file")
	}
}

func TestRead(t *testing.T) {
	j := New(t.TempDir(), 300)
	if got, err := j.Read(10); len(got) != 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	for _, name := range []string{"a", "b", "c", "d"} { // in two files
		if err := j.Add(Entry{Agent: name, Command: strings.Repeat("x", 60)}); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.OpenFile(j.Path(), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("torn {\n"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	agents := ""
	got, err := j.Read(3)
	for _, e := range got {
		agents += e.Agent
	}
	if agents != "dcb" || err != nil {
		t.Errorf("%q, %v", agents, err)
	}
	if got, err := (*Journal)(nil).Read(3); len(got) != 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestEachCutIsSaid(t *testing.T) {
	long := strings.Repeat("x", maxField+1)
	for name, c := range map[string]struct {
		e   Entry
		cut bool
	}{
		"command": {Entry{Command: long}, true},
		"address": {Entry{Address: long}, true},
		"option":  {Entry{Option: long}, true},
		"files":   {Entry{Files: make([]string, 101)}, true},
		"nothing": {Entry{Command: long[1:], Files: make([]string, 100)}, false},
	} {
		if got := c.e.bounded().Cut; got != c.cut {
			t.Errorf("%s: cut %t", name, got)
		}
	}
}

// The file is put aside before the line that would make it too large.
func TestTheFileIsNeverLargerThanItsSize(t *testing.T) {
	const size = 1000
	j := New(t.TempDir(), size)
	for range 20 {
		if err := j.Add(Entry{Command: strings.Repeat("x", 200)}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(j.Path()); err != nil || info.Size() > size {
			t.Fatalf("%v bytes, %v", info.Size(), err)
		}
	}
}
