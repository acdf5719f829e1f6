package agent

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func (f *farm) expect(name, want string) {
	f.t.Helper()
	if got := f.state(name); got != want {
		f.t.Errorf("%s is %q, want %q", name, got, want)
	}
}

func (f *farm) expectStarted(want string) {
	f.t.Helper()
	if got := f.startedNames(); got != "["+want+"]" {
		f.t.Errorf("started %s, want [%s]", got, want)
	}
}

func TestAnAgentStartsWhenNeededAndIsKept(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(3, agents("a"))
		f.expectStarted("")
		first := f.acquire("a")
		second := f.acquire("a")
		if first.Generation() != second.Generation() || first.Running() != second.Running() {
			t.Error("two processes")
		}
		first.Release()
		first.Release()
		f.expect("a", "answering")
		second.Release()
		f.expect("a", "idle")
		f.use("a")
		f.expectStarted("a")
		if got := strings.Join(f.states[:3], ", "); got != "a starting, a answering, a answering" {
			t.Errorf("states: %s", got)
		}
		if m := f.last["a"].Memory; m != 1000 {
			t.Errorf("memory %d", m)
		}
	})
}

func TestAnUnknownAgentIsRefused(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		if _, err := f.m.Acquire(t.Context(), "nobody", nil); err != ErrUnknown {
			t.Error(err)
		}
	})
}

func TestAnIdleAgentIsStopped(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		list := agents("a", "kept", "ever")
		list[1].KeepRunning = true
		list[2].IdleTimeout = 0
		f.configure(3, list)
		f.use("a")
		f.use("kept")
		f.use("ever")
		time.Sleep(9 * time.Minute)
		f.use("a") // begins anew
		time.Sleep(9 * time.Minute)
		f.expect("a", "idle")
		l := f.acquire("a") // longer than its time
		time.Sleep(time.Hour)
		f.expect("a", "answering")
		l.Release()
		time.Sleep(10*time.Minute + f.stopTime/2)
		f.expect("a", "stopping idle")
		time.Sleep(f.stopTime)
		f.expect("a", "stopped idle")
		f.expect("kept", "idle")
		f.expect("ever", "idle")
	})
}

func TestTheLongestIdleMakesRoom(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		list := agents("kept", "a", "b", "c")
		list[0].KeepRunning = true
		f.configure(3, list)
		f.use("kept")
		f.use("a")
		time.Sleep(time.Second)
		f.use("b")
		time.Sleep(time.Second)
		f.use("a") // now b is idle for longer
		f.acquire("c")
		f.expect("b", "stopped for room")
		f.expect("a", "idle")
		f.expect("kept", "idle")
		if f.most != 3 {
			t.Errorf("%d at one time", f.most)
		}
	})
}

func TestTwoWaitersDoNotStopTheirsTwice(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(2, agents("a", "b", "c"))
		f.use("a")
		f.use("b")
		one, two := f.request("c"), f.request("c")
		f.expect("a", "stopping for room")
		f.expect("b", "idle")
		time.Sleep(f.stopTime)
		for _, r := range []*request{one, two} {
			if pending, told := r.pending(); pending || told != 0 {
				t.Errorf("pending %v, told %d", pending, told)
			}
		}
		f.expectStarted("a b c")
	})
}

func TestWhoFindsNoRoomWaitsInLineAndIsTold(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(1, agents("a", "b", "c"))
		a := f.acquire("a")
		b, c, b2 := f.request("b"), f.request("c"), f.request("b")
		for _, r := range []*request{b, c, b2} {
			if pending, told := r.pending(); !pending || told != 1 {
				t.Errorf("pending %v, told %d", pending, told)
			}
		}
		again := f.acquire("a") // what runs needs no place
		a.Release()
		again.Release()
		time.Sleep(f.stopTime)
		lease := <-b.result
		second := <-b2.result
		if pending, _ := c.pending(); !pending {
			t.Error("c was not in line")
		}
		lease.lease.Release()
		second.lease.Release()
		time.Sleep(f.stopTime)
		if got := <-c.result; got.err != nil {
			t.Error(got.err)
		}
		f.expectStarted("a b c")
		if f.most != 1 {
			t.Errorf("%d at one time", f.most)
		}
	})
}

func TestWhoLeavesTheLineIsForgotten(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(1, agents("a", "b", "c"))
		a := f.acquire("a")
		b, c := f.request("b"), f.request("c")
		b.cancel()
		if got := <-b.result; !errors.Is(got.err, context.Canceled) {
			t.Error(got.err)
		}
		a.Release()
		time.Sleep(f.stopTime)
		if got := <-c.result; got.err != nil {
			t.Error(got.err)
		}
		f.expectStarted("a c")
	})
}

