package app

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// A Notifier shows notifications of the system. Its methods may wait for it;
// an error is no reason to trouble the person.
type Notifier interface {
	// Notify shows a notification in the place of the one before with this tag,
	// and has clicked called, from any goroutine, when the person follows it.
	Notify(tag, title, text string, clicked func()) error
	// Withdraw takes back what is still shown.
	Withdraw() error
}

// An Attention tells a person who is elsewhere that an agent waits for them or
// has finished. It looks at snapshots beside the frames: a window that nobody
// sees may draw none. Make it with its exported fields, which may not change.
type Attention struct {
	Engine   interface{ Snapshot() *engine.Snapshot }
	Notifier Notifier
	InFront  func() bool            // the person sees the window; called from Run's goroutine
	Clicked  func(conversation.Key) // the person wants to see a conversation; called from any goroutine
	Language string                 // over the configuration's; "" for none
	Locale   string                 // the system's, where the configuration says auto
	Log      *slog.Logger

	wake chan struct{} // holds one: a change was not looked at yet
	seen map[conversation.Key]moment
	said bool // a notification may still be shown
}

// A moment is what of a conversation can call for attention. What rises is new.
type moment struct {
	answered   conversation.MessageID // the last message of a turn that has ended
	permission engine.PermissionID
	form       engine.FormID
	asks       bool // Proceed or signing in is waited for
}

// attentionDelay is how long a change has to last. An agent that takes up the
// next message at once has not finished.
const attentionDelay = time.Second

// NewAttention makes an Attention ready for Changed, before an engine is there.
func NewAttention(a Attention) *Attention {
	a.wake = make(chan struct{}, 1)
	a.seen = map[conversation.Key]moment{}
	return &a
}

// Changed tells that a new snapshot can be had, or that the window came to the
// front or went. It may be called from any goroutine and does not wait.
func (a *Attention) Changed() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Run looks at what changes until ctx ends.
func (a *Attention) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			a.withdraw()
			return
		case <-a.wake:
		}
		if a.said && a.InFront() {
			a.withdraw()
		}
		select {
		case <-ctx.Done():
		case <-time.After(attentionDelay):
			a.look(a.Engine.Snapshot())
		}
	}
}

func (a *Attention) withdraw() {
	if !a.said {
		return
	}
	a.said = false
	if err := a.Notifier.Withdraw(); err != nil {
		a.Log.Debug("withdraw notifications", "error", err)
	}
}

// look compares a snapshot with the last one, and tells what is new in it to
// a person who does not see it.
func (a *Attention) look(s *engine.Snapshot) {
	words := i18n.For(languageOf(a.Language, s.Config.InForce.Language, a.Locale))
	quiet := a.InFront() || !s.Config.InForce.Notify || s.Closing
	for i := range s.Conversations {
		c := &s.Conversations[i]
		was := a.seen[c.Key]
		now := momentOf(s, c, was)
		a.seen[c.Key] = now
		if title, text := notice(words, s, c, was, now); title != "" && !quiet {
			a.tell(c.Key, title, text)
		}
	}
}

func (a *Attention) tell(key conversation.Key, title, text string) {
	a.said = true
	if err := a.Notifier.Notify(string(key), title, text, func() { a.Clicked(key) }); err != nil {
		a.Log.Debug("no notification can be shown", "error", err)
	}
}

// momentOf is the moment of a conversation, after the one that was.
func momentOf(s *engine.Snapshot, c *engine.ConversationView, was moment) moment {
	now := moment{answered: was.answered, asks: c.Confirm}
	if n := len(c.Messages); n > 0 && c.Turn == engine.TurnIdle && len(c.Queued) == 0 {
		now.answered = c.Messages[n-1].ID
	}
	for _, p := range s.Permissions {
		if p.Key == c.Key {
			now.permission = max(now.permission, p.ID)
		}
	}
	for _, f := range s.Forms {
		if f.Key == c.Key {
			now.form = max(now.form, f.ID)
		}
	}
	for i := range s.Agents {
		if g := &s.Agents[i]; g.Name == c.Agent && len(g.SignIn) > 0 {
			now.asks = true
		}
	}
	return now
}

// notice says what is new in a conversation, "" for nothing that calls for
// attention. What the person stopped themselves does not.
func notice(w *i18n.Words, s *engine.Snapshot, c *engine.ConversationView, was, now moment) (title, text string) {
	switch {
	case now.permission > was.permission:
		for _, p := range s.Permissions {
			if p.ID == now.permission {
				return w.WaitsForYou(c.Agent), w.Wants(c.Agent, p.Tool.Call.Kind)
			}
		}
	case now.form > was.form, now.asks && !was.asks:
		return w.WaitsForYou(c.Agent), w.SeeWindow
	case now.answered > was.answered:
		last := c.Messages[len(c.Messages)-1]
		if last.Role != conversation.User && last.Stop != "cancelled" {
			return w.HasFinished(c.Agent), w.SeeWindow
		}
	}
	return "", ""
}

// languageOf is the language to speak: the one asked for, else the
// configuration's, else the system's.
func languageOf(asked, configured, locale string) string {
	if l := cmp.Or(asked, configured); i18n.Speaks(l) {
		return l
	}
	return locale
}
