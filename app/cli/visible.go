package cli

import (
	"fmt"
	"strings"
	"unicode"
)

// visible shows what could control a terminal, hide or reorder text as code
// points: control characters but newline and tab, and invisible ones.
func visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	const zeroWidthJoiner = 0x200D // within emoji
	return r != '\n' && r != '\t' && r != zeroWidthJoiner && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}
