package composer

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// A page is a composer and what it told.
type page struct {
	composer Composer
	th       *theme.Theme
	sent     []string
	recalled int
	back     int
	recalls  string // what Up brings back
	height   int

	options           []Option
	opened, completed string
}

func open(t *testing.T, p *page) *widgettest.Harness {
	if p.th == nil {
		p.th = theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	}
	focused := false
	return widgettest.New(t, image.Pt(400, 600), func(gtx layout.Context) layout.Dimensions {
		if !focused {
			p.composer.Focus(gtx)
			focused = true
		}
		for e, ok := p.composer.Update(gtx); ok; e, ok = p.composer.Update(gtx) {
			switch e.Kind {
			case Recalled:
				p.recalled++
				if p.recalls != "" {
					p.composer.Recall(p.recalls)
				}
				continue
			case RecalledBack:
				p.back++
				continue
			case Opened:
				p.opened = e.Text
				continue
			case Completed:
				p.completed = e.Text
				continue
			}
			p.sent = append(p.sent, e.Text)
			p.composer.Clear()
		}
		s := Of(p.th, &p.composer, "Write to Riker…", nil)
		s.MaxHeight = gtx.Constraints.Max.Y / 3
		s.Words = Words{Open: "Open", Remove: "Remove", Pasted: func(bytes, lines int) string { return fmt.Sprintf("%d bytes in %d lines", bytes, lines) }}
		if w := p.composer.Word(); w.Sign != 0 {
			for _, o := range p.options {
				if strings.HasPrefix(o.Text, string(w.Sign)+w.Text) {
					s.Options = append(s.Options, o)
				}
			}
		}
		defer op.Offset(image.Pt(0, 300)).Push(gtx.Ops).Pop() // the list is over the field
		dims := s.Layout(gtx)
		p.height = dims.Size.Y
		return dims
	})
}

func TestSendWith(t *testing.T) {
	for _, c := range []struct {
		what      string
		ctrlEnter bool
		mods      key.Modifiers
		sent      string
		left      string
	}{
		{"Enter sends", false, 0, "ab", ""},
		{"Shift+Enter breaks", false, key.ModShift, "", "ab\n"},
		{"Ctrl+Enter sends too", false, key.ModShortcut, "ab", ""},
		{"Enter breaks", true, 0, "", "ab\n"},
		{"Ctrl+Enter sends", true, key.ModShortcut, "ab", ""},
	} {
		p := &page{composer: Composer{CtrlEnter: c.ctrlEnter}}
		h := open(t, p)
		h.Type("ab")
		h.Press(c.mods, key.NameReturn)
		if strings.Join(p.sent, "|") != c.sent || p.composer.Text() != c.left {
			t.Errorf("%s: sent %q, left %q", c.what, p.sent, p.composer.Text())
		}
	}
}

func TestWhatIsTypedInTheSameFrameIsSent(t *testing.T) {
	p := new(page)
	h := open(t, p)
	h.Queue(key.EditEvent{Text: "quick"}, key.Event{Name: key.NameReturn, State: key.Press})
	h.Settle()
	if len(p.sent) != 1 || p.sent[0] != "quick" {
		t.Errorf("sent %q", p.sent)
	}
}

func TestComposingNeverSends(t *testing.T) {
	enter := key.Event{Name: key.NameReturn, State: key.Press}
	p := new(page)
	h := open(t, p)
	h.Queue(key.EditEvent{Text: "かんじ"}, key.CompositionEvent{Start: 0, End: 3})
	h.Frame()
	h.Queue(enter)
	h.Settle()
	if len(p.sent) != 0 {
		t.Fatalf("Enter while composing sent %q", p.sent)
	}
	h.Queue(key.EditEvent{Range: key.Range{Start: 0, End: 3}, Text: "漢字"}, key.CompositionEvent{Start: -1, End: -1}, enter)
	h.Settle()
	if len(p.sent) != 0 {
		t.Fatalf("the Enter that confirms sent %q", p.sent)
	}
	h.Press(0, key.NameReturn)
	if len(p.sent) != 1 || p.sent[0] != "漢字" {
		t.Errorf("Enter after it sent %q", p.sent)
	}
}

