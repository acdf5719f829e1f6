package app

import (
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// An ending is an engine that counts how often it is told to end.
type ending struct {
	still
	told   int
	opened bool // another file
}

func (e *ending) Close()            { e.told++ }
func (e *ending) OpenConfig(string) { e.opened = true }

// Each thing that would be lost is reason enough to ask.
func TestEachLossAloneAsks(t *testing.T) {
	idle := func(change func(s *engine.Snapshot, c *engine.ConversationView)) *engine.Snapshot {
		s := talk()
		s.Conversations = slices.Clone(s.Conversations)
		for i := range s.Conversations {
			s.Conversations[i].Turn, s.Conversations[i].Queued = engine.TurnIdle, nil
		}
		s.Permissions, s.Forms = nil, nil
		change(s, &s.Conversations[0])
		return s
	}
	request := func(s *engine.Snapshot, _ *engine.ConversationView) { s.Permissions = asked().Permissions }
	form := func(s *engine.Snapshot, _ *engine.ConversationView) { s.Forms = fillIn().Forms }
	for name, test := range map[string]struct {
		change func(s *engine.Snapshot, c *engine.ConversationView)
		typed  string
		told   int // to end, at once
		says   string
	}{
		"nothing": {change: func(*engine.Snapshot, *engine.ConversationView) {}, told: 1},
		"a turn":  {change: func(_ *engine.Snapshot, c *engine.ConversationView) { c.Turn = engine.TurnAnswering }, says: "1 answer is not finished."},
		"a message": {change: func(_ *engine.Snapshot, c *engine.ConversationView) {
			c.Queued = []engine.Queued{{ID: 1, Text: "next"}}
		}, says: "1 message waits to be sent."},
		"a request": {change: request, says: "1 question of an agent is not answered."},
		"a form":    {change: form, says: "1 question of an agent is not answered."},
		"a draft":   {change: func(*engine.Snapshot, *engine.ConversationView) {}, typed: "a draft", says: "1 message is written and not sent."},
	} {
		t.Run(name, func(t *testing.T) {
			e := &ending{still: still{idle(test.change)}}
			a := New(Options{Engine: e, Config: agents("Riker"), Shaper: shaper()})
			h := frameOf(t, a, stageSize)
			h.Type(test.typed)
			a.CloseRequested()
			h.Settle()
			if e.told != test.told {
				t.Errorf("told to end %d times, want %d", e.told, test.told)
			}
			if test.says != "" && !strings.Contains(h.Dump(), test.says) {
				t.Errorf("it does not say %q:\n%s", test.says, h.Dump())
			}
		})
	}
}

// While agents are ending, the window ends them at once when it is asked again,
// though a draft would be lost: the person has agreed to that. A file that was
// chosen before is not opened any more.
func TestClosingAgainEndsAtOnce(t *testing.T) {
	e := &ending{still: still{talk()}}
	a := New(Options{Engine: e, Config: agents("Riker"), Shaper: shaper()})
	h := frameOf(t, a, stageSize)
	h.Type("a draft")
	next := *e.snapshot
	next.Version, next.Closing = next.Version+1, true
	e.snapshot = &next
	h.Settle()
	a.openConfig("/home/me/other.json")
	h.Settle()
	if e.opened || a.closing.asking {
		t.Errorf("opened %v, asking %v", e.opened, a.closing.asking)
	}
	a.CloseRequested()
	if e.told != 1 {
		t.Errorf("told to end %d times", e.told)
	}
}

// One card stands over the window: the question takes the place of another.
func TestTheQuestionTakesThePlaceOfACard(t *testing.T) {
	for name, chord := range map[string]Chord{
		"palette": {Mods: key.ModShortcut, Name: "K"},
		"keys":    {Name: key.NameF1},
		"path":    {Mods: key.ModShortcut, Name: "O"},
	} {
		t.Run(name, func(t *testing.T) {
			a, h := showStill(t, talk(), agents("Riker"), image.Pt(1280, 800), 1)
			h.Type("a draft")
			h.Press(chord.Mods, chord.Name)
			if !a.modal() {
				t.Fatal("no card is open")
			}
			a.CloseRequested()
			h.Settle()
			for _, card := range a.cards() {
				if open, question := *card, card == &a.closing.asking; open != question {
					t.Errorf("a card is open: %v, the question: %v", open, question)
				}
			}
		})
	}
}

// A question that was left says nothing about the next one.
func TestClosingAfterAnotherFileWasNotOpened(t *testing.T) {
	d := openDesk(t, oneAgent)
	other := filepath.Join(t.TempDir(), "other.json")
	d.write(other, oneAgent)
	d.choose = func(_ bool, chosen func(string)) { chosen(other) }
	d.Type("a draft")
	d.Press(key.ModShortcut, "O")
	d.until("it asks", d.sees("Open another configuration?"))
	d.Press(0, key.NameEscape)
	d.app.CloseRequested()
	d.until("it asks for the end", d.sees("Quit Sidekicks?"))
	d.Click(semantic.Button, "Quit")
	d.until("it ends", func() bool { return d.engine.Snapshot().Closing })
	if got := d.app.page.Draft(conversation.KeyOf("Riker")); got != "a draft" {
		t.Errorf("the draft is %q", got)
	}
}

// Who discards a text of the settings for another file is not asked again.
func TestDiscardingForAnotherFileAsksOnce(t *testing.T) {
	d := openDesk(t, oneAgent)
	other := filepath.Join(t.TempDir(), "other.json")
	d.write(other, oneAgent)
	d.choose = func(_ bool, chosen func(string)) { chosen(other) }
	d.Press(key.ModShortcut, ",")
	d.Type("// thrown away\n")
	d.Press(key.ModShortcut, "O")
	d.Click(semantic.Button, d.app.words.Settings.Discard)
	d.until("the other file", func() bool { return d.app.snapshot.Config.IsOpen(other) })
}
