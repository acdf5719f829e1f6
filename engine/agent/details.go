package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Details is in English whatever the language: it is for those who wrote the
// agent or this program.
func (p *process) Details() string {
	var b strings.Builder
	fmt.Fprintf(&b, "agent: %s\n", p.agent.Name)
	if a := p.initialized.Agent; a.Name != "" {
		fmt.Fprintf(&b, "says it is: %s %s, protocol %d\n", a.Name, a.Version, p.initialized.ProtocolVersion)
	}
	fmt.Fprintf(&b, "client: %s %s on %s\n", p.o.Client.Name, p.o.Client.Version, system())
	fmt.Fprintf(&b, "command: %q\n", p.cmd.Args)
	fmt.Fprintf(&b, "folder: %s\n", p.agent.Workspace)
	fmt.Fprintf(&b, "status: %s\n", p.running())
	section(&b, "standard error, last lines", p.lines.last(stderrLines))
	section(&b, "wire, last lines", p.conn.Wire())
	section(&b, "sent by the agent and not known here, how often", counts(p.conn.Unknown()))
	return p.secrets.remove(b.String())
}

func (p *process) running() string {
	if !isClosed(p.exited) {
		return fmt.Sprintf("running as process %d", p.cmd.Process.Pid)
	}
	return p.status().describe()
}

func (e Exit) describe() string {
	if e.Signal != "" {
		return "ended by the signal " + e.Signal
	}
	return fmt.Sprintf("exited with status %d", e.Code)
}

func counts(m map[string]int) []string {
	var lines []string
	for _, what := range slices.Sorted(maps.Keys(m)) {
		lines = append(lines, fmt.Sprintf("%s: %d", what, m[what]))
	}
	return lines
}

func section(b *strings.Builder, title string, lines []string) {
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, line := range lines {
		fmt.Fprintf(b, "  %s\n", line)
	}
}
