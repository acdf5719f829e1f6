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
		{"made empty", []byte{}, nil},
		{"gone when it was empty", nil, []byte{}},
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

// TestSaveOfAFileThatMayNotBeWritten: its mode says so, also to who could.
func TestSaveOfAFileThatMayNotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	writeFile(t, path, light)
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := Save(path, []byte(light), []byte(dark)); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
	wantFile(t, path, light)
}

// TestSaveWhereTheFolderVanished: the person is asked, and may save all the same.
func TestSaveWhereTheFolderVanished(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	path := filepath.Join(dir, "sidekicks.json")
	if err := Save(path, nil, []byte(light)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	var changed *ChangedError
	if err := Save(path, []byte(light), []byte(dark)); !errors.As(err, &changed) || changed.Disk != nil {
		t.Errorf("got %v", err)
	}
	if err := Save(path, nil, []byte(dark)); err != nil {
		t.Errorf("saving all the same gives %v", err)
	}
	wantFile(t, path, dark)
}

func TestSweepWhereALinkLeads(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	left := filepath.Join(other, ".sidekicks-1.tmp")
	writeFile(t, left, dark)
	hour := time.Now().Add(-time.Hour)
	if err := os.Chtimes(left, hour, hour); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "sidekicks.json")
	link(t, filepath.Join(other, "real.json"), path)
	if err := Sweep(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was left is there: %v", err)
	}
}

// TestSaveOverAFileThatIsTooLarge: of a film only the beginning was read, and
// none of it is replaced.
func TestSaveOverAFileThatIsTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film")
	film := bytes.Repeat([]byte{'x'}, maxText+100)
	writeFile(t, path, string(film))
	for _, base := range [][]byte{film[:maxText+1], nil} {
		if err := Save(path, base, []byte(light)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("got %v", err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(film)) {
		t.Errorf("the film has %v, %v", info, err)
	}
}
