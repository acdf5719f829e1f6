//go:build shots && cgo && linux

package app

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest/picture"
)

// TestShotsReadmes draws the README files of well-known packages as answers, page
// by page, in both themes by turns.
func TestShotsReadmes(t *testing.T) {
	files, err := filepath.Glob("../widgets/markdown/testdata/readme/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no README files", err)
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		theme := []string{"light", "dark"}[i%2]
		shootPages(t, strings.TrimSuffix(filepath.Base(file), ".md"), theme, string(text))
	}
}

// shootPages draws an answer from its start to its end.
func shootPages(t *testing.T, name, theme, text string) {
	t.Helper()
	const most = 30 // pages
	size := image.Pt(1100, 1300)
	var coloured []func()
	a := New(Options{Engine: &still{answered(text)}, Config: config.Config{DefaultAgent: "Riker", Language: "en", Theme: theme},
		Post: func(f func()) { coloured = append(coloured, f) }}) // with the system's fonts, for emoji
	h := frameOf(t, a, size)
	a.Close()
	for _, f := range coloured {
		f()
	}
	h.Settle()
	h.Press(key.ModShortcut, key.NameHome)
	last := ""
	for page := 1; page <= most; page++ {
		if now := h.Dump(); now == last {
			return
		} else {
			last = now
		}
		picture.Write(t, filepath.Join(*shotsDir, fmt.Sprintf("readme-%s-%02d.png", name, page)), picture.Draw(t, h.Recorded(), size))
		h.Press(0, key.NamePageDown)
	}
}

// answered is a conversation in which an agent has given one answer.
func answered(text string) *engine.Snapshot {
	s, b := four(), new(builder)
	c := &s.Conversations[0]
	c.Turn, s.Agents[0].Status = engine.TurnIdle, engine.AgentIdle
	c.Messages = []*conversation.Message{b.user("Show me the README, please."), b.agent(conversation.Text{Markdown: text})}
	return s
}
