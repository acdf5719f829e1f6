//go:build agents && window && linux

package windowtest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sidekicks/app/internal/realagent"
)

// TestRealAgentsErase has agents that people use ask, in French, to delete a
// folder: it stays when that is refused, and goes when it is allowed, after a
// copy. With -artifacts a picture of each card is kept.
func TestRealAgentsErase(t *testing.T) {
	for _, name := range realagent.Names() {
		t.Run(name, func(t *testing.T) { eraseWith(t, realagent.New(t, name)) })
	}
}

// The keys of the answers to an agent that offers to allow once, to allow
// always, and to refuse once.
const allowOnce, refuseOnce = "1", "3"

func eraseWith(t *testing.T, b *realagent.Bench) {
	if err := os.MkdirAll(filepath.Join(b.Folder, "build"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.Folder, "build", "a"), []byte("what would be lost"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := newDisplay(t).start(t, binary(t), "--config", b.Config, "--lang", "fr")
	p.waitWindow("Sidekicks")
	p.settle("play other") // one that acts without asking is asked about first: it is to ask

	p.erase(1, refuseOnce)
	p.settle("play other")
	if !b.Has("build/a") {
		t.Fatal("the folder is gone though that was refused")
	}
	p.erase(2, allowOnce)
	eventually(t, "the end of the folder", func() bool { return !b.Has("build") })

	for i, want := range []string{"reject_once", "allow_once"} {
		if d := p.decisions()[i]; d.Answer != want || d.Verb != "run" || len(d.Findings) != 1 || d.Findings[0] != "destructive" {
			t.Errorf("decision %d: %+v, want %s", i, d, want)
		}
	}
	if !p.hasCopy("what would be lost") {
		t.Error("no copy was kept")
	}
}

// erase has the agent ask to delete the folder, and answers with a key until
// that is the n-th decision.
func (p *program) erase(n int, key string) {
	p.t.Helper()
	p.write("play erase")
	p.key("Return")
	eventually(p.t, "the answer to the card", func() bool {
		p.key("ctrl+j")
		p.display.run(p.t, "xdotool", "sleep", "0.6") // a card takes no key before that
		if p.shot("card-"+key) && len(p.decisions()) < n {
			p.key(key)
		}
		return len(p.decisions()) == n
	})
}

// settle writes a message to which the model says OK, and waits for that: then
// all before it has ended. What a key left in the composer goes first.
func (p *program) settle(text string) {
	p.t.Helper()
	for _, chord := range []string{"ctrl+l", "ctrl+a", "BackSpace"} {
		p.key(chord)
	}
	p.write(text)
	p.key("Return")
	eventually(p.t, "the answer to "+text, func() bool {
		p.key("ctrl+j")
		p.key("Return")
		return strings.HasSuffix(strings.TrimSpace(p.lastAnswer()), "OK.") // codex says something of the model before
	})
}

// shot keeps a picture of the window where somebody wants it. It is true.
func (p *program) shot(name string) bool {
	p.display.try(nil, "import", "-window", "root", filepath.Join(p.t.(*testing.T).ArtifactDir(), name+".png"))
	return true
}

// A decision is a line of the journal.
type decision struct {
	Verb, Command, Answer string
	Findings              []string
}

func (p *program) decisions() []decision {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.home, "state", "sidekicks", "decisions.jsonl"))
	if err != nil {
		return nil
	}
	var out []decision
	for line := range bytes.Lines(text) {
		var d decision
		if err := json.Unmarshal(line, &d); err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		out = append(out, d)
	}
	return out
}

// hasCopy tells whether a file with a text is among the safety copies.
func (p *program) hasCopy(text string) (found bool) {
	filepath.WalkDir(filepath.Join(p.home, "data", "sidekicks", "copies"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			content, _ := os.ReadFile(path)
			found = found || string(content) == text
		}
		return nil
	})
	return found
}
