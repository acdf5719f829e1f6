package chat

import (
	"strings"

	"gioui.org/layout"

	"sidekicks/engine/permission"
	"sidekicks/widgets"
	"sidekicks/widgets/textrows"
)

// A change is the edits that a request asks for, as one long text to read.
type change struct{ edits []*edit }

// An edit is what would change in one file; without a section the agent does
// not show it.
type edit struct {
	path string
	sec  *section
}

// set makes the change of what a request is about.
func (c *change) set(p *Page, s *permission.Subject, workspace string) {
	*c = change{}
	if s == nil {
		return
	}
	for i := range s.Edits {
		e := &s.Edits[i]
		shown := &edit{path: short(e.Path, workspace)}
		if e.Shown {
			shown.sec = &section{kind: changeSection, texts: [2]*string{&e.Old, &e.New}, first: e.Line}
			if e.Old == "" && s.Verb == permission.Create {
				shown.sec.texts[0] = nil
			}
			if e.New == "" && s.Verb == permission.Remove {
				shown.sec.texts[1] = nil
			}
			p.compare(shown.sec, func() {})
		}
		c.edits = append(c.edits, shown)
	}
}

// parts are the lines of the change, with a heading for each of several files:
// one is named above.
func (c *change) parts(p *Page) []layout.Widget {
	var parts []layout.Widget
	for _, e := range c.edits {
		heading := p.Words.ChangeNotShown()
		if e.sec != nil {
			heading = e.sec.heading(p.Words, false)
		}
		if len(c.edits) > 1 {
			heading = strings.TrimSuffix(visible(e.path)+" · "+heading, " · ")
		}
		if heading != "" {
			parts = append(parts, widgets.DimOf(p.Theme, p.Theme.Small, heading).Layout)
		}
		if e.sec == nil {
			continue
		}
		for _, r := range e.sec.lines {
			parts = append(parts, textrows.RowOf(p.Theme, r).Layout)
		}
		if note := e.sec.note(p.Words); note != "" {
			parts = append(parts, widgets.DimOf(p.Theme, p.Theme.Small, note).Layout)
		}
	}
	return parts
}
