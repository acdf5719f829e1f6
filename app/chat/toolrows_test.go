package chat

import (
	"fmt"
	"strings"
	"testing"

	"sidekicks/engine/conversation"
)

// changed is a tool call that changes one file.
func changed(before, after string) *conversation.Tool {
	return &conversation.Tool{Call: conversation.ToolCall{Kind: "edit", Status: "completed", Content: []conversation.ToolCallContent{
		{Type: "diff", Path: "/a.txt", OldText: &before, NewText: after}}}}
}

func answering(out string) *conversation.Tool {
	return &conversation.Tool{Call: conversation.ToolCall{Kind: "execute", Content: []conversation.ToolCallContent{
		{Type: "content", Content: &conversation.ContentBlock{Type: "text", Text: out}}}}}
}

func TestLargeChangesAreComparedAway(t *testing.T) {
	v, l := newView(), new(log)
	var work []func() func()
	v.page.Away = func(w func() func()) { work = append(work, w) }
	long := strings.Repeat("a line of a large file\n", comparedAtOnce/20)
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{changed("one\n"+long, "two\n"+long)}})
	v.flatten(l.messages)
	s := v.messages[l.messages[0].ID]
	if len(work) != 1 || len(v.rows) != 2 || s.parts[0].body.sections[0].heading(v.page.Words, false) != v.page.Words.Comparing {
		t.Fatalf("%d compared away, rows %v", len(work), keysOf(v.rows))
	}
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{changed("one\n"+long, "two\n"+long)}})
	v.flatten(l.messages)
	if len(work) != 1 {
		t.Error("the same texts are compared again")
	}
	work[0]()()
	v.flatten(l.messages)
	if added, removed := s.parts[0].body.size(); len(v.rows) != 2 || added != 1 || removed != 1 || !strings.HasPrefix(v.rows[1].Text.Text(), "one\ntwo\n") {
		t.Errorf("rows %v, +%d −%d", keysOf(v.rows), added, removed)
	}
}

func TestComparisonOfFormerTextsIsDropped(t *testing.T) {
	v, l := newView(), new(log)
	var work []func() func()
	v.page.Away = func(w func() func()) { work = append(work, w) }
	long := strings.Repeat("a line of a large file\n", comparedAtOnce/20)
	for _, word := range []string{"two\n", "three\n"} {
		l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{changed("one\n"+long, word+long)}})
		v.flatten(l.messages)
	}
	work[1]()()
	work[0]()()
	v.flatten(l.messages)
	if got := v.rows[1].Text.Text(); !strings.HasPrefix(got, "one\nthree\n") {
		t.Errorf("shown: %.20q", got)
	}
}

// While an output grows, what is shown of it keeps its rows, and what the person
// did to it.
func TestGrowingOutputKeepsItsRows(t *testing.T) {
	v, l := newView(), new(log)
	out := ""
	for i := range 1000 {
		out += fmt.Sprintln("line", i)
	}
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{answering(out)}})
	v.flatten(l.messages)
	s := v.messages[l.messages[0].ID]
	s.parts[0].fold.Open = true
	s.parts[0].body.sections[0].open = true
	v.rebuild(s, 0)
	v.flatten(l.messages)
	before := map[int]string{}
	for _, r := range v.rows {
		if r.Text != nil {
			before[r.Key.Block] = r.Text.Text()
		}
	}
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{answering(out + "more\n")}})
	v.flatten(l.messages)
	same, last := 0, -1
	for _, r := range v.rows {
		if r.Key.Block <= last {
			t.Errorf("block %d after %d", r.Key.Block, last)
		}
		last = r.Key.Block
		if r.Text != nil && before[r.Key.Block] == r.Text.Text() {
			same++
		}
	}
	if len(before) != 20 || same != 20 {
		t.Errorf("%d of %d rows are as they were", same, len(before))
	}
}

func TestLinesAreNumberedAsInTheFile(t *testing.T) {
	v, l := newView(), new(log)
	for _, lines := range [][]int{nil, {0}, {41}, {7}} {
		tool := changed("one\n", "two\n")
		tool.Lines = lines
		l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{tool}})
		v.flatten(l.messages)
		want := append(lines, 0)[0]
		row := v.messages[l.messages[0].ID].parts[0].body.sections[0].lines[0]
		if got := row.Source.Lines(0, 1)[0].Number; got != want {
			t.Errorf("begins in %v: line %d", lines, got)
		}
	}
}

