package permission

import (
	"strings"
	"unicode/utf8"
)

// psAliases are PowerShell's short names of cmdlets.
var psAliases = map[string]string{
	"rm": "remove-item", "ri": "remove-item", "del": "remove-item", "rd": "remove-item", "erase": "remove-item", "rmdir": "remove-item",
	"mv": "move-item", "mi": "move-item", "move": "move-item", "mp": "move-itemproperty",
	"cp": "copy-item", "cpi": "copy-item", "copy": "copy-item",
	"ren": "rename-item", "rni": "rename-item", "rnp": "rename-itemproperty",
	"clc": "clear-content", "cli": "clear-item", "clp": "clear-itemproperty", "rp": "remove-itemproperty",
	"sc": "set-content", "ac": "add-content", "sp": "set-itemproperty", "si": "set-item", "ni": "new-item", "md": "mkdir",
	"kill": "stop-process", "spps": "stop-process", "spsv": "stop-service",
	"iex": "invoke-expression", "iwr": "invoke-webrequest", "irm": "invoke-restmethod", "icm": "invoke-command", "ii": "invoke-item",
	"curl": "invoke-webrequest", "wget": "invoke-webrequest",
	"saps": "start-process", "start": "start-process", "sajb": "start-job",
	"%": "foreach-object", "foreach": "foreach-object", "?": "where-object", "where": "where-object",
	"cat": "get-content", "gc": "get-content", "type": "get-content", "gci": "get-childitem", "ls": "get-childitem", "dir": "get-childitem",
	"echo": "write-output", "write": "write-output", "tee": "tee-object", "epcsv": "export-csv",
	"sal": "set-alias", "nal": "new-alias", "cd": "set-location", "chdir": "set-location", "sl": "set-location",
	"clhy": "clear-history", "rwmi": "remove-wmiobject", "rcim": "remove-ciminstance", "iwmi": "invoke-wmimethod", "icim": "invoke-cimmethod",
	"rdr": "remove-psdrive", "rmo": "remove-module", "sort": "sort-object", "measure": "measure-object", "set": "set-variable", "sv": "set-variable",
}

// psParameters are parameters of cmdlets that take a value.
const psParameters = "-path -literalpath -lp -pspath -filter -include -exclude -destination -name -newname -value -filepath -inputobject -encoding -stream -driveletter -computername -itemtype -type -argumentlist -args -verb -scope -uri -outfile -method -body -headers -property -erroraction -ea -credential -scriptblock -command -executionpolicy -depth -destinationpath -source -delimiter -definition -typedefinition -process -begin -end -membername -workingdirectory -windowstyle -force: -variable -errorvariable -confirm: -disknumber -id -processname"

// powershell reads a text for PowerShell.
func (r *reader) powershell(text string) {
	lexer := &psLexer{r: r, s: text}
	tokens := lexer.tokens()
	r.psNet(text)
	var line []psToken
	for _, t := range tokens {
		switch t.kind {
		case psBad:
			r.opaque(Unreadable, r.frame.at(0, len(text)))
		case psEnd:
			r.psPipeline(text, line)
			line = nil
			continue
		}
		line = append(line, t)
	}
	r.psPipeline(text, line)
}

// psPipeline reads one statement.
func (r *reader) psPipeline(text string, line []psToken) {
	in := input{}
	for len(line) > 0 && r.step() {
		n := 0
		for n < len(line) && line[n].kind != psPipe {
			n++
		}
		in = r.psCommand(text, line[:n], in)
		line = line[min(n+1, len(line)):]
		in.given = true
	}
}

// psCommand reads one command of a pipeline.
func (r *reader) psCommand(text string, tokens []psToken, in input) output {
	for _, t := range tokens {
		for _, p := range t.parts {
			at := r.frame.at(p.start, p.end)
			r.text(text[p.start:p.end], PowerShell, frame{base: at.start, exact: r.frame.exact, outer: at}, input{})
		}
	}
	tokens, assigned := psAssigned(tokens)
	args, writes, called := psArgs(tokens)
	out := output{given: true, fetched: in.fetched}
	switch {
	case len(args) == 0:
	case !called && isExpression(text, tokens):
		out = r.psExpression(args)
	default:
		out = r.psCall(args, in)
	}
	for _, w := range writes {
		r.psWrite(w)
	}
	if assigned != "" {
		value := string(unknown)
		if out.known {
			value = strings.TrimSuffix(out.text, "\n")
		}
		r.assign("$"+assigned, value)
	}
	return out
}

