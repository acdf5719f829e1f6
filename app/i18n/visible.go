package i18n

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible shows what others wrote as it is: characters that cannot be seen, that
// turn the line round, break it or control a terminal stand as their code
// points between before and after. Newlines and tabs stay.
func Visible(s, before, after string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "%sU+%04X%s", before, r, after)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch r {
	case '\n', '\t', '\u200d': // U+200D joins emoji
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
