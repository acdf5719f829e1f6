package permission

import "strings"

// git reads what a table cannot tell: settings that run programs, texts for a
// shell, and checkout, which both changes branch and throws changes away.
func (r *reader) git(c *call) {
	opts, rest := leading(c.args, globals["git"])
	for _, o := range opts {
		if o.name == "-c" {
			r.gitSetting(o.value)
		}
		if o.name == "--config-env" || o.name == "--exec-path" && o.value.text != "" {
			r.opaque(UnseenProgram, o.at)
		}
	}
	if len(rest) == 0 {
		return
	}
	sub, args := strings.ToLower(rest[0].text), rest[1:]
	if strings.ContainsRune(sub, unknown) {
		r.opaque(UnknownCommand, rest[0].at)
		return
	}
	more, ops := options(args, "-b -B -s --source --orphan --conflict -m -o -x -f --file --git-dir -c --config -X --upload-pack --extcmd -t --exec --receive-pack -u --template")
	switch sub {
	case "checkout":
		r.checkout(c, args, more, ops)
	case "config":
		if len(ops) > 1 && !has(more, "--get --get-all --unset --list -l") {
			pair := ops[1]
			pair.text = strings.TrimPrefix(strings.Join(texts(ops[len(ops)-2:]), "="), "set=")
			pair.inner = frame{outer: ops[1].at}
			r.gitSetting(pair)
		}
	case "bisect":
		if len(args) > 1 && args[0].text == "run" {
			r.callMore(args[1:], input{}, false)
		}
	case "submodule":
		if len(ops) > 1 && ops[0].text == "foreach" {
			r.runAll(ops[1:], POSIX)
		}
	case "filter-branch", "rebase", "difftool", "diff", "log", "fetch", "pull", "clone", "ls-remote", "push", "archive", "mergetool", "grep":
		r.gitPrograms(sub, more, ops)
	}
	if sub == "clone" {
		r.cloned(ops)
	}
}

// gitPrograms reads options that make git start a program.
func (r *reader) gitPrograms(sub string, opts []option, ops []arg) {
	for _, o := range opts {
		if text, ok := strings.CutPrefix(o.name, "-O"); ok && sub == "grep" && text != "" {
			r.text(text, POSIX, frame{outer: o.at}, input{})
		}
		switch o.name {
		case "-x", "--exec", "--extcmd", "--upload-pack", "--receive-pack", "--tree-filter", "--index-filter", "--msg-filter", "--env-filter", "-O", "--open-files-in-pager":
			text := o.value
			if text.text == "" || sub == "fetch" && o.name == "-x" {
				continue
			}
			r.runArg(text, POSIX)
		case "-c", "--config":
			if sub == "clone" && o.value.text != "" {
				r.gitSetting(o.value)
			}
		}
	}
	for _, a := range ops {
		if rest, ok := strings.CutPrefix(a.text, "ext::"); ok {
			b := cutArg(a, 5, rest)
			r.runArg(b, POSIX)
		}
	}
}

func (r *reader) cloned(ops []arg) {
	for _, a := range ops {
		if strings.Contains(a.text, "://") || strings.HasPrefix(a.text, "git@") {
			r.fetched = true
		}
	}
}

// gitSetting reads name=value: some settings are commands.
func (r *reader) gitSetting(a arg) {
	name, value, ok := strings.Cut(a.text, "=")
	name = strings.ToLower(name)
	if !ok || value == "" || value == "cat" {
		return
	}
	text := cutArg(a, len(name)+1, value)
	switch {
	case strings.HasPrefix(name, "alias."):
		if rest, shell := strings.CutPrefix(value, "!"); shell {
			r.runArg(cutArg(a, len(name)+2, rest), POSIX)
		} else {
			r.text("git "+value, POSIX, frame{outer: a.at}, input{})
		}
	case name == "core.hookspath", name == "init.templatedir", name == "include.path":
		r.opaque(UnseenProgram, a.at, value)
	case gitPrograms[name], strings.HasSuffix(name, ".textconv"), strings.HasSuffix(name, ".clean"), strings.HasSuffix(name, ".smudge"), strings.HasSuffix(name, ".cmd"), strings.HasSuffix(name, ".helper"), strings.HasSuffix(name, ".command"), strings.HasSuffix(name, ".driver"), strings.HasSuffix(name, ".process"), strings.HasPrefix(name, "pager."):
		text.text = strings.TrimPrefix(text.text, "!")
		r.runArg(text, POSIX)
	}
}

// gitPrograms are settings whose value git runs.
var gitPrograms = words("core.pager core.editor core.sshcommand core.askpass core.fsmonitor core.gitproxy sequence.editor diff.external credential.helper gpg.program gpg.ssh.program uploadpack.packobjectshook interactive.difffilter core.alternaterefscommand web.browser man.viewer help.browser")

// checkout throws changes away when it is given files, or is forced.
func (r *reader) checkout(c *call, args []arg, opts []option, ops []arg) {
	if asksForHelp(c.args) {
		return
	}
	paths := false
	for i, a := range args {
		if a.text == "--" && i+1 < len(args) {
			paths = true
		}
	}
	switch {
	case has(opts, "-f --force -B --ours --theirs --pathspec-from-file -p --patch"), paths:
	case has(opts, "-b --orphan --detach --track -t"):
		return
	case len(ops) > 1: // a tree and files
	case len(ops) == 1 && r.namesFile(ops[0]):
	default:
		return
	}
	r.found(Finding{Class: Destructive, Act: GitDiscard, Severity: Medium}, c.danger(1, globals["git"]))
}

// namesFile tells a file from a branch by its form, and by looking.
func (r *reader) namesFile(a arg) bool {
	s := a.text
	if s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, ":") || strings.HasSuffix(s, "/") || a.glob || strings.HasPrefix(s, "/") {
		return true
	}
	dot := strings.LastIndexByte(s, '.')
	if r.where.Stat != nil && strings.ContainsAny(s, "./") {
		return r.where.exists(r.pathOf(a))
	}
	return dot > 0 && dot < len(s)-1 && strings.Trim(s[dot+1:], "abcdefghijklmnopqrstuvwxyz") == "" && len(s)-dot <= 6
}
