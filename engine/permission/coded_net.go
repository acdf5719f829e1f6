package permission

import (
	"path"
	"strings"
)

// fetch remembers what is downloaded, and says what it replaces.
func (r *reader) fetch(c *call) {
	opts, ops := options(c.args, "-o -O -d -H -X -u -A -e -F -T -x -m -w -K -b -c -outfile -uri -destination -source --output --output-document --data --data-raw --data-binary --header --request --user --output-dir --directory-prefix -P --dir --out --form --upload-file --url --user-agent --retry --max-time --connect-timeout --cacert --cert --key --proxy --referer --cookie --cookie-jar --tries --timeout")
	r.remoteMethod(c, opts)
	if has(opts, "--use-askpass --post-file") {
		r.opaque(UnseenProgram, c.head.at)
	}
	var files []arg
	for _, o := range opts {
		switch o.name {
		case "-o", "--output", "-outfile", "--output-document", "-destination", "--out":
			if c.name != "wget" || o.name != "-o" {
				files = append(files, o.value)
			}
		case "-O", "--remote-name":
			if c.name == "wget" || c.name == "wget2" {
				files = append(files, o.value)
			} else {
				files = append(files, urlFiles(append(ops, o.value))...)
			}
		case "-K", "--config", "--input-file", "-i":
			if c.name == "curl" && o.name != "-i" && o.value.text != "" {
				r.opaque(UnknownText, o.at)
			}
		}
	}
	switch {
	case c.name == "certutil":
		for _, f := range r.certutil(c) {
			r.wrote(f, output{fetched: true})
		}
	case c.name == "bitsadmin" && len(ops) > 2:
		files = ops[len(ops)-1:]
	case (c.name == "wget" || c.name == "wget2" || c.name == "aria2c") && len(files) == 0:
		files = urlFiles(ops)
		for i := range files { // wget never replaces, it counts
			r.wrote(files[i], output{fetched: true})
		}
		return
	}
	for _, f := range files {
		if f.text == "" || f.text == "-" {
			continue
		}
		if !has(opts, "-C --continue-at --no-clobber -nc") {
			r.write(f, Overwrite)
		}
		r.wrote(f, output{fetched: true})
	}
}

// remoteMethod reports a request that deletes or replaces.
func (r *reader) remoteMethod(c *call, opts []option) {
	for _, o := range opts {
		if o.name == "-X" || o.name == "--request" || o.name == "-method" {
			if m := strings.ToUpper(o.value.text); m == "DELETE" || m == "PUT" || m == "PATCH" || m == "PURGE" {
				r.found(Finding{Class: Destructive, Act: Remote, Args: []string{m}, Severity: High}, o.at)
			}
		}
	}
	if (c.name == "http" || c.name == "https") && len(c.args) > 0 && strings.EqualFold(c.args[0].text, "delete") {
		r.found(Finding{Class: Destructive, Act: Remote, Args: []string{"DELETE"}, Severity: High}, c.head.at)
	}
}

func (r *reader) certutil(c *call) []arg {
	for _, a := range c.args {
		switch strings.ToLower(strings.TrimLeft(a.text, "-/")) {
		case "urlcache":
			return c.args[len(c.args)-1:]
		case "decode", "decodehex":
			last := c.args[len(c.args)-1]
			r.write(last, Overwrite)
			r.wrote(last, output{encoded: true})
		case "delstore", "delkey":
			r.found(Finding{Class: Destructive, Act: Delete, Severity: High}, c.head.at)
		}
	}
	return nil
}

// urlFiles are the names that addresses are saved under.
func urlFiles(ops []arg) []arg {
	var out []arg
	for _, a := range ops {
		if i := strings.Index(a.text, "://"); i >= 0 {
			name, _, _ := strings.Cut(a.text[i+3:], "?")
			b := a
			b.text = path.Base(name)
			out = append(out, b)
		}
	}
	return out
}

// tar starts programs through its options, and unpacks.
func (r *reader) tar(c *call) {
	opts, ops := options(c.args, "-f -C -I -F -T -X --file --directory --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script --rsh-command --rmt-command --exclude")
	for _, o := range opts {
		value := o.value
		switch o.name {
		case "-I", "--use-compress-program", "--to-command", "-F", "--info-script", "--new-volume-script", "--rsh-command", "--rmt-command":
			r.runArg(value, POSIX)
		case "--checkpoint-action":
			if text, ok := strings.CutPrefix(value.text, "exec="); ok {
				r.runArg(cutArg(value, 5, text), POSIX)
			}
		}
		if (o.name == "-f" || o.name == "--file") && value.text != "-" && (has(opts, "-c --create -A") || len(ops) > 0 && strings.HasPrefix(ops[0].text, "c")) {
			r.write(value, Overwrite)
		}
	}
	if len(ops) > 1 && len(c.args) > 0 && !strings.HasPrefix(c.args[0].text, "-") && strings.HasPrefix(ops[0].text, "c") && strings.Contains(ops[0].text, "f") && ops[1].text != "-" {
		r.write(ops[1], Overwrite)
	}
	r.unpacked(c)
	if o, ok := find(opts, "-C --directory"); ok && has(opts, "-x --extract --get") {
		if t := r.target(o.value); t.Place == Root || t.Place == System {
			r.destroys(Overwrite, o.at, High, t)
		}
	}
}

// unpacked remembers that something from the network was taken apart here.
func (r *reader) unpacked(c *call) {
	if c.in.fetched {
		r.fetched = true
	}
	for _, a := range c.args {
		if r.files[r.fileKey(a)].fetched {
			r.fetched = true
		}
	}
}

