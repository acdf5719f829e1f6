package app

import (
	"testing"

	"gioui.org/io/event"
	"gioui.org/io/key"
)

// chord is a key pressed and let go with modifiers, as a window tells it.
func chord(mods key.Modifiers, name key.Name) []event.Event {
	return []event.Event{
		key.Event{Name: name, Modifiers: mods, State: key.Press},
		key.Event{Name: name, Modifiers: mods, State: key.Release},
	}
}

func TestKeysOfOneFrame(t *testing.T) {
	inBubble(t, agents("Riker"), nil, func(l *lab) {
		l.Type("11")
		l.writes("Riker", "11")
		l.Queue(chord(key.ModShortcut, "L")...)
		l.Queue(chord(key.ModShortcut, "A")...)
		l.Queue(chord(0, key.NameDeleteBackward)...)
		l.wait()
		l.writes("Riker", "")
	})
}

// TestClosingAfterKeysOfOneFrame: what is written decides when the keys that
// came before are taken.
func TestClosingAfterKeysOfOneFrame(t *testing.T) {
	inBubble(t, agents("Riker"), nil, func(l *lab) {
		l.Type("11")
		l.Queue(chord(key.ModShortcut, "A")...)
		l.Queue(chord(0, key.NameDeleteBackward)...)
		l.app.CloseRequested()
		l.wait()
		l.sees(0, "Quit Sidekicks?")
		<-l.engine.Done()
	})
}

func TestKeysAfterTheQuestionGoToIt(t *testing.T) {
	inBubble(t, agents("Riker"), nil, func(l *lab) {
		l.Type("11")
		l.app.CloseRequested()
		l.Frame()
		l.Press(0, key.NameReturn) // the focus is on Keep it open
		l.wait()
		l.sees(0, "Quit Sidekicks?")
		l.writes("Riker", "11")
	})
}
