package theme

import (
	"image/color"

	"gioui.org/font"
	"gioui.org/text"
	"gioui.org/unit"
)

// Distances are multiples of [Step].
const (
	Step unit.Dp = 4

	ColumnWidth  unit.Dp = 760 // of the page that is read
	SidebarWidth unit.Dp = 248
	HeaderHeight unit.Dp = 52
	Beside       unit.Dp = 2 * Step // between links in one line: the line of the focus has room

	RadiusSmall  unit.Dp = 4  // inline code
	Radius       unit.Dp = 8  // buttons, fields, rows of a list
	RadiusMedium unit.Dp = 10 // code blocks, tool calls
	RadiusLarge  unit.Dp = 14 // cards, bubbles, the composer

	Hairline unit.Dp = 1 // borders and rules
)

// DefaultTextSize is the size of read text when nothing else is asked for.
const DefaultTextSize unit.Sp = 15

// A TextStyle is one step of the type scale.
type TextStyle struct {
	Font       font.Font
	Size       unit.Sp
	LineHeight unit.Sp // from one baseline to the next
}

// A Theme is one look of the program. It is read only.
type Theme struct {
	Palette
	Dark   bool
	Still  bool         // nothing moves by itself: the person wants less movement
	Shaper *text.Shaper // of the window; used by its frame goroutine alone

	Body  TextStyle // what is read: 15 sp
	Small TextStyle // what is said beside it: 13 sp
	Print TextStyle // small print: 12 sp
	Title TextStyle // 16 sp, semibold
	Label TextStyle // buttons and names: 14 sp, medium
	Mono  TextStyle // 13 sp, monospaced, without ligatures
}

// Options choose a look. The zero value is the light one at its usual size.
type Options struct {
	Dark     bool
	Still    bool         // nothing moves by itself
	TextSize unit.Sp      // of Body; the scale keeps its proportions. 0: [DefaultTextSize]
	Shaper   *text.Shaper // nil: a new one with the system's fonts
}

// New makes a theme. A change of look gives the former theme's Shaper, so that
// shaped text and loaded fonts are kept.
func New(o Options) *Theme {
	if o.TextSize == 0 {
		o.TextSize = DefaultTextSize
	}
	if o.Shaper == nil {
		o.Shaper = NewShaper(ShaperOptions{})
	}
	sans, label, title := font.Font{Typeface: SansSerif}, font.Font{Typeface: SansSerif}, font.Font{Typeface: SansSerif}
	// Gio blends in linear light, which thins dark text on a light ground by
	// about one weight.
	sans.Weight, label.Weight, title.Weight = font.Medium, font.SemiBold, font.SemiBold
	if o.Dark {
		sans.Weight, label.Weight = font.Normal, font.Medium
	}
	scaled := func(f font.Font, size, lineHeight unit.Sp) TextStyle {
		k := o.TextSize / DefaultTextSize
		return TextStyle{Font: f, Size: size * k, LineHeight: lineHeight * k}
	}
	th := &Theme{
		Palette: Light(),
		Dark:    o.Dark,
		Still:   o.Still,
		Shaper:  o.Shaper,
		Body:    scaled(sans, 15, 22),
		Small:   scaled(sans, 13, 19),
		Print:   scaled(sans, 12, 17),
		Title:   scaled(title, 16, 23),
		Label:   scaled(label, 14, 20),
		Mono:    scaled(font.Font{Typeface: Monospace}, 13, 20),
	}
	if o.Dark {
		th.Palette = Dark()
	}
	return th
}

// Bold is s in its bold weight.
func (s TextStyle) Bold() TextStyle {
	s.Font.Weight = font.Bold
	return s
}

// Semibold is s in its semibold weight.
func (s TextStyle) Semibold() TextStyle {
	s.Font.Weight = font.SemiBold
	return s
}

// Italic is s in italics.
func (s TextStyle) Italic() TextStyle {
	s.Font.Style = font.Italic
	return s
}

// A Touch is what a pointer does to a ground.
type Touch uint8

const (
	Apart Touch = iota
	Hovered
	Pressed
)

// Touched is a ground that the pointer touches so: nearer to that of text and
// page which is farther from it. Where there is no ground of its own, text is
// laid over what is under it, which Gio does in linear light: little is much on
// a dark page.
func (t *Theme) Touched(ground color.NRGBA, how Touch) color.NRGBA {
	part := [...]float32{Hovered: 0.05, Pressed: 0.11}[how]
	veil := [...]uint8{Hovered: 0x1A, Pressed: 0x38}[how]
	if t.Dark {
		veil = [...]uint8{Hovered: 3, Pressed: 7}[how]
	}
	switch {
	case how == Apart:
		return ground
	case ground.A == 0:
		return color.NRGBA{R: t.Text.R, G: t.Text.G, B: t.Text.B, A: veil}
	case distance(ground, t.Text) < distance(ground, t.Background):
		return mix(ground, t.Background, part)
	}
	return mix(ground, t.Text, part)
}

func distance(a, b color.NRGBA) int {
	one := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return one(a.R, b.R) + one(a.G, b.G) + one(a.B, b.B)
}

// mix is a with a part of b.
func mix(a, b color.NRGBA, part float32) color.NRGBA {
	one := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*part) }
	return color.NRGBA{R: one(a.R, b.R), G: one(a.G, b.G), B: one(a.B, b.B), A: a.A}
}
