package permission

import "strings"

// make reads texts given to make itself; a target's own recipe is not seen.
func (r *reader) make(c *call) {
	opts, ops := options(c.args, "-f -C -I -j -o -W --file --makefile --directory --eval")
	for _, o := range opts {
		switch {
		case o.name == "--eval" || o.name == "-E":
			r.opaque(UnknownText, o.at)
		case (o.name == "-f" || o.name == "--file" || o.name == "--makefile") && (o.value.text == "-" || o.value.text == "/dev/stdin" || o.value.content.file):
			if c.in.fetched || o.value.content.fetched {
				r.downloadRun(o.at)
			} else {
				r.opaque(UnknownText, o.at)
			}
		case o.name == "-f":
			r.script(o.value, POSIX)
		}
	}
	for _, a := range ops {
		if name, value, ok := strings.Cut(a.text, "="); ok && (name == "SHELL" || name == ".SHELLFLAGS" || strings.Contains(value, "$(shell")) {
			r.opaque(UnseenProgram, a.at, value)
		}
	}
}

// scheduled reads what runs later.
func (r *reader) scheduled(c *call) {
	opts, _ := options(c.args, "-u -f -q -t")
	if c.name == "crontab" {
		if has(opts, "-l -r -e") {
			return
		}
		if c.in.given {
			r.cronText(c)
		}
		return
	}
	if has(opts, "-l -c -r -d -f") {
		return
	}
	if c.in.given {
		r.runs(c.in, POSIX, c.head.at)
	}
}

func (r *reader) cronText(c *call) {
	if !c.in.known {
		return
	}
	for line := range strings.SplitSeq(c.in.text, "\n") {
		if f := strings.Fields(line); len(f) > 5 && !strings.HasPrefix(f[0], "#") {
			r.text(strings.Join(f[5:], " "), POSIX, frame{outer: c.head.at}, input{})
		}
	}
}

// editor reads commands that an editor is given to start with.
func (r *reader) editor(c *call) {
	opts, ops := options(c.args, "-c --cmd -S -s -u --eval -l --load -f --funcall")
	text := ""
	for _, o := range opts {
		switch o.name {
		case "-c", "--cmd", "--eval", "-S", "-s":
			text += o.value.text + "\n"
		case "-es", "-Es":
			text += "w\n"
		}
	}
	for _, a := range ops {
		if strings.HasPrefix(a.text, "+") {
			text += a.text[1:] + "\n"
		}
	}
	if c.name == "ex" || c.name == "ed" || has(opts, "-es -Es") {
		text += c.in.text
	}
	r.editorText(c, text)
}

// ansible reads what it has other computers do: a command, or files that are to
// be gone.
func (r *reader) ansible(c *call) {
	opts, _ := options(c.args, "-m -a -i -u -l -e -f -t --module-name --args --inventory --user --limit --extra-vars")
	module, _ := find(opts, "-m --module-name")
	args, ok := find(opts, "-a --args")
	if !ok {
		return
	}
	old := r.remote
	r.remote = true
	defer func() { r.remote = old }()
	switch name := module.value.text[strings.LastIndexByte(module.value.text, '.')+1:]; {
	case name == "" || name == "shell" || name == "command" || name == "raw" || name == "script":
		r.runArg(args.value, POSIX)
	case strings.Contains(args.value.text, "state=absent"):
		r.found(Finding{Class: Destructive, Act: Remote, Severity: High}, args.at)
	}
}

// pager reads what a pager is told to do when it starts: +!command.
func (r *reader) pager(c *call) {
	for _, a := range c.args {
		if text, starts := strings.CutPrefix(strings.TrimLeft(a.text, "+"), "!"); starts && a.text[0] == '+' {
			r.text(text, POSIX, frame{outer: a.at}, input{})
		}
	}
}

func (r *reader) editorText(c *call, text string) {
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '|' }) {
		line = strings.TrimLeft(strings.TrimSpace(line), ":%0123456789$,. ")
		switch {
		case strings.HasPrefix(line, "!"):
			r.text(line[1:], POSIX, frame{outer: c.at()}, input{})
		case strings.Contains(line, "system("), strings.Contains(line, "shell-command"), strings.Contains(line, "call-process"), strings.HasPrefix(line, "lua"), strings.HasPrefix(line, "py"), strings.HasPrefix(line, "exe"), strings.HasPrefix(line, "r !"), strings.HasPrefix(line, "r!"), strings.HasPrefix(line, "term"), strings.Contains(line, "luafile"), strings.HasPrefix(line, "so"):
			r.opaque(UnknownText, c.at())
		case strings.Contains(line, "delete("), strings.Contains(line, "delete-file"), strings.Contains(line, "delete-directory"):
			r.found(Finding{Class: Destructive, Act: Delete, Severity: Medium}, c.at())
		case strings.Contains(line, "writefile("), strings.Contains(line, "write-region"), line == "x", line == "xa", line == "wq", line == "wqa", line == "w", strings.HasPrefix(line, "w!"), strings.HasPrefix(line, "w "), strings.HasPrefix(line, "sav"), strings.HasPrefix(line, "up"), strings.HasPrefix(line, "wa"), line == "ZZ", strings.Contains(line, "save-buffer"):
			r.found(Finding{Class: Destructive, Act: EditInPlace, Severity: Medium}, c.at())
		}
	}
}

