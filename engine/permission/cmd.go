package permission

import "strings"

// A cmdCommand is one command of a cmd text.
type cmdCommand struct {
	args   []arg
	writes []arg // > alone; >> loses nothing
	adds   []arg
	piped  bool // it reads what the one before it wrote
}

// cmd reads a text for cmd.exe.
func (r *reader) cmd(text string) {
	commands, ok := (&cmdLexer{r: r, s: text}).commands()
	if !ok {
		r.opaque(Unreadable, r.frame.at(0, len(text)))
	}
	out := output{}
	for _, c := range commands {
		if !r.step() {
			return
		}
		in := input{}
		if c.piped {
			in = out
			in.given = true
		}
		out = r.cmdCall(c.args, in)
		for _, w := range c.writes {
			if !strings.EqualFold(w.text, "nul") && !strings.EqualFold(w.text, "con") {
				r.write(w, Overwrite)
				r.wrote(w, out)
			}
		}
		for _, w := range c.adds {
			r.appendTo(w)
			r.wrote(w, out)
		}
	}
}

// cmdCall reads one command, with what stands before it.
func (r *reader) cmdCall(args []arg, in input) output {
	for len(args) > 0 && r.step() {
		if rest := strings.TrimLeft(args[0].text, "@"); rest != args[0].text && rest != "" {
			args = append([]arg{cutArg(args[0], len(args[0].text)-len(rest), rest)}, args[1:]...)
		}
		name := strings.ToLower(args[0].text)
		if i := strings.IndexByte(name, '/'); i > 0 && cmdInside[name[:i]] { // del/s/q
			head, rest := args[0], cutArg(args[0], i, args[0].text[i:])
			head.text = name[:i]
			args = append([]arg{head, rest}, args[1:]...)
			name = head.text
		}
		switch name {
		case "if":
			args = cmdIf(args[1:])
		case "else", "call", "@", "(", "do":
			args = args[1:]
		case "for":
			args = r.cmdFor(args[1:])
		case "rem", "goto", "":
			return output{given: true, known: true}
		case "set":
			r.cmdSet(args[1:])
			return output{given: true, known: true}
		case "start":
			out, _ := r.special(&call{name: "start", head: args[0], args: args[1:], in: in})
			return out
		default:
			if strings.HasPrefix(name, ":") {
				return output{}
			}
			return r.cmdProgram(args, in)
		}
	}
	return output{given: true, known: true}
}

// cmdInside are commands that cmd itself has: a switch may follow at once.
var cmdInside = words("cmd del erase rd rmdir move copy ren rename format dir echo type cd md mkdir xcopy")

func (r *reader) cmdProgram(args []arg, in input) output {
	name, ok := commandName(args[0])
	if !ok {
		r.opaque(UnknownCommand, args[0].at)
		return output{given: true}
	}
	switch name {
	case "del", "erase", "rd", "rmdir", "move", "copy", "ren", "rename", "xcopy", "replace":
		return r.cmdFiles(name, args, in)
	case "echo":
		return produced(joined("", args[1:]), nil)
	case "type":
		if len(args) > 1 {
			if o, ok := r.files[r.fileKey(args[1])]; ok {
				return o
			}
		}
		return output{given: true}
	}
	return r.call(args, in)
}

// cmdFiles reads cmd's own commands on files.
func (r *reader) cmdFiles(name string, args []arg, in input) output {
	if asksForHelp(args[1:]) {
		return output{given: true}
	}
	all := false
	for _, a := range args[1:] {
		all = all || strings.HasPrefix(strings.ToLower(a.text), "/s")
	}
	ops := withoutSlashes(args[1:])
	head := args[0]
	at := head.at
	for _, a := range args[1:] {
		if isSwitch(a.text) {
			at.end = max(at.end, a.at.end)
		}
	}
	switch name {
	case "del", "erase":
		r.found(Finding{Class: Destructive, Act: Delete, Severity: r.worst(ops), Targets: r.targets(ops)}, at)
	case "rd", "rmdir":
		if all {
			r.found(Finding{Class: Destructive, Act: Delete, Severity: r.worst(ops), Targets: r.targets(ops)}, at)
		} else {
			r.found(Finding{Class: Destructive, Act: DeleteEmpty, Severity: Low, Targets: r.targets(ops)}, at)
		}
	case "move", "ren", "rename", "replace":
		if n := len(ops) - 1; n > 0 {
			r.moves(at, ops[:n], ops[n])
		} else {
			r.found(Finding{Class: Destructive, Act: Move, Severity: Low, Targets: r.targets(ops)}, at)
		}
	case "copy", "xcopy":
		if !hasText(args, "/-y") {
			r.copies(&call{name: name, head: head, args: ops, in: in})
		}
	}
	return output{given: true}
}

