package chat

import (
	"gioui.org/io/key"
	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/termtext"
	"sidekicks/widgets/textrows"
)

// A reader shows over the page a long text that was pasted.
type reader struct {
	open  bool
	title string
	rows  []*textrows.Row
	list  layout.List
	modal widgets.Modal
	close widgets.Button
}

func (r *reader) show(gtx layout.Context, title, text string) {
	lines := termtext.Text{Exact: true}
	lines.Set(text)
	*r = reader{open: true, title: title, list: layout.List{Axis: layout.Vertical}}
	r.rows, _, _ = lines.Rows(true)
	gtx.Execute(key.FocusCmd{Tag: r.close.Tag()})
}

func (r *reader) update(gtx layout.Context, v *view) {
	if r.open && (r.modal.Update(gtx) || r.close.Update(gtx)) {
		r.shut(gtx, v)
	}
}

func (r *reader) shut(gtx layout.Context, v *view) {
	*r = reader{}
	v.composer.Focus(gtx)
}

func (r *reader) layout(gtx layout.Context, p *Page) {
	style := widgets.ModalOf(p.Theme, &r.modal, r.title)
	style.Width = theme.ColumnWidth
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				return r.list.Layout(gtx, len(r.rows), func(gtx layout.Context, i int) layout.Dimensions {
					return textrows.RowOf(p.Theme, r.rows[i]).Layout(gtx)
				})
			}),
			layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.ToTheRight(gtx, widgets.ButtonOf(p.Theme, &r.close, p.Words.Close).Layout)
			}))
	})
}
