package codeedit

import (
	"strings"
)

// A Kind is what a stretch of a line is, for its colour.
type Kind uint8

const (
	Plain Kind = iota
	Key
	String
	Number
	Word // such as true and null
	Comment
)

// A Token is a stretch of a line.
type Token struct {
	Start, End int // bytes of the line
	Kind       Kind
}

// A State is what a line begins in, such as a comment; the text begins in 0.
type State uint8

// A Language is what the editor knows of a grammar. The zero value is plain text.
type Language struct {
	// Tokens gives each the stretches of a line that are not plain, in order and
	// apart, and tells in which state the next line begins. It must be fast,
	// keep nothing, as a line may be a whole file, and is called on the window's
	// goroutine.
	Tokens func(line string, in State, each func(Token)) State
	// After is the state alone; it is asked for lines that are not in view.
	After   func(line string, in State) State
	Comment string // begins a comment that ends with its line; "" for none
	Pairs   string // such as {}[]""
}

// JSON is JSON with comments.
func JSON() Language {
	return Language{Tokens: jsonTokens, After: jsonAfter, Comment: "//", Pairs: `{}[]""`}
}

// pair is the pair that a sign belongs to; zeros for none.
func (l Language) pair(sign byte) (open, closing byte) {
	for i := 0; i+1 < len(l.Pairs); i += 2 {
		if l.Pairs[i] == sign || l.Pairs[i+1] == sign {
			return l.Pairs[i], l.Pairs[i+1]
		}
	}
	return 0, 0
}

// opens reports whether a sign opens a pair that has a closing sign of its own.
func (l Language) opens(sign byte) bool {
	open, closing := l.pair(sign)
	return sign != 0 && sign == open && open != closing
}

func (l Language) tokens(line string, in State, each func(Token)) State {
	if l.Tokens == nil {
		return in
	}
	return l.Tokens(line, in, each)
}

// stateOf is the state that a line begins in.
func (d *document) stateOf(line int) State {
	var s State
	if d.language.After == nil {
		return s
	}
	for i := range line {
		s = d.language.After(d.line(i), s)
	}
	return s
}

// kindAt is what the caret at an offset is in. At the edge of a string it is
// outside, unless the string does not end.
func (d *document) kindAt(offset int) Kind {
	i := d.lineAt(offset)
	start, _ := d.bounds(i)
	line := d.line(i)
	in := d.stateOf(i)
	kind := Plain
	var last Token
	begun := func(t Token) bool { return t.Start < offset-start || t.Start == 0 && in != 0 }
	out := d.language.tokens(line, in, func(t Token) {
		if last = t; begun(t) && offset-start < t.End && kind == Plain {
			kind = t.Kind
		}
	})
	open := last.Kind != Plain && last.End == len(line) && (out != 0 || d.language.isOpen(last.Kind, line[last.Start:]))
	if kind == Plain && open && begun(last) {
		kind = last.Kind
	}
	return kind
}

// isOpen reports whether what is written after a token goes on in it.
func (l Language) isOpen(k Kind, token string) bool {
	return k == Comment && l.Comment != "" && strings.HasPrefix(token, l.Comment) || k == String && !closed(token)
}

const inComment State = 1

// jsonAfter is the state after a line, without its tokens where no comment of
// several lines can begin or end.
func jsonAfter(line string, in State) State {
	if !strings.Contains(line, "/*") && !strings.Contains(line, "*/") {
		return in
	}
	return jsonTokens(line, in, func(Token) {})
}

func jsonTokens(line string, in State, each func(Token)) State {
	i := 0
	if in == inComment {
		end := strings.Index(line, "*/")
		if end < 0 {
			each(Token{0, len(line), Comment})
			return inComment
		}
		i = end + 2
		each(Token{0, i, Comment})
	}
	for i < len(line) {
		kind, n := jsonToken(line[i:])
		if kind != Plain {
			each(Token{i, i + n, kind})
		}
		i += n
		if kind == Comment && !strings.HasPrefix(line[i-n:], "//") && !(n >= 4 && strings.HasSuffix(line[:i], "*/")) {
			return inComment
		}
	}
	return 0
}