func TestACrashedAgentIsStartedByTheNextMessageOnly(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(3, agents("a"))
		l := f.acquire("a")
		f.fake("a").end(Exit{Code: 7, Stderr: []string{"ouch"}})
		f.expect("a", "failed")
		var fault *ExitError
		if !errors.As(f.last["a"].Err, &fault) || fault.Exit.Code != 7 || fault.Detail != "details of a" {
			t.Errorf("fault %v", f.last["a"].Err)
		}
		l.Release()
		f.expect("a", "failed")
		time.Sleep(time.Hour)
		f.expectStarted("a")
		again := f.acquire("a")
		f.expectStarted("a a")
		if again.Generation() <= l.Generation() {
			t.Error("the generation did not grow")
		}
		l.Release() // of the process before: no effect
		f.expect("a", "answering")
	})
}

func TestAnAgentThatLeavesInPeaceDidNotFail(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(3, agents("a"))
		f.use("a")
		f.fake("a").end(Exit{})
		f.expect("a", "stopped itself")
		f.acquire("a")
		f.fake("a").end(Exit{}) // in a turn it is a fault
		f.expect("a", "failed")
	})
}

func TestAnAgentThatNoLongerSpeaksIsNotGivenToAnyone(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(3, agents("a"))
		f.use("a")
		f.fake("a").remote.Close()
		f.expect("a", "stopping")
		r := f.request("a")
		if pending, told := r.pending(); !pending || told != 0 {
			t.Errorf("pending %v, told %d", pending, told)
		}
		f.fake("a").end(Exit{Code: 1})
		if got := <-r.result; got.err != nil || got.lease.Generation() != 2 {
			t.Errorf("%+v", got)
		}
	})
}

func TestAFailedStartIsTheAnswerOfAllAndNotTriedAgain(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		fault := &StartError{Reason: NotFound, Args: []string{"a"}, Detail: "PATH=…"}
		f.onStart = func(context.Context, string) error { time.Sleep(time.Minute); return fault }
		f.configure(1, agents("a", "b"))
		one, two := f.request("a"), f.request("a")
		f.expect("a", "starting")
		for _, r := range []*request{one, two} {
			if got := <-r.result; got.err != fault {
				t.Error(got.err)
			}
		}
		f.expect("a", "failed")
		if f.last["a"].Err != fault || f.m.Details("a") != "PATH=…" {
			t.Errorf("%v, %q", f.last["a"].Err, f.m.Details("a"))
		}
		time.Sleep(time.Hour)
		f.expectStarted("a")
		f.onStart = nil
		f.use("a")
		f.expect("a", "idle")
	})
}

// slow makes starts that end only when they are cancelled, which takes a second.
func slow(ctx context.Context, _ string) error {
	<-ctx.Done()
	time.Sleep(time.Second)
	return ctx.Err()
}

func TestAStartIsCancelledWhenNobodyWaitsForIt(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.onStart = slow
		f.configure(1, agents("a"))
		one, two := f.request("a"), f.request("a")
		time.Sleep(time.Hour) // no limit
		one.cancel()
		f.expect("a", "starting")
		two.cancel()
		if got := <-two.result; !errors.Is(got.err, context.Canceled) {
			t.Error(got.err)
		}
		f.expect("a", "stopping by person")
		f.onStart = nil
		third := f.request("a") // comes while the cancelled one still ends
		time.Sleep(time.Second)
		if got := <-third.result; got.err != nil {
			t.Error(got.err)
		}
		f.expectStarted("a a")
	})
}

func TestStop(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(3, agents("a"))
		f.m.Stop("a", StoppedByPerson)
		f.m.Stop("nobody", StoppedByPerson)
		l := f.acquire("a")
		f.m.Stop("a", StoppedByPerson)
		f.expect("a", "stopping by person")
		r := f.request("a")
		l.Release()
		if pending, _ := r.pending(); !pending {
			t.Error("given while it stops")
		}
		time.Sleep(f.stopTime)
		if got := <-r.result; got.err != nil || got.lease.Generation() != 2 {
			t.Errorf("%+v", got)
		}
		f.m.Kill("a", StoppedByPerson)
		f.expect("a", "stopped by person")
	})
}

func TestStopEndsAStartAndAnswersWhoWaits(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.onStart = slow
		f.configure(1, agents("a", "b"))
		a, b := f.request("a"), f.request("b")
		f.m.Stop("b", StoppedByPerson) // in line
		f.m.Stop("a", StoppedByPerson)
		for _, r := range []*request{a, b} {
			if got := <-r.result; got.err != ErrStopped {
				t.Error(got.err)
			}
		}
		time.Sleep(time.Second)
		f.expect("a", "stopped by person")
		f.expectStarted("a")
	})
}

