package theme

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"gioui.org/font"
	"gioui.org/text"
	"golang.org/x/image/math/fixed"
)

func shape(s *text.Shaper, f font.Font, str string) []text.Glyph {
	s.LayoutString(text.Parameters{Font: f, PxPerEm: fixed.I(15), MaxWidth: 1e6}, str)
	var glyphs []text.Glyph
	for g, ok := s.NextGlyph(); ok; g, ok = s.NextGlyph() {
		glyphs = append(glyphs, g)
	}
	return glyphs
}

// A command must show exactly its characters: no two may melt into one glyph,
// and no glyph may change beside another.
func TestCodeHasNoLigatures(t *testing.T) {
	th := New(Options{Shaper: NewShaper(ShaperOptions{EmbeddedOnly: true})})
	for _, str := range []string{"-> => != !== === <= >= <- |> ::", "fi fl ffi ffl", "<!-- -->", "www ## *** //"} {
		glyphs := shape(th.Shaper, th.Mono.Font, str)
		if len(glyphs) != len(str) {
			t.Errorf("%q: %d glyphs for %d characters", str, len(glyphs), len(str))
			continue
		}
		for i, g := range glyphs {
			if alone := shape(th.Shaper, th.Mono.Font, str[i:i+1]); g.ID != alone[0].ID {
				t.Errorf("%q: character %d (%q) is drawn by another glyph than alone", str, i, str[i])
			}
		}
	}
}

// Fields show their text as it is, and people paste code into them.
func TestATabIsBlank(t *testing.T) {
	s := NewShaper(ShaperOptions{EmbeddedOnly: true})
	for _, face := range []font.Typeface{SansSerif, Monospace} {
		f := font.Font{Typeface: face}
		tab, space := shape(s, f, "\t")[0], shape(s, f, " ")[0]
		if !tab.Bounds.Empty() || tab.Advance < space.Advance {
			t.Errorf("%s: a tab is drawn in %v and takes %v, where a space takes %v", face, tab.Bounds, tab.Advance, space.Advance)
		}
	}
}

// The shaper takes ranges in their order, and each once.
func TestTheTabIsAmongTheCharactersOfEachFace(t *testing.T) {
	for i, f := range parsed(append(first(), others()...)) {
		ranges := f.Face.Face().Cmap.(characters).RuneRanges(nil)
		for j, r := range ranges[1:] {
			if r[0] <= ranges[j][1] {
				t.Errorf("face %d: %U before %U", i, ranges[j], r)
			}
		}
		if !slices.Contains(ranges, [2]rune{'\t', '\t'}) {
			t.Errorf("face %d has no tab", i)
		}
	}
}

func TestEveryFaceIsItsOwn(t *testing.T) {
	s := NewShaper(ShaperOptions{EmbeddedOnly: true})
	seen := map[text.GlyphID]font.Font{}
	for _, f := range []font.Font{
		{Typeface: SansSerif}, {Typeface: SansSerif, Style: font.Italic},
		{Typeface: SansSerif, Weight: font.Medium}, {Typeface: SansSerif, Weight: font.Medium, Style: font.Italic}, {Typeface: SansSerif, Weight: font.SemiBold},
		{Typeface: SansSerif, Weight: font.Bold}, {Typeface: SansSerif, Weight: font.Bold, Style: font.Italic},
		{Typeface: Monospace}, {Typeface: Monospace, Style: font.Italic},
		{Typeface: Monospace, Weight: font.Bold}, {Typeface: Monospace, Weight: font.Bold, Style: font.Italic},
	} {
		id := shape(s, f, "a")[0].ID
		if other, ok := seen[id]; ok {
			t.Errorf("%v is drawn as %v", f, other)
		}
		seen[id] = f
	}
}

func TestScaleKeepsProportions(t *testing.T) {
	s := NewShaper(ShaperOptions{EmbeddedOnly: true})
	normal, double := New(Options{Shaper: s}), New(Options{Shaper: s, TextSize: 30})
	for _, pair := range [][2]TextStyle{{normal.Body, double.Body}, {normal.Small, double.Small}, {normal.Mono, double.Mono}, {normal.Title, double.Title}} {
		if pair[1].Size != 2*pair[0].Size || pair[1].LineHeight != 2*pair[0].LineHeight {
			t.Errorf("%v is not twice %v", pair[1], pair[0])
		}
	}
}

