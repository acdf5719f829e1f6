package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// An inlines collects the text of inline nodes and its spans.
type inlines struct {
	source []byte
	text   strings.Builder
	spans  []span
	links  []string

	// For long paragraphs: see paragraph.go.
	depth   int // of the emphasis and links that text stands in
	anchors []anchor
	open    int // where in text the first mark stands that may begin something; -1: none does
}

// add appends text in a style. Neighbours in the same style make one span.
func (in *inlines) add(s string, st style, link int) {
	if s == "" {
		return
	}
	in.text.WriteString(s)
	end := in.text.Len()
	if n := len(in.spans); n > 0 && in.spans[n-1].style == st && in.spans[n-1].link == link {
		in.spans[n-1].end = end
		return
	}
	in.spans = append(in.spans, span{end: end, style: st, link: link})
}

// link starts a link to an address and returns its number.
func (in *inlines) link(address string) int {
	in.links = append(in.links, address)
	return len(in.links)
}

// children walks the inline nodes in n.
func (in *inlines) children(n ast.Node, st style, link int) {
	in.depth++
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		in.node(c, st, link)
	}
	in.depth--
}

func (in *inlines) node(n ast.Node, st style, link int) {
	switch n := n.(type) {
	case *ast.Text:
		in.textNode(n, st, link)
	case *ast.String:
		in.add(string(n.Value), st, link)
	case *ast.CodeSpan:
		in.codeSpan(n, st|code, link)
	case *ast.Emphasis:
		if n.Level == 1 {
			in.children(n, st|italic, link)
		} else {
			in.children(n, st|bold, link)
		}
	case *extast.Strikethrough:
		in.children(n, st|struck, link)
	case *ast.Link:
		in.children(n, st, in.link(plain(n.Destination)))
	case *ast.AutoLink:
		in.autoLink(n, st)
	case *ast.Image:
		in.image(n, st, link)
	case *ast.RawHTML:
		in.rawHTML(n, st, link)
	case *extast.FootnoteLink:
		in.add(strconv.Itoa(n.Index), st|raised, link)
	case *extast.FootnoteBacklink, *extast.TaskCheckBox:
		// The number leads to the note, and the item has its box as mark.
	default:
		in.children(n, st, link)
	}
}

// textNode adds a text. A soft line break is a space (CommonMark 6.8).
func (in *inlines) textNode(n *ast.Text, st style, link int) {
	value := n.Segment.Value(in.source)
	shown := string(value)
	if !n.IsRaw() {
		shown = strings.ReplaceAll(plain(value), "\n", " ") // of &#10;
	}
	top := in.depth == 1
	if top {
		in.anchor(n, shown)
	}
	in.add(shown, st, link)
	if top && (n.HardLineBreak() || n.SoftLineBreak()) {
		in.anchorBreak(n)
	}
	switch {
	case n.HardLineBreak():
		in.add("\n", st, link)
	case n.SoftLineBreak():
		in.add(" ", st, link)
	}
}

// codeSpan adds the characters of a code span; line ends in it are spaces
// (CommonMark 6.1).
func (in *inlines) codeSpan(n *ast.CodeSpan, st style, link int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			in.add(strings.ReplaceAll(string(t.Segment.Value(in.source)), "\n", " "), st, link)
		}
	}
}

func (in *inlines) autoLink(n *ast.AutoLink, st style) {
	address := string(n.URL(in.source))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
		address = "mailto:" + address
	}
	in.add(string(n.Label(in.source)), st, in.link(address))
}

// image adds the text of an image and its address, which is all that is shown
// of it.
func (in *inlines) image(n *ast.Image, st style, link int) {
	address := plain(n.Destination)
	if link == 0 && address != "" {
		link = in.link(address)
	}
	before := in.text.Len()
	in.children(n, st, link)
	if address == "" {
		return
	}
	if in.text.Len() > before {
		in.add(" ", st|quiet, link)
	}
	in.add("("+address+")", st|quiet, link)
}

func (in *inlines) rawHTML(n *ast.RawHTML, st style, link int) {
	for i := range n.Segments.Len() {
		segment := n.Segments.At(i)
		in.add(strings.ReplaceAll(string(segment.Value(in.source)), "\n", " "), st, link)
	}
}

// plain resolves backslash escapes and entities (CommonMark 2.4, 2.5).
func plain(source []byte) string {
	var b strings.Builder
	for i := 0; i < len(source); {
		switch c := source[i]; {
		case c == '\\' && i+1 < len(source) && util.IsPunct(source[i+1]):
			b.WriteByte(source[i+1])
			i += 2
		case c == '&':
			s, n := entity(source[i:])
			b.WriteString(s)
			i += n
		case c == 0:
			b.WriteRune(utf8.RuneError)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// entity resolves the entity at the start of source and tells how long it is.
// What is no entity is an ampersand.
func entity(source []byte) (string, int) {
	const longest = len("&CounterClockwiseContourIntegral;")
	end := strings.IndexByte(string(source[:min(len(source), longest)]), ';')
	if end < 2 {
		return "&", 1
	}
	name := string(source[1:end])
	if name[0] != '#' {
		if e, ok := util.LookUpHTML5EntityByName(name); ok {
			return string(e.Characters), end + 1
		}
		return "&", 1
	}
	r, ok := numeric(name[1:])
	if !ok {
		return "&", 1
	}
	return string(r), end + 1
}

// numeric is the character of a numeric reference: up to seven decimal or six
// hexadecimal digits.
func numeric(digits string) (rune, bool) {
	base, limit := 10, 7
	if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
		digits, base, limit = digits[1:], 16, 6
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil || len(digits) > limit {
		return 0, false
	}
	r := rune(v)
	if r == 0 || !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	return r, true
}
