package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// licenceFile matches the names that licences have in modules and beside fonts.
var licenceFile = regexp.MustCompile(`(?i)^(.*-)?(licen[sc]e|copying|notice|patents)([.-].*)?$`)

// licences returns the licences of what is linked into programs: Go itself, the
// modules that each program says it is made of, and the fonts.
func licences(programs ...string) ([]byte, error) {
	modules, err := linked(programs)
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask for Go's folder: %w", err)
	}
	var text bytes.Buffer
	text.WriteString("Sidekicks is made with the work of others. Their licences follow.\n")
	if err := addLicences(&text, "Go, https://go.dev", strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	for _, m := range modules {
		if err := addLicences(&text, m.Path+" "+m.Version, m.Dir); err != nil {
			return nil, err
		}
	}
	err = addLicences(&text, "The fonts Inter and Hack", "theme/fonts")
	return text.Bytes(), err
}

type module struct{ Path, Version, Dir string }

// linked asks the programs what modules they are made of, and the go command
// where those lie.
func linked(programs []string) ([]module, error) {
	var paths []string
	for _, p := range programs {
		info, err := buildinfo.ReadFile(p)
		if err != nil {
			return nil, err
		}
		paths = slices.AppendSeq(paths, modulePaths(info))
	}
	slices.Sort(paths)
	out, err := exec.Command("go", append([]string{"list", "-m", "-json=Path,Version,Dir"}, slices.Compact(paths)...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("ask where the modules lie: %w", err)
	}
	var modules []module
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var m module
		if err := d.Decode(&m); err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	return modules, nil
}

func modulePaths(info *debug.BuildInfo) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, m := range info.Deps {
			if !yield(m.Path) {
				return
			}
		}
	}
}

// addLicences adds all the licences in a folder. A folder without one is an
// error: nothing is given away whose terms are not known.
func addLicences(to *bytes.Buffer, title, dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	found := false
	for _, f := range files {
		if f.IsDir() || !licenceFile.MatchString(f.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		found = true
		fmt.Fprintf(to, "\n%[1]s\n%[2]s: %[3]s\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 72), title, f.Name(), bytes.TrimSpace(text))
	}
	if !found {
		return fmt.Errorf("%s has no licence in %s", title, dir)
	}
	return nil
}
