package permission

import (
	"strings"
	"unicode/utf8"
)

// psToken is a piece of a PowerShell text.
type psToken struct {
	kind  psKind
	arg   arg
	parts []span // texts of ( ) { } and $( ) in it, to be read as commands
	start int
	space bool // white space before it
}

type psKind uint8

const (
	psWord  psKind = iota
	psEnd          // ; or a new line, && and ||
	psPipe         // |
	psCall         // & or . before a command
	psWrite        // > >> and the like; arg is the operator
	psComma
	psBad // a quote or a bracket that is not closed
)

// A psLexer cuts a text into tokens.
type psLexer struct {
	r    *reader
	s    string
	i    int
	head bool // the next word is a command's
}

func (l *psLexer) tokens() []psToken {
	var out []psToken
	l.head = true
	for l.r.step() {
		space := l.blank()
		if l.i >= len(l.s) {
			break
		}
		t := l.next()
		t.space = space
		out = append(out, t)
		if t.kind == psBad {
			break
		}
		l.head = t.kind == psEnd || t.kind == psPipe
	}
	return out
}

// blank skips white space, comments and continued lines.
func (l *psLexer) blank() bool {
	start := l.i
	for l.i < len(l.s) {
		switch rest := l.s[l.i:]; {
		case rest[0] == ' ' || rest[0] == '\t':
			l.i++
		case strings.HasPrefix(rest, "`\n"):
			l.i += 2
		case strings.HasPrefix(rest, "<#"):
			end := strings.Index(rest, "#>")
			if end < 0 {
				l.i = len(l.s)
				return true
			}
			l.i += end + 2
		case rest[0] == '#':
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			l.i += end
		default:
			return l.i > start
		}
	}
	return l.i > start
}

func (l *psLexer) next() psToken {
	t := psToken{start: l.i}
	rest := l.s[l.i:]
	take := func(k psKind, n int) psToken {
		t.kind = k
		t.arg.text, t.arg.at = rest[:n], l.r.frame.at(l.i, l.i+n)
		l.i += n
		return t
	}
	switch {
	case strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "||"):
		return take(psEnd, 2)
	case rest[0] == ';' || rest[0] == '\n' || rest[0] == ')' || rest[0] == '}':
		return take(psEnd, 1)
	case rest[0] == '|':
		return take(psPipe, 1)
	case rest[0] == '&':
		if l.head || l.after('=') {
			return take(psCall, 1)
		}
		return take(psEnd, 1)
	case rest[0] == '.' && l.head && len(rest) > 1 && (rest[1] == ' ' || rest[1] == '{' || rest[1] == '\'' || rest[1] == '"' || rest[1] == '$' || rest[1] == '('):
		return take(psCall, 1)
	case rest[0] == ',':
		return take(psComma, 1)
	}
	if n := psRedirect(rest); n > 0 {
		return take(psWrite, n)
	}
	return l.word(t)
}

// after tells whether the last letter before here is c.
func (l *psLexer) after(c byte) bool {
	s := strings.TrimRight(l.s[:l.i], " \t")
	return len(s) > 0 && s[len(s)-1] == c
}

// psRedirect is the length of a redirection: > >> 2> *> 2>&1.
func psRedirect(s string) int {
	i := 0
	if s[0] >= '1' && s[0] <= '6' || s[0] == '*' {
		i = 1
	}
	if i >= len(s) || s[i] != '>' {
		return 0
	}
	i++
	if i < len(s) && s[i] == '>' {
		i++
	}
	if i+1 < len(s) && s[i] == '&' && s[i+1] >= '1' && s[i+1] <= '6' {
		return i + 2
	}
	return i
}

