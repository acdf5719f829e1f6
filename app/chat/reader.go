package chat

import (
	"gioui.org/layout"

	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/termtext"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/transcript"
)

// A reader shows a long text over the page: one that was pasted, or what the
// person decided.
type reader struct {
	open  bool
	fresh bool // the focus is to come here
	title string
	lines []*textrows.Row
	rows  []transcript.Row // of lines, for a theme
	theme *theme.Theme
	view  transcript.Transcript
	modal widgets.Modal
	close widgets.Button
}

// show shows a text from its beginning.
func (r *reader) show(title, text string) {
	lines := termtext.Text{Exact: true}
	lines.Set(text)
	*r = reader{open: true, fresh: true, title: title}
	r.lines, _, _ = lines.Rows(true)
	r.view.ScrollToStart()
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
	if r.theme != p.Theme {
		r.theme, r.rows = p.Theme, nil
		for i, line := range r.lines {
			r.rows = append(r.rows, transcript.Row{Key: transcript.Key{Message: 1, Block: i}, Text: line, Widget: textrows.RowOf(p.Theme, line).Layout})
		}
	}
	if r.fresh {
		r.fresh = false
		r.view.Focus(gtx)
	}
	style := widgets.ModalOf(p.Theme, &r.modal, r.title)
	style.Width = theme.ColumnWidth
	style.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				text := transcript.Of(p.Theme, &r.view, r.rows)
				text.Above, text.Below, text.Margin = 0, 0, 0
				return text.Layout(gtx)
			}),
			layout.Rigid(layout.Spacer{Height: 3 * theme.Step}.Layout),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.ToTheRight(gtx, widgets.ButtonOf(p.Theme, &r.close, p.Words.Close).Layout)
			}))
	})
}
