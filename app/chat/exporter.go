package chat

import (
	"errors"
	"path/filepath"
	"strings"

	"gioui.org/layout"

	"sidekicks/engine/files"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// An exporter asks where a conversation is to be written, and never replaces a
// file unasked.
type exporter struct {
	open                  bool
	of                    *view // what is written; another may be shown meanwhile
	field                 widgets.Field
	modal                 widgets.Modal
	cancel, save, replace widgets.Button
	choose                widgets.Button
	exists                string // the path at which there is a file already
	failure               string // why it could not be written
	writing               bool
	written               string // the path, to be told
}

// Export asks where the conversation is to be written as Markdown.
func (p *Page) Export(gtx layout.Context, s Subject) {
	if len(s.Conversation.Messages) == 0 {
		p.Remark(gtx.Now, p.Words.NothingToExport)
		return
	}
	p.exporter = exporter{open: true, of: p.view(s.Conversation.Key)}
	name := strings.Map(nameable, s.Agent.Name) + gtx.Now.Format(" 2006-01-02 15.04") + ".md"
	p.exporter.field.SetText(filepath.Join("~", name))
	p.exporter.field.Focus(gtx)
}

// nameable keeps of a name what every system takes in the name of a file.
func nameable(r rune) rune {
	if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
		return '-'
	}
	return r
}

func (e *exporter) update(gtx layout.Context, p *Page, v *view) {
	if e.written != "" {
		p.Remark(gtx.Now, p.Words.Exported(e.written))
		e.shut(gtx, v)
	}
	if !e.open {
		return
	}
	replace := e.replace.Update(gtx)
	save := e.save.Update(gtx)
	for k, ok := e.field.Update(gtx); ok; k, ok = e.field.Update(gtx) {
		save = save || k == widgets.FieldSubmitted
		if k == widgets.FieldChanged {
			e.exists, e.failure = "", ""
		}
	}
	if e.choose.Update(gtx) {
		p.Choose(true, e.into)
	}
	switch {
	case e.modal.Update(gtx) || e.cancel.Update(gtx):
		e.shut(gtx, v)
	case (save || replace) && !e.writing && strings.TrimSpace(e.field.Text()) != "":
		e.write(gtx, p, replace)
	}
}

// into puts the file into a folder.
func (e *exporter) into(folder string) {
	if e.open {
		e.field.GoOn(filepath.Join(folder, filepath.Base(e.field.Text())))
		e.exists, e.failure = "", ""
	}
}

func (e *exporter) shut(gtx layout.Context, v *view) {
	*e = exporter{}
	v.composer.Focus(gtx)
}

// write writes the conversation as it is now, away from the frame.
func (e *exporter) write(gtx layout.Context, p *Page, replace bool) {
	path, err := files.Absolute(strings.TrimSpace(e.field.Text()))
	if err != nil {
		e.failure = p.Words.NotExported(err)
		return
	}
	e.writing = true
	w, s, now := p.Words, e.of.subject, gtx.Now
	p.away(func() func() {
		text := exported(w, s.Agent.Name, s.Agent.Workspace, s.Conversation.Messages, now)
		err := files.Write(path, []byte(text), replace)
		return func() { e.finished(p, path, err) }
	})
}

func (e *exporter) finished(p *Page, path string, err error) {
	e.writing = false
	switch {
	case !e.open: // the person did not wait; it is written all the same
	case errors.Is(err, files.ErrExists):
		e.exists = path
	case err != nil:
		e.failure = p.Words.NotExported(err)
	}
	if err == nil {
		e.written = path
	}
}

func (e *exporter) layout(gtx layout.Context, p *Page) {
	th, w := p.Theme, p.Words
	style := widgets.ModalOf(th, &e.modal, w.Export)
	style.Width = 560
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		children := []layout.FlexChild{layout.Rigid(widgets.FieldOf(th, &e.field, w.ExportPath).Layout)}
		save := widgets.PrimaryOf(th, &e.save, w.SaveEdit)
		save.Disabled = strings.TrimSpace(e.field.Text()) == ""
		buttons := []layout.Widget{widgets.ButtonOf(th, &e.cancel, w.Cancel).Layout, save.Layout}
		if p.Choose != nil {
			buttons = append([]layout.Widget{widgets.ButtonOf(th, &e.choose, w.Settings.ChooseFolder).Layout}, buttons...)
		}
		trouble := e.failure
		if e.exists != "" {
			trouble = w.ExportExists
			buttons = append(buttons, widgets.DangerOf(th, &e.replace, w.Replace).Layout)
		}
		if trouble != "" {
			said := widgets.LabelOf(th, th.Small, trouble)
			said.Color = th.Warn
			children = append(children, layout.Rigid(layout.Spacer{Height: 2 * theme.Step}.Layout), layout.Rigid(said.Layout))
		}
		children = append(children, layout.Rigid(layout.Spacer{Height: 4 * theme.Step}.Layout), layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return widgets.Answers(gtx, buttons...)
		}))
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	})
}
