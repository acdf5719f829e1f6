package widgets

import (
	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/theme"
)

// A Disclosure is a heading that shows and hides what is under it. The zero
// value is folded.
type Disclosure struct {
	Open bool
	head Button
}

// Update folds or unfolds at each click, and returns true when it did.
func (d *Disclosure) Update(gtx layout.Context) bool {
	changed := false
	for d.head.Update(gtx) {
		d.Open = !d.Open
		changed = true
	}
	return changed
}

// A DisclosureStyle is the look of a Disclosure. Fields may be changed.
type DisclosureStyle struct {
	Theme      *theme.Theme
	Disclosure *Disclosure
	Ground     SurfaceStyle // of the heading
	Name       string       // said of the heading's button
	Trailing   bool         // the arrow stands after the heading, not before
}

// DisclosureOf is a quiet heading with an arrow before it.
func DisclosureOf(th *theme.Theme, d *Disclosure) DisclosureStyle {
	return DisclosureStyle{Theme: th, Disclosure: d, Ground: SurfaceStyle{
		Within: true, Radius: theme.RadiusSmall, Inset: layout.Inset{Top: 2, Bottom: 2, Right: 4},
	}}
}

// Layout draws the heading, and body under it when it is open.
func (s DisclosureStyle) Layout(gtx layout.Context, heading, body layout.Widget) layout.Dimensions {
	children := []layout.FlexChild{layout.Rigid(func(gtx layout.Context) layout.Dimensions { return s.head(gtx, heading) })}
	if s.Disclosure.Open {
		children = append(children, layout.Rigid(body))
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx, children...)
}

func (s DisclosureStyle) head(gtx layout.Context, heading layout.Widget) layout.Dimensions {
	arrow := layout.Rigid(func(gtx layout.Context) layout.Dimensions {
		icon := IconRight
		if s.Disclosure.Open {
			icon = IconDown
		}
		return icon.Layout(gtx, s.Theme.Print.Size, s.Theme.Dim)
	})
	gap := layout.Rigid(layout.Spacer{Width: 8}.Layout)
	return ClickOf(s.Theme, &s.Disclosure.head, s.Ground).Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		semantic.SelectedOp(s.Disclosure.Open).Add(gtx.Ops)
		if s.Name != "" {
			semantic.DescriptionOp(s.Name).Add(gtx.Ops)
		}
		row := layout.Flex{Alignment: layout.Middle}
		if s.Trailing {
			return row.Layout(gtx, layout.Flexed(1, heading), gap, arrow)
		}
		return row.Layout(gtx, arrow, gap, layout.Rigid(heading))
	})
}