// What begins a word and the key that would send may come in one frame.
func TestComposingNeverSendsAtOnce(t *testing.T) {
	for _, keys := range []key.Modifiers{0, key.ModShortcut} {
		p := new(page)
		h := open(t, p)
		h.Queue(key.EditEvent{Text: "かんじ"}, key.CompositionEvent{Start: 0, End: 3}, key.Event{Name: key.NameReturn, Modifiers: keys, State: key.Press})
		h.Settle()
		h.Queue(key.Event{Name: key.NameReturn, Modifiers: keys, State: key.Press})
		h.Settle()
		if len(p.sent) != 0 {
			t.Errorf("Enter with %v while composing sent %q", keys, p.sent)
		}
		h.Queue(key.CompositionEvent{Start: -1, End: -1})
		h.Settle()
		h.Press(keys, key.NameReturn)
		if len(p.sent) != 1 {
			t.Errorf("Enter with %v after it sent %q", keys, p.sent)
		}
	}
}

func TestRecallInAnEmptyFieldOnly(t *testing.T) {
	p := new(page)
	h := open(t, p)
	h.Press(0, key.NameUpArrow)
	h.Type("a")
	h.Press(0, key.NameUpArrow)
	if p.recalled != 1 {
		t.Errorf("recalled %d times", p.recalled)
	}
}

func TestGrowsToAThird(t *testing.T) {
	p := new(page)
	h := open(t, p)
	one := p.height
	p.composer.SetText("1\n2\n3")
	h.Settle()
	three := p.height
	p.composer.SetText(strings.Repeat("line\n", 100))
	h.Settle()
	if !(one < three && three < p.height) || p.height > 200+20 {
		t.Errorf("heights: %d, %d, %d", one, three, p.height)
	}
}

func TestLongPasteIsAChip(t *testing.T) {
	p := new(page)
	h := open(t, p)
	h.Clipboard = "short\r\ntext"
	h.Press(key.ModShortcut, "V")
	if p.composer.Text() != "short\ntext" || len(p.composer.Pasted()) != 0 {
		t.Errorf("a short paste gives %q and %d chips", p.composer.Text(), len(p.composer.Pasted()))
	}
	long := strings.Repeat("line\n", 20_000)
	h.Clipboard = long
	h.Press(key.ModShortcut, "V")
	h.Press(key.ModShortcut, "V")
	if got := p.composer.Pasted(); len(got) != 2 || got[0] != long || p.composer.Text() != "short\ntext" {
		t.Fatalf("%d chips, text %q", len(got), p.composer.Text())
	}
	if _, ok := h.Find(semantic.Unknown, "100000 bytes in 20000 lines"); !ok {
		t.Errorf("the chip does not say how long it is:\n%s", h.Dump())
	}
	h.Click(semantic.Button, "Remove")
	if len(p.composer.Pasted()) != 1 {
		t.Error("the chip is not removed")
	}
	h.Click(semantic.Button, "Open")
	if p.opened != long {
		t.Error("the chip does not open")
	}
	p.composer.SetText("")
	if p.composer.Empty() {
		t.Error("a chip alone is nothing")
	}
	p.composer.Clear()
	if !p.composer.Empty() {
		t.Error("Clear leaves the chip")
	}
}

func TestWord(t *testing.T) {
	for _, c := range []struct {
		text string
		back int // characters that the caret is moved back
		want Word
	}{
		{"/", 0, Word{'/', ""}}, {"/he", 0, Word{'/', "he"}}, {"/he", 1, Word{'/', "h"}}, {"/help me", 0, Word{}},
		{"a /he", 0, Word{}}, {"@", 0, Word{'@', ""}}, {"see @eng/li", 0, Word{'@', "eng/li"}}, {"a@b", 0, Word{}},
		{"é\n@ü", 0, Word{'@', "ü"}}, {"@a", 2, Word{}}, {"", 0, Word{}}, {"plain", 0, Word{}},
	} {
		p := new(page)
		h := open(t, p)
		p.composer.SetText(c.text)
		h.Settle()
		for range c.back {
			h.Press(0, key.NameLeftArrow)
		}
		if got := p.composer.Word(); got != c.want {
			t.Errorf("%q, %d back: %q", c.text, c.back, got)
		}
	}
}

