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
// lists and bare links of GFM, and footnotes, as extension.Footnote has them.
var syntax = sync.OnceValue(func() parser.Parser {
	blocks := append(parser.DefaultBlockParsers(), util.Prioritized(footnoteNotice{extension.NewFootnoteBlockParser()}, 999))
	for i := range blocks {
		blocks[i].Value = padding{blocks[i].Value.(parser.BlockParser)}
	}
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(blocks...),
			parser.WithInlineParsers(append(parser.DefaultInlineParsers(), util.Prioritized(extension.NewFootnoteParser(), 101))...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
			parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
		)),
		goldmark.WithExtensions(extension.GFM),
	).Parser()
})

var footnotesKey = parser.NewContextKey()

// A footnoteNotice sets footnotesKey when a text defines footnotes, also those
// that the tree does not have: nothing refers to them, or one stands in another.
type footnoteNotice struct{ parser.BlockParser }

func (f footnoteNotice) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	n, state := f.BlockParser.Open(parent, reader, pc)
	if n != nil {
		pc.Set(footnotesKey, true)
	}
	return n, state
}

// A padding notes of a block how many columns of a tab belong to it: goldmark
// counts them as bytes when it tells where the block begins.
type padding struct{ parser.BlockParser }

const paddingName = "padding"

func (p padding) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, at := reader.Position()
	n, state := p.BlockParser.Open(parent, reader, pc)
	if n != nil && at.Padding > 0 {
		n.SetAttributeString(paddingName, at.Padding)
	}
	return n, state
}

// begins is where a block begins, -1 where that is unknown. A table tells where
// the paragraph began of which it took the last line.
func begins(n ast.Node) int {
	switch n := n.(type) {
	case *extast.Table:
		return n.FirstChild().Pos()
	case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *ast.LinkReferenceDefinition:
		return n.Pos() // told by its lines
	}
	columns, _ := n.AttributeString(paddingName)
	padding, _ := columns.(int)
	return n.Pos() - padding
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
