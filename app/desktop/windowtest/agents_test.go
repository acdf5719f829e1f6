//go:build agents && window && linux

package windowtest

import (
	"strings"
	"testing"

	"sidekicks/app/internal/realagent"
)

// TestRealAgents talks with agents that people use: an answer, and a
// permission that is given by keys.
func TestRealAgents(t *testing.T) {
	for _, name := range realagent.Names() {
		t.Run(name, func(t *testing.T) { talkWith(t, realagent.New(t, name)) })
	}
}

func talkWith(t *testing.T, b *realagent.Bench) {
	p := newDisplay(t).start(t, binary(t), "--config", b.Config)
	p.waitWindow("Sidekicks")
	p.write("play hello")
	p.key("Return")
	eventually(t, "the agent's answer in the clipboard", func() bool {
		p.key("ctrl+j") // one that acts without asking is asked about first: it is to ask
		p.key("Return")
		return strings.Contains(p.lastAnswer(), "Hello from the **scripted** model.")
	})
	p.write("play perm")
	p.key("Return")
	eventually(t, "the folder that the agent may make", func() bool {
		p.key("ctrl+j")
		p.display.run(t, "xdotool", "sleep", "0.6") // a card takes no key before that
		p.key("1")
		return b.Has("made-by-the-agent")
	})
	eventually(t, "the answer after the permission", func() bool {
		return strings.Contains(p.lastAnswer(), "The folder is settled.")
	})
	for _, chord := range []string{"ctrl+l", "ctrl+a", "BackSpace"} {
		p.key(chord) // a digit that came before the card is a draft, which closing would ask about
	}
	eventually(t, "the end, once the turn has ended and closing asks nothing", func() bool {
		p.display.try(nil, "wmctrl", "-c", "Sidekicks") // which may be gone already
		p.display.try(nil, "xdotool", "sleep", "1")
		p.display.try(nil, "xdotool", "key", "Escape")
		return p.ended()
	})
	if status := p.waitExit(); status != 0 {
		t.Errorf("exit status %d: %s", status, p.said())
	}
	if left := p.family(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
