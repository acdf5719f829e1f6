package transcript

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestHeights(t *testing.T) {
	var h heights
	var plain []int // the same, without trees
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		switch {
		case random.IntN(10) == 0:
			n := random.IntN(200)
			h.resize(n)
			plain = append(plain, make([]int, max(0, n-len(plain)))...)[:n]
		case len(plain) > 0:
			i, height := random.IntN(len(plain)), random.IntN(100)
			h.set(i, height)
			plain[i] = height
		}
		if len(plain) == 0 {
			continue
		}
		n := random.IntN(len(plain) + 1)
		if got, want := h.before(n), heightBefore(plain, n); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%d of %v: %v high, want %v", n, plain, got, want)
		}
		y := random.Float64() * heightBefore(plain, len(plain))
		if i := h.at(y); h.before(i) > y+1e-6 || i+1 < len(plain) && h.before(i+1) < y-1e-6 {
			t.Fatalf("%v is in row %d of %v", y, i, plain)
		}
	}
}

func heightBefore(rows []int, n int) float64 {
	sum, known := 0, 0
	for _, r := range rows {
		if r > 0 {
			sum, known = sum+r, known+1
		}
	}
	mean := 1.0
	if known > 0 {
		mean = float64(sum) / float64(known)
	}
	y := 0.0
	for _, r := range rows[:n] {
		if r > 0 {
			y += float64(r)
		} else {
			y += mean
		}
	}
	return y
}
