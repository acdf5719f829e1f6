package settings

import (
	"image"
	"image/color"
	"strings"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/engine/config"
	"sidekicks/engine/files"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/codeedit"
)

// problemRow is the state of one line of the problems.
type problemRow struct {
	of        problemKey
	line, fix widgets.Button
}

// A problemKey is the same for a problem in an answer and in the next one.
type problemKey struct {
	code    config.ProblemCode
	pointer string
}

// problemRows are the rows of problems. One that was there before keeps its row:
// a button that is held or has the focus stays so.
func problemRows(problems []config.Problem, before []*problemRow) []*problemRow {
	kept := map[problemKey][]*problemRow{}
	for _, r := range before {
		kept[r.of] = append(kept[r.of], r)
	}
	rows := make([]*problemRow, len(problems))
	for i, q := range problems {
		of := problemKey{q.Code, q.Pointer}
		if same := kept[of]; len(same) > 0 {
			rows[i], kept[of] = same[0], same[1:]
			continue
		}
		rows[i] = &problemRow{of: of}
	}
	return rows
}

// Layout draws the page in all the room there is.
func (p *Page) Layout(gtx layout.Context) layout.Dimensions {
	widgets.Fill(gtx, p.Theme.Background)
	p.low = gtx.Constraints.Max.Y < 8*gtx.Sp(p.Theme.Body.LineHeight)
	children := []layout.FlexChild{layout.Rigid(p.layoutHeader)}
	if p.leaving != "" {
		children = append(children, layout.Rigid(p.layoutLeaving))
	}
	if p.conflict != nil {
		children = append(children, layout.Rigid(p.layoutConflict))
	}
	if p.offersFile() {
		children = append(children, layout.Rigid(p.layoutMissing))
	}
	if p.view.Failure != (config.Fault{}) {
		children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return p.banner(gtx, p.Words.CannotRead(p.view.Failure))
		}))
	}
	if p.tooLarge {
		children = append(children, layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return p.banner(gtx, p.Words.Settings.Beginning)
		}))
	}
	children = append(children, layout.Flexed(1, p.layoutText), layout.Rigid(p.layoutProblems), layout.Rigid(p.layoutStatus))
	layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
	return layout.Dimensions{Size: gtx.Constraints.Max}
}

// layoutHeader draws which file it is, and what can be done with it. What has
// no room is left out, from the least needed.
func (p *Page) layoutHeader(gtx layout.Context) layout.Dimensions {
	th, w := p.Theme, p.Words
	room := float32(gtx.Constraints.Max.X) / float32(gtx.Sp(th.Body.Size))
	title := widgets.OneLineOf(th, th.Title, w.Settings.Title)
	title.Style.Size = th.Body.Size
	left := []layout.FlexChild{layout.Rigid(title.Layout)}
	if room > 30 {
		path := widgets.OneLineOf(th, th.Small, p.where())
		path.Color = th.Dim
		left = append(left, layout.Rigid(layout.Spacer{Width: 3 * theme.Step}.Layout),
			layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Min.X = 0
				return path.Layout(gtx)
			}),
			layout.Rigid(widgets.DimOf(th, th.Small, p.state()).Layout))
	}
	return widgets.Header(gtx, th, left, func(gtx layout.Context) layout.Dimensions { return p.layoutButtons(gtx, room) })
}

// where is the path of the file.
func (p *Page) where() string {
	if p.file.path == "" {
		return p.Words.Settings.NoFile
	}
	return files.Homely(p.file.path)
}

// state tells whether the text is in the file; "" when it is.
func (p *Page) state() string {
	switch {
	case p.Dirty():
		return " · " + p.Words.Settings.Modified
	case p.file.missing:
		return " · " + p.Words.Settings.NewFile
	}
	return ""
}

