package desktop

import (
	"strings"

	"sidekicks/app/i18n"
)

// languages reads the environment as gettext does: LANGUAGE is a list and
// counts only when the locale is not the plain one.
func languages(getenv func(string) string) []string {
	locale := i18n.Locale(getenv)
	if locale == "" || plain(locale) {
		return nil
	}
	var tags []string
	for l := range strings.SplitSeq(getenv("LANGUAGE"), ":") {
		if l != "" && !plain(l) {
			tags = append(tags, tag(l))
		}
	}
	return append(tags, tag(locale))
}

// plain reports whether a locale is that of no language.
func plain(locale string) bool {
	name, _, _ := strings.Cut(locale, ".")
	return name == "C" || name == "POSIX"
}

// tag makes fr-CA of fr_CA.UTF-8@euro.
func tag(locale string) string {
	if i := strings.IndexAny(locale, ".@"); i >= 0 {
		locale = locale[:i]
	}
	return strings.ReplaceAll(locale, "_", "-")
}