// psAssigned takes a variable and = off the front.
func psAssigned(tokens []psToken) ([]psToken, string) {
	if len(tokens) > 1 && (tokens[1].arg.text == "=" || tokens[1].arg.text == "+=") && tokens[0].kind == psWord {
		return tokens[2:], strings.ToLower(strings.Trim(tokens[0].arg.text, string(unknown)+"$"))
	}
	return tokens, ""
}

// psArgs sorts the tokens of a command into its words and its redirections.
func psArgs(tokens []psToken) (args, writes []arg, called bool) {
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch t.kind {
		case psCall:
			called = true
		case psWord:
			args = append(args, t.arg)
		case psWrite:
			if strings.HasSuffix(t.arg.text, ">") && i+1 < len(tokens) {
				i++
				if !strings.HasSuffix(t.arg.text, ">>") {
					w := tokens[i].arg
					w.at.start = t.arg.at.start
					writes = append(writes, w)
				}
			}
		}
	}
	return args, writes, called
}

// isExpression tells a value from a command: it begins with a quote, a
// bracket, a number or a variable.
func isExpression(text string, tokens []psToken) bool {
	for _, t := range tokens {
		if t.kind != psWord {
			continue
		}
		first, _ := utf8.DecodeRuneInString(text[t.start:])
		return strings.ContainsRune("$([@{0123456789-+!", first) || isQuote(first, '\'') || isQuote(first, '"')
	}
	return true
}

func (r *reader) psExpression(args []arg) output {
	if len(args) == 1 && args[0].known() && !strings.Contains(args[0].text, "+") {
		return output{given: true, known: true, text: args[0].text}
	}
	return output{given: true, text: joined("", args)}
}

func (r *reader) psWrite(a arg) {
	if strings.EqualFold(a.text, "$null") || strings.EqualFold(a.text, "nul") {
		return
	}
	r.write(a, Overwrite)
}

// psCall reads a command by its full name.
func (r *reader) psCall(args []arg, in input) output {
	head := args[0]
	if head.block {
		return output{given: true}
	}
	if head.text == string(unknown) || !head.known() {
		r.opaque(UnknownCommand, head.at)
		return output{given: true}
	}
	name, ok := commandName(head)
	if !ok {
		r.opaque(UnknownCommand, head.at)
		return output{given: true}
	}
	if full, ok := psAliases[name]; ok && !strings.HasSuffix(strings.ToLower(head.text), ".exe") {
		name = full
	}
	if full, ok := r.aliases[name]; ok {
		name = full
	}
	if psKeywords[name] {
		return output{given: true}
	}
	if !strings.Contains(name, "-") || wrappers[name].quiet != "" {
		return r.call(args, in)
	}
	c := &call{name: name, head: head, in: in, args: psLower(args[1:])}
	r.apply(c)
	return r.psOutput(c)
}

// psKeywords begin statements whose parts in brackets are read by themselves.
var psKeywords = words("if elseif else while do until for foreach switch try catch finally function filter param return throw begin process end class enum using trap data in exit break continue")

// psLower writes the names of parameters in small letters.
func psLower(args []arg) []arg {
	out := make([]arg, len(args))
	for i, a := range args {
		if strings.HasPrefix(a.text, "-") {
			a.text = strings.ToLower(a.text)
		}
		out[i] = a
	}
	return out
}

func (r *reader) psOutput(c *call) output {
	out := output{given: true, fetched: c.in.fetched}
	switch c.name {
	case "invoke-webrequest", "invoke-restmethod", "start-bitstransfer":
		out.fetched = true
	case "write-output":
		return produced(joined("", c.args), c.args)
	case "get-content":
		_, ops := options(c.args, psParameters)
		for _, a := range ops {
			if o, ok := r.files[r.fileKey(a)]; ok {
				return o
			}
		}
	}
	return out
}