// word reads a word with the quotes and brackets in it.
func (l *psLexer) word(t psToken) psToken {
	var b strings.Builder
	quoted := 0
	for l.i < len(l.s) {
		c, n := utf8.DecodeRuneInString(l.s[l.i:])
		switch {
		case isQuote(c, '\''):
			if !l.single(&b) {
				return l.bad(t)
			}
			quoted++
		case isQuote(c, '"'):
			if !l.double(&b, &t) {
				return l.bad(t)
			}
			quoted++
		case c == '`':
			l.i++
			if l.i < len(l.s) {
				b.WriteByte(l.s[l.i])
				l.i++
			}
		case c == '@' && l.here(&b, &t):
			quoted++
		case c == '$':
			l.dollar(&b, &t)
		case c == '(' || c == '{' || c == '@' && l.i+1 < len(l.s) && (l.s[l.i+1] == '(' || l.s[l.i+1] == '{'):
			if c == '{' && b.Len() == 0 {
				t.arg.block = true
			}
			if c == '@' {
				l.i++
			}
			inner, ok := l.bracket()
			if !ok {
				return l.bad(t)
			}
			t.parts = append(t.parts, inner)
			b.WriteString(l.constant(inner, c))
		case c == ' ' || c == '\t' || c == '\n' || c == ';' || c == '|' || c == ')' || c == '}' || c == ',' || c == '&' || c == '>' && b.Len() > 0:
			return l.end(t, b.String(), quoted)
		default:
			if c == '*' || c == '?' {
				t.arg.glob = true
			}
			b.WriteString(l.s[l.i : l.i+n])
			l.i += n
		}
	}
	return l.end(t, b.String(), quoted)
}

// constant is the value of a bracket that holds one string, else unknown.
func (l *psLexer) constant(inner span, open rune) string {
	s := strings.TrimSpace(l.s[inner.start:inner.end])
	if open == '(' && len(s) > 1 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] && strings.Count(s, s[:1]) == 2 && !strings.Contains(s, "$") {
		return s[1 : len(s)-1]
	}
	return string(unknown)
}

func (l *psLexer) end(t psToken, text string, quoted int) psToken {
	t.arg.text = text
	t.arg.at = l.r.frame.at(t.start, l.i)
	raw := l.s[t.start:l.i]
	t.arg.inner = frame{outer: t.arg.at}
	if i := strings.Index(raw, text); i >= 0 && text != "" && quoted < 2 {
		at := l.r.frame.at(t.start+i, t.start+i+len(text))
		t.arg.inner = frame{base: at.start, exact: l.r.frame.exact, outer: at}
	}
	return t
}

func (l *psLexer) bad(t psToken) psToken {
	t.kind = psBad
	l.i = len(l.s)
	t.arg.at = l.r.frame.at(t.start, l.i)
	return t
}

// isQuote tells a quote: PowerShell takes typographic ones for plain ones.
func isQuote(c rune, q byte) bool {
	if q == '\'' {
		return c == '\'' || c >= 0x2018 && c <= 0x201B
	}
	return c == '"' || c >= 0x201C && c <= 0x201E
}

// single reads '…', where two quotes are one.
func (l *psLexer) single(b *strings.Builder) bool {
	_, n := utf8.DecodeRuneInString(l.s[l.i:])
	l.i += n
	for l.i < len(l.s) {
		c, n := utf8.DecodeRuneInString(l.s[l.i:])
		l.i += n
		if !isQuote(c, '\'') {
			b.WriteRune(c)
			continue
		}
		d, m := utf8.DecodeRuneInString(l.s[l.i:])
		if l.i >= len(l.s) || !isQuote(d, '\'') {
			return true
		}
		b.WriteRune(c)
		l.i += m
	}
	return false
}

// double reads "…", with variables and commands in it.
func (l *psLexer) double(b *strings.Builder, t *psToken) bool {
	_, n := utf8.DecodeRuneInString(l.s[l.i:])
	l.i += n
	for l.i < len(l.s) {
		c, n := utf8.DecodeRuneInString(l.s[l.i:])
		switch {
		case isQuote(c, '"'):
			l.i += n
			if l.i < len(l.s) && l.s[l.i] == '"' {
				b.WriteByte('"')
				l.i++
				continue
			}
			return true
		case c == '`' && l.i+1 < len(l.s):
			if l.s[l.i+1] == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(l.s[l.i+1])
			}
			l.i += 2
		case c == '$':
			l.dollar(b, t)
		default:
			b.WriteRune(c)
			l.i += n
		}
	}
	return false
}

