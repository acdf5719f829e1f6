package cli

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine/permission"
)

// explainArgs is what the person asked to have explained.
type explainArgs struct {
	shell, cwd, lang, command string
	json, help                bool
	commands                  int // how many were given
}

// Explain says in plain words what could be lost by a command, which it never
// runs: classes on the first line, then a sentence a finding.
func Explain(env Env) int {
	var a explainArgs
	wrong := a.parse(env.Args, env.words)
	w := env.words(a.lang)
	say := column{w: env.Stderr}
	switch {
	case a.help:
		return env.print(w.ExplainUsage+"\n", w)
	case wrong != "":
		say.write(visible(wrong) + "\n" + w.ExplainUsage + "\n")
		return statusUsage
	}
	if a.command == "-" {
		text, err := io.ReadAll(io.LimitReader(env.Stdin, 1<<20))
		if err != nil {
			say.write(w.StdinUnreadable(err) + "\n")
			return statusFailed
		}
		a.command = strings.TrimSuffix(string(text), "\n")
	}
	findings := permission.Classify(a.command, a.reader(), a.where())
	return env.printed(tell(env.Stdout, findings, a.json, w), w)
}

// parse reads the arguments, as ask does. What is wrong is told in words.
func (a *explainArgs) parse(args []string, words func(lang string) *i18n.Words) string {
	wrong := eachArg(args, a.take,
		func(arg string, rest []string) ([]string, string) { return a.option(arg, rest, words) })
	return cmp.Or(wrong, a.check(words(a.lang)))
}

func (a *explainArgs) take(command string) { a.command, a.commands = command, a.commands+1 }

func (a *explainArgs) option(arg string, args []string, words func(lang string) *i18n.Words) (rest []string, wrong string) {
	name, value, joined := strings.Cut(arg, "=")
	target := map[string]*string{"--shell": &a.shell, "--cwd": &a.cwd, "--lang": &a.lang}[name]
	switch {
	case arg == "--json":
		a.json = true
		return args, ""
	case arg == "--help" || arg == "-h":
		a.help = true
		return args, ""
	case target == nil:
		return nil, words(a.lang).UnknownOption(arg)
	case !joined && len(args) == 0:
		return nil, words(a.lang).OptionWantsValue(name)
	case !joined:
		value, args = args[0], args[1:]
	}
	*target = value
	return args, ""
}

func (a *explainArgs) check(w *i18n.Words) string {
	switch {
	case a.help:
		return ""
	case a.lang != "" && !i18n.Speaks(a.lang):
		return w.WrongLanguage()
	case !slices.Contains([]string{"", "posix", "powershell", "cmd"}, a.shell):
		return w.OptionTakes("--shell", "posix, powershell, cmd")
	case a.commands != 1:
		return w.OneCommand
	}
	return ""
}

func (a *explainArgs) reader() permission.Shell {
	switch a.shell {
	case "posix":
		return permission.POSIX
	case "powershell":
		return permission.PowerShell
	case "cmd":
		return permission.Cmd
	}
	return permission.NoShell
}

func (a *explainArgs) where() permission.Where {
	dir, err := filepath.Abs(a.cwd) // of "" the folder this runs in
	if err != nil {
		dir = a.cwd
	}
	home, _ := os.UserHomeDir() // without one nothing lies in it
	return permission.Where{Workspace: dir, Home: home, Stat: os.Lstat}
}

// An explained finding is one of --json.
type explained struct {
	Class    string   `json:"class"`
	Start    int      `json:"start"` // bytes
	End      int      `json:"end"`
	Verb     string   `json:"verb"`
	Targets  []string `json:"targets"`
	Severity string   `json:"severity"`
	Sentence string   `json:"sentence"`
}

func tell(out io.Writer, findings []permission.Finding, asJSON bool, w *i18n.Words) error {
	classes := []string{}
	for _, c := range permission.Classes(findings) {
		classes = append(classes, c.String())
	}
	if asJSON {
		return tellJSON(out, classes, findings, w)
	}
	if len(classes) == 0 {
		classes = []string{"none"}
	}
	text := strings.Join(classes, ",") + "\n"
	told := map[string]bool{}
	for _, f := range findings {
		if s := visible(w.Finding(f)); !told[s] {
			told[s] = true
			text += strings.ReplaceAll(s, "\n", " ") + "\n"
		}
	}
	_, err := io.WriteString(out, text)
	return err
}

func tellJSON(out io.Writer, classes []string, findings []permission.Finding, w *i18n.Words) error {
	list := []explained{}
	for _, f := range findings {
		e := explained{f.Class.String(), f.Start, f.End, string(f.Act), []string{}, f.Severity.String(), w.Finding(f)}
		for _, t := range f.Targets {
			if t.Path != "" {
				e.Targets = append(e.Targets, t.Path)
			} else {
				e.Targets = append(e.Targets, t.Text)
			}
		}
		list = append(list, e)
	}
	document := struct {
		Classes  []string    `json:"classes"`
		Findings []explained `json:"findings"`
	}{classes, list}
	if err := json.MarshalWrite(out, document, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}
