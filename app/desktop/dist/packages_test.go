//go:build dist && linux

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/pe"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tc-hib/winres"
)

// What "make dist" has just made, and how.
var (
	made        = flag.String("dist", "../../../dist", "the folder with the packages")
	madeVersion = flag.String("version", "", "the version that was packed")
	madeLdflags = flag.String("ldflags", "", "what the linker was told")
)

// only returns the one package whose name has an ending.
func only(t *testing.T, ending string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(*made, "*"+ending))
	if err != nil || len(found) != 1 {
		t.Fatalf("packages *%s: %q, %v", ending, found, err)
	}
	return found[0]
}

// contents reads a tar.gz: names to data, links to where they point.
func contents(t *testing.T, file io.Reader) map[string]string {
	t.Helper()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.FileInfo().Mode().Perm()&0o022 != 0 && h.Typeflag != tar.TypeSymlink {
			t.Errorf("%s: owner %d, mode %v", h.Name, h.Uid, h.FileInfo().Mode())
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		found[h.Name] = string(data) + h.Linkname
	}
}

func want(t *testing.T, have map[string]string, prefix string, names ...string) {
	t.Helper()
	for _, name := range names {
		if have[prefix+name] == "" {
			t.Errorf("no %s", prefix+name)
		}
	}
}

func TestLinuxArchive(t *testing.T) {
	path := only(t, "-linux-"+arch()+".tar.gz")
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	top := strings.TrimSuffix(filepath.Base(path), ".tar.gz") + "/"
	have := contents(t, file)
	want(t, have, top, "bin/sidekicks", "bin/sidekicks-dialog", "README.md", "LICENSE", "share/applications/sidekicks.desktop",
		"share/icons/hicolor/16x16/apps/sidekicks.png", "share/icons/hicolor/512x512/apps/sidekicks.png")
	if licences := have[top+"THIRD-PARTY-LICENSES.txt"]; !strings.Contains(licences, "gioui.org v") || !strings.Contains(licences, "sqweek/dialog v") || !strings.Contains(licences, "Hack-LICENSE.txt") || !strings.Contains(licences, "THE SOFTWARE IS PROVIDED") {
		t.Error("licences are missing")
	}
	program, _, _ := strings.Cut(have[top+"LIBRARIES.txt"], "\nsidekicks-dialog (")
	if !strings.Contains(program, "libX11.so.6") || strings.Contains(program, "libgtk") {
		t.Errorf("the program's libraries:\n%s", program)
	}
}

// TestDebianPackage has dpkg read the package, and install it in a folder.
func TestDebianPackage(t *testing.T) {
	path := only(t, ".deb")
	fields, err := exec.Command("dpkg-deb", "--field", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"Package: sidekicks\n", "libgtk-3-0", "libc6 (>= 2.", "libegl1"} {
		if !strings.Contains(string(fields), field) {
			t.Errorf("no %s in\n%s", field, fields)
		}
	}
	data, err := exec.Command("dpkg-deb", "--fsys-tarfile", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write(data)
	w.Close()
	have := contents(t, &zipped)
	want(t, have, "./usr/", "lib/sidekicks/sidekicks", "lib/sidekicks/sidekicks-dialog", "share/applications/sidekicks.desktop",
		"share/icons/hicolor/48x48/apps/sidekicks.png", "share/doc/sidekicks/copyright", "share/doc/sidekicks/THIRD-PARTY-LICENSES.txt")
	if got := have["./usr/bin/sidekicks"]; got != "../lib/sidekicks/sidekicks" {
		t.Errorf("usr/bin/sidekicks points to %q", got)
	}
}

// TestPackagesOfLibraries asks dpkg of this machine which package a library is
// from, and compares it with the table.
func TestPackagesOfLibraries(t *testing.T) {
	for lib, packages := range debianPackages {
		out, err := exec.Command("dpkg", "-S", "*/"+lib).Output()
		if err != nil {
			t.Errorf("%s: %v", lib, err)
			continue
		}
		owner, _, _ := strings.Cut(string(out), ":")
		if !slices.Contains(strings.Split(packages, " | "), owner) {
			t.Errorf("%s is from %s, not from %s", lib, owner, packages)
		}
	}
}

func TestWindowsArchives(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		path := only(t, "-windows-"+arch+".zip")
		z, err := zip.OpenReader(path)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		top := strings.TrimSuffix(filepath.Base(path), ".zip") + "/"
		have := map[string]string{}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			have[f.Name] = string(data)
		}
		want(t, have, top, "sidekicks.exe", "sidekicks.com", "README.md", "LICENSE", "THIRD-PARTY-LICENSES.txt")
		checkResources(t, have[top+"sidekicks.exe"], windowsGUI)
		checkResources(t, have[top+"sidekicks.com"], windowsConsole)
	}
}

// The subsystems of Windows programs.
//
// Source: https://learn.microsoft.com/windows/win32/debug/pe-format#windows-subsystem
const (
	windowsGUI     = 2
	windowsConsole = 3
)

func checkResources(t *testing.T, program string, subsystem uint16) {
	t.Helper()
	if got := subsystemOf(t, program); got != subsystem {
		t.Errorf("subsystem %d, want %d", got, subsystem)
	}
	resources, err := winres.LoadFromEXE(strings.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resources.GetIcon(windowIcon); err != nil {
		t.Errorf("icon: %v", err)
	}
	for _, kind := range []winres.ID{winres.RT_VERSION, winres.RT_MANIFEST} {
		if resources.Get(kind, winres.ID(1), winres.LCIDDefault) == nil {
			t.Errorf("no resource of type %d", kind)
		}
	}
}

func subsystemOf(t *testing.T, program string) uint16 {
	t.Helper()
	f, err := pe.NewFile(strings.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	header, ok := f.OptionalHeader.(*pe.OptionalHeader64)
	if !ok {
		t.Fatal("no program of 64 bits")
	}
	return header.Subsystem
}

// TestSameAgain makes all the packages once more and compares the checksums.
func TestSameAgain(t *testing.T) {
	sums, err := os.ReadFile(filepath.Join(*made, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	again := t.TempDir()
	t.Chdir("../../..")
	if err := run(*madeVersion, *madeLdflags, again); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(again, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(sums) {
		t.Errorf("first\n%sthen\n%s", sums, got)
	}
}