// worst is the severity of losing what words name.
func (r *reader) worst(ops []arg) Severity {
	s := Medium
	for _, t := range r.targets(ops) {
		s = max(s, t.Place.severity())
	}
	return s
}

// cmdIf skips a condition.
func cmdIf(args []arg) []arg {
	for len(args) > 0 {
		switch strings.ToLower(args[0].text) {
		case "/i", "not":
			args = args[1:]
			continue
		case "exist", "defined", "errorlevel", "cmdextversion":
			return args[min(2, len(args)):]
		}
		break
	}
	if len(args) > 0 && strings.Contains(args[0].text, "==") && !strings.HasSuffix(args[0].text, "==") {
		return args[1:]
	}
	// a == b, a equ b
	return args[min(3, len(args)):]
}

// cmdFor skips up to do, and reads the command that for /f runs.
func (r *reader) cmdFor(args []arg) []arg {
	variable := ""
	runs := len(args) > 0 && strings.EqualFold(args[0].text, "/f")
	for i, a := range args {
		if strings.HasPrefix(a.text, "%") && variable == "" {
			variable = a.text
		}
		if strings.EqualFold(a.text, "do") {
			return args[i+1:]
		}
		t := strings.Trim(a.text, "()")
		if runs && (strings.HasPrefix(t, "'") || strings.HasPrefix(t, "`")) {
			var words []string
			for _, b := range args[i:] {
				words = append(words, strings.Trim(b.text, "()"))
				if strings.HasSuffix(strings.TrimRight(b.text, ")"), t[:1]) && (len(words) > 1 || len(t) > 1) {
					break
				}
			}
			r.text(strings.Trim(strings.Join(words, " "), t[:1]), Cmd, frame{outer: a.at}, input{})
			runs = false
		}
	}
	return nil
}

// cmdSet remembers a variable.
func (r *reader) cmdSet(args []arg) {
	text := joined("", args)
	for strings.HasPrefix(text, "/") && len(text) > 2 {
		text = strings.TrimSpace(text[2:])
		if text != "" && !strings.HasPrefix(text, "/") {
			text = "?" // set /a and /p: not known
		}
	}
	name, value, ok := strings.Cut(text, "=")
	if ok {
		r.assign("%"+strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value))
	}
}

// A cmdLexer cuts a cmd text into commands.
type cmdLexer struct {
	r *reader
	s string
	i int
}

func (l *cmdLexer) commands() (list []cmdCommand, ok bool) {
	var c cmdCommand
	flush := func(piped bool) {
		if len(c.args)+len(c.writes)+len(c.adds) > 0 {
			list = append(list, c)
		}
		c = cmdCommand{piped: piped}
	}
	for l.i < len(l.s) && l.r.step() {
		switch ch := l.s[l.i]; {
		case strings.IndexByte(" \t,;=", ch) >= 0:
			l.i++
		case ch == '\n':
			l.i++
			flush(false)
		case ch == '&' || ch == '|':
			two := strings.HasPrefix(l.s[l.i:], "&&") || strings.HasPrefix(l.s[l.i:], "||")
			l.i++
			if two {
				l.i++
			}
			flush(ch == '|' && !two)
		case ch == '(' && !l.inFor(c), ch == ')' && !l.inFor(c):
			l.i++
			flush(c.piped && ch == '(')
		case ch == '@' && len(c.args) == 0:
			l.i++
		case l.redirects():
			l.redirect(&c)
		default:
			a := l.word()
			c.args = append(c.args, a)
			if t := strings.ToLower(a.text); len(c.args) == 1 && t == "rem" || strings.HasPrefix(t, "::") {
				for l.i < len(l.s) && l.s[l.i] != '\n' {
					l.i++
				}
			}
		}
	}
	flush(false)
	return list, true
}

// inFor tells whether a bracket belongs to the list of a for.
func (l *cmdLexer) inFor(c cmdCommand) bool {
	if len(c.args) == 0 || !strings.EqualFold(c.args[0].text, "for") {
		return len(c.args) > 0 && (strings.EqualFold(c.args[0].text, "echo") || strings.EqualFold(c.args[0].text, "set"))
	}
	for _, a := range c.args {
		if strings.EqualFold(a.text, "do") {
			return false
		}
	}
	return true
}

