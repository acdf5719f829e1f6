package desktop

import "testing"

func TestSizeOfAWindow(t *testing.T) {
	for _, c := range []struct{ kept, want Size }{
		{Size{}, Size{Width: ownWidth, Height: ownHeight}},
		{Size{Width: 900, Height: 700, Maximized: true}, Size{Width: 900, Height: 700, Maximized: true}},
		{Size{Width: 5, Height: 700}, Size{Width: ownWidth, Height: ownHeight}},
		{Size{Width: 900, Height: 1e6}, Size{Width: ownWidth, Height: ownHeight}},
		{Size{Width: -900, Height: -900}, Size{Width: ownWidth, Height: ownHeight}},
	} {
		if got := c.kept.sound(); got != c.want {
			t.Errorf("%+v becomes %+v, want %+v", c.kept, got, c.want)
		}
	}
}
