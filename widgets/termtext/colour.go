package termtext

import (
	"image/color"
	"math"

	"sidekicks/theme"
	"sidekicks/widgets/textrows"
)

// Ink is how a look is drawn on [theme.Palette.Raised]: in its colours, as far
// as they can be read.
func (s source) Ink(th *theme.Theme, ink uint16) textrows.Ink {
	if ink == 0 || int(ink) > len(s.looks.list) {
		return textrows.Ink{Color: th.Text}
	}
	k := s.looks.list[ink-1]
	out := textrows.Ink{Bold: k.bold, Italic: k.italic, Under: k.under, Struck: k.struck}
	text, ground := k.text.or(th, th.Text), k.ground.or(th, th.Raised)
	if k.inverse {
		text, ground = ground, text
	}
	if k.faint {
		text = mix(text, ground, 0.35)
	}
	if ground != th.Raised {
		out.Ground = ground
	}
	out.Color = readable(text, ground)
	return out
}

// or is the colour c, or usual when c is the usual one.
func (c colour) or(th *theme.Theme, usual color.NRGBA) color.NRGBA {
	switch {
	case c == 0:
		return usual
	case c&any24 != 0:
		return opaque(uint32(c))
	}
	i := uint32(c - ofPalette)
	switch {
	case i < 16 && th.Dark:
		return opaque(darkColours[i])
	case i < 16:
		return opaque(lightColours[i])
	case i < 232: // a cube of six steps each of red, green and blue
		i -= 16
		return opaque(step(i/36)<<16 | step(i/6%6)<<8 | step(i%6))
	}
	grey := 8 + 10*(i-232)
	return opaque(grey<<16 | grey<<8 | grey)
}

func step(i uint32) uint32 {
	if i == 0 {
		return 0
	}
	return 55 + 40*i
}

func opaque(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF}
}

// The sixteen colours: black, red, green, yellow, blue, magenta, cyan, white,
// and the same bright.
var (
	lightColours = [16]uint32{
		0x23211E, 0xB3261E, 0x2E7D4F, 0x8A5A00, 0x2A5DB0, 0x7A3E9D, 0x1B6E7D, 0x6F6A62,
		0x57534C, 0xC2352B, 0x237A43, 0x946200, 0x3268C8, 0x9045BA, 0x127486, 0x45423D,
	}
	darkColours = [16]uint32{
		0x8A847A, 0xF2867E, 0x7CCB98, 0xE8B95A, 0x82AEF0, 0xC79BE3, 0x6EC5D0, 0xCFCAC0,
		0xA39D92, 0xFFA59E, 0x9CE0B3, 0xF5CF83, 0xA6C7F7, 0xDABAF0, 0x93DAE3, 0xF2EFE8,
	}
)

// readable is c, made darker or lighter until it can be read on a ground: WCAG
// 2.1 asks for a contrast of 4.5 to 1.
func readable(c, ground color.NRGBA) color.NRGBA {
	black, white := opaque(0), opaque(0xFFFFFF)
	far := black
	if contrast(white, ground) > contrast(black, ground) {
		far = white
	}
	out := c
	for part := 0.0; contrast(out, ground) < 4.5 && part < 1; {
		part = min(1, part+1.0/16)
		out = mix(c, far, part)
	}
	return out
}

// mix is a with a part of b in it.
func mix(a, b color.NRGBA, part float64) color.NRGBA {
	of := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*(1-part) + float64(y)*part)) }
	return color.NRGBA{R: of(a.R, b.R), G: of(a.G, b.G), B: of(a.B, b.B), A: 0xFF}
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.03928 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
