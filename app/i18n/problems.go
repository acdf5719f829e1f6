package i18n

import (
	"slices"
	"strings"

	"sidekicks/engine/config"
)

// problems are the sentences of config's codes. Their arguments are those of
// the code; lists are joined into one.
type problems struct {
	of      map[config.ProblemCode]string
	without map[config.ProblemCode]string // for when its last argument is absent or empty
	types   map[string]string             // JSON Schema's names
	value   string                        // a value as written
	or, and string                        // before the last of a list
	more    counted                       // of a list that is too long

	insert, replace, remove, blank, surround string // what a fix does
}

// Problem tells what is wrong in a configuration, and what to do.
func (w *Words) Problem(p config.Problem) string {
	args := p.Args
	switch p.Code {
	case config.WrongType:
		args = []string{args[0], w.problems.types[args[1]], w.join(args[2:], w.typeName, w.problems.or)}
	case config.BadValue, config.UnknownDefault:
		args = []string{args[0], w.join(args[1:], w.quoted, w.problems.or)}
	case config.OtherProgram:
		args = []string{w.join(args, w.quoted, w.problems.and)}
	}
	sentence := w.problems.of[p.Code]
	if short, ok := w.problems.without[p.Code]; ok && lacksOptional(p.Code, args) {
		sentence = short
	}
	formatted := make([]any, len(args))
	for i, a := range args {
		formatted[i] = a
	}
	return w.sprintf(sentence, formatted...)
}

// lacksOptional reports whether the argument is absent without which a code
// has another sentence: the key of what is in a list, a guess, a choice.
func lacksOptional(code config.ProblemCode, args []string) bool {
	switch code {
	case config.WrongType, config.MissingValue:
		return args[0] == ""
	case config.UnknownKey:
		return len(args) == 1
	}
	return args[1] == ""
}

func (w *Words) typeName(schemaName string) string { return w.problems.types[schemaName] }

func (w *Words) quoted(value string) string { return w.sprintf(w.problems.value, value) }

// mostListed is how many of a list are told.
const mostListed = 6

// join lists items, with word before the last.
func (w *Words) join(items []string, form func(string) string, word string) string {
	formed := make([]string, 0, mostListed+1)
	for _, item := range items[:min(len(items), mostListed)] {
		formed = append(formed, form(item))
	}
	if rest := len(items) - mostListed; rest > 0 {
		formed = append(formed, w.count(w.problems.more, rest))
		word = w.problems.and
	}
	last := len(formed) - 1
	if last < 1 {
		return strings.Join(formed, "")
	}
	return strings.Join(formed[:last], ", ") + word + formed[last]
}

// Fix tells what the fix of a problem does, for a button; "" when it has none.
func (w *Words) Fix(p config.Problem) string {
	if len(p.Fix) == 0 {
		return ""
	}
	text := strings.TrimSpace(p.Fix[0].Text)
	switch e := p.Fix[0]; {
	case !slices.ContainsFunc(p.Fix, func(e config.Edit) bool { return e.Text != "" }):
		return w.problems.remove
	case len(p.Fix) > 1:
		return w.sprintf(w.problems.surround, text, strings.TrimSpace(p.Fix[len(p.Fix)-1].Text))
	case e.Start == e.End:
		return w.sprintf(w.problems.insert, text)
	case text == "":
		return w.problems.blank
	}
	return w.sprintf(w.problems.replace, text)
}
