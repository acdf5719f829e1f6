package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// A bell is a notifier that writes down what it is told.
type bell struct {
	mu      sync.Mutex
	rung    []string
	clicked func() // of the last one
	err     error
}

func (b *bell) Notify(tag, title, text string, clicked func()) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rung, b.clicked = append(b.rung, tag+": "+title+". "+text), clicked
	return b.err
}

func (b *bell) Withdraw() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rung = append(b.rung, "withdrawn")
	return b.err
}

// taken are what was told since it was last asked for.
func (b *bell) taken() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.rung
	b.rung = nil
	return out
}

// A desert is an engine whose window nobody looks at.
type desert struct {
	*engine.Engine
	bell
	t         *testing.T
	attention *Attention
	mu        sync.Mutex
	front     bool
	wanted    []conversation.Key
}

// inDesert runs a test in fake time on Riker.
func inDesert(t *testing.T, c config.Config, riker answer, f func(*desert)) {
	synctest.Test(t, func(t *testing.T) {
		d := &desert{t: t}
		d.attention = NewAttention(Attention{
			Notifier: d, Log: slog.New(slog.DiscardHandler), Locale: "fr_FR.UTF-8",
			InFront: func() bool { d.mu.Lock(); defer d.mu.Unlock(); return d.front },
			Clicked: func(k conversation.Key) { d.mu.Lock(); defer d.mu.Unlock(); d.wanted = append(d.wanted, k) },
		})
		c.Limits = config.Limits{RunningAgents: 5}
		d.Engine = engine.New(engine.Options{Config: c, Start: starter(func(string) acp.AgentHandler { return handlers(riker) }), OnChange: d.attention.Changed})
		d.attention.Engine = d.Engine
		ctx, cancel := context.WithCancel(t.Context())
		var runs sync.WaitGroup
		runs.Go(func() { d.attention.Run(ctx) })
		f(d)
		cancel()
		runs.Wait()
		d.Engine.Close()
		<-d.Engine.Done()
	})
}

// expect lets two seconds pass, and compares with what was told meanwhile.
func (d *desert) expect(want ...string) {
	d.t.Helper()
	time.Sleep(2 * time.Second)
	synctest.Wait()
	if got := d.taken(); !slices.Equal(got, want) {
		d.t.Errorf("told %q, want %q", got, want)
	}
}

func (d *desert) look(front bool) {
	d.mu.Lock()
	d.front = front
	d.mu.Unlock()
	d.attention.Changed()
}

func noisy() config.Config {
	c := agents("Riker")
	c.Notify = true
	return c
}

const riker = conversation.Key("Riker")

func TestAttention(t *testing.T) {
	inDesert(t, noisy(), func(ctx context.Context, c *turn) acp.StopReason {
		switch c.text {
		case "ask":
			c.ask(ctx, "1", "rm -rf /", acp.AllowOnce, acp.RejectOnce)
		case "long":
			time.Sleep(time.Minute)
		}
		c.say("done")
		return acp.EndTurn
	}, func(d *desert) {
		d.expect()
		d.Send(riker, "long")
		d.expect()
		d.Send(riker, "short") // the first has not finished when it ends
		time.Sleep(time.Minute)
		d.expect("Riker: Riker has finished. See the Sidekicks window.")
		d.Send(riker, "ask")
		d.expect("Riker: Riker waits for you. Riker wants to run a command on your computer")
		d.expect() // told once
		d.clicked()
		if !slices.Equal(d.wanted, []conversation.Key{riker}) {
			t.Errorf("a click shows %q", d.wanted)
		}
		d.look(true)
		d.expect("withdrawn")
		d.Answer(d.Snapshot().Permissions[0].ID, "allow_once")
		d.expect() // it is seen to finish
		d.Send(riker, "ask")
		d.expect()
		d.look(false)
		d.expect() // it was seen to wait
		d.Cancel(riker)
		d.expect() // the person's own doing
	})
}

func TestAttentionIsOffByASetting(t *testing.T) {
	c := noisy()
	c.Notify = false
	inDesert(t, c, echo, func(d *desert) {
		d.Send(riker, "x")
		d.expect()
	})
}

func TestAttentionInTheSystemsLanguageAndWithoutADaemon(t *testing.T) {
	c := noisy()
	c.Language = "auto"
	inDesert(t, c, echo, func(d *desert) {
		d.err = errors.New("no daemon")
		d.Send(riker, "x")
		d.expect("Riker: Riker a terminé. Voyez la fenêtre de Sidekicks.")
		d.Send(riker, "x")
		d.expect("Riker: Riker a terminé. Voyez la fenêtre de Sidekicks.")
	})
}
