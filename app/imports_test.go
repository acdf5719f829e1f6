package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A room is a package, or a tree of packages when it ends in "/...", with
// what it may import beside the standard library, and why nothing else.
type room struct {
	pkg  string
	may  []string
	why  string
	bans []ban // of what may allows, and of the standard library
}

type ban struct{ pkg, why string }

// rooms is the import table. The first room that matches a package counts.
var rooms = []room{
	{"sidekicks", []string{"..."}, "", nil},
	{"sidekicks/app/desktop", []string{"sidekicks/app", "sidekicks/app/i18n", "sidekicks/engine", "sidekicks/engine/config", "sidekicks/engine/prefs", "sidekicks/theme", "gioui.org/...", "github.com/sqweek/dialog", "github.com/godbus/dbus/v5", "golang.org/x/sys/..."},
		"the desktop wires the window to the app; pages are the app's", nil},
	{"sidekicks/app/desktop/sidekicks-dialog", []string{"github.com/sqweek/dialog"}, "the companion shows dialogs and knows nothing of the program", nil},
	{"sidekicks/app/desktop/dist", []string{"github.com/tc-hib/winres/...", "golang.org/x/image/vector"}, "packages are made from outside of the program", nil},
	{"sidekicks/app/desktop/windowtest", nil, "it knows the program from outside, as a person does", nil},
	{"sidekicks/app/cli/...", []string{"sidekicks/engine", "sidekicks/engine/config", "sidekicks/engine/conversation", "sidekicks/engine/permission", "sidekicks/engine/guide", "sidekicks/engine/prefs", "sidekicks/app/i18n", "github.com/go-json-experiment/json/...", "golang.org/x/..."},
		"a command runs without a display: no Gio", nil},
	{"sidekicks/app/internal/...", []string{"sidekicks/app/internal/...", "github.com/go-json-experiment/json/..."}, "tests' real agents are set up without the program", nil},
	{"sidekicks/app/i18n", []string{"sidekicks/engine", "sidekicks/engine/config", "sidekicks/engine/conversation", "sidekicks/engine/permission", "sidekicks/engine/unseen", "golang.org/x/text/..."},
		"sentences serve the command line too: no Gio", nil},
	{"sidekicks/app/chat", append([]string{"sidekicks/app/i18n"}, pageMay...), "pages do not know each other nor the app around them", pageBans},
	{"sidekicks/app/settings", append([]string{"sidekicks/app/i18n"}, pageMay...), "pages do not know each other nor the app around them", pageBans},
	{"sidekicks/app/first", append([]string{"sidekicks/app/i18n"}, pageMay...), "pages do not know each other nor the app around them", pageBans},
	{"sidekicks/app", append([]string{"sidekicks/app/i18n", "sidekicks/app/chat", "sidekicks/app/first", "sidekicks/app/settings", "golang.org/x/text/unicode/norm"}, pageMay...), "the app draws what the engine tells", pageBans},
	{"sidekicks/widgets/typeset", []string{"sidekicks/theme", "sidekicks/engine/unseen", "gioui.org/...", "golang.org/x/image/math/fixed", "golang.org/x/text/...", "github.com/go-text/typesetting/segmenter"},
		"a widget could serve another program; which characters hide something is one rule for who draws a command and who reads it", []ban{{"gioui.org/app", noWindow}}},
	{"sidekicks/widgets/...", []string{"sidekicks/theme", "sidekicks/widgets/...", "gioui.org/...", "golang.org/x/image/math/fixed", "golang.org/x/text/...", "github.com/go-text/typesetting/segmenter", "github.com/yuin/goldmark/...", "github.com/alecthomas/chroma/v2/...", "github.com/aymanbagabas/go-udiff/..."},
		"a widget could serve another program: plain data in, events out", []ban{{"gioui.org/app", noWindow}, {"os/exec", "a widget starts nothing"}, {"net/http", "nothing is fetched to show a message"}}},
	{"sidekicks/theme", []string{"gioui.org/text", "gioui.org/font/...", "gioui.org/unit", "gioui.org/widget", "golang.org/x/exp/shiny/...", "github.com/go-text/typesetting/font"},
		"a theme holds numbers and colours", nil},
	{"sidekicks/engine", []string{"sidekicks/engine/...", "github.com/go-json-experiment/json/..."}, "the engine knows no screen", nil},
	{"sidekicks/engine/acp/...", []string{"sidekicks/engine/acp/...", "github.com/go-json-experiment/json/..."}, "the protocol stands alone, so that it can be fuzzed and replaced", nil},
	{"sidekicks/engine/agent/...", []string{"sidekicks/engine/acp/...", "sidekicks/engine/agent/...", "sidekicks/engine/config", "sidekicks/engine/discover", "sidekicks/engine/internal/...", "github.com/go-json-experiment/json/...", "golang.org/x/sys/..."},
		"processes know nothing of conversations", nil},
	{"sidekicks/engine/conversation", []string{"sidekicks/engine/acp", "github.com/go-json-experiment/json/..."}, "what was said knows neither processes nor files", nil},
	{"sidekicks/engine/permission", []string{"sidekicks/engine/acp", "sidekicks/engine/conversation", "sidekicks/engine/unseen", "mvdan.cc/sh/v3/...", "github.com/go-json-experiment/json/..."}, "reading a command is pure", []ban{{"os/exec", "reading a command never runs it"}}},
	{"sidekicks/engine/config", []string{"sidekicks/engine/internal/...", "github.com/tailscale/hujson", "github.com/fsnotify/fsnotify", "github.com/go-json-experiment/json/...", "golang.org/x/text/..."},
		"a configuration is a file and its meaning", nil},
	{"sidekicks/engine/guide", []string{"sidekicks/engine/acp"}, "the guide is an agent like others: it knows the protocol only", nil},
	{"sidekicks/engine/internal/...", []string{"golang.org/x/sys/..."}, "shared files know nothing of their contents", nil},
	{"sidekicks/engine/...", []string{"sidekicks/engine/internal/...", "golang.org/x/sys/...", "github.com/go-json-experiment/json/..."}, "a small room keeps to itself", nil},
}

