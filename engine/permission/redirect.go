package permission

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirect reads one redirection: a file that is written, or what is read. It
// gives the file that the command's output goes to.
func (r *reader) redirect(d *syntax.Redirect, in *input) (file arg, writes bool) {
	at := r.frame.at(offset(d.Pos()), offset(d.Word.End()))
	switch d.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		*in = r.document(d)
		return arg{}, false
	case syntax.WordHdoc:
		a := r.value(d.Word)
		*in = input{given: true, known: a.known(), text: a.text + "\n", fetched: a.content.fetched, encoded: a.content.encoded}
		return arg{}, false
	}
	a := r.value(d.Word)
	a.at = at
	switch d.Op {
	case syntax.RdrIn, syntax.DplIn:
		*in = r.files[r.fileKey(a)]
		if a.content.file {
			*in = a.content
		}
		in.given, in.file = true, true
	case syntax.DplOut:
		if strings.Trim(a.text, "0123456789-") != "" {
			r.write(a, Overwrite)
			return a, true
		}
	case syntax.AppOut, syntax.AppAll, syntax.AppClob, syntax.AppAllClob:
		r.appendTo(a)
		return a, true
	case syntax.RdrInOut:
		if d.N != nil && strings.Trim(d.N.Value, "0") != "" { // as an output it is written over
			r.write(a, Overwrite)
		}
		return a, true
	default:
		r.write(a, Overwrite)
		return a, true
	}
	return arg{}, false
}

