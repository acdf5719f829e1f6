package cli

import (
	"errors"
	"io/fs"
	"slices"

	"sidekicks/engine/config"
	"sidekicks/engine/prefs"
)

// configuration finds the configuration to use, and in it the agent to talk
// with. Faults of the file are noted on s. What cannot be is told in words, ""
// when nothing is wrong.
func (e Env) configuration(a askArgs, s *screen) (c config.Config, agent, wrong string) {
	c, wrong = e.load(a, s)
	if wrong != "" {
		return c, "", wrong
	}
	agent = c.DefaultAgent
	if a.agent != "" {
		agent = a.agent
	}
	var names []string
	for _, known := range c.Agents {
		names = append(names, known.Name)
	}
	if !slices.Contains(names, agent) {
		return c, "", s.words.NoSuchAgent(agent, names)
	}
	return c, agent, ""
}

// usual is the configuration file to use, and the one at the default place.
func (e Env) usual(named string) (path, fallback string) {
	fallback, _ = prefs.ConfigFile() // without a home folder there is no default place
	var remembered prefs.Preferences
	if memory, err := prefs.File(); err == nil {
		remembered, _ = prefs.Load(memory) // of damage the window tells its log
	}
	return prefs.Resolve(named, e.Getenv("SIDEKICKS_CONFIG"), remembered.LastOpened, fallback), fallback
}

// load reads the configuration. Without one at the default place it is the
// guide's; a file that was named must be there.
func (e Env) load(a askArgs, s *screen) (config.Config, string) {
	if a.demo {
		return config.Demo(), ""
	}
	path, fallback := e.usual(a.config)
	if path == "" {
		return config.Demo(), ""
	}
	c, problems, err := config.Load(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && path == fallback:
		return config.Demo(), ""
	case err != nil:
		return c, s.words.ConfigUnreadable(path, err)
	}
	for _, p := range problems {
		if p.Severity == config.Error {
			s.note(problemLine(path, p, s.words))
		}
	}
	if len(c.Agents) == 0 {
		return c, s.words.ConfigUnusable(path)
	}
	return c, ""
}
