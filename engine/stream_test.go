package engine

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// answerOf is the text of the last agent message.
func answerOf(v ConversationView) string {
	var b strings.Builder
	for _, m := range v.Messages {
		if m.Role != conversation.Agent {
			continue
		}
		b.Reset()
		for _, p := range m.Parts {
			if t, ok := p.(conversation.Text); ok {
				b.WriteString(t.Markdown)
			}
		}
	}
	return b.String()
}

// fragments streams n numbered fragments and gives what they make together.
func fragments(n int) (each func(i int) string, whole string) {
	each = func(i int) string { return fmt.Sprintf("%d,", i) }
	var b strings.Builder
	for i := range n {
		b.WriteString(each(i))
	}
	return each, b.String()
}

func TestABurstArrivesWhole(t *testing.T) {
	each, whole := fragments(10_000)
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		for i := range 10_000 {
			a.say(each(i))
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		if got := answerOf(l.view()); got != whole {
			t.Errorf("%d bytes of %d", len(got), len(whole))
		}
	})
}

func TestAHugeLineArrivesWhole(t *testing.T) {
	huge := strings.Repeat("0123456789abcdef", 40<<20/16)
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		a.say("begin ")
		a.say(huge)
		a.say(" end")
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		if got := answerOf(l.view()); got != "begin "+huge+" end" {
			t.Errorf("%d bytes", len(got))
		}
	})
}

// TestTextOfAnotherConversation streams while somebody looks at another
// agent: the text is there once when it is looked at.
func TestTextOfAnotherConversation(t *testing.T) {
	each, whole := fragments(1000)
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t, agents(riker, "Data"), func(string, int) acptest.Script {
			return serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
				for i := range 1000 {
					a.say(each(i))
					time.Sleep(time.Millisecond)
				}
				return acp.EndTurn, nil
			})
		})
		defer l.end()
		l.send("one")
		for range 100 {
			if n := len(viewOf(l.Snapshot(), "Data").Messages); n != 0 {
				t.Fatalf("%d messages of another agent", n)
			}
			time.Sleep(20 * time.Millisecond)
		}
		if got := answerOf(l.view()); got != whole {
			t.Errorf("%d bytes, want %d once", len(got), len(whole))
		}
	})
}

// TestKeptSnapshotsNeverChange streams against a loop that reads, as a window
// does, under the race detector too.
func TestKeptSnapshotsNeverChange(t *testing.T) {
	const n = 20_000
	each, whole := fragments(n)
	l := newLab(t, agents(riker), func(string, int) acptest.Script {
		return serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
			for i := range n {
				a.say(each(i))
			}
			return acp.EndTurn, nil
		})
	})
	l.Send(rikers, "one")
	type kept struct {
		v    ConversationView
		text string // a copy
		ver  []uint64
	}
	var list []kept
	var version uint64
	for {
		s := l.Snapshot()
		if s.Version < version {
			t.Fatalf("version %d after %d", s.Version, version)
		}
		v := viewOf(s, rikers)
		if s.Version != version && len(list) < 2000 {
			k := kept{v: v, text: strings.Clone(answerOf(v))}
			for _, m := range v.Messages {
				k.ver = append(k.ver, m.Version)
			}
			list = append(list, k)
		}
		version = s.Version
		if v.Turn == TurnIdle {
			break
		}
	}
	if got := answerOf(l.view()); got != whole {
		t.Errorf("%d bytes, want %d", len(got), len(whole))
	}
	for _, k := range list {
		if answerOf(k.v) != k.text || !strings.HasPrefix(whole, k.text) || len(k.v.Messages) != len(k.ver) {
			t.Fatalf("a kept snapshot changed, or is no prefix: %d bytes, were %d", len(answerOf(k.v)), len(k.text))
		}
		for i, m := range k.v.Messages {
			if m.Version != k.ver[i] {
				t.Fatalf("message %d has another version", m.ID)
			}
		}
	}
	l.end()
}

// TestASnapshotHoldsOnlyValues: nothing in it can be waited for, called or written by two.
func TestASnapshotHoldsOnlyValues(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(path string, r reflect.Type)
	walk = func(path string, r reflect.Type) {
		if seen[r] || r == reflect.TypeFor[time.Time]() || r == reflect.TypeFor[config.Agent]() { // which is never changed once made
			return
		}
		seen[r] = true
		switch r.Kind() {
		case reflect.Chan, reflect.Func, reflect.Map, reflect.UnsafePointer:
			t.Errorf("%s is a %v", path, r)
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(path+"[]", r.Elem())
		case reflect.Struct:
			if strings.HasPrefix(r.PkgPath(), "sync") {
				t.Errorf("%s is a %v", path, r)
			}
			for f := range r.Fields() {
				walk(path+"."+f.Name, f.Type)
			}
		case reflect.Interface:
			if r != reflect.TypeFor[conversation.Part]() {
				t.Errorf("%s is a %v", path, r)
			}
		}
	}
	walk("Snapshot", reflect.TypeFor[Snapshot]())
	for _, p := range []conversation.Part{conversation.Text{}, conversation.Thought{}, &conversation.Tool{}, &conversation.Plan{}, conversation.Content{}, &conversation.Decision{}} {
		walk(fmt.Sprintf("%T", p), reflect.TypeOf(p))
	}
}

func TestAtRestNothingIsAllocated(t *testing.T) {
	changes := 0
	l := New(Options{Config: agents(riker), OnChange: func() { changes++ }})
	defer func() { l.Close(); <-l.Done() }()
	s := l.Snapshot()
	before := changes
	n := testing.AllocsPerRun(100, func() {
		if l.Snapshot() != s {
			t.Error("another snapshot")
		}
	})
	if n != 0 || changes != before {
		t.Errorf("%v allocations, %d changes", n, changes-before)
	}
}

// TestOnChangeComesAfterUnlock: whoever is told can look at once.
func TestOnChangeComesAfterUnlock(t *testing.T) {
	var e *Engine
	var mu sync.Mutex
	versions := []uint64{}
	ready := make(chan struct{})
	e = New(Options{Config: agents(riker), OnChange: func() {
		select {
		case <-ready:
		default:
			return
		}
		s := e.Snapshot()
		mu.Lock()
		defer mu.Unlock()
		versions = append(versions, s.Version)
	}})
	close(ready)
	e.NewConversation(rikers)
	e.Close()
	<-e.Done()
	mu.Lock()
	defer mu.Unlock()
	if len(versions) < 2 {
		t.Errorf("versions %v", versions)
	}
}
