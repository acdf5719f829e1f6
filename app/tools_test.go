package app

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

// ran is a finished tool call that ran a command.
func ran(id, command, out string) *conversation.Tool {
	return &conversation.Tool{Start: ago(3 * time.Second), End: ago(2 * time.Second), Call: conversation.ToolCall{
		ID: acp.ToolCallID(id), Kind: "execute", Status: "completed", Title: command, RawInput: []byte(`{"command":"` + command + `"}`),
		Content: []conversation.ToolCallContent{{Type: "content", Content: &conversation.ContentBlock{Type: "text", Text: out}}}}}
}

// edited is a finished tool call that changed files: paths with the text before
// (nil: none) and after.
func edited(id string, changes ...conversation.ToolCallContent) *conversation.Tool {
	t := &conversation.Tool{Start: ago(3 * time.Second), End: ago(2 * time.Second), Call: conversation.ToolCall{ID: acp.ToolCallID(id), Kind: "edit", Status: "completed"}}
	for _, c := range changes {
		c.Type = "diff"
		t.Call.Content = append(t.Call.Content, c)
		t.Call.Locations = append(t.Call.Locations, acp.ToolCallLocation{Path: c.Path})
	}
	return t
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

const coloured = "\x1b[1mtests\x1b[0m\n\x1b[32m✓\x1b[0m clamp holds its limit \x1b[2m(2 ms)\x1b[0m\n\x1b[31m✗ build\x1b[0m \x1b[33mwarning:\x1b[0m \x1b[4;34mlimits.go:42\x1b[0m\n" +
	"\x1b[41;97m FAIL \x1b[0m \x1b[38;5;208morange\x1b[0m \x1b[38;2;255;255;0myellow\x1b[0m \x1b[95mpink\x1b[0m \x1b[36mcyan\x1b[0m \x1b[7minverse\x1b[0m\n\x1b[2Kdownloading 10%\rdownloading 100%\x1b[K\n"

// changes are tool calls that changed files and that ran commands.
func changes() *engine.Snapshot {
	s, b := four(), new(builder)
	before := "package engine\n\nimport \"fmt\"\n\nconst limit = 10\n\nfunc clamp(n int) int {\n\tif n > limit {\n\t\treturn limit\n\t}\n\treturn n\n}\n\nfunc say(n int) {\n\tfmt.Println(\"the number is\", n)\n}\n"
	after := strings.NewReplacer("limit = 10", "limit = 12", "n > limit", "n >= limit", "Println(\"the number is\", n)", "Printf(\"the number is %d\\n\", clamp(n))").Replace(before)
	crlf := strings.ReplaceAll(before, "\n", "\r\n")
	s.Conversations[0].Turn, s.Agents[0].Status = engine.TurnIdle, engine.AgentIdle
	s.Conversations[0].Messages = []*conversation.Message{
		b.user("Corrige la borne."),
		b.agent(
			edited("1", conversation.ToolCallContent{Path: "/home/me/projets/vaisseau/engine/limits.go", OldText: &before, NewText: after}),
			edited("2", conversation.ToolCallContent{Path: "limits.go", OldText: &before, NewText: crlf}, conversation.ToolCallContent{Path: "names.txt", NewText: "admin\u202e\n" + numbered(120)}),
			ran("3", "make check", coloured),
			ran("4", "make all", numbered(10_000)),
		),
	}
	return s
}

func TestChangesAreReadAtOnce(t *testing.T) {
	_, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 5000), 1)
	for _, want := range []string{"−const limit = 10", "+const limit = 12", "+3 −3", "limits.go · line ends are now those of Windows (CRLF)", "names.txt · new file", "+admin\u202e"} {
		if _, ok := h.Find(semantic.Unknown, want); !ok {
			t.Errorf("no %q in\n%s", want, h.Dump())
		}
	}
}

func TestLongChangeIsShownWhole(t *testing.T) {
	_, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 6000), 1)
	if _, ok := h.Find(semantic.Unknown, "+line 119"); ok {
		t.Fatal("all of it is shown at first")
	}
	h.Click(semantic.Button, "Show 21 more lines")
	if _, ok := h.Find(semantic.Unknown, "+line 119"); !ok {
		t.Error("the last line is not shown")
	}
	h.Click(semantic.Button, "Hide 21 lines")
	if _, ok := h.Find(semantic.Unknown, "+line 119"); ok {
		t.Error("the last line is not hidden again")
	}
}

