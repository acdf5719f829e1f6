package guide

import (
	"strings"
	"unicode"
)

// A language is one that the guide answers in.
type language uint8

const (
	english language = iota
	french
)

// A phrase is the same thing said in each language.
type phrase struct{ en, fr string }

func (p phrase) in(l language) string {
	if l == french {
		return p.fr
	}
	return p.en
}

// languageIn is the language of a locale such as "fr_FR.UTF-8".
func languageIn(locale string) language {
	if strings.HasPrefix(locale, "fr") {
		return french
	}
	return english
}

// languageOf guesses the language of text from its most common short words,
// and gives before when they do not settle it.
func languageOf(text string, before language) language {
	const (
		frenchWords  = " je tu il elle nous vous le la les l un une des du de d est es et que qui pour dans avec ne pas mon ma mes ton ta bonjour bonsoir salut coucou merci oui non comment quoi quel quelle peux peut montre moi toi au aux sur ce cette fais voir "
		englishWords = " i you he she we they the a an is are am and that which for in with not my your hello hi hey thanks thank yes no how what can could show me of to on this do please "
	)
	score := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), notLetter) {
		if strings.Contains(frenchWords, " "+w+" ") || strings.ContainsAny(w, "éèêëàâçùûôîïœ") {
			score++
		}
		if strings.Contains(englishWords, " "+w+" ") {
			score--
		}
	}
	switch {
	case score > 0:
		return french
	case score < 0:
		return english
	}
	return before
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// fold makes a word comparable: lower case, without accents.
func fold(word string) string {
	return strings.NewReplacer("é", "e", "è", "e", "ê", "e", "à", "a", "ç", "c").Replace(strings.ToLower(word))
}