func (p *Page) layoutButtons(gtx layout.Context, room float32) layout.Dimensions {
	th, w := p.Theme, p.Words.Settings
	gap := layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout)
	save := widgets.ButtonOf(th, &p.bar.save, w.SaveShort)
	save.Hint, save.Disabled = p.Hints.Save, p.editor.ReadOnly
	var children []layout.FlexChild
	more := p.commands()
	if room > 50 {
		more = p.textCommands()
		children = append(children, layout.Rigid(p.layoutAgents), gap, layout.Rigid(p.layoutFiles), gap)
	}
	children = append(children, layout.Rigid(save.Layout))
	width := gtx.Constraints.Max.X
	if len(more) > 0 {
		children = append(children, gap, layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Max.X = width
			return p.layoutMenu(gtx, &p.bar.more, w.More, labels(more))
		}))
	}
	if room > 30 {
		leave := quiet(th, widgets.ButtonOf(th, &p.bar.leave, p.Words.Close))
		leave.Hint = p.Hints.Close
		children = append(children, gap, layout.Rigid(leave.Layout))
	}
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx, children...)
}

// layoutMenu draws a menu of the header, under whose end its list ends.
func (p *Page) layoutMenu(gtx layout.Context, m *widgets.Menu, name string, entries []string) layout.Dimensions {
	menu := widgets.MenuOf(p.Theme, m, name, entries, -1)
	menu.Head = quiet(p.Theme, menu.Head)
	menu.Width, menu.ToLeft = 360, true
	return menu.Layout(gtx)
}

func (p *Page) layoutAgents(gtx layout.Context) layout.Dimensions {
	if p.editor.ReadOnly {
		return layout.Dimensions{}
	}
	var names []string
	for _, a := range p.view.Found {
		names = append(names, a.Name)
	}
	return p.layoutMenu(gtx, &p.bar.agents, p.Words.Settings.AddAgent, append(names, p.Words.Settings.NothingFound))
}

func (p *Page) layoutFiles(gtx layout.Context) layout.Dimensions {
	p.bar.recent = p.view.Recent
	var names []string
	for _, f := range p.bar.recent {
		names = append(names, p.Words.RecentFile(files.Homely(f.Path), f.Missing))
	}
	if p.Choose != nil {
		names = append(names, p.Words.Settings.OpenFile)
	}
	if len(names) == 0 {
		return layout.Dimensions{}
	}
	return p.layoutMenu(gtx, &p.bar.files, p.Words.Settings.Files, names)
}

// quiet takes the border from a button.
func quiet(th *theme.Theme, b widgets.ButtonStyle) widgets.ButtonStyle {
	b.Ground.Border, b.Ground.Fill, b.Text, b.Color, b.IconLast = th.Background, th.Background, th.Small, th.Dim, true
	return b
}

// banner draws over the text what the person has to know, with buttons.
func (p *Page) banner(gtx layout.Context, text string, buttons ...layout.Widget) layout.Dimensions {
	return p.told(gtx, p.Theme.WarnSoft, text, buttons...)
}

// told draws a sentence over the text, with buttons.
func (p *Page) told(gtx layout.Context, fill color.NRGBA, text string, buttons ...layout.Widget) layout.Dimensions {
	var children []layout.FlexChild
	for _, part := range p.toldParts(fill, text, buttons...) {
		children = append(children, layout.Rigid(part))
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
}

// toldParts are the sentence and the line of buttons under it.
func (p *Page) toldParts(fill color.NRGBA, text string, buttons ...layout.Widget) []layout.Widget {
	th := p.Theme
	ground := widgets.SurfaceStyle{Fill: fill, Inset: layout.Inset{Left: 6 * theme.Step, Right: 6 * theme.Step, Top: 3 * theme.Step, Bottom: 3 * theme.Step}}
	part := func(ground widgets.SurfaceStyle, w layout.Widget) layout.Widget {
		return func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
			return ground.Layout(gtx, w)
		}
	}
	said := widgets.LabelOf(th, th.Small, text).Layout
	if len(buttons) == 0 {
		return []layout.Widget{part(ground, said)}
	}
	above, below := ground, ground
	above.Inset.Bottom, below.Inset.Top = 0, 2*theme.Step
	return []layout.Widget{part(above, said), part(below, func(gtx layout.Context) layout.Dimensions {
		dims := widgets.Wrapped{Gap: 2 * theme.Step}.Layout(gtx, buttons...)
		dims.Size.X = gtx.Constraints.Max.X // so the ground is as wide as that of the sentence
		return dims
	})}
}

