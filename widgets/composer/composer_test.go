package composer

import (
	"image"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// A page is a composer and what it told.
type page struct {
	composer Composer
	th       *theme.Theme
	sent     []string
	recalled int
	height   int
}

func open(t *testing.T, p *page) *widgettest.Harness {
	p.th = theme.New(theme.Options{Shaper: theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})})
	focused := false
	return widgettest.New(t, image.Pt(400, 600), func(gtx layout.Context) layout.Dimensions {
		if !focused {
			p.composer.Focus(gtx)
			focused = true
		}
		for e, ok := p.composer.Update(gtx); ok; e, ok = p.composer.Update(gtx) {
			if e.Kind == Recalled {
				p.recalled++
				continue
			}
			p.sent = append(p.sent, e.Text)
			p.composer.Clear()
		}
		s := Of(p.th, &p.composer, "Write to Riker…", nil)
		s.MaxHeight = gtx.Constraints.Max.Y / 3
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
