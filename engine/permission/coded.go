package permission

import (
	"slices"
	"strings"
)

// coded reads the commands that a table cannot tell.
func (r *reader) coded(c *call) {
	if r.interpret(c) {
		return
	}
	switch c.name {
	case "cd", "pushd", "chdir", "set-location", "sl":
		r.changeFolder(c)
	case "alias":
		r.alias(c)
	case "hash":
		if opts, ops := options(c.args, "-p"); len(ops) > 0 {
			if o, ok := find(opts, "-p"); ok {
				r.aliases[strings.ToLower(ops[0].text)] = o.value.text
			}
		}
	case "enable":
		if opts, _ := options(c.args, "-f"); has(opts, "-f") {
			r.opaque(UnseenProgram, c.head.at)
		}
	case "complete", "compgen":
		r.program(c, "-C -F")
	case "ftype", "assoc":
		r.opener(c)
	case "shift":
		r.position(make([]arg, 10))
		for n := range r.vars {
			if len(n) == 1 {
				r.vars[n] = string(unknown)
			}
		}
	case "test", "[", "let", "unset":
		r.subscripts(c)
	case "gcc", "g++", "cc", "clang", "c++", "clang++":
		if i := indexText(c.args, "-wrapper"); i >= 0 && i+1 < len(c.args) {
			r.text(strings.ReplaceAll(c.args[i+1].text, ",", " "), POSIX, frame{outer: c.args[i+1].at}, input{})
		}
	case "zip":
		r.program(c, "-TT --unzip-command")
	case "sftp":
		opts, _ := options(c.args, "-o -b")
		r.sshOptions(opts)
	case "set":
		r.vars["@"] = string(unknown)
	case "read", "mapfile", "readarray", "getopts":
		_, ops := options(c.args, "-p -d -n -N -t -u -a -i -C -c -O -s")
		r.program(c, "-C")
		r.subscripts(c)
		for _, a := range ops {
			r.assign(a.text, string(unknown))
			delete(r.vars, a.text)
			r.assign(a.text, string(unknown))
		}
	case "kill":
		r.kill(c)
	case "cp", "copy", "install", "ln", "scp", "xcopy", "copy-item", "ditto":
		r.copies(c)
	case "mv":
		r.moved(c)
	case "sed":
		r.sed(c)
	case "tee":
		r.tee(c)
	case "find":
		r.find(c)
	case "fd", "fdfind":
		r.execOption(c, "-x -X --exec --exec-batch")
	case "rg":
		r.program(c, "--pre --hostname-bin")
	case "git":
		r.git(c)
	case "tar", "bsdtar":
		r.tar(c)
	case "unzip", "7z", "bsdunzip", "cpio", "expand-archive":
		r.unpacked(c)
	case "rsync":
		r.program(c, "-e --rsh --rsync-path")
		r.synced(c)
		r.unpacked(c)
	case "curl", "wget", "aria2c", "fetch", "http", "https", "invoke-webrequest", "invoke-restmethod", "start-bitstransfer", "certutil", "bitsadmin", "wget2":
		r.fetch(c)
	case "gsutil", "gcloud", "az", "aws", "kubectl", "oc":
		r.cloud(c)
	case "go":
		r.goRun(c)
	case "deno":
		r.deno(c)
	case "pip", "pip3", "pipx", "uv", "cargo", "npm", "yarn", "pnpm", "gem", "composer", "easy_install", "bun", "nix":
		r.install(c)
	case "npx", "bunx", "pnpx":
		r.execOption(c, "-c --call")
	case "make", "gmake":
		r.make(c)
	case "crontab", "at", "batch":
		r.scheduled(c)
	case "less", "more", "most":
		r.pager(c)
	case "vim", "vi", "nvim", "view", "ex", "emacs", "ed":
		r.editor(c)
	case "chmod", "chown":
		r.mode(c)
	case "ansible":
		r.ansible(c)
	case "split", "csplit":
		r.pieces(c)
	case "forfiles":
		for i, a := range c.args {
			if strings.EqualFold(a.text, "/c") && i+1 < len(c.args) {
				r.runArg(c.args[i+1], Cmd)
			}
		}
	case "gdb", "lldb":
		r.debugger(c)
	case "socat", "nc", "ncat", "netcat":
		r.socket(c)
	case "mongo", "mongosh":
		r.mongo(c)
	case "redis-cli":
		if c.in.given {
			r.opaque(UnseenSQL, c.head.at)
		}
	case "osascript":
		r.appleScript(c)
	case "man":
		r.program(c, "-P -H --pager --html")
	case "xdg-open", "open", "start-process", "saps", "invoke-expression", "iex", "invoke-command", "icm", "foreach-object", "where-object", "invoke-item", "ii", "set-content", "out-file", "set-item", "new-item", "tee-object", "export-csv", "export-clixml", "set-itemproperty", "new-itemproperty", "new-object", "add-type", "set-alias", "new-alias", "start-job", "measure-command", "add-content":
		r.cmdlet(c)
	}
}