// cmdlet reads cmdlets that a table cannot tell.
func (r *reader) cmdlet(c *call) {
	opts, ops := options(c.args, psParameters)
	if hasExact(opts, "-whatif -wi") {
		return
	}
	switch c.name {
	case "set-content", "out-file", "tee-object", "export-csv", "export-clixml", "set-item":
		r.psWrites(c, opts, ops)
	case "add-content":
		for _, a := range psPaths(opts, ops) {
			r.appendTo(a)
			break
		}
	case "new-item":
		if has(opts, "-force") {
			for _, a := range psPaths(opts, ops) {
				r.write(a, Overwrite)
				break
			}
		}
	case "invoke-expression":
		r.psInvoke(c, opts, ops)
	case "start-process":
		r.startProcess(c, opts, ops)
	case "foreach-object":
		for _, a := range ops {
			if strings.EqualFold(a.text, "delete") || strings.EqualFold(a.text, "kill") || strings.EqualFold(a.text, "moveto") {
				r.found(Finding{Class: Destructive, Act: Delete, Severity: High}, a.at)
			}
		}
		if len(ops) == 1 && !ops[0].known() && !ops[0].block {
			r.opaque(UnknownCommand, ops[0].at)
		}
	case "invoke-command", "start-job":
		for _, a := range ops {
			if !a.known() && !a.block {
				r.opaque(UnknownText, a.at)
			}
		}
		if o, ok := find(opts, "-scriptblock"); ok && !o.value.known() && !o.value.block {
			r.opaque(UnknownText, o.at)
		}
	case "set-alias", "new-alias":
		r.psAlias(opts, ops)
	case "add-type":
		r.opaque(UnknownText, c.head.at)
	case "set-itemproperty", "new-itemproperty":
		r.psRegistry(c, opts, ops)
	case "invoke-item":
		for _, a := range ops {
			r.script(a, PowerShell)
		}
	}
}

// psPaths are the files that a cmdlet is given.
func psPaths(opts []option, ops []arg) []arg {
	var out []arg
	for _, o := range opts {
		switch o.name {
		case "-path", "-literalpath", "-lp", "-pspath", "-filepath":
			out = append(out, o.value)
		}
	}
	return append(out, ops...)
}

func (r *reader) psWrites(c *call, opts []option, ops []arg) {
	if has(opts, "-append -noclobber -nc") {
		for _, a := range psPaths(opts, ops) {
			r.appendTo(a)
			break
		}
		return
	}
	for _, a := range psPaths(opts, ops) {
		r.psWrite(a)
		r.wrote(a, c.in)
		break
	}
}

func (r *reader) psAlias(opts []option, ops []arg) {
	name, value := "", ""
	if o, ok := find(opts, "-name"); ok {
		name = o.value.text
	}
	if o, ok := find(opts, "-value"); ok {
		value = o.value.text
	}
	for _, a := range ops {
		if name == "" {
			name = a.text
		} else if value == "" {
			value = a.text
		}
	}
	value = strings.ToLower(value)
	if full, ok := psAliases[value]; ok {
		value = full
	}
	if name != "" && value != "" && !strings.ContainsRune(value, unknown) {
		r.aliases[strings.ToLower(name)] = value
	}
}

func (r *reader) psInvoke(c *call, opts []option, ops []arg) {
	if o, ok := find(opts, "-command"); ok {
		ops = append(ops, o.value)
	}
	if len(ops) == 0 {
		r.runs(c.in, PowerShell, c.head.at)
		return
	}
	for _, a := range ops {
		if !a.known() {
			if r.fetched || r.psFetches {
				r.downloadRun(a.at)
			} else {
				r.opaque(UnknownText, a.at)
			}
			return
		}
	}
	r.runAll(ops, PowerShell)
}

// startProcess reads a program started with its own rights or others.
func (r *reader) startProcess(c *call, opts []option, ops []arg) {
	if o, ok := find(opts, "-verb"); ok && strings.HasPrefix(strings.ToLower(o.value.text), "runas") {
		r.found(Finding{Class: Privileged, Act: Admin, Severity: High}, o.at)
	}
	if o, ok := find(opts, "-filepath"); ok {
		ops = append([]arg{o.value}, ops...)
	}
	if len(ops) == 0 {
		return
	}
	args := ops
	if o, ok := find(opts, "-argumentlist -args"); ok {
		args = append([]arg{ops[0]}, o.value)
		args = append(args, ops[1:]...)
	}
	r.text(joined("", args), PowerShell, frame{outer: c.at()}, input{})
}

