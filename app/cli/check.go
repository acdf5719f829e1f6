package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine/config"
)

// checkArgs is what the person asked to have checked.
type checkArgs struct {
	lang       string
	json, help bool
	files      []string
}

// Check tells the problems of a configuration file, a line each or with --json
// as one list. The status is that of a failure when one of them is an error,
// and of wrong use when there is no file to read.
func Check(env Env) int {
	var a checkArgs
	wrong := a.parse(env.Args, env.words)
	w := env.words(a.lang)
	say := column{w: env.Stderr}
	path := a.file(env)
	switch {
	case a.help:
		return env.print(w.CheckUsage+"\n", w)
	case wrong != "" || path == "":
		say.write(visible(wrong) + "\n" + w.CheckUsage + "\n")
		return statusUsage
	}
	text, err := read(path)
	if err != nil {
		say.write(visible(w.FileUnreadable(path, err)) + "\n")
		return statusUsage
	}
	problems := config.Check(text, config.OS())
	status := env.printed(tellProblems(env.Stdout, path, problems, a.json, w), w)
	if config.HasErrors(problems) {
		return statusFailed
	}
	return status
}

// read reads a file, or what another program writes to a pipe, as a shell's
// <(…) does.
func read(path string) ([]byte, error) {
	if i, err := os.Stat(path); err != nil || i.Mode()&os.ModeNamedPipe == 0 {
		return config.Read(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return config.ReadFrom(f)
}

// parse reads the arguments, as ask does. What is wrong is told in words.
func (a *checkArgs) parse(args []string, words func(lang string) *i18n.Words) string {
	wrong := eachArg(args, func(file string) { a.files = append(a.files, file) },
		func(arg string, rest []string) ([]string, string) { return a.option(arg, rest, words(a.lang)) })
	return cmp.Or(wrong, a.check(words(a.lang)))
}

func (a *checkArgs) option(arg string, args []string, w *i18n.Words) (rest []string, wrong string) {
	switch name, value, joined := strings.Cut(arg, "="); {
	case arg == "--json":
		a.json = true
	case arg == "--help" || arg == "-h":
		a.help = true
	case name != "--lang":
		return nil, w.UnknownOption(arg)
	case joined:
		a.lang = value
	case len(args) == 0:
		return nil, w.OptionWantsValue(name)
	default:
		a.lang, args = args[0], args[1:]
	}
	return args, ""
}

func (a *checkArgs) check(w *i18n.Words) string {
	switch {
	case a.help:
		return ""
	case a.lang != "" && !i18n.Speaks(a.lang):
		return w.WrongLanguage()
	case len(a.files) > 1 || len(a.files) == 1 && a.files[0] == "":
		return w.OneFile
	}
	return ""
}

// file is the one to check: that which is named, else the usual one.
func (a *checkArgs) file(env Env) string {
	if len(a.files) > 0 {
		return a.files[0]
	}
	path, _ := env.usual("")
	return path
}

func tellProblems(out io.Writer, path string, problems []config.Problem, asJSON bool, w *i18n.Words) error {
	if asJSON {
		return tellProblemsJSON(out, problems, w)
	}
	var text strings.Builder
	for _, p := range problems {
		text.WriteString(visible(problemLine(path, p, w)) + "\n")
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// problemLine tells a problem with its place, as compilers do.
func problemLine(path string, p config.Problem, w *i18n.Words) string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", path, p.Line, p.Column, severityWord(p.Severity), w.Problem(p))
}

// severityWord is the one of the two words, the same in every language, that
// programs look for. A remark is no error.
func severityWord(s config.Severity) string {
	if s == config.Error {
		return "error"
	}
	return "warning"
}

// A checkedProblem is one of --json.
type checkedProblem struct {
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Line     int           `json:"line"`
	Column   int           `json:"column"` // code points, from 1
	Start    int           `json:"start"`  // bytes
	End      int           `json:"end"`
	Pointer  string        `json:"pointer"`
	Sentence string        `json:"sentence"`
	Fix      []checkedEdit `json:"fix"` // none: no fix is certain
}

type checkedEdit struct {
	Start int    `json:"start"` // bytes
	End   int    `json:"end"`
	Text  string `json:"text"`
}

func tellProblemsJSON(out io.Writer, problems []config.Problem, w *i18n.Words) error {
	list := make([]checkedProblem, len(problems))
	for i, p := range problems {
		list[i] = checkedProblem{Code: p.Code.String(), Severity: severityWord(p.Severity), Line: p.Line, Column: p.Column,
			Start: p.Start, End: p.End, Pointer: p.Pointer, Sentence: w.Problem(p)}
		for _, e := range p.Fix {
			list[i].Fix = append(list[i].Fix, checkedEdit(e))
		}
	}
	if err := json.MarshalWrite(out, list, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}
