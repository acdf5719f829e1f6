package main

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestVersion(t *testing.T) {
	for _, c := range []struct{ git, debian, dotted string }{
		{"v1.2.3", "1.2.3", "1.2.3"},
		{"v1.2", "1.2.0", "1.2.0"},
		{"v1.2.3-4-gabcdef0", "1.2.3+4.gabcdef0", "1.2.3"},
		{"v1.2.3-dirty", "1.2.3+dirty", "1.2.3"},
		{"abcdef0", "0.0.0+abcdef0", "0.0.0"},
		{"1234567-dirty", "0.0.0+1234567.dirty", "0.0.0"},
	} {
		v := version(c.git)
		if v.debian() != c.debian || v.dotted() != c.dotted {
			t.Errorf("%s: %s and %s, want %s and %s", c.git, v.debian(), v.dotted(), c.debian, c.dotted)
		}
	}
}

// TestIconAtEachSize tells that nothing is drawn to the edge's corners, that
// the faces are there where they are promised, and that the PNG is the drawing.
func TestIconAtEachSize(t *testing.T) {
	for _, size := range append(iconSizes, 1024) {
		file, err := iconPNG(size)
		if err != nil {
			t.Fatal(err)
		}
		icon, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if icon.Bounds().Dx() != size || icon.Bounds().Dy() != size {
			t.Errorf("icon of %d pixels: %v", size, icon.Bounds())
		}
		if _, _, _, a := icon.At(0, 0).RGBA(); a != 0 {
			t.Errorf("icon of %d pixels: its corner is drawn on", size)
		}
		if got := drawIcon(size).NRGBAAt(size*364/512, size*395/512); got != amber {
			t.Errorf("icon of %d pixels: the smaller face is %v", size, got)
		}
	}
}

func TestICNS(t *testing.T) {
	file, err := icns()
	if err != nil {
		t.Fatal(err)
	}
	if string(file[:4]) != "icns" || int(binary.BigEndian.Uint32(file[4:])) != len(file) {
		t.Fatalf("header % x of %d bytes", file[:8], len(file))
	}
	rest := file[8:]
	for _, s := range icnsSizes {
		length := binary.BigEndian.Uint32(rest[4:])
		icon, err := png.DecodeConfig(bytes.NewReader(rest[8:length]))
		if string(rest[:4]) != s.kind || err != nil || icon.Width != s.size {
			t.Errorf("%s: picture of %d pixels, %v", rest[:4], icon.Width, err)
		}
		rest = rest[length:]
	}
	if len(rest) != 0 {
		t.Errorf("%d bytes behind the pictures", len(rest))
	}
}

// TestBundle checks what a Mac would make, with a stand-in for the program.
func TestBundle(t *testing.T) {
	stand := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(stand, []byte("program"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := release{version: "v1.2.3-4-gabcdef0"}
	files, err := r.bundle(stand)
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]fs.FileMode{}
	for _, f := range files {
		modes[f.name] = f.mode
	}
	for _, name := range []string{"Info.plist", "PkgInfo", "MacOS/sidekicks", "Resources/sidekicks.icns"} {
		if _, ok := modes["Sidekicks.app/Contents/"+name]; !ok {
			t.Errorf("no %s", name)
		}
	}
	if m := modes["Sidekicks.app/Contents/MacOS/sidekicks"]; m != 0o755 {
		t.Errorf("the program's mode is %v", m)
	}
	list := r.infoPlist()
	for d := xml.NewDecoder(bytes.NewReader(list)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("Info.plist: %v", err)
		}
	}
	if !strings.Contains(string(list), "<key>CFBundleVersion</key><string>1.2.3</string>") {
		t.Errorf("Info.plist tells no version:\n%s", list)
	}
}

func TestDepends(t *testing.T) {
	got, err := depends(needs{[]string{"libX11.so.6", "libc.so.6"}, [2]int{2, 34}}, needs{[]string{"libgtk-3.so.0"}, [2]int{2, 2}})
	if want := "libc6 (>= 2.34), libgl1-mesa-dri, libgles2, libgtk-3-0t64 | libgtk-3-0, libx11-6"; got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if _, err := depends(needs{[]string{"libunheardof.so.1"}, [2]int{}}); err == nil {
		t.Error("a library of no known package is passed over")
	}
}

func TestLaterVersion(t *testing.T) {
	have := [2]int{2, 17}
	for _, c := range []struct {
		version string
		want    [2]int
	}{{"2.2.5", [2]int{2, 17}}, {"2.34", [2]int{2, 34}}, {"2.4", [2]int{2, 17}}, {"3.0", [2]int{3, 0}}} {
		if got := later(have, c.version); got != c.want {
			t.Errorf("%s: %v", c.version, got)
		}
	}
}

// TestSameBytes packs the same files twice, given in another order.
func TestSameBytes(t *testing.T) {
	when := time.Unix(1_700_000_000, 0).UTC()
	a := []entry{{"b/x", 0o644, []byte("x")}, {"a", 0o755, []byte("a")}, {"b/l", fs.ModeSymlink | 0o777, []byte("x")}}
	b := []entry{a[2], a[0], a[1]}
	for name, pack := range map[string]func([]entry) ([]byte, error){
		"tar": func(e []entry) ([]byte, error) { return tarGz("./", e, when) },
		"zip": func(e []entry) ([]byte, error) { return zipped(e, when) },
	} {
		one, err := pack(a)
		other, err2 := pack(b)
		if err != nil || err2 != nil || !bytes.Equal(one, other) {
			t.Errorf("%s: %d and %d bytes, %v, %v", name, len(one), len(other), err, err2)
		}
	}
}

func TestLicenceFiles(t *testing.T) {
	for name, want := range map[string]bool{
		"LICENSE": true, "LICENSE-MIT": true, "COPYING": true, "LICENSE.txt": true, "Hack-LICENSE.txt": true, "NOTICE": true, "PATENTS": true,
		"main.go": false, "license_test.go": false, "Inter-Bold.otf": false,
	} {
		if licenceFile.MatchString(name) != want {
			t.Errorf("%s: want %t", name, want)
		}
	}
	var text bytes.Buffer
	if err := addLicences(&text, "Fonts", "../../../theme/fonts"); err != nil || !strings.Contains(text.String(), "Fonts: Hack-LICENSE.txt") || !strings.Contains(text.String(), "Open Font License") {
		t.Errorf("%v\n%s", err, text.Bytes())
	}
	if err := addLicences(new(bytes.Buffer), "nothing", t.TempDir()); err == nil {
		t.Error("a folder without a licence is passed over")
	}
}
