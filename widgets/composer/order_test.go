package composer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gioui.org/f32"
	"gioui.org/io/key"
	"gioui.org/io/pointer"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// A stroke is what a person does with one key.
type stroke struct {
	said  string
	do    func(h *widgettest.Harness, n int) // n is how many were before
	first bool                               // it waits for a frame, to be aimed at what the frame shows
	last  bool                               // what comes after waits for a frame, as an answer of the clipboard does
}

func pressing(mods key.Modifiers, name key.Name) stroke {
	return stroke{said: strings.TrimPrefix(fmt.Sprintf("%v-%s", mods, name), "-"), do: func(h *widgettest.Harness, _ int) {
		h.Queue(key.Event{Modifiers: mods, Name: name, State: key.Press}, key.Event{Modifiers: mods, Name: name, State: key.Release})
	}}
}

func typing(text string) stroke {
	return stroke{said: text, do: func(h *widgettest.Harness, _ int) { h.Insert(text) }}
}

// composing is a word of an input method, with what it was before.
func composing(so, done string) stroke {
	return stroke{said: so + "→" + done, do: func(h *widgettest.Harness, _ int) {
		h.Compose(so, false)
		h.Compose(done, true)
	}}
}

// clicking is a click with the mouse, long after the one before.
func clicking(x, y float32) stroke {
	return stroke{said: fmt.Sprintf("click %v,%v", x, y), first: true, do: func(h *widgettest.Harness, n int) {
		e := pointer.Event{Source: pointer.Mouse, Position: f32.Pt(x, y), Time: time.Duration(n) * time.Second}
		e.Kind, e.Buttons = pointer.Press, pointer.ButtonPrimary
		h.Queue(e)
		e.Kind, e.Buttons = pointer.Release, 0
		h.Queue(e)
	}}
}

// strokes are the keys that a sequence is made of; letters more than others.
func strokes() []stroke {
	var all []stroke
	for range 3 {
		for _, text := range []string{"a", "b", "c", "d", " ", "é", "🙂", "â", "/", "@"} {
			all = append(all, typing(text))
		}
	}
	all = append(all, composing("か", "漢"), composing("かん", "漢字"))
	for _, name := range []key.Name{key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd} {
		all = append(all, pressing(0, name), pressing(0, name), pressing(key.ModShift, name))
	}
	for _, x := range []float32{16, 40, 300} {
		all = append(all, clicking(x, 320), clicking(x, 345))
	}
	for range 3 {
		all = append(all, pressing(0, key.NameDeleteBackward), pressing(key.ModShortcut, "Z"))
	}
	for _, name := range []key.Name{"A", "C", "X", "Y"} {
		all = append(all, pressing(key.ModShortcut, name))
	}
	paste := pressing(key.ModShortcut, "V")
	paste.last = true
	return append(all, paste,
		pressing(0, key.NameDeleteForward), pressing(key.ModShortcutAlt, key.NameLeftArrow), pressing(key.ModShortcutAlt, key.NameDeleteBackward),
		pressing(key.ModShortcut|key.ModShift, "Z"), pressing(0, key.NameTab),
		pressing(0, key.NameReturn), pressing(key.ModShift, key.NameReturn), pressing(key.ModShortcut, key.NameReturn))
}

// played is what has become of a composer after some strokes.
func played(t *testing.T, th *theme.Theme, seed uint64, all []stroke, most int) string {
	p := &page{th: th, recalls: "one two\nthree"}
	h := open(t, p)
	r := rand.New(rand.NewPCG(seed, 1))
	for i := 0; i < len(all); {
		for n := 1 + r.IntN(most); n > 0 && i < len(all); n-- {
			all[i].do(h, i)
			if i++; all[i-1].last || i < len(all) && all[i].first {
				break
			}
		}
		h.Settle()
	}
	from, to := p.composer.editor.Selection()
	return fmt.Sprintf("%q %d-%d sent %q recalled %d %d copied %q", p.composer.Text(), from, to, p.sent, p.recalled, p.back, h.Clipboard)
}

// TestKeysAreTakenInTheirOrder: it makes no difference how many of them come in
// one frame.
func TestKeysAreTakenInTheirOrder(t *testing.T) {
	keys := strokes()
	th := theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		all := make([]stroke, 4+r.IntN(20))
		said := make([]string, len(all))
		for i := range all {
			all[i] = keys[r.IntN(len(keys))]
			said[i] = all[i].said
		}
		want := played(t, th, seed, all, 1)
		if got := played(t, th, seed, all, 6); got != want {
			t.Errorf("%d: %s\n at once      %s\n one by one   %s", seed, strings.Join(said, ", "), got, want)
		}
	}
}
