package transcript

import (
	"image"

	"gioui.org/layout"
	"gioui.org/op"
)

// A viewport places rows in the height of the view. While it is away from the
// end, it keeps one row, the anchor, in its place: the first in view.
type viewport struct {
	away        bool // from the end; zero is at the end
	anchor      Key
	anchorIndex int // where it was last found
	anchorY     int // top of its row in the view

	pending   int  // pixels to scroll in the next layout; above zero is down
	going     bool // to goTo in the next layout
	goTo      Key
	goToStart bool

	left, width  int // of the column
	height       int
	above, below int
	lineHeight   int
	heights      heights
	placed       []placed // the rows laid out in this frame, from top to bottom
	scratch      []placed
}

// A placed is a row in its place.
type placed struct {
	index  int
	key    Key
	text   Selectable
	y      int
	height int
	call   op.CallOp
}

func (v *viewport) resize(gtx layout.Context, s Style) {
	size := gtx.Constraints.Max
	width, lineHeight := max(0, min(size.X-2*gtx.Dp(s.Margin), gtx.Dp(s.Column))), gtx.Sp(s.Theme.Body.LineHeight)
	if width != v.width || lineHeight != v.lineHeight {
		v.heights.forget()
	}
	v.width, v.lineHeight = width, lineHeight
	v.left = (size.X - v.width) / 2
	v.height, v.above, v.below = size.Y, gtx.Dp(s.Above), gtx.Dp(s.Below)
}

func (v *viewport) visible(p placed) bool { return p.y < v.height && p.y+p.height > 0 }

// inView is the first row in view and how many are.
func (v *viewport) inView() (first, count int) {
	for _, p := range v.placed {
		if !v.visible(p) {
			continue
		}
		if count == 0 {
			first = p.index
		}
		count++
	}
	return first, count
}

// top is the row at the top margin.
func (v *viewport) top() int {
	for _, p := range v.placed {
		if p.y+p.height > v.above {
			return p.index
		}
	}
	return 0
}

// layout places the rows.
func (v *viewport) layout(gtx layout.Context, rows []Row) {
	v.placed = v.placed[:0]
	v.heights.resize(len(rows))
	if len(rows) == 0 {
		v.away, v.going, v.goToStart = false, false, false
		return
	}
	v.begin(gtx, rows)
	v.fillDown(gtx, rows)
	v.fillUp(gtx, rows)
	v.settle(gtx, rows)
	v.chooseAnchor()
}

// begin places the first row: the last of all at the end, else the anchor.
func (v *viewport) begin(gtx layout.Context, rows []Row) {
	v.takeGoal(rows)
	if v.pending < 0 && !v.away {
		v.away = true // the anchor was kept up to date at the end
	}
	if !v.away {
		v.pending = 0
		last := v.lay(gtx, rows, len(rows)-1)
		last.y = v.height - v.below - last.height
		v.placed = append(v.placed, last)
		return
	}
	i := find(rows, v.anchor, v.anchorIndex)
	first := v.lay(gtx, rows, i)
	first.y = v.anchorY - v.pending
	v.pending = 0
	v.placed = append(v.placed, first)
}

// takeGoal makes the row that was asked for the anchor.
func (v *viewport) takeGoal(rows []Row) {
	switch {
	case v.goToStart:
		v.anchor, v.anchorIndex, v.anchorY = rows[0].Key, 0, v.above
	case v.going:
		v.anchorIndex = find(rows, v.goTo, v.anchorIndex)
		v.anchor, v.anchorY = rows[v.anchorIndex].Key, v.above
	}
	v.going, v.goToStart = false, false
}

// find is the index of the row with a key, looked for around a hint. When it is
// gone, that of the last row of the same message before it, else the hint.
func find(rows []Row, key Key, hint int) int {
	if i := exact(rows, key, hint); i >= 0 {
		return i
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if k := rows[i].Key; k.Message == key.Message && (k.Part < key.Part || k.Part == key.Part && k.Block <= key.Block) {
			return i
		}
	}
	return max(0, min(hint, len(rows)-1))
}

// exact is the index of the row with a key, -1 if there is none.
func exact(rows []Row, key Key, hint int) int {
	if hint >= 0 && hint < len(rows) && rows[hint].Key == key {
		return hint
	}
	for i := range rows {
		if rows[i].Key == key {
			return i
		}
	}
	return -1
}

func (v *viewport) lay(gtx layout.Context, rows []Row, i int) placed {
	gtx.Constraints = layout.Constraints{Max: image.Pt(v.width, 1e6)}
	macro := op.Record(gtx.Ops)
	dims := rows[i].Widget(gtx)
	v.heights.set(i, dims.Size.Y)
	return placed{index: i, key: rows[i].Key, text: rows[i].Text, height: dims.Size.Y, call: macro.Stop()}
}

// fillDown places rows under those placed until the view is full.
func (v *viewport) fillDown(gtx layout.Context, rows []Row) {
	for {
		last := v.placed[len(v.placed)-1]
		if last.index == len(rows)-1 || last.y+last.height >= v.height {
			return
		}
		p := v.lay(gtx, rows, last.index+1)
		p.y = last.y + last.height
		v.placed = append(v.placed, p)
	}
}

// fillUp places rows over those placed until the view is full.
func (v *viewport) fillUp(gtx layout.Context, rows []Row) {
	over := v.scratch[:0]
	first := v.placed[0]
	for first.index > 0 && first.y > 0 {
		p := v.lay(gtx, rows, first.index-1)
		p.y = first.y - p.height
		over = append(over, p)
		first = p
	}
	if len(over) == 0 {
		return
	}
	n := len(v.placed)
	v.placed = append(v.placed, over...)
	copy(v.placed[len(over):], v.placed[:n])
	for i, p := range over {
		v.placed[len(over)-1-i] = p
	}
	v.scratch = over
}

// settle leaves no room under the last row or over the first one.
func (v *viewport) settle(gtx layout.Context, rows []Row) {
	last := v.placed[len(v.placed)-1]
	if room := v.height - v.below - last.y - last.height; last.index == len(rows)-1 && room >= 0 {
		v.away = false
		v.move(room)
		v.fillUp(gtx, rows)
	}
	first := v.placed[0]
	if room := first.y - v.above; first.index == 0 && room > 0 {
		v.move(-room)
		v.fillDown(gtx, rows)
	}
}

func (v *viewport) move(dy int) {
	for i := range v.placed {
		v.placed[i].y += dy
	}
}

// chooseAnchor takes the first row in view.
func (v *viewport) chooseAnchor() {
	for _, p := range v.placed {
		if v.visible(p) {
			v.anchor, v.anchorIndex, v.anchorY = p.key, p.index, p.y
			return
		}
	}
}
