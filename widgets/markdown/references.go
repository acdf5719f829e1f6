package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// A definition is a link reference definition (CommonMark 4.7).
type definition struct {
	label, destination string
	at                 int // offset in the source of its tree
}

// definitions lists those of a tree at or after an offset in its source.
func definitions(t syntaxTree, from int) []definition {
	var defs []definition
	_ = ast.Walk(t.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch def, ok := n.(*ast.LinkReferenceDefinition); {
		case ok && entering && def.Pos() >= from:
			defs = append(defs, definition{string(def.Label), string(def.Destination), def.Pos()})
		case n.Type() == ast.TypeInline, n.Kind() == ast.KindParagraph, n.Kind() == ast.KindTextBlock:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return defs
}

// mentions are the labels that a text has in brackets: the definitions that
// may matter to it.
type mentions struct {
	labels map[string]bool
	any    bool // some label runs over lines, so that any definition may matter
}

// add takes in the labels of a text.
func (m *mentions) add(text string) {
	for {
		open := strings.IndexByte(text, '[')
		if open < 0 {
			return
		}
		text = text[open+1:]
		end := labelEnd(text)
		if end < 0 {
			continue
		}
		if label := text[:end]; strings.IndexByte(label, '\n') >= 0 {
			m.any = true
		} else {
			if m.labels == nil {
				m.labels = map[string]bool{}
			}
			m.labels[util.ToLinkReference([]byte(label))] = true
		}
	}
}

// labelEnd is where the label at the start of s ends: at the first bracket that
// is not escaped, if that is a closing one.
func labelEnd(s string) int {
	const longest = 1000 // CommonMark 4.7 allows 999 characters
	for i := 0; i < min(len(s), 4*longest); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			return -1
		case ']':
			return i
		}
	}
	return -1
}

// among keeps the definitions that may matter, without their places.
func (m *mentions) among(defs []definition) []definition {
	var out []definition
	for _, def := range defs {
		if m.any || m.labels[util.ToLinkReference([]byte(def.label))] {
			out = append(out, definition{label: def.label, destination: def.destination})
		}
	}
	return out
}
