package prefs

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct{ flag, env, last, fallback, want string }{
		{"f", "e", "l", "d", "f"},
		{"", "e", "l", "d", "e"},
		{"", "", "l", "d", "l"},
		{"", "", "", "d", "d"},
		{"", "", "", "", ""},
	} {
		if got := Resolve(c.flag, c.env, c.last, c.fallback); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

func TestUpdateIsLoaded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sidekicks", "preferences.json")
	if p, err := Load(path); err != nil || !reflect.DeepEqual(p, Preferences{}) {
		t.Fatalf("a first run has %+v, %v", p, err)
	}
	want := Preferences{Window: Window{Width: 1280, Height: 800}, Sidebar: Sidebar{Folded: true}, Zoom: 1.21, Dark: true}
	want.Opened("/home/me/a.json")
	if err := Update(path, func(p *Preferences) { *p = want }); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestOpenedKeepsEightEachOnce(t *testing.T) {
	var p Preferences
	for i := range 10 {
		p.Opened(fmt.Sprint(i))
	}
	p.Opened("5")
	if got := strings.Join(p.Recent, ""); got != "59876432" || p.LastOpened != "5" {
		t.Errorf("recent %s, last %s", got, p.LastOpened)
	}
}

func TestDamagedFileIsKeptAside(t *testing.T) {
	for _, text := range []string{"", "{", `{"recent": "x"}`, `[1]`, "\x00\x00\x00", `{"zoom": 1e99}`} {
		path := filepath.Join(t.TempDir(), "preferences.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err := Load(path); err == nil || !reflect.DeepEqual(p, Preferences{}) {
			t.Errorf("%q: loaded %+v, %v", text, p, err)
		}
		if kept, err := os.ReadFile(path + DamagedSuffix); err != nil || string(kept) != text {
			t.Errorf("%q: kept %q, %v", text, kept, err)
		}
		if err := Update(path, func(p *Preferences) { p.Zoom = 1 }); err != nil {
			t.Errorf("%q: after it %v", text, err)
		}
	}
}

func TestUpdateOfDamagedFileWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "preferences.json")
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Update(path, func(p *Preferences) { p.Zoom = 1 }); err != nil {
		t.Fatal(err)
	}
	if p, err := Load(path); err != nil || p.Zoom != 1 {
		t.Errorf("got %+v, %v", p, err)
	}
	if kept, err := os.ReadFile(path + DamagedSuffix); err != nil || string(kept) != "{" {
		t.Errorf("kept %q, %v", kept, err)
	}
}

func TestUnreadableFileIsNotReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "preferences.json")
	if err := os.Mkdir(path, 0o700); err != nil { // reads as an error, whoever asks
		t.Fatal(err)
	}
	if err := Update(path, func(*Preferences) { t.Error("changed") }); err == nil {
		t.Error("a folder was replaced")
	}
}

func TestNewerVersionsMemoryIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "preferences.json")
	if err := os.WriteFile(path, []byte(`{"zoom": 1, "hologram": {"deck": 5}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Update(path, func(p *Preferences) { p.Zoom = 2 }); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "hologram") {
		t.Errorf("got %s, %v", text, err)
	}
}

// TestManyAtOnce stands for several windows of the program.
func TestManyAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "preferences.json")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 20 {
				if err := Update(path, func(p *Preferences) { p.Opened(fmt.Sprintf("/%d/%d", i, j)) }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if p, err := Load(path); err != nil || len(p.Recent) == 0 {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestForgottenFileIsNotOpenedAgain(t *testing.T) {
	var p Preferences
	p.Opened("a")
	p.Opened("b")
	if p.Forget("a"); p.LastOpened != "b" || !reflect.DeepEqual(p.Recent, []string{"b"}) {
		t.Errorf("without another: %+v", p)
	}
	if p.Forget("b"); p.LastOpened != "" || len(p.Recent) != 0 {
		t.Errorf("without the last: %+v", p)
	}
}
