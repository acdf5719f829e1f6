package chat

import (
	"cmp"
	"slices"
	"strings"

	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// A formSheet is the form that an agent wants filled in, over the page. It never
// opens by itself; what is written stays when it is put away.
type formSheet struct {
	open     bool
	fresh    bool // the focus is to come here
	answered bool
	form     engine.FormView
	rows     []formRow
	modal    widgets.Modal
	list     widgets.List

	send, decline, later widgets.Button
}

// A formRow is one field of a form.
type formRow struct {
	text    widgets.Field
	options []formOption
	fault   conversation.FormFault
}

type formOption struct {
	value, label string // no label: yes or no
	button       widgets.Button
	chosen       bool
}

// showForm brings the sheet up to date with the oldest form that waits. The
// words in one that nobody waits for any more go to the composer.
func (v *view) showForm(gtx layout.Context, p *Page, s Subject) {
	var oldest engine.FormView
	if len(s.Forms) > 0 {
		oldest = s.Forms[0]
	}
	f := &v.form
	if oldest.ID == f.form.ID {
		return
	}
	if text := f.written(); text != "" && !f.answered {
		v.compose(text)
	}
	if f.open {
		v.composer.Focus(gtx)
	}
	*f = formSheet{form: oldest}
	for _, field := range oldest.Fields {
		f.rows = append(f.rows, newFormRow(field))
	}
}

func newFormRow(field conversation.FormField) (r formRow) {
	first := conversation.FirstInput(field)
	if field.Type == "boolean" {
		r.options = []formOption{{value: "true"}, {value: "false"}}
	} else {
		for _, o := range field.Options {
			r.options = append(r.options, formOption{value: o.Value, label: visible(cmp.Or(o.Title, o.Value))})
		}
	}
	for i := range r.options {
		r.options[i].chosen = slices.Contains(first.Chosen, r.options[i].value)
	}
	if len(r.options) == 0 {
		r.text.SetText(first.Text)
	}
	return r
}

// says is what is written on the option.
func (o *formOption) says(w *i18n.Words) string {
	switch {
	case o.label != "":
		return o.label
	case o.value == "true":
		return w.Yes
	case o.value == "false":
		return w.No
	}
	return ""
}

// input is what the person gave in the field.
func (r *formRow) input() conversation.FormInput {
	in := conversation.FormInput{Text: r.text.Text()}
	for _, o := range r.options {
		if o.chosen {
			in.Chosen = append(in.Chosen, o.value)
		}
	}
	return in
}

// raise opens the sheet.
func (f *formSheet) raise() { f.open, f.fresh = true, true }

// shut puts the sheet away, with what is written in it.
func (f *formSheet) shut(gtx layout.Context, v *view) {
	f.open = false
	v.composer.Focus(gtx)
}

// written are the texts that would be lost with the form.
func (f *formSheet) written() string {
	var texts []string
	for i, field := range f.form.Fields {
		if text := f.rows[i].text.Text(); text != "" && text != conversation.FirstInput(field).Text {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

func (f *formSheet) update(gtx layout.Context, p *Page, v *view) {
	if !f.open {
		return
	}
	send := f.send.Update(gtx)
	for i := range f.rows {
		send = f.rows[i].update(gtx, f.form.Fields[i]) || send
	}
	switch {
	case send:
		f.fill(gtx, p, v)
	case f.decline.Update(gtx):
		f.answered = p.Engine.DeclineForm(f.form.ID)
		f.shut(gtx, v)
	case f.modal.Update(gtx) || f.later.Update(gtx):
		f.shut(gtx, v)
	}
}

// update reports whether the person sends the form by Enter.
func (r *formRow) update(gtx layout.Context, field conversation.FormField) (send bool) {
	for e, ok := r.text.Update(gtx); ok; e, ok = r.text.Update(gtx) {
		send = send || e == widgets.FieldSubmitted
		r.fault = conversation.FormSound
	}
	for i := range r.options {
		if r.options[i].button.Update(gtx) {
			r.choose(i, field.Type == "array")
		}
	}
	return send
}

// choose takes an option, or leaves it again.
func (r *formRow) choose(i int, several bool) {
	r.fault = conversation.FormSound
	chosen := !r.options[i].chosen
	for j := range r.options {
		r.options[j].chosen = several && r.options[j].chosen
	}
	r.options[i].chosen = chosen
}

// fill sends the form, or shows the first field that is not right.
func (f *formSheet) fill(gtx layout.Context, p *Page, v *view) {
	var inputs []conversation.FormInput
	for i := range f.rows {
		inputs = append(inputs, f.rows[i].input())
	}
	faults, taken := p.Engine.FillForm(f.form.ID, inputs)
	if taken {
		f.answered = true
		f.shut(gtx, v)
		return
	}
	first := -1
	for i, fault := range faults {
		f.rows[i].fault = fault
		if fault != conversation.FormSound && first < 0 {
			first = i
		}
	}
	if first >= 0 {
		f.list.ScrollTo(first + 1)
		f.rows[first].focus(gtx)
	}
}

func (r *formRow) focus(gtx layout.Context) {
	if len(r.options) > 0 {
		gtx.Execute(key.FocusCmd{Tag: r.options[0].button.Tag()})
		return
	}
	r.text.Focus(gtx)
}

func (f *formSheet) layout(gtx layout.Context, p *Page) {
	th, w := p.Theme, p.Words
	if f.fresh {
		f.fresh = false
		if len(f.rows) > 0 {
			f.rows[0].focus(gtx)
		} else {
			gtx.Execute(key.FocusCmd{Tag: f.send.Tag()})
		}
	}
	style := widgets.ModalOf(th, &f.modal, w.FormAsks(f.form.Agent))
	style.Width = 560
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Min.Y, f.list.Edged, f.list.Reach = 0, true, widgets.FocusReach
				return f.list.Layout(gtx, th, widgets.ModalMargin, 1+len(f.rows), func(gtx layout.Context, i int) layout.Dimensions {
					if i == 0 {
						return f.layoutHead(gtx, p)
					}
					return layout.Inset{Top: 3 * theme.Step}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
						return f.rows[i-1].layout(gtx, p, f.form.Fields[i-1])
					})
				})
			}),
			layout.Rigid(layout.Spacer{Height: 4 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.Answers(gtx, widgets.ButtonOf(th, &f.decline, w.FormDecline).Layout,
					widgets.ButtonOf(th, &f.later, w.FormLater).Layout, widgets.PrimaryOf(th, &f.send, w.Send).Layout)
			}))
	})
}

