package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
)

// What an agent shows of a change may be a part of the file only: in which
// line it begins is looked up on the disk.

// maxOld is how long a file may be, in bytes, to be read for its change.
const maxOld = 1 << 20

// readEdits fills in what stands in the files that an agent wants to write
// whole without telling what was there, and where the parts that it tells begin.
func readEdits(edits []permission.Edit, workspace string) {
	for i := range edits {
		e := &edits[i]
		if !e.Shown || e.Path == "" {
			continue
		}
		text, there := readFile(e.Path, workspace)
		if e.Old == "" && !e.Part {
			e.Old = text
		}
		e.Line = lineOf(text, there, e.Old, e.New)
	}
}

// readFile reads a file that is no link and not long. there tells whether
// something may be there that was not read.
func readFile(name, workspace string) (text string, there bool) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(workspace, name)
	}
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxOld {
		return "", !os.IsNotExist(err)
	}
	data, err := os.ReadFile(name)
	return string(data), err == nil
}

// lineOf is the line of a file, from 1, in which a change begins: the old text
// stands there once, or else the new one. It is 0 where that is not known.
func lineOf(file string, there bool, before, after string) int {
	if before == "" && !there {
		return 1
	}
	file = unixLines(file)
	for _, part := range []string{unixLines(before), unixLines(after)} {
		if part == file && file != "" {
			return 1
		}
		if at := strings.Index(file, part); part != "" && at >= 0 && !strings.Contains(file[at+1:], part) {
			return 1 + strings.Count(file[:at], "\n")
		}
	}
	return 0
}

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// locateLocked has the changes of a tool call looked up on the disk.
func (s *state) locateLocked(e *Engine, c *talk, id acp.ToolCallID) {
	t := c.log.Tool(id)
	if t == nil || !slices.ContainsFunc(t.Call.Content, func(part conversation.ToolCallContent) bool { return part.Type == "diff" }) {
		return
	}
	workspace, content := s.where(c).Workspace, t.Call.Content
	e.goLocked(func() {
		lines := make([]int, len(content))
		for i, part := range content {
			if part.Type == "diff" {
				text, there := readFile(part.Path, workspace)
				lines[i] = lineOf(text, there, deref(part.OldText), part.NewText)
			}
		}
		e.update(func(*state) bool { return c.log.LocateTool(id, content, lines) })
	})
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
