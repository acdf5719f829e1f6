package i18n

import (
	"strings"

	"sidekicks/engine/unseen"
)

// Visible shows what others wrote as it is: characters that cannot be seen, that
// turn the line round, break it or control a terminal stand as their code
// points between before and after. Newlines and tabs stay.
func Visible(s, before, after string) string {
	if strings.IndexFunc(s, unseen.InProse) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unseen.InProse(r) {
			b.WriteString(before + unseen.Code(r) + after)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// VisibleInLine is Visible for what stands among our own words: it begins no
// line of its own.
func VisibleInLine(s, before, after string) string {
	return strings.ReplaceAll(Visible(s, before, after), "\n", before+unseen.Code('\n')+after)
}
