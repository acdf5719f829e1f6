//go:build !windows

package discover

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// install makes a program, or with mode 0o644 a file that is none, and returns its folder.
func install(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLookPath(t *testing.T) {
	none := t.TempDir()
	plain := install(t, "tool", "x", 0o644)
	good := install(t, "tool", "x", 0o755)
	list := func(dirs ...string) string { return strings.Join(dirs, ":") }
	for _, c := range []struct {
		name, path, want string
		err              error
	}{
		{"tool", list(none, plain, good), good + "/tool", nil},
		{"tool", list(none, plain), "", fs.ErrPermission},
		{"tool", none, "", fs.ErrNotExist},
		{"tool", "", "", fs.ErrNotExist},
		{good + "/tool", "", good + "/tool", nil},
		{plain + "/tool", good, "", fs.ErrPermission},
		{none, good, "", fs.ErrPermission}, // a folder
	} {
		got, err := LookPath(c.name, c.path, "")
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("LookPath(%q, %q) = %q, %v; want %q, %v", c.name, c.path, got, err, c.want, c.err)
		}
	}
}

func TestLookPathNeverTakesTheCurrentFolder(t *testing.T) {
	t.Chdir(install(t, "tool", "x", 0o755))
	if got, err := LookPath("tool", ".::sub", ""); err == nil {
		t.Errorf("found %q", got)
	}
}

func TestAgentsAreFoundByTheFirstProgramInstalled(t *testing.T) {
	dir := install(t, "claude-code-acp", "x", 0o755)
	auggie := install(t, "auggie", "x", 0o755)
	found := Agents(dir+":"+auggie, "")
	if len(found) != 2 {
		t.Fatalf("found %+v", found)
	}
	claude, aug := found[0], found[1]
	if claude.ID != "claude" || claude.Program != "claude-code-acp" || claude.File != dir+"/claude-code-acp" || len(claude.Args) != 0 {
		t.Errorf("claude: %+v", claude)
	}
	if aug.Name != "Auggie" || !slices.Equal(aug.Args, []string{"--acp"}) || aug.Env["AUGMENT_DISABLE_AUTO_UPDATE"] != "1" {
		t.Errorf("auggie: %+v", aug)
	}
}

func TestEveryKnownAgentIsComplete(t *testing.T) {
	_, rows, _ := strings.Cut(agentsTable, "\n")
	for row := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if len(cells) != columns || cells[columnID] == "" || cells[columnName] == "" || cells[columnPrograms] == "" {
			t.Errorf("row %q", row)
		}
	}
}

func TestPathAddsToTheCurrentOneAndTakesNothingAway(t *testing.T) {
	shell := filepath.Join(install(t, "shell", `#!/bin/sh
echo "Welcome to your shell"
PATH="/from/shell:$PATH:/last"
for command; do :; done
eval "$command"
echo bye
`, 0o755), "shell")
	home := t.TempDir()
	for _, dir := range []string{".local/bin", ".nvm/versions/node/v9.1.0/bin", ".nvm/versions/node/v22.3.0/bin"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path := Path(t.Context(), PathOptions{Current: "/usr/bin:/bin", Home: home, Shell: shell})
	want := []string{"/usr/bin", "/bin", "/from/shell", "/last", home + "/.local/bin"}
	got := filepath.SplitList(path)
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("path %q, want it to begin with %q", got, want)
	}
	newer := slices.Index(got, home+"/.nvm/versions/node/v22.3.0/bin")
	older := slices.Index(got, home+"/.nvm/versions/node/v9.1.0/bin")
	if newer < 0 || older < newer {
		t.Errorf("versions of node: %q", got)
	}
}

func TestPathOfAShellThatFailsIsTheCurrentOne(t *testing.T) {
	for _, text := range []string{"#!/bin/sh\nexit 3\n", "#!/bin/sh\nexit 0\n", "#!/bin/sh\nprintf '<sidekicks-path>/half'\n"} {
		shell := filepath.Join(install(t, "shell", text, 0o755), "shell")
		path := Path(t.Context(), PathOptions{Current: "/cur", Home: t.TempDir(), Shell: shell})
		if !strings.HasPrefix(path, "/cur:") || strings.Contains(path, "half") {
			t.Errorf("%q: path %q", text, path)
		}
	}
}

func TestAShellThatHangsEndsWithAllItStarted(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	gone := make(chan error)
	go func() { // reading ends when nobody holds the other end any more
		_, err := os.ReadFile(fifo)
		gone <- err
	}()
	shell := filepath.Join(install(t, "shell", "#!/bin/sh\nexec 3>"+fifo+"\nsleep 1000 &\nwait\n", 0o755), "shell")
	path := Path(t.Context(), PathOptions{Current: "/cur", Home: t.TempDir(), Shell: shell, Limit: 300 * time.Millisecond})
	if !strings.HasPrefix(path, "/cur:") {
		t.Errorf("path %q", path)
	}
	if err := <-gone; err != nil {
		t.Error(err)
	}
}

func TestPathOnceLeavesTheShellAloneUntilItMayBegin(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	shell := filepath.Join(install(t, "shell", "#!/bin/sh\ntouch "+ran+"\nprintf '<sidekicks-path>/late</sidekicks-path>'\n", 0o755), "shell")
	synctest.Test(t, func(t *testing.T) {
		ended, cancel := context.WithCancel(t.Context())
		read := PathOnce(ended, PathOptions{Current: "/cur", Home: "/", Shell: shell, Begin: make(chan struct{})})
		synctest.Wait()
		cancel()
		if path := read(t.Context()); path != "/cur" {
			t.Errorf("ended before it began: %q", path)
		}
	})
	if _, err := os.Stat(ran); err == nil {
		t.Error("the shell was asked")
	}
	begin := make(chan struct{})
	read := PathOnce(t.Context(), PathOptions{Current: "/cur", Home: t.TempDir(), Shell: shell, Begin: begin})
	close(begin)
	if path := read(t.Context()); !strings.HasPrefix(path, "/cur:/late") {
		t.Errorf("after: %q", path)
	}
}

func TestPathOnceWaitsOrGivesTheCurrentOne(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	shell := filepath.Join(install(t, "shell", "#!/bin/sh\nuntil [ -e "+gate+" ]; do sleep 0.01; done\nprintf '<sidekicks-path>/late</sidekicks-path>'\n", 0o755), "shell")
	read := PathOnce(t.Context(), PathOptions{Current: "/cur", Home: t.TempDir(), Shell: shell, Limit: time.Minute})
	given, cancel := context.WithCancel(t.Context())
	cancel()
	if path := read(given); path != "/cur" {
		t.Errorf("before: %q", path)
	}
	if err := os.WriteFile(gate, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if path := read(t.Context()); !strings.HasPrefix(path, "/cur:/late") {
		t.Errorf("after: %q", path)
	}
}
