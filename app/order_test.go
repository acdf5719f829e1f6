package app

import (
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/layout"

	"sidekicks/engine/conversation"
)

// A stroke is what a person does with one key or a click, before a frame.
type stroke struct {
	said string
	do   func(*lab)
}

func pressing(mods key.Modifiers, name key.Name) stroke {
	return stroke{strings.TrimPrefix(fmt.Sprintf("%v-%s", mods, name), "-"), func(l *lab) {
		l.Queue(key.Event{Modifiers: mods, Name: name, State: key.Press}, key.Event{Modifiers: mods, Name: name, State: key.Release})
	}}
}

// typing is a key that writes, as a window reports it.
func typing(text string) stroke {
	return stroke{text, func(l *lab) {
		name := key.Name(strings.ToUpper(text))
		if text == " " {
			name = key.NameSpace
		}
		l.Queue(key.Event{Name: name, State: key.Press})
		l.Insert(text)
		l.Queue(key.Event{Name: name, State: key.Release})
	}}
}

func clickingAt(p image.Point) stroke {
	return stroke{fmt.Sprint("click ", p), func(l *lab) {
		l.Queue(
			pointer.Event{Kind: pointer.Press, Source: pointer.Mouse, Buttons: pointer.ButtonPrimary, Position: layout.FPt(p)},
			pointer.Event{Kind: pointer.Release, Source: pointer.Mouse, Position: layout.FPt(p)})
	}}
}

// inOrder plays strokes, at most so many before a frame.
func (l *lab) inOrder(seed uint64, strokes []stroke, most int) {
	r := rand.New(rand.NewPCG(seed, 1))
	for len(strokes) > 0 {
		n := min(1+r.IntN(most), len(strokes))
		for _, s := range strokes[:n] {
			s.do(l)
		}
		strokes = strokes[n:]
		l.wait()
	}
}

// chosen are so many strokes at random.
func chosen(r *rand.Rand, from []stroke, n int) (strokes []stroke, said string) {
	for range n {
		strokes = append(strokes, from[r.IntN(len(from))])
		said += strokes[len(strokes)-1].said + ", "
	}
	return strokes, said
}

// TestWindowKeysStandInLine: it makes no difference how many keys come in one
// frame: what is typed before a key of the window is written where it was meant
// to be, and what is typed after it where that key leads.
func TestWindowKeysStandInLine(t *testing.T) {
	var keys []stroke
	for range 3 {
		keys = append(keys, typing("a"), typing("b"), typing("é"), typing(" "), typing("1"))
	}
	keys = append(keys, pressing(0, key.NameReturn), pressing(0, key.NameReturn), pressing(0, key.NameDeleteBackward), pressing(0, key.NameHome),
		pressing(key.ModShortcut, "Z"), pressing(key.ModShortcut, "A"), pressing(0, key.NameLeftArrow),
		pressing(key.ModShortcut, "L"), pressing(key.ModShortcut, "2"), pressing(key.ModShortcut, "1"), pressing(key.ModShortcut, "F"),
		pressing(key.ModShortcut, "K"), pressing(0, key.NameDownArrow), pressing(0, key.NameEscape), pressing(0, key.NameEscape))
	for seed := range uint64(60) {
		all, said := chosen(rand.New(rand.NewPCG(seed, 0)), keys, 4+int(seed)%16)
		played := func(most int) (out string) {
			inBubble(t, agents("Riker", "Data"), map[string]answer{"Riker": echo, "Data": echo}, func(l *lab) {
				l.inOrder(seed, all, most)
				l.pass(time.Second) // an agent that is being started has to be there to end
				for _, name := range []string{"Riker", "Data"} {
					v := l.view(name)
					out += fmt.Sprintf("%s: draft %q", name, l.app.page.Draft(conversation.KeyOf(name)))
					for _, m := range v.Messages {
						if text, _ := m.Typed(); m.Role == conversation.User {
							out += fmt.Sprintf(" sent %q", text)
						}
					}
					for _, q := range v.Queued {
						out += fmt.Sprintf(" waits %q", q.Text)
					}
					out += "\n"
				}
			})
			return out
		}
		want := played(1)
		if got := played(6); got != want {
			t.Errorf("%d: %s\nat once\n%sone by one\n%s", seed, said, got, want)
		}
	}
}

// TestNoKeyAnswersOutOfTurn: however many keys come in one frame, a request is
// answered only where each of them in a frame of its own would have answered it.
func TestNoKeyAnswersOutOfTurn(t *testing.T) {
	keys := []stroke{
		typing("1"), typing("1"), typing("2"), typing(" "), typing("a"), pressing(0, key.NameReturn), pressing(0, key.NameReturn),
		pressing(key.ModShortcut, "J"), pressing(key.ModShortcut, "J"), pressing(key.ModShortcut, "L"), pressing(key.ModShortcut, "L"),
		pressing(key.ModShortcut, "F"), pressing(key.ModShortcut, "K"),
		pressing(0, key.NameEscape), pressing(0, key.NameRightArrow), pressing(0, key.NameTab),
		clickingAt(image.Pt(760, 120)), clickingAt(image.Pt(700, 725)),
	}
	answers := 0
	for seed := range uint64(80) {
		all, said := chosen(rand.New(rand.NewPCG(seed, 0)), keys, 2+int(seed)%8)
		answered := func(most int) (n int) {
			waiting(t, "en", asks("ls", allKinds...), func(l *lab) {
				l.at(time.Second, func() {})
				l.inOrder(seed, all, most)
				l.pass(time.Second)
				n = l.count("answered <")
			})
			return n
		}
		one := answered(1)
		if got := answered(6); got > one {
			t.Errorf("%d: %s answer the request at once, and not one by one", seed, said)
		}
		answers += one
	}
	if answers == 0 {
		t.Error("nothing was answered at all")
	}
}
