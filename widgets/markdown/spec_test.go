package markdown

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// An example is one of the CommonMark specification 0.31.2, or of GFM's
// extensions and footnotes; both as goldmark's own tests have them.
type example struct {
	Example  int
	Section  string
	Markdown string
}

func (e example) name() string { return fmt.Sprintf("%s/%d", e.Section, e.Example) }

func examples(tb testing.TB) []example {
	var all []example
	for _, name := range []string{"testdata/commonmark-0.31.2.json", "testdata/gfm.json"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		var list []example
		if err := json.Unmarshal(raw, &list); err != nil {
			tb.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

// What is seen of each example is what goldmark's HTML says: the texts of its
// blocks, one after the other. Exceptions would be listed here by name.
func TestExamplesShowWhatTheHTMLSays(t *testing.T) {
	for _, e := range examples(t) {
		t.Run(e.name(), func(t *testing.T) {
			want := textsOfHTML(referenceHTML(t, e.Markdown))
			got := visibleTexts(blocksOf(e.Markdown))
			if !slices.Equal(got, want) {
				t.Errorf("%q\ngot  %q\nwant %q", e.Markdown, got, want)
			}
		})
	}
}

func blocksOf(text string) []*Block {
	var d Document
	d.SetText(text, true)
	return d.Blocks
}

// visibleTexts are the texts of blocks; code blocks, paragraphs and tables
// that are cut in pieces are put together, and cells taken apart.
func visibleTexts(blocks []*Block) []string {
	var texts []string
	for i, b := range blocks {
		switch {
		case b.kind == Table:
			for _, c := range b.cells {
				texts = append(texts, b.text[c.start:c.end])
			}
		case i > 0 && !b.piece.first && !b.midline && (b.kind == Code || b.kind == HTML):
			texts[len(texts)-1] += "\n" + b.text
		case i > 0 && !b.piece.first && b.kind != Rule:
			texts[len(texts)-1] += b.text
		default:
			texts = append(texts, b.text)
		}
	}
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// referenceHTML is goldmark's HTML, but raw HTML is escaped and images are their
// text with their address.
func referenceHTML(t *testing.T, text string) string {
	var b bytes.Buffer
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(asText{}, 1))),
	)
	if err := md.Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// asText renders as text what Sidekicks shows as text.
type asText struct{}

func (asText) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		address := string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.(*ast.Image).Destination))))
		if !entering && address != "" {
			if n.HasChildren() {
				_ = w.WriteByte(' ')
			}
			_, _ = w.WriteString("(" + html.EscapeString(address) + ")")
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(html.EscapeString(string(n.(*ast.RawHTML).Segments.Value(source))))
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			block := n.(*ast.HTMLBlock)
			raw := string(block.Lines().Value(source))
			if block.HasClosure() {
				raw += string(block.ClosureLine.Value(source))
			}
			_, _ = w.WriteString("<pre>" + html.EscapeString(raw) + "</pre>")
		}
		return ast.WalkContinue, nil
	})
	r.Register(extast.KindFootnoteBacklink, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkSkipChildren, nil
	})
	r.Register(extast.KindTaskCheckBox, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkSkipChildren, nil
	})
}

var tag = regexp.MustCompile(`<(/?)([a-z0-9]+)[^>]*>`)

// textsOfHTML are the texts between the tags of blocks.
func textsOfHTML(s string) []string {
	var texts []string
	var text strings.Builder
	pre := false
	flush := func() {
		out := html.UnescapeString(text.String())
		text.Reset()
		if pre {
			out = strings.TrimSuffix(out, "\n")
		} else {
			out = strings.ReplaceAll(strings.Trim(out, "\n"), "\n", " ")
			out = strings.ReplaceAll(out, "\x00 ", "\n")
		}
		if out != "" {
			texts = append(texts, out)
		}
	}
	for s != "" {
		m := tag.FindStringSubmatchIndex(s)
		if m == nil {
			text.WriteString(s)
			break
		}
		text.WriteString(s[:m[0]])
		name, closing := s[m[4]:m[5]], m[2] != m[3]
		switch name {
		case "em", "strong", "code", "a", "del", "sup":
		case "br":
			text.WriteByte(0)
		default:
			flush()
			if name == "pre" {
				pre = !closing
			}
		}
		s = s[m[1]:]
	}
	flush()
	return texts
}
