package permission

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// What a word's value holds beside letters. A command with these runes in it
// is refused before it is read.
const (
	unknown = '\uE0F0' // something that is not in the text
	split   = '\uE0F1' // white space at which a shell splits an expansion
	fresh   = '\uE0F2' // a name that mktemp made: nothing was there
)

// An arg is a word of a call, with its quotes removed and expansions filled
// in where they are known.
type arg struct {
	text    string
	at      span
	inner   frame  // where text stands in the command
	glob    bool   // a pattern, unquoted
	lead    bool   // begins with an expansion that is not quoted
	content output // of a process substitution or a command substitution in it
	block   bool   // a PowerShell script block
}

func (a arg) known() bool { return !strings.ContainsAny(a.text, string([]rune{unknown, split, fresh})) }

// fields expands a word to the args that a command gets.
func (r *reader) fields(w *syntax.Word) []arg {
	var out []arg
	at := r.frame.at(offset(w.Pos()), offset(w.End())) // before braces change the word
	for _, b := range braces(w) {
		if len(b.Parts) == 0 { // of {,}
			continue
		}
		a := r.value(b)
		a.at = at
		if !a.inner.exact {
			a.inner = frame{outer: a.at}
		}
		if !strings.ContainsRune(a.text, split) {
			out = append(out, a)
			continue
		}
		for _, t := range strings.FieldsFunc(a.text, func(c rune) bool { return c == split }) {
			b := a
			b.text, b.inner = t, frame{outer: a.at}
			out = append(out, b)
		}
	}
	return out
}

func offset(p syntax.Pos) int { return int(p.Offset()) }

// braces expands {a,b}; a word that would give too many stays one, unknown.
func braces(w *syntax.Word) []*syntax.Word {
	if !strings.Contains(w.Lit(), "{") && !hasBrace(w) || !syntax.SplitBraces(w) {
		return []*syntax.Word{w}
	}
	const most = 64
	lists := [][]syntax.WordPart{nil}
	for _, p := range w.Parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok || b.Sequence {
			for i := range lists {
				lists[i] = append(lists[i], p)
			}
			continue
		}
		var next [][]syntax.WordPart
		for _, l := range lists {
			for _, e := range b.Elems {
				for _, x := range braces(e) {
					next = append(next, append(l[:len(l):len(l)], x.Parts...))
				}
			}
			if len(next) > most {
				return []*syntax.Word{w}
			}
		}
		lists = next
	}
	var out []*syntax.Word
	for _, l := range lists {
		out = append(out, &syntax.Word{Parts: l})
	}
	return out
}

func hasBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.Contains(l.Value, "{") {
			return true
		}
	}
	return false
}

// value reads one word.
func (r *reader) value(w *syntax.Word) arg {
	var a arg
	if w == nil || !r.step() {
		return a
	}
	var b strings.Builder
	for i, p := range w.Parts {
		r.part(p, i == 0, &a, &b)
	}
	a.text = b.String()
	if len(w.Parts) == 1 {
		a.inner = r.inner(w.Parts[0], a.text)
	}
	return a
}

// inner is where a word's value stands letter by letter, if it does.
func (r *reader) inner(p syntax.WordPart, text string) frame {
	if _, ok := p.(*syntax.BraceExp); ok {
		return frame{} // an empty one does not know where it is
	}
	start := offset(p.Pos())
	switch p := p.(type) {
	case *syntax.Lit:
		if p.Value == text {
			break
		}
		return frame{}
	case *syntax.SglQuoted:
		if p.Dollar {
			return frame{}
		}
		start++
	case *syntax.DblQuoted:
		if len(p.Parts) != 1 || p.Dollar {
			return frame{}
		}
		l, ok := p.Parts[0].(*syntax.Lit)
		if !ok || l.Value != text {
			return frame{}
		}
		start++
	default:
		return frame{}
	}
	at := r.frame.at(start, start+len(text))
	return frame{base: at.start, exact: r.frame.exact, outer: at}
}

func (r *reader) part(p syntax.WordPart, first bool, a *arg, b *strings.Builder) {
	switch p := p.(type) {
	case *syntax.Lit:
		r.literal(p.Value, first, a, b)
	case *syntax.SglQuoted:
		if p.Dollar {
			b.WriteString(ansiC(p.Value))
		} else {
			b.WriteString(p.Value)
		}
	case *syntax.DblQuoted:
		for _, q := range p.Parts {
			if l, ok := q.(*syntax.Lit); ok {
				b.WriteString(unescapeQuoted(l.Value))
			} else {
				b.WriteString(r.expansion(q, true, a))
			}
		}
	case *syntax.ExtGlob:
		a.glob = true
		b.WriteString("*")
	default:
		a.lead = a.lead || first
		b.WriteString(r.expansion(p, false, a))
	}
}