func TestConfigureLeavesAloneWhatDidNotChange(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(5, agents("same", "idle", "busy", "gone", "asleep"))
		f.use("same")
		f.use("idle")
		f.use("gone")
		busy := f.acquire("busy")
		list := agents("same", "idle", "busy")
		list[0].Description = "other words"
		list[1].Args = []string{"new"}
		list[2].Env = map[string]string{"NEW": "1"}
		f.configure(5, list)
		f.expect("same", "idle")
		f.expect("idle", "stopping changed")
		f.expect("gone", "stopping changed")
		f.expect("busy", "answering")
		time.Sleep(f.stopTime)
		f.expect("idle", "stopped changed")
		busy.Release()
		f.expect("busy", "stopping changed")
		next := f.acquire("busy")
		if next.Generation() == busy.Generation() {
			t.Error("the old process was kept")
		}
		if _, err := f.m.Acquire(t.Context(), "gone", nil); err != ErrUnknown {
			t.Error(err)
		}
	})
}

func TestConfigureTakesTheNewTimesAndLimits(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		list := agents("a", "b", "c")
		f.configure(3, list)
		f.use("a")
		time.Sleep(time.Second)
		f.use("b")
		f.use("c")
		time.Sleep(time.Minute)
		short := slices.Clone(list)
		short[1].IdleTimeout = time.Minute + time.Second
		f.configure(2, short)
		f.expect("a", "stopping for room")
		f.expect("b", "idle")
		time.Sleep(time.Second + f.stopTime)
		f.expect("b", "stopped idle")
		f.expect("c", "idle")
	})
}

func TestAnAgentThatComesBackKeepsItsPlace(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(1, agents("a"))
		f.use("a")
		f.configure(1, nil)
		f.configure(1, agents("a"))
		f.use("a") // after the one that ends
		f.expectStarted("a a")
		if f.most != 1 {
			t.Errorf("%d at one time", f.most)
		}
	})
}

func TestCloseEndsAllSideBySide(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.stopTime = 8 * time.Second
		f.configure(3, agents("a", "b", "c", "d"))
		f.use("a")
		f.acquire("b")
		f.acquire("c")
		waiting := f.request("b")
		if got := <-waiting.result; got.err != nil {
			t.Fatal(got.err)
		}
		begin := time.Now()
		f.m.Close()
		if _, err := f.m.Acquire(t.Context(), "d", nil); err != ErrStopped {
			t.Error(err)
		}
		<-f.m.Done()
		if d := time.Since(begin); d != 8*time.Second {
			t.Errorf("took %v", d)
		}
		f.expect("b", "stopped quit")
	})
}

func TestASecondCloseForces(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.stopTime = time.Hour
		f.configure(2, agents("a", "b"))
		f.acquire("a")
		f.use("b")
		begin := time.Now()
		f.m.Close()
		f.m.Close()
		<-f.m.Done()
		if d := time.Since(begin); d != 0 {
			t.Errorf("took %v", d)
		}
	})
}

func TestACallbackMayCallTheManager(t *testing.T) {
	inFarm(t, func(t *testing.T, f *farm) {
		f.configure(1, agents("a"))
		f.onChange = func(name string, s State) {
			if s.Status == Idle {
				f.m.Stop(name, StoppedByPerson)
			}
		}
		f.use("a")
		time.Sleep(f.stopTime)
		f.expect("a", "stopped by person")
	})
}

// TestRandomWalk does what people and agents do, in any order, and sees that
// never more agents run than may, that everyone gets an answer, and that
// nothing is left.
func TestRandomWalk(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { inFarm(t, func(t *testing.T, f *farm) { f.walk(seed) }) })
	}
}

func (f *farm) walk(seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	f.onStart = func(ctx context.Context, name string) error {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
		if f.starts()%5 == 4 {
			return &StartError{Reason: StartFailed}
		}
		return nil
	}
	const limit = 2
	f.configure(limit, agents("a", "b", "c", "d"))
	var turns sync.WaitGroup
	for range 300 {
		name := string("abcd"[random.IntN(4)])
		length := time.Duration(random.IntN(5000)) * time.Millisecond
		switch random.IntN(12) {
		case 0:
			f.m.Stop(name, StoppedByPerson)
		case 1:
			f.m.Kill(name, StoppedByPerson)
		case 2:
			if fk := f.fake(name); fk != nil {
				go fk.end(Exit{Code: 1})
			}
		case 3:
			list := agents("a", "b", "c", "d")
			list[random.IntN(4)].Args = []string{fmt.Sprint(random.IntN(3))}
			f.configure(limit, list[:2+random.IntN(3)])
		default:
			turns.Go(func() { f.turn(name, length) })
		}
		time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
	}
	turns.Wait()
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.most > limit {
		f.t.Errorf("%d at one time", f.most)
	}
	for name, s := range f.last {
		if s.Status == Answering || s.Status == Starting {
			f.t.Errorf("%s is %s with nothing to do", name, describe(s))
		}
	}
}

func (f *farm) turn(name string, length time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), length*2)
	defer cancel()
	l, err := f.m.Acquire(ctx, name, nil)
	if err != nil {
		return
	}
	select {
	case <-time.After(length):
	case <-l.Running().Conn().Done():
	}
	l.Release()
}
