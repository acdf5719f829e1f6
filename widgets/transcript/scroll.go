package transcript

import (
	"image"

	"sidekicks/widgets"

	"gioui.org/gesture"
	"gioui.org/io/pointer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
)

// updateScroll takes the wheel and the scroll bar.
func (s Style) updateScroll(gtx layout.Context) {
	t := s.Transcript
	const far = 1 << 20
	everywhere := pointer.ScrollRange{Min: -far, Max: far}
	if !t.view.away && len(t.view.placed) > 0 {
		everywhere.Max = 0
	}
	t.view.pending += t.scroll.Update(gtx.Metric, gtx.Source, gtx.Now, gesture.Vertical, pointer.ScrollRange{}, everywhere)
	if d := t.bar.ScrollDistance(); d != 0 {
		t.jump(s.Rows, d)
	}
}

// place is how far through the rows the top of the view is, and how much of
// them it shows: from 0 to 1. It counts rows, since the heights of those out
// of view are not known.
func (t *Transcript) place(rows int) (start, end float32) {
	first, last := float32(-1), float32(0)
	for _, p := range t.view.placed {
		if !t.view.visible(p) || p.height == 0 {
			continue
		}
		if first < 0 {
			first = float32(p.index) + float32(max(0, -p.y))/float32(p.height)
		}
		last = float32(p.index) + float32(min(p.height, t.view.height-p.y))/float32(p.height)
	}
	if first < 0 || rows == 0 {
		return 0, 1
	}
	return first / float32(rows), last / float32(rows)
}

// jump moves by a part of all rows.
func (t *Transcript) jump(rows []Row, part float32) {
	if len(rows) == 0 {
		return
	}
	start, _ := t.place(len(rows))
	at := max(0, start+part) * float32(len(rows))
	i := min(int(at), len(rows)-1)
	height := t.view.lineHeight
	for _, p := range t.view.placed {
		if p.index == i {
			height = p.height
		}
	}
	t.view.away = true
	t.view.anchor, t.view.anchorIndex = rows[i].Key, i
	t.view.anchorY = -int((at - float32(i)) * float32(height))
}

const (
	barWidth  = 12 // dp, that can be pressed
	thumbSide = 6  // dp, that is seen
	thumbMin  = 28 // dp
)

// layoutBar draws the scroll bar over the right edge, when not all is in view.
func (s Style) layoutBar(gtx layout.Context) {
	t := s.Transcript
	start, end := t.place(len(s.Rows))
	if end-start >= 1 {
		return
	}
	height, width := t.view.height, gtx.Dp(barWidth)
	t.bar.Update(gtx, layout.Vertical, start, end)
	defer op.Offset(image.Pt(gtx.Constraints.Max.X-width, 0)).Push(gtx.Ops).Pop()

	track := clip.Rect{Max: image.Pt(width, height)}.Push(gtx.Ops)
	pointer.CursorDefault.Add(gtx.Ops)
	t.bar.AddDrag(gtx.Ops)
	t.bar.AddTrack(gtx.Ops)
	track.Pop()

	length := max(gtx.Dp(thumbMin), int(float32(height)*(end-start)))
	top := int(float32(height-length) * start / max(0.0001, 1-(end-start)))
	side := gtx.Dp(thumbSide)
	thumb := image.Rect((width-side)/2, top, (width+side)/2, top+length)
	widgets.Thumb(gtx, s.Theme, &t.bar, thumb)
}