func (r *reader) changeFolder(c *call) {
	_, ops := options(c.args, "")
	switch {
	case len(ops) == 0 && strings.HasSuffix(c.name, "d"):
		r.cwd = slashed(r.where.Home)
	case len(ops) > 0:
		dir := ops[len(ops)-1]
		if strings.EqualFold(ops[0].text, "/d") && len(ops) > 1 {
			dir = ops[1]
		}
		r.cwd = r.pathOf(dir)
	}
}

func (r *reader) alias(c *call) {
	for _, a := range c.args {
		if name, text, ok := strings.Cut(a.text, "="); ok && name != text {
			r.aliases[strings.ToLower(name)] = unsplit(text)
		}
	}
}

// kill ends processes that are not named: all of them, or the first.
func (r *reader) kill(c *call) {
	opts, _ := options(c.args, "-s -n")
	for _, a := range c.args {
		if a.text == "-0" || a.text == "-l" || a.text == "-L" || a.text == "--list" {
			return
		}
	}
	if o, ok := find(opts, "-s -n"); ok && o.value.text == "0" {
		return
	}
	for i, a := range c.args {
		if a.text == "-1" && i > 0 || a.text == "1" && i == len(c.args)-1 || a.text == "--" && i+1 < len(c.args) && c.args[i+1].text == "-1" {
			r.found(Finding{Class: Destructive, Act: EndProcesses, Severity: High}, c.head.at)
			return
		}
	}
}

// copies reads what replaces its last operand, or a file in that folder.
func (r *reader) copies(c *call) {
	values := "-t -S -m -o -g --target-directory --suffix --mode --owner --group -destination -path -filter"
	opts, ops := options(c.args, values)
	if len(ops) > 1 {
		r.carries(ops[:len(ops)-1], ops[len(ops)-1])
	}
	if c.name == "ln" && !has(opts, "-f --force") || c.name == "install" && has(opts, "-d --directory") || hasExact(opts, "-n --no-clobber -whatif -i --interactive --update=none") && c.name != "install" {
		return
	}
	if o, ok := find(opts, "-destination"); ok {
		ops = append(ops, o.value)
	}
	into, named := find(opts, "-t --target-directory")
	named = named && c.name != "copy-item"
	if named && !c.more {
		r.into(into.value, ops)
		return
	}
	if c.name == "copy" || c.name == "xcopy" {
		ops = withoutSlashes(ops)
	}
	if c.more && (named || len(ops) < 2) {
		r.found(Finding{Class: Destructive, Act: Overwrite, Severity: Medium}, c.danger(0, values))
		return
	}
	if len(ops) < 2 {
		return
	}
	dest, from := ops[len(ops)-1], ops[:len(ops)-1]
	if c.name == "scp" {
		r.sshOptions(opts)
	}
	if c.name == "scp" && strings.Contains(dest.text, ":") {
		r.found(Finding{Class: Destructive, Act: Overwrite, Severity: Medium, Targets: []Target{{Text: dest.text, Place: OtherComputer}}}, c.head.at)
		return
	}
	r.into(dest, from)
}

// into says what copying from to dest replaces.
func (r *reader) into(dest arg, from []arg) {
	for _, place := range r.places(dest, from) {
		r.write(place, Overwrite)
	}
}

