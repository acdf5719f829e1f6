package chat

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
	"sidekicks/widgets/markdown"
)

// placed is a block of Markdown where it stands in its row, for the selection.
type placed struct {
	*markdown.Block
	at image.Point // of the block in the row, as last laid out
}

func (p *placed) Offset(pt image.Point) int { return p.Block.Offset(pt.Sub(p.at)) }

func (p *placed) IsHandle(pt image.Point) bool { return p.Block.IsHandle(pt.Sub(p.at)) }

func (p *placed) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	n := len(to)
	to = p.Block.Regions(to, start, end)
	for i := n; i < len(to); i++ {
		to[i] = to[i].Add(p.at)
	}
	return to
}

// blockStyle is how the blocks of a part are set.
type blockStyle struct {
	above unit.Dp // the first; the distance between blocks is Markdown's
	left  unit.Dp
	quiet bool // smaller and dim
}

// updateBlock takes what the person did to a block.
func (v *view) updateBlock(gtx layout.Context, p *placed) {
	for e, ok := p.Update(gtx); ok; e, ok = p.Update(gtx) {
		switch e.Kind {
		case markdown.LinkOpened:
			v.page.open(gtx, e.Target)
			v.giveFocusBack(gtx)
		case markdown.CodeCopied:
			v.giveFocusBack(gtx)
		case markdown.LinkShown:
			v.page.target = e.Target
		}
	}
}

func (s *message) layoutBlock(gtx layout.Context, p *placed, style blockStyle, first bool) layout.Dimensions {
	page := s.view.page
	look := markdown.BlockOf(page.Theme, p.Block)
	look.Words = markdown.Words{Copy: page.Words.Copy, Copied: page.Words.Copied}
	if style.quiet {
		look.Body, look.Quiet = page.Theme.Small, true
	}
	p.at = image.Pt(gtx.Dp(style.left), 0)
	if first {
		p.at.Y = gtx.Dp(style.above)
	}
	gtx.Constraints = layout.Constraints{Max: image.Pt(gtx.Constraints.Max.X-p.at.X, gtx.Constraints.Max.Y)}
	defer op.Offset(p.at).Push(gtx.Ops).Pop()
	dims := look.Layout(gtx)
	return layout.Dimensions{Size: dims.Size.Add(p.at)}
}

// colour has the code blocks that were closed coloured, away from the frame.
func (p *Page) colour(doc *markdown.Document) {
	if p.Away == nil {
		return
	}
	for _, l := range doc.Uncoloured() {
		p.Away(func() func() {
			colours := markdown.Colour(l)
			return func() { doc.SetColours(l, colours) }
		})
	}
}

// thoughtStyle is how a thought is set: quieter than an answer, under its heading.
var thoughtStyle = blockStyle{above: theme.Step, left: 5 * theme.Step, quiet: true}