func TestOptionsAreChosenByKey(t *testing.T) {
	p := &page{options: []Option{{Text: "/help", Detail: "what it can do"}, {Text: "/stop"}, {Text: "/ask", Wants: "a question"}}}
	h := open(t, p)
	h.Type("/")
	if _, ok := h.Find(semantic.Unknown, "what it can do"); !ok {
		t.Fatalf("no options:\n%s", h.Dump())
	}
	h.Press(0, key.NameDownArrow)
	h.Press(0, key.NameReturn)
	if p.composer.Text() != "/stop " || len(p.sent) != 0 || p.completed != "/stop" {
		t.Fatalf("Enter gives %q, sent %q, told %q", p.composer.Text(), p.sent, p.completed)
	}
	h.Press(key.ModShortcut, "Z")
	if p.composer.Text() != "/" {
		t.Errorf("undo gives %q", p.composer.Text())
	}
	h.Press(0, key.NameUpArrow) // from the first to the last
	h.Press(0, key.NameUpArrow)
	h.Press(0, key.NameUpArrow)
	h.Press(0, key.NameTab)
	if got := p.composer.Text(); got != "/help " && got != "/stop " && got != "/ask " {
		t.Errorf("Tab gives %q", got)
	}
	h.Press(0, key.NameReturn)
	if len(p.sent) != 1 {
		t.Error("Enter after the completion does not send")
	}
	h.Type("/stop")
	h.Press(0, key.NameReturn) // nothing to add to it
	if len(p.sent) != 2 || p.sent[1] != "/stop" {
		t.Errorf("a command that is written whole is not sent: %q, %q", p.sent, p.composer.Text())
	}
	h.Type("/")
	if !p.composer.Dismiss() || p.composer.Dismiss() {
		t.Error("the list does not close once")
	}
	h.Settle()
	h.Press(0, key.NameReturn)
	if len(p.sent) != 3 {
		t.Error("Enter with a closed list does not send")
	}
}

func TestOptionsWithCtrlEnter(t *testing.T) {
	p := &page{composer: Composer{CtrlEnter: true}, options: []Option{{Text: "/help"}}}
	h := open(t, p)
	h.Type("/h")
	h.Press(0, key.NameReturn)
	h.Press(0, key.NameReturn)
	if p.composer.Text() != "/help \n" {
		t.Errorf("the field has %q", p.composer.Text())
	}
}

func TestOptionByMouse(t *testing.T) {
	p := &page{options: []Option{{Text: "@a.go"}, {Text: "@b.go"}}}
	h := open(t, p)
	h.Type("see @")
	h.Click(semantic.Button, "@b.go")
	h.Type("!")
	if p.composer.Text() != "see @b.go !" {
		t.Errorf("the field has %q", p.composer.Text())
	}
}

func TestRecallGoesBackAndForth(t *testing.T) {
	p := new(page)
	h := open(t, p)
	h.Press(0, key.NameUpArrow)
	p.composer.Recall("the last")
	h.Press(0, key.NameUpArrow)
	p.composer.Recall("the one before")
	h.Press(0, key.NameDownArrow)
	if p.recalled != 2 || p.back != 1 {
		t.Errorf("recalled %d times, and %d back", p.recalled, p.back)
	}
	h.Type("!")
	h.Press(0, key.NameUpArrow)
	if p.recalled != 2 {
		t.Error("what was changed is lost to Up")
	}
}

func TestUndoBringsBackWhatWasRemoved(t *testing.T) {
	p := new(page)
	h := open(t, p)
	h.Type("abc")
	h.Press(key.ModShortcut, "A")
	h.Press(0, key.NameDeleteBackward)
	h.Press(key.ModShortcut, "Z")
	if p.composer.Text() != "abc" {
		t.Errorf("undo gives %q", p.composer.Text())
	}
}

// A picture in the clipboard cannot be pasted, and what is copied after it can.
func TestPastingGoesOnAfterNothingCouldBe(t *testing.T) {
	p := new(page)
	h := open(t, p)
	for range 2 {
		h.Press(key.ModShortcut, "V")
	}
	h.Clipboard = "text"
	h.Press(key.ModShortcut, "V")
	if got := p.composer.Text(); got != "text" {
		t.Errorf("pasted: %q", got)
	}
}

// TestAPasteIsUndoneAtOnce: and the word before it stays.
func TestAPasteIsUndoneAtOnce(t *testing.T) {
	p := &page{}
	h := open(t, p)
	h.Type("see")
	p.composer.Paste("that")
	h.Type("s")
	for _, want := range []string{"seethat", "see", ""} {
		h.Press(key.ModShortcut, "Z")
		if got := p.composer.Text(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
