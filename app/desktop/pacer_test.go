package desktop

import (
	"testing"
	"testing/synctest"
	"time"
)

// drawer is a window that draws a frame of a given cost when it is
// invalidated, as Gio does: on its own goroutine, once for many requests.
type drawer struct {
	pacer  pacer
	frames []time.Time
	wake   chan struct{}
}

func newDrawer(cost time.Duration) *drawer {
	d := &drawer{wake: make(chan struct{}, 1)}
	d.pacer.invalidate = func() {
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
	go func() {
		for range d.wake {
			d.pacer.Began()
			d.frames = append(d.frames, time.Now())
			time.Sleep(cost)
			d.pacer.Ended(cost, cost)
		}
	}()
	return d
}

func TestPacerSpendsHalfACore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDrawer(100 * time.Millisecond)
		for range 2500 { // 10 s at 250 a second
			d.pacer.Invalidate()
			time.Sleep(4 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		d.pacer.Stop()
		close(d.wake)
		if n := len(d.frames); n < 48 || n > 52 {
			t.Errorf("%d frames of 100 ms in 10 s, want 50", n)
		}
	})
}

func TestPacerDrawsTheLastChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDrawer(100 * time.Millisecond)
		d.pacer.Invalidate()
		time.Sleep(50 * time.Millisecond)
		d.pacer.Invalidate() // while the first frame is drawn
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if len(d.frames) != 2 {
			t.Fatalf("%d frames, want 2", len(d.frames))
		}
		if gap := d.frames[1].Sub(d.frames[0]); gap != 200*time.Millisecond {
			t.Errorf("second frame after %v, want 200ms", gap)
		}
		close(d.wake)
	})
}

func TestPacerHurries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDrawer(100 * time.Millisecond)
		d.pacer.Invalidate()
		time.Sleep(150 * time.Millisecond)
		d.pacer.Hurry()
		synctest.Wait()
		if len(d.frames) != 2 {
			t.Errorf("%d frames, want the second at once", len(d.frames))
		}
		time.Sleep(time.Second)
		close(d.wake)
	})
}

func TestPacerIsSilentOnceStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDrawer(100 * time.Millisecond)
		d.pacer.Invalidate()
		time.Sleep(150 * time.Millisecond)
		d.pacer.Invalidate() // waits for its turn
		d.pacer.Stop()
		synctest.Wait()
		drawn := len(d.frames)
		d.pacer.Invalidate()
		d.pacer.Hurry()
		time.Sleep(time.Second)
		synctest.Wait()
		if len(d.frames) != drawn {
			t.Errorf("%d frames after Stop", len(d.frames)-drawn)
		}
		close(d.wake)
	})
}
