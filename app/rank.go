package app

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// How a word that is typed may be found in a label, from the worst.
const (
	notFound  = iota
	scattered // its letters, in their order
	inside    // in a word of the label
	beginning // at the beginning of a word
)

// rank tells how well a label goes with what is typed, 0 for not at all: each
// word of it must be found, whatever its case and accents.
func rank(typed, label string) int {
	label = plain(label)
	words := strings.Fields(plain(typed))
	if len(words) == 0 {
		return beginning
	}
	least := beginning
	for _, w := range words {
		least = min(least, rankWord(w, label))
	}
	return least
}

func rankWord(word, label string) int {
	switch i := strings.Index(label, word); {
	case i >= 0 && slices.ContainsFunc(strings.FieldsFunc(label, between), func(l string) bool { return strings.HasPrefix(l, word) }):
		return beginning
	case i >= 0:
		return inside
	}
	rest := []rune(word)
	for _, r := range label {
		if r == rest[0] {
			if rest = rest[1:]; len(rest) == 0 {
				return scattered
			}
		}
	}
	return notFound
}

func between(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// plain is a text in small letters without accents.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}
