package markdown

import "bytes"

// Some texts take the parser a time that grows with the square of their length,
// and nobody writes them but to hold up who reads them: containers in containers
// without end, links that are begun again and again and never closed. What the
// parser is given of them is plain letters; what is shown is the text itself.

const (
	// maxDepth is how many containers stand in each other.
	maxDepth = 100
	// maxParens is how many parentheses may be open in the address of a link.
	// Source: the note on implementations in CommonMark 0.31, section Links.
	maxParens = 32
	plainByte = 'x'
)

// disarmed gives source with the traps in it made plain: the same bytes where
// there are none, else a copy of the same length. It looks at lines alone, so
// that a part of a text is read as the whole is.
func disarmed(source []byte) []byte {
	out := source
	plain := func(i int) {
		if &out[0] == &source[0] {
			out = bytes.Clone(source)
		}
		out[i] = plainByte
	}
	for start := 0; start < len(source); {
		end := start + bytes.IndexByte(source[start:], '\n') + 1
		if end == start {
			end = len(source)
		}
		line := source[start:end]
		if i := tooDeep(line); i >= 0 {
			plain(start + i)
		}
		for at := 0; ; {
			i := bytes.Index(line[at:], []byte("]("))
			if i < 0 {
				break
			}
			at += i + 2
			if !mayClose(line[at:]) {
				plain(start + at - 1)
			}
		}
		start = end
	}
	return out
}

// tooDeep gives where a line opens one container too many, -1 where it does not.
func tooDeep(line []byte) int {
	indent := len(line) - len(bytes.TrimLeft(line, " \t"))
	depth := indent / 2 // an item stands in one that begins two columns before
	for i := indent; i < len(line); {
		n := marker(line[i:])
		if n == 0 {
			return -1
		}
		if depth++; depth > maxDepth {
			return i
		}
		i += n
		i += len(line[i:]) - len(bytes.TrimLeft(line[i:], " \t"))
	}
	return -1
}

// marker is the length of the mark that opens a container, 0 where none stands.
func marker(s []byte) int {
	if s[0] == '>' {
		return 1
	}
	n := 1
	switch {
	case bytes.HasPrefix(s, []byte("[^")):
		n = bytes.Index(s, []byte("]:")) + 2
		if n < 4 {
			return 0
		}
		return n
	case '0' <= s[0] && s[0] <= '9':
		for n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		if n == len(s) || s[n] != '.' && s[n] != ')' {
			return 0
		}
		n++
	case s[0] != '-' && s[0] != '+' && s[0] != '*':
		return 0
	}
	if n < len(s) && s[n] != ' ' && s[n] != '\t' && s[n] != '\n' {
		return 0
	}
	return n
}

// mayClose tells whether what follows "](" can be an address.
func mayClose(s []byte) bool {
	s = bytes.TrimLeft(s, " \t")
	pointed := len(s) > 0 && s[0] == '<'
	open := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case pointed:
			if c == '>' || c == '<' && i > 0 {
				return c == '>'
			}
		case c == '(':
			if open++; open > maxParens {
				return false
			}
		case c == ')':
			if open--; open < 0 {
				return true
			}
		case c == ' ' || c == '\t' || c == '\n':
			return true // a title may follow
		}
	}
	return !pointed
}
