package config

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// An Env is what a configuration may ask of the computer. The zero Env knows
// nothing: no folder is "~", no variable is set, and neither commands nor
// workspaces are looked for.
type Env struct {
	Home     string                            // absolute path of the person's home folder
	Getenv   func(name string) (string, bool)  // as os.LookupEnv
	Stat     func(path string) (dir, ok bool)  // whether path exists, and is a folder; nil: not checked
	LookPath func(name string) (string, error) // as exec.LookPath; nil: not checked
}

// OS is the computer this program runs on.
func OS() Env {
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir() // no HOME: a service or a bare container
	}
	return Env{Home: home, Getenv: os.LookupEnv, Stat: statFile, LookPath: exec.LookPath}
}

func statFile(path string) (dir, ok bool) {
	info, err := os.Stat(path)
	return err == nil && info.IsDir(), err == nil
}

// Expand replaces a leading ~ by the home folder and each ${NAME} by its
// value. What is not set stays as written, so that the person sees it.
func (e Env) Expand(s string) string {
	if s == "~" || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, `~\`) {
		s = e.Home + s[1:]
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "${")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		value, set := "", false
		if closed && e.Getenv != nil {
			value, set = e.Getenv(name)
		}
		if !set {
			b.WriteString("${")
			s = rest
			continue
		}
		b.WriteString(value)
		s = after
	}
}

// Folder expands a workspace to an absolute path. A relative one starts at
// the home folder; an empty one is the home folder.
func (e Env) Folder(workspace string) string {
	path := e.Expand(workspace)
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Home, path)
	}
	return filepath.Clean(path)
}
