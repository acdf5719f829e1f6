package widgets

import (
	"image"
	"image/color"
	"time"

	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/text"
	"gioui.org/unit"
	"gioui.org/widget"

	"sidekicks/theme"
)

// A Button is the state of a button: clicked with the pointer, or with Enter
// or Space while it has the focus. The zero value is ready.
type Button struct {
	click widget.Clickable
	off   bool // it was last laid out disabled
}

// Update returns true for each click since it was last called.
func (b *Button) Update(gtx layout.Context) bool {
	_, clicked := b.click.Update(gtx)
	return clicked && !b.off
}

// Held tells since when the pointer holds the button down; false when it does
// not.
func (b *Button) Held() (since time.Time, held bool) {
	if h := b.click.History(); len(h) > 0 && b.click.Pressed() && b.click.Hovered() && !b.off {
		return h[len(h)-1].Start, true
	}
	return time.Time{}, false
}

// touched is what the pointer does to the button.
func (b *Button) touched(gtx layout.Context) theme.Touch {
	switch {
	case !gtx.Enabled() || !b.click.Hovered():
		return theme.Apart
	case b.click.Pressed():
		return theme.Pressed
	}
	return theme.Hovered
}

// Tag is what a key.FocusCmd names to give the button the focus.
func (b *Button) Tag() any { return &b.click }

// A ButtonStyle is the look of a button. Fields may be changed.
type ButtonStyle struct {
	Theme    *theme.Theme
	Button   *Button
	Label    string
	Hint     string // its key, written small after the label
	HasIcon  bool
	IconLast bool // after the label, not before
	Icon     Icon
	Name     string // said of a button that shows no label
	Text     theme.TextStyle
	Color    color.NRGBA
	Ground   SurfaceStyle
	Disabled bool
	MaxWidth unit.Dp // of the label, which then is on one line; 0: as wide as it is
}

// ButtonOf is an ordinary button with a border.
func ButtonOf(th *theme.Theme, b *Button, label string) ButtonStyle {
	ground := CardOf(th)
	ground.Radius = theme.Radius
	ground.Inset = layout.Inset{Top: 6, Bottom: 6, Left: 10, Right: 10}
	text := th.Small
	text.Font.Weight = th.Label.Font.Weight
	return ButtonStyle{Theme: th, Button: b, Label: label, Text: text, Color: th.Text, Ground: ground}
}

// PrimaryOf is the button that most people want here.
func PrimaryOf(th *theme.Theme, b *Button, label string) ButtonStyle {
	s := ButtonOf(th, b, label)
	s.Color, s.Ground.Fill, s.Ground.Border = th.Background, th.Accent, th.Accent
	return s
}

// DangerOf is a button that ends or destroys something.
func DangerOf(th *theme.Theme, b *Button, label string) ButtonStyle {
	s := ButtonOf(th, b, label)
	s.Color, s.Ground.Border = th.Danger, th.Danger
	return s
}

// LinkOf is a button as small as a word in a line.
func LinkOf(th *theme.Theme, b *Button, label string) ButtonStyle {
	s := ButtonOf(th, b, label)
	s.Text, s.Color = th.Small, th.Accent
	s.Ground.Fill, s.Ground.Border, s.Ground.Radius = color.NRGBA{}, color.NRGBA{}, theme.RadiusSmall
	s.Ground.Inset, s.Ground.Within = layout.Inset{Top: 2, Bottom: 2, Left: 4, Right: 4}, true
	return s
}

// WithIcon puts an icon before the label.
func (s ButtonStyle) WithIcon(i Icon) ButtonStyle {
	s.HasIcon, s.Icon = true, i
	return s
}

// Layout draws the button as wide as it needs to be.
func (s ButtonStyle) Layout(gtx layout.Context) layout.Dimensions {
	if s.Disabled {
		s.Color = s.Theme.Dim
		if s.Ground.Border.A > 0 {
			s.Ground.Border = s.Theme.Line
		}
	}
	gtx.Constraints.Min = image.Point{}
	click := ClickOf(s.Theme, s.Button, s.Ground)
	click.Disabled = s.Disabled
	return click.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		semantic.Button.Add(gtx.Ops)
		if s.Name != "" {
			semantic.DescriptionOp(s.Name).Add(gtx.Ops)
		}
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx, s.parts()...)
	})
}

// LayoutFlush draws the button so that its word, not its ground, stands where the
// room begins, as the words above and below it do.
func (s ButtonStyle) LayoutFlush(gtx layout.Context) layout.Dimensions {
	left := gtx.Dp(s.Ground.Inset.Left)
	gtx.Constraints.Max.X += left
	call, dims := measure(gtx, s.Layout)
	at(gtx.Ops, image.Pt(-left, 0), call)
	dims.Size.X -= left
	return dims
}

func (s ButtonStyle) parts() []layout.FlexChild {
	var parts []layout.FlexChild
	add := func(w layout.Widget) {
		if len(parts) > 0 {
			parts = append(parts, layout.Rigid(layout.Spacer{Width: 6}.Layout))
		}
		parts = append(parts, layout.Rigid(w))
	}
	icon := func(gtx layout.Context) layout.Dimensions { return s.Icon.Layout(gtx, s.Text.Size, s.Color) }
	if s.HasIcon && !s.IconLast {
		add(icon)
	}
	if s.Label != "" {
		label := LabelOf(s.Theme, s.Text, s.Label)
		label.Color = s.Color
		add(func(gtx layout.Context) layout.Dimensions {
			if s.MaxWidth > 0 {
				label.MaxLines, label.Wrap = 1, text.WrapGraphemes
				gtx.Constraints.Max.X = min(gtx.Constraints.Max.X, gtx.Dp(s.MaxWidth))
			}
			return label.Layout(gtx)
		})
	}
	if s.HasIcon && s.IconLast {
		add(icon)
	}
	if s.Hint != "" {
		hint := KeyOf(s.Theme, s.Hint)
		if s.Ground.Fill == s.Theme.Accent {
			hint.Color = s.Color
		}
		add(hint.Layout)
	}
	return parts
}

// A ClickStyle makes anything a button: a ground that answers the pointer and
// shows the focus.
type ClickStyle struct {
	Theme    *theme.Theme
	Button   *Button
	Ground   SurfaceStyle
	Disabled bool // it still takes the focus, and shows it
}

// ClickOf is a ground that b's clicks land on.
func ClickOf(th *theme.Theme, b *Button, ground SurfaceStyle) ClickStyle {
	return ClickStyle{Theme: th, Button: b, Ground: ground}
}

// Layout draws w on the ground.
func (s ClickStyle) Layout(gtx layout.Context, w layout.Widget) layout.Dimensions {
	ground, focused := s.Ground, gtx.Focused(&s.Button.click)
	if s.Disabled {
		gtx = gtx.Disabled()
	}
	if focused {
		ground.Focus, ground.Border, ground.Width = s.Theme.Accent, s.Theme.Accent, theme.Hairline
		if ground.Fill.A == 0 {
			ground.Fill = s.Theme.Background
		}
	}
	ground.Fill = s.Theme.Touched(ground.Fill, s.Button.touched(gtx))
	// The ring reaches beyond the button, so it is drawn outside its clip.
	s.Button.off = !gtx.Enabled()
	call, dims := measure(gtx, func(gtx layout.Context) layout.Dimensions {
		return s.Button.click.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
			pointer.CursorPointer.Add(gtx.Ops)
			return ground.Inset.Layout(gtx, w)
		})
	})
	ground.Draw(gtx, dims.Size)
	call.Add(gtx.Ops)
	return dims
}
