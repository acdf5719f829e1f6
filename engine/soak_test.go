//go:build soak

package engine

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// TestSoak has 8 agents answer 2,000 messages each, with crashes, stops and
// permissions between. Everything runs in one bubble: a goroutine that is
// left when the engine has closed fails it.
func TestSoak(t *testing.T) {
	const turns = 2000
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	synctest.Test(t, func(t *testing.T) {
		wo := &world{t: t, received: map[int]int{}, sends: map[int]int{}, busy: map[sessionOf]context.Context{}, sessions: map[acp.SessionID]bool{}}
		w := &walk{world: wo, names: names, typed: map[conversation.Key]map[string]int{}}
		for _, n := range names {
			w.typed[conversation.KeyOf(n)] = map[string]int{}
		}
		c := agents(names...)
		c.Limits.RunningAgents = len(names)
		w.lab = newLab(t, c, wo.script)
		var quarter uint64
		for round := range turns {
			w.moves = moves(uint64(round), 200)
			for i := range names {
				w.moves[0] = byte(i)
				w.send()
			}
			for len(w.moves) > 150 {
				s := steps[w.next()%len(steps)]
				if s.name != "send" && s.name != "configure" && s.name != "close" {
					s.do(w)
				}
			}
			time.Sleep(3 * time.Minute)
			for _, p := range w.Snapshot().Permissions {
				w.Answer(p.ID, "yes")
			}
			w.settle()
			w.Snapshot()
			if round == turns/4 {
				quarter = heap()
			}
			if t.Failed() {
				t.Fatalf("round %d", round)
			}
		}
		end := heap()
		if end > 6*quarter {
			t.Errorf("%d MB after a quarter, %d MB at the end", quarter>>20, end>>20)
		}
		w.Close()
		<-w.Done()
		w.checkTyped(w.Snapshot())
		w.checkEnd()
		messages := 0
		for _, v := range w.Snapshot().Conversations {
			messages += len(v.Messages)
		}
		t.Logf("%d messages, heap %d MB, was %d MB after a quarter", messages, end>>20, quarter>>20)
	})
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
