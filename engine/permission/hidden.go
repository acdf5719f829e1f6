package permission

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sidekicks/engine/unseen"
)

// hidden reports characters that show a command otherwise than it is run:
// controls, invisible and bidirectional ones anywhere; spaces and letters that
// look like ASCII outside quotes, where a shell would take them for a name.
func (r *reader) hidden(s string, f frame) {
	var codes []string
	first := span{}
	quote := rune(0)
	for i, c := range s {
		if r.depth > 0 && unknown <= c && c <= fresh {
			continue
		}
		if bad := isHidden(c) || c == utf8.RuneError || quote == 0 && (isFalseASCII(c) || isAlike(c) && disguised(s, i)); bad {
			if codes == nil {
				_, n := utf8.DecodeRuneInString(s[i:]) // 1 for a byte that is no letter
				first = f.at(i, i+n)
			}
			if code := unseen.Code(c); !slices.Contains(codes, code) && len(codes) < 8 {
				codes = append(codes, code)
			}
		}
		quote = quoteAfter(quote, c, s[:i])
	}
	if len(codes) == 0 {
		return
	}
	r.found(Finding{Class: Opaque, Act: HiddenText, Args: codes, Severity: High}, first)
}

// quoteAfter follows quotes roughly: enough to tell names from strings.
func quoteAfter(quote, c rune, before string) rune {
	escaped := len(before) > 0 && before[len(before)-1] == '\\' && quote != '\''
	switch {
	case escaped || c != '\'' && c != '"':
		return quote
	case quote == 0:
		return c
	case quote == c:
		return 0
	}
	return quote
}

// isHidden tells what is hidden wherever it stands. Emoji have U+FE0F.
func isHidden(c rune) bool { return unseen.Mark(c) && c != 0xFE0F }

// isFalseASCII tells spaces that are none to a shell, and other forms of ASCII.
func isFalseASCII(c rune) bool {
	switch {
	case c < 0x80:
		return false
	case unseen.Space(c):
		return true
	case c >= 0xFF01 && c <= 0xFF5E: // full-width
		return true
	case c >= 0x1D400 && c <= 0x1D7FF: // mathematical letters
		return true
	}
	return c >= 0x2010 && c <= 0x2015 || c == 0x2212 // dashes
}

func isAlike(c rune) bool {
	return c >= 0x80 && unicode.In(c, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu) && slices.Contains(alike, c)
}

// disguised tells whether the word around s[i] has no foreign letter that
// would tell a reader that it is not ASCII: a file named in Russian is no trap.
func disguised(s string, i int) bool {
	const reach = 64
	start, end := max(i-reach, 0), min(i+reach, len(s))
	if j := strings.LastIndexAny(s[start:i], " \t\n;|&/"); j >= 0 {
		start += j + 1
	}
	if j := strings.IndexAny(s[i:end], " \t\n;|&/"); j >= 0 {
		end = i + j
	}
	for _, c := range s[start:end] {
		if c >= 0x80 && c != utf8.RuneError && unicode.IsLetter(c) && !isAlike(c) {
			return false
		}
	}
	return true
}

// alike are letters that can be taken for ASCII ones.
var alike = []rune("аеорсухіјѕһԁԛԝкмтгвнАВЕКМНОРСТУХІЈЅԌԚԜοαρνικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧոսցօհզքցնꓐꓑꓒꓓꓗꓟᎡᎷⲟⲣ")