// goRun fetches a program with a version or an address in its name.
func (r *reader) goRun(c *call) {
	for i, a := range c.args {
		switch {
		case strings.HasPrefix(a.text, "-toolexec"), a.text == "-exec", strings.HasPrefix(a.text, "-exec="), strings.HasPrefix(a.text, "-vettool"):
			text := a
			if _, v, ok := strings.Cut(a.text, "="); ok {
				text = cutArg(a, strings.IndexByte(a.text, '=')+1, v)
			} else if i+1 < len(c.args) {
				text = c.args[i+1]
			}
			r.runArg(text, POSIX)
		}
	}
	if len(c.args) == 0 {
		return
	}
	switch c.args[0].text {
	case "run":
		for _, a := range c.args[1:] {
			if strings.HasPrefix(a.text, "-") {
				continue
			}
			if strings.Contains(a.text, "@") {
				r.found(Finding{Class: NetworkRun, Act: PackageRun, Args: []string{a.text}, Severity: Medium}, a.at)
			}
			break
		}
	case "install":
		for _, a := range c.args[1:] {
			if name, _, ok := strings.Cut(a.text, "@"); ok {
				program := a
				program.text = path.Base(name)
				r.files[r.fileKey(program)] = output{given: true, fetched: true}
			}
		}
	case "clean":
		opts, _ := options(c.args[1:], "")
		if has(opts, "-modcache") {
			r.found(Finding{Class: Destructive, Act: Delete, Severity: Low}, c.head.at)
		}
	}
}

func (r *reader) deno(c *call) {
	if len(c.args) == 0 {
		return
	}
	switch c.args[0].text {
	case "run", "install", "serve", "test", "x":
		for _, a := range c.args[1:] {
			if isAddress(a.text) {
				r.found(Finding{Class: NetworkRun, Act: PackageRun, Args: []string{a.text}, Severity: High}, a.at)
			}
		}
	case "eval":
		if len(c.args) > 1 {
			_, ops := options(c.args[1:], "--ext")
			for _, a := range ops {
				r.code(languages["js"], a)
			}
		}
	}
}

func isAddress(s string) bool {
	return strings.Contains(s, "://") || strings.HasPrefix(s, "npm:") || strings.HasPrefix(s, "jsr:")
}

// install reports what is installed straight from an address, or from an index
// at an address that the command names: its own programs run while it is.
func (r *reader) install(c *call) {
	if len(c.args) == 0 || hasText(c.args, "--dry-run") {
		return
	}
	verb := c.args[0].text
	if c.name == "uv" && len(c.args) > 1 && (verb == "pip" || verb == "tool") {
		verb = c.args[1].text
	}
	if verb == "pkg" && len(c.args) > 2 && c.args[1].text == "set" {
		for _, a := range c.args[2:] {
			if name, text, ok := strings.Cut(a.text, "="); ok && strings.HasPrefix(name, "scripts") {
				r.runArg(cutArg(a, len(name)+1, text), POSIX)
			}
		}
		return
	}
	switch verb {
	case "install", "add", "i", "inject", "upgrade", "run", "--help":
	default:
		return
	}
	for _, a := range c.args[1:] {
		s := a.text
		address := strings.HasPrefix(s, "git+") || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "git://") || strings.HasPrefix(s, "git@") || strings.HasPrefix(s, "github:") || strings.HasPrefix(s, "gitlab:") || strings.Contains(s, "@git+") || strings.Contains(s, " @ http")
		if address {
			r.found(Finding{Class: NetworkRun, Act: PackageRun, Args: []string{s}, Severity: High}, a.at)
		}
	}
}

func hasText(args []arg, text string) bool {
	for _, a := range args {
		if strings.EqualFold(a.text, text) {
			return true
		}
	}
	return false
}

// cloud reads clients of clouds, whose verbs stand anywhere among the words.
func (r *reader) cloud(c *call) {
	_, ops := options(c.args, globals[c.name])
	for i, a := range ops {
		if i > 5 {
			return
		}
		s := a.text
		for _, verb := range []string{"delete", "terminate", "remove", "destroy", "purge", "deregister", "reset", "disable", "revoke", "schedule-key-deletion", "batch-delete", "empty"} {
			if i > 0 && (s == verb || strings.HasPrefix(s, verb+"-")) && !hasText(c.args, "--dry-run") && !hasText(c.args, "help") && !strings.HasPrefix(c.name, "kubectl") {
				r.found(Finding{Class: Destructive, Act: Remote, Args: []string{s}, Severity: High}, a.at)
				return
			}
		}
	}
}

// socket reads programs that give a shell to the network, or run one for it.
func (r *reader) socket(c *call) {
	opts, ops := options(c.args, "-e -c -p -s -w --exec --sh-exec")
	for _, o := range opts {
		if o.name == "-e" || o.name == "-c" || o.name == "--exec" || o.name == "--sh-exec" {
			if o.value.text != "" {
				r.found(Finding{Class: Privileged, Act: GrantAccess, Severity: High}, o.at)
				r.runArg(o.value, POSIX)
			}
		}
	}
	for _, a := range ops {
		upper := strings.ToUpper(a.text)
		for _, kind := range []string{"EXEC:", "SYSTEM:"} {
			if i := strings.Index(upper, kind); i >= 0 {
				r.found(Finding{Class: Privileged, Act: GrantAccess, Severity: High}, a.at)
				r.text(a.text[i+len(kind):], POSIX, frame{outer: a.at}, input{})
			}
		}
	}
}