// debugger reads commands for gdb and lldb.
func (r *reader) debugger(c *call) {
	opts, _ := options(c.args, "-ex -iex -eval-command -x -o -O --eval-command --one-line -p")
	for _, o := range opts {
		switch o.name {
		case "-ex", "-iex", "-eval-command", "--eval-command", "-o", "-O", "--one-line":
			s := strings.TrimSpace(o.value.text)
			for _, p := range []string{"shell ", "!", "platform shell ", "pipe "} {
				if rest, ok := strings.CutPrefix(s, p); ok {
					r.text(rest, POSIX, frame{outer: o.at}, input{})
				}
			}
			if strings.HasPrefix(s, "python") || strings.HasPrefix(s, "script") || strings.HasPrefix(s, "py ") || strings.Contains(s, "system(") {
				r.opaque(UnknownText, o.at)
			}
		}
	}
	if i := indexText(c.args, "--args"); i >= 0 && i+1 < len(c.args) {
		r.call(c.args[i+1:], input{})
	}
}

func indexText(args []arg, text string) int {
	for i, a := range args {
		if a.text == text {
			return i
		}
	}
	return -1
}

// appleScript reads what osascript is told.
func (r *reader) appleScript(c *call) {
	opts, _ := options(c.args, "-e -l")
	for _, o := range opts {
		if o.name != "-e" || o.value.text == "" {
			continue
		}
		s := o.value.text
		low := strings.ToLower(s)
		if i := strings.Index(low, "do shell script"); i >= 0 {
			q := strings.SplitN(s[i:], `"`, 3)
			if len(q) == 3 {
				r.text(q[1], POSIX, frame{outer: o.value.at}, input{})
			} else {
				r.opaque(UnknownText, o.value.at)
			}
			if strings.Contains(low, "administrator privileges") {
				r.found(Finding{Class: Privileged, Act: Admin, Severity: High}, o.value.at)
			}
		}
		if strings.Contains(low, "delete ") || strings.Contains(low, "empty trash") || strings.Contains(low, "empty the trash") {
			r.found(Finding{Class: Destructive, Act: Delete, Severity: High}, o.value.at)
		}
	}
}

// setting reads a variable that makes a program run a text.
func (r *reader) setting(name string, v arg) {
	switch strings.ToUpper(name) {
	case "BASH_ENV", "ENV", "PYTHONSTARTUP", "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "PERL5OPT", "RUBYOPT", "NODE_OPTIONS", "PERL5DB", "JAVA_TOOL_OPTIONS", "GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "LESSOPEN", "PYTHONINSPECT":
		harmless := name == "NODE_OPTIONS" && !strings.Contains(v.text, "require") && !strings.Contains(v.text, "import") && !strings.Contains(v.text, "loader")
		if v.text != "" && v.text != "/dev/null" && !harmless && !(name == "JAVA_TOOL_OPTIONS" && !strings.Contains(v.text, "agent")) {
			r.opaque(UnseenProgram, v.at, name)
		}
	case "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "MANPAGER", "BROWSER", "PROMPT_COMMAND", "GIT_SSH", "RSYNC_RSH", "LESSCLOSE", "SYSTEMD_PAGER", "PS1", "PS4":
		if v.text != "" && v.known() {
			r.runArg(v, POSIX)
		}
	case "GIT_CONFIG_PARAMETERS":
		r.opaque(UnseenProgram, v.at, name)
	}
	if strings.HasPrefix(name, "GIT_CONFIG_VALUE_") && v.known() {
		r.runArg(v, POSIX)
	}
}

// opener reads what says which program opens a kind of file: cmd takes the sign
// of equality for a space.
func (r *reader) opener(c *call) {
	_, ops := options(c.args, "")
	if len(ops) > 1 || len(ops) == 1 && strings.Contains(ops[0].text, "=") {
		r.found(Finding{Class: Privileged, Act: StartupFile, Severity: Medium}, c.head.at)
	}
}
