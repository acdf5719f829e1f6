package cli

import (
	"cmp"
	"os"
	"slices"
	"time"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// Ask has one conversation with one agent and gives the status to end with.
// Each text is a message, sent when the one before is answered.
func Ask(env Env) int {
	var args askArgs
	wrong := args.parse(env.Args, env.words)
	words := env.words(args.lang)
	s := &screen{words: words, seen: map[conversation.MessageID]*seen{},
		out: column{w: env.Stdout}, err: column{w: env.Stderr}, shared: env.OneFile, terminal: env.ToTerminal, quiet: args.json}
	switch {
	case args.help:
		return env.print(words.AskUsage+"\n", words)
	case wrong != "":
		return s.misused(wrong)
	}
	c, agent, wrong := env.configuration(args, s)
	if wrong != "" {
		s.note(wrong)
		return statusConfig
	}
	if args.lang == "" && c.Language != "auto" {
		words = env.words(c.Language)
	}
	s.words, s.agent = words, agent
	if wrong := args.readStdin(env, words); wrong != "" {
		return s.misused(wrong)
	}
	a := &asking{env: env, args: args, words: words, screen: s, key: conversation.KeyOf(agent),
		changed: make(chan struct{}, 1), answered: map[engine.PermissionID]bool{}}
	if env.Interrupts != nil {
		a.interrupts = env.Interrupts()
	}
	env.Engine.Config, env.Engine.OnChange = c, a.wake
	a.engine = engine.New(env.Engine)
	return a.run()
}

// misused tells what is wrong with the arguments, and how they are used.
func (s *screen) misused(wrong string) int {
	s.note(wrong)
	s.tell(s.words.AskUsage)
	return statusUsage
}

// asking is one run of Ask. One goroutine has it; the engine only wakes it.
type asking struct {
	env    Env
	args   askArgs
	words  *i18n.Words
	engine *engine.Engine
	key    conversation.Key
	screen *screen

	changed    chan struct{} // holds one token while there is something to see
	interrupts <-chan os.Signal
	lines      <-chan string // what the person types; nil before the first question
	sent       int           // texts
	status     int           // to end with
	closing    bool          // nothing more is sent
	looping    bool          // it was told that the agent goes round in circles
	open       engine.PermissionView
	since      time.Time // when the open question was put
	answered   map[engine.PermissionID]bool
}

// wake is the engine's OnChange.
func (a *asking) wake() {
	select {
	case a.changed <- struct{}{}:
	default:
	}
}

// slowStart is when an agent that still starts is told of: it may take as long
// as it likes, and a silent program looks as if it did not work.
const slowStart = 10 * time.Second

func (a *asking) run() int {
	slow := time.NewTimer(slowStart)
	defer slow.Stop()
	a.next()
	for {
		select {
		case <-slow.C:
			a.tellStart()
		case <-a.changed:
			a.look()
		case line, more := <-a.lines:
			if !more {
				a.lines = nil
				a.refuseOpen()
				break
			}
			a.reply(line)
		case s := <-a.interrupts:
			a.close(interruptedBy(s))
		case <-a.engine.Done():
			return a.finish()
		}
	}
}

// tellStart says that the agent still starts, if it does.
func (a *asking) tellStart() {
	for _, v := range a.engine.Snapshot().Agents {
		if v.Name == a.screen.agent && v.Status == engine.AgentStarting {
			a.screen.note(a.words.Labelled(v.Name, a.words.Agent(v, time.Time{}, time.Now())))
		}
	}
}

// look shows what is new and goes on when the agent has answered.
func (a *asking) look() {
	s := a.engine.Snapshot()
	view := a.view(s)
	a.screen.show(view.Messages)
	if a.closing {
		return
	}
	a.tellLoop(view)
	a.permissions(s.Permissions)
	switch {
	case a.screen.out.failed != nil:
		a.screen.quiet = true // nobody reads the answer any more
		a.close(statusFailed)
	case view.Turn != engine.TurnIdle || len(view.Queued) > 0:
	case failed(view.Messages):
		a.tellSignIn(s)
		a.close(statusFailed)
	default:
		a.next()
	}
}

func (a *asking) view(s *engine.Snapshot) engine.ConversationView {
	for _, c := range s.Conversations {
		if c.Key == a.key {
			return c
		}
	}
	return engine.ConversationView{}
}

// tellLoop says once that the agent goes round in circles.
func (a *asking) tellLoop(view engine.ConversationView) {
	was := a.looping
	a.looping = view.Failures.Warn || view.Repeats.Warn
	if was || !a.looping {
		return
	}
	streak, said := view.Repeats, a.words.Repeating(view.Agent, view.Repeats)
	if view.Failures.Warn {
		streak, said = view.Failures, a.words.Looping(view.Agent, view.Failures)
	}
	a.screen.note(said)
	a.screen.note("  " + a.words.LastOf(streak))
}

// tellSignIn says how to sign in, when that is what the agent wants.
func (a *asking) tellSignIn(s *engine.Snapshot) {
	for _, v := range s.Agents {
		if v.Name != a.screen.agent {
			continue
		}
		for _, m := range v.SignIn {
			way := cmp.Or(a.words.SignInElsewhere(m), a.words.SignInInWindow(m))
			a.screen.note("  " + way)
		}
	}
}

// failed tells whether the last message was not answered: the agent failed, or
// refused, or stopped by itself.
func failed(messages []*conversation.Message) bool {
	for _, m := range slices.Backward(messages) {
		switch {
		case m.Failure != nil, m.State == conversation.NotSent, m.Stop == "refusal", m.Stop == "cancelled":
			return true
		case m.Role == conversation.User:
			return false
		}
	}
	return false
}

// next sends the next text; after the last one it ends the conversation.
func (a *asking) next() {
	if a.sent == len(a.args.texts) {
		a.close(statusOK)
		return
	}
	text := a.args.texts[a.sent]
	a.sent++
	if !a.engine.Send(a.key, text) {
		a.close(statusFailed) // the engine is closing
	}
}

// close ends the engine: politely, or at once when it is ending already.
func (a *asking) close(status int) {
	if !a.closing {
		a.status = status
	}
	a.closing = true
	a.engine.Close()
}

// finish shows what came last.
func (a *asking) finish() int {
	view := a.view(a.engine.Snapshot())
	a.screen.show(view.Messages)
	err := a.screen.end()
	if a.args.json {
		err = writeDocument(a.env.Stdout, view, a.words)
	}
	return cmp.Or(a.status, a.env.printed(err, a.words))
}
