package typeset

import (
	"fmt"
	"unicode"
)

// codePoint is how a character that cannot be seen is written: U+202E.
func codePoint(r rune) string { return fmt.Sprintf("U+%04X", r) }

// isBidiControl reports whether r changes the direction of the text around it.
func isBidiControl(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// isInvisible reports whether r leaves no mark of its own, or looks like a
// plain space without being one: in code, that hides what is written.
func isInvisible(r rune) bool {
	switch {
	case r == ' ':
		return false
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zs, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
		return true
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	}
	return false
}
