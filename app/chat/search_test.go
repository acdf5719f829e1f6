package chat

import "testing"

func TestIndexFold(t *testing.T) {
	for _, c := range []struct {
		text, word string
		from       int
		start, end int
	}{
		{"a needle", "NEEDLE", 0, 2, 8},
		{"nneedle", "needle", 0, 1, 7},
		{"Élan ÉLAN élan", "élan", 1, 6, 11},
		{"abc", "", 0, -1, -1},
		{"abc", "abcd", 0, -1, -1},
		{"\xffabc", "abc", 0, 1, 4},
		{"a Kelvin: \u212a", "k", 3, 10, 13},
		{"ȺB", "b", 0, 2, 3},
	} {
		if start, end := indexFold(c.text, folded(c.word), c.from); start != c.start || end != c.end {
			t.Errorf("%q in %q from %d: %d to %d", c.word, c.text, c.from, start, end)
		}
	}
}
