package permission

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sidekicks/engine/acp"
)

// asked reads the permission requests of a recorded conversation.
func asked(t *testing.T, name string) []acp.ToolCall {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../acp/acptest/testdata/transcripts", name+".ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	var out []acp.ToolCall
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var l struct {
			Msg struct {
				Method string
				Params struct{ ToolCall jsonCall }
			}
		}
		if json.Unmarshal(lines.Bytes(), &l) == nil && l.Msg.Method == "session/request_permission" {
			out = append(out, l.Msg.Params.ToolCall.call())
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s asks nothing", name)
	}
	return out
}

type jsonCall struct {
	Title, Kind string
	Content     []struct {
		Type, Path, NewText string
		OldText             *string
	}
	Locations []struct{ Path string }
	RawInput  json.RawMessage
}

func (j jsonCall) call() acp.ToolCall {
	c := acp.ToolCall{Title: j.Title, Kind: acp.ToolKind(j.Kind), RawInput: []byte(j.RawInput)}
	for _, d := range j.Content {
		c.Content = append(c.Content, acp.ToolCallContent{Type: d.Type, Path: d.Path, OldText: d.OldText, NewText: d.NewText})
	}
	for _, l := range j.Locations {
		c.Locations = append(c.Locations, acp.ToolCallLocation{Path: l.Path})
	}
	return c
}

