package settings

import (
	"image"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/widgets"
	"sidekicks/widgets/codeedit"
	"sidekicks/widgets/textrows"
)

// conflict is a file that another program changed while the text is not saved.
type conflict struct {
	disk string
	gone bool
	rows []*textrows.Row
	list widgets.List

	// As it was last drawn.
	together      bool // the question scrolls with what has changed
	line, height  int  // of its lines, and of what scrolls
	keep, discard widgets.Button
}

func (p *Page) updateConflict(gtx layout.Context) {
	c := p.conflict
	if c == nil {
		return
	}
	c.scroll(gtx)
	switch {
	case c.keep.Update(gtx):
		p.keepMine(gtx)
	case c.discard.Update(gtx):
		p.takeTheirs(gtx)
	}
}

// keepMine saves over what another program wrote. Undo has it.
func (p *Page) keepMine(gtx layout.Context) {
	c, mine := p.conflict, p.editor.Text()
	_, caret := p.editor.Selection()
	if !c.gone && c.disk != mine {
		p.replace(c.disk)
		p.apply([]codeedit.Edit{{Start: 0, End: len(c.disk), Text: mine}}, caret)
	}
	p.file.base, p.file.missing, p.conflict = c.disk, c.gone, nil
	p.save()
	p.editor.Focus(gtx)
}

// takeTheirs takes what another program wrote. Undo has what was here.
func (p *Page) takeTheirs(gtx layout.Context) {
	p.replace(p.conflict.disk)
	p.editor.Focus(gtx)
}

// scroll takes the keys that move what has changed while a button of the question
// has the focus.
func (c *conflict) scroll(gtx layout.Context) {
	var filters []event.Filter
	for _, tag := range []any{c.keep.Tag(), c.discard.Tag()} {
		for _, name := range []key.Name{key.NameUpArrow, key.NameDownArrow, key.NamePageUp, key.NamePageDown} {
			filters = append(filters, key.Filter{Focus: tag, Name: name})
		}
	}
	for {
		e, ok := gtx.Event(filters...)
		if !ok {
			return
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			c.list.Position.Offset += c.step(e.Name)
		}
	}
}

// step is how far a key moves it, in pixels.
func (c *conflict) step(name key.Name) int {
	switch name {
	case key.NameUpArrow:
		return -c.line
	case key.NameDownArrow:
		return c.line
	case key.NamePageUp:
		return -max(c.line, c.height-c.line)
	}
	return max(c.line, c.height-c.line)
}

// showButtons brings the buttons of the question in view.
func (c *conflict) showButtons() {
	if c.together {
		c.list.ScrollTo(1)
	}
}

// fewChanges is how many lines of what has changed are in view beside the whole
// question; where there is no room for them all of it scrolls together.
const fewChanges = 4

// layoutConflict shows what the file has become beside what is written here.
func (p *Page) layoutConflict(gtx layout.Context) layout.Dimensions {
	th, w, c := p.Theme, p.Words.Settings, p.conflict
	gtx.Constraints.Min = image.Point{}
	text, buttons := w.Conflict, []layout.Widget{widgets.ButtonOf(th, &c.keep, w.KeepMine).Layout, widgets.ButtonOf(th, &c.discard, w.TakeTheirs).Layout}
	if c.gone {
		text, buttons = w.Gone, buttons[:1]
	}
	parts := p.toldParts(th.WarnSoft, text, buttons...)
	c.line = gtx.Sp(th.Mono.LineHeight)
	asked, few := heightOf(gtx, parts, gtx.Constraints.Max.Y), heightOf(gtx, p.changes(), fewChanges*c.line)
	room := gtx.Constraints.Max.Y - p.footHeight(gtx)
	c.together = asked+few > room
	if c.together {
		gtx.Constraints.Max.Y = room
		return p.layoutChanges(gtx, parts)
	}
	most := max(few, min(room/2, room-asked-leastText*gtx.Sp(th.Body.LineHeight)))
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, layout.Rigid(parts[0]), layout.Rigid(parts[1]),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.Y = min(most, gtx.Constraints.Max.Y)
			return p.layoutChanges(gtx, nil)
		}))
}

// changes are what has changed.
func (p *Page) changes() []layout.Widget {
	if p.conflict.gone {
		return nil
	}
	var rows []layout.Widget
	for _, row := range p.conflict.rows {
		rows = append(rows, textrows.RowOf(p.Theme, row).Layout)
	}
	return rows
}

// heightOf is how high widgets are under each other, or at most.
func heightOf(gtx layout.Context, ws []layout.Widget, most int) int {
	defer op.Record(gtx.Ops).Stop()
	height := 0
	for i := 0; i < len(ws) && height < most; i++ {
		height += ws[i](gtx).Size.Y
	}
	return min(height, most)
}

// layoutChanges draws what has changed, under what scrolls with it.
func (p *Page) layoutChanges(gtx layout.Context, above []layout.Widget) layout.Dimensions {
	th, c := p.Theme, p.conflict
	rows := append(above, p.changes()...)
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Min = image.Point{}
			dims := c.list.Layout(gtx, th, 0, len(rows), func(gtx layout.Context, i int) layout.Dimensions { return rows[i](gtx) })
			c.height = dims.Size.Y
			return dims
		}),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Rule(gtx, th.Line) }))
}
