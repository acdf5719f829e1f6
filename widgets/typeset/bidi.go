package typeset

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// levelsOf finds the embedding level of every byte of s, and whether s as a
// paragraph runs from right to left: when its first letter does (rules P2 and
// P3). It follows UAX 9 without explicit embeddings, whose control characters have no effect
// here: they could make a text look other than it is. Levels are nil when all
// are 0. With ltr the paragraph runs from left to right.
func levelsOf(s string, ltr bool) (levels []uint8, rtl bool) {
	if !mayRunLeft(s) {
		return nil, false
	}
	var t []bidi.Class
	first, right := bidi.ON, false
	for i := 0; i < len(s); {
		p, size := bidi.LookupString(s[i:])
		size = max(1, size)
		class := p.Class()
		switch class {
		case bidi.L, bidi.R, bidi.AL:
			right = right || class != bidi.L
			if first == bidi.ON {
				first = class
			}
		}
		t = append(t, class)
		i += size
	}
	if !right {
		return nil, false
	}
	rtl = first != bidi.L && !ltr
	weak(t, rtl)
	neutral(t, rtl)
	return implicit(s, t, rtl), rtl
}

// mayRunLeft reports whether s may have characters that run from right to left.
func mayRunLeft(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xD6 { // the first byte of U+0590 and above
			return true
		}
	}
	return false
}

func strong(rtl bool) bidi.Class {
	if rtl {
		return bidi.R
	}
	return bidi.L
}

// weak applies the rules W1 to W7.
func weak(t []bidi.Class, rtl bool) {
	marks(t, rtl)
	separators(t)
	last := strong(rtl)
	for i, c := range t {
		switch c {
		case bidi.L, bidi.R:
			last = c
		case bidi.EN:
			if last == bidi.L {
				t[i] = bidi.L
			}
		}
	}
}

// marks applies W1 to W3: marks are as what they stand on, numbers after Arabic
// letters are Arabic, and those letters run left.
func marks(t []bidi.Class, rtl bool) {
	before, last := strong(rtl), strong(rtl)
	for i, c := range t {
		if c == bidi.NSM {
			c = before
		}
		before = c
		switch c {
		case bidi.L, bidi.R, bidi.AL:
			last = c
		case bidi.EN:
			if last == bidi.AL {
				c = bidi.AN
			}
		}
		t[i] = c
	}
	for i, c := range t {
		if c == bidi.AL {
			t[i] = bidi.R
		}
	}
}

// separators applies W4 to W6: what belongs to a number is as the number, and
// all else is neutral.
func separators(t []bidi.Class) {
	for i := 1; i+1 < len(t); i++ {
		a, b := t[i-1], t[i+1]
		if a == b && (t[i] == bidi.CS && (a == bidi.EN || a == bidi.AN) || t[i] == bidi.ES && a == bidi.EN) {
			t[i] = a
		}
	}
	for i := 0; i < len(t); i++ {
		if t[i] != bidi.ET {
			continue
		}
		end := i
		for end < len(t) && t[end] == bidi.ET {
			end++
		}
		if i > 0 && t[i-1] == bidi.EN || end < len(t) && t[end] == bidi.EN {
			fill(t[i:end], bidi.EN)
		}
		i = end
	}
	for i, c := range t {
		switch c {
		case bidi.L, bidi.R, bidi.EN, bidi.AN:
		default:
			t[i] = bidi.ON
		}
	}
}

func fill(t []bidi.Class, c bidi.Class) {
	for i := range t {
		t[i] = c
	}
}

// neutral applies N1 and N2: neutrals between the same direction take it, others
// that of the paragraph.
func neutral(t []bidi.Class, rtl bool) {
	direction := func(i int) bidi.Class {
		switch {
		case i < 0 || i >= len(t):
			return strong(rtl)
		case t[i] == bidi.L:
			return bidi.L
		}
		return bidi.R
	}
	for i := 0; i < len(t); i++ {
		if t[i] != bidi.ON {
			continue
		}
		end := i
		for end < len(t) && t[end] == bidi.ON {
			end++
		}
		c := direction(i - 1)
		if c != direction(end) {
			c = strong(rtl)
		}
		fill(t[i:end], c)
		i = end - 1
	}
}

// implicit applies I1 and I2, and spreads each character's level over its bytes.
func implicit(s string, t []bidi.Class, rtl bool) []uint8 {
	levels := make([]uint8, len(s))
	i := 0
	for _, c := range t {
		var level uint8
		switch {
		case rtl && c == bidi.R:
			level = 1
		case rtl:
			level = 2
		case c == bidi.R:
			level = 1
		case c == bidi.EN || c == bidi.AN:
			level = 2
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		for range size {
			levels[i] = level
			i++
		}
	}
	return levels
}

// visual lists the indices of levels in the order in which they stand on a
// line from left to right (rule L2).
func visual(levels []uint8) []int {
	order := make([]int, len(levels))
	var highest uint8
	for i, l := range levels {
		order[i] = i
		highest = max(highest, l)
	}
	for level := highest; level > 0; level-- {
		for i := 0; i < len(order); i++ {
			if levels[order[i]] < level {
				continue
			}
			end := i
			for end < len(order) && levels[order[end]] >= level {
				end++
			}
			for a, b := i, end-1; a < b; a, b = a+1, b-1 {
				order[a], order[b] = order[b], order[a]
			}
			i = end
		}
	}
	return order
}

// RunsLeft reports whether s as a paragraph runs from right to left: when its
// first letter does.
func RunsLeft(s string) bool {
	_, rtl := levelsOf(s, false)
	return rtl
}
