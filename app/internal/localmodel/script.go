package localmodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// An event is one thing that the model does; one of the fields before pause holds.
type event struct {
	think  string
	text   string
	tool   *toolCall
	status int // answers with this HTTP status and an error instead

	pause time.Duration // after it
}

// A toolCall is a call in the terms of the agent that asks.
type toolCall struct {
	name      string
	arguments string // a JSON object, or the text of a custom tool
}

// scripts gives the steps of the script called name, in folder dir and with
// the tools that the agent has.
func scripts(name, dir string, tools []string) [][]event {
	shell := func(command string) event { return event{tool: shellCall(tools, command)} }
	switch name {
	case "hello":
		return [][]event{{{think: "They greet me. "}, {think: "So do I."}, {text: "Hello"}, {text: " from the **scripted** "}, {text: "model.\n"}}}
	case "perm":
		return [][]event{{{text: "I make a folder.\n"}, shell("mkdir made-by-the-agent")}, {{text: "The folder is settled."}}}
	case "erase":
		return [][]event{{{text: "I clean up.\n"}, shell("rm -rf build")}, {{text: "The folder is settled."}}}
	case "edit":
		return [][]event{
			{{text: "I read the file first.\n"}, {tool: readCall(tools, dir+"/note.txt")}},
			{{tool: editCall(tools, dir+"/note.txt", "the old line", "the new line")}},
			{{text: "The note is changed."}},
		}
	case "two":
		return [][]event{{{text: "Two at once.\n"}, shell("mkdir first"), shell("mkdir second")}, {{text: "Both are settled."}}}
	case "long":
		return [][]event{slices.Repeat([]event{{text: "and on it goes ", pause: 50 * time.Millisecond}}, 2000)}
	case "fault":
		return [][]event{{{status: http.StatusBadRequest}}}
	}
	return [][]event{{{text: "OK."}}}
}

// choose gives the events of one answer: those of the script that user names,
// at the given step. An agent that asks without tools wants a title or a
// summary, and gets a short text.
func choose(user string, step int, dir string, tools []string) []event {
	name := ""
	if m := regexp.MustCompile(`play (\w+)`).FindStringSubmatch(user); m != nil && len(tools) > 0 {
		name = m[1]
	}
	steps := possible(scripts(name, dir, tools))
	return steps[min(step, len(steps)-1)]
}

// possible leaves out the calls of tools that the agent does not have, which
// are zero events. What is left of a step that had no other goes to the next.
func possible(steps [][]event) (out [][]event) {
	lacking := func(e event) bool { return e == event{} }
	isCall := func(e event) bool { return e.tool != nil }
	var carried []event
	for _, step := range steps {
		can := slices.DeleteFunc(slices.Clone(step), lacking)
		lacks := len(can) < len(step)
		can, carried = append(carried, can...), nil
		if lacks && !slices.ContainsFunc(can, isCall) {
			carried = can
			continue
		}
		out = append(out, can)
	}
	return out
}

func shellCall(tools []string, command string) *toolCall {
	return firstCall(tools,
		named{"bash", arguments{"command": command, "description": command}},
		named{"exec_command", escalated("cmd", command)},
		named{"shell_command", escalated("command", command)},
	)
}

func readCall(tools []string, path string) *toolCall {
	return firstCall(tools, named{"read", arguments{"filePath": path}})
}

func editCall(tools []string, path, before, after string) *toolCall {
	patch := fmt.Sprintf("*** Begin Patch\n*** Update File: %s\n@@\n-%s\n+%s\n*** End Patch\n", path, before, after)
	return firstCall(tools,
		named{"edit", arguments{"filePath": path, "oldString": before, "newString": after}},
		named{"apply_patch", arguments{"input": patch}},
		named{"exec_command", escalated("cmd", "apply_patch <<'END'\n"+patch+"END")},
		named{"shell_command", escalated("command", "apply_patch <<'END'\n"+patch+"END")},
	)
}

// escalated asks to run a command outside the agent's sandbox, for which it
// must ask the person.
func escalated(name, command string) arguments {
	return arguments{name: command, "sandbox_permissions": "require_escalated", "justification": "the script says so"}
}

type arguments map[string]string

type named struct {
	tool string
	args arguments
}

// firstCall makes a call of the first tool that the agent has, nil when it has none.
func firstCall(tools []string, choices ...named) *toolCall {
	for _, c := range choices {
		if slices.Contains(tools, c.tool) {
			text, _ := json.Marshal(c.args) // strings always marshal
			return &toolCall{c.tool, string(text)}
		}
	}
	return nil
}

// input is the text that a custom tool gets where another gets arguments.
func (c *toolCall) input() string {
	var args arguments
	_ = json.Unmarshal([]byte(c.arguments), &args) // firstCall made it
	return strings.TrimSpace(args["input"])
}