// here reads @'…'@ and @"…"@.
func (l *psLexer) here(b *strings.Builder, t *psToken) bool {
	rest := l.s[l.i:]
	if len(rest) < 3 || rest[1] != '\'' && rest[1] != '"' || !strings.HasPrefix(strings.TrimLeft(rest[2:], " \t"), "\n") {
		return false
	}
	from := strings.IndexByte(rest, '\n') + 1
	end := strings.Index(rest[from-1:], "\n"+rest[1:2]+"@")
	if end < 0 {
		return false
	}
	text := ""
	if end > 0 {
		text = rest[from : from-1+end]
	}
	if rest[1] == '"' && strings.Contains(text, "$") {
		if i := strings.Index(text, "$("); i >= 0 {
			t.parts = append(t.parts, span{l.i + from, l.i + from + len(text)})
		}
		text = strings.ReplaceAll(text, "$", string(unknown))
	}
	b.WriteString(text)
	l.i += from - 1 + end + 3
	return true
}

// dollar reads a variable, or a command in $( ).
func (l *psLexer) dollar(b *strings.Builder, t *psToken) {
	l.i++
	if l.i < len(l.s) && l.s[l.i] == '(' {
		if inner, ok := l.bracket(); ok {
			t.parts = append(t.parts, inner)
		}
		b.WriteRune(unknown)
		return
	}
	start := l.i
	if l.i < len(l.s) && l.s[l.i] == '{' {
		end := strings.IndexByte(l.s[l.i:], '}')
		if end < 0 {
			end = len(l.s) - l.i - 1
		}
		l.i += end + 1
		b.WriteString(l.r.psVariable(strings.Trim(l.s[start:l.i], "{}")))
		return
	}
	for l.i < len(l.s) && isVariable(l.s[l.i]) {
		l.i++
	}
	name := l.s[start:l.i]
	if name == "" && l.i < len(l.s) && strings.IndexByte("_?^$", l.s[l.i]) >= 0 {
		l.i++
	}
	b.WriteString(l.r.psVariable(name))
}

func isVariable(c byte) bool {
	return c == '_' || c == ':' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// bracket reads up to the bracket that closes the one here.
func (l *psLexer) bracket() (inner span, ok bool) {
	depth := 0
	start := l.i + 1
	for l.i < len(l.s) {
		var skip strings.Builder
		c, n := utf8.DecodeRuneInString(l.s[l.i:])
		switch {
		case isQuote(c, '\''):
			if !l.single(&skip) {
				return span{}, false
			}
			continue
		case isQuote(c, '"'):
			l.i += n
			for l.i < len(l.s) && l.s[l.i] != '"' {
				if l.s[l.i] == '`' {
					l.i++
				}
				l.i++
			}
		case c == '`':
			l.i++
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			if depth--; depth == 0 {
				inner = span{start, l.i}
				l.i++
				return inner, true
			}
		}
		l.i += max(n, 1)
	}
	l.i = min(l.i, len(l.s))
	return span{}, false
}

// psVariable is the value of a variable where it is known.
func (r *reader) psVariable(name string) string {
	switch n := strings.ToLower(name); n {
	case "home", "env:userprofile", "env:home":
		if r.where.Home != "" {
			return slashed(r.where.Home)
		}
	case "pwd":
		if r.cwd != "" {
			return r.cwd
		}
	case "null", "true", "false":
		return "$" + n
	case "env:comspec":
		return "cmd.exe"
	default:
		if v, ok := r.vars["$"+n]; ok {
			return v
		}
	}
	return string(unknown)
}
