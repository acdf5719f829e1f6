package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/engine/keep"
)

// A walk does what bytes say: commands of the engine in any order, to agents
// that behave in any way, and checks after each step what always holds.
type walk struct {
	*lab
	world *world
	moves []byte
	path  []string // what was done, for the report

	names   []string
	number  int // of the last message sent
	typed   map[conversation.Key]map[string]int
	version uint64
	last    *Snapshot
	kept    []keptSnapshot
}

type keptSnapshot struct {
	s    *Snapshot
	text string
}

func (w *walk) next() int {
	if len(w.moves) == 0 {
		return 0
	}
	m := w.moves[0]
	w.moves = w.moves[1:]
	return int(m)
}

func (w *walk) key() conversation.Key { return conversation.KeyOf(w.name()) }
func (w *walk) name() string          { return w.names[w.next()%len(w.names)] }

// steps are the commands, and time that passes.
var steps = []struct {
	name string
	do   func(w *walk)
}{
	{"send", (*walk).send},
	{"send", (*walk).send},
	{"send", (*walk).send},
	{"send", (*walk).send},
	{"settle", (*walk).settle},
	{"settle", (*walk).settle},
	{"second", func(*walk) { time.Sleep(time.Second) }},
	{"minute", func(*walk) { time.Sleep(time.Minute) }},
	{"idle", func(*walk) { time.Sleep(11 * time.Minute) }},
	{"cancel", func(w *walk) { w.Cancel(w.key()) }},
	{"answer", (*walk).answer},
	{"answer", (*walk).answer},
	{"fill", (*walk).fill},
	{"edit", (*walk).edit},
	{"remove", (*walk).remove},
	{"again", (*walk).again},
	{"takeback", (*walk).takeBack},
	{"new", func(w *walk) { w.NewConversation(w.key()) }},
	{"stop", func(w *walk) { w.StopAgent(w.name()) }},
	{"restart", func(w *walk) { w.RestartAgent(w.name()) }},
	{"signin", func(w *walk) { w.SignIn(w.name(), "web") }},
	{"close", func(w *walk) {
		if w.next()%4 == 0 {
			w.moves = nil // the end comes in the middle of something
		}
	}},
	{"mode", func(w *walk) { w.SetMode(w.key(), []string{"a", "b"}[w.next()%2]) }},
	{"configure", (*walk).configure},
	{"proceed", func(w *walk) { w.Proceed(w.key(), []string{"", "", "a"}[w.next()%3]) }},
	{"hold", func(w *walk) { k, q := w.queued(); w.HoldQueued(k, q.ID, w.next()%2 == 0) }},
	{"option", func(w *walk) { w.SetOption(w.key(), "model", quoted([]string{"a", "b"}[w.next()%2])) }},
	{"giveback", func(w *walk) { w.GiveBack(w.key(), uint64(w.next()), w.next()%2 == 0) }},
}

// settle waits until nothing moves but time, and compares what the engine
// shows with what the agents know.
func (w *walk) settle() {
	synctest.Wait()
	s := w.Snapshot()
	w.world.mu.Lock()
	defer w.world.mu.Unlock()
	if open := w.world.asked - w.world.answered; open != len(s.Permissions)+len(s.Forms) {
		w.t.Errorf("%d permission requests and forms are open, %d are shown", open, len(s.Permissions)+len(s.Forms))
	}
	for _, v := range s.Conversations {
		for i, m := range v.Messages {
			text, _ := m.Typed()
			number, _ := parse(text)
			answering := v.Turn != TurnIdle && !slices.ContainsFunc(v.Messages[i+1:], sentByPerson)
			if sentByPerson(m) && !answering && w.world.received[number] == 0 && !brokenOff(v.Messages[i+1:]) {
				w.t.Errorf("%s: message %d is shown as sent, and no agent got it", v.Key, number)
			}
		}
		w.checkStopped(v)
	}
}

// brokenOff tells whether the answer says itself that it is none: the process
// ended, and nobody knows whether it had read the message.
func brokenOff(below []*conversation.Message) bool {
	for _, m := range below {
		if m.Role == conversation.Agent {
			return m.Failure != nil || m.Stop == acp.Cancelled
		}
	}
	return false
}

func sentByPerson(m *conversation.Message) bool {
	return m.Role == conversation.User && m.State != conversation.NotSent
}

// checkStopped: an agent was told to stop exactly when the person said so.
func (w *walk) checkStopped(v ConversationView) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Engine.mu.Lock()
	session := w.state.conversation(v.Key).session
	w.Engine.mu.Unlock()
	for k, ctx := range w.world.busy {
		if k.id == session && v.Turn != TurnIdle && (ctx.Err() != nil) != (v.Turn == TurnStopping) {
			w.t.Errorf("%s: turn %v, and the agent was told %v", v.Key, v.Turn, context.Cause(ctx))
		}
	}
}

