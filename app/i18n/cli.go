package i18n

import (
	"errors"
	"strings"

	"sidekicks/engine/config"
)

// UnknownOption says that the command line has an option that is not known.
func (w *Words) UnknownOption(name string) string { return w.sprintf(w.unknownOption, name) }

// OptionWantsValue says that an option has no value.
func (w *Words) OptionWantsValue(name string) string { return w.sprintf(w.optionWantsValue, name) }

// OptionTakes says which values an option takes.
func (w *Words) OptionTakes(name, values string) string {
	return w.sprintf(w.optionTakes, name, values)
}

// OptionsExclude says that two options cannot both be given.
func (w *Words) OptionsExclude(a, b string) string { return w.sprintf(w.optionsExclude, a, b) }

// NoSuchAgent says that the configuration lacks an agent, and which it has.
func (w *Words) NoSuchAgent(name string, has []string) string {
	return w.sprintf(w.noSuchAgent, name, strings.Join(has, ", "))
}

// ConfigUnreadable says why a configuration file cannot be read, where another
// one may be chosen.
func (w *Words) ConfigUnreadable(path string, err error) string {
	return w.sprintf(w.configUnreadable, path, w.unreadable(err))
}

// FileUnreadable says why the file that was named cannot be read.
func (w *Words) FileUnreadable(path string, err error) string {
	return w.sprintf(w.fileUnreadable, path, w.unreadable(err))
}

func (w *Words) unreadable(err error) string {
	if errors.Is(err, config.ErrNoFile) {
		return w.noFile
	}
	return w.system(err.Error())
}

// ConfigUnusable says that a configuration has no agent that can be used.
func (w *Words) ConfigUnusable(path string) string { return w.sprintf(w.configUnusable, path) }

// StdinUnreadable says why standard input cannot be read.
func (w *Words) StdinUnreadable(err error) string {
	return w.sprintf(w.stdinUnreadable, w.system(err.Error()))
}

// StdoutUnwritable says why the answer cannot be written.
func (w *Words) StdoutUnwritable(err error) string {
	return w.sprintf(w.stdoutUnwritable, w.system(err.Error()))
}
