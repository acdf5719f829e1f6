package cli

import (
	"fmt"

	"sidekicks/app/i18n"
	"sidekicks/engine/config"
	"sidekicks/engine/prefs"
)

// Check tells the problems of a configuration file, a line each, and gives
// the status to end with: that of an unusable configuration when one of them
// is an error.
func Check(env Env) int {
	w := env.words("")
	err := column{w: env.Stderr}
	fallback, _ := prefs.ConfigFile() // without a home folder there is no default place
	path := prefs.Resolve("", env.Getenv("SIDEKICKS_CONFIG"), "", fallback)
	switch {
	case len(env.Args) == 1 && env.Args[0] != "":
		path = env.Args[0]
	case len(env.Args) > 1 || path == "":
		err.write(w.CheckUsage + "\n")
		return statusUsage
	}
	_, problems, unread := config.Load(path)
	if unread != nil {
		err.write(w.ConfigUnreadable(path, unread) + "\n")
		return statusConfig
	}
	out := column{w: env.Stdout}
	for _, p := range problems {
		out.write(visible(problemLine(path, p, w)) + "\n")
	}
	if config.HasErrors(problems) {
		return statusConfig
	}
	return statusOK
}

// problemLine tells a problem with its place, as compilers do.
func problemLine(path string, p config.Problem, w *i18n.Words) string {
	return fmt.Sprintf("%s:%d:%d: %s", path, p.Line, p.Column, w.Problem(p))
}