func (w *walk) send() {
	k := w.key()
	w.number++
	text := fmt.Sprintf("%d %s", w.number, behaviours[w.next()%len(behaviours)].name)
	w.world.sent(w.number)
	if w.Send(k, text) {
		w.typed[k][text]++
	}
}

func (w *world) sent(number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sends[number]++
}

func (w *walk) answer() {
	p := w.Snapshot().Permissions
	if len(p) == 0 {
		return
	}
	one := p[w.next()%len(p)]
	option := []conversation.PermissionOptionID{"yes", "no", "", "maybe"}[w.next()%4]
	first, second := w.Answer(one.ID, option), w.Answer(one.ID, option)
	if second || first && option == "maybe" {
		w.t.Errorf("answer %q: %v, then %v", option, first, second)
	}
}

// fill answers a form: as it wants, with a fault, or not at all.
func (w *walk) fill() {
	f := w.Snapshot().Forms
	if len(f) == 0 {
		return
	}
	one := f[w.next()%len(f)]
	how := w.next() % 3
	if how == 0 {
		if w.DeclineForm(one.ID); w.DeclineForm(one.ID) {
			w.t.Error("a form was declined twice")
		}
		return
	}
	input := []conversation.FormInput{{Text: []string{"", "Ann"}[how-1]}}
	faults, first := w.FillForm(one.ID, input)
	_, second := w.FillForm(one.ID, input)
	if shown := slices.ContainsFunc(w.Snapshot().Forms, func(f FormView) bool { return f.ID == one.ID }); faults == nil && !first && !shown {
		return // its agent went before the answer
	}
	if second || first != (how == 2) || faults[0] != []conversation.FormFault{conversation.FormMissing, conversation.FormSound}[how-1] {
		w.t.Errorf("a form took %v: %v, then %v", input, first, second)
	}
}

// queued picks one of the queued messages.
func (w *walk) queued() (k conversation.Key, q Queued) {
	k = w.key()
	if list := viewOf(w.Snapshot(), k).Queued; len(list) > 0 {
		q = list[w.next()%len(list)]
	}
	return k, q
}

func (w *walk) edit() {
	k, q := w.queued()
	text := q.Text + " edited"
	if w.EditQueued(k, q.ID, text) {
		w.typed[k][q.Text]--
		w.typed[k][text]++
	}
}

func (w *walk) remove() {
	if k, q := w.queued(); w.RemoveQueued(k, q.ID) {
		w.typed[k][q.Text]--
	}
}

// unsent picks one of the messages that were not sent.
func (w *walk) unsent() (k conversation.Key, id conversation.MessageID, text string) {
	k = w.key()
	var list []*conversation.Message
	for _, m := range viewOf(w.Snapshot(), k).Messages {
		if m.State == conversation.NotSent {
			list = append(list, m)
		}
	}
	if len(list) > 0 {
		m := list[w.next()%len(list)]
		id = m.ID
		text, _ = m.Typed()
	}
	return k, id, text
}

func (w *walk) again() {
	k, id, text := w.unsent()
	number, _ := parse(text)
	w.world.sent(number)
	w.SendAgain(k, id)
}

func (w *walk) takeBack() {
	if k, id, text := w.unsent(); w.TakeBack(k, id) {
		w.typed[k][text]--
	}
}

// configure leaves an agent out, or lets fewer run.
func (w *walk) configure() {
	c := agents(w.names...)
	n := w.next()
	if out := n % (2 * len(c.Agents)); out < len(c.Agents) {
		c.Agents = slices.Delete(c.Agents, out, out+1)
	}
	c.Limits.RunningAgents = 1 + n%3
	if n%5 == 0 {
		for i := range c.Agents {
			c.Agents[i].Args = []string{fmt.Sprint(n)}
		}
	}
	w.Configure(c)
}

// run walks until the moves are done, ends the engine, and looks back.
func (w *walk) run() {
	for len(w.moves) > 0 && !w.t.Failed() {
		s := steps[w.next()%len(steps)]
		w.path = append(w.path, s.name)
		s.do(w)
		w.check()
	}
	w.Configure(agents(w.names...))
	w.Close()
	<-w.Done()
	w.check()
	w.checkEnd()
	if w.t.Failed() {
		w.t.Logf("path: %s", strings.Join(w.path, " "))
	}
}

// check is what holds at any moment.
func (w *walk) check() {
	s := w.Snapshot()
	if s.Version < w.version || s.Version == w.version && w.last != nil && s != w.last {
		w.t.Errorf("version %d after %d", s.Version, w.version)
	}
	w.version, w.last = s.Version, s
	versions := map[uint64]bool{}
	for _, v := range s.Conversations {
		if v.Turn == TurnIdle && len(v.Queued) > 0 && !v.Queued[0].Held {
			w.t.Errorf("%s: idle with %d queued", v.Key, len(v.Queued))
		}
		for _, m := range v.Messages {
			if versions[m.Version] {
				w.t.Errorf("version %d twice", m.Version)
			}
			versions[m.Version] = true
			if m.State == conversation.Streaming && v.Turn == TurnIdle {
				w.t.Errorf("message %d streams while nothing runs", m.ID)
			}
		}
	}
	w.checkTyped(s)
	if len(w.kept) < 200 {
		w.kept = append(w.kept, keptSnapshot{s, dumpAll(s)})
	}
}

