package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// A long paragraph is cut at the end of a sentence after shortPiece bytes, else
// at a space, and at longPiece bytes in any case.
const (
	shortPiece = 1000
	longPiece  = 2000
)

// cutAt is where a text longer than longPiece is cut.
func cutAt(s string) int {
	for i := shortPiece; i < longPiece; i++ {
		if s[i] == '\n' || s[i] == ' ' && strings.IndexByte(".!?:", s[i-1]) >= 0 {
			return i + 1
		}
		if end := i + utf8.RuneLen('。'); end < longPiece && hasAnyPrefix(s[i:], "。", "！", "？") {
			return end
		}
	}
	if i := strings.LastIndexByte(s[:longPiece], ' '); i > 0 {
		return i + 1
	}
	return runeStart(s, longPiece)
}

// prose adds a block, cut into pieces when it is long.
func (f *flattener) prose(n ast.Node, c content, in *inlines) {
	rest, first := cutter{content: c}, true
	if !f.begun && f.from.inside == insideParagraph {
		first = false
		f.goOn(n, &rest)
	}
	for rest.left() > longPiece {
		head := rest.next(cutAt(c.text[rest.at:]))
		head.piece = piece{first: first}
		f.add(head)
		first = false
		f.mayResumeInside(n, in, rest.at, len(head.text), rest.left())
	}
	last := rest.next(rest.left())
	last.piece = piece{first: first, last: true}
	f.add(last)
}

// A cutter hands out a block of prose in pieces.
type cutter struct {
	content
	at, span int // up to where it has been handed out: in text, in spans
}

func (c *cutter) left() int { return len(c.text) - c.at }

// next is the piece of so many bytes that comes. It has the links that stand in
// it and no others.
func (c *cutter) next(length int) content {
	out, end := c.content, c.at+length
	out.text, out.spans, out.links = c.text[c.at:end], nil, nil
	link := 0
	for ; c.span < len(c.spans) && c.at < end; c.span++ {
		s := c.spans[c.span]
		if s.link != link && s.link > 0 {
			out.links = append(out.links, c.links[s.link-1])
		}
		link = s.link
		if link > 0 {
			s.link = len(out.links)
		}
		c.at = min(s.end, end)
		out.spans = append(out.spans, span{end: c.at - (end - length), style: s.style, link: s.link})
		if c.at < c.spans[c.span].end {
			break
		}
	}
	c.at = end
	return out
}

// goOn takes off the word that stands for the pieces before. What is no
// paragraph any more, or so short that there would be no piece before, makes the
// resumption void.
func (f *flattener) goOn(n ast.Node, c *cutter) {
	at := len(dummy) + 1
	if n.Kind() == ast.KindHeading || len(c.text) <= at || f.from.piece+len(c.text)-at <= longPiece {
		f.void = true
		return
	}
	c.next(at)
}

// mayResumeInside notes that parsing may go on at an offset in the text of a
// paragraph, where a piece of it ends and so much is left.
func (f *flattener) mayResumeInside(n ast.Node, in *inlines, at, piece, left int) {
	// Less may vanish: what is held back, or becomes the head of a table. More is
	// of no use, for places further on are found.
	if n.Kind() == ast.KindHeading || left < 2*longPiece || left > 6*longPiece || f.source[n.Pos()] == '[' {
		return
	}
	start, ok := in.sourceOf(at)
	if !ok {
		return
	}
	line := f.lineStart(start)
	if line == start && start > 0 {
		line = f.lineStart(start - 1)
	}
	before := string(f.source[line:start])
	if strings.IndexByte(before, '|') >= 0 || hasAnyPrefix(strings.TrimLeft(before, " "), "```", "~~~") ||
		strings.IndexFunc(before, unicode.IsLetter) < 0 || len(openMarks(before)) > 0 {
		return // the whole line matters to what is held back, or to a table
	}
	end := " "
	if f.source[start-1] == '\n' {
		end = "\n"
	}
	f.resumeAt(start, resumption{near: true, inside: insideParagraph, piece: piece}, end)
}

// An anchor is a stretch of text that stands in the source as it is, outside of
// all emphasis and links.
type anchor struct{ start, end, source int }

// sourceOf is the offset in the source of what comes after text[:at], where at
// is after a space or a line end. It is not known, or of no use, where something
// is open.
func (in *inlines) sourceOf(at int) (int, bool) {
	if in.open >= 0 && at > in.open {
		return 0, false
	}
	i, _ := slices.BinarySearchFunc(in.anchors, at, func(a anchor, at int) int { return cmp.Compare(a.start, at) })
	if i == 0 {
		return 0, false
	}
	a := in.anchors[i-1]
	source := a.source + at - a.start
	return source, at <= a.end && (in.source[source-1] == ' ' || in.source[source-1] == '\n')
}

// anchor notes where a text node stands, and whether it has a mark that may
// yet begin something. It is called before the text is added.
func (in *inlines) anchor(n *ast.Text, shown string) {
	value := n.Segment.Value(in.source)
	at := in.text.Len()
	if string(value) == shown {
		in.anchors = append(in.anchors, anchor{at, at + len(value), n.Segment.Start})
	}
	if in.open < 0 && hasOpenMark(in.source, n.Segment.Start, n.Segment.Stop) {
		in.open = at
	}
}

// anchorBreak notes where a line goes on after a node. It is called before the
// break is added.
func (in *inlines) anchorBreak(n *ast.Text) {
	if i := bytes.IndexByte(in.source[n.Segment.Stop:], '\n'); i >= 0 {
		at := in.text.Len()
		in.anchors = append(in.anchors, anchor{at, at + 1, n.Segment.Stop + i})
	}
}

// hasOpenMark reports whether plain text has a mark that what follows may end.
func hasOpenMark(source []byte, start, stop int) bool {
	for i := start; i < stop; i++ {
		before, _ := utf8.DecodeLastRune(source[:i])
		after, _ := utf8.DecodeRune(source[min(i+1, len(source)):])
		blank := isSpace(before) && isSpace(after)
		switch source[i] {
		case '\\':
			i++
		case '`':
			return true
		case '*', '~':
			if !blank {
				return true
			}
		case '_':
			if !blank && (!isAlphanumeric(before) || !isAlphanumeric(after)) {
				return true
			}
		case '<':
			if after == '/' || after == '!' || after == '?' || unicode.IsLetter(after) {
				return true
			}
		case '[':
			end := labelEnd(string(source[i+1 : stop]))
			if end < 0 || i+2+end >= stop || bytes.IndexByte([]byte("([:"), source[i+2+end]) >= 0 {
				return true
			}
		}
	}
	return false
}

func isSpace(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
