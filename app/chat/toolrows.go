package chat

import (
	"image"
	"io"
	"strings"

	"gioui.org/io/clipboard"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/transcript"
)

// A tool call is drawn as one card that is made of rows: its line, and when it
// is unfolded a heading for each section, the section's lines, and a button
// between beginning and end of a long one. The Block of a row's key tells which
// it is, whatever else is shown: sections are blocksOfSection apart, and in one
// the rows of lines have even numbers, so that the button fits between.
const (
	blocksOfSection = 1 << 24
	headingBlock    = 0 // from the section's first
	linesBlock      = 2
)

// changeLines is how many lines of a long change are shown at first.
const changeLines = 2 * textrows.RowLines

// buildTool makes the rows of a tool call. A change of a file is read at once.
func (s *message) buildTool(i int, t *conversation.Tool) {
	state := s.parts[i]
	if state.body == nil {
		state.body = new(body)
	}
	if t.InPlan() {
		state.rows = nil
		return
	}
	had := state.body.changes
	state.body.set(s.view.page, t, s.view.subject.Agent.Workspace, func() { s.late(i) })
	if has := state.body.changes; (had > 0) != (has > 0) {
		state.fold.Open = has > 0 // some agents put their answer in the place of a change that was refused
	}
	b := cardBuilder{message: s, part: i}
	b.add(0, nil, 0, func(gtx layout.Context) layout.Dimensions { return s.layoutToolHead(gtx, t, state) })
	if state.fold.Open {
		b.addBody(state.body)
	}
	b.cells[len(b.cells)-1].last = true
	state.rows = b.rows
}

// late shows what was compared or read of a part away from the frame, and looks in it for
// what the person looks for.
func (s *message) late(part int) {
	s.view.rebuild(s, part)
	s.view.find.again(s.msg.ID)
}

// A cardBuilder makes the rows of one card.
type cardBuilder struct {
	*message
	part  int
	rows  []transcript.Row
	cells []*cell
}

// A cell is a row of a card.
type cell struct {
	first, last bool
	widget      layout.Widget
	at          image.Point // of the content in the row, as last laid out
	foot        unit.Dp     // under the content of the last row
}

func (b *cardBuilder) add(block int, lines *textrows.Row, foot unit.Dp, w layout.Widget) {
	c := &cell{first: len(b.cells) == 0, widget: w, foot: foot}
	row := b.row(b.part, block, func(gtx layout.Context) layout.Dimensions { return c.layout(gtx, b.view.page.Theme) })
	if lines != nil {
		row.Text = &linesText{lines, c}
	}
	b.cells, b.rows = append(b.cells, c), append(b.rows, row)
}

// addBody adds the rows of the sections.
func (b *cardBuilder) addBody(body *body) {
	p := b.view.page
	if len(body.sections) == 0 {
		b.add(1, nil, 0, func(gtx layout.Context) layout.Dimensions {
			return layout.UniformInset(12).Layout(gtx, widgets.DimOf(p.Theme, p.Theme.Small, p.Words.NoOutput).Layout)
		})
	}
	for i, sec := range body.sections {
		b.addSection((i+1)*blocksOfSection, sec, body.changes > 1)
	}
}

func (b *cardBuilder) addSection(block int, sec *section, named bool) {
	p := b.view.page
	if heading := sec.heading(p.Words, named); heading != "" {
		b.add(block+headingBlock, nil, theme.Step, func(gtx layout.Context) layout.Dimensions { return p.layoutHeading(gtx, sec, heading) })
	}
	head, tail, left := sec.rows()
	b.addLines(block, head, sec)
	if left > 0 {
		between := block + linesBlock + 2*len(head) - 1
		b.add(between, nil, 0, func(gtx layout.Context) layout.Dimensions { return p.layoutMore(gtx, sec, left) })
	}
	b.addLines(block, tail, sec)
	if note := sec.note(p.Words); note != "" {
		b.add(block+blocksOfSection-1, nil, 0, func(gtx layout.Context) layout.Dimensions {
			return noteInset.Layout(gtx, widgets.DimOf(p.Theme, p.Theme.Print, note).Layout)
		})
	}
}

var noteInset = layout.Inset{Left: 12, Right: 12, Top: 4, Bottom: 6}

func (b *cardBuilder) addLines(block int, rows []*textrows.Row, sec *section) {
	foot := unit.Dp(0)
	if sec.kind != changeSection {
		foot = 2 * theme.Step
	}
	for _, r := range rows {
		b.add(block+linesBlock+2*(r.First/textrows.RowLines), r, foot, func(gtx layout.Context) layout.Dimensions {
			return textrows.RowOf(b.view.page.Theme, r).Layout(gtx) // which may be another than when the row was made
		})
	}
}

// rows are the lines before and after the button that shows all, and how many
// it shows and hides: 0 when there is no need for it.
func (sec *section) rows() (head, tail []*textrows.Row, left int) {
	if sec.change == nil && sec.kind == changeSection {
		return nil, nil, 0
	}
	if sec.kind == changeSection {
		n := min(len(sec.lines), changeLines/textrows.RowLines)
		head, left = sec.lines[:n], max(0, len(sec.change.Lines)-changeLines)
		if sec.open {
			tail = sec.lines[n:]
		}
		return head, tail, left
	}
	head, tail, left = sec.output.Rows(false)
	if left > 0 && sec.open {
		all, _, _ := sec.output.Rows(true)
		head, tail = all[:len(head)], all[len(head):]
	}
	return head, tail, left
}

// note says what is not here at all.
func (sec *section) note(w *i18n.Words) string {
	switch {
	case sec.change != nil && sec.change.Left > 0:
		return w.MoreLines(sec.change.Left)
	case sec.cut > 0:
		return w.Cut(sec.cut)
	}
	return ""
}

