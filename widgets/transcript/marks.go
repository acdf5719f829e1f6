package transcript

import (
	"image"
	"math"

	"gioui.org/layout"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// A Mark is a stretch of a row's text that was found. In a row without text it
// means the whole row.
type Mark struct {
	Start, End int
	Current    bool // the one that the person is at
}

// A stretch is a part of a row's text.
type stretch struct {
	key        Key
	start, end int
}

// drawMarks tints what is marked in a row, and puts a bar beside a row without
// text.
func (s Style) drawMarks(gtx layout.Context, p placed) {
	if s.Marks == nil {
		return
	}
	t := s.Transcript
	from, to := t.inView(p)
	for _, m := range s.Marks(p.key) {
		if m.End < from || m.Start > to {
			continue
		}
		color := s.Theme.Found
		if m.Current {
			color = s.Theme.FoundHere
		}
		t.regions = t.regions[:0]
		if p.text != nil {
			t.regions = p.text.Regions(t.regions, m.Start, m.End)
		} else {
			t.regions = append(t.regions, image.Rect(-gtx.Dp(10), p.height/3, -gtx.Dp(6), p.height))
			color.A = 0xff
		}
		for _, r := range t.regions {
			paint.FillShape(gtx.Ops, color, clip.Rect(r).Op())
		}
	}
}

// inView is what of a row's text is in view, and may be a line more.
func (t *Transcript) inView(p placed) (from, to int) {
	if p.text == nil || p.height <= t.view.height {
		return 0, math.MaxInt
	}
	top, bottom := -p.y-t.view.lineHeight, t.view.height-p.y+t.view.lineHeight
	return p.text.Offset(image.Pt(0, top)), p.text.Offset(image.Pt(t.view.width, bottom))
}

// reveal scrolls to the stretch that is wanted, if it is not well in view.
func (t *Transcript) reveal(gtx layout.Context, rows []Row) {
	if t.wanted == nil || len(rows) == 0 {
		return
	}
	w := *t.wanted
	t.wanted = nil
	area, laid := t.areaOfStretch(w)
	if laid && t.moveSideways(w) {
		t.view.layout(gtx, rows)
		area, laid = t.areaOfStretch(w)
	}
	if laid && area.Min.Y >= 2*t.view.lineHeight && area.Max.Y <= t.view.height-t.view.lineHeight {
		return
	}
	if !laid {
		t.Show(w.key)
		t.view.layout(gtx, rows)
		t.moveSideways(w)
		if area, laid = t.areaOfStretch(w); !laid {
			return
		}
	}
	t.view.pending += area.Min.Y - t.view.height/3
	t.view.layout(gtx, rows)
}

// A sideways is a text that may be wider than its row.
type sideways interface {
	// BringIntoView moves the text so that the start of a range is seen, and
	// reports whether that was necessary.
	BringIntoView(start, end int) bool
}

// moveSideways brings a stretch of a wide text into view, when its row is laid
// out, and reports whether it moved.
func (t *Transcript) moveSideways(w stretch) bool {
	for _, p := range t.view.placed {
		if text, ok := p.text.(sideways); ok && p.key == w.key {
			return text.BringIntoView(w.start, w.end)
		}
	}
	return false
}

// areaOfStretch is where a stretch begins in the view, when its row is laid out.
func (t *Transcript) areaOfStretch(w stretch) (image.Rectangle, bool) {
	for _, p := range t.view.placed {
		if p.key != w.key {
			continue
		}
		if p.text != nil {
			if t.regions = p.text.Regions(t.regions[:0], w.start, w.end); len(t.regions) > 0 {
				return t.regions[0].Add(image.Pt(t.view.left, p.y)), true
			}
		}
		return image.Rect(t.view.left, p.y, t.view.left+t.view.width, p.y+t.view.lineHeight), true
	}
	return image.Rectangle{}, false
}