// layoutHead draws what the agent says of the form.
func (f *formSheet) layoutHead(gtx layout.Context, p *Page) layout.Dimensions {
	th := p.Theme
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(widgets.DimOf(th, th.Small, p.Words.FormGoes(f.form.Agent)).Layout),
		layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return widgets.Texts(gtx, widgets.LabelOf(th, th.Label, visible(f.form.Title)), widgets.LabelOf(th, th.Body, visible(f.form.Message)),
				widgets.DimOf(th, th.Small, visible(f.form.Description)))
		}))
}

func (r *formRow) layout(gtx layout.Context, p *Page, field conversation.FormField) layout.Dimensions {
	th, w := p.Theme, p.Words
	name := visible(cmp.Or(field.Title, field.Name))
	title := name
	if field.Required {
		title = w.FormRequired(name)
	}
	fault := widgets.LabelOf(th, th.Small, w.FormFault(field, r.fault))
	fault.Color = th.Danger
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return widgets.Texts(gtx, widgets.LabelOf(th, th.Label, title), widgets.DimOf(th, th.Small, visible(field.Description)))
		}),
		layout.Rigid(layout.Spacer{Height: theme.Step}.Layout),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			if len(r.options) == 0 {
				field := widgets.FieldOf(th, &r.text, name)
				field.Fault = r.fault != conversation.FormSound
				return field.Layout(gtx)
			}
			return r.layoutOptions(gtx, p)
		}),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			if fault.Text == "" {
				return layout.Dimensions{}
			}
			return layout.Inset{Top: theme.Step}.Layout(gtx, fault.Layout)
		}))
}

// layoutOptions draws what can be chosen, with a tick at what is.
func (r *formRow) layoutOptions(gtx layout.Context, p *Page) layout.Dimensions {
	th := p.Theme
	var buttons []layout.Widget
	for i := range r.options {
		o := &r.options[i]
		b := widgets.ButtonOf(th, &o.button, o.says(p.Words))
		if o.chosen {
			b = widgets.PrimaryOf(th, &o.button, o.says(p.Words)).WithIcon(widgets.IconCheck)
		}
		if r.fault != conversation.FormSound {
			b.Ground.Border = th.Danger
		}
		buttons = append(buttons, b.Layout)
	}
	return widgets.Wrapped{Gap: 6}.Layout(gtx, buttons...)
}

// layoutForm is the banner that tells of a form that waits.
func (b *banners) layoutForm(gtx layout.Context, p *Page, s Subject) layout.Dimensions {
	th, w := p.Theme, p.Words
	form := s.Forms[0]
	said := oneLine(visible(cmp.Or(form.Message, form.Title)))
	answer := widgets.PrimaryOf(th, &b.form, w.FormAnswer)
	answer.Hint = p.Hints.GoToPermission
	return banner(gtx, p, th.AccentSoft, th.Text, w.FormAsks(form.Agent), said, answer.Layout)
}
