package diff

import (
	"sort"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// maxSearch is how many lines two texts may have together, where they differ,
// to be compared at all.
const maxSearch = 500_000

// A change is a stretch of lines that another took the place of: a[a0:a1] and
// b[b0:b1].
type change struct{ a0, a1, b0, b1 int }

// A search finds the changes between two texts. It sets their common beginning
// and end apart, takes the lines that are in each only once as fixed points,
// and looks between these for the least difference. The library's search gives
// up on the least one after 100 differences, so all of it is linear in the
// number of lines, but for finding the order of the fixed points (n log n).
type search struct {
	a, b    lines
	changes []change
	rough   bool
	looked  int // lines that were looked at, for the tests of this bound
}

func (s *search) run() {
	c, ok := s.trim(change{0, s.a.len(), 0, s.b.len()})
	switch {
	case !ok:
	case c.a0 == c.a1 || c.b0 == c.b1:
		s.add(c)
	case c.a1-c.a0+c.b1-c.b0 > maxSearch:
		s.rough = true
		s.add(c)
	default:
		s.between(c)
	}
}

// trim leaves out what is the same at the beginning and at the end. It reports
// whether anything is left.
func (s *search) trim(c change) (change, bool) {
	for c.a0 < c.a1 && c.b0 < c.b1 && s.a.at(c.a0) == s.b.at(c.b0) {
		c.a0, c.b0, s.looked = c.a0+1, c.b0+1, s.looked+2
	}
	for c.a0 < c.a1 && c.b0 < c.b1 && s.a.at(c.a1-1) == s.b.at(c.b1-1) {
		c.a1, c.b1, s.looked = c.a1-1, c.b1-1, s.looked+2
	}
	return c, c.a0 < c.a1 || c.b0 < c.b1
}

// add notes a change after the others; one that touches the last is part of it.
func (s *search) add(c change) {
	if n := len(s.changes); n > 0 && s.changes[n-1].a1 == c.a0 && s.changes[n-1].b1 == c.b0 {
		s.changes[n-1].a1, s.changes[n-1].b1 = c.a1, c.b1
		return
	}
	s.changes = append(s.changes, c)
}

// between looks for the changes between fixed points.
func (s *search) between(c change) {
	from := change{a0: c.a0, b0: c.b0}
	for _, p := range s.fixed(c) {
		s.least(change{from.a0, p.a0, from.b0, p.b0})
		from = change{a0: p.a0 + 1, b0: p.b0 + 1}
	}
	s.least(change{from.a0, c.a1, from.b0, c.b1})
}

// least finds the least difference between two stretches.
func (s *search) least(c change) {
	c, ok := s.trim(c)
	if !ok {
		return
	}
	if c.a0 == c.a1 || c.b0 == c.b1 || c.a1-c.a0 == 1 && c.b1-c.b0 == 1 {
		s.add(c)
		return
	}
	s.looked += c.a1 - c.a0 + c.b1 - c.b0
	for _, d := range lcs.DiffLines(s.a.slice(c.a0, c.a1), s.b.slice(c.b0, c.b1)) {
		s.add(change{c.a0 + d.Start, c.a0 + d.End, c.b0 + d.ReplStart, c.b0 + d.ReplEnd})
	}
}

func (l lines) slice(from, to int) []string {
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, l.at(i))
	}
	return out
}

// A place is where a line stands in both texts, and how often it does.
type place struct{ a, b, inA, inB int32 }

// fixed are the lines that stand in each stretch once, as many as are in the
// same order in both: a0 and b0 of each are set.
func (s *search) fixed(c change) []change {
	places := make(map[string]place, c.a1-c.a0)
	for i := c.a0; i < c.a1; i++ {
		p := places[s.a.at(i)]
		p.a, p.inA = int32(i), p.inA+1
		places[s.a.at(i)] = p
	}
	for i := c.b0; i < c.b1; i++ {
		if p, ok := places[s.b.at(i)]; ok {
			p.b, p.inB = int32(i), p.inB+1
			places[s.b.at(i)] = p
		}
	}
	s.looked += c.a1 - c.a0 + c.b1 - c.b0
	var once []change
	for i := c.a0; i < c.a1; i++ {
		if p := places[s.a.at(i)]; p.inA == 1 && p.inB == 1 {
			once = append(once, change{a0: i, b0: int(p.b)})
		}
	}
	return rising(once)
}

// rising is the longest part of points, which rise in a0, that rises in b0 too.
func rising(points []change) []change {
	var ends []int // ends[n]: the point with the least b0 that ends a run of n+1
	before := make([]int, len(points))
	for i, p := range points {
		n := sort.Search(len(ends), func(n int) bool { return points[ends[n]].b0 >= p.b0 })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	out := make([]change, len(ends))
	if len(ends) == 0 {
		return nil
	}
	for n, i := len(ends)-1, ends[len(ends)-1]; n >= 0; n, i = n-1, before[i] {
		out[n] = points[i]
	}
	return out
}
