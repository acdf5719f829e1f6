package permission

import "strings"

// A call is one command with its arguments, whichever shell it was read from.
type call struct {
	name string // without path, in small letters
	head arg    // the command word
	args []arg
	in   input
	more bool // an unseen list adds operands: xargs and its like
}

// at is the range of the whole call.
func (c *call) at() span {
	s := c.head.at
	for _, a := range c.args {
		s.start, s.end = min(s.start, a.at.start), max(s.end, a.at.end)
	}
	return s
}

// danger is the range of what makes a call do something: its name, so many
// words that stand for a part of the program, and its options up to the last.
func (c *call) danger(words int, values string) span {
	s := c.head.at
	_, ops := options(c.args, values)
	if words = min(words, len(ops)); words > 0 {
		s.end = max(s.end, ops[words-1].at.end)
	}
	for _, a := range c.args {
		if a.text == "--" {
			break
		}
		if len(a.text) > 1 && a.text[0] == '-' {
			s.end = max(s.end, a.at.end)
		}
	}
	return s
}

// call reads what a command does.
func (r *reader) call(args []arg, in input) output {
	return r.callMore(args, in, false)
}

func (r *reader) callMore(args []arg, in input, more bool) output {
	const argsAStep = 16 // each is looked at several times
	if len(args) == 0 || !r.work(1+len(args)/argsAStep) {
		return output{}
	}
	if r.depth++; r.depth > 4*maxDepth {
		r.stop()
	}
	defer func() { r.depth-- }()
	if args[0].text == "--" { // of time -p --
		args = args[1:]
		if len(args) == 0 {
			return output{}
		}
	}
	name, ok := commandName(args[0])
	if !ok {
		r.unknownCommand(args, in)
		return output{given: true, fetched: in.fetched}
	}
	c := &call{name: name, head: args[0], args: args[1:], in: in, more: more}
	if own, ok := r.copied[r.fileKey(args[0])]; ok && strings.ContainsAny(args[0].text, `/\`) {
		c.name, name = own, own
	}
	if text, ok := r.aliases[name]; ok {
		delete(r.aliases, name) // an alias may call what it hides
		out := r.text(joined(text, c.args), POSIX, frame{outer: c.at()}, in)
		r.aliases[name] = text
		return out
	}
	r.runsFile(c)
	if out, ok := r.special(c); ok {
		return out
	}
	if w, ok := wrappers[name]; ok {
		return r.unwrap(c, w)
	}
	r.apply(c)
	if r.funcs[name] {
		return output{given: true, fetched: in.fetched}
	}
	return r.outputOf(c)
}

// commandName is a command word's name without its folder and its ending.
func commandName(a arg) (string, bool) {
	s := a.text
	if a.glob && s != "[" || a.block {
		return "", false
	}
	if i := strings.LastIndexAny(s, `/\`); i >= 0 {
		if a.lead && strings.ContainsRune(s[:i], split) {
			return "", false
		}
		s = s[i+1:]
	}
	if s == "" || s == "{}" || strings.ContainsAny(s, string([]rune{unknown, split})) {
		return "", false
	}
	s = strings.ToLower(s)
	for _, end := range []string{".exe", ".com", ".cmd"} {
		if plain, ok := strings.CutSuffix(s, end); ok && plain != "" && (end != ".cmd" || !cmdInside[plain]) {
			s = plain
		}
	}
	if plain := strings.TrimPrefix(s, "g"); coreutils[plain] {
		s = plain
	}
	return s, true
}

// coreutils are programs that some systems have with a g before their name.
var coreutils = words("rm mv cp dd ln shred truncate tee rmdir unlink install chmod chown chgrp env nice nohup timeout stdbuf sort split sed awk find xargs tar cat echo printf sync mktemp")

// unknownCommand says that a command's name is not in the text. What follows
// is read as a command too: the name may be a prefix such as $SUDO.
func (r *reader) unknownCommand(args []arg, in input) {
	if args[0].content.fetched || args[0].content.encoded {
		r.runs(args[0].content, POSIX, args[0].at)
		return
	}
	r.opaque(UnknownCommand, args[0].at)
	if len(args) > 1 {
		if _, ok := commandName(args[1]); ok && !strings.HasPrefix(args[1].text, "-") {
			r.call(args[1:], in)
		}
	}
}

// runs reads a text that is run but stands elsewhere.
func (r *reader) runs(o output, shell Shell, at span) {
	switch {
	case o.fetched:
		r.downloadRun(at)
	case o.encoded:
		r.opaque(EncodedText, at)
	case o.known:
		r.text(o.text, shell, frame{outer: at}, input{})
	default:
		r.opaque(UnknownText, at)
	}
}

func (r *reader) downloadRun(at span) {
	r.found(Finding{Class: NetworkRun, Act: DownloadRun, Severity: High}, at)
}

// runArg reads an argument that a shell runs.
func (r *reader) runArg(a arg, shell Shell) output {
	if a.content.fetched || a.content.encoded {
		r.runs(a.content, shell, a.at)
		return output{given: true, fetched: true}
	}
	return r.text(unsplit(a.text), shell, a.inner, input{})
}

// unsplit gives white space back to a text that is run as a whole.
func unsplit(s string) string { return strings.ReplaceAll(s, string(split), " ") }

// runAll reads arguments that a shell runs joined by spaces.
func (r *reader) runAll(args []arg, shell Shell) output {
	if len(args) == 1 {
		return r.runArg(args[0], shell)
	}
	if len(args) == 0 {
		return output{}
	}
	at := args[0].at
	for _, a := range args {
		at.start, at.end = min(at.start, a.at.start), max(at.end, a.at.end)
		if a.content.fetched {
			r.downloadRun(a.at)
		}
	}
	return r.text(joined("", args), shell, frame{outer: at}, input{})
}

func joined(text string, args []arg) string {
	parts := texts(args)
	if text != "" {
		parts = append([]string{text}, parts...)
	}
	return unsplit(strings.Join(parts, " "))
}

// runsFile looks at a command word that is a file which the command itself wrote.
func (r *reader) runsFile(c *call) {
	if strings.ContainsAny(c.head.text, `/\`) || c.head.content.file {
		r.script(c.head, POSIX)
		return
	}
	if o, ok := r.files[r.fileKey(c.head)]; ok && c.head.known() && o.fetched {
		r.downloadRun(c.head.at) // "p.exe" after it was downloaded, where a shell looks here first
	}
}

// script reads a file that is run, where the command itself wrote it: another
// file is no text to read.
func (r *reader) script(a arg, shell Shell) {
	o, own := r.files[r.fileKey(a)]
	relative := !isAbsolute(a.text)
	switch {
	case a.content.file:
		r.runs(a.content, shell, a.at)
	case own && o.given:
		r.runs(o, shell, a.at)
	case r.fetched && relative && a.known():
		r.downloadRun(a.at)
	case strings.HasPrefix(a.text, "http://"), strings.HasPrefix(a.text, "https://"):
		r.downloadRun(a.at)
	}
}

// outputOf is what a command gives to the next, where that matters.
func (r *reader) outputOf(c *call) output {
	out := output{given: true, fetched: c.in.fetched, encoded: c.in.encoded}
	switch {
	case fetchers[c.name]:
		out.fetched = true
	case decodes(c):
		out.encoded = true
	}
	switch c.name {
	case "echo", "print", "write-output":
		return r.echo(c)
	case "printf":
		return r.printf(c, out)
	case "cat":
		return r.cat(c)
	case "tee":
		return c.in
	case "command", "which", "type", "whence":
		return lookedUp(c, out)
	case "mktemp":
		return output{given: true, known: true, text: string(fresh)}
	case "pwd":
		return output{given: true, known: r.cwd != "", text: r.cwd}
	case "true", ":", "false", "cd", "set", "export", "test", "sleep", "mkdir":
		return output{given: true, known: true}
	}
	return out
}

// fetchers are programs that write what they fetch.
var fetchers = words("curl wget fetch aria2c http https httpie xh lynx w3m links elinks ftp nc ncat netcat socat telnet gsutil invoke-webrequest invoke-restmethod iwr irm curlie wget2 axel scp sftp")

// decodes tells programs that turn something unreadable into a text.
func decodes(c *call) bool {
	with := func(names string) bool {
		opts, _ := options(c.args, "")
		return has(opts, names)
	}
	switch c.name {
	case "base64", "base32", "basenc", "gbase64":
		return with("-d -D --decode -di -id")
	case "xxd":
		return with("-r -revert")
	case "openssl", "gpg", "gpg2", "age":
		return with("-d --decrypt -decrypt") || len(c.args) > 0 && c.args[0].text == "rsautl"
	case "gunzip", "zcat", "xzcat", "bzcat", "zstdcat", "uudecode", "unxz", "bunzip2", "unzstd", "rev", "tr", "uncompress":
		return true
	case "gzip", "xz", "bzip2", "zstd", "brotli":
		return with("-d --decompress -dc")
	}
	return false
}

// lookedUp is the name that which and its like look up.
func lookedUp(c *call, out output) output {
	_, operands := options(c.args, "")
	if len(operands) == 1 && operands[0].known() {
		return output{given: true, known: true, text: operands[0].text}
	}
	return out
}

func (r *reader) echo(c *call) output {
	args := c.args
	escapes := c.name == "print"
	for len(args) > 0 && len(args[0].text) > 1 && strings.Trim(args[0].text, "-neE") == "" && args[0].text[0] == '-' {
		escapes = escapes || strings.Contains(args[0].text, "e")
		args = args[1:]
	}
	text := joined("", args)
	if escapes || strings.Contains(text, `\`) {
		text = ansiC(text) // sh's echo does so unasked
	}
	return produced(text, args)
}

func produced(text string, args []arg) output {
	o := output{given: true, text: text + "\n", known: !strings.ContainsAny(text, string([]rune{unknown, fresh}))}
	for _, a := range args {
		o.fetched = o.fetched || a.content.fetched
		o.encoded = o.encoded || a.content.encoded
	}
	return o
}

// printf fills in its format the plain way: %s, %b and %%.
func (r *reader) printf(c *call, out output) output {
	args := c.args
	if len(args) > 1 && args[0].text == "-v" {
		r.assign(args[1].text, string(unknown))
		return out
	}
	if len(args) > 0 && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return out
	}
	format, rest := args[0].text, args[1:]
	var b strings.Builder
	for round := 0; (round == 0 || len(rest) > 0) && round < 64; round++ {
		before := len(rest)
		rest = fill(&b, format, rest)
		if before == len(rest) {
			break
		}
	}
	return produced(b.String(), args)
}

func fill(b *strings.Builder, format string, rest []arg) []arg {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		for i++; i < len(format)-1 && strings.IndexByte("-+ #0123456789.", format[i]) >= 0; i++ {
		}
		switch {
		case format[i] == '%':
			b.WriteByte('%')
		case len(rest) > 0:
			b.WriteString(rest[0].text)
			rest = rest[1:]
		}
	}
	text := ansiC(b.String())
	b.Reset()
	b.WriteString(text)
	return rest
}

func (r *reader) cat(c *call) output {
	_, operands := options(c.args, "")
	if len(operands) == 0 {
		return c.in
	}
	all := output{}
	for _, a := range operands {
		switch o, own := r.files[r.fileKey(a)]; {
		case a.text == "-":
			all.merge(c.in)
		case a.content.file:
			all.merge(a.content)
		case own:
			all.merge(o)
		default:
			all.merge(output{given: true})
		}
	}
	all.file = false
	return all
}
