package settings

import (
	"slices"
	"time"

	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/codeedit"
	"sidekicks/widgets/diff"
)

// An Engine is what the page asks of *engine.Engine. None of it waits.
type Engine interface {
	CheckConfig(engine.ConfigQuestion)
	SaveConfig(id uint64, base string, missing bool, text string)
	OpenConfig(path string)
	ForgetFile(path string)
	FindAgents()
}

// Hints are how the keys of the window's actions are written.
type Hints struct{ Save, Open, Fix, Complete, Close string }

// A Page is the settings page. Engine, Theme and Words are required; it is
// used from the window's goroutine.
type Page struct {
	Engine Engine
	Theme  *theme.Theme
	Words  *i18n.Words
	Hints  Hints
	Remark func(now time.Time, text string) // shows a short remark
	// Choose lets the person choose a file, or a folder, with the system's
	// dialog, and has chosen called on the window's goroutine; nil: there is no
	// such dialog.
	Choose func(folder bool, chosen func(path string))

	// Over is drawn over the text, under the fields to find with; nil: nothing.
	Over func(layout.Context)

	editor   codeedit.Editor
	view     *engine.ConfigView
	file     file
	asked    engine.ConfigQuestion // last, with what earlier ones asked of the same text that is not yet answered
	answered uint64                // number of the answer that was taken last
	// Problems of the text, as they were last told. Their places are those of
	// the text that was asked about.
	problems []config.Problem
	version  uint64 // of the text that problems are of
	saving   uint64 // id of the save that is awaited; 0: none
	saves    uint64
	conflict *conflict
	stale    bool   // as last told
	remark   string // to be shown
	tooLarge bool   // the text is but the beginning of the file
	low      bool   // the page, as it is laid out: it tells little
	leaving  string // path to open once the text is saved or discarded
	atOnce   bool   // what was asked to be set is saved once it is written
	left     Way    // not yet taken by Left
	dirty    dirty
	bar      bar
	list     widgets.List
	rows     []*problemRow
}

// file is what the text was begun from.
type file struct {
	known   bool
	path    string
	opened  uint64
	base    string // content of the file that the text replaces
	missing bool
	seen    string // content of the file as last told
	gone    bool   // as last told
	heard   bool   // the file was told of since the last save began
}

// dirty remembers for one version of the text whether it is saved.
type dirty struct {
	version uint64
	base    string
	is      bool
}

// Dirty reports whether there is something that is not saved.
func (p *Page) Dirty() bool {
	if !p.file.known {
		return false
	}
	if v := p.editor.Version(); p.dirty.version != v || p.dirty.base != p.file.base {
		p.dirty = dirty{v, p.file.base, p.editor.Text() != p.file.base}
	}
	return p.dirty.is
}

// Focus gives the text the focus.
func (p *Page) Focus(gtx layout.Context) { p.editor.Focus(gtx) }

// Leave remarks, when another page is shown, that what was changed is not in
// force yet.
func (p *Page) Leave() {
	if p.Dirty() {
		p.say(p.Words.Settings.Kept)
	}
}

// A Way is where the person wants to go from the page.
type Way uint8

const (
	Stay           Way = iota
	ToConversation     // the page is closed
	ToFound            // the agents on this computer are to be chosen from
)

// Left tells once where the person wants to go.
func (p *Page) Left() Way {
	way := p.left
	p.left = Stay
	return way
}

// Dismiss closes what is open over the page; false when nothing is.
func (p *Page) Dismiss(gtx layout.Context) bool {
	if p.leaving != "" {
		p.leaving = ""
		return true
	}
	return p.bar.dismiss(gtx) || p.editor.Dismiss(gtx)
}

// GoToProblem shows the next problem (1) or the one before (-1).
func (p *Page) GoToProblem(gtx layout.Context, step int) {
	if p.editor.GoToMark(step) {
		p.editor.Focus(gtx)
	}
}

// LeaveText moves the focus from the text to the buttons, those of a question
// first, and back.
func (p *Page) LeaveText(gtx layout.Context) {
	if !p.editor.Focused(gtx) {
		p.editor.Focus(gtx)
		return
	}
	to := &p.bar.save
	switch {
	case p.leaving != "":
		to = &p.bar.remain
	case p.conflict != nil:
		to = &p.conflict.keep
		p.conflict.showButtons()
	case p.offersFile():
		to = &p.bar.create
	}
	gtx.Execute(key.FocusCmd{Tag: to.Tag()})
}

// offersFile reports whether the page offers to make the file.
func (p *Page) offersFile() bool { return p.unbegun() && !p.editor.ReadOnly && p.conflict == nil }

// unbegun reports whether there is neither a file nor a text for one. Nothing
// is wrong with that.
func (p *Page) unbegun() bool { return (p.file.missing || p.file.path == "") && !p.Dirty() }

// Take takes what a snapshot tells. Call it with each new one, whether or not
// the page is shown.
func (p *Page) Take(v *engine.ConfigView) {
	p.view = v
	p.editor.Language = codeedit.JSON()
	if !p.file.known || p.file.path != v.Path || p.file.opened != v.Opened {
		p.begin(v)
	}
	if v.Stale && !p.stale {
		p.say(p.Words.ConfigStale(v.Problems))
	}
	p.stale = v.Stale
	p.takeSaved(v.Saved)
	p.takeDisk(v)
	p.takeAnswer(&v.Answer)
}

