package app

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestAwayDoesOneThingAfterAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var applied []int
		at := 0
		a := away{post: func(f func()) {
			mu.Lock()
			defer mu.Unlock()
			f()
		}}
		for i := range 20 {
			a.do(func() func() {
				at++ // would be a race if two ran at once
				return func() { applied = append(applied, i) }
			})
			if i == 10 {
				synctest.Wait() // it begins again after it had nothing to do
			}
		}
		synctest.Wait()
		if !slices.IsSorted(applied) || len(applied) != 20 || at != 20 || a.running {
			t.Errorf("%d were done, applied %v, running %v", at, applied, a.running)
		}
	})
}

func TestAwayIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := away{post: func(func()) {}}
		done := 0
		for range 3 {
			a.do(func() func() {
				time.Sleep(time.Second)
				done++
				return nil
			})
		}
		a.close()
		a.do(func() func() { done++; return nil })
		synctest.Wait()
		if done != 3 {
			t.Errorf("%d things were done, want the three asked for before it was closed", done)
		}
	})
}
