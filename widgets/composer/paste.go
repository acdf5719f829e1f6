package composer

import (
	"slices"
	"strings"

	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets"
)

// longPaste is how long a pasted text is at most to be written in the field, in
// bytes: the editor takes seconds for a megabyte.
const longPaste = 32 << 10

// A chip is a long text that was pasted.
type chip struct {
	text         string
	lines        int
	open, remove widgets.Button
}

// Paste writes a text at the caret, or makes it a chip when it is long.
func (c *Composer) Paste(text string) {
	if len(text) <= longPaste {
		c.entry.Insert(&c.editor, text)
		c.stale = true
		return
	}
	c.Attach(text)
}

// Attach makes a text a chip.
func (c *Composer) Attach(text string) {
	c.pasted = append(c.pasted, &chip{text: text, lines: Lines(text)})
}

// Lines is how many lines a text has.
func Lines(text string) int { return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1 }

// Pasted are the long texts that were pasted, whole.
func (c *Composer) Pasted() []string {
	var out []string
	for _, p := range c.pasted {
		out = append(out, p.text)
	}
	return out
}

func (c *Composer) updateChips(gtx layout.Context) (Event, bool) {
	for i, p := range c.pasted {
		if p.open.Update(gtx) {
			return Event{Kind: Opened, Text: p.text}, true
		}
		if p.remove.Update(gtx) {
			c.pasted = slices.Delete(c.pasted, i, i+1)
			c.Focus(gtx)
			break
		}
	}
	return Event{}, false
}

// layoutChips draws the chips: how long each is, and the ways to read and to
// remove it.
func (s Style) layoutChips(gtx layout.Context) layout.Dimensions {
	var chips []layout.Widget
	for _, p := range s.Composer.pasted {
		chips = append(chips, func(gtx layout.Context) layout.Dimensions { return s.layoutChip(gtx, p) })
	}
	return widgets.Wrapped{Gap: 6}.Layout(gtx, chips...)
}

func (s Style) layoutChip(gtx layout.Context, p *chip) layout.Dimensions {
	ground := widgets.SurfaceStyle{Fill: s.Theme.Code, Radius: theme.Radius, Inset: layout.Inset{Top: 3, Bottom: 3, Left: 10, Right: 6}}
	said := ""
	if s.Words.Pasted != nil {
		said = s.Words.Pasted(len(p.text), p.lines)
	}
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(widgets.LabelOf(s.Theme, s.Theme.Small, said).Layout),
			layout.Rigid(layout.Spacer{Width: 8}.Layout),
			layout.Rigid(widgets.LinkOf(s.Theme, &p.open, s.Words.Open).Layout),
			layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
			layout.Rigid(widgets.LinkOf(s.Theme, &p.remove, s.Words.Remove).Layout))
	})
}
