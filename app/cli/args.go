package cli

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"sidekicks/app/i18n"
)

// askArgs is what the person asked for.
type askArgs struct {
	config, agent, lang, permit string
	demo, json, help            bool
	texts                       []string
}

// parse reads the arguments. Options may stand anywhere before "--". What is
// wrong is told in words, "" when nothing is; a is what was read until then.
func (a *askArgs) parse(args []string, words func(lang string) *i18n.Words) string {
	a.permit = permitAsk
	wrong := eachArg(args, func(text string) { a.texts = append(a.texts, text) },
		func(arg string, rest []string) ([]string, string) { return a.option(arg, rest, words) })
	return cmp.Or(wrong, a.check(words(a.lang)))
}

// eachArg gives each text to take and each option, with the arguments after it,
// to option, which returns those that are left or what is wrong. After "--" all
// are texts; "-" is one.
func eachArg(args []string, take func(text string), option func(arg string, rest []string) ([]string, string)) (wrong string) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			for _, text := range args {
				take(text)
			}
			return ""
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			take(arg)
		default:
			if args, wrong = option(arg, args); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// option reads one option, with its value, and gives the arguments after it.
func (a *askArgs) option(arg string, args []string, words func(lang string) *i18n.Words) (rest []string, wrong string) {
	name, value, joined := strings.Cut(arg, "=")
	if flag := a.flag(name); flag != nil && !joined {
		*flag = true
		return args, ""
	}
	target := a.value(name)
	switch {
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

func (a *askArgs) flag(name string) *bool {
	switch name {
	case "--demo":
		return &a.demo
	case "--json":
		return &a.json
	case "--help", "-h":
		return &a.help
	}
	return nil
}

func (a *askArgs) value(name string) *string {
	switch name {
	case "--config":
		return &a.config
	case "--agent":
		return &a.agent
	case "--lang":
		return &a.lang
	case "--permit":
		return &a.permit
	}
	return nil
}

// readStdin puts what standard input holds in the place of "-".
func (a *askArgs) readStdin(env Env, w *i18n.Words) (wrong string) {
	if i := slices.Index(a.texts, "-"); i >= 0 {
		text, err := io.ReadAll(env.Stdin)
		if err != nil {
			return w.StdinUnreadable(err)
		}
		a.texts[i] = string(text)
	}
	for _, text := range a.texts {
		if strings.TrimSpace(text) == "" {
			return w.NothingToSend
		}
	}
	return ""
}

func (a *askArgs) check(w *i18n.Words) string {
	switch {
	case a.help:
		return ""
	case a.lang != "" && !i18n.Speaks(a.lang):
		return w.WrongLanguage()
	case !slices.Contains([]string{permitNever, permitOnce, permitAsk}, a.permit):
		return w.OptionTakes("--permit", "never, once, ask")
	case a.demo && a.config != "":
		return w.OptionsExclude("--demo", "--config")
	case len(a.texts) == 0:
		return w.NothingToSend
	}
	return ""
}
