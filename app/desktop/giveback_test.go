package desktop

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestGivesBackOnceInAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := make(chan time.Time, 10)
		g := giver{give: func() { given <- time.Now() }}
		began := time.Now()
		for range 20 { // an answer
			g.Changed()
			time.Sleep(pause / 4)
		}
		last := began.Add(19 * pause / 4)
		time.Sleep(time.Hour)
		if len(given) != 1 {
			t.Fatalf("given back %d times", len(given))
		}
		if at := <-given; !at.Equal(last.Add(pause)) {
			t.Errorf("given back %v after the last change", at.Sub(last))
		}
		g.Changed()
		g.Stop()
		g.Changed()
		time.Sleep(time.Hour)
		if len(given) != 0 {
			t.Error("given back after the end")
		}
	})
}
