package typeset

import "golang.org/x/image/math/fixed"

// A Run is a stretch of clusters of one line that are drawn at once.
type Run struct {
	Start, End int  // in the shaped text
	Span       int  // index of the span it belongs to
	Named      bool // characters drawn as their code points
	X, Width   fixed.Int26_6

	first, last int // clusters, last excluded
}

// BreakLines divides the clusters among lines of a width: greedily, at the last
// opportunity, and inside a word only when the word alone is too wide. It
// returns the index after the last cluster of each line.
func (sh *Shaping) BreakLines(width fixed.Int26_6) []int {
	if width < fixed.I(Endless) {
		sh.markWraps()
	}
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

// Width is that of clusters on one line, without blanks at its end.
func (sh *Shaping) Width(first, last int) fixed.Int26_6 {
	for last > first && sh.clusters[last-1].blank {
		last--
	}
	if last == first {
		return 0
	}
	c := sh.clusters[last-1]
	return c.pen + c.advance - sh.clusters[first].pen
}

// Runs puts the clusters of one line in their places from left to right,
// beginning at x.
func (sh *Shaping) Runs(first, last int, x fixed.Int26_6) []Run {
	var out []Run
	var levels []uint8
	for i := first; i < last; i++ {
		c := &sh.clusters[i]
		level := c.level
		if level != 0 && c.blank && !sh.RTL && sh.Width(i, last) == 0 {
			level = 0 // rule L1: blanks at the end of a line go with the paragraph
		}
		if n := len(out); n > 0 && levels[n-1] == level && sh.goesOn(i) {
			out[n-1].last, out[n-1].End, out[n-1].Width = i+1, c.end, out[n-1].Width+c.advance
			continue
		}
		out = append(out, Run{Start: c.start, End: c.end, Span: c.span, Named: c.named, Width: c.advance, first: i, last: i + 1})
		levels = append(levels, level)
	}
	if !anyOdd(levels) {
		for i := range out {
			out[i].X = x
			x += out[i].Width
		}
		return out
	}
	for _, i := range visual(levels) {
		out[i].X = x
		x += out[i].Width
	}
	return out
}

// goesOn reports whether cluster i is drawn with the one before it.
func (sh *Shaping) goesOn(i int) bool {
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
