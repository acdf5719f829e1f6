package markdown

import (
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// syntax is the compiled grammar: CommonMark, the tables, strikethrough, task
// lists and bare links of GFM, and footnotes.
var syntax = sync.OnceValue(func() parser.Parser {
	// Before the footnotes' own transformer (999), which takes out those that
	// nothing refers to.
	notice := util.Prioritized(footnoteNotice{}, 100)
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithParserOptions(parser.WithASTTransformers(notice)),
	).Parser()
})

var footnotesKey = parser.NewContextKey()

// A footnoteNotice sets footnotesKey when a text defines footnotes.
type footnoteNotice struct{}

func (footnoteNotice) Transform(doc *ast.Document, _ text.Reader, pc parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch {
		case n.Kind() == extast.KindFootnoteList:
			pc.Set(footnotesKey, true)
			return ast.WalkStop, nil
		case n.Type() == ast.TypeInline, n.Kind() == ast.KindParagraph, n.Kind() == ast.KindTextBlock:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
}

// A syntaxTree is a parsed text.
type syntaxTree struct {
	source    []byte
	root      ast.Node
	refs      []parser.Reference // those it was given and those it defines
	footnotes bool               // it defines some
}

// parse reads source, in which links may refer to refs.
func parse(source []byte, refs []parser.Reference) syntaxTree {
	pc := parser.NewContext()
	for _, r := range refs {
		pc.AddReference(r)
	}
	root := syntax().Parse(text.NewReader(disarmed(source)), parser.WithContext(pc))
	return syntaxTree{source: source, root: root, refs: pc.References(), footnotes: pc.Get(footnotesKey) != nil}
}
