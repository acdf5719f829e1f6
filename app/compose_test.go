package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine/acp"
)

// prompts keeps what an agent was sent, and tells of two commands first.
type prompts struct{ sent []acp.ContentBlock }

func (p *prompts) answer(_ context.Context, c *turn) acp.StopReason {
	p.sent = c.prompt
	c.update(acp.SessionUpdate{Kind: acp.AvailableCommandsUpdate, Commands: []acp.AvailableCommand{
		{Name: "help", Description: "Says what it can do"}, {Name: "search", Description: "Looks for something", Input: &acp.CommandInput{Hint: "what for"}}}})
	c.say("noted")
	return acp.EndTurn
}

func (l *lab) paste(text string) {
	l.Clipboard = text
	l.Press(key.ModShortcut, "V")
}

func TestLongPasteIsSentWhole(t *testing.T) {
	var p prompts
	inBubble(t, agents("Riker"), map[string]answer{"Riker": p.answer}, func(l *lab) {
		long := strings.Repeat("0123456789\n", 10_000)
		l.Type("Read this:")
		l.paste(long)
		l.sees(1, "Pasted text: 110\u00a0kB, 10,000 lines")
		l.button("Open")
		l.sees(2, "Pasted text") // behind, and over it
		l.Press(0, key.NameEscape)
		l.sees(1, "Pasted text")
		l.Press(0, key.NameReturn)
		l.wait()
		if len(p.sent) != 2 || p.sent[0].Text != "Read this:" || p.sent[1].Text != long {
			t.Errorf("%d blocks were sent", len(p.sent))
		}
		l.sees(1, "Pasted text: 110\u00a0kB, 10,000 lines") // in the message
		l.paste(long)
		l.Press(0, key.NameReturn) // alone
		l.wait()
		if len(p.sent) != 1 || p.sent[0].Text != long {
			t.Errorf("a paste alone is sent as %d blocks", len(p.sent))
		}
	})
}

func TestCommandsAreCompleted(t *testing.T) {
	var p prompts
	inBubble(t, agents("Riker"), map[string]answer{"Riker": p.answer}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Type("/")
		l.sees(1, "Says what it can do")
		l.sees(1, "what for · Looks for something")
		l.Type("SEA")
		l.sees(0, "Says what it can do")
		l.Press(0, key.NameReturn)
		l.writes("Riker", "/search ")
		l.Press(key.ModShortcut, "A")
		l.Type("/h")
		l.Press(0, key.NameEscape) // closes the list, stops nothing
		l.sees(0, "Says what it can do")
		l.Press(0, key.NameReturn)
		l.wait()
		if len(p.sent) != 1 || p.sent[0].Text != "/h" {
			t.Errorf("sent %v", p.sent)
		}
	})
}

func TestFilesAreMentioned(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{".gitignore", "main.go", "engine/limits.go", "engine/out.o"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("*.o"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := agents("Riker")
	c.Agents[0].Workspace = root
	var p prompts
	inBubble(t, c, map[string]answer{"Riker": p.answer}, func(l *lab) {
		l.Type("see @")
		l.sees(1, "@main.go")
		l.sees(0, "out.o")
		l.Type("LIM")
		l.sees(0, "@main.go")
		l.Press(0, key.NameTab)
		l.Type("and @main")
		l.Press(0, key.NameReturn)
		l.writes("Riker", "see @engine/limits.go and @main.go ")
		for range len("@main.go ") {
			l.Press(0, key.NameDeleteBackward)
		}
		l.Type("also @main.go , no more") // written to its end, not chosen
		l.Press(0, key.NameReturn)
		l.wait()
		want := []acp.ContentBlock{{Type: "text", Text: "see @engine/limits.go and also @main.go , no more"},
			{Type: "resource_link", Name: "engine/limits.go", URI: "file://" + filepath.ToSlash(filepath.Join(root, "engine/limits.go"))},
			{Type: "resource_link", Name: "main.go", URI: "file://" + filepath.ToSlash(filepath.Join(root, "main.go"))}}
		if !slices.EqualFunc(p.sent, want, func(a, b acp.ContentBlock) bool {
			return a.Type == b.Type && a.Text == b.Text && a.Name == b.Name && a.URI == b.URI
		}) {
			t.Errorf("sent %v", p.sent)
		}
	})
}

func TestRecallWalksThroughMessages(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		for _, text := range []string{"one", "two", "three"} {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		for _, step := range []struct {
			name key.Name
			want string
		}{{key.NameUpArrow, "three"}, {key.NameUpArrow, "two"}, {key.NameUpArrow, "one"}, {key.NameUpArrow, "one"}, {key.NameDownArrow, "two"}, {key.NameDownArrow, "three"}, {key.NameDownArrow, ""}, {key.NameUpArrow, "three"}} {
			l.Press(0, step.name)
			l.writes("Riker", step.want)
		}
	})
}

func TestWhatIsTakenBackKeepsWhatWentWithIt(t *testing.T) {
	long := strings.Repeat("a line\n", 10_000)
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		l.Type("go")
		l.Press(0, key.NameReturn)
		l.wait()
		l.Type("with a paste")
		l.paste(long)
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "Pasted text") // in the queue
		l.Press(0, key.NameEscape)
		l.wait()
		l.Click(semantic.Button, "Edit")
		l.wait()
		l.writes("Riker", "with a paste")
		l.sees(1, "Pasted text: 70\u00a0kB, 10,000 lines")
	})
}