// WCAG 2.1 asks for 4.5 to 1 between text and what is under it.
func TestTextContrast(t *testing.T) {
	for name, p := range map[string]Palette{"light": Light(), "dark": Dark()} {
		for _, pair := range []struct {
			what       string
			text, upon color.NRGBA
		}{
			{"text on page", p.Text, p.Background}, {"text on panel", p.Text, p.Panel}, {"text on card", p.Text, p.Raised},
			{"text on own message", p.Text, p.User}, {"text on code", p.Text, p.Code}, {"dim on code", p.Dim, p.Code},
			{"dim on page", p.Dim, p.Background}, {"dim on panel", p.Dim, p.Panel}, {"dim on card", p.Dim, p.Raised},
			{"link", p.Accent, p.Background}, {"danger", p.Danger, p.DangerSoft}, {"danger on card", p.Danger, p.Raised},
			{"warning", p.Warn, p.WarnSoft}, {"ok", p.OK, p.Raised},
			{"keyword", p.Keyword, p.Code}, {"string", p.String, p.Code}, {"number", p.Number, p.Code}, {"comment", p.Comment, p.Code},
			{"added", p.Text, p.Added}, {"removed", p.Text, p.Removed},
			{"added word", p.Text, p.AddedWord}, {"removed word", p.Text, p.RemovedWord}, {"number of an added line", p.Dim, p.Added}, {"number of a removed line", p.Dim, p.Removed},
		} {
			if c := contrast(pair.text, pair.upon); c < 4.5 {
				t.Errorf("%s: %s has a contrast of %.2f", name, pair.what, c)
			}
		}
	}
}

// TestCodeApart proves that the ground of code is seen on each ground it lies on.
func TestCodeApart(t *testing.T) {
	for name, p := range map[string]Palette{"light": Light(), "dark": Dark()} {
		for what, ground := range map[string]color.NRGBA{"the page": p.Background, "a card": p.Raised} {
			if c := contrast(p.Code, ground); c < 1.06 {
				t.Errorf("%s: code on %s has a contrast of %.3f", name, what, c)
			}
		}
	}
}

// A ground under the pointer is told from one that is not, one that is held down
// from both, and what is on it can be read.
func TestTouchedGrounds(t *testing.T) {
	const apart, readable = 1.08, 4.5
	for name, th := range looks() {
		p := th.Palette
		for what, g := range map[string]struct{ ground, under, ink color.NRGBA }{
			"row":               {p.Panel, p.Panel, p.Dim},
			"row that is shown": {p.Chosen, p.Panel, p.Dim},
			"line of a page":    {p.Background, p.Background, p.Dim},
			"button":            {p.Raised, p.Raised, p.Dim},
			"button of danger":  {p.Raised, p.Raised, p.Danger},
			"primary button":    {p.Accent, p.Raised, p.Background},
			"chosen entry":      {p.AccentSoft, p.Raised, p.Dim},
			"mode that asks":    {p.WarnSoft, p.Background, p.Warn},
			"link on a page":    {color.NRGBA{}, p.Background, p.Accent},
			"link on a panel":   {color.NRGBA{}, p.Panel, p.Dim},
			"link on a card":    {color.NRGBA{}, p.Raised, p.Accent},
			"link on a banner":  {color.NRGBA{}, p.AccentSoft, p.Accent},
			"link on a failure": {color.NRGBA{}, p.DangerSoft, p.Accent},
		} {
			at := func(how Touch) color.NRGBA { return over(th.Touched(g.ground, how), g.under) }
			hovered := at(Hovered)
			for step, c := range map[string]float64{"hovered": contrast(at(Apart), hovered), "pressed": contrast(hovered, at(Pressed))} {
				if c < apart {
					t.Errorf("%s: a %s is %s with a contrast of %.3f", name, what, step, c)
				}
			}
			if c := contrast(g.ink, hovered); c < readable {
				t.Errorf("%s: what is on a hovered %s has a contrast of %.2f", name, what, c)
			}
		}
		if c := contrast(p.Chosen, th.Touched(p.Panel, Hovered)); c < apart {
			t.Errorf("%s: the row that is shown and one under the pointer have a contrast of %.3f", name, c)
		}
	}
}

func looks() map[string]*Theme {
	s := NewShaper(ShaperOptions{EmbeddedOnly: true})
	return map[string]*Theme{"light": New(Options{Shaper: s}), "dark": New(Options{Shaper: s, Dark: true})}
}

// over is a colour laid over a ground, as Gio does it: in linear light.
func over(c, ground color.NRGBA) color.NRGBA {
	part := float64(c.A) / 255
	one := func(a, b uint8) uint8 {
		l := linear(a)*part + linear(b)*(1-part)
		if l <= 0.0031308 {
			return uint8(math.Round(255 * 12.92 * l))
		}
		return uint8(math.Round(255 * (1.055*math.Pow(l, 1/2.4) - 0.055)))
	}
	return color.NRGBA{R: one(c.R, ground.R), G: one(c.G, ground.G), B: one(c.B, ground.B), A: 0xFF}
}

func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v uint8) float64 {
	s := float64(v) / 255
	if s <= 0.03928 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}