func TestLongOutputIsShownInPartAndCopiedWhole(t *testing.T) {
	_, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 20_000), 1)
	h.Click(semantic.Button, "make all")
	labels := func() map[string]bool {
		seen := map[string]bool{}
		for _, n := range h.Nodes() {
			seen[n.Desc.Label] = true
		}
		return seen
	}
	seen := labels()
	for line, shown := range map[string]bool{"line 0": true, "line 199": true, "line 200": false, "line 9699": false, "line 9700": true, "line 9999": true} {
		if seen[line] != shown {
			t.Errorf("%s: shown is %v", line, !shown)
		}
	}
	if !seen["Shown in part; the agent received everything."] {
		t.Error("it is not said that it is a part")
	}
	clickLabelled(t, h, "Copy")
	if want := strings.TrimSuffix(numbered(10_000), "\n"); h.Clipboard != want {
		t.Errorf("%d bytes were copied of %d", len(h.Clipboard), len(want))
	}
	h.Click(semantic.Button, "Show 9,500 more lines")
	if !labels()["line 200"] {
		t.Error("the lines after the beginning are not shown")
	}
}

// The button that shows all stays under the pointer, also at the end.
func TestShowingAllKeepsItsPlace(t *testing.T) {
	_, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	h.Click(semantic.Button, "make all")
	for range 40 {
		if _, ok := h.Find(semantic.Button, "Show 9,500 more lines"); ok {
			break
		}
		h.Scroll(image.Pt(640, 300), 300)
	}
	before, ok := h.Find(semantic.Button, "Show 9,500 more lines")
	if !ok {
		t.Fatal("there is no button")
	}
	h.ClickAt(widgettest.Middle(before))
	after, ok := h.Find(semantic.Button, "Hide 9,500 lines")
	if !ok || after.Desc.Bounds.Min.Y != before.Desc.Bounds.Min.Y {
		t.Errorf("it moved from %v to %v", before.Desc.Bounds, after.Desc.Bounds)
	}
}

func TestOutputsAreReadAsTerminalsDo(t *testing.T) {
	_, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 6000), 1)
	h.Click(semantic.Button, "make check")
	for _, want := range []string{"✓ clamp holds its limit (2 ms)", "downloading 100%"} {
		if _, ok := h.Find(semantic.Unknown, want); !ok {
			t.Errorf("no %q in\n%s", want, h.Dump())
		}
	}
}

// What a tool was given is shown as it is: nothing in it is taken for a control
// sequence, which could hide a part.
func TestInputIsExact(t *testing.T) {
	s := changes()
	tool := ran("9", "x", "done")
	tool.Call.RawInput = []byte(`{"command":"echo \u001b[8mhidden\u001b[0m\nrm x"}`)
	s.Conversations[0].Messages[1].Parts = []conversation.Part{tool}
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 1000), 1)
	h.Click(semantic.Button, "echo ")
	if _, ok := h.Find(semantic.Unknown, "echo \x1b[8mhidden\x1b[0m"); !ok {
		t.Error(h.Dump())
	}
}

func TestLinesOfToolsAreSelectedWithTheRest(t *testing.T) {
	_, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 6000), 1)
	line := func(label string) image.Point {
		n, ok := h.Find(semantic.Unknown, label)
		for _, m := range h.Nodes() {
			if m.Desc.Label == label {
				n = m
			}
		}
		if !ok {
			t.Fatalf("no %q", label)
		}
		return image.Pt(0, widgettest.Middle(n).Y)
	}
	from, to := line("−const limit = 10"), line("+const limit = 12")
	h.Drag(from.Add(image.Pt(320, 0)), to.Add(image.Pt(500, 0)), to.Add(image.Pt(1000, 0)))
	h.Press(key.ModShortcut, "C")
	if want := "const limit = 10\nconst limit = 12"; h.Clipboard != want {
		t.Errorf("copied %q, want %q", h.Clipboard, want)
	}
}

// Lines in view are drawn from what was recorded.
func TestLinesAtRestAllocateNothing(t *testing.T) {
	a, h := showStill(t, changes(), config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	perFrame := func() float64 {
		var ops op.Ops
		frame := func() {
			ops.Reset()
			a.Frame(layout.Context{Ops: &ops, Now: h.Now, Metric: h.Metric, Constraints: layout.Exact(h.Size)})
		}
		frame()
		return testing.AllocsPerRun(50, frame)
	}
	h.Press(key.ModShortcut, key.NameEnd)
	heads := perFrame()
	h.Click(semantic.Button, "make all")
	h.Scroll(image.Pt(640, 300), 2000)
	if n, ok := h.Find(semantic.Unknown, "line 80"); !ok {
		t.Fatalf("not among the lines: %v", n)
	}
	if lines := perFrame(); lines > heads {
		t.Errorf("%v allocations a frame among lines, %v among headings", lines, heads)
	}
}
