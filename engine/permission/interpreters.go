package permission

import (
	"slices"
	"strings"
)

// shells read a text as POSIX shells do, near enough.
var shells = words("sh bash dash ash zsh ksh mksh pdksh yash rbash rzsh fish csh tcsh elvish nu xonsh posh oksh loksh hush osh ysh -bash -sh -zsh")

// An interpreter runs programs given as a text.
type interpreter struct {
	flags   string // options whose value is a program
	lang    string // of languages
	values  string // other options that take a value
	first   bool   // the first operand is a program, unless -f names a file
	stdin   bool   // reads a program where no file is named
	inPlace bool   // -i edits files
}

var interpreters = map[string]interpreter{
	"python":        {flags: "-c", lang: "python", values: "-W -X -m", stdin: true},
	"pypy":          {flags: "-c", lang: "python", values: "-W -X -m", stdin: true},
	"ipython":       {flags: "-c", lang: "python", stdin: true},
	"jython":        {flags: "-c", lang: "python", stdin: true},
	"node":          {flags: "-e --eval -p --print -pe", lang: "js", values: "-r --require --import --loader --input-type --env-file", stdin: true},
	"nodejs":        {flags: "-e --eval -p --print -pe", lang: "js", values: "-r --require", stdin: true},
	"bun":           {flags: "-e --eval -p --print", lang: "js"},
	"tsx":           {flags: "-e --eval -p --print", lang: "js", stdin: true},
	"ts-node":       {flags: "-e --eval -p --print", lang: "js", values: "-P -O -r", stdin: true},
	"qjs":           {flags: "-e --eval", lang: "js"},
	"perl":          {flags: "-e -E", lang: "perl", values: "-I", stdin: true, inPlace: true},
	"raku":          {flags: "-e", lang: "perl", stdin: true},
	"ruby":          {flags: "-e", lang: "ruby", values: "-I -r -C", stdin: true, inPlace: true},
	"jruby":         {flags: "-e", lang: "ruby", stdin: true},
	"irb":           {flags: "-e", lang: "ruby", stdin: true},
	"php":           {flags: "-r -B -R -E --run", lang: "php", values: "-d -c -f -S -t -z", stdin: true},
	"lua":           {flags: "-e", lang: "lua", values: "-l", stdin: true},
	"luajit":        {flags: "-e", lang: "lua", values: "-l", stdin: true},
	"texlua":        {flags: "-e", lang: "lua"},
	"rscript":       {flags: "-e", lang: "other"},
	"r":             {flags: "-e", lang: "other", stdin: true},
	"julia":         {flags: "-e -E --eval --print", lang: "other", values: "-L -J -t -p", stdin: true},
	"tclsh":         {flags: "-c", lang: "tcl", stdin: true},
	"wish":          {flags: "-c", lang: "tcl", stdin: true},
	"expect":        {flags: "-c", lang: "tcl", stdin: true},
	"groovy":        {flags: "-e", lang: "other"},
	"scala":         {flags: "-e", lang: "other"},
	"kotlinc":       {flags: "-e", lang: "other"},
	"ghc":           {flags: "-e", lang: "other"},
	"runghc":        {flags: "-e", lang: "other", stdin: true},
	"elixir":        {flags: "-e --eval", lang: "other"},
	"erl":           {flags: "-eval", lang: "other"},
	"clojure":       {flags: "-e --eval -M -X", lang: "other"},
	"clj":           {flags: "-e --eval", lang: "other"},
	"bb":            {flags: "-e", lang: "other"},
	"ocaml":         {flags: "-e", lang: "other", stdin: true},
	"utop":          {flags: "-e", lang: "other", stdin: true},
	"jshell":        {flags: "-e", lang: "other", stdin: true},
	"kotlin":        {flags: "-e", lang: "other"},
	"amm":           {flags: "-c", lang: "other"},
	"clisp":         {flags: "-x", lang: "other", stdin: true},
	"gforth":        {flags: "-e", lang: "other", stdin: true},
	"guile":         {flags: "-c", lang: "other", stdin: true},
	"racket":        {flags: "-e", lang: "other"},
	"sbcl":          {flags: "--eval", lang: "other", stdin: true},
	"octave":        {flags: "--eval", lang: "other", stdin: true},
	"swift":         {flags: "-e", lang: "other"},
	"dotnet-script": {flags: "eval", lang: "other"},
	"gnuplot":       {flags: "-e", lang: "other", stdin: true},
	"dc":            {flags: "-e", lang: "dc", stdin: true},
	"m4":            {flags: "", lang: "other", stdin: true},
	"awk":           {flags: "-e --source", lang: "awk", values: "-F -v -f -i -l --file --assign --field-separator", first: true},
	"gawk":          {flags: "-e --source", lang: "awk", values: "-F -v -f -i -l --file --assign --field-separator", first: true},
	"mawk":          {flags: "-e", lang: "awk", values: "-F -v -f", first: true},
	"nawk":          {flags: "-e", lang: "awk", values: "-F -v -f", first: true},
	"goawk":         {flags: "-e", lang: "awk", values: "-F -v -f", first: true},
}