// checkTyped finds each message that was typed once, in the log or the queue.
func (w *walk) checkTyped(s *Snapshot) {
	for k, want := range w.typed {
		got := map[string]int{}
		v := viewOf(s, k)
		for _, m := range v.Messages {
			if m.Role == conversation.User {
				text, _ := m.Typed()
				got[text]++
			}
		}
		for _, q := range v.Queued {
			got[q.Text]++
		}
		for text, n := range want {
			if got[text] != n {
				w.t.Errorf("%s: %q is there %d times, want %d", k, text, got[text], n)
			}
		}
	}
}

// dumpAll writes a whole snapshot.
func dumpAll(s *Snapshot) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %v %v\n", s.Version, len(s.Permissions), s.Closing, s.Closed)
	for _, v := range s.Conversations {
		b.WriteString(dump(v))
		for _, m := range v.Messages {
			fmt.Fprintf(&b, " %d.%d", m.ID, m.Version)
		}
	}
	return b.String()
}

// checkEnd is what holds when everything has ended.
func (w *walk) checkEnd() {
	s := w.Snapshot()
	if n := len(s.Permissions) + len(s.Forms); n > 0 {
		w.t.Errorf("%d permissions and forms are left", n)
	}
	for _, v := range s.Conversations {
		if v.Turn != TurnIdle || len(v.Queued) > 0 {
			w.t.Errorf("%s: turn %v, %d queued", v.Key, v.Turn, len(v.Queued))
		}
		w.checkAnswers(v)
	}
	for _, k := range w.kept {
		if dumpAll(k.s) != k.text {
			w.t.Errorf("snapshot %d changed after it was given out", k.s.Version)
		}
	}
	w.world.mu.Lock()
	defer w.world.mu.Unlock()
	if w.world.asked != w.world.answered {
		w.t.Errorf("%d permission requests, %d answered", w.world.asked, w.world.answered)
	}
}

// checkAnswers finds, below each message, what the agent said to it, whole
// when it ended its turn, and nothing twice.
func (w *walk) checkAnswers(v ConversationView) {
	number, behaviour, said := 0, 0, ""
	for _, m := range v.Messages {
		switch {
		case m.Role == conversation.User && m.State != conversation.NotSent:
			text, _ := m.Typed()
			number, behaviour = parse(text)
			said = ""
			continue
		case m.Role != conversation.Agent:
			continue
		}
		for _, p := range m.Parts {
			if t, ok := p.(conversation.Text); ok {
				said += t.Markdown
			}
		}
		var whole string
		for i := range 10 {
			whole += fmt.Sprintf("<%d.%d>", number, i)
		}
		if !strings.HasPrefix(whole, said) {
			w.t.Errorf("%s: message %d is answered %q", v.Key, number, said)
		}
		if m.Stop == acp.EndTurn && strings.Count(said, "<") < behaviours[behaviour].tokens {
			w.t.Errorf("%s: the answer to %d (%s) lost something: %q", v.Key, number, behaviours[behaviour].name, said)
		}
	}
}

// walkThrough runs one walk in fake time.
func walkThrough(t *testing.T, names []string, moves []byte) {
	synctest.Test(t, func(t *testing.T) {
		wo := &world{t: t, received: map[int]int{}, sends: map[int]int{}, busy: map[sessionOf]context.Context{}, sessions: map[acp.SessionID]bool{}}
		if len(moves) > 0 {
			wo.seed = moves[0]
		}
		w := &walk{world: wo, moves: moves, names: names, typed: map[conversation.Key]map[string]int{}}
		for _, n := range names {
			w.typed[conversation.KeyOf(n)] = map[string]int{}
		}
		c := agents(names...)
		c.KeepCopies = time.Hour
		w.lab = &lab{t: t, starts: map[string]int{}, script: wo.script}
		w.Engine = New(Options{Config: c, Start: w.start, Confirm: true, Forms: true, Journal: journal.New(t.TempDir(), 0), Copies: keep.Store{Dir: t.TempDir()}})
		w.run()
	})
}

// moves makes the bytes of a walk.
func moves(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestWalk(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { walkThrough(t, []string{"a", "b"}, moves(seed, 200)) })
	}
}

func FuzzWalk(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(moves(seed, 100))
	}
	f.Fuzz(func(t *testing.T, moves []byte) {
		walkThrough(t, []string{"a", "b"}, moves[:min(len(moves), 1000)])
	})
}