// layoutLeaving asks what becomes of the text before another file is opened.
func (p *Page) layoutLeaving(gtx layout.Context) layout.Dimensions {
	th, w, b := p.Theme, p.Words.Settings, &p.bar
	return p.banner(gtx, w.Unsaved,
		widgets.ButtonOf(th, &b.remain, w.Stay).Layout,
		widgets.ButtonOf(th, &b.first, w.SaveFirst).Layout,
		widgets.DangerOf(th, &b.discard, w.Discard).Layout)
}

// layoutMissing says that the file is not there, and offers to make it.
func (p *Page) layoutMissing(gtx layout.Context) layout.Dimensions {
	th, w, b := p.Theme, p.Words, &p.bar
	buttons := []layout.Widget{
		widgets.ButtonOf(th, &b.found, w.Settings.SeeFound).Layout,
		widgets.ButtonOf(th, &b.create, w.Settings.Create).Layout,
	}
	if p.Choose != nil {
		buttons = append(buttons, widgets.ButtonOf(th, &b.other, w.Settings.OpenFile).Layout)
	}
	return p.told(gtx, th.Panel, w.MissingFile(files.Homely(p.file.path)), buttons...)
}

func (p *Page) layoutText(gtx layout.Context) layout.Dimensions {
	w := p.Words.Settings
	dims := codeedit.Of(p.Theme, &p.editor, w.Title, codeedit.Words{
		Find: w.Find, Replace: w.Replace, ReplaceOne: w.ReplaceOne, ReplaceAll: w.ReplaceAll,
		Next: p.Words.FindNext, Previous: p.Words.FindPrevious, Close: p.Words.Close,
		Error: w.Error, Warning: w.Warning, Remark: w.Remark, FixKey: p.Hints.Fix, Matches: p.Words.FindPlace,
	}).Layout(gtx)
	if p.Over != nil {
		defer op.Offset(image.Pt(0, p.editor.Taken)).Push(gtx.Ops).Pop()
		gtx.Constraints.Max.Y -= p.editor.Taken
		p.Over(gtx)
	}
	return dims
}

const (
	mostRows  = 5 // problems that are seen at once; the rest scrolls
	leastText = 3 // lines of the text that are in view whatever is told under it
)

// problemsHeight is how high the problems may be: what is told at the foot and
// some of the text are in view as well. It is 0 where there is room for none.
func (p *Page) problemsHeight(gtx layout.Context) int {
	th, room := p.Theme, gtx.Constraints.Max.Y
	row, foot := gtx.Sp(th.Label.LineHeight)+gtx.Dp(2*theme.Step), p.footHeight(gtx)
	most := min(room/2, max(mostRows*row, room/3), room-foot-leastText*gtx.Sp(th.Body.LineHeight)-gtx.Dp(4*theme.Step)-1)
	if most < row {
		return 0
	}
	return most
}

// footHeight is how high what is told at the foot is.
func (p *Page) footHeight(gtx layout.Context) int {
	defer op.Record(gtx.Ops).Stop()
	return p.layoutStatus(gtx).Size.Y
}

// layoutProblems draws what is wrong, a sentence each.
func (p *Page) layoutProblems(gtx layout.Context) layout.Dimensions {
	if len(p.problems) == 0 {
		return layout.Dimensions{}
	}
	th, most := p.Theme, p.problemsHeight(gtx)
	if most == 0 {
		return layout.Dimensions{}
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Rule(gtx, th.Line) }),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			inset := layout.Inset{Left: 4 * theme.Step, Right: 6 * theme.Step, Top: 2 * theme.Step, Bottom: 2 * theme.Step}
			return inset.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				gtx.Constraints.Min, gtx.Constraints.Max.Y = image.Point{}, most
				return p.list.Layout(gtx, th, 5*theme.Step, len(p.rows), p.layoutProblem)
			})
		}))
}

