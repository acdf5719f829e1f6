package desktop

import (
	"testing"
	"testing/synctest"
	"time"
)

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

// What is found out beside a stream comes with the stream's frames: it asked for
// one of its own each time, and those were half of all.
func TestPostPacedWaitsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w Window
		asked := 0
		w.pacer.invalidate = func() { asked++ }
		w.pacer.Began()
		w.pacer.Ended(100*time.Millisecond, 100*time.Millisecond)
		ran := 0
		for range 10 {
			w.PostPaced(func() { ran++ })
		}
		if synctest.Wait(); asked != 0 {
			t.Errorf("%d frames are asked for at once", asked)
		}
		w.Post(func() { ran++ })
		if asked != 1 {
			t.Error("what cannot wait waits")
		}
		w.pacer.Began()
		w.runPosts()
		if ran != 11 {
			t.Errorf("%d of 11 were called", ran)
		}
		w.pacer.Ended(0, 100*time.Millisecond)
		w.PostPaced(func() {})
		time.Sleep(time.Second)
		if synctest.Wait(); asked != 2 {
			t.Errorf("%d frames are asked for, want 2", asked)
		}
		w.pacer.Stop()
	})
}

// A key, a remark that goes or a page that is scrolled draws frames too, and
// nothing that the engine tells comes after them: what they took was kept.
func TestGivesBackAfterTheLastFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w Window
		var given []time.Time
		w.quiet.give = func() { given = append(given, time.Now()) }
		for range 20 { // a caret that blinks
			w.pacer.Began()
			w.drawn(time.Millisecond, time.Millisecond)
			time.Sleep(pause / 2)
		}
		last := time.Now().Add(-pause / 2)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(given) != 1 || !given[0].Equal(last.Add(pause)) {
			t.Errorf("given back at %v, want once a pause after %v", given, last)
		}
		w.pacer.Stop()
	})
}
