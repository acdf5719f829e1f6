package widgettest

import (
	"fmt"
	"strings"

	"gioui.org/io/input"
	"gioui.org/io/semantic"
)

// Nodes are the semantic nodes of the last frame, parents before children.
func (h *Harness) Nodes() []input.SemanticNode { return h.router.AppendSemantics(nil) }

// Find returns the first node of a class whose label or description, or that
// of a node inside it, contains text.
func (h *Harness) Find(class semantic.ClassOp, text string) (input.SemanticNode, bool) {
	for _, n := range h.Nodes() {
		if n.Desc.Class == class && says(n, text) {
			return n, true
		}
	}
	return input.SemanticNode{}, false
}

func says(n input.SemanticNode, text string) bool {
	if strings.Contains(n.Desc.Label, text) || strings.Contains(n.Desc.Description, text) {
		return true
	}
	for _, c := range n.Children {
		if says(c, text) {
			return true
		}
	}
	return false
}

// Dump is the semantic tree as text, one line a node that says something,
// indented by depth: class, label, description, state, bounds. It is what
// golden files hold.
func (h *Harness) Dump() string {
	var b strings.Builder
	for _, n := range h.Nodes() {
		if n.ParentID == 0 {
			dump(&b, n, 0)
		}
	}
	return b.String()
}

// DumpOf is [Harness.Dump] of one node and what is in it.
func DumpOf(n input.SemanticNode) string {
	var b strings.Builder
	dump(&b, n, 0)
	return b.String()
}

func dump(b *strings.Builder, n input.SemanticNode, depth int) {
	if line := describe(n.Desc); line != "" {
		fmt.Fprintf(b, "%s%s\n", strings.Repeat("  ", depth), line)
		depth++
	}
	for _, c := range n.Children {
		dump(b, c, depth)
	}
}

func describe(d input.SemanticDesc) string {
	if d.Class == semantic.Unknown && d.Label == "" && d.Description == "" {
		return ""
	}
	var b strings.Builder
	if d.Class != semantic.Unknown {
		fmt.Fprintf(&b, "%v ", d.Class)
	}
	fmt.Fprintf(&b, "%q", d.Label)
	if d.Description != "" {
		fmt.Fprintf(&b, " (%s)", d.Description)
	}
	if d.Selected {
		b.WriteString(" selected")
	}
	if d.Disabled {
		b.WriteString(" disabled")
	}
	fmt.Fprintf(&b, " %v-%v", d.Bounds.Min, d.Bounds.Max)
	return b.String()
}