const noWindow = "gioui.org/app needs cgo; without it the whole interface is tested on a bare machine"

var pageMay = []string{"sidekicks/engine", "sidekicks/engine/config", "sidekicks/engine/conversation", "sidekicks/engine/files", "sidekicks/engine/journal", "sidekicks/engine/permission", "sidekicks/engine/unseen", "sidekicks/widgets/...", "sidekicks/theme", "gioui.org/...", "github.com/go-json-experiment/json/..."}

var pageBans = []ban{
	{"gioui.org/app", noWindow},
	{"os/exec", "a frame never waits: processes are the engine's"},
	{"net/http", "nothing is fetched to show a message"},
}

// deepBans hold for everything that a tree of packages reaches.
var deepBans = []struct{ from, pkg, why string }{
	{"sidekicks/engine/...", "gioui.org/...", "the engine runs without a screen"},
	{"sidekicks/app/cli/...", "gioui.org/...", "a command runs without a display"},
	{"sidekicks/app/i18n", "gioui.org/...", "sentences serve the command line too"},
	{"sidekicks/app", "gioui.org/app", noWindow},
	{"sidekicks/app", "github.com/sqweek/dialog", "its init opens GTK"},
	{"sidekicks/app/desktop/sidekicks-dialog", "gioui.org/...", "a dialog needs no window beside it"},
	{"sidekicks/widgets/...", "gioui.org/app", noWindow},
	{"sidekicks/theme", "gioui.org/app", noWindow},
}

type pkg struct {
	ImportPath, Dir         string
	Imports                 []string
	GoFiles, IgnoredGoFiles []string
	Standard                bool
}

// listPackages asks the go command once for everything the program is made of.
// Files of other systems are ignored by it: their imports are read here, so
// that the table holds wherever the test runs, also where no compiler lets the
// window be built (-e).
func listPackages(t *testing.T) map[string]*pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Dir,Imports,IgnoredGoFiles,Standard", "../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	pkgs := map[string]*pkg{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		if own(p.ImportPath) {
			addIgnored(t, p)
		}
		pkgs[p.ImportPath] = p
	}
}

func own(path string) bool { return path == "sidekicks" || strings.HasPrefix(path, "sidekicks/") }

