package permission

import (
	"path"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"mvdan.cc/sh/v3/syntax"
)

// fields is a tool's own input. Each agent words it otherwise: what is of
// another type than looked for is as good as not there.
type fields map[string]jsontext.Value

func readFields(raw jsontext.Value) fields {
	var f fields
	if len(raw) > 0 && json.Unmarshal(raw, &f, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	return f
}

func (f fields) has(name string) bool { return len(f[name]) > 0 && f[name].Kind() != 'n' }

// text is the first of the fields that is a string and not empty.
func (f fields) text(names ...string) string {
	s, _ := f.lookup(names...)
	return s
}

func (f fields) lookup(names ...string) (value string, ok bool) {
	for _, n := range names {
		var s string
		if f.has(n) && json.Unmarshal(f[n], &s, jsontext.AllowInvalidUTF8(true)) == nil {
			if s != "" {
				return s, true
			}
			ok = true
		}
	}
	return "", ok
}

// list is a field that is a list of strings.
func (f fields) list(name string) []string {
	var list []string
	if !f.has(name) || json.Unmarshal(f[name], &list, jsontext.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	return list
}

// command is the command that a call runs, whole, and the shell that reads it
// where the call tells.
func (f fields) command() (string, Shell) {
	for _, name := range []string{"command", "cmd", "script", "commandLine", "command_line"} {
		if argv := f.list(name); len(argv) > 0 {
			return fromArgv(argv)
		}
		text := f.text(name)
		if text == "" {
			continue
		}
		if args := f.list("args"); len(args) > 0 {
			return fromArgv(append([]string{text}, args...))
		}
		return text, shellNamed(f.text("shell"))
	}
	return "", NoShell
}

// fromArgv is the text that a list of words runs: what a shell is given, or
// the words quoted.
func fromArgv(argv []string) (string, Shell) {
	if shell := shellNamed(argv[0]); shell != NoShell && len(argv) > 2 {
		flag := strings.ToLower(argv[len(argv)-2])
		text := shell == POSIX && strings.HasPrefix(flag, "-") && strings.HasSuffix(flag, "c") ||
			shell == PowerShell && (flag == "-command" || flag == "-c") ||
			shell == Cmd && (flag == "/c" || flag == "/k")
		if text && plainFlags(argv[1:len(argv)-2]) {
			return argv[len(argv)-1], shell
		}
	}
	words := make([]string, len(argv))
	for i, a := range argv {
		q, err := syntax.Quote(a, syntax.LangBash)
		if err != nil {
			q = a // a NUL: the text will be refused
		}
		words[i] = q
	}
	return strings.Join(words, " "), POSIX
}

// plainFlags tells options before -c that change nothing in what is run.
func plainFlags(flags []string) bool {
	for _, f := range flags {
		switch strings.ToLower(f) {
		case "-l", "-i", "-e", "-u", "-noprofile", "-nologo", "-noninteractive", "/d", "/s", "/q", "--login", "--norc", "--noprofile":
		default:
			return false
		}
	}
	return true
}

// shellNamed is the shell of a program's name.
func shellNamed(name string) Shell {
	name = strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	switch name = strings.TrimSuffix(name, ".exe"); {
	case name == "pwsh" || name == "powershell":
		return PowerShell
	case name == "cmd":
		return Cmd
	case shells[name]:
		return POSIX
	}
	return NoShell
}

// titled is the text of a title that is a command or an address.
func titled(title string) string {
	if s := strings.TrimSpace(title); len(s) > 1 && s[0] == '`' && s[len(s)-1] == '`' {
		return s[1 : len(s)-1]
	}
	return title
}
