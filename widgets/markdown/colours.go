package markdown

import (
	"image/color"

	"github.com/alecthomas/chroma/v2"

	"sidekicks/theme"
	"sidekicks/widgets/markdown/grammars"
)

// A Listing is the text of one whole code block.
type Listing struct{ Language, Text string }

// Colours say how the parts of a code are coloured. They do not depend on the
// theme.
type Colours []coloured

type coloured struct {
	end  int // offset in the code
	role role
}

// A role is what a part of a program is for, as far as colours tell.
type role uint8

const (
	plainRole role = iota
	keywordRole
	stringRole
	numberRole
	commentRole
)

// longestColoured is the length of the longest code that gets colours, in bytes.
const longestColoured = 100 << 10

// Uncoloured lists the code blocks that were closed since it was last called and
// have a language: what [Colour] is to be asked for, away from the frame, and
// [Document.SetColours] to be given.
func (d *Document) Uncoloured() []Listing {
	var listings []Listing
	for i := min(d.listed, len(d.Blocks)); i < len(d.Blocks); i++ {
		b := d.Blocks[i]
		if b.kind != Code || !b.piece.last || b.language == "" || b.group.coloured() {
			continue
		}
		if i+1 == len(d.Blocks) && !d.complete {
			continue // still open
		}
		if text := b.group.text(); len(text) <= longestColoured {
			listings = append(listings, Listing{b.language, text})
		}
	}
	d.listed = d.from.blocks
	if d.complete {
		d.listed = len(d.Blocks)
	}
	return listings
}

// SetColours colours the code blocks of the document that have the text.
func (d *Document) SetColours(l Listing, colours Colours) {
	for _, b := range d.Blocks {
		if b.kind != Code || !b.piece.first || b.language != l.Language || b.group.coloured() || !b.group.says(l.Text) {
			continue
		}
		b.group.colours, b.group.colouredBlocks = colours, len(b.group.blocks)
		for _, member := range b.group.blocks {
			member.laid = nil
		}
	}
}

// coloured reports whether the colours are those of the code as it is now.
func (g *group) coloured() bool { return g.colouredBlocks == len(g.blocks) && g.colouredBlocks > 0 }

// coloursOf are the colours of one block of the group, as offsets in its text.
func (g *group) coloursOf(b *Block) Colours {
	if !g.coloured() {
		return nil
	}
	start := 0
	for i, member := range g.blocks {
		if i > 0 && !member.midline {
			start++ // the end of the line above
		}
		if member == b {
			break
		}
		start += len(member.text)
	}
	var out Colours
	for _, c := range g.colours {
		if c.end <= start {
			continue
		}
		out = append(out, coloured{min(c.end-start, len(b.text)), c.role})
		if c.end-start >= len(b.text) {
			break
		}
	}
	return out
}

// Colour finds the colours of a code. It may take long, so it is not for the
// frame; it may be called from any goroutine. A language that is not known, and
// a text that its grammar cannot read, have none.
func Colour(l Listing) (colours Colours) {
	lexer := grammars.Get(l.Language)
	if lexer == nil {
		return nil
	}
	defer func() {
		if recover() != nil { // chroma panics when an expression takes too long
			colours = nil
		}
	}()
	tokens, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, l.Text)
	if err != nil {
		return nil
	}
	end := 0
	for token := range tokens.Stdlib() {
		end += len(token.Value)
		r := roleOf(token.Type)
		if n := len(colours); n > 0 && colours[n-1].role == r {
			colours[n-1].end = end
			continue
		}
		colours = append(colours, coloured{end, r})
	}
	return colours
}

func roleOf(t chroma.TokenType) role {
	switch {
	case t.InCategory(chroma.Keyword):
		return keywordRole
	case t.InSubCategory(chroma.LiteralString):
		return stringRole
	case t.InSubCategory(chroma.LiteralNumber):
		return numberRole
	case t.InCategory(chroma.Comment):
		return commentRole
	}
	return plainRole
}

// color is that of a role in a theme.
func (r role) color(th *theme.Theme) color.NRGBA {
	switch r {
	case keywordRole:
		return th.Keyword
	case stringRole:
		return th.String
	case numberRole:
		return th.Number
	case commentRole:
		return th.Comment
	}
	return th.Text
}
