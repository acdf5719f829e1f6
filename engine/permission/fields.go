package permission

import (
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"mvdan.cc/sh/v3/syntax"

	"sidekicks/engine/acp"
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

// What tools call a command, where it starts, and what else decides what it does.
var (
	commandNames = []string{"command", "cmd", "script", "commandLine", "command_line"}
	folderNames  = []string{"cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir_path"}
	besideNames  = []string{"args", "arguments", "argv", "env", "environment", "stdin", "input"}
	// remarkNames are told beside a command and change nothing in it.
	remarkNames = []string{"description", "timeout", "timeout_ms"}
	// editorWords are what editors of files call what they do, as their command.
	editorWords = []string{"view", "create", "str_replace", "insert", "undo_edit", "read", "write", "edit", "delete", "rename", "list"}
)

// command is the command that a call runs, whole, and the shell that reads it
// where the call tells. It counts whatever the call says that it is: a kind is
// the agent's word.
func (f fields) command(kind acp.ToolKind) (string, Shell) {
	for _, name := range commandNames {
		if argv := f.list(name); len(argv) > 0 {
			return fromArgv(argv)
		}
		text := f.text(name)
		if text == "" || kind != acp.ToolExecute && slices.Contains(editorWords, text) && f.text(pathNames...) != "" {
			continue
		}
		if args := f.list("args"); len(args) > 0 {
			return fromArgv(append([]string{text}, args...))
		}
		return text, shellNamed(f.text("shell"))
	}
	return "", NoShell
}

// tellsMore tells whether there is more to a command than its text: another
// one, its environment, what it reads.
func (f fields) tellsMore() bool {
	texts, lists := 0, 0
	for _, name := range commandNames {
		texts += min(1, len(f.text(name)))
		lists += min(1, len(f.list(name)))
	}
	return texts+lists > 1 || slices.ContainsFunc(besideNames, func(name string) bool {
		joined := name == "args" && texts == 1 && len(f.list(name)) > 0 // it is a part of the command
		return f.has(name) && !f.empty(name) && !joined
	})
}

func (f fields) empty(name string) bool {
	switch strings.Join(strings.Fields(string(f[name])), "") {
	case "{}", "[]", `""`:
		return true
	}
	return false
}

// saysNothing tells an input beside which a title can be taken for the command.
func (f fields) saysNothing(raw jsontext.Value) bool {
	if f == nil {
		return indented(raw) == ""
	}
	for name := range f {
		if f.has(name) && !f.empty(name) && !slices.Contains(folderNames, name) && !slices.Contains(remarkNames, name) {
			return false
		}
	}
	return true
}

// indented is a tool's input for a person to read, "" where there is none.
func indented(raw jsontext.Value) string {
	raw = slices.Clone(raw)
	if len(raw) == 0 || raw.Indent(jsontext.WithIndent("  ")) != nil {
		return string(raw)
	}
	switch text := string(raw); text {
	case "{}", "[]", "null":
		return ""
	default:
		return text
	}
}

// CommandLine is the text that a list of words runs, as Describe tells it: what
// a shell is given, or the words quoted.
func CommandLine(argv []string) string {
	if len(argv) == 0 {
		return ""
	}
	text, _ := fromArgv(argv)
	return text
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
