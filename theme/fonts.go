package theme

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"gioui.org/font"
	"gioui.org/font/opentype"
	"gioui.org/text"
	typeset "github.com/go-text/typesetting/font"
)

// The typefaces of text and of code. The families after the first serve the
// scripts and the colour emoji that it lacks: Gio looks by itself only among
// families with a face of exactly the same weight, so they are named.
const (
	SansSerif font.Typeface = "Inter, " + fallbacks
	Monospace font.Typeface = "Hack, Inter, " + fallbacks
)

// The embedded faces. As slices they are read where the program lies in memory;
// a file system of them would give copies.
var (
	//go:embed fonts/Inter-Regular.otf
	interRegular []byte
	//go:embed fonts/Inter-Medium.otf
	interMedium []byte
	//go:embed fonts/Inter-SemiBold.otf
	interSemiBold []byte
	//go:embed fonts/Inter-Italic.otf
	interItalic []byte
	//go:embed fonts/Inter-MediumItalic.otf
	interMediumItalic []byte
	//go:embed fonts/Inter-Bold.otf
	interBold []byte
	//go:embed fonts/Inter-BoldItalic.otf
	interBoldItalic []byte
	//go:embed fonts/Hack-Regular.ttf
	hackRegular []byte
	//go:embed fonts/Hack-Italic.ttf
	hackItalic []byte
	//go:embed fonts/Hack-Bold.ttf
	hackBold []byte
	//go:embed fonts/Hack-BoldItalic.ttf
	hackBoldItalic []byte
)

// ShaperOptions say where a shaper looks for faces.
type ShaperOptions struct {
	EmbeddedOnly bool // not in the system's fonts: the same text looks the same everywhere, as tests need
}

// NewShaper makes a shaper with the embedded faces (Inter and Hack). A window
// has one, and only its frame goroutine uses it.
func NewShaper(o ShaperOptions) *text.Shaper {
	return newShaper(parsed(append(first(), others()...)), o)
}

// NewShapers makes a shaper for the first page of a window, with the upright
// faces of prose alone, and a function that makes the whole one: the other faces
// and the index of the system's fonts take a good part of the time until
// something is seen. The function may be called once, on any goroutine.
func NewShapers() (*text.Shaper, func() *text.Shaper) {
	faces := parsed(first())
	return newShaper(faces, ShaperOptions{EmbeddedOnly: true}), func() *text.Shaper {
		return newShaper(append(faces, parsed(others())...), ShaperOptions{})
	}
}

func newShaper(faces []font.FontFace, o ShaperOptions) *text.Shaper {
	options := []text.ShaperOption{text.WithCollection(faces)}
	if o.EmbeddedOnly {
		options = append(options, text.NoSystemFonts())
	}
	return text.NewShaper(options...)
}

func first() [][]byte { return [][]byte{interRegular, interMedium, interSemiBold} }

func others() [][]byte {
	return [][]byte{
		interItalic, interMediumItalic, interBold, interBoldItalic,
		hackRegular, hackItalic, hackBold, hackBoldItalic,
	}
}

// parsed are embedded faces. That they parse is known when the program is
// built, so a failure is a fault of the program.
func parsed(files [][]byte) []font.FontFace {
	var faces []font.FontFace
	for i, src := range files {
		face, err := opentype.Parse(src)
		if err != nil {
			panic(fmt.Errorf("embedded font %d: %w", i, err))
		}
		drawTabs(face.Face().Font)
		faces = append(faces, font.FontFace{Font: face.Font(), Face: face})
	}
	return faces
}

// drawTabs has a tab drawn as a wide blank: fonts have no glyph for it, and Gio
// shows what stands for a missing one.
func drawTabs(f *typeset.Font) {
	const emSpace = '\u2003'
	blank, ok := f.Cmap.Lookup(emSpace)
	if !ok {
		blank, _ = f.Cmap.Lookup(' ')
	}
	f.Cmap = withTab{f.Cmap.(characters), blank}
}

// The characters of a font, as all the embedded ones have them: with ranges,
// without which the shaper counts them one by one at each start.
type characters interface {
	typeset.Cmap
	typeset.CmapRuneRanger
}

// A withTab finds the glyphs of a font, and one for the tab.
type withTab struct {
	characters
	tab typeset.GID
}

func (c withTab) Lookup(r rune) (typeset.GID, bool) {
	if r == '\t' {
		return c.tab, true
	}
	return c.characters.Lookup(r)
}

func (c withTab) RuneRanges(dst [][2]rune) [][2]rune {
	ranges := c.characters.RuneRanges(dst)
	i, _ := slices.BinarySearchFunc(ranges, '\t', func(r [2]rune, tab rune) int { return cmp.Compare(r[0], tab) })
	return slices.Insert(ranges, i, [2]rune{'\t', '\t'})
}
