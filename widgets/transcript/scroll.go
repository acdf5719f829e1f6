package transcript

import (
	"image"

	"sidekicks/widgets"

	"gioui.org/gesture"
	"gioui.org/io/pointer"
	"gioui.org/layout"
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

// place is how far through the rows the top of the view is, and its bottom:
// from 0 to 1, by heights. Those of rows that were never in view are estimated.
func (t *Transcript) place() (start, end float32) {
	v := &t.view
	for _, p := range v.placed {
		if v.visible(p) {
			top, total := v.heights.before(p.index)+float64(v.above-p.y), v.total()
			return float32(max(0, top) / total), float32((top + float64(v.height)) / total)
		}
	}
	return 0, 1
}

// total is how high all rows are, with the margins.
func (v *viewport) total() float64 {
	return v.heights.before(len(v.heights.known)) + float64(v.above+v.below)
}

// jump moves by a part of all rows.
func (t *Transcript) jump(rows []Row, part float32) {
	if len(rows) == 0 {
		return
	}
	v := &t.view
	start, _ := t.place()
	y := max(0, float64(start+part))*v.total() - float64(v.above)
	i := min(v.heights.at(y), len(rows)-1)
	v.away = true
	v.anchor, v.anchorIndex, v.anchorY = rows[i].Key, i, int(v.heights.before(i)-y)
}

// layoutBar draws the scroll bar over the right edge, when not all is in view.
func (s Style) layoutBar(gtx layout.Context) {
	t := s.Transcript
	start, end := t.place()
	if end-start >= 1 {
		return
	}
	size := image.Pt(gtx.Constraints.Max.X, t.view.height)
	widgets.ScrollBarOf(s.Theme, &t.bar).Layout(gtx, size, start, end)
}
