package settings

import (
	"path/filepath"

	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/files"
)

// A command is something to do on the page that has no key of its own.
type command struct {
	label string
	do    func(layout.Context)
}

// commands are all that can be done: what the page asks first.
func (p *Page) commands() []command {
	list := p.answers()
	if !p.editor.ReadOnly {
		list = append(list, p.textCommands()...)
		for i, a := range p.view.Found {
			list = append(list, command{p.Words.AddFound(a.Name), func(gtx layout.Context) { p.addAgent(gtx, i) }})
		}
		list = append(list, command{p.Words.Settings.AddOther, func(gtx layout.Context) { p.addAgent(gtx, len(p.view.Found)) }})
	}
	for _, f := range p.view.Recent {
		if f.Path != p.view.Path {
			list = append(list, command{p.Words.RecentFile(files.Homely(f.Path), f.Missing), func(layout.Context) { p.TakeRecent(f) }})
		}
	}
	return list
}

// answers are those to what the page asks.
func (p *Page) answers() []command {
	w := p.Words.Settings
	switch {
	case p.leaving != "":
		return []command{{w.Stay, p.remain}, {w.SaveFirst, p.saveFirst}, {w.Discard, p.discard}}
	case p.conflict != nil && p.conflict.gone:
		return []command{{w.KeepMine, p.keepMine}}
	case p.conflict != nil:
		return []command{{w.KeepMine, p.keepMine}, {w.TakeTheirs, p.takeTheirs}}
	case p.offersFile():
		return []command{{w.CreateFile, p.create}}
	}
	return nil
}

// textCommands are those that are in no other menu of a wide window.
func (p *Page) textCommands() []command {
	if p.editor.ReadOnly {
		return nil
	}
	list := []command{{p.Words.Settings.Format, func(gtx layout.Context) { p.write(gtx, engine.ConfigQuestion{Format: true}) }}}
	if p.Choose != nil {
		list = append(list, command{p.Words.Settings.WorkFolder, p.askWhose})
	}
	return append(list, p.lookCommands()...)
}

// lookCommands set what people change who would not write it themselves.
func (p *Page) lookCommands() []command {
	w := p.Words.Settings
	set := func(label, pointer, value string) command {
		return command{label, func(gtx layout.Context) { p.set(gtx, pointer, value) }}
	}
	return []command{
		set(w.ThemeDark, "/sidekicks/theme", "dark"),
		set(w.ThemeLight, "/sidekicks/theme", "light"),
		set(w.ThemeAuto, "/sidekicks/theme", "auto"),
		set(w.LanguageFrench, "/sidekicks/language", "fr"),
		set(w.LanguageEnglish, "/sidekicks/language", "en"),
		set(w.LanguageAuto, "/sidekicks/language", "auto"),
	}
}

// set writes a value, and saves it at once when nothing else waits to be saved:
// the person sees what was chosen without another step.
func (p *Page) set(gtx layout.Context, pointer, value string) {
	clean := !p.Dirty() && !p.file.missing && p.conflict == nil && p.saving == 0 && !config.HasErrors(p.problems)
	p.write(gtx, engine.ConfigQuestion{Set: pointer, Value: value})
	p.atOnce = clean
}

func labels(list []command) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.label
	}
	return out
}

// Commands are the names of what can be done on the page besides the actions
// of the window's keys.
func (p *Page) Commands() []string { return labels(p.commands()) }

// Do does the i-th of Commands as they are now.
func (p *Page) Do(gtx layout.Context, i int) {
	if list := p.commands(); i < len(list) {
		list[i].do(gtx)
	}
}

// askWhose asks which agent's entry the caret is in, whose work folder is then
// chosen.
func (p *Page) askWhose(gtx layout.Context) {
	_, caret := p.editor.Selection()
	p.write(gtx, engine.ConfigQuestion{Owner: true, OwnerOf: caret})
}

// chooseFolder has the person choose the work folder of the agent at pointer.
func (p *Page) chooseFolder(pointer string) {
	if pointer == "" {
		p.say(p.Words.Settings.WhichAgent)
		return
	}
	p.Choose(true, func(path string) {
		p.atOnce = false
		p.ask(engine.ConfigQuestion{Set: pointer + "/workspace", Value: filepath.ToSlash(path)})
	})
}

// create makes the file that is missing, with room for an agent in it.
func (p *Page) create(gtx layout.Context) {
	begin := config.Complete(nil, 0, config.Known{})[0]
	p.apply(edits(begin.Edits), begin.Caret)
	p.editor.Focus(gtx)
	p.save()
}
