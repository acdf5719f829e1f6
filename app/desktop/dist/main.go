package main

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A release is what is to be packed: one commit of the tree that is the current
// folder.
type release struct {
	version version
	ldflags string
	time    time.Time // of every file in every package
	out     string    // where the packages go; emptied first
	work    string    // for programs before they are packed
}

func main() {
	ldflags := flag.String("ldflags", "", "what the linker is told")
	name := flag.String("version", "unknown", "the version, as git describe says it")
	out := flag.String("out", "dist", "the folder to make the packages in; it is emptied")
	flag.Parse()
	if err := run(*name, *ldflags, *out); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func run(name, ldflags, out string) error {
	work, err := os.MkdirTemp("", "sidekicks-dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	when, err := commitTime()
	if err != nil {
		return err
	}
	r := release{version: version(name), ldflags: ldflags, time: when, out: out, work: work}
	return r.make()
}

// commitTime is SOURCE_DATE_EPOCH, else the time of the commit.
//
// Source: https://reproducible-builds.org/specs/source-date-epoch/
func commitTime() (time.Time, error) {
	stamp := os.Getenv("SOURCE_DATE_EPOCH")
	if stamp == "" {
		told, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
		if err != nil {
			return time.Time{}, fmt.Errorf("ask git for the time of the commit: %w", err)
		}
		stamp = strings.TrimSpace(string(told))
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("the time of the commit: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// make makes all the packages that this system can.
func (r release) make() error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	steps := []func() error{r.linux, func() error { return r.windows("amd64") }, func() error { return r.windows("arm64") }}
	if runtime.GOOS == "darwin" {
		steps = []func() error{r.mac}
	} else {
		fmt.Println("dist: no package for macOS: it needs Apple's compiler; run make dist on a Mac")
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return r.sums()
}

// build makes a program for a system and returns its path.
func (r release) build(program, pkg, system, arch, ldflags string) (string, error) {
	path := filepath.Join(r.work, system+"-"+arch, program)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", r.ldflags+" "+ldflags, "-o", path, pkg)
	cgo := "1"
	if system == "windows" {
		cgo = "0"
	}
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED="+cgo)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("build %s for %s on %s: %w", program, system, arch, err)
	}
	return path, nil
}

// write makes a package.
func (r release) write(name string, data []byte, err error) error {
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	fmt.Printf("dist: %s, %.1f MB\n", name, float64(len(data))/1e6)
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}

// name is how a package is called, before its ending.
func (r release) name(system, arch string) string {
	return fmt.Sprintf("sidekicks-%s-%s-%s", r.version, system, arch)
}

// sums writes the checksums of all packages, in the form of sha256sum.
func (r release) sums() error {
	packages, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, p := range packages {
		data, err := os.ReadFile(filepath.Join(r.out, p.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), p.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// texts are the files that every package carries.
func (r release) texts(programs ...string) ([]entry, error) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return nil, err
	}
	licence, err := os.ReadFile("LICENSE")
	if err != nil {
		return nil, err
	}
	others, err := licences(programs...)
	if err != nil {
		return nil, err
	}
	return []entry{{"README.md", 0o644, readme}, {"LICENSE", 0o644, licence}, {"THIRD-PARTY-LICENSES.txt", 0o644, others}}, nil
}

// arch is the processor to pack for, this machine's unless GOARCH says other.
func arch() string { return cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH) }
