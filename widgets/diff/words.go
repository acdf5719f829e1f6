package diff

import (
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"

	"sidekicks/widgets/textrows"
)

// maxMarked is the length in bytes up to which words are marked in a line.
const maxMarked = textrows.PieceBytes

// changedWords marks in two lines the words in which they differ: spans of ink
// 1. There are none when the lines have too little in common for that to help.
func changedWords(before, after string) (a, b []textrows.Span) {
	if len(before) > maxMarked || len(after) > maxMarked {
		return nil, nil
	}
	x, y := words(before), words(after)
	changes := lcs.DiffLines(x, y)
	kept, same, at := 0, 0, 0
	for _, c := range append(changes, lcs.Diff{Start: len(x), End: len(x), ReplStart: len(y), ReplEnd: len(y)}) {
		all, inWords := weight(x[at:c.Start])
		kept, same, at = kept+all, same+inWords, c.End
	}
	wholeX, _ := weight(x)
	wholeY, _ := weight(y)
	if same == 0 || 2*kept < min(wholeX, wholeY) {
		return nil, nil
	}
	return marked(x, changes, func(c lcs.Diff) (int, int) { return c.Start, c.End }),
		marked(y, changes, func(c lcs.Diff) (int, int) { return c.ReplStart, c.ReplEnd })
}

// weight is how many bytes are not blank, and how many of these are of words.
func weight(words []string) (all, inWords int) {
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		switch kindOf(r) {
		case word:
			inWords += len(w)
			fallthrough
		case other:
			all += len(w)
		}
	}
	return all, inWords
}

// marked makes spans of the changes: those between in ink 0, theirs in ink 1. A
// blank between two changes is part of them.
func marked(words []string, changes []lcs.Diff, of func(lcs.Diff) (int, int)) []textrows.Span {
	var spans []textrows.Span
	at, offset := 0, 0
	skip := func(to int) bool {
		blank := true
		for ; at < to; at++ {
			offset += len(words[at])
			blank = blank && words[at][0] == ' '
		}
		return blank
	}
	for _, c := range changes {
		start, end := of(c)
		if start == end {
			continue
		}
		if blank := skip(start); offset > 0 && !(blank && len(spans) > 0) {
			spans = append(spans, textrows.Span{End: offset})
		}
		skip(end)
		if n := len(spans); n > 0 && spans[n-1].Ink == 1 {
			spans[n-1].End = offset
			continue
		}
		spans = append(spans, textrows.Span{End: offset, Ink: 1})
	}
	return spans
}

// words cuts a line into words, stretches of blanks, and single other
// characters.
func words(s string) []string {
	var out []string
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		kind := kindOf(r)
		for n < len(s) && kind != other {
			r, size := utf8.DecodeRuneInString(s[n:])
			if kindOf(r) != kind {
				break
			}
			n += size
		}
		out, s = append(out, s[:n]), s[n:]
	}
	return out
}

type kind uint8

const (
	other kind = iota
	word
	blank
)

func kindOf(r rune) kind {
	switch {
	case r == ' ' || r == '\t':
		return blank
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
		return word
	}
	return other
}
