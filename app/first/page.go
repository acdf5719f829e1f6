package first

import (
	"strings"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/files"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// An Engine is what the page asks of *engine.Engine. None of it waits.
type Engine interface {
	TryAgent(name string)
	CheckConfig(q engine.ConfigQuestion)
	SaveConfig(id uint64, base string, missing bool, text string)
}

// An Event is what the person asked of the page that it cannot do itself.
type Event uint8

const (
	TryGuide Event = iota + 1
	OpenFile
)

// A Page is the page of a first run. Engine, Theme and Words are required; it
// is used from the window's goroutine.
type Page struct {
	Engine Engine
	Theme  *theme.Theme
	Words  *i18n.Words
	// Choose lets the person choose a folder with the system's dialog, and has
	// chosen called on the window's goroutine; nil: there is no such dialog.
	Choose   func(folder bool, chosen func(path string))
	OpenKeys string // how the keys of OpenFile are written

	view      *engine.ConfigView
	cards     []card // as view.Found
	try, open widgets.Button
	list      widgets.List
	adding    *adding // nil while the agents are shown
	ids       uint64  // of the questions asked and the saves begun
	remark    string  // to be shown
}

// A card is the state of one agent that was found.
type card struct{ add, test widgets.Button }

// adding is the agent that is being added.
type adding struct {
	agent               config.Agent
	folder              widgets.Field
	choose, write, back widgets.Button
	text                string // of the file, as it will be
	asked               uint64 // id of the question about text
	problems            []config.Problem
	saving              uint64 // id of the save that is awaited; 0: none
}

// firstID keeps the page's ids apart from those of other pages, which count
// from 1.
const firstID = 1 << 63

func (p *Page) nextID() uint64 {
	p.ids++
	return firstID + p.ids
}

// Take takes what a snapshot tells. Call it with each new one.
func (p *Page) Take(v *engine.ConfigView) {
	p.view = v
	if len(p.cards) != len(v.Found) {
		p.cards = make([]card, len(v.Found))
	}
	a := p.adding
	if a == nil {
		return
	}
	if v.Answer.ID == a.asked {
		a.problems = v.Answer.Problems
	}
	if a.saving != 0 && v.Saved.ID == a.saving {
		a.saving = 0
		p.takeSaved(&v.Saved)
	}
}

func (p *Page) takeSaved(s *engine.ConfigSaved) {
	switch {
	case s.OK:
		p.remark = p.Words.WrittenTo(files.Homely(p.view.Path))
		p.adding = nil
	case s.Changed:
		p.remark = p.Words.First.Meanwhile
		p.adding = nil
	case s.Failure != (config.Fault{}):
		p.remark = p.Words.SaveFailed(s.Failure)
	default:
		p.adding.problems = s.Problems
	}
}

// Looked reports whether the agents on this computer are known.
func (p *Page) Looked() bool { return p.view != nil && p.view.Looked }

// Told gives what there is to remark since it was last called, "" for nothing.
func (p *Page) Told() string {
	said := p.remark
	p.remark = ""
	return said
}

// Focus gives the focus to what most people want here.
func (p *Page) Focus(gtx layout.Context) {
	switch {
	case p.adding != nil:
		p.adding.folder.Focus(gtx)
	case len(p.cards) > 0:
		gtx.Execute(key.FocusCmd{Tag: p.cards[0].add.Tag()})
	default:
		gtx.Execute(key.FocusCmd{Tag: p.try.Tag()})
	}
}

// Dismiss goes back from an agent that is being added to those that were found;
// false when it is not needed.
func (p *Page) Dismiss(gtx layout.Context) bool {
	if p.adding == nil {
		return false
	}
	p.adding = nil
	p.Focus(gtx)
	return true
}

// Update takes what the person does. Call it until it returns false.
func (p *Page) Update(gtx layout.Context) (Event, bool) {
	if p.adding != nil {
		p.updateAdding(gtx)
		return 0, false
	}
	for i := range p.cards {
		if p.cards[i].add.Update(gtx) {
			p.add(gtx, p.view.Found[i].Agent)
			return 0, false
		}
		if p.cards[i].test.Update(gtx) {
			p.Engine.TryAgent(p.view.Found[i].Name)
		}
	}
	switch {
	case p.try.Update(gtx):
		return TryGuide, true
	case p.open.Update(gtx):
		return OpenFile, true
	}
	return p.digits(gtx)
}

// digits takes the digit keys, which press the buttons of the agents in order,
// then the guide's.
func (p *Page) digits(gtx layout.Context) (Event, bool) {
	for {
		e, ok := gtx.Event(digitFilters()...)
		if !ok {
			return 0, false
		}
		e2, ok := e.(key.Event)
		if !ok || e2.State != key.Press {
			continue
		}
		switch n, ok := widgets.Digit(e2.Name); {
		case ok && n >= 1 && n <= len(p.cards):
			p.add(gtx, p.view.Found[n-1].Agent)
			return 0, false
		case ok && n == len(p.cards)+1:
			return TryGuide, true
		}
	}
}

// digitFilters are for the keys 1 to 9, whatever was found so far. No field has
// the focus while they are taken.
func digitFilters() []event.Filter {
	var out []event.Filter
	for d := 1; d <= 9; d++ {
		for _, name := range widgets.DigitNames(d) {
			out = append(out, key.Filter{Name: name, Optional: key.ModShift})
		}
	}
	return out
}

// add asks how an agent is to be added.
func (p *Page) add(gtx layout.Context, a config.Agent) {
	p.adding = &adding{agent: a}
	p.adding.folder.SetText("~")
	p.adding.folder.Focus(gtx)
	p.rewrite()
}

// rewrite makes the text of the file anew, and has it judged.
func (p *Page) rewrite() {
	a := p.adding
	entry := a.agent
	if entry.Workspace = strings.TrimSpace(a.folder.Text()); entry.Workspace == "~" {
		entry.Workspace = "" // what it is by default
	}
	a.text = config.AddAgent(nil, entry)[0].Text
	a.asked, a.problems = p.nextID(), nil
	p.Engine.CheckConfig(engine.ConfigQuestion{ID: a.asked, Text: a.text})
}

func (p *Page) updateAdding(gtx layout.Context) {
	a := p.adding
	write := a.write.Update(gtx)
	for e, ok := a.folder.Update(gtx); ok; e, ok = a.folder.Update(gtx) {
		if e == widgets.FieldChanged {
			p.rewrite()
		} else {
			write = true
		}
	}
	switch {
	case a.back.Update(gtx):
		p.Dismiss(gtx)
	case a.choose.Update(gtx):
		p.Choose(true, func(path string) {
			if p.adding == a {
				a.folder.SetText(files.Homely(path))
				p.rewrite()
			}
		})
	case write && a.saving == 0 && !config.HasErrors(a.problems):
		a.saving = p.nextID()
		p.Engine.SaveConfig(a.saving, "", true, a.text)
	}
}

// hint is the digit that presses the n-th button, "" for those that have none.
func (p *Page) hint(n int) string {
	if n > 9 {
		return ""
	}
	return p.Words.Number(n)
}
