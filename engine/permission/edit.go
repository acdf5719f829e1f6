package permission

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// The names that agents give to the parts of an edit.
var (
	pathNames        = []string{"file_path", "filePath", "filepath", "path", "abs_path", "absolute_path", "notebook_path", "target_file", "file"}
	listNames        = []string{"paths", "files", "file_paths", "filePaths", "filenames"}
	oldNames         = []string{"old_string", "oldString", "old_str", "oldText", "old_text", "old"}
	newNames         = []string{"new_string", "newString", "new_str", "newText", "new_text", "new", "new_source", "content", "contents", "file_text"}
	destinationNames = []string{"destination", "to", "dest", "new_path", "newPath"}
	diffNames        = []string{"diff", "patch", "unified_diff", "patchText", "patch_text", "input"}
)

// edits are the changes of files that a call tells: in its content, else in
// its input.
func edits(call acp.ToolCall, in fields) []Edit {
	var out []Edit
	for _, c := range call.Content {
		if c.Type != "diff" {
			continue
		}
		e := Edit{Path: c.Path, New: c.NewText, Shown: true}
		if c.OldText != nil {
			e.Old = *c.OldText
		}
		out = append(out, e)
	}
	if len(out) > 0 {
		return out
	}
	return in.edits(call)
}

func (f fields) edits(call acp.ToolCall) []Edit {
	if list := f.changes(); len(list) > 0 {
		return list
	}
	name := f.text(pathNames...)
	if name == "" && len(call.Locations) > 0 {
		name = call.Locations[0].Path
	}
	if list := f.several(name); len(list) > 0 {
		return list
	}
	after, ok := f.lookup(newNames...)
	before, part := f.lookup(oldNames...)
	if ok && (call.Kind == acp.ToolEdit || part) {
		return []Edit{{Path: name, Old: before, New: after, Part: part, Shown: true}}
	}
	if diff := f.text(diffNames...); isDiff(diff) {
		return fromDiff(diff, name)
	}
	if call.Kind == acp.ToolEdit && name != "" {
		return []Edit{{Path: name}}
	}
	return nil
}

// several reads a list of replacements in one file.
func (f fields) several(name string) []Edit {
	var list []fields
	if !f.has("edits") || json.Unmarshal(f["edits"], &list, jsontext.AllowDuplicateNames(true)) != nil {
		return nil
	}
	var out []Edit
	for _, e := range list {
		before, ok := e.lookup(oldNames...)
		after, ok2 := e.lookup(newNames...)
		if ok || ok2 {
			out = append(out, Edit{Path: name, Old: before, New: after, Part: true, Shown: true})
		}
	}
	return out
}

// changes reads codex's changes: a path to what happens to it.
func (f fields) changes() []Edit {
	var byPath map[string]fields
	if !f.has("changes") || json.Unmarshal(f["changes"], &byPath, jsontext.AllowDuplicateNames(true)) != nil {
		return nil
	}
	var out []Edit
	for name, c := range byPath {
		for _, kind := range []string{"add", "update", "delete"} {
			if inner := readFields(c[kind]); inner != nil {
				c = inner
			}
		}
		if diff := c.text(diffNames...); diff != "" {
			list := fromDiff(diff, name)
			for i := range list {
				list[i].Path = name
			}
			out = append(out, list...)
			continue
		}
		after, shown := c.lookup(newNames...)
		out = append(out, Edit{Path: name, New: after, Shown: shown})
	}
	slices.SortFunc(out, func(a, b Edit) int { return strings.Compare(a.Path, b.Path) })
	return out
}

func isDiff(s string) bool {
	return strings.Contains(s, "\n@@") || strings.HasPrefix(s, "@@") || strings.Contains(s, "*** Begin Patch")
}

// fromDiff reads a unified diff, or a patch in the form of apply_patch. The
// texts are the parts that the diff shows.
func fromDiff(diff, name string) []Edit {
	var out []Edit
	var before, after strings.Builder
	e := Edit{Path: name, Part: true, Shown: true}
	flush := func() {
		if e.Old, e.New = before.String(), after.String(); e.Old != "" || e.New != "" {
			out = append(out, e)
		}
		before.Reset()
		after.Reset()
	}
	hunk := false
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "*** End"):
			hunk = false
		case strings.HasPrefix(line, "*** "):
			flush()
			_, p, _ := strings.Cut(line, "File: ")
			e.Path, hunk = strings.TrimSpace(p), true
		case strings.HasPrefix(line, "--- ") && !hunk, strings.HasPrefix(line, "Index: ") && !hunk:
		case strings.HasPrefix(line, "+++ ") && !hunk:
			flush()
			if p := strings.TrimPrefix(strings.TrimSpace(line[4:]), "b/"); name == "" && p != "/dev/null" {
				e.Path, _, _ = strings.Cut(p, "\t")
			}
		case strings.HasPrefix(line, "diff "):
			hunk = false
		case strings.HasPrefix(line, "@@"):
			hunk = true
		case !hunk, strings.HasPrefix(line, `\`):
		case line[0] == '-':
			before.WriteString(line[1:])
		case line[0] == '+':
			after.WriteString(line[1:])
		default:
			before.WriteString(strings.TrimPrefix(line, " "))
			after.WriteString(strings.TrimPrefix(line, " "))
		}
	}
	flush()
	return out
}

// subjects are the files that a call names, each once. All places where a call can
// name one count: one of them may be for show.
func (r *reader) subjects(call acp.ToolCall, in fields, edits []Edit) []Target {
	var out []Target
	add := func(p string) {
		if p == "" || len(out) == maxTargets {
			return
		}
		if t := r.target(arg{text: p}); !slices.ContainsFunc(out, func(o Target) bool { return o.Path == t.Path && (t.Path != "" || o.Text == t.Text) }) {
			out = append(out, t)
		}
	}
	for _, e := range edits {
		add(e.Path)
	}
	for _, l := range call.Locations {
		add(l.Path)
	}
	for _, name := range pathNames {
		add(in.text(name))
	}
	for _, name := range listNames {
		for _, p := range in.list(name) {
			add(p)
		}
	}
	if call.Kind == acp.ToolMove {
		add(in.text("source", "from", "src", "old_path", "oldPath"))
		add(in.text(destinationNames...))
	}
	return out
}
