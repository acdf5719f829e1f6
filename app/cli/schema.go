package cli

import (
	"slices"

	"sidekicks/engine/config"
)

// Schema prints the JSON Schema of the configuration file, for other editors
// and programs.
func Schema(env Env) int {
	w := env.words("")
	switch {
	case slices.Contains(env.Args, "--help") || slices.Contains(env.Args, "-h"):
		return env.print(w.SchemaUsage+"\n", w)
	case len(env.Args) > 0:
		say := column{w: env.Stderr}
		say.write(w.SchemaUsage + "\n")
		return statusUsage
	}
	return env.print(config.Schema, w)
}
