package markdown

import (
	"slices"
	"testing"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		name           string
		natural, least []int
		want           []int // in a room of 700, no column narrower than 120
	}{
		{"all fit", []int{100, 300}, []int{50, 100}, []int{100, 300}},
		{"the widest gives way", []int{100, 900}, []int{50, 100}, []int{100, 600}},
		{"words stay whole", []int{300, 310, 2000}, []int{300, 260, 80}, []int{300, 260, 140}},
		{"no room for words", []int{500, 500}, []int{500, 500}, []int{350, 350}},
		{"as narrow as they may be", []int{200, 200, 200, 200, 200, 200, 200}, []int{200, 200, 200, 200, 200, 200, 200}, []int{120, 120, 120, 120, 120, 120, 120}},
		{"an empty column", []int{24, 900}, []int{0, 100}, []int{24, 676}},
	} {
		if got := fit(c.natural, c.least, 700, 120); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