// jsonToken is the kind and length of the first token of s.
func jsonToken(s string) (Kind, int) {
	switch c := s[0]; {
	case c == '"':
		n := stringEnd(s)
		if strings.HasPrefix(strings.TrimLeft(s[n:], " \t"), ":") {
			return Key, n
		}
		return String, n
	case strings.HasPrefix(s, "//"):
		return Comment, len(s)
	case strings.HasPrefix(s, "/*"):
		if end := strings.Index(s[2:], "*/"); end >= 0 {
			return Comment, end + 4
		}
		return Comment, len(s)
	case c == '-' || isDigit(c):
		return Number, run(s, func(c byte) bool { return isDigit(c) || strings.IndexByte("+-.eE", c) >= 0 })
	case isLetter(c):
		n := run(s, func(c byte) bool { return isLetter(c) || isDigit(c) })
		if w := s[:n]; w == "true" || w == "false" || w == "null" {
			return Word, n
		}
		return Plain, n
	}
	return Plain, 1
}

// stringEnd is the length of the string that s begins with; without a closing
// quote it is all of s.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// closed reports whether s, which begins with a quote, is a whole string.
func closed(s string) bool {
	n := stringEnd(s)
	if n < 2 || s[n-1] != '"' {
		return false
	}
	inner := s[1 : n-1]
	return (len(inner)-len(strings.TrimRight(inner, `\`)))%2 == 0
}

func run(s string, in func(byte) bool) int {
	n := 1
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

// nearBrackets is how many lines away a matching bracket is looked for.
const nearBrackets = 2000

// waits reports whether the caret is where something is still to be written:
// inside an empty pair, or in a blank line.
func (d *document) waits() bool {
	at := d.selection.caret
	if at > 0 && at < len(d.text) {
		if open, closing := d.language.pair(d.text[at-1]); open == d.text[at-1] && closing == d.text[at] {
			return true
		}
	}
	start, end := d.bounds(d.lineAt(at))
	return strings.TrimSpace(d.text[start:end]) == ""
}

// brackets is the pair that the caret is beside; false for none.
func (d *document) brackets() (a, b int, ok bool) {
	caret := d.selection.caret
	for _, at := range []int{caret - 1, caret} {
		if at < 0 || at >= len(d.text) {
			continue
		}
		c := d.text[at]
		open, closing := d.language.pair(c)
		if open == closing || d.kindAt(at+1) != Plain {
			continue
		}
		if m, found := d.match(at, c == open); found {
			return at, m, true
		}
	}
	return 0, 0, false
}

// match finds the bracket that belongs to the one at an offset.
func (d *document) match(offset int, forward bool) (int, bool) {
	first := d.lineAt(offset)
	state := d.stateOf(first)
	if forward {
		depth := 0
		for i := first; i < min(d.lines(), first+nearBrackets); i++ {
			var signs []int
			signs, state = d.signs(i, state)
			for _, s := range signs {
				if s >= offset && d.balance(s, &depth) {
					return s, true
				}
			}
		}
		return 0, false
	}
	return d.matchBack(offset, first)
}

func (d *document) matchBack(offset, first int) (int, bool) {
	from := max(0, first-nearBrackets)
	state := d.stateOf(from)
	var all []int
	for i := from; i <= first; i++ {
		var signs []int
		signs, state = d.signs(i, state)
		all = append(all, signs...)
	}
	depth := 0
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] <= offset && d.balance(all[i], &depth) {
			return all[i], true
		}
	}
	return 0, false
}

// balance counts a bracket; true when it is the one that closes the first.
func (d *document) balance(offset int, depth *int) bool {
	open, _ := d.language.pair(d.text[offset])
	if d.text[offset] == open {
		*depth++
	} else {
		*depth--
	}
	return *depth == 0
}

// signs are the offsets of the brackets of a line that are neither in a string
// nor in a comment.
func (d *document) signs(line int, in State) ([]int, State) {
	start, _ := d.bounds(line)
	text := d.line(line)
	var signs []int
	from := 0
	plain := func(to int) { // from the last token to the next
		for i := from; i < to; i++ {
			if open, closing := d.language.pair(text[i]); open != closing {
				signs = append(signs, start+i)
			}
		}
	}
	out := d.language.tokens(text, in, func(t Token) {
		plain(t.Start)
		from = t.End
	})
	plain(len(text))
	return signs, out
}