// begin begins with the text of another file.
func (p *Page) begin(v *engine.ConfigView) {
	p.file = file{known: true, path: v.Path, opened: v.Opened, base: v.Text, missing: v.Missing, seen: v.Text, gone: v.Missing}
	p.conflict, p.leaving, p.saving = nil, "", 0
	p.lock(v)
	p.editor.SetText(v.Text)
	p.tell(v.Problems)
	if config.HasErrors(v.Problems) {
		p.editor.Select(v.Problems[0].Start, v.Problems[0].Start)
	}
	p.asked = engine.ConfigQuestion{}
}

// lock keeps the text from being changed where it is not the whole file, or none.
func (p *Page) lock(v *engine.ConfigView) {
	p.tooLarge = slices.ContainsFunc(v.Problems, func(q config.Problem) bool { return q.Code == config.TextTooLarge })
	p.editor.ReadOnly = v.Path == "" || v.Failure != (config.Fault{}) || p.tooLarge
}

// takeDisk takes what the file has become: at once when nothing would be lost,
// else as a question.
func (p *Page) takeDisk(v *engine.ConfigView) {
	if v.Text == p.file.seen && v.Missing == p.file.gone {
		return
	}
	p.file.seen, p.file.gone, p.file.heard = v.Text, v.Missing, true
	p.lock(v)
	switch {
	case v.Text == p.editor.Text() || v.Text == p.file.base && v.Missing == p.file.missing:
		p.file.base, p.file.missing, p.conflict = v.Text, v.Missing, nil
		p.ask(engine.ConfigQuestion{}) // an empty text is judged only where there is a file
	case !p.Dirty() && !v.Missing:
		p.replace(v.Text)
	default:
		p.quarrel(v.Text, v.Missing)
	}
}

// replace takes the file's text, as one step that can be undone.
func (p *Page) replace(text string) {
	p.file.base, p.file.missing, p.conflict = text, false, nil
	_, caret := p.editor.Selection()
	p.apply([]codeedit.Edit{{Start: 0, End: len(p.editor.Text()), Text: text}}, min(caret, len(text)))
}

// apply makes edits of the text, and has what they made judged: the frame that
// they are made in may be the last for a while.
func (p *Page) apply(edits []codeedit.Edit, caret int) {
	p.editor.Apply(edits, caret)
	p.ask(engine.ConfigQuestion{})
}

// quarrel shows both texts.
func (p *Page) quarrel(disk string, gone bool) {
	mine, before := p.editor.Text(), &disk
	if gone {
		before = nil
	}
	p.conflict = &conflict{disk: disk, gone: gone, rows: diff.Compare(before, &mine).Rows()}
}

// ask asks the engine about the text as it is.
func (p *Page) ask(q engine.ConfigQuestion) {
	q.ID, q.Text = p.editor.Version(), p.editor.Text()
	if _, caret := p.editor.Selection(); q.Complete {
		q.Caret = caret
	}
	if p.asked.ID == q.ID { // an answer that came between two frames may not have been seen
		q.Join(p.asked)
	}
	p.Engine.CheckConfig(q)
	p.asked, p.asked.Text = q, ""
}

// takeAnswer takes the answer to the question about the text as it is.
func (p *Page) takeAnswer(a *engine.ConfigAnswer) {
	if a.Number == p.answered || a.ID != p.editor.Version() {
		return
	}
	p.answered = a.Number
	p.tell(a.Problems)
	asked := p.asked
	p.asked.Settle(a)
	if asked.Complete && !p.asked.Complete {
		p.editor.Offer(p.candidates(a.Candidates), a.ID, a.Caret)
	}
	if asked.Explain && !p.asked.Explain && a.Explained {
		x := a.Explanation
		p.editor.Explain(codeedit.Explanation{Start: x.Start, End: x.End, Title: p.Words.Schema(x.Title), Help: p.Words.Explanation(x)}, a.ID)
	}
	if asked.Owner && !p.asked.Owner {
		p.chooseFolder(a.Agent)
	}
	if asked.Format || asked.Add != nil || asked.Set != "" {
		p.takeEdits(a)
	}
}

// mostTold is how many problems are told at once: a sentence takes some
// microseconds, and a person mends one after the other.
const mostTold = 300

// tell shows the problems of the text as it is.
func (p *Page) tell(problems []config.Problem) {
	if p.view.Failure != (config.Fault{}) || p.unbegun() {
		problems = nil // nothing was read
	}
	p.problems, p.version = problems, p.editor.Version()
	told := problems[:min(len(problems), mostTold)]
	marks := make([]codeedit.Mark, len(told))
	for i, q := range told {
		marks[i] = codeedit.Mark{Start: q.Start, End: q.End, Severity: codeedit.Severity(q.Severity), Message: p.Words.Problem(q), Fix: p.fixOf(q)}
	}
	p.editor.SetMarks(marks)
	p.rows = problemRows(told, p.rows)
}

// current reports whether the problems are those of the text as it is.
func (p *Page) current() bool { return p.version == p.editor.Version() }

func (p *Page) candidates(list []config.Candidate) []codeedit.Candidate {
	out := make([]codeedit.Candidate, len(list))
	for i, c := range list {
		out[i] = codeedit.Candidate{Label: c.Label, Title: p.Words.Schema(c.Title), Help: p.Words.Schema(c.Help), Edits: edits(c.Edits), Caret: c.Caret}
	}
	return out
}

func edits(list []config.Edit) []codeedit.Edit {
	out := make([]codeedit.Edit, len(list))
	for i, e := range list {
		out[i] = codeedit.Edit(e)
	}
	return out
}

// Restyle makes the sentences anew in the page's Words.
func (p *Page) Restyle() {
	if p.file.known && p.current() {
		p.tell(p.problems)
	}
}