func TestDescribeRealAgents(t *testing.T) {
	for _, name := range []string{"opencode-perm", "qwen24-perm", "zedcodex-perm"} {
		s := Describe(asked(t, name)[0], ship)
		if s.Verb != Run || s.Command != "rm -rf build && ls -la" || s.Folder != "/home/me/ship" || s.Outside {
			t.Errorf("%s: %+v", name, s)
		}
		if len(s.Findings) != 1 || s.Findings[0].Act != Delete || s.Findings[0].Targets[0].Path != "/home/me/ship/build" || s.Command[s.Findings[0].Start:s.Findings[0].End] != "rm -rf" {
			t.Errorf("%s: %+v", name, s.Findings)
		}
	}
	for _, name := range []string{"opencode-edit", "qwen24-edit"} {
		list := asked(t, name)
		s := Describe(list[0], ship)
		want := []Edit{{Path: "/home/me/ship/hello.txt", Old: "hello world\n", New: "hello sidekicks\n", Shown: true}}
		if s.Verb != Change || !reflect.DeepEqual(s.Edits, want) || s.Outside {
			t.Errorf("%s: %+v", name, s)
		}
		if s := Describe(list[len(list)-1], ship); s.Verb != Create || s.Edits[0].New != "first line\nsecond line\n" {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if s := Describe(asked(t, "qwen24-ask")[0], ship); s.Verb != Ask {
		t.Errorf("%+v", s)
	}
}

// Where the content has no diff, the input has the texts.
func TestDescribeEditWithoutContent(t *testing.T) {
	for name, want := range map[string][]Edit{
		"opencode-edit": {{Path: "/home/me/ship/hello.txt", Old: "hello world\n", New: "hello sidekicks\n", Part: true, Shown: true}},
		"qwen24-edit":   {{Path: "/home/me/ship/hello.txt", Old: "hello world", New: "hello sidekicks", Part: true, Shown: true}},
	} {
		call := asked(t, name)[0]
		call.Content = nil
		if s := Describe(call, ship); !reflect.DeepEqual(s.Edits, want) {
			t.Errorf("%s: %+v", name, s.Edits)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		kind       acp.ToolKind
		title, raw string
		verb       Verb
		what       string // command, path or address
		outside    bool
	}{
		{"execute", "", `{"command":["/bin/bash","-lc","ls"]}`, Run, "ls", false},
		{"execute", "", `{"command":["rm","-rf","my dir"]}`, Run, "rm -rf 'my dir'", false},
		{"execute", "", `{"command":"git","args":["reset","--hard"]}`, Run, "git reset --hard", false},
		{"execute", "`rm a`", `{}`, Run, "rm a", false},
		{"execute", "rm a", ``, Run, "rm a", false},
		{"execute", "", `{"command":"rm x","cwd":"/tmp"}`, Run, "rm x", true},
		{"execute", "", `{"command":"rm ../x"}`, Run, "rm ../x", true},
		{"execute", "", `{"command":["pwsh","-NoProfile","-Command","rm x"]}`, Run, "rm x", false},
		{"other", "", `{"cmd":"ls"}`, Run, "ls", false},
		{"read", "", `{"file_path":"/etc/passwd"}`, ReadOutside, "/etc/passwd", true},
		{"read", "", `{"path":"a/b.go"}`, Read, "/home/me/ship/a/b.go", false},
		{"read", "", `{"path":"../../me2/b.go"}`, ReadOutside, "/home/me2/b.go", true},
		{"delete", "", `{"path":"a"}`, Remove, "/home/me/ship/a", false},
		{"move", "", `{"source":"a","destination":"/tmp/b"}`, Rename, "/home/me/ship/a", true},
		{"fetch", "", `{"url":"https://example.com/"}`, Fetch, "https://example.com/", false},
		{"fetch", "https://example.com/", ``, Fetch, "https://example.com/", false},
		{"switch_mode", "", `{}`, SwitchMode, "", false},
		{"search", "", `{"pattern":"x"}`, Search, "", false},
		{"edit", "", `{"path":"a.txt"}`, Change, "/home/me/ship/a.txt", false},
		{"edit", "", `{"changes":{"/home/me/ship/a.txt":{"type":"update","unified_diff":"@@ -1 +1 @@\n-a\n+b\n"}}}`, Change, "/home/me/ship/a.txt", false},
		{"edit", "", `{"patch":"*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch"}`, Change, "/home/me/ship/a.txt", false},
		{"made-up", "", `{"x":1}`, Other, "", false},
		{"other", "", `not json`, Other, "", false},
		{"other", "", `{"command":7,"command":"ls"}`, Run, "ls", false},
	} {
		s := Describe(acp.ToolCall{Kind: c.kind, Title: c.title, RawInput: []byte(c.raw)}, ship)
		what := s.Command + s.Address
		if what == "" && len(s.Targets) > 0 {
			what = s.Targets[0].Path
		}
		if s.Verb != c.verb || what != c.what || s.Outside != c.outside {
			t.Errorf("%s %s %s: %s %q %t", c.kind, c.title, c.raw, s.Verb, what, s.Outside)
		}
	}
}

func TestDescribeFindings(t *testing.T) {
	for raw, want := range map[string]string{
		`{"path":"a"}`: "destructive",
		`{"path":"/home/me/.ssh/authorized_keys"}`: "destructive",
	} {
		s := Describe(acp.ToolCall{Kind: "delete", RawInput: []byte(raw)}, ship)
		if got := classNames(s.Findings); got != want {
			t.Errorf("%s: %s", raw, got)
		}
	}
	s := Describe(acp.ToolCall{Kind: "edit", RawInput: []byte(`{"path":"/home/me/.bashrc","content":"x"}`)}, ship)
	if got := classNames(s.Findings); got != "privileged" {
		t.Error(got)
	}
	if s := Describe(acp.ToolCall{Kind: "execute", RawInput: []byte(`{"command":"` + strings.Repeat("x", maxText+1) + `"}`)}, ship); classNames(s.Findings) != "opaque" {
		t.Errorf("%v", s.Findings)
	}
}

// Windows does not say which of its shells reads a command.
func TestTheWorseReading(t *testing.T) {
	for command, want := range map[string]Shell{"d^el a.txt": Cmd, "Rem`ove-Item a.txt": PowerShell, "dir": PowerShell} {
		if _, got := worse(command, ship, ""); got != want {
			t.Errorf("%q was read for shell %d", command, got)
		}
	}
}

// A finding is marked by the program that does it with its options, or by the
// file that is written.
func TestWhatIsMarked(t *testing.T) {
	for command, want := range map[string]string{
		"rm -rf build":              "rm -rf",
		"cd x && rm build -rf":      "rm build -rf",
		"rm -rf -- -x":              "rm -rf",
		"git -C x clean -fd":        "git -C x clean -fd",
		"git push origin x --force": "git push origin x --force",
		"git checkout -- .":         "git checkout",
		"mv -f a b":                 "mv -f",
		"bash -c 'rm -rf build'":    "rm -rf",
		"echo hi > notes.txt":       "> notes.txt",
		"chmod -R 777 .":            "chmod -R",
	} {
		found := Classify(command, POSIX, ship)
		if len(found) != 1 || command[found[0].Start:found[0].End] != want {
			t.Errorf("%q: %+v, want %q marked", command, found, want)
		}
	}
	if found := Classify("rd /s /q build", Cmd, ship); len(found) != 1 || found[0].End != len("rd /s /q") {
		t.Errorf("%+v", found)
	}
}

// What there is to lose grows with the place.
func TestSeverities(t *testing.T) {
	for command, want := range map[string]Severity{
		"rmdir a":       Low,
		"rm a":          Medium,
		"rm ../a":       High,
		"shred a":       High,
		"rm -rf ~":      Grave,
		"echo a\u202eb": High,
	} {
		if f := Classify(command, POSIX, ship); len(f) != 1 || f[0].Severity != want {
			t.Errorf("%q: %+v, want %s", command, f, want)
		}
	}
}

// What is read in a text within the text has one place: the gravest counts
// there, in whatever order it stands.
func TestTheGravestOfOnePlaceCounts(t *testing.T) {
	for _, command := range []string{"X='rm -rf ~; rm a'; eval \"$X\"", "X='rm a; rm -rf ~'; eval \"$X\""} {
		f := Classify(command, POSIX, ship)
		if len(f) != 1 || f[0].Severity != Grave || len(f[0].Targets) != 2 {
			t.Errorf("%q: %+v, want one grave finding of two targets", command, f)
		}
	}
}

func TestFindingsComeInTheOrderOfTheText(t *testing.T) {
	f := Classify("sudo ls; rm a", POSIX, ship)
	if len(f) != 2 || f[0].Class != Privileged || f[1].Class != Destructive {
		t.Errorf("%+v, want what the text tells first before the rest", f)
	}
}

// What an option is given is no file.
func TestValuesOfOptionsAreNoTargets(t *testing.T) {
	for _, command := range []string{"truncate -s 0 a", "truncate -r b a", "shred -n 3 a", "sort -k 2 -o a b"} {
		if f := Classify(command, POSIX, ship); len(f) != 1 || texted(f[0].Targets) != "a" {
			t.Errorf("%q: %+v, want a alone", command, f)
		}
	}
}

// What is moved, and what it may replace, are two things.
func TestMoves(t *testing.T) {
	for command, want := range map[string][2]string{
		"mv a b":           {"a", "b"},
		"mv *.jpg photos/": {"*.jpg", "photos/*.jpg"},
		"mv a b photos":    {"a b", "photos/a photos/b"},
		"mv -t photos a":   {"a", "photos/a"},
		"mv x/a ..":        {"x/a", "../a"},
		"mv ~ x":           {"~", "x"},
	} {
		f := Classify(command, POSIX, Where{Workspace: ship.Workspace, Home: ship.Home})
		if len(f) != 1 || f[0].Act != Move || texted(f[0].Targets) != want[0] || texted(f[0].Over) != want[1] {
			t.Errorf("%q: %+v", command, f)
		}
	}
	if f := Classify("mv a ~", POSIX, ship); f[0].Severity == Grave {
		t.Errorf("a file moved to the home folder loses %+v", f)
	}
	if f := Classify("mv ~ a", POSIX, ship); f[0].Severity != Grave {
		t.Errorf("the home folder is moved: %+v", f)
	}
}

func texted(targets []Target) string {
	var out []string
	for _, t := range targets {
		out = append(out, t.Text)
	}
	return strings.ReplaceAll(strings.Join(out, " "), ship.Home, "~")
}

// A home folder that is the work folder is not outside it.
func TestOutsideAtHome(t *testing.T) {
	at := Where{Workspace: "/home/me", Home: "/home/me"}
	for command, want := range map[string]bool{"rm -rf ~": false, "rm -rf ~/x": false, "rm -rf /etc": true, "rm -rf /": true, "ls": false} {
		s := Describe(acp.ToolCall{Kind: acp.ToolExecute, Title: command, RawInput: []byte(`{"command":"` + command + `"}`)}, at)
		if s.Outside != want {
			t.Errorf("%s: outside %t", command, s.Outside)
		}
	}
	in := Describe(acp.ToolCall{Kind: acp.ToolExecute, RawInput: []byte(`{"command":"ls","cwd":"/home/me"}`)}, Where{Workspace: "/home/me/ship", Home: "/home/me"})
	if !in.Outside {
		t.Error("a command that starts in the home folder is inside the work folder")
	}
}

// A call that also changes a file that is there is not said to only create.
func TestOneChangeAmongNewFilesIsAChange(t *testing.T) {
	where := Where{Workspace: t.TempDir(), Stat: os.Lstat}
	if err := os.WriteFile(filepath.Join(where.Workspace, "there.go"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	old := "old"
	diff := func(path string, before *string) acp.ToolCallContent {
		return acp.ToolCallContent{Type: "diff", Path: filepath.Join(where.Workspace, path), OldText: before, NewText: "new"}
	}
	for _, c := range []struct {
		content []acp.ToolCallContent
		want    Verb
	}{
		{[]acp.ToolCallContent{diff("a.go", nil), diff("b.go", nil)}, Create},
		{[]acp.ToolCallContent{diff("a.go", nil), diff("there.go", &old)}, Change},
		{[]acp.ToolCallContent{diff("a.go", nil), diff("there.go", nil)}, Change},
		{[]acp.ToolCallContent{diff("there.go", nil)}, Change},
	} {
		if s := Describe(acp.ToolCall{Kind: acp.ToolEdit, Content: c.content}, where); s.Verb != c.want {
			t.Errorf("%+v: %s, want %s", s.Edits, s.Verb, c.want)
		}
	}
}
