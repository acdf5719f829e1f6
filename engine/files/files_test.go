package files

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree makes files in a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var repository = map[string]string{
	".git/config":       "",
	".git/info/exclude": "secret\n",
	".gitignore":        "# comment\n*.o\n/build/\n!keep.o\nlogs/**/*.txt\ndocs/*.tmp\n[!a]x\n\\#hash\ntrail \n**/deep/gone\nall/**\n",
	"sub/.gitignore":    "local\n!special.o\n/rooted\n",
	"main.go":           "", "a.o": "", "keep.o": "", "build/out": "", "sub/build/kept": "", "secret": "", "sub/secret": "",
	"logs/x.txt": "", "logs/a/b/x.txt": "", "logs/x.md": "", "docs/a.tmp": "", "docs/b/a.tmp": "", "ax": "", "bx": "",
	"#hash": "", "trail": "", "sub/special.o": "", "sub/other.o": "", "sub/local": "", "local": "", "sub/rooted": "", "sub/in/rooted": "",
	"q/deep/gone": "", "deep/gone": "", "deep/here": "", "all/x": "", "all/y/z": "",
}

func TestListIgnoresWhatGitIgnores(t *testing.T) {
	root := tree(t, repository)
	got := List(context.Background(), root).Paths
	slices.Sort(got)
	want := []string{".gitignore", "ax", "deep/here", "docs/b/a.tmp", "keep.o", "local", "logs/x.md", "main.go", "sub/.gitignore", "sub/build/kept", "sub/in/rooted", "sub/special.o"}
	if !slices.Equal(got, want) {
		t.Errorf("listed\n%v, want\n%v", got, want)
	}
	if git, err := exec.LookPath("git"); err == nil { // it must say the same
		os.RemoveAll(filepath.Join(root, ".git"))
		run := func(args ...string) string {
			out, err := exec.Command(git, append([]string{"-C", root}, args...)...).Output()
			if err != nil {
				t.Fatal(err)
			}
			return string(out)
		}
		run("init", "-q")
		if err := os.WriteFile(filepath.Join(root, ".git", "info", "exclude"), []byte("secret\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		theirs := strings.Fields(run("-c", "core.excludesFile=", "ls-files", "-o", "--exclude-standard"))
		slices.Sort(theirs)
		if !slices.Equal(theirs, want) {
			t.Errorf("git lists\n%v, want\n%v", theirs, want)
		}
	}
}

func TestRulesHoldBelowTheirFolder(t *testing.T) {
	root := tree(t, repository)
	got := List(context.Background(), filepath.Join(root, "sub")).Paths
	slices.Sort(got)
	if want := []string{".gitignore", "build/kept", "in/rooted", "special.o"}; !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
}

func TestWithoutARepositoryNothingIsIgnored(t *testing.T) {
	root := tree(t, map[string]string{"a/b.txt": "", "c.txt": "", ".hidden/d.txt": "", "a/e/f.txt": "", ".env": ""})
	if got := List(context.Background(), root).Paths; !slices.Equal(got, []string{".env", "c.txt", "a/b.txt", "a/e/f.txt", ".hidden/d.txt"}) {
		t.Errorf("listed %v", got)
	}
}

func TestListEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if l := List(ctx, tree(t, map[string]string{"a": ""})); !l.Part {
		t.Error("a listing that was given up does not say so")
	}
	if l := List(context.Background(), filepath.Join(t.TempDir(), "none")); len(l.Paths) > 0 || l.Part {
		t.Error("a folder that is not there has files")
	}
}

func TestFind(t *testing.T) {
	l := Listing{Paths: []string{"README.md", "cmd/main.go", "engine/limits.go", "engine/limits_test.go", "maintain.txt", "a/remainder"}}
	for typed, want := range map[string]string{
		"":         "README.md cmd/main.go engine/limits.go",
		"MAIN":     "cmd/main.go maintain.txt a/remainder",
		"eng":      "engine/limits.go engine/limits_test.go",
		"egolim":   "",
		"cm/mn":    "cmd/main.go",
		"elims.go": "engine/limits.go engine/limits_test.go",
	} {
		if got := strings.Join(l.Find(typed, 3), " "); got != want {
			t.Errorf("%q finds %q, want %q", typed, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	l := Listing{Root: "/home/me/my work"}
	if got := l.URI("a b/ü#.go"); got != "file:///home/me/my%20work/a%20b/%C3%BC%23.go" {
		t.Error(got)
	}
}

func TestWriteReplacesNothingUnasked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	read := func() string {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	if err := Write(path, []byte("one"), false); err != nil || read() != "one" {
		t.Fatal(err, read())
	}
	if err := Write(path, []byte("two"), false); !errors.Is(err, ErrExists) || read() != "one" {
		t.Error(err, read())
	}
	if err := Write(path, []byte("three"), true); err != nil || read() != "three" {
		t.Error(err, read())
	}
	if err := Write(filepath.Join(filepath.Dir(path), "none", "a.md"), nil, false); err == nil || errors.Is(err, ErrExists) {
		t.Error("writing into a folder that is not there gives", err)
	}
}