func (l *cmdLexer) redirects() bool {
	s := l.s[l.i:]
	return s[0] == '>' || s[0] == '<' || len(s) > 1 && s[0] >= '0' && s[0] <= '9' && (s[1] == '>' || s[1] == '<')
}

func (l *cmdLexer) redirect(c *cmdCommand) {
	start := l.i
	for l.i < len(l.s) && strings.IndexByte("0123456789", l.s[l.i]) >= 0 {
		l.i++
	}
	op := l.i
	for l.i < len(l.s) && (l.s[l.i] == '>' || l.s[l.i] == '<') {
		l.i++
	}
	kind := l.s[op:l.i]
	if l.i < len(l.s) && l.s[l.i] == '&' {
		l.i += min(2, len(l.s)-l.i)
		return
	}
	for l.i < len(l.s) && l.s[l.i] == ' ' {
		l.i++
	}
	if l.i >= len(l.s) {
		return
	}
	a := l.word()
	a.at.start = l.r.frame.at(start, l.i).start
	switch kind {
	case ">":
		c.writes = append(c.writes, a)
	case ">>":
		c.adds = append(c.adds, a)
	}
}

// word reads a word: ^ takes the meaning of the next letter away, quotes keep
// white space together, %NAME% and !NAME! are variables.
func (l *cmdLexer) word() arg {
	start := l.i
	var b strings.Builder
	quoted := false
	for l.i < len(l.s) {
		c := l.s[l.i]
		if !quoted && strings.IndexByte(" \t,;=\n&|<>)", c) >= 0 && !(c == '=' || c == ',' || c == ';') {
			break
		}
		if !quoted && (c == ',' || c == ';') || !quoted && c == '=' && !strings.HasPrefix(l.s[l.i:], "==") && !(l.i > 0 && l.s[l.i-1] == '=') {
			break
		}
		switch {
		case c == '"':
			quoted = !quoted
			l.i++
		case c == '^' && !quoted && l.i+1 < len(l.s) && (l.s[l.i+1] == ' ' || l.s[l.i+1] == '\t'):
			l.i++ // the name ends here all the same
		case c == '^' && !quoted && l.i+1 < len(l.s):
			l.i++
			if l.s[l.i] != '\n' {
				b.WriteByte(l.s[l.i])
			}
			l.i++
		case c == '%' || c == '!':
			b.WriteString(l.variable(c))
		default:
			b.WriteByte(c)
			l.i++
		}
	}
	if l.i == start {
		b.WriteByte(l.s[l.i])
		l.i++
	}
	a := arg{text: b.String(), at: l.r.frame.at(start, l.i)}
	a.inner = frame{outer: a.at}
	a.glob = strings.ContainsAny(a.text, "*?")
	if raw := l.s[start:l.i]; strings.Contains(raw, a.text) && a.text != "" {
		i := strings.Index(raw, a.text)
		at := l.r.frame.at(start+i, start+i+len(a.text))
		a.inner = frame{base: at.start, exact: l.r.frame.exact, outer: at}
	}
	return a
}

// variable reads %NAME% or !NAME!; %f of a for is not known.
func (l *cmdLexer) variable(c byte) string {
	rest := l.s[l.i+1:]
	end := strings.IndexByte(rest, c)
	if end > 0 && !strings.ContainsAny(rest[:end], " \t\n&|<>") {
		name := strings.ToLower(rest[:end])
		l.i += end + 2
		return l.r.cmdVariable(name)
	}
	l.i++
	if c == '!' || len(rest) == 0 {
		return string(c)
	}
	for l.i < len(l.s) && (l.s[l.i] == '%' || l.s[l.i] == '~') {
		l.i++
	}
	if l.i < len(l.s) && isVariable(l.s[l.i]) {
		l.i++
		return "%" + string(unknown)
	}
	return "%"
}

func (r *reader) cmdVariable(name string) string {
	if v, ok := r.vars["%"+name]; ok {
		return v
	}
	switch name {
	case "comspec":
		return "cmd.exe"
	case "userprofile", "homedrive%%homepath":
		if r.where.Home != "" {
			return slashed(r.where.Home)
		}
	case "cd":
		if r.cwd != "" {
			return r.cwd
		}
	}
	return string(unknown)
}
