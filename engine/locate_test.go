package engine

import (
	"context"
	"path/filepath"
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

func TestLineOf(t *testing.T) {
	const file = "one\ntwo\nthree\ntwo again\nfour\n"
	for _, c := range []struct {
		what, file    string
		there         bool
		before, after string
		want          int
	}{
		{"the whole file", file, true, file, "x", 1},
		{"what it became", file, true, "x", file, 1},
		{"a part", file, true, "three\ntwo again\n", "3\n", 3},
		{"a part of a line", file, true, "again", "once more", 4},
		{"what a part became", file, true, "3\n", "three\n", 3},
		{"found twice", file, true, "two", "2", 0},
		{"found twice, the new text once", file, true, "two", "four", 5},
		{"found nowhere", file, true, "five", "six", 0},
		{"other line ends", "one\r\ntwo\r\n", true, "two\n", "2\n", 2},
		{"a new file", "", false, "", "new\n", 1},
		{"a file that was not read", "", true, "", "new\n", 0},
		{"no file", "", false, "old\n", "new\n", 0},
		{"an overlap", "aaa", true, "aa", "", 0},
	} {
		if got := lineOf(c.file, c.there, c.before, c.after); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

func TestAPartOfAFileIsLocated(t *testing.T) {
	edits := func(ctx context.Context, a *turnOf, dir string) acp.StopReason {
		old, name := "three\n", filepath.Join(dir, "notes.txt")
		call := acp.ToolCall{ID: "t", Kind: acp.ToolEdit, Status: acp.ToolPending, RawInput: []byte(`{"path":"notes.txt","old_string":"three","new_string":"3"}`)}
		a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session, ToolCall: call, Options: []acp.PermissionOption{{ID: "yes", Kind: acp.AllowOnce}}})
		a.tool(acp.ToolCall{ID: "t", Status: acp.ToolCompleted, Content: []acp.ToolCallContent{{Type: "diff", Path: name, OldText: &old, NewText: "3\n"}}})
		return acp.EndTurn
	}
	onBench(t, edits, func(b *bench) {
		b.write("notes.txt", "one\ntwo\nthree\n")
		b.send("edit")
		synctest.Wait()
		if e := b.Snapshot().Permissions[0].Subject.Edits; len(e) != 1 || e[0].Line != 3 {
			t.Errorf("asked: %+v", e)
		}
		b.write("notes.txt", "one\ntwo\n3\n")
		b.answer("yes")
		synctest.Wait()
		lines := func() []int {
			for _, m := range b.view().Messages {
				for _, p := range m.Parts {
					if tool, ok := p.(*conversation.Tool); ok {
						return tool.Lines
					}
				}
			}
			return nil
		}
		if got := lines(); len(got) != 1 || got[0] != 3 {
			t.Errorf("changed in lines %v", got)
		}
	})
}