func (r *reader) document(d *syntax.Redirect) input {
	if d.Hdoc == nil {
		return input{given: true, known: true}
	}
	quoted := d.Word.Lit() == "" || strings.Contains(d.Word.Lit(), `\`)
	var b strings.Builder
	in := input{given: true}
	for _, p := range d.Hdoc.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			if quoted {
				b.WriteString(l.Value)
			} else {
				b.WriteString(unescapeQuoted(l.Value))
			}
			continue
		}
		var a arg
		b.WriteString(r.expansion(p, true, &a))
		in.fetched = in.fetched || a.content.fetched
	}
	in.text = b.String()
	in.known = !strings.ContainsRune(in.text, unknown)
	return in
}

// write says that a file's content is replaced, where there may be one.
func (r *reader) write(a arg, act Act) {
	t := r.target(a)
	r.opens(t, a.at)
	if strings.HasPrefix(t.Path, "/dev/tcp/") || strings.HasPrefix(t.Path, "/dev/udp/") {
		r.found(Finding{Class: Privileged, Act: GrantAccess, Severity: High, Targets: []Target{t}}, a.at)
		return
	}
	switch {
	case strings.HasPrefix(t.Path, "/proc/sysrq"):
		r.found(Finding{Class: Destructive, Act: Shutdown, Severity: High}, a.at)
		return
	case isStream(t.Path), strings.ContainsRune(a.text, fresh):
		return
	case t.Place == Device:
		r.destroys(EraseDisk, a.at, Grave, t)
		return
	}
	own := t.Path != "" && r.made[t.Path]
	named := !a.glob && !strings.Contains(a.text, "{}") // else xargs or find fills it in
	absent := t.Place != OtherComputer && named && !r.where.exists(t.Path)
	r.made[t.Path] = true
	if own || absent {
		return
	}
	r.destroys(act, a.at, Low, t)
}

// appendTo loses nothing, but may open a way in.
func (r *reader) appendTo(a arg) {
	t := r.target(a)
	r.opens(t, a.at)
	if t.Place == Device {
		r.destroys(EraseDisk, a.at, Grave, t)
	}
}

// wrote remembers what a file now holds.
func (r *reader) wrote(a arg, o output) {
	p := r.fileKey(a)
	if p == "" || isStream(p) {
		return
	}
	o.given, o.file = true, true
	r.files[p] = o
	r.fetched = r.fetched || o.fetched
}

// pathOf is the clean absolute path that a word names, "" when not known.
func (r *reader) pathOf(a arg) string { return r.target(a).Path }

// fileKey names a file that the command itself writes, "" when not known.
func (r *reader) fileKey(a arg) string {
	if strings.ContainsRune(a.text, fresh) {
		return a.text
	}
	return r.pathOf(a)
}

// target tells what a word names.
func (r *reader) target(a arg) Target {
	t := Target{Text: a.text, Glob: a.glob}
	if i := strings.IndexFunc(a.text, func(c rune) bool { return c >= unknown && c <= fresh }); i >= 0 {
		t.Text = strings.Map(func(c rune) rune {
			if c >= unknown && c <= fresh {
				return '…'
			}
			return c
		}, a.text)
		return t
	}
	p := strings.ReplaceAll(a.text, `\`, "/")
	switch {
	case p == "":
		return t
	case isAbsolute(p):
	case r.cwd == "":
		return t
	default:
		p = r.cwd + "/" + p
	}
	p = path.Clean(p)
	if p == "//" {
		p = "/"
	}
	t.Path, t.Place = p, r.where.place(p)
	if r.remote {
		t.Place = OtherComputer
	} else if a.glob {
		t.Place = r.where.place(wholeFolder(p))
	} else {
		t.Link = r.where.isLink(p)
	}
	return t
}

func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 1 && p[1] == ':'
}

// wholeFolder takes a last part that matches everything off a path: dir/* is
// all of dir.
func wholeFolder(p string) string {
	for {
		dir, last := path.Split(p)
		if strings.Trim(last, "*?.[]!^{},") != "" || last == "" || !strings.ContainsAny(last, "*?[") {
			return p
		}
		p = path.Clean(dir)
	}
}

// destroys adds a destructive finding with its targets.
func (r *reader) destroys(act Act, at span, least Severity, targets ...Target) {
	s := least
	for _, t := range targets {
		if act != DeleteEmpty {
			s = max(s, t.Place.severity())
		}
	}
	r.found(Finding{Class: Destructive, Act: act, Targets: targets, Severity: s}, at)
}

// Files that decide who may come in and what runs at the start.
var (
	grants   = []string{"/.ssh/authorized_keys", "/.ssh/config", "/.ssh/rc", "/etc/sudoers", "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/pam.d/", "/.rhosts", "/.shosts", "/etc/hosts.equiv", "/etc/ssh/", "/etc/doas.conf", "/etc/polkit-1/"}
	startups = []string{"/.bashrc", "/.bash_profile", "/.bash_login", "/.bash_logout", "/.profile", "/.zshrc", "/.zshenv", "/.zprofile", "/.zlogin", "/.kshrc", "/.xprofile", "/.xsession", "/.xinitrc", "/.config/fish/", "/.config/autostart/", "/.config/systemd/", "/.config/environment.d/", "/.pam_environment", "/etc/profile", "/etc/bash.bashrc", "/etc/zsh", "/etc/environment", "/etc/cron", "/var/spool/cron", "/etc/systemd/", "/etc/init.d/", "/etc/rc", "/etc/ld.so.preload", "/lib/systemd/", "/library/launchagents/", "/library/launchdaemons/", "/start menu/programs/startup/", "/.git/hooks/", "microsoft.powershell_profile.ps1", "/powershell/profile.ps1", "/etc/udev/", "/etc/xdg/autostart/", "/.inputrc", "/.config/git/config", "/.gitconfig"}
)

// opens says that a file that is written lets somebody in, or runs at the start.
func (r *reader) opens(t Target, at span) {
	p := strings.ToLower(cmpOr(t.Path, t.Text))
	if p == "" {
		return
	}
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	switch {
	case containsAny(p, grants):
		r.found(Finding{Class: Privileged, Act: GrantAccess, Targets: []Target{t}, Severity: High}, at)
	case containsAny(p, startups):
		r.found(Finding{Class: Privileged, Act: StartupFile, Targets: []Target{t}, Severity: High}, at)
	}
}

func containsAny(s string, list []string) bool {
	for _, x := range list {
		if strings.Contains(s, x) {
			return true
		}
	}
	return false
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