// literal reads an unquoted run of letters.
func (r *reader) literal(s string, first bool, a *arg, b *strings.Builder) {
	if first && strings.HasPrefix(s, "~") {
		name, rest, _ := strings.Cut(s[1:], "/")
		if rest != "" || strings.HasSuffix(s, "/") {
			rest = "/" + rest
		}
		s = rest
		if name == "" && r.where.Home != "" {
			b.WriteString(slashed(r.where.Home))
		} else {
			b.WriteRune(unknown)
		}
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			if s[i] != '\n' {
				b.WriteByte(s[i])
			}
		case c == '*' || c == '?' || c == '[' && strings.Contains(s[i:], "]"):
			a.glob = true
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
}

func unescapeQuoted(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`", "\\\n", "").Replace(s)
}

// expansion is the value of what is filled in by the shell.
func (r *reader) expansion(p syntax.WordPart, quoted bool, a *arg) string {
	text := string(unknown)
	switch p := p.(type) {
	case *syntax.ParamExp:
		text = r.param(p)
		if o := r.files["$"+paramName(p)]; o.fetched { // it holds what was fetched
			a.content.merge(o)
		}
	case *syntax.CmdSubst:
		o := r.substitution(p, p.Stmts)
		a.content.merge(o)
		if o.known && !o.fetched {
			text = strings.TrimRight(o.text, "\n")
		}
	case *syntax.ProcSubst:
		a.content.merge(r.substitution(p, p.Stmts))
		a.content.file = true
		text = "/dev/fd/63"
	case *syntax.ArithmExp:
		r.inside(p)
	case *syntax.BraceExp:
		for _, e := range p.Elems {
			r.value(e)
		}
	}
	if !quoted {
		text = strings.Map(func(c rune) rune {
			if c == ' ' || c == '\t' || c == '\n' || strings.ContainsRune(r.vars["IFS"], c) {
				return split
			}
			return c
		}, text)
	}
	return text
}

func paramName(p *syntax.ParamExp) string {
	if p.Param == nil {
		return ""
	}
	return p.Param.Value
}

// param is the value of a variable.
func (r *reader) param(p *syntax.ParamExp) string {
	defer r.inside(p)
	if p.Param == nil {
		return string(unknown)
	}
	v, set := r.variable(p.Param.Value)
	simple := p.Flags == nil && !p.Excl && !p.Length && !p.Width && p.Index == nil && p.Slice == nil && p.Repl == nil && p.Names == 0 && p.NestedParam == nil && len(p.Modifiers) == 0
	switch {
	case !simple:
		return string(unknown)
	case p.Exp == nil:
		return v
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if set || alwaysSet[p.Param.Value] {
			return v
		}
		return r.value(p.Exp.Word).text
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return r.value(p.Exp.Word).text
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return v
	}
	return string(unknown)
}

// alwaysSet are variables that a shell always has: their default is never used.
var alwaysSet = words("SHELL PATH USER LOGNAME HOME PWD OLDPWD TERM BASH BASH_VERSION UID EUID PPID HOSTNAME LANG IFS OPTIND SHLVL RANDOM SECONDS LINENO 0")

func (r *reader) variable(name string) (value string, set bool) {
	if v, ok := r.vars[name]; ok {
		return v, true
	}
	switch name {
	case "HOME":
		if r.where.Home != "" {
			return slashed(r.where.Home), true
		}
	case "PWD":
		if r.cwd != "" {
			return r.cwd, true
		}
	case "IFS":
		return " ", true
	case "SHELL", "BASH", "0":
		return "sh", true
	}
	return string(unknown), false
}

// assign remembers a variable. One that gets different values is not known:
// which it has depends on what runs.
func (r *reader) assign(name, value string) {
	if old, ok := r.vars[name]; ok && old != value {
		value = string(unknown)
	}
	r.vars[name] = value
}

// ansiC decodes the inside of $'…'.
func ansiC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		n := 0
		switch c := s[i]; c {
		case 'x':
			n = code(&b, s[i+1:], 16, 2)
		case 'u':
			n = code(&b, s[i+1:], 16, 4)
		case 'U':
			n = code(&b, s[i+1:], 16, 8)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n = code(&b, s[i:], 8, 3) - 1
		default:
			if j := strings.IndexByte("abefnrtv", c); j >= 0 {
				b.WriteByte("\a\b\x1b\f\n\r\t\v"[j])
			} else {
				b.WriteByte(c)
			}
		}
		i += n
	}
	return b.String()
}

// code writes the character whose number s begins with, and gives the digits used.
func code(b *strings.Builder, s string, base, most int) int {
	n := 0
	for n < most && n < len(s) {
		if _, err := strconv.ParseUint(s[n:n+1], base, 8); err != nil {
			break
		}
		n++
	}
	v, _ := strconv.ParseUint(s[:n], base, 32)
	if v < 0x80 || v > utf8.MaxRune {
		b.WriteByte(byte(v))
	} else {
		b.WriteRune(rune(v))
	}
	return n
}

// words makes a set of what a line lists.
func words(line string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(line) {
		set[w] = true
	}
	return set
}