// places are where files that go to dest come to stand: dest itself, or under
// their names in it where it is a folder.
func (r *reader) places(dest arg, from []arg) []arg {
	t := r.target(dest)
	folder := len(from) > 1 || strings.HasSuffix(dest.text, "/") || strings.HasSuffix(dest.text, `\`) || dest.text == "." || dest.text == ".." || t.Place != OtherComputer && r.where.isFolder(t.Path)
	switch t.Place {
	case Home, Root, Workspace:
		folder = true
	}
	if !folder {
		return []arg{dest}
	}
	var out []arg
	for _, f := range from[:min(len(from), maxTargets)] {
		name := f.text[strings.LastIndexAny(strings.TrimRight(f.text, `/\`), `/\`)+1:]
		file := dest
		file.text, file.glob = strings.TrimRight(dest.text, `/\`)+"/"+name, f.glob
		out = append(out, file)
	}
	return out
}

// carries remembers that a copy of a file that this command wrote is one too.
func (r *reader) carries(from []arg, dest arg) {
	key := r.fileKey(dest)
	if key == "" {
		return
	}
	for _, f := range from {
		if o, ok := r.files[r.fileKey(f)]; ok {
			r.files[key] = o
		}
		if name, ok := commandName(f); ok {
			r.copied[key] = name
		}
	}
}

// moved reads what takes its operands to another place.
func (r *reader) moved(c *call) {
	values := "-S -t --suffix --target-directory"
	opts, ops := options(c.args, values)
	var dest arg
	if o, ok := find(opts, "-t --target-directory"); ok {
		dest = o.value
		dest.text = strings.TrimSuffix(dest.text, "/") + "/"
	} else if len(ops) > 1 {
		ops, dest = ops[:len(ops)-1], ops[len(ops)-1]
	}
	if dest.text != "" {
		r.carries(ops, dest)
		if t := r.target(dest); t.Place == Device || isStream(t.Path) {
			r.destroys(Delete, c.head.at, High, r.targets(ops)...)
		}
		r.opens(r.target(dest), dest.at)
	}
	at := c.danger(0, values)
	switch {
	case asksForHelp(c.args) || hasExact(opts, "-n --no-clobber"):
	case c.more:
		r.found(Finding{Class: Destructive, Act: Move, Severity: High}, at)
	case len(ops) > 0:
		r.moves(at, ops, dest)
	}
}

// moves says what taking files to another place may lose: what stands there.
func (r *reader) moves(at span, from []arg, dest arg) {
	f := Finding{Class: Destructive, Act: Move, Targets: r.targets(from)}
	if dest.text != "" {
		to := r.target(dest)
		f.To = &to
		for _, place := range r.places(dest, from) {
			f.Over = append(f.Over, r.target(place))
		}
	}
	for _, t := range slices.Concat(f.Targets, f.Over) {
		f.Severity = max(f.Severity, t.Place.severity())
	}
	r.found(f, at)
}

// synced reads what rsync replaces: one file, where that is known. What it does
// to a folder is a rule's.
func (r *reader) synced(c *call) {
	opts, ops := options(c.args, rsyncValues)
	if len(ops) < 2 || r.where.Stat == nil || asksForHelp(c.args) || hasExact(opts, "-n --dry-run --ignore-existing -b --backup") {
		return
	}
	dest := ops[len(ops)-1]
	if !strings.Contains(dest.text, ":") && !strings.HasSuffix(dest.text, "/") && !r.where.isFolder(r.pathOf(dest)) {
		r.write(dest, Overwrite)
	}
}

func withoutSlashes(args []arg) []arg {
	var out []arg
	for _, a := range args {
		if !isSwitch(a.text) {
			out = append(out, a)
		}
	}
	return out
}

// isSwitch tells a switch of cmd's programs from a path.
func isSwitch(s string) bool {
	return len(s) > 1 && s[0] == '/' && !strings.Contains(s[1:], "/") && len(s) <= 6 || strings.HasPrefix(s, "/") && strings.Contains(s, ":")
}

func (r *reader) tee(c *call) {
	opts, ops := options(c.args, "--output-error")
	for _, a := range ops {
		if has(opts, "-a --append") {
			r.appendTo(a)
		} else {
			r.write(a, Overwrite)
		}
		r.wrote(a, c.in)
	}
}

// sed writes in place, or by its commands w and e.
func (r *reader) sed(c *call) {
	values := "-e -f -l -E --expression --file --line-length"
	values = strings.Replace(values, "-E ", "", 1)
	opts, ops := options(c.args, values)
	var scripts []arg
	for _, o := range opts {
		if (o.name == "-e" || o.name == "--expression") && o.value.text != "" {
			scripts = append(scripts, o.value)
		}
		backup := strings.HasPrefix(o.name, "-i") && len(o.name) > 2 && !strings.ContainsAny(o.name, "eEnrsz") || o.name == "--in-place" && o.value.text != ""
		if (strings.HasPrefix(o.name, "-i") || strings.HasPrefix("--in-place", o.name) && len(o.name) > 3) && !backup && !r.sedBackup(c) {
			r.destroys(EditInPlace, o.at, Medium, r.targets(ops[min(len(ops), 1):])...)
		}
	}
	if len(scripts) == 0 && len(ops) > 0 && !has(opts, "-f --file") {
		scripts = ops[:1]
	}
	for _, s := range scripts {
		r.sedScript(s)
	}
}

// sedBackup tells -i.bak and -i with a separate suffix as on macOS.
func (r *reader) sedBackup(c *call) bool {
	for i, a := range c.args {
		if rest, ok := strings.CutPrefix(a.text, "-i"); ok && strings.HasPrefix(rest, ".") {
			return true
		}
		if a.text == "-i" && i+1 < len(c.args) && strings.HasPrefix(c.args[i+1].text, ".") && !strings.Contains(c.args[i+1].text, "/") {
			return true
		}
	}
	return false
}

// pieces are the files that split makes of one: the first tells for all.
func (r *reader) pieces(c *call) {
	_, ops := options(c.args, "-b -l -n -a -C -t -f -k --bytes --lines --number --suffix-length --prefix")
	if c.name == "split" && len(ops) > 1 {
		first := ops[1]
		first.text += "aa"
		r.write(first, Overwrite)
	}
}

// program reports an option that makes a program start another one.
func (r *reader) program(c *call, names string) {
	opts, _ := options(c.args, names)
	for _, name := range strings.Fields(names) {
		for _, o := range opts {
			if o.name != name || o.value.text == "" {
				continue
			}
			before := len(r.findings)
			r.runArg(o.value, POSIX)
			if c.name == "rg" || before == len(r.findings) && c.name == "man" {
				r.opaque(UnseenProgram, o.at, firstWord(o.value.text))
			}
		}
	}
}

func firstWord(s string) string {
	if f := strings.Fields(s); len(f) > 0 {
		return f[0]
	}
	return s
}

// execOption reads the command that stands after an option.
func (r *reader) execOption(c *call, names string) {
	for i, a := range c.args {
		name, value, joined := strings.Cut(a.text, "=")
		for _, n := range strings.Fields(names) {
			switch {
			case a.text == n && i+1 < len(c.args):
				if n == "-c" || n == "--call" {
					r.runArg(c.args[i+1], POSIX)
				} else {
					r.callMore(c.args[i+1:], input{}, true)
				}
				return
			case joined && name == n:
				args := append([]arg{cutArg(a, len(name)+1, value)}, c.args[i+1:]...)
				r.callMore(args, input{}, true)
				return
			}
		}
	}
}

// find deletes, writes, and starts commands.
func (r *reader) find(c *call) {
	for i, a := range c.args {
		if r.stopped {
			return
		}
		switch a.text {
		case "-delete":
			r.findDeletes(c, a.at)
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(c.args) {
				r.write(c.args[i+1], Overwrite)
			}
		case "-exec", "-execdir", "-ok", "-okdir":
			end := i + 1
			for end < len(c.args) && c.args[end].text != ";" && c.args[end].text != "+" {
				end++
			}
			r.callMore(c.args[i+1:end], input{}, true)
		}
	}
}

// findTests choose what find does something to. With one it is not all.
var findTests = words("-name -iname -path -ipath -wholename -regex -iregex -type -mtime -atime -ctime -mmin -amin -cmin -newer -size -empty -user -group -perm -maxdepth -mindepth -links -inum -nouser -nogroup")

// findDeletes says what find deletes: all of its folders, or with a test what
// nobody knows of them.
func (r *reader) findDeletes(c *call, at span) {
	roots := r.findRoots(c)
	f := Finding{Class: Destructive, Act: Delete, Severity: Medium, Targets: roots}
	for _, t := range roots {
		f.Severity = max(f.Severity, t.Place.severity())
	}
	if slices.ContainsFunc(c.args, func(a arg) bool { return findTests[a.text] }) {
		f.Targets = nil
	}
	r.found(f, at)
}

func (r *reader) findRoots(c *call) []Target {
	var out []Target
	for _, a := range c.args {
		if strings.HasPrefix(a.text, "-") || a.text == "(" || a.text == "!" {
			break
		}
		out = append(out, r.target(a))
	}
	return out
}

// mode reports rights that let anybody become another user.
func (r *reader) mode(c *call) {
	_, ops := options(c.args, "--reference")
	if len(ops) == 0 {
		return
	}
	m := ops[0].text
	if strings.Contains(m, "+s") || strings.Contains(m, "=s") || len(m) == 4 && strings.ContainsAny(m[:1], "246") && strings.Trim(m, "01234567") == "" && c.name == "chmod" {
		r.found(Finding{Class: Privileged, Act: Admin, Severity: High, Targets: r.targets(ops[1:])}, c.head.at)
	}
	for _, t := range r.targets(ops[1:]) {
		if p := t.Place; p == Root {
			r.found(Finding{Class: Destructive, Act: Permissions, Severity: p.severity(), Targets: []Target{t}}, c.head.at)
		}
	}
}

// subscripts reads commands in the subscript of an array, which some builtins
// run although the word is quoted: test -v 'a[$(…)]'.
func (r *reader) subscripts(c *call) {
	for _, a := range c.args {
		if strings.Contains(a.text, "[") && (strings.Contains(a.text, "$(") || strings.Contains(a.text, "`")) {
			r.text("echo "+a.text, POSIX, frame{outer: a.at}, input{})
		}
	}
}

// sshOptions reads options of ssh that start a program.
func (r *reader) sshOptions(opts []option) {
	for _, o := range opts {
		if o.name != "-o" {
			continue
		}
		name, text, ok := strings.Cut(o.value.text, "=")
		if !ok {
			name, text, _ = strings.Cut(o.value.text, " ")
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "proxycommand", "localcommand", "knownhostscommand", "match":
			r.text(text, POSIX, frame{outer: o.value.at}, input{})
		}
	}
}
