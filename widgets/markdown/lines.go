package markdown

import (
	"golang.org/x/image/math/fixed"
)

// A textLine is one line of a block as it stands on the screen, in the block's
// coordinates.
type textLine struct {
	start, end  int // in the block's text
	last        int // the last offset that a caret may have on the line
	top, bottom int
	x           int    // where it starts, also when it is empty
	marks       []mark // in the order of the text
}

// A mark is where a cluster stands: what a click and the selection go by.
type mark struct {
	start, end  int32 // in the block's text
	left, right int32
	rtl         bool
}

// A run is a stretch of clusters of one line that are drawn at once.
type run struct {
	first, last int // clusters, last excluded
	x           fixed.Int26_6
	width       fixed.Int26_6
}

// breakLines divides the clusters among lines of a width: greedily, at the last
// opportunity, and inside a word only when the word alone is too wide. It
// returns the index after the last cluster of each line.
func (sh *shaping) breakLines(width fixed.Int26_6) []int {
	var ends []int
	start, opportunity := 0, -1
	for i := 0; i < len(sh.clusters); i++ {
		c := &sh.clusters[i]
		if !c.blank && i > start && c.pen+c.advance-sh.clusters[start].pen > width {
			end := i
			if opportunity > start {
				end = opportunity
			}
			ends = append(ends, end)
			start, opportunity, i = end, -1, end-1
			continue
		}
		switch c.wrap {
		case mayWrap:
			opportunity = i + 1
		case mustWrap:
			ends = append(ends, i+1)
			start, opportunity = i+1, -1
		}
	}
	if start < len(sh.clusters) || len(ends) == 0 || sh.clusters[len(sh.clusters)-1].wrap == mustWrap {
		ends = append(ends, len(sh.clusters))
	}
	return ends
}

// width is that of clusters on one line, without blanks at its end.
func (sh *shaping) width(first, last int) fixed.Int26_6 {
	for last > first && sh.clusters[last-1].blank {
		last--
	}
	if last == first {
		return 0
	}
	c := sh.clusters[last-1]
	return c.pen + c.advance - sh.clusters[first].pen
}

// runs puts the clusters of one line in their places from left to right,
// beginning at x.
func (sh *shaping) runs(first, last int, x fixed.Int26_6) []run {
	var out []run
	var levels []uint8
	for i := first; i < last; i++ {
		c := &sh.clusters[i]
		level := c.level
		if level != 0 && c.blank && !sh.rtl && sh.width(i, last) == 0 {
			level = 0 // rule L1: blanks at the end of a line go with the paragraph
		}
		if n := len(out); n > 0 && levels[n-1] == level && sh.goesOn(i) {
			out[n-1].last, out[n-1].width = i+1, out[n-1].width+c.advance
			continue
		}
		out = append(out, run{first: i, last: i + 1, width: c.advance})
		levels = append(levels, level)
	}
	if !anyOdd(levels) {
		for i := range out {
			out[i].x = x
			x += out[i].width
		}
		return out
	}
	for _, i := range visual(levels) {
		out[i].x = x
		x += out[i].width
	}
	return out
}

// goesOn reports whether cluster i is drawn with the one before it.
func (sh *shaping) goesOn(i int) bool {
	a, b := &sh.clusters[i-1], &sh.clusters[i]
	return a.span == b.span && a.named == b.named && (b.level%2 == 0 || a.stretch == b.stretch)
}

func anyOdd(levels []uint8) bool {
	for _, l := range levels {
		if l%2 == 1 {
			return true
		}
	}
	return false
}

// marks appends the marks of a run; at moves offsets of the shaped text to
// offsets of the block.
func (sh *shaping) marks(to []mark, r run, at int) []mark {
	rtl := sh.clusters[r.first].level%2 == 1
	x := r.x
	if rtl {
		x += r.width
	}
	for _, c := range sh.clusters[r.first:r.last] {
		left, right := x, x+c.advance
		if rtl {
			left, right = x-c.advance, x
			x = left
		} else {
			x = right
		}
		to = append(to, mark{int32(c.start + at), int32(c.end + at), int32(left.Round()), int32(right.Round()), rtl})
	}
	return to
}
