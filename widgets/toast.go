package widgets

import (
	"image"
	"time"
	"unicode/utf8"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/theme"
)

// How long a remark stays: what a short one takes to be noticed, and what the
// characters of a longer one take to be read.
const (
	toastTime     = 4 * time.Second
	toastTimeEach = 80 * time.Millisecond
)

// A Toast is a short remark that goes by itself. The zero value shows nothing.
type Toast struct {
	text  string
	until time.Time
}

// Show shows a remark from now on, instead of the one before.
func (t *Toast) Show(now time.Time, text string) {
	reading := time.Duration(utf8.RuneCountInString(text)) * toastTimeEach
	t.text, t.until = text, now.Add(max(toastTime, reading))
}

// A ToastStyle is the look of a Toast.
type ToastStyle struct {
	Theme *theme.Theme
	Toast *Toast
}

// ToastOf is a remark over the top of something.
func ToastOf(th *theme.Theme, t *Toast) ToastStyle { return ToastStyle{Theme: th, Toast: t} }

// Layout draws the remark over all else, in the middle of the top of the room it
// is given, while it lasts. What has no room there rises above it, so that what
// is under the room stays in view.
func (s ToastStyle) Layout(gtx layout.Context) layout.Dimensions {
	room := gtx.Constraints.Max
	if s.Toast.text == "" || !gtx.Now.Before(s.Toast.until) {
		s.Toast.text = ""
		return layout.Dimensions{Size: room}
	}
	gtx.Execute(op.InvalidateCmd{At: s.Toast.until})
	gtx.Constraints.Min = image.Point{}
	gtx.Constraints.Max = image.Pt(min(room.X, gtx.Dp(480)), 1e6)
	ground := CardOf(s.Theme)
	ground.Fill, ground.Border = s.Theme.Text, s.Theme.Text
	ground.Ring, ground.Shadow = s.Theme.Background, s.Theme.Shadow // apart from what it lies beside
	label := LabelOf(s.Theme, s.Theme.Small, s.Toast.text)
	label.Color = s.Theme.Background
	call, dims := measure(gtx, func(gtx layout.Context) layout.Dimensions { return ground.Layout(gtx, label.Layout) })
	defer op.Offset(image.Pt((room.X-dims.Size.X)/2, min(gtx.Dp(2*theme.Step), room.Y-dims.Size.Y))).Push(gtx.Ops).Pop()
	over := op.Record(gtx.Ops)
	call.Add(gtx.Ops)
	op.Defer(gtx.Ops, over.Stop())
	return layout.Dimensions{Size: room}
}