// interpret reads a call of a shell or of another interpreter. It reports
// whether the name is one.
func (r *reader) interpret(c *call) bool {
	switch c.name {
	case "pwsh", "powershell", "powershell_ise", "pwsh-preview":
		r.startPowerShell(c)
		return true
	case "cmd", "%comspec%":
		r.startCmd(c)
		return true
	case ".", "source":
		switch {
		case len(c.args) == 0:
		case isStdin(c.args[0].text):
			r.runs(c.in, POSIX, c.head.at)
		default:
			r.position(c.args)
			r.script(c.args[0], POSIX)
		}
		return true
	}
	if shells[c.name] {
		r.startShell(c)
		return true
	}
	if in, ok := interpreters[strings.TrimRight(c.name, "0123456789.-")]; ok {
		r.startInterpreter(c, in)
		return c.name != "bun"
	}
	return r.sqlClient(c)
}

// startShell reads sh and its like: a text after -c, a file, or what it reads.
func (r *reader) startShell(c *call) {
	text := false
	i := 0
	for ; i < len(c.args); i++ {
		a := c.args[i].text
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		if a == "--" {
			i++
			break
		}
		switch {
		case a == "--help" || a == "--version":
			return
		case a == "-o" || a == "+o" || a == "-O" || a == "+O" || a == "--rcfile" || a == "--init-file":
			if a[1] == '-' && i+1 < len(c.args) {
				r.script(c.args[i+1], POSIX)
			}
			i++
		case a == "--command" || strings.HasPrefix(a, "--command="):
			text = true
			if v, ok := strings.CutPrefix(a, "--command="); ok {
				r.runArg(cutArg(c.args[i], 10, v), POSIX)
				return
			}
		case a[0] == '-' && a[1] != '-' && strings.Contains(a, "c"):
			text = true
			if strings.HasSuffix(a, "o") {
				i++
			}
		}
	}
	switch rest := c.args[min(i, len(c.args)):]; {
	case text && len(rest) > 0:
		r.position(rest[1:])
		r.runArg(rest[0], POSIX)
	case text && c.more, c.more && len(rest) == 0:
		r.opaque(UnknownText, c.head.at)
	case len(rest) == 0 || hasText(c.args[:i], "-s"):
		if c.in.given {
			r.runs(c.in, POSIX, c.head.at)
		}
	case isStdin(rest[0].text):
		r.runs(c.in, POSIX, c.head.at)
	default:
		r.script(rest[0], POSIX)
	}
}

// isStdin tells the names of what a program reads anyway.
func isStdin(name string) bool {
	return name == "-" || name == "/dev/stdin" || name == "/dev/fd/0" || name == "/proc/self/fd/0"
}

// position makes the words after a text its arguments.
func (r *reader) position(args []arg) {
	for i, a := range args[:min(len(args), 10)] {
		r.vars[string(rune('0'+i))] = a.text
	}
	if len(args) > 1 {
		all := strings.Join(texts(args[1:]), string(split))
		r.vars["@"], r.vars["*"] = all, all
	}
}

// startInterpreter reads a program given to an interpreter.
func (r *reader) startInterpreter(c *call, in interpreter) {
	lang := languages[in.lang]
	opts, ops := options(c.args, in.flags+" "+in.values)
	programs := 0
	for _, o := range opts {
		if slices.Contains(strings.Fields(in.flags), o.name) && o.value.text != "" && programs < 8 {
			programs++
			r.code(lang, o.value)
		}
		if in.first && (o.name == "-i" || o.name == "--include") && o.value.text == "inplace" {
			r.destroys(EditInPlace, o.at, Medium, r.targets(ops[min(1, len(ops)):])...)
		}
		if in.inPlace && (o.name == "-i" || strings.HasPrefix(o.name, "-i.") || strings.HasPrefix(o.name, "-pi") || strings.HasPrefix(o.name, "-ni")) && !strings.Contains(o.name, ".") && !strings.HasPrefix(o.name, "--") && !inPlaceBackup(c.args) {
			r.destroys(EditInPlace, o.at, Medium, r.targets(ops)...)
		}
		if o.name == "-r" && in.lang == "js" && strings.Contains(o.value.text, "/") || o.name == "--import" && strings.HasPrefix(o.value.text, "data:") {
			r.script(o.value, POSIX)
			if strings.HasPrefix(o.value.text, "data:") {
				r.opaque(EncodedText, o.at)
			}
		}
	}
	if o, ok := find(opts, "-m"); ok && in.lang == "python" {
		r.module(c, o)
		return
	}
	switch {
	case in.first && len(ops) > 0 && programs == 0 && !has(opts, "-f --file"):
		r.code(lang, ops[0])
	case programs > 0:
	case len(ops) == 0 || isStdin(ops[0].text):
		if in.stdin && c.in.given {
			r.programRead(lang, c)
		}
	default:
		r.script(ops[0], POSIX)
		if name, ok := commandName(ops[0]); ok && heads()[name] { // python manage.py flush
			r.apply(&call{name: name, head: ops[0], args: ops[1:], in: c.in, more: c.more})
		}
	}
}

