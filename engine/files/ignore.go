package files

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// rules are patterns of ignored files in the order in which they count: the
// last that matches decides.
// Source: git-scm.com/docs/gitignore, "Pattern format".
type rules []rule

type rule struct {
	base     string   // the folder that the pattern is relative to
	segments []string // between slashes
	anchored bool     // it matches from base; else the name alone
	folders  bool     // it matches folders only
	include  bool     // what it matches is not ignored
}

// rulesAbove are the rules that hold in a folder from those above it in the
// same repository, and from the repository's own exclude file; none when the
// folder is in no repository.
func rulesAbove(folder string) rules {
	var above []string
	for dir := filepath.Clean(folder); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			r := read(nil, dir, filepath.Join(dir, ".git", "info", "exclude"))
			for i := len(above) - 1; i > 0; i-- { // that of the folder itself is read when it is listed
				r = r.with(above[i])
			}
			if len(above) > 0 {
				r = read(r, dir, filepath.Join(dir, ".gitignore"))
			}
			return r
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
		above = append(above, dir)
	}
}

// with are the rules with those of a folder added.
func (r rules) with(folder string) rules {
	return read(r[:len(r):len(r)], folder, filepath.Join(folder, ".gitignore"))
}

// maxRules is how long a file of patterns is at most.
const maxRules = 1 << 20

func read(r rules, base, file string) rules {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRules {
		return r
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return r // a file that cannot be read ignores nothing
	}
	for line := range strings.Lines(string(content)) {
		if p, ok := parse(strings.TrimRight(line, "\r\n")); ok {
			p.base = base
			r = append(r, p)
		}
	}
	return r
}

// parse reads one line; false when it is no pattern.
func parse(line string) (rule, bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return rule{}, false
	}
	var r rule
	if line[0] == '!' {
		r.include, line = true, line[1:]
	}
	if strings.HasSuffix(line, "/") {
		r.folders, line = true, strings.TrimRight(line, "/")
	}
	r.anchored = strings.Contains(line, "/")
	line = strings.ReplaceAll(strings.TrimPrefix(line, "/"), "[!", "[^")
	r.segments = strings.Split(line, "/")
	return r, line != ""
}

// ignore tells whether a file or folder is ignored.
func (r rules) ignore(file string, folder bool) bool {
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].matches(file, folder) {
			return !r[i].include
		}
	}
	return false
}

func (r rule) matches(file string, folder bool) bool {
	rel, err := filepath.Rel(r.base, file)
	if err != nil || r.folders && !folder {
		return false
	}
	segments := strings.Split(filepath.ToSlash(rel), "/")
	if !r.anchored {
		segments = segments[len(segments)-1:]
	}
	return match(r.segments, segments)
}

// match matches segments; ** stands for any number of them, at the end for at
// least one.
func match(pattern, segments []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			if len(pattern) == 1 {
				return len(segments) > 0
			}
			for i := range len(segments) + 1 {
				if match(pattern[1:], segments[i:]) {
					return true
				}
			}
			return false
		}
		if len(segments) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], segments[0]); err != nil || !ok {
			return false
		}
		pattern, segments = pattern[1:], segments[1:]
	}
	return len(segments) == 0
}