// layoutProblem draws one problem, which leads to its place, and its fix.
func (p *Page) layoutProblem(gtx layout.Context, i int) layout.Dimensions {
	th, q := p.Theme, p.problems[i]
	icon := gtx.Sp(th.Label.Size) * 4 / 5
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	line := func(gtx layout.Context) layout.Dimensions {
		ground := widgets.SurfaceStyle{Within: true, Fill: th.Background, Radius: theme.RadiusSmall, Inset: layout.Inset{Left: 2 * theme.Step, Right: 2 * theme.Step, Top: theme.Step, Bottom: theme.Step}}
		return widgets.ClickOf(th, &p.rows[i].line, ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			semantic.Button.Add(gtx.Ops)
			return widgets.Signed(gtx, 3*theme.Step, func(gtx layout.Context) layout.Dimensions {
				return codeedit.SeverityIcon(gtx, codeedit.Severity(q.Severity), icon, p.color(q.Severity))
			}, widgets.LabelOf(th, th.Small, p.Words.ProblemAt(q)))
		})
	}
	fix := p.fixOf(q)
	if fix == "" {
		return line(gtx)
	}
	link := widgets.LinkOf(th, &p.rows[i].fix, fix)
	link.Color, link.Disabled = th.Accent, !p.current()
	if gtx.Constraints.Max.X < gtx.Sp(th.Small.Size)*36 { // under the sentence
		return layout.Flex{Axis: layout.Vertical}.Layout(gtx, layout.Rigid(line),
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				sentence := icon + gtx.Dp(5*theme.Step) - gtx.Dp(link.Ground.Inset.Left)
				return layout.Inset{Left: gtx.Metric.PxToDp(sentence), Bottom: theme.Step}.Layout(gtx, link.Layout)
			}))
	}
	return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
		layout.Flexed(1, line), layout.Rigid(layout.Spacer{Width: 3 * theme.Step}.Layout), layout.Rigid(link.Layout))
}

// layoutStatus says at the foot how the text stands.
func (p *Page) layoutStatus(gtx layout.Context) layout.Dimensions {
	th := p.Theme
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(func(gtx layout.Context) layout.Dimensions { return widgets.Rule(gtx, th.Line) }),
		layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			gtx.Constraints.Min.X = gtx.Constraints.Max.X
			return layout.UniformInset(theme.Step+1).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
				return layout.Center.Layout(gtx, widgets.DimOf(th, th.Print, p.foot(gtx)).Layout)
			})
		}))
}

// foot is the status and, where there is room, that nothing is sent anywhere. A
// low window has room for the first of it, and so has one with a question.
func (p *Page) foot(gtx layout.Context) string {
	parts := p.status()
	if (p.low || p.conflict != nil) && len(parts) > 1 {
		parts = parts[:1]
	}
	if gtx.Constraints.Max.X >= gtx.Sp(p.Theme.Body.Size)*50 {
		parts = append(parts, p.Words.Settings.NothingSent)
	}
	return strings.Join(parts, " · ")
}

func (p *Page) status() []string {
	w := p.Words.Settings
	var parts []string
	if count := p.Words.ProblemCount(p.problems); count != "" {
		parts = append(parts, count)
	} else if p.current() && !p.unbegun() {
		parts = append(parts, w.Sound)
	}
	switch {
	case !p.current():
		parts = append(parts, w.Checking)
	case config.HasErrors(p.problems):
		parts = append(parts, w.SaveWaits)
	}
	if p.view.Stale || p.Dirty() && config.HasErrors(p.problems) {
		parts = append(parts, w.Stale)
	}
	if p.current() && !p.editor.ReadOnly && (!config.HasErrors(p.problems) || p.editor.Text() == "") {
		parts = append(parts, p.Words.Offers(p.Hints.Complete))
	}
	return parts
}

func (p *Page) color(s config.Severity) color.NRGBA {
	switch s {
	case config.Error:
		return p.Theme.Danger
	case config.Warning:
		return p.Theme.Warn
	}
	return p.Theme.Dim
}
