package cli

import (
	"slices"

	"sidekicks/engine/config"
)

// Schema prints the JSON Schema of the configuration file, for other editors
// and programs.
func Schema(env Env) int {
	w := env.words("")
	out, say := column{w: env.Stdout}, column{w: env.Stderr}
	switch {
	case slices.Contains(env.Args, "--help") || slices.Contains(env.Args, "-h"):
		out.write(w.SchemaUsage + "\n")
	case len(env.Args) > 0:
		say.write(w.SchemaUsage + "\n")
		return statusUsage
	default:
		out.write(config.Schema)
	}
	if out.failed != nil {
		say.write(w.StdoutUnwritable(out.failed) + "\n")
		return statusFailed
	}
	return statusOK
}
