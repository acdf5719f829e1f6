package i18n

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Words is every sentence in one language. It is immutable and may be shared
// between goroutines.
type Words struct {
	sentences
	formats
	codes
	Settings SettingsWords
	First    FirstWords
	errnos   errnos
	signals  signals
	tag      language.Tag
}

// languages are all there are. The first is spoken where none of them is known.
var languages = []Words{
	{englishSentences, englishFormats, englishCodes, englishSettings, englishFirst, englishErrnos, englishSignals, language.English},
	{frenchSentences, frenchFormats, frenchCodes, frenchSettings, frenchFirst, frenchErrnos, frenchSignals, language.French},
}

// Locale is the system's, which tells the language of its messages: POSIX, 8.2
// Internationalization Variables. It is "" where there is none.
func Locale(getenv func(string) string) string {
	return cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
}

// For gives the words of a language: a BCP 47 tag or a POSIX locale such as
// fr_FR.UTF-8. A language that there is none of is answered in English.
func For(locale string) *Words {
	name, _, _ := strings.Cut(locale, ".")
	base, _ := language.Make(strings.ReplaceAll(name, "_", "-")).Base()
	i := slices.Index(Languages(), base.String())
	return &languages[max(i, 0)]
}

// Languages are the two-letter names of the languages that there are words of.
func Languages() (names []string) {
	for i := range languages {
		names = append(names, languages[i].Language())
	}
	return names
}

// Speaks tells whether there are words of a language, by its two-letter name.
func Speaks(language string) bool { return slices.Contains(Languages(), language) }

// WrongLanguage tells which languages --lang takes.
func (w *Words) WrongLanguage() string {
	return w.OptionTakes("--lang", strings.Join(Languages(), ", "))
}

// Language is the two-letter name of the words' language.
func (w *Words) Language() string { return w.tag.String() }

// sprintf formats with the language's numbers. x/text groups French digits
// with a no-break space, where print wants the narrow one.
func (w *Words) sprintf(format string, args ...any) string {
	return message.NewPrinter(w.tag).Sprintf(format, args...)
}

// A counted sentence has a form for one and a form for more; the number is %[1]d.
type counted struct{ One, Other string }

// count picks the form that the language wants for n and formats it.
func (w *Words) count(c counted, n int, args ...any) string {
	form := c.Other
	if plural.Cardinal.MatchPlural(w.tag, n, 0, 0, 0, 0) == plural.One {
		form = c.One
	}
	return w.sprintf(form, append([]any{n}, args...)...)
}
