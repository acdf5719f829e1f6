package typeset

import (
	"image"
	"sort"
)

// A Line is one line of text as it stands on the screen.
type Line struct {
	Start, End  int // in the text
	Last        int // the last offset that a caret may have on the line
	Top, Bottom int
	X           int // where it starts, also when it is empty

	marks []mark // in the order of the text
}

// A mark is where a cluster stands: what a click and the selection go by.
type mark struct {
	start, end  int32 // in the text
	left, right int32
	rtl         bool
}

// NewLine is the line that runs make, whose Start, End, Last and marks are
// noted; at moves offsets of the shaped text to offsets of the whole. A line
// without runs is the empty one at the end of the text.
func (sh *Shaping) NewLine(runs []Run, at, x, top, bottom int) Line {
	l := Line{Top: top, Bottom: bottom, X: x}
	if n := len(sh.clusters); len(runs) == 0 {
		l.Start = at
		if n > 0 {
			l.Start += sh.clusters[n-1].end
		}
		l.End = l.Start
	}
	for i, r := range runs {
		if i == 0 {
			l.Start, l.End = at+r.Start, at+r.End
		}
		l.Start, l.End = min(l.Start, at+r.Start), max(l.End, at+r.End)
		l.marks = sh.marks(l.marks, r, at)
	}
	l.Last = l.End
	return l
}

// Broken says that the text goes on in the next line: the caret at its end
// stands there.
func (l *Line) Broken() {
	if n := len(l.marks); n > 1 {
		l.Last = int(l.marks[n-1].start)
	}
}

// marks appends the marks of a run.
func (sh *Shaping) marks(to []mark, r Run, at int) []mark {
	rtl := sh.clusters[r.first].level%2 == 1
	x := r.X
	if rtl {
		x += r.Width
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

// Offset is the offset nearest to p. Of lines side by side, as in a table, the
// nearest in x is taken. There is at least one line.
func Offset(lines []Line, p image.Point) int {
	best, distance := 0, -1
	for i := range lines {
		l := &lines[i]
		d := 4096*outside(p.Y, l.Top, l.Bottom) + outside(p.X, l.left(), l.right())
		if distance < 0 || d < distance {
			best, distance = i, d
		}
	}
	return lines[best].offset(p.X)
}

// Regions appends the rectangles that cover the text from start to end, one or
// more a line.
func Regions(to []image.Rectangle, lines []Line, start, end int) []image.Rectangle {
	i := sort.Search(len(lines), func(i int) bool { return lines[i].End > start }) // lines follow the text
	for ; i < len(lines) && lines[i].Start < end; i++ {
		l, first := &lines[i], len(to)
		for _, m := range l.marks {
			if int(m.end) <= start || int(m.start) >= end {
				continue
			}
			r := image.Rect(int(m.left), l.Top, int(m.right), l.Bottom)
			if n := len(to); n > first && (to[n-1].Max.X == r.Min.X || to[n-1].Min.X == r.Max.X) {
				to[n-1] = to[n-1].Union(r)
				continue
			}
			to = append(to, r)
		}
	}
	return to
}

// Caret is where a caret at an offset of the line stands, in pixels.
func (l *Line) Caret(offset int) int {
	x := l.X
	for _, m := range l.marks {
		leading, trailing := m.left, m.right
		if m.rtl {
			leading, trailing = trailing, leading
		}
		if offset < int(m.end) {
			return int(leading)
		}
		x = int(trailing)
	}
	return x
}

// outside is how far v is from the interval.
func outside(v, low, high int) int { return max(0, low-v, v-high+1) }

func (l *Line) left() int {
	left := l.X
	for i, m := range l.marks {
		if i == 0 || int(m.left) < left {
			left = int(m.left)
		}
	}
	return left
}

func (l *Line) right() int {
	right := l.X
	for _, m := range l.marks {
		right = max(right, int(m.right))
	}
	return right
}

// offset is the offset in the line that is nearest to x.
func (l *Line) offset(x int) int {
	best, distance := l.Start, -1
	try := func(offset int32, at int32) {
		if d := abs(int(at) - x); distance < 0 || d < distance {
			best, distance = int(offset), d
		}
	}
	for _, m := range l.marks {
		before, after := m.left, m.right
		if m.rtl {
			before, after = after, before
		}
		try(m.start, before)
		if int(m.end) <= l.Last {
			try(m.end, after)
		}
	}
	return best
}

func abs(v int) int { return max(v, -v) }
