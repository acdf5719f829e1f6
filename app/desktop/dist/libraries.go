package main

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// debianPackages tells which package of Debian and Ubuntu holds a library. Where
// the two names differ, the first is the one since the change of time_t.
var debianPackages = map[string]string{
	"libEGL.so.1":            "libegl1",
	"libX11-xcb.so.1":        "libx11-xcb1",
	"libX11.so.6":            "libx11-6",
	"libXcursor.so.1":        "libxcursor1",
	"libXfixes.so.3":         "libxfixes3",
	"libc.so.6":              "libc6",
	"libgdk-3.so.0":          "libgtk-3-0t64 | libgtk-3-0",
	"libglib-2.0.so.0":       "libglib2.0-0t64 | libglib2.0-0",
	"libgobject-2.0.so.0":    "libglib2.0-0t64 | libglib2.0-0",
	"libgtk-3.so.0":          "libgtk-3-0t64 | libgtk-3-0",
	"libwayland-client.so.0": "libwayland-client0",
	"libwayland-cursor.so.0": "libwayland-cursor0",
	"libwayland-egl.so.1":    "libwayland-egl1",
	"libxcb.so.1":            "libxcb1",
	"libxkbcommon-x11.so.0":  "libxkbcommon-x11-0",
	"libxkbcommon.so.0":      "libxkbcommon0",
}

// opened are the libraries that Gio opens while it runs, which no program
// names: one to draw with, and its drivers.
//
// Source: gioui.org/internal/gl/gl_unix.go
var opened = []string{"libgles2", "libgl1-mesa-dri"}

// needs is what a program asks of the system that runs it.
type needs struct {
	libraries []string // sorted
	glibc     [2]int   // the least version of the C library
}

// readNeeds reads a program's dynamic section: the libraries that the system
// loads with it, and the versions of the C library's functions.
func readNeeds(program string) (needs, error) {
	f, err := elf.Open(program)
	if err != nil {
		return needs{}, err
	}
	defer f.Close()
	var n needs
	if n.libraries, err = f.ImportedLibraries(); err != nil {
		return n, fmt.Errorf("libraries of %s: %w", program, err)
	}
	slices.Sort(n.libraries)
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return n, fmt.Errorf("symbols of %s: %w", program, err)
	}
	for _, s := range symbols {
		if v, ok := strings.CutPrefix(s.Version, "GLIBC_"); ok {
			n.glibc = later(n.glibc, v)
		}
	}
	return n, nil
}

// later returns the later one of two versions.
func later(have [2]int, version string) [2]int {
	major, minor, _ := strings.Cut(version, ".")
	minor, _, _ = strings.Cut(minor, ".")
	var v [2]int
	v[0], _ = strconv.Atoi(major)
	v[1], _ = strconv.Atoi(minor)
	if cmp.Or(cmp.Compare(v[0], have[0]), cmp.Compare(v[1], have[1])) > 0 {
		return v
	}
	return have
}

// depends returns what a Debian package with these programs depends on.
func depends(all ...needs) (string, error) {
	packages := slices.Clone(opened)
	for _, n := range all {
		for _, lib := range n.libraries {
			p, known := debianPackages[lib]
			switch {
			case !known:
				return "", fmt.Errorf("no package is known for %s", lib)
			case lib == "libc.so.6":
				p = fmt.Sprintf("%s (>= %d.%d)", p, n.glibc[0], n.glibc[1])
			}
			packages = append(packages, p)
		}
	}
	slices.Sort(packages)
	return strings.Join(slices.Compact(packages), ", "), nil
}