// psRegistry reports keys that start programs.
func (r *reader) psRegistry(c *call, opts []option, ops []arg) {
	for _, a := range psPaths(opts, ops) {
		p := strings.ToLower(a.text)
		if strings.Contains(p, `\run`) || strings.Contains(p, `/run`) || strings.Contains(p, "winlogon") || strings.Contains(p, "services") {
			r.found(Finding{Class: Privileged, Act: StartupFile, Severity: High, Targets: []Target{{Text: a.text, Place: System}}}, c.head.at)
			return
		}
	}
	if c.name == "set-itemproperty" && len(ops)+len(opts) > 0 {
		r.found(Finding{Class: Destructive, Act: Registry, Severity: Medium}, c.head.at)
	}
}

// Methods of .NET, by what they do.
var (
	netDeletes = expr(`(?i)(::|\.)\s*(delete|deletedirectory|deletefile|deletesubkey\w*|deletevalue|deletetree|moveto|move|replace|setlength|kill|clear-?content|removeall|rmdir|formatvolume|format)\s*\(`)
	netStrings = expr(`(?i)(::|\.)\s*(replace|move|format|clear)\s*\(`)
	netWrites  = expr(`(?i)::\s*(writealltext|writeallbytes|writealllines|create|createtext|openwrite|copy|streamwriter)\s*\(`)
	netRuns    = expr(`(?i)\[(system\.)?(diagnostics\.)?process\]\s*::\s*start|\bshellexecute\b|wscript\.shell|shell\.application|\.\s*run\s*\(|\.exec\s*\(`)
	netHides   = expr(`(?i)frombase64string|\[scriptblock\]\s*::\s*create|invokescript|\.\s*invoke\s*\(|\binvokecommand\b|\bgettype\b.*\binvokemember\b|reflection|\bloadfile\b|\bassembly\b|\.\s*\(\s*['"]|::\s*\(?\s*['"$]|-join\s*|\[char\]|\[convert\]|\[activator\]|expandstring|newscriptblock|\.\s*\$`)
	netFetches = expr(`(?i)downloadstring|downloaddata|downloadfile|webclient|httpclient|webrequest|\biwr\b|\birm\b|invoke-restmethod|\bcurl\b|\bwget\b`)
	netFile    = expr(`(?i)\[(system\.)?(io\.)?(file|directory|fileinfo|directoryinfo|filesystem|microsoft\.visualbasic\.fileio\.filesystem)\]`)
)

// maxNet is how much of a text is searched for calls of .NET: patterns are slow.
const maxNet = 8 << 10

// psNet reads calls of .NET, which are no commands.
func (r *reader) psNet(text string) {
	if !strings.ContainsAny(text, "([") && !strings.Contains(text, "::") {
		r.psFetches = r.psFetches || len(text) < maxNet && netFetches().MatchString(text)
		return
	}
	if len(text) > maxNet {
		r.opaque(TooLong, r.frame.at(0, len(text)))
		return
	}
	bare, _ := blank(text, language{quotes: `'"`})
	r.psFetches = r.psFetches || netFetches().MatchString(bare)
	at := func(m []int) span { return r.frame.at(m[0], m[1]) }
	if m := netDeletes().FindStringIndex(bare); m != nil {
		if !netStrings().MatchString(bare[m[0]:m[1]]) || netFile().MatchString(bare[:m[1]]) {
			r.found(Finding{Class: Destructive, Act: Delete, Severity: High}, at(m))
		}
	}
	if m := netWrites().FindStringIndex(bare); m != nil {
		if netFile().MatchString(bare[:m[1]]) {
			_, list := blank(text[m[1]:], language{quotes: `'"`})
			name := string(unknown)
			if len(list) > 0 {
				name = list[0].text
			}
			r.write(arg{text: name, at: at(m)}, Overwrite)
		} else if strings.Contains(strings.ToLower(bare[m[0]:m[1]]), "create") && strings.Contains(strings.ToLower(bare[:m[0]]), "scriptblock") {
			r.opaque(UnknownText, at(m))
		}
	}
	if m := netRuns().FindStringIndex(bare); m != nil {
		r.opaque(UnknownText, at(m))
	}
	if m := netHides().FindStringIndex(bare); m != nil && psRuns().MatchString(bare) {
		r.opaque(EncodedText, at(m))
	}
}

// psRuns tells a text in which something that was made up can be run.
var psRuns = expr(`(?i)\biex\b|invoke-expression|scriptblock|invoke\w*\s*\(|\binvokescript\b|(^|[\s;|({=])[&.]\s*[($]|\.\s*\(\s*['"]|::\s*\(?\s*['"$]|\.\s*\$|assembly`)
