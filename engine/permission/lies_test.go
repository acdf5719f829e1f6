package permission

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sidekicks/engine/acp"
)

// What a call says of itself, and what its tool is given, may be two things: a
// person has to see the second, whatever the first.
func TestACallThatLies(t *testing.T) {
	for name, c := range map[string]struct {
		call  acp.ToolCall
		verb  Verb
		about string
	}{
		"a command that calls itself reading":           {lie("read", "Read README.md", `{"command":"rm -rf ~"}`, "README.md"), Run, "rm -rf ~"},
		"a command that calls itself a search":          {lie("search", "Find", `{"cmd":["bash","-c","rm -rf ~"]}`), Run, "rm -rf ~"},
		"a command that calls itself an edit":           {lie("edit", "Edit", `{"path":"a","command":"rm -rf ~"}`), Run, "rm -rf ~"},
		"a command that calls itself a change of mode":  {lie("switch_mode", "Plan", `{"script":"rm -rf ~"}`), Run, "rm -rf ~"},
		"a command that calls itself thinking":          {lie("think", "Think", `{"command":"rm -rf ~"}`), Run, "rm -rf ~"},
		"a command that calls itself fetching":          {lie("fetch", "Look up", `{"url":"https://example.com","command":"rm -rf ~"}`), Run, "rm -rf ~"},
		"a command of one word that calls itself moved": {lie("move", "Move", `{"source":"a","destination":"b","command":"reboot"}`), Run, "reboot"},
		"a title that is another command":               {lie("execute", "ls", `{"command":"rm -rf ~"}`), Run, "rm -rf ~"},
		"a command under a name that nobody knows":      {lie("execute", "ls", `{"shellText":"rm -rf ~"}`), Run, "ls\n{\n  \"shellText\": \"rm -rf ~\"\n}"},
		"a tool of its own with a mild title":           {lie("other", "Look around", `{"drop":"production"}`), Other, "Look around\n{\n  \"drop\": \"production\"\n}"},
		"a tool of its own that names a file":           {lie("other", "Look around", `{"path":"a","erase":true}`), Other, "Look around\n/home/me/ship/a\n{\n  \"path\": \"a\",\n  \"erase\": true\n}"},
		"a tool of its own with no kind":                {lie("", "Look around", `["rm"]`), Other, "Look around\n[\n  \"rm\"\n]"},
		"a file that is not where it says":              {lie("read", "Read README.md", `{"path":"/etc/shadow"}`, "/home/me/ship/README.md"), ReadOutside, "/home/me/ship/README.md\n/etc/shadow"},
		"a second name for another file":                {lie("delete", "Delete a", `{"file_path":"a","path":"/etc/hosts"}`), Remove, "/home/me/ship/a\n/etc/hosts"},
		"a list of files":                               {lie("delete", "Delete a", `{"path":"a","paths":["/etc/hosts"],"files":["b"]}`), Remove, "/home/me/ship/a\n/etc/hosts\n/home/me/ship/b"},
		"a change that shows another file":              {diffOf("README.md", `{"file_path":"/home/me/.bashrc","content":"x"}`), Change, "/home/me/ship/README.md\n/home/me/.bashrc"},
		"one file under two names":                      {lie("read", "", `{"path":"a.go"}`, "/home/me/ship/x/../a.go"), Read, "/home/me/ship/a.go"},
		"an editor's own word for what it does":         {lie("edit", "", `{"command":"str_replace","path":"a","old_str":"x","new_str":"y"}`), Change, "/home/me/ship/a"},
		"an editor's own word for reading":              {lie("read", "", `{"command":"view","path":"a"}`), Read, "/home/me/ship/a"},
		"an editor's word where there is no editor":     {lie("execute", "", `{"command":"view","path":"a"}`), Run, "view"},
		"a shell that reads something":                  {lie("execute", "", `{"command":"sh","stdin":"rm -rf ~"}`), Run, "sh\n{\n  \"command\": \"sh\",\n  \"stdin\": \"rm -rf ~\"\n}"},
		"a harmless program that loads another":         {lie("execute", "", `{"command":"ls","env":{"LD_PRELOAD":"./x.so"}}`), Run, "ls\n{\n  \"command\": \"ls\",\n  \"env\": {\n    \"LD_PRELOAD\": \"./x.so\"\n  }\n}"},
		"a shell with words beside its list":            {lie("execute", "", `{"command":["sh"],"args":["-c","reboot"]}`), Run, "sh\n{\n  \"command\": [\n    \"sh\"\n  ],\n  \"args\": [\n    \"-c\",\n    \"reboot\"\n  ]\n}"},
		"nothing beside a command":                      {lie("execute", "", `{"command":"ls","env":{},"args":[],"stdin":""}`), Run, "ls"},
		"a title where the input tells where":           {lie("execute", "`ls`", `{"cwd":"/home/me/ship","description":"List"}`), Run, "ls"},
		"nothing told at all":                           {lie("execute", "", `{"command":"","x":null}`), Other, ""},
		"a command twice":                               {lie("execute", "", `{"command":"ls","command":"rm -rf ~"}`), Run, "rm -rf ~"},
		"a command beside another":                      {lie("execute", "", `{"command":"ls","cmd":"rm -rf ~"}`), Run, "ls\n{\n  \"command\": \"ls\",\n  \"cmd\": \"rm -rf ~\"\n}"},
	} {
		s := Describe(c.call, ship)
		if about := s.About(strings.Clone); s.Verb != c.verb || about != c.about {
			t.Errorf("%s: %s %q, want %s %q", name, s.Verb, about, c.verb, c.about)
		}
	}
}

func lie(kind acp.ToolKind, title, raw string, locations ...string) acp.ToolCall {
	c := acp.ToolCall{Kind: kind, Title: title, RawInput: []byte(raw)}
	for _, l := range locations {
		c.Locations = append(c.Locations, acp.ToolCallLocation{Path: l})
	}
	return c
}

func diffOf(path, raw string) acp.ToolCall {
	c, was := lie("edit", "Edit", raw), "old\n"
	c.Content = []acp.ToolCallContent{{Type: "diff", Path: path, NewText: "mild\n", OldText: &was}}
	return c
}

// A link in the work folder leads out of it, whatever the path says.
func TestLinksOutOfTheWorkFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"real", "real/in"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"docs", "real/docs", "hosts"} {
		if err := os.Symlink("/etc", filepath.Join(dir, name)); err != nil {
			t.Skip(err) // Windows lets nobody make links unasked
		}
	}
	w := Where{Workspace: dir, Stat: os.Lstat}
	for path, want := range map[string]bool{"real/in/a": false, "new/a": false, "docs/shadow": true, "real/docs/shadow": true, "docs/../real/a": false, "hosts": true} {
		if s := Describe(lie("read", "Read", `{"path":"`+path+`"}`), w); s.Outside != want {
			t.Errorf("reading %s is outside: %t", path, s.Outside)
		}
		if s := Describe(lie("execute", "", `{"command":"rm -r `+path+`"}`), w); s.Outside != (want && path != "hosts") { // the link itself is removed
			t.Errorf("removing %s is outside: %t", path, s.Outside)
		}
	}
}
