package settings

import (
	"strings"

	"path/filepath"

	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets"
	"sidekicks/widgets/codeedit"
)

// bar is the state of the header's buttons.
type bar struct {
	save, create, other    widgets.Button
	leave, found           widgets.Button
	agents, files, more    widgets.Menu
	first, discard, remain widgets.Button      // of the question before another file is opened
	recent                 []engine.RecentFile // as the menu shows them
}

func (b *bar) dismiss(gtx layout.Context) bool {
	for _, m := range []*widgets.Menu{&b.agents, &b.files, &b.more} {
		if m.Open {
			m.Close(gtx)
			return true
		}
	}
	return false
}

// Update takes what the person did on the page.
func (p *Page) Update(gtx layout.Context) {
	for {
		e, ok := p.editor.Update(gtx)
		if !ok {
			break
		}
		p.edited(gtx, e)
	}
	if p.asked.ID != p.editor.Version() {
		p.ask(engine.ConfigQuestion{})
	}
	p.updateBar(gtx)
	p.updateConflict(gtx)
	for i := range p.rows {
		if p.rows[i].line.Update(gtx) {
			p.editor.ShowMark(i)
			p.editor.Focus(gtx)
		}
		if p.rows[i].fix.Update(gtx) {
			p.fix(gtx, i)
			return // the rows are others now
		}
	}
}

// edited takes an event of the text.
func (p *Page) edited(gtx layout.Context, e codeedit.Event) {
	switch e.Kind {
	case codeedit.Changed:
		p.ask(engine.ConfigQuestion{Complete: e.Typed})
	case codeedit.CompletionWanted:
		p.ask(engine.ConfigQuestion{Complete: true})
	case codeedit.HelpWanted:
		p.ask(engine.ConfigQuestion{Explain: true, At: e.Offset})
	case codeedit.FixWanted:
		p.fix(gtx, e.Mark)
	}
}

func (p *Page) updateBar(gtx layout.Context) {
	b := &p.bar
	if b.save.Update(gtx) {
		p.Save(gtx)
	}
	if b.create.Update(gtx) {
		p.create(gtx)
	}
	if b.leave.Update(gtx) {
		p.left = ToConversation
	}
	if b.found.Update(gtx) {
		p.left = ToFound
	}
	p.updateLeaving(gtx)
	if b.other.Update(gtx) {
		p.ChooseFile()
	}
	if i, ok := b.more.Update(gtx); ok {
		p.Do(gtx, i)
	}
	if i, ok := b.agents.Update(gtx); ok {
		p.addAgent(gtx, i)
	}
	if i, ok := b.files.Update(gtx); ok {
		p.openRecent(i)
	}
}

// updateLeaving takes what becomes of the text before another file is opened.
func (p *Page) updateLeaving(gtx layout.Context) {
	b := &p.bar
	switch {
	case p.leaving == "":
	case b.first.Update(gtx):
		p.saveFirst(gtx)
	case b.discard.Update(gtx):
		p.discard(gtx)
	case b.remain.Update(gtx):
		p.remain(gtx)
	}
}

func (p *Page) saveFirst(gtx layout.Context) {
	p.Save(gtx)
	if p.saving == 0 { // it cannot be saved
		p.leaving = ""
	}
}

func (p *Page) discard(layout.Context) {
	p.Engine.OpenConfig(p.leaving)
	p.leaving = ""
}

func (p *Page) remain(gtx layout.Context) {
	p.leaving = ""
	p.editor.Focus(gtx)
}

// Open opens another file, when the person answered what becomes of a text
// that is not saved.
func (p *Page) Open(path string) {
	if p.Dirty() {
		p.leaving = path
		return
	}
	p.Engine.OpenConfig(path)
}

// Asking reports whether the page waits for what becomes of a text that is not
// saved before another file is opened.
func (p *Page) Asking() bool { return p.leaving != "" }

// ChooseFile has the person choose another file to open.
func (p *Page) ChooseFile() {
	if p.Choose != nil {
		p.Choose(false, p.Open)
	}
}

func (p *Page) openRecent(i int) {
	if i < len(p.bar.recent) {
		p.TakeRecent(p.bar.recent[i])
		return
	}
	p.ChooseFile()
}

// TakeRecent opens a file that was opened before, or takes it from the list
// when it is no longer there, as its line says.
func (p *Page) TakeRecent(f engine.RecentFile) {
	if f.Missing {
		p.Engine.ForgetFile(f.Path)
		return
	}
	p.Open(f.Path)
}

