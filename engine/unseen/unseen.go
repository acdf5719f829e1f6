package unseen

import (
	"fmt"
	"unicode"
)

// Mark tells a character that leaves no mark of its own, or that is none:
// controls and formats, those of nobody's, variation selectors, blank letters.
// Tabs and line ends are not among them.
func Mark(r rune) bool {
	switch r {
	case '\t', '\n':
		return false
	case '\u2800': // the Braille pattern without a dot
		return true
	}
	return unicode.IsControl(r) ||
		r >= 0x80 && unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// Space tells a space that is not the plain one.
func Space(r rune) bool { return r >= 0x80 && unicode.Is(unicode.Zs, r) }

// InCode tells what hides something in a command, a path or a program's text.
func InCode(r rune) bool { return Mark(r) || Space(r) }

// InProse tells what hides something in what people write to each other, where
// other spaces, the joiners of emoji and their variants have a use.
func InProse(r rune) bool {
	const joiner = '\u200d'
	return Mark(r) && r != joiner && !(r >= 0x80 && unicode.In(r, unicode.Variation_Selector))
}

// Code is how such a character is written: U+202E.
func Code(r rune) string { return fmt.Sprintf("U+%04X", r) }
