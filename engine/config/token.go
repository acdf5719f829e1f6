package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// skip passes blanks and comments.
func (p *parser) skip() {
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			p.at++
		case bytes.HasPrefix(rest, []byte("//")):
			p.comment(p.at + lineLength(rest))
		case bytes.HasPrefix(rest, []byte("/*")):
			p.blockComment(rest)
		case c == '#':
			p.add(HashComment, nil, p.at, p.at+1, []Edit{{p.at, p.at + 1, "//"}})
			p.comment(p.at + lineLength(rest))
		default:
			if !p.invisible(rest) {
				return
			}
		}
	}
}

// lineLength is the length of the first line of text, its end not counted.
func lineLength(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// comment passes one that ends at end.
func (p *parser) comment(end int) {
	p.comments = append(p.comments, [2]int{p.at, end})
	p.at = end
}

func (p *parser) blockComment(rest []byte) {
	i := bytes.Index(rest[2:], []byte("*/"))
	if i < 0 {
		end := len(p.text)
		p.add(UnfinishedComment, nil, p.at, p.at+2, []Edit{{end, end, "*/"}})
		p.comment(end)
		return
	}
	p.comment(p.at + 2 + i + 2)
}

// invisible passes a run of characters that show as a blank or not at all
// but are none in JSON: they come with text pasted from web pages.
func (p *parser) invisible(rest []byte) bool {
	n := 0
	for n < len(rest) {
		c, size := utf8.DecodeRune(rest[n:])
		if c < utf8.RuneSelf || !unicode.IsSpace(c) && !unicode.Is(unicode.Cf, c) {
			break
		}
		n += size
	}
	if n == 0 {
		return false
	}
	c, _ := utf8.DecodeRune(rest)
	p.add(InvisibleCharacter, nil, p.at, p.at+n, []Edit{{p.at, p.at + n, " "}}, codePoint(c))
	p.at += n
	return true
}

func codePoint(c rune) string { return fmt.Sprintf("U+%04X", c) }

// key reads the key of m, or passes what cannot be one and returns false.
func (p *parser) key(m *node) bool {
	switch c := p.peek(); {
	case c == '"':
		m.name = p.quoted(m)
	case p.wrongQuotes(m, &m.name):
	default:
		n := len(bytes.TrimRight(until(p.text[p.at:], ":=,{}[]\"\n#"), " \t\r"))
		word := string(p.text[p.at : p.at+n])
		if first, _ := utf8.DecodeRuneInString(word); n == 0 || !startsWord(first) {
			p.unexpected(m.parent, p.junk())
			return false
		}
		m.name = word
		p.add(Unquoted, m, p.at, p.at+n, []Edit{{p.at, p.at + n, quote(word)}}, word)
		p.at += n
	}
	m.keyEnd = p.at
	p.last = p.at
	return true
}

// until is text up to the first of stops.
func until(text []byte, stops string) []byte {
	if i := bytes.IndexAny(text, stops); i >= 0 {
		return text[:i]
	}
	return text
}

// startsWord reports whether c may begin text that somebody left unquoted.
func startsWord(c rune) bool {
	return unicode.IsGraphic(c) && c != utf8.RuneError && !strings.ContainsRune("{}[]:,;=)", c)
}

// junk is the length of the run of characters here that mean nothing.
func (p *parser) junk() int {
	_, n := utf8.DecodeRune(p.text[p.at:])
	for p.at+n < len(p.text) {
		c, size := utf8.DecodeRune(p.text[p.at+n:])
		if startsWord(c) || unicode.IsSpace(c) || strings.ContainsRune(`{}[]:,;"'/#=`, c) {
			break
		}
		n += size
	}
	return n
}

// unexpected passes n bytes that cannot be here.
func (p *parser) unexpected(around *node, n int) {
	p.add(UnexpectedCharacter, around, p.at, p.at+n, []Edit{{p.at, p.at + n, ""}}, string(p.text[p.at:p.at+n]))
	p.at += n
	p.last = p.at
}

// quoted reads the string at p.at, which begins with a quote, for the key or
// value n.
func (p *parser) quoted(n *node) string {
	start, at := p.at, p.at+1
	for at < len(p.text) && p.text[at] != '\n' {
		switch {
		case p.text[at] == '"':
			p.at = at + 1
			return p.unescape(n, start+1, at)
		case p.text[at] == '\\' && at+1 < len(p.text) && p.text[at+1] != '\n':
			at++
		}
		at++
	}
	end := start + len(trimUnfinished(p.text[start:at]))
	p.at = end
	inner := end
	if slashes := end - len(bytes.TrimRight(p.text[:end], `\`)); slashes%2 == 1 {
		inner-- // it would take the quote that is missing
	}
	p.add(UnfinishedString, n, start, end, []Edit{{inner, end, `"`}})
	return p.unescape(n, start+1, inner)
}

// trimUnfinished guesses where the string that the rest of a line begins was
// meant to end: before the commas and brackets at the end of the line.
func trimUnfinished(line []byte) []byte {
	after := " \t\r,"
	for _, pair := range []string{"{}", "[]"} {
		if bytes.IndexByte(line, pair[0]) < 0 {
			after += pair[1:]
		}
	}
	_, size := utf8.DecodeRune(line)
	return line[:max(size, len(bytes.TrimRight(line, after)))]
}

// unescape decodes what is between the quotes of a string.
func (p *parser) unescape(n *node, start, end int) string {
	raw := p.text[start:end]
	if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexFunc(raw, unicode.IsControl) < 0 {
		return string(raw)
	}
	var b strings.Builder
	for i := start; i < end; {
		switch c := p.text[i]; {
		case c == '\\':
			i += p.escape(n, &b, i, end)
		case c < ' ':
			escaped := strings.Trim(quote(string(c)), `"`)
			p.add(ControlCharacter, n, i, i+1, []Edit{{i, i + 1, escaped}}, codePoint(rune(c)))
			b.WriteByte(c)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// escape decodes the escape at i and returns its length. A backslash that
// begins none stands for itself: most are in a path of Windows.
func (p *parser) escape(n *node, b *strings.Builder, i, end int) int {
	rest := p.text[i:end]
	const letters, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if len(rest) > 1 {
		if at := strings.IndexByte(letters, rest[1]); at >= 0 {
			b.WriteByte(meant[at])
			return 2
		}
	}
	if c, size := unicodeEscape(rest); size > 0 {
		b.WriteRune(c)
		return size
	}
	if len(rest) > 1 && rest[1] == '\'' {
		p.add(BadEscape, n, i, i+2, []Edit{{i, i + 1, ""}}, `\'`)
		b.WriteByte('\'')
		return 2
	}
	_, size := utf8.DecodeRune(rest[1:])
	p.add(BadEscape, n, i, i+1+size, []Edit{{i, i, `\`}}, string(rest[:1+size]))
	b.WriteByte('\\')
	return 1
}

// unicodeEscape decodes \uXXXX, or two of them that are a surrogate pair. A
// surrogate alone is the replacement character, as in encoding/json.
func unicodeEscape(s []byte) (c rune, size int) {
	first, ok := hexEscape(s)
	if !ok {
		return 0, 0
	}
	if second, ok := hexEscape(s[6:]); ok && utf16.IsSurrogate(first) {
		if both := utf16.DecodeRune(first, second); both != utf8.RuneError {
			return both, 12
		}
	}
	if utf16.IsSurrogate(first) {
		first = utf8.RuneError
	}
	return first, 6
}

func hexEscape(s []byte) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	return rune(v), err == nil
}

// quote is s as a string of JSON.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // no string fails
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func isNumberStart(c byte) bool {
	return c == '-' || c == '+' || c == '.' || '0' <= c && c <= '9'
}

// number reads a number, or a word that begins like one, as 10m.
func (p *parser) number(n *node) {
	size := 1
	for p.at+size < len(p.text) && isNumberByte(p.text[p.at+size]) {
		size++
	}
	written := string(p.text[p.at : p.at+size])
	if json.Valid([]byte(written)) {
		n.kind, n.value = number, written
		p.at += size
		return
	}
	if meant, ok := mendNumber(written); ok {
		p.add(BadNumber, n, p.at, p.at+size, []Edit{{p.at, p.at + size, meant}}, written)
		n.kind, n.value = number, meant
		p.at += size
		return
	}
	p.unquoted(n)
}

func isNumberByte(c byte) bool {
	return isNumberStart(c) || c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// mendNumber is the number of JSON for one of another language: +1, .5, 1.,
// 007, 1_000.
func mendNumber(s string) (string, bool) {
	s = strings.ReplaceAll(strings.TrimPrefix(s, "+"), "_", "")
	s, negative := strings.CutPrefix(s, "-")
	if !strings.ContainsAny(s, "0123456789") {
		return "", false
	}
	s = strings.TrimSuffix(strings.TrimLeft(s, "0"), ".")
	if s == "" || s[0] == '.' || s[0] == 'e' || s[0] == 'E' {
		s = "0" + s
	}
	if negative {
		s = "-" + s
	}
	return s, json.Valid([]byte(s)) && len(s) < 400
}

// irregular reads what is no object, array, string or number: a word, a
// string with the wrong quotes or none, or nothing that can be read.
func (p *parser) irregular(n *node) {
	if p.wrongQuotes(n, &n.value) {
		n.kind = text
		return
	}
	if c, _ := utf8.DecodeRune(p.text[p.at:]); !startsWord(c) {
		p.unexpected(n, p.junk())
		return
	}
	size := 0
	for p.at+size < len(p.text) && isNumberByte(p.text[p.at+size]) {
		size++
	}
	written := string(p.text[p.at : p.at+size])
	if meant, ok := words[written]; ok {
		if meant != written {
			p.add(WrongWord, n, p.at, p.at+size, []Edit{{p.at, p.at + size, meant}}, written, meant)
		}
		n.kind, n.value = word, meant
		p.at += size
		return
	}
	p.unquoted(n)
}

// words are those of JSON, by what people write for them.
var words = map[string]string{
	"true": "true", "True": "true", "TRUE": "true", "yes": "true", "Yes": "true",
	"false": "false", "False": "false", "FALSE": "false", "no": "false", "No": "false",
	"null": "null", "Null": "null", "NULL": "null", "None": "null", "nil": "null", "undefined": "null",
}

// unquoted reads a string that was written without quotes: all up to a comma
// or bracket on its line.
func (p *parser) unquoted(n *node) {
	run := until(p.text[p.at:], ",{}[]\"\n")
	if i := bytes.Index(run, []byte(" //")); i >= 0 {
		run = run[:i]
	}
	size := max(1, len(bytes.TrimRight(run, " \t\r;")))
	n.kind, n.value = text, string(p.text[p.at:p.at+size])
	p.add(Unquoted, n, p.at, p.at+size, []Edit{{p.at, p.at + size, quote(n.value)}}, n.value)
	p.at += size
}

// quotes are pairs of those that are not JSON's. A typographic one may be
// closed by any of its family.
var quotes = map[rune]string{
	'\'': "'", '`': "`", '‘': "’‘'", '’': "’'", '“': "”“\"", '”': "”\"", '„': "“”\"", '«': "»", '»': "«",
}

// wrongQuotes reads a string in other quotes than JSON's into value, for the
// key or value n. It returns false when there is none.
func (p *parser) wrongQuotes(n *node, value *string) bool {
	open, size := utf8.DecodeRune(p.text[p.at:])
	closers, ok := quotes[open]
	if !ok {
		return false
	}
	rest := p.text[p.at:]
	inner := rest[size : size+len(until(rest[size:], closers+"\n"))]
	closing, closed := utf8.DecodeRune(rest[size+len(inner):])
	whole := rest[:size+len(inner)+closed]
	if !strings.ContainsRune(closers, closing) {
		whole = trimUnfinished(rest[:size+len(inner)])
		inner = whole[size:]
	}
	*value = string(inner)
	p.add(WrongQuotes, n, p.at, p.at+len(whole), []Edit{{p.at, p.at + len(whole), quote(*value)}}, *value)
	p.at += len(whole)
	return true
}
