package first

import (
	"image"
	"strings"

	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/files"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// widthEms is how wide the page is, in sizes of its text.
const widthEms = 43

// Layout draws the page in the middle of all the room there is.
func (p *Page) Layout(gtx layout.Context) layout.Dimensions {
	room := gtx.Constraints.Max
	widgets.Fill(gtx, p.Theme.Background)
	rows := p.found()
	if p.adding != nil {
		rows = p.asking()
	}
	layout.Center.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min = image.Point{}
		return p.list.Layout(gtx, p.Theme, 0, 1, func(gtx layout.Context, _ int) layout.Dimensions {
			return layout.UniformInset(6*theme.Step).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Max.X = min(gtx.Constraints.Max.X, gtx.Sp(p.Theme.Body.Size)*widthEms)
				gtx.Constraints.Min.X = gtx.Constraints.Max.X
				return layout.Flex{Axis: layout.Vertical}.Layout(gtx, rows...)
			})
		})
	})
	return layout.Dimensions{Size: room}
}

func gap(steps unit.Dp) layout.FlexChild {
	return layout.Rigid(layout.Spacer{Height: steps * theme.Step}.Layout)
}

func (p *Page) title(text string) layout.FlexChild {
	big := p.Theme.Title
	big.Size, big.LineHeight = big.Size*27/16, big.LineHeight*27/16
	return layout.Rigid(widgets.LabelOf(p.Theme, big, text).Layout)
}

func (p *Page) dim(text string) layout.FlexChild {
	return layout.Rigid(widgets.DimOf(p.Theme, p.Theme.Body, text).Layout)
}

// found are the rows of the page while the agents are shown.
func (p *Page) found() []layout.FlexChild {
	w := p.Words.First
	rows := []layout.FlexChild{p.title(w.Welcome), gap(2), p.dim(w.About), gap(5)}
	switch {
	case !p.view.Looked:
		rows = append(rows, p.dim(w.Looking), gap(3))
	case len(p.cards) == 0:
		rows = append(rows, p.dim(w.NothingFound), gap(3))
	}
	for i, a := range p.view.Found {
		rows = append(rows, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return p.layoutFound(gtx, i, a) }), gap(2.5))
	}
	rows = append(rows, layout.Rigid(p.layoutGuide), gap(5))
	var told []widgets.LabelStyle
	if p.OpenKeys != "" {
		rows = append(rows, layout.Rigid(p.layoutOpen), gap(1))
		told = append(told, widgets.DimOf(p.Theme, p.Theme.Small, w.Formats))
	}
	told = append(told, widgets.DimOf(p.Theme, p.Theme.Small, w.NothingWritten))
	return append(rows, layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Texts(gtx, told...) }))
}

// layoutFound draws an agent that was found.
func (p *Page) layoutFound(gtx layout.Context, i int, a engine.FoundAgent) layout.Dimensions {
	th, w := p.Theme, p.Words
	add := widgets.ButtonOf(th, &p.cards[i].add, w.First.Add)
	if i == 0 {
		add = widgets.PrimaryOf(th, &p.cards[i].add, w.First.Add)
	}
	add.Hint, add.Name = p.hint(i+1), w.Adding(a.Name)
	test := widgets.LinkOf(th, &p.cards[i].test, w.First.Test)
	test.Color, test.Disabled, test.Name = th.Dim, a.Trial.Running, w.First.Test+" "+a.Name
	said := widgets.DimOf(th, th.Print, w.FoundAt(files.Homely(a.File)))
	if came := w.Trial(a.Name, a.Trial); came != "" {
		said.Text = came
		switch {
		case a.Trial.OK:
			said.Color = th.OK
		case a.Trial.Failure != nil:
			said.Color = th.Danger
		}
	}
	return p.layoutCard(gtx, a.Name, i, said, test.Layout, add.Layout)
}

func (p *Page) layoutGuide(gtx layout.Context) layout.Dimensions {
	th, w := p.Theme, p.Words.First
	n := len(p.cards)
	try := widgets.ButtonOf(th, &p.try, w.Try)
	if n == 0 {
		try = widgets.PrimaryOf(th, &p.try, w.Try)
	}
	try.Hint = p.hint(n + 1)
	return p.layoutCard(gtx, config.GuideName, n, widgets.DimOf(th, th.Print, w.GuideAbout), try.Layout)
}