func addIgnored(t *testing.T, p *pkg) {
	for _, name := range p.IgnoredGoFiles {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if path, err := strconv.Unquote(i.Path.Value); err == nil && !slices.Contains(p.Imports, path) {
				p.Imports = append(p.Imports, path)
			}
		}
	}
}

// matches tells whether path is what a pattern of the go command means.
func matches(pattern, path string) bool {
	tree, ok := strings.CutSuffix(pattern, "...")
	return path == pattern || ok && (strings.HasPrefix(path, tree) || path+"/" == tree)
}

// standard tells whether a path is the standard library's: its first element
// has no dot and is not ours.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != "sidekicks"
}

func TestImports(t *testing.T) {
	pkgs := listPackages(t)
	for path, p := range pkgs {
		if own(path) {
			checkRoom(t, p)
		}
	}
	for _, b := range deepBans {
		for path := range pkgs {
			if own(path) && matches(b.from, path) {
				if way := reach(pkgs, path, b.pkg, map[string]bool{}); way != nil {
					t.Errorf("%s: %s", strings.Join(way, " imports "), b.why)
				}
			}
		}
	}
}

// TestEveryPackageSaysWhatItIs: in doc.go, where one looks for it; a program in
// main.go.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for path, p := range listPackages(t) {
		if !own(path) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(p.Dir, "doc.go"))
		if errors.Is(err, fs.ErrNotExist) {
			text, err = os.ReadFile(filepath.Join(p.Dir, "main.go"))
		}
		if err != nil || !bytes.Contains(text, []byte("// Package "+filepath.Base(path)+" ")) && !bytes.Contains(text, []byte("// Command "+filepath.Base(path)+" ")) {
			t.Errorf("%s has no doc.go that says what it is: %v", path, err)
		}
	}
}

// TestMap keeps README's map of the code whole and true.
func TestMap(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	pkgs := listPackages(t)
	for path := range pkgs {
		if name, ok := strings.CutPrefix(path, "sidekicks/"); ok && !bytes.Contains(readme, []byte("| `"+name+"` |")) {
			t.Errorf("README.md: %s is not on the map", name)
		}
	}
	_, rows, _ := strings.Cut(string(readme), "| Folder | Holds |\n|---|---|\n")
	rows, _, _ = strings.Cut(rows, "\n\n")
	for row := range strings.Lines(rows) {
		if name := strings.Split(row, "`")[1]; name != "main.go" && pkgs["sidekicks/"+name] == nil {
			t.Errorf("README.md: %s is on the map and not there", name)
		}
	}
}

func checkRoom(t *testing.T, p *pkg) {
	i := slices.IndexFunc(rooms, func(r room) bool { return matches(r.pkg, p.ImportPath) })
	if i < 0 {
		t.Errorf("%s has no row in the import table", p.ImportPath)
		return
	}
	r := rooms[i]
	for _, imp := range p.Imports {
		allowed := standard(imp) || slices.ContainsFunc(r.may, func(m string) bool { return matches(m, imp) })
		if !allowed {
			t.Errorf("%s may not import %s: %s", p.ImportPath, imp, r.why)
		}
		for _, b := range r.bans {
			if matches(b.pkg, imp) {
				t.Errorf("%s may not import %s: %s", p.ImportPath, imp, b.why)
			}
		}
	}
}

// reach is a chain of imports from one package to a banned one, nil when there is none.
func reach(pkgs map[string]*pkg, from, banned string, seen map[string]bool) []string {
	if seen[from] || pkgs[from] == nil {
		return nil
	}
	seen[from] = true
	for _, imp := range pkgs[from].Imports {
		if matches(banned, imp) {
			return []string{from, imp}
		}
		if way := reach(pkgs, imp, banned, seen); way != nil {
			return append([]string{from}, way...)
		}
	}
	return nil
}

func TestImportPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"a/b", "a/b", true}, {"a/b", "a/b/c", false}, {"a/b/...", "a/b", true}, {"a/b/...", "a/b/c", true},
		{"a/b/...", "a/bc", false}, {"...", "x", true},
	} {
		if matches(c.pattern, c.path) != c.want {
			t.Errorf("matches(%q, %q) is not %t", c.pattern, c.path, c.want)
		}
	}
}