func inPlaceBackup(args []arg) bool {
	return slices.ContainsFunc(args, func(a arg) bool {
		i := strings.Index(a.text, "i.")
		return len(a.text) > 1 && a.text[0] == '-' && a.text[1] != '-' && i > 0 && i < 5
	})
}

// programRead reads a program that comes by standard input.
func (r *reader) programRead(lang language, c *call) {
	switch in := c.in; {
	case in.fetched:
		r.downloadRun(c.head.at)
	case in.encoded:
		r.opaque(EncodedText, c.head.at)
	case in.known || in.text != "":
		r.code(lang, arg{text: in.text, at: c.head.at})
	default:
		r.opaque(UnknownText, c.head.at)
	}
}

// module reads python -m: some modules are commands that are known.
func (r *reader) module(c *call, o option) {
	i := indexText(c.args, o.value.text)
	if i < 0 {
		return
	}
	name := o.value
	rest := c.args[i+1:]
	switch name.text {
	case "pip", "pipx", "uv", "black", "awk", "conda", "twine", "alembic":
		r.callMore(append([]arg{name}, rest...), c.in, c.more)
	}
}

// startPowerShell reads powershell and pwsh started as a program.
func (r *reader) startPowerShell(c *call) {
	for i := 0; i < len(c.args); i++ {
		a := strings.ToLower(c.args[i].text)
		if len(a) > 1 && a[0] == '/' {
			a = "-" + a[1:]
		}
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), ":")
		switch {
		case !strings.HasPrefix(a, "-"):
			if strings.HasSuffix(a, ".ps1") {
				r.script(c.args[i], PowerShell)
				return
			}
			r.runAll(c.args[i:], PowerShell)
			return
		case a == "-":
			r.runs(c.in, PowerShell, c.head.at)
			return
		case name == "ec" || strings.HasPrefix("encodedcommand", name) && name[0] == 'e' && !strings.HasPrefix("executionpolicy", name) || name == "e":
			r.opaque(EncodedText, c.args[i].at)
			return
		case strings.HasPrefix("command", name) && name != "" || name == "commandwithargs" || name == "cwa":
			if i+1 < len(c.args) && c.args[i+1].text == "-" {
				r.runs(c.in, PowerShell, c.head.at)
			} else {
				r.runAll(c.args[i+1:], PowerShell)
			}
			return
		case strings.HasPrefix("file", name):
			if i+1 < len(c.args) {
				r.script(c.args[i+1], PowerShell)
			}
			return
		case strings.HasPrefix("executionpolicy", name) || name == "ep" || strings.HasPrefix("windowstyle", name) || strings.HasPrefix("version", name) || strings.HasPrefix("inputformat", name) || strings.HasPrefix("outputformat", name) || strings.HasPrefix("configurationname", name) || strings.HasPrefix("workingdirectory", name) || name == "wd" || strings.HasPrefix("psconsolefile", name) || strings.HasPrefix("settingsfile", name):
			i++
		}
	}
	if c.in.given {
		r.runs(c.in, PowerShell, c.head.at)
	}
}

// startCmd reads cmd.exe started as a program.
func (r *reader) startCmd(c *call) {
	for i, a := range c.args {
		t := strings.ToLower(a.text)
		if strings.HasPrefix(t, "/c") || strings.HasPrefix(t, "/k") || strings.HasPrefix(t, "/r") {
			rest := c.args[i+1:]
			if len(t) > 2 {
				rest = append([]arg{cutArg(a, 2, a.text[2:])}, rest...)
			}
			r.runAll(rest, Cmd)
			return
		}
	}
	if c.in.given {
		r.runs(c.in, Cmd, c.head.at)
	}
}
