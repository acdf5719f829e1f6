package discover

import (
	_ "embed"
	"strings"
)

// An Agent is a known agent that is installed on this computer.
type Agent struct {
	ID      string
	Name    string // for people
	Program string // the name to look up on the PATH, as in a configuration
	File    string // where it was found
	Args    []string
	Env     map[string]string
}

// Columns of agents.tsv.
const (
	columnID = iota
	columnName
	columnPrograms // separated by spaces, the best first
	columnArgs     // separated by spaces
	columnPackage
	columnEnv // NAME=VALUE, separated by spaces
	columns
)

//go:embed agents.tsv
var agentsTable string

// Agents returns the known agents whose program is on path, a list in the form
// of the PATH variable, in the order of the table. It reads folders.
func Agents(path, pathext string) []Agent {
	var found []Agent
	_, rows, _ := strings.Cut(agentsTable, "\n")
	for row := range strings.Lines(rows) {
		if a, ok := findAgent(strings.Split(strings.TrimRight(row, "\r\n"), "\t"), path, pathext); ok {
			found = append(found, a)
		}
	}
	return found
}

func findAgent(row []string, path, pathext string) (Agent, bool) {
	if len(row) != columns {
		return Agent{}, false
	}
	for _, program := range strings.Fields(row[columnPrograms]) {
		file, err := LookPath(program, path, pathext)
		if err != nil {
			continue
		}
		return Agent{
			ID:      row[columnID],
			Name:    row[columnName],
			Program: program,
			File:    file,
			Args:    strings.Fields(row[columnArgs]),
			Env:     variables(row[columnEnv]),
		}, true
	}
	return Agent{}, false
}

func variables(list string) map[string]string {
	env := map[string]string{}
	for _, entry := range strings.Fields(list) {
		name, value, _ := strings.Cut(entry, "=")
		env[name] = value
	}
	return env
}
