package config

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold is the form in which names that look the same are equal.
func fold(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}

// nearest is the one of choices that was probably meant by word, or "". Case
// and the marks between parts of a name do not count.
func nearest(word string, choices []string) string {
	best, least := "", 1+len(word)/4
	if least > 2 {
		least = 3
	}
	wordBare := bare(word)
	for _, c := range choices {
		choice := bare(c)
		if d := distance(wordBare, choice); d < least || d == 0 && best == "" {
			best, least = c, d
		}
	}
	return best
}

func bare(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || c == ' ' {
			return -1
		}
		return c
	}, fold(s))
}

// distance is how many letters to insert, remove, replace or swap with their
// neighbour to make a of b; a large number when either is long.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 40 || len(y) > 40 {
		return 100
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// durationWords are the words that stand for no limit, by the schema's format.
var durationWords = map[string]string{"idle-time": "never", "keep-time": "off"}

const (
	day         = 24 * time.Hour
	maxDuration = 3650 * day
)

// parseDuration reads a duration as Go writes it, with days besides. The word
// is 0.
func parseDuration(s, word string) (time.Duration, bool) {
	if s == word {
		return 0, true
	}
	var days int
	if before, rest, found := strings.Cut(s, "d"); found {
		n, err := strconv.ParseUint(before, 10, 16)
		if err != nil {
			return 0, false
		}
		if days, s = int(n), rest; s == "" {
			s = "0s"
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > maxDuration {
		return 0, false
	}
	d += time.Duration(days) * day
	return d, d > 0 && d <= maxDuration
}

// units are those of durations, by what people write for them.
var units = map[string]string{
	"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "seconde": "s", "secondes": "s",
	"m": "m", "mn": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
	"h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "heure": "h", "heures": "h",
	"d": "d", "day": "d", "days": "d", "j": "d", "jour": "d", "jours": "d",
}

// mendDuration writes the duration n as the format wants it where only the
// unit or blanks are wrong.
func mendDuration(n *node, word string) []Edit {
	s := strings.ToLower(strings.ReplaceAll(n.value, " ", ""))
	count := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	meant := count + units[s[len(count):]]
	switch s {
	case "never", "off", "none", "no", "0", "jamais", "non":
		meant = word
	}
	if _, ok := parseDuration(meant, word); !ok {
		return nil
	}
	return []Edit{{n.start, n.end, quote(meant)}}
}