func (s *message) layoutToolHead(gtx layout.Context, t *conversation.Tool, state *part) layout.Dimensions {
	style := widgets.DisclosureOf(s.view.page.Theme, &state.fold)
	style.Trailing = true
	style.Ground.Radius = theme.RadiusMedium
	style.Ground.Inset = layout.Inset{Top: 8, Bottom: 8, Left: 12, Right: 12}
	return style.Layout(gtx,
		func(gtx layout.Context) layout.Dimensions { return s.layoutToolLine(gtx, t, state.body) },
		func(gtx layout.Context) layout.Dimensions { return widgets.Rule(gtx, s.view.page.Theme.Line) })
}

// layoutHeading draws what is said above a section, and the button that copies
// it whole.
func (p *Page) layoutHeading(gtx layout.Context, sec *section, heading string) layout.Dimensions {
	label := widgets.DimOf(p.Theme, p.Theme.Print, heading)
	in := layout.Inset{Left: 12, Right: 8, Top: 6, Bottom: 2}
	return in.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		if sec.kind == changeSection || sec.away {
			return label.Layout(gtx)
		}
		return widgets.Spread{Gap: 8}.Layout(gtx, label.Layout, widgets.LinkOf(p.Theme, &sec.copy, p.Words.Copy).Layout)
	})
}

// layoutMore draws the button between the beginning and the end of a long
// section.
func (p *Page) layoutMore(gtx layout.Context, sec *section, left int) layout.Dimensions {
	word := p.Words.ShowLines(left)
	if sec.open {
		word = p.Words.HideLines(left)
	}
	in := layout.Inset{Left: 8, Right: 12, Top: 4, Bottom: 4}
	return in.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(widgets.LinkOf(p.Theme, &sec.more, word).Layout)}
		if sec.kind == outputSection && !sec.open {
			children = append(children, layout.Rigid(layout.Spacer{Width: 8}.Layout),
				layout.Flexed(1, widgets.DimOf(p.Theme, p.Theme.Print, p.Words.ShownInPart).Layout))
		}
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx, children...)
	})
}

// updateSections takes what the person did in the sections of a tool call. The
// button that was pressed stays where it is.
func (s *message) updateSections(gtx layout.Context, key transcript.Key) {
	for i, sec := range s.parts[key.Part].body.sections {
		if sec.copy.Update(gtx) {
			gtx.Execute(clipboard.WriteCmd{Type: "application/text", Data: io.NopCloser(strings.NewReader(sec.output.String()))})
			s.view.page.Remark(gtx.Now, s.view.page.Words.Copied)
		}
		if sec.more.Update(gtx) {
			sec.open = !sec.open
			head, _, _ := sec.rows()
			key.Block = (i+1)*blocksOfSection + linesBlock + 2*len(head) - 1
			s.view.transcript.Hold(key)
			s.view.rebuild(s, key.Part)
		}
	}
}

// layout draws a piece of the card with what stands in it.
func (c *cell) layout(gtx layout.Context, th *theme.Theme) layout.Dimensions {
	border := gtx.Dp(theme.Hairline)
	c.at = image.Pt(border, 0)
	top := 0
	if c.first {
		top = gtx.Dp(partGap)
		c.at.Y = top + border
	}
	inner := gtx
	inner.Constraints = layout.Constraints{Min: image.Pt(gtx.Constraints.Max.X-2*border, 0), Max: image.Pt(gtx.Constraints.Max.X-2*border, gtx.Constraints.Max.Y)}
	macro := op.Record(gtx.Ops)
	height := c.at.Y + c.widget(inner).Size.Y
	call := macro.Stop()
	if c.last {
		height += gtx.Dp(c.foot) + border
	}
	box := image.Rect(0, top, gtx.Constraints.Max.X, height)
	defer c.draw(gtx, th, box, border).Pop()
	defer op.Offset(c.at).Push(gtx.Ops).Pop()
	call.Add(gtx.Ops)
	return layout.Dimensions{Size: box.Max}
}

// draw draws the ground and the border of a piece, and clips to its inside.
func (c *cell) draw(gtx layout.Context, th *theme.Theme, box image.Rectangle, border int) clip.Stack {
	radius := gtx.Dp(theme.RadiusMedium)
	outside, inside := clip.RRect{Rect: box}, clip.RRect{Rect: box}
	inside.Rect.Min.X, inside.Rect.Max.X = box.Min.X+border, box.Max.X-border
	if c.first {
		inside.Rect.Min.Y += border
		outside.NW, outside.NE, inside.NW, inside.NE = radius, radius, radius-border, radius-border
	}
	if c.last {
		inside.Rect.Max.Y -= border
		outside.SW, outside.SE, inside.SW, inside.SE = radius, radius, radius-border, radius-border
	}
	widgets.FillRound(gtx.Ops, th.Line, outside)
	widgets.FillRound(gtx.Ops, th.Raised, inside)
	return clip.Rect(inside.Rect).Push(gtx.Ops) // not by the corners: all text in it would cost twice
}

// linesText is the text of a row of lines where it stands in its cell.
type linesText struct {
	*textrows.Row
	cell *cell
}

func (l *linesText) Offset(p image.Point) int { return l.Row.Offset(p.Sub(l.cell.at)) }

func (l *linesText) Regions(to []image.Rectangle, start, end int) []image.Rectangle {
	n := len(to)
	to = l.Row.Regions(to, start, end)
	for i := n; i < len(to); i++ {
		to[i] = to[i].Add(l.cell.at)
	}
	return to
}