// Save saves the text, unless it has errors: then the first is shown.
func (p *Page) Save(gtx layout.Context) {
	switch {
	case p.view.Failure != (config.Fault{}):
		p.Remark(gtx.Now, p.Words.CannotRead(p.view.Failure))
	case p.tooLarge:
		p.Remark(gtx.Now, p.Words.Settings.Beginning)
	case p.editor.ReadOnly:
		p.Remark(gtx.Now, p.Words.Settings.NoFile)
	case p.conflict != nil:
		p.Remark(gtx.Now, p.Words.Settings.ChooseFirst)
	case p.offersFile():
		p.create(gtx)
	case p.current() && config.HasErrors(p.problems):
		p.refuse(gtx)
	case p.saving == 0:
		p.save()
	}
}

func (p *Page) save() {
	p.saves++
	p.saving, p.file.heard = p.saves, false
	p.Engine.SaveConfig(p.saving, p.file.base, p.file.missing, p.editor.Text())
}

// refuse says why the text is not saved, where it is wrong.
func (p *Page) refuse(gtx layout.Context) {
	p.Remark(gtx.Now, p.Words.ProblemCount(p.problems)+" · "+p.Words.Settings.SaveWaits)
	for i, q := range p.problems {
		if q.Severity == config.Error {
			p.editor.ShowMark(i)
			p.editor.Focus(gtx)
			return
		}
	}
}

// takeSaved takes the outcome of the save that is awaited.
func (p *Page) takeSaved(s engine.ConfigSaved) {
	if p.saving == 0 || s.ID != p.saving {
		return
	}
	p.saving = 0
	switch {
	case s.OK:
		if !p.file.heard { // else what is there is known, and newer than this word
			p.file.base, p.file.missing, p.conflict = s.Text, false, nil
		}
		p.say(p.Words.Settings.Saved)
		if p.leaving != "" {
			p.Engine.OpenConfig(p.leaving)
			p.leaving = ""
		}
		return
	case s.Changed:
		p.quarrel(s.Disk, s.Gone)
	case s.Failure != (config.Fault{}):
		p.say(p.Words.SaveFailed(s.Failure))
	case len(s.Problems) > 0:
		p.say(p.Words.ProblemCount(s.Problems) + " · " + p.Words.Settings.SaveWaits)
	}
	p.leaving = ""
}

// say shows a remark from the next frame on.
func (p *Page) say(text string) { p.remark = text }

// Told gives what there is to remark since it was last called, "" for nothing.
func (p *Page) Told() string {
	said := p.remark
	p.remark = ""
	return said
}

// write asks what edits do something to the text; they are made when they come.
func (p *Page) write(gtx layout.Context, q engine.ConfigQuestion) {
	p.ask(q)
	p.editor.Focus(gtx)
}

// addAgent asks for an agent that is on this computer; after the last of them
// comes one whose command the person writes.
func (p *Page) addAgent(gtx layout.Context, i int) {
	a := config.Agent{Name: "Agent"}
	if i < len(p.view.Found) {
		a = p.view.Found[i].Agent
	}
	p.write(gtx, engine.ConfigQuestion{Add: &a})
}

// caretAfter is where one goes on after an agent was added: at its command where
// that is still to be written.
func caretAfter(a *engine.ConfigAnswer) int {
	e := a.Edits[len(a.Edits)-1]
	at := len(e.Text)
	if a.Add.Command == "" {
		at = strings.Index(e.Text, `""`) + 1
	}
	for _, before := range a.Edits[:len(a.Edits)-1] {
		at += len(before.Text) - (before.End - before.Start)
	}
	return e.Start + at
}

// takeEdits makes what the person asked for.
func (p *Page) takeEdits(a *engine.ConfigAnswer) {
	switch {
	case a.Refused && a.Format:
		p.say(p.Words.Settings.CannotFormat)
	case a.Refused:
		p.say(p.Words.Settings.CannotWrite)
	case a.Add != nil:
		p.apply(edits(a.Edits), caretAfter(a))
		p.ask(engine.ConfigQuestion{Complete: a.Add.Command == ""})
	case len(a.Edits) > 0:
		p.apply(edits(a.Edits), -1)
		if p.atOnce && a.Set != "" && p.Dirty() {
			p.save()
		}
	}
	p.atOnce = false
}

// fixOf tells what the fix of a problem does, "" when it has none.
func (p *Page) fixOf(q config.Problem) string {
	if p.choosesFolder(q) {
		return p.Words.Settings.ChooseFolder
	}
	return p.Words.Fix(q)
}

func (p *Page) choosesFolder(q config.Problem) bool {
	return q.Code == config.NoWorkspace && p.Choose != nil
}

// fix applies the fix of a problem of the text as it is.
func (p *Page) fix(gtx layout.Context, i int) {
	if !p.current() || i >= len(p.problems) {
		return
	}
	q := p.problems[i]
	switch {
	case p.choosesFolder(q):
		p.Choose(true, func(path string) {
			p.ask(engine.ConfigQuestion{Set: q.Pointer, Value: filepath.ToSlash(path)})
		})
	case len(q.Fix) > 0:
		p.apply(edits(q.Fix), -1)
		p.editor.Focus(gtx)
	}
}
