package unseen

import (
	"testing"
	"unicode"
)

func TestTheRule(t *testing.T) {
	const seen, space, prose, hides = "seen", "a space", "of use in prose", "hides"
	for r, want := range map[rune]string{
		'a': seen, 'é': seen, '漢': seen, '\t': seen, '\n': seen, ' ': seen, '😀': seen,
		'\u00a0': space, '\u202f': space, '\u3000': space,
		'\u200d': prose, '\ufe0f': prose, '\ufe00': prose,
		0: hides, '\r': hides, '\x1b': hides, '\x7f': hides, '\u0085': hides, '\u00ad': hides, '\u200b': hides, '\u202e': hides,
		'\u2066': hides, '\ufeff': hides, '\u2028': hides, '\u2800': hides, '\u3164': hides, '\u115f': hides, '\u034f': hides, '\ue000': hides, '\U000e0041': hides,
	} {
		got := [3]bool{Mark(r), Space(r), InProse(r)}
		if got != map[string][3]bool{seen: {}, space: {false, true, false}, prose: {true, false, false}, hides: {true, false, true}}[want] || InCode(r) == (want == seen) {
			t.Errorf("%s is %v, want that it is %s", Code(r), got, want)
		}
	}
	for r := range unicode.MaxRune {
		if unicode.Is(unicode.Bidi_Control, r) && !InProse(r) {
			t.Errorf("%s turns the text round", Code(r))
		}
	}
}