// layoutCard draws an agent with its buttons, under it where it is narrow.
func (p *Page) layoutCard(gtx layout.Context, name string, n int, said widgets.LabelStyle, buttons ...layout.Widget) layout.Dimensions {
	th := p.Theme
	ground := widgets.CardOf(th)
	ground.Inset = layout.UniformInset(3 * theme.Step)
	narrow := gtx.Constraints.Max.X < gtx.Sp(th.Body.Size)*26
	words := func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(widgets.FaceOf(th, name, n).Layout), layout.Rigid(layout.Spacer{Width: 10}.Layout),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
					layout.Rigid(widgets.LabelOf(th, th.Label, name).Layout), layout.Rigid(said.Layout))
			}))
	}
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		gtx.Constraints.Min.X = gtx.Constraints.Max.X
		if narrow {
			return layout.Flex{Axis: layout.Vertical}.Layout(gtx, layout.Rigid(words), gap(2),
				layout.Rigid(func(gtx layout.Context) layout.Dimensions {
					return widgets.Wrapped{Gap: 2 * theme.Step}.Layout(gtx, buttons...)
				}))
		}
		row := []layout.FlexChild{layout.Flexed(1, words)}
		for _, b := range buttons {
			row = append(row, layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout), layout.Rigid(b))
		}
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx, row...)
	})
}

func (p *Page) layoutOpen(gtx layout.Context) layout.Dimensions {
	open := widgets.LinkOf(p.Theme, &p.open, p.Words.First.OpenFile)
	open.Hint = p.OpenKeys
	open.Ground.Inset.Left = 0
	open.Ground.Inset.Top, open.Ground.Inset.Bottom = 0, 0 // as far from what follows as its lines are
	return open.Layout(gtx)
}

// asking are the rows of the page while an agent is being added.
func (p *Page) asking() []layout.FlexChild {
	th, w, a := p.Theme, p.Words, p.adding
	rows := []layout.FlexChild{p.title(w.Adding(a.agent.Name)), gap(5),
		layout.Rigid(widgets.LabelOf(th, th.Label, w.First.Folder).Layout), gap(1), layout.Rigid(p.layoutFolder), gap(1),
		layout.Rigid(widgets.DimOf(th, th.Print, w.First.FolderHelp).Layout)}
	for _, q := range a.problems {
		told := widgets.LabelOf(th, th.Small, w.Problem(q))
		told.Color = th.Warn
		rows = append(rows, gap(1), layout.Rigid(told.Layout))
	}
	return append(rows, gap(5),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return widgets.Wrapped{Gap: 2 * theme.Step}.Layout(gtx, widgets.LabelOf(th, th.Label, w.First.Entry).Layout,
				widgets.DimOf(th, th.Small, w.InFile(files.Homely(p.view.Path))).Layout)
		}), gap(1),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			ground := widgets.CardOf(th)
			ground.Inset = layout.UniformInset(3 * theme.Step)
			return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Min.X = gtx.Constraints.Max.X
				return widgets.LabelOf(th, th.Mono, strings.TrimSuffix(a.text, "\n")).Layout(gtx)
			})
		}), gap(5),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			write := widgets.PrimaryOf(th, &a.write, w.First.Write)
			write.Disabled = a.saving != 0 || config.HasErrors(a.problems)
			write.Hint = w.KeyEnter
			back := widgets.ButtonOf(th, &a.back, w.First.Back)
			back.Hint = w.KeyEscape
			return widgets.Answers(gtx, back.Layout, write.Layout)
		}))
}

// layoutFolder draws the field for the work folder, with the system's dialog
// beside it where there is one.
func (p *Page) layoutFolder(gtx layout.Context) layout.Dimensions {
	th, a := p.Theme, p.adding
	field := widgets.FieldOf(th, &a.folder, p.Words.First.Folder)
	if p.Choose == nil {
		return field.Layout(gtx)
	}
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx, layout.Flexed(1, field.Layout),
		layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout),
		layout.Rigid(widgets.ButtonOf(th, &a.choose, p.Words.Settings.ChooseFolder).Layout))
}
