package files

import (
	"cmp"
	"context"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Bounds of a listing: a work folder may be a home folder or a whole disk.
const (
	maxEntries = 50_000 // looked at
	maxTime    = 2 * time.Second
)

// A Listing is the files of a folder, the nearest first, and last those in
// hidden folders.
type Listing struct {
	Root  string
	Paths []string // from Root, with slashes
	Part  bool     // there are more: a bound was reached
}

// List lists the files under root, but for .git and what git ignores there.
// Links are not followed, and what cannot be read is left out. It ends at its
// bounds, and when ctx ends.
func List(ctx context.Context, root string) Listing {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	l := Listing{Root: root}
	type folder struct {
		path  string // from root
		rules rules
	}
	folders, hidden := []folder{{"", rulesAbove(root)}}, []folder(nil)
	for seen := 0; len(folders)+len(hidden) > 0; {
		if len(folders) == 0 {
			folders, hidden = hidden, nil
		}
		f := folders[0]
		folders = folders[1:]
		entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(f.path)))
		if err != nil {
			continue
		}
		rules := f.rules.with(filepath.Join(root, filepath.FromSlash(f.path)))
		for _, e := range entries {
			if seen++; seen > maxEntries || ctx.Err() != nil {
				l.Part = true
				return l
			}
			path := joined(f.path, e.Name())
			switch {
			case e.Name() == ".git" || rules.ignore(filepath.Join(root, filepath.FromSlash(path)), e.IsDir()):
			case e.IsDir() && strings.HasPrefix(e.Name(), "."):
				hidden = append(hidden, folder{path, rules})
			case e.IsDir():
				folders = append(folders, folder{path, rules})
			case e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0:
				l.Paths = append(l.Paths, path)
			}
		}
	}
	return l
}

func joined(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// Find returns at most n paths that go with what a person has typed of one,
// whatever its case, the likeliest first. All go with nothing.
func (l Listing) Find(typed string, n int) []string {
	type candidate struct {
		path  string
		worth int
	}
	typed = strings.ToLower(typed)
	var found []candidate
	for _, p := range l.Paths {
		if w := worth(strings.ToLower(p), typed); w > 0 {
			found = append(found, candidate{p, w})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	var out []string
	for _, c := range found[:min(n, len(found))] {
		out = append(out, c.path)
	}
	return out
}

// worth is how well a path goes with what was typed; 0: not at all.
func worth(path, typed string) int {
	name := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case typed == "":
		return 1
	case name == typed || path == typed:
		return 6
	case strings.HasPrefix(name, typed):
		return 5
	case strings.HasPrefix(path, typed):
		return 4
	case strings.Contains(name, typed):
		return 3
	case strings.Contains(path, typed):
		return 2
	case inOrder(path, typed):
		return 1
	}
	return 0
}

// inOrder tells whether the characters of word stand in text in their order.
func inOrder(text, word string) bool {
	for _, r := range word {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// URI is the file address of a path of the listing.
func (l Listing) URI(path string) string {
	abs := filepath.ToSlash(filepath.Join(l.Root, filepath.FromSlash(path)))
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // a drive of Windows
	}
	return (&url.URL{Scheme: "file", Path: abs}).String()
}
