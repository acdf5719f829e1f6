package keep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestMain is also the program that is killed while it copies.
func TestMain(m *testing.M) {
	if dir := os.Getenv("KEEP_COPY"); dir != "" {
		fmt.Println("copying")
		for {
			if _, err := (Store{Dir: filepath.Join(dir, "copies")}).Copy(context.Background(), []string{filepath.Join(dir, "work")}); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
			fmt.Println("copied")
		}
	}
	os.Exit(m.Run())
}

func write(t *testing.T, name, text string, mode fs.FileMode, at time.Time) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(name, mode), os.Chtimes(name, at, at)); err != nil {
		t.Fatal(err)
	}
}

var then = time.Date(2020, 1, 2, 3, 4, 5, 6000, time.UTC)

// tree tells a folder's files: mode, time, content or link.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		fmt.Fprintf(&b, "%s %v", rel, info.Mode())
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			link, _ := os.Readlink(p)
			fmt.Fprintf(&b, " -> %s", link)
		case info.IsDir():
			fmt.Fprintf(&b, " %v", info.ModTime().UTC())
		default:
			data, _ := os.ReadFile(p)
			fmt.Fprintf(&b, " %v %q", info.ModTime().UTC(), data)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func sample(t *testing.T) (store Store, work string) {
	t.Helper()
	dir := t.TempDir()
	work = filepath.Join(dir, "work")
	write(t, filepath.Join(work, "notes.txt"), "important\n", 0o640, then)
	write(t, filepath.Join(work, "build", "run"), "#!/bin/sh\n", 0o755, then.Add(time.Hour))
	write(t, filepath.Join(work, "build", "secret"), "", 0o400, then)
	if err := os.Symlink("/etc", filepath.Join(work, "build", "link")); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{filepath.Join(work, "build"), work} {
		if err := errors.Join(os.Chmod(p, 0o750), os.Chtimes(p, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	return Store{Dir: filepath.Join(dir, "copies")}, work
}

func TestCopyAndGiveBack(t *testing.T) {
	store, work := sample(t)
	before := tree(t, work)
	id, err := store.Copy(t.Context(), []string{work, filepath.Join(work, "notes.txt"), filepath.Join(work, "absent")})
	if err != nil {
		t.Fatal(err)
	}
	if got := tree(t, work); got != before {
		t.Errorf("copying changed\n%s", got)
	}
	if err := os.RemoveAll(filepath.Join(work, "build")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(work, "notes.txt"), "replaced", 0o600, time.Now())
	if err := store.Settle(id); err != nil {
		t.Fatal(err)
	}
	if err := store.GiveBack(id, false); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, work); got != before {
		t.Errorf("given back\n%swant\n%s", got, before)
	}
}

func TestGiveBackRefuses(t *testing.T) {
	store, work := sample(t)
	before := tree(t, work)
	notes := filepath.Join(work, "notes.txt")
	id, err := store.Copy(t.Context(), []string{work})
	if err != nil {
		t.Fatal(err)
	}
	write(t, notes, "by the command", 0o644, time.Now())
	if err := store.Settle(id); err != nil {
		t.Fatal(err)
	}
	write(t, notes, "by the person afterwards", 0o644, time.Now().Add(time.Second))
	if err := os.RemoveAll(filepath.Join(work, "build")); err != nil {
		t.Fatal(err)
	}
	var changed *ChangedError
	if err := store.GiveBack(id, false); !errors.As(err, &changed) || len(changed.Paths) != 1 || changed.Paths[0] != notes {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(notes); string(data) != "by the person afterwards" {
		t.Errorf("%q", data)
	}
	if _, err := os.Stat(filepath.Join(work, "build")); err == nil {
		t.Error("a refusal gave something back")
	}
	if err := store.GiveBack(id, true); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, work); got != before {
		t.Errorf("given back\n%swant\n%s", got, before)
	}
}

// A file that was never settled and differs from its copy may be anybody's work.
func TestGiveBackRefusesUnsettled(t *testing.T) {
	store, work := sample(t)
	notes := filepath.Join(work, "notes.txt")
	id, err := store.Copy(t.Context(), []string{notes})
	if err != nil {
		t.Fatal(err)
	}
	write(t, notes, "other", 0o644, time.Now())
	var changed *ChangedError
	if err := store.GiveBack(id, false); !errors.As(err, &changed) {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	store, work := sample(t)
	for _, s := range []Store{{Dir: store.Dir, Bytes: 5}, {Dir: store.Dir, Files: 2}} {
		if _, err := s.Copy(t.Context(), []string{work}); !errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
	}
	if _, err := store.Copy(t.Context(), []string{filepath.Join(work, "absent")}); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Copy(ctx, []string{work}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left, err := os.ReadDir(store.Dir); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
	if err := store.GiveBack("../work", true); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

// A command may name a file twice.
func TestACopyHoldsAFileOnce(t *testing.T) {
	store, work := sample(t)
	id, err := store.Copy(t.Context(), []string{work, work})
	if err != nil {
		t.Fatal(err)
	}
	l, err := store.read(id)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, it := range l.Items {
		if seen[it.Path] {
			t.Errorf("%s is there twice", it.Path)
		}
		seen[it.Path] = true
	}
}

// The home folder may hold the copies themselves.
func TestCopiesAreNotCopied(t *testing.T) {
	_, work := sample(t)
	store := Store{Dir: filepath.Join(work, "copies")}
	for range 2 {
		id, err := store.Copy(t.Context(), []string{work})
		if err != nil {
			t.Fatal(err)
		}
		l, err := store.read(id)
		if err != nil || len(l.Items) != 6 {
			t.Errorf("%d items, %v", len(l.Items), err)
		}
	}
}

func TestClear(t *testing.T) {
	store, work := sample(t)
	first, err := store.Copy(t.Context(), []string{work})
	if err != nil {
		t.Fatal(err)
	}
	between := time.Now()
	second, err := store.Copy(t.Context(), []string{work})
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(store.Dir, "somebody's")
	write(t, filepath.Join(foreign, "file"), "x", 0o600, then)
	half := filepath.Join(store.Dir, unmade+"1")
	write(t, filepath.Join(half, "000001"), "x", 0o600, then)
	if err := os.Chtimes(half, then, then); err != nil {
		t.Fatal(err)
	}
	making := filepath.Join(store.Dir, unmade+"2") // another program's, which still copies
	write(t, filepath.Join(making, "000001"), "x", 0o600, then)
	if err := store.Clear(between); err != nil {
		t.Fatal(err)
	}
	for p, there := range map[string]bool{store.folder(first): false, store.folder(second): true, foreign: true, half: false, making: true} {
		if _, err := os.Stat(p); (err == nil) != there {
			t.Errorf("%s: %v", p, err)
		}
	}
}

// A program that is killed while it copies leaves whole copies only.
func TestKilledAtAnyMoment(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	store, work := sample(t)
	for i := range 40 {
		write(t, filepath.Join(work, "many", fmt.Sprint(i)), strings.Repeat("x", 10_000*(i%3)), 0o644, then)
	}
	before := tree(t, work)
	whole := 0
	for round := range rounds {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "KEEP_COPY="+filepath.Dir(work))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := bufio.NewReader(out)
		if line, err := said.ReadString('\n'); line != "copying\n" {
			t.Fatal(line, err)
		}
		if round > 0 {
			<-time.After(time.Duration(round*7+1) * time.Millisecond)
		} else if line, err := said.ReadString('\n'); line != "copied\n" { // at least one is whole
			t.Fatal(line, err)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		whole += checkCopies(t, store, work, before)
	}
	if whole == 0 {
		t.Error("no copy was ever finished")
	}
}

// checkCopies gives every copy back and removes it; it counts them.
func checkCopies(t *testing.T, store Store, work, before string) (whole int) {
	t.Helper()
	entries, err := os.ReadDir(store.Dir)
	if err != nil {
		return 0
	}
	for i, e := range entries {
		if strings.HasPrefix(e.Name(), unmade) {
			continue
		}
		if _, err := store.read(ID(e.Name())); err != nil {
			t.Errorf("%s is not whole: %v", e.Name(), err)
		}
		if whole++; i > 2 {
			continue
		}
		if err := os.RemoveAll(work); err != nil {
			t.Fatal(err)
		}
		if err := store.GiveBack(ID(e.Name()), false); err != nil {
			t.Error(err)
		}
		if got := tree(t, work); got != before {
			t.Errorf("%s gave back\n%s", e.Name(), got)
		}
	}
	if err := store.Clear(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	return whole
}

// A copy of a file that grows meanwhile is none to rely on.
func TestAFileThatChangesWhileItIsCopiedIsNoCopy(t *testing.T) {
	from := filepath.Join(t.TempDir(), "growing")
	if err := os.WriteFile(from, []byte("as it was seen"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(from, []byte("as it was seen, and more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(filepath.Join(t.TempDir(), "copy"), from, info); err == nil {
		t.Error("it is taken for a copy")
	}
}

func TestTwoCopiesInOneMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock stands still
		file := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
			t.Fatal(err)
		}
		store := Store{Dir: t.TempDir()}
		first, err := store.Copy(t.Context(), []string{file})
		if err != nil {
			t.Fatal(err)
		}
		if second, err := store.Copy(t.Context(), []string{file}); err != nil || second == first {
			t.Errorf("second copy %q after %q: %v", second, first, err)
		}
	})
}
