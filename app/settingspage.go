package app

import (
	"path/filepath"

	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/app/settings"
	"sidekicks/engine/config"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// settingsPage is the settings and where one gets to them.
type settingsPage struct {
	settings.Page
	shown   bool
	focus   bool           // the text is to have the focus
	version uint64         // of the configuration that the window shows
	opened  uint64         // count of files opened, as last seen
	show    widgets.Button // in the sidebar
	open    widgets.Button
}

// showSettings shows the settings, or the conversation again.
func (a *App) showSettings(shown bool) {
	if a.settings.shown && !shown {
		a.settings.Leave()
	}
	a.settings.shown, a.settings.focus = shown, shown
	a.focus, a.first.focus = !shown && !a.first.shown, !shown
	if shown {
		a.options.Engine.FindAgents()
	}
}

// takeConfig takes what a snapshot tells of the configuration: the look and the
// language apply at once, and a file that cannot be used as it is opens the
// settings on what is wrong with it.
func (a *App) takeConfig() {
	v := &a.snapshot.Config
	first := a.settings.version == 0
	if v.Version != a.settings.version {
		a.settings.version = v.Version
		if !first { // the first one came with the options
			a.SetConfig(v.InForce)
		}
	}
	a.settings.Take(v)
	opened := v.Opened != a.settings.opened
	a.takeFirst(first, opened)
	if first || opened {
		a.settings.opened = v.Opened
		if config.HasErrors(v.Problems) || v.Failure != (config.Fault{}) || first && v.Missing && a.options.Named {
			a.showSettings(true)
		}
	}
}

// doInSettings does what changes the settings; false for another action.
func (a *App) doInSettings(gtx layout.Context, action Action, n int) bool {
	p := &a.settings
	switch action {
	case Settings:
		a.showSettings(!p.shown)
	case InSettings:
		if !p.shown {
			a.showSettings(true)
		}
		p.Do(gtx, n)
	case OpenConfig:
		p.ChooseFile()
	case SaveSettings:
		if p.shown {
			p.Save(gtx)
		}
	case NextProblem, PreviousProblem, LeaveText:
		a.moveInSettings(gtx, action)
	default:
		return false
	}
	return true
}

func (a *App) moveInSettings(gtx layout.Context, action Action) {
	p := &a.settings
	switch {
	case !p.shown:
	case action == LeaveText:
		p.LeaveText(gtx)
	case action == PreviousProblem:
		p.GoToProblem(gtx, -1)
	default:
		p.GoToProblem(gtx, 1)
	}
}

func (a *App) updateSettings(gtx layout.Context) {
	p := &a.settings
	if p.show.Update(gtx) {
		a.showSettings(!p.shown)
	}
	if p.open.Update(gtx) {
		p.ChooseFile()
	}
	if p.Asking() && !p.shown {
		a.showSettings(true)
	}
	if p.shown {
		p.Update(gtx)
		switch p.Left() {
		case settings.ToConversation:
			a.showSettings(false)
		case settings.ToFound:
			a.first.shown = true
			a.showSettings(false)
		}
	}
}

// layoutFoot draws the ways to the settings at the foot of the sidebar.
func (a *App) layoutFoot(gtx layout.Context, folded bool) layout.Dimensions {
	p := &a.settings
	rows := []layout.FlexChild{layout.Rigid(func(gtx layout.Context) layout.Dimensions {
		return a.layoutFootRow(gtx, &p.show, a.words.Settings.Title, Settings, widgets.IconGear, folded, p.shown)
	})}
	if path := a.snapshot.Config.Path; path != "" {
		rows = append(rows, layout.Rigid(func(gtx layout.Context) layout.Dimensions {
			return a.layoutFootRow(gtx, &p.open, filepath.Base(path), OpenConfig, widgets.IconPage, folded, false)
		}))
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, rows...)
}

func (a *App) layoutFootRow(gtx layout.Context, b *widgets.Button, name string, action Action, icon widgets.Icon, folded, chosen bool) layout.Dimensions {
	th := a.theme
	ground := widgets.SurfaceStyle{Within: true, Fill: th.Panel, Radius: theme.Radius, Inset: layout.UniformInset(8)}
	if chosen {
		ground.Fill, ground.Border, ground.Width = th.Chosen, th.Line, theme.Hairline
	}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	gtx.Constraints.Min.Y = 0
	return widgets.ClickOf(th, b, ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(chosen).Add(gtx.Ops)
		sign := func(gtx layout.Context) layout.Dimensions { return icon.Layout(gtx, th.Label.Size, th.Dim) }
		if folded {
			semantic.DescriptionOp(name).Add(gtx.Ops)
			return layout.Center.Layout(gtx, sign)
		}
		label := widgets.OneLineOf(th, th.Label, name)
		label.Color = th.Dim
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(sign), layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout), layout.Flexed(1, label.Layout),
			layout.Rigid(layout.Spacer{Width: 6}.Layout), layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				if action == Settings && a.snapshot.Config.Stale {
					badge := widgets.BadgeOf(th, "!")
					badge.Name = a.words.Settings.StaleBadge
					return badge.Layout(gtx)
				}
				return widgets.KeyOf(th, hint(a.words, action, 0)).Layout(gtx)
			}))
	})
}
