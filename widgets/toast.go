package widgets

import (
	"image"
	"time"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/theme"
)

// toastTime is how long a remark stays.
const toastTime = 4 * time.Second

// A Toast is a short remark that goes by itself. The zero value shows nothing.
type Toast struct {
	text  string
	until time.Time
}

// Show shows a remark from now on, instead of the one before.
func (t *Toast) Show(now time.Time, text string) { t.text, t.until = text, now.Add(toastTime) }

// A ToastStyle is the look of a Toast.
type ToastStyle struct {
	Theme *theme.Theme
	Toast *Toast
}

// ToastOf is a remark at the foot of the window.
func ToastOf(th *theme.Theme, t *Toast) ToastStyle { return ToastStyle{Theme: th, Toast: t} }

// Layout draws the remark in the middle of the foot of the room it is given,
// while it lasts.
func (s ToastStyle) Layout(gtx layout.Context) layout.Dimensions {
	room := gtx.Constraints.Max
	if s.Toast.text == "" || !gtx.Now.Before(s.Toast.until) {
		s.Toast.text = ""
		return layout.Dimensions{Size: room}
	}
	gtx.Execute(op.InvalidateCmd{At: s.Toast.until})
	gtx.Constraints.Min = image.Point{}
	gtx.Constraints.Max.X = min(room.X, gtx.Dp(480))
	ground := CardOf(s.Theme)
	ground.Fill, ground.Border = s.Theme.Text, s.Theme.Text
	label := LabelOf(s.Theme, s.Theme.Small, s.Toast.text)
	label.Color = s.Theme.Background
	call, dims := measure(gtx, func(gtx layout.Context) layout.Dimensions { return ground.Layout(gtx, label.Layout) })
	at(gtx.Ops, image.Pt((room.X-dims.Size.X)/2, room.Y-dims.Size.Y-gtx.Dp(6*theme.Step)), call)
	return layout.Dimensions{Size: room}
}