func TestLargeOutputsAreReadAway(t *testing.T) {
	v, l := newView(), new(log)
	var work []func() func()
	v.page.Away = func(w func() func()) { work = append(work, w) }
	put := func(out string) *section {
		l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{answering(out)}})
		v.flatten(l.messages)
		return v.messages[l.messages[0].ID].parts[0].body.sections[0]
	}
	long := strings.Repeat("a line of a long output\n", readAtOnce/10)
	sec := put(long)
	if len(work) != 1 || sec.output.Len() != 0 || !strings.HasSuffix(sec.heading(v.page.Words, false), v.page.Words.Reading) {
		t.Fatalf("%d read away, %d lines in the frame, %q", len(work), sec.output.Len(), sec.heading(v.page.Words, false))
	}
	put(long + "and more") // while it is read
	if len(work) != 1 {
		t.Error("it is read twice at once")
	}
	work[0]()()
	v.flatten(l.messages)
	if got := sec.output.String(); got != long+"and more" {
		t.Errorf("%d bytes are shown, of %d", len(got), len(long))
	}
	if put(long + "and more\nand more"); len(work) != 1 || !strings.HasSuffix(sec.output.String(), "and more\nand more") {
		t.Error("a little more is not read at once")
	}
}

// What an agent sends as one block of code is shown without its fence.
func TestTheFenceOfAnAnswerIsNotShown(t *testing.T) {
	for out, want := range map[string]string{
		"```console\ntotal 2\n-rw a\n```":             "total 2\n-rw a",
		"```\n<error>no</error>\n```\n":               "<error>no</error>",
		"````\n```go\nx\n```\n````":                   "```go\nx\n```",
		"```\n```":                                    "",
		"```":                                         "```",
		"```a`b\nx\n```":                              "```a`b\nx\n```",
		"```\none\n```\nand\n```\ntwo\n```":           "```\none\n```\nand\n```\ntwo\n```",
		"```console\nstill going":                     "```console\nstill going",
		"plain\n```\ncode\n```":                       "plain\n```\ncode\n```",
		"``\nno fence\n``":                            "``\nno fence\n``",
		"```\n    ```\n  in it, an indented one\n```": "    ```\n  in it, an indented one",
	} {
		if got := unfenced(out); got != want {
			t.Errorf("%q: %q", out, got)
		}
	}
	v, l := newView(), new(log)
	l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{answering("```console\ntotal 2\n```")}})
	v.flatten(l.messages)
	s := v.messages[l.messages[0].ID]
	for _, sec := range s.parts[0].body.sections {
		if sec.kind == outputSection && sec.output.String() != "total 2" {
			t.Errorf("shown: %q", sec.output.String())
		}
	}
	d := document{words: v.page.Words}
	d.tool(answering("```console\ntotal 2\n```"))
	if got := d.String(); strings.Contains(got, "console") || !strings.Contains(got, "total 2") {
		t.Errorf("exported:\n%s", got)
	}
}

func TestACallWithoutATitleIsNamedByItsTool(t *testing.T) {
	call := &conversation.Tool{Call: conversation.ToolCall{Name: "write_file", Status: "failed"}}
	if got := subject(call, ""); got != "write_file" {
		t.Errorf("it is called %q", got)
	}
}

// A change is open by itself; what the agent puts in the place of one that it did
// not make is folded.
func TestAChangeThatGoesIsFolded(t *testing.T) {
	v, l := newView(), new(log)
	put := func(call *conversation.Tool) *part {
		l.put(0, conversation.Message{Role: conversation.Agent, Parts: []conversation.Part{call}})
		v.flatten(l.messages)
		return v.messages[l.messages[0].ID].parts[0]
	}
	if p := put(changed("one\n", "two\n")); !p.fold.Open {
		t.Error("a change is folded")
	}
	refused := answering("it was refused")
	refused.Call.Kind, refused.Call.Status = "edit", "failed"
	if p := put(refused); p.fold.Open || len(p.rows) != 1 {
		t.Errorf("open %v, %d rows", p.fold.Open, len(p.rows))
	}
}
