package acptest

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// A Player is an agent that replays a transcript. Each line of the recorded
// agent is sent once our side has sent what the recording client had sent
// before it: the same method, or the answer to the same request. The ids of
// our requests need not be the recorded ones. Messages may come in another
// order. A request that the recording does not hold is answered with "method
// not found". Play is its [Script].
type Player struct {
	Transcript Transcript
	// Skip names methods that our side does not send: the player does not
	// wait for them, and leaves out their responses.
	Skip []string
	// ReceivingOnly sends all lines of the agent at once and waits for nothing.
	ReceivingOnly bool

	mu      sync.Mutex
	sent    []Sent
	err     error
	leftOut int
}

// Sent is what our side sent until now, in order; compare it with
// [Transcript.Sent].
func (p *Player) Sent() []Sent {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.sent)
}

// Err tells where the replay stopped before its end; nil when it did not.
func (p *Player) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// LeftOut counts the lines that were too long to be recorded.
func (p *Player) LeftOut() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.leftOut
}

// Play replays the transcript and returns where the recorded agent exited, or
// when our side has closed the stream.
func (p *Player) Play(rwc io.ReadWriteCloser) {
	r := &replay{Player: p, wire: NewWire(rwc), ids: map[string]jsontext.Value{}, asked: map[string]string{}}
	err := r.run()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

// replay is one run of a Player.
type replay struct {
	*Player
	wire    *Wire
	at      int                       // the entry being played
	ids     map[string]jsontext.Value // recorded ids of the client's requests to ours
	asked   map[string]string         // the agent's requests: raw id to method
	waiting []Message                 // read before the recording came to them
	drained bool                      // our side ended the stream where the recording client did
}

// run plays to the recorded exit. Once our side has ended the stream, what the
// recorded agent still said may find nobody.
func (r *replay) run() error {
	for i, e := range r.Transcript.Entries {
		r.at = i
		if err := r.step(e); err != nil && !r.drained {
			return fmt.Errorf("%s, line %d: %w", r.Transcript.Name, i+1, err)
		}
		if e.Event == "exit" {
			return nil
		}
	}
	return nil
}

func (r *replay) step(e Entry) error {
	switch {
	case e.Dir == "a2c":
		return r.say(e)
	case e.Dir == "c2a" && e.Msg != nil && !r.ReceivingOnly:
		return r.await(e.message())
	case e.Event == "closing stdin", e.Event == "sending SIGTERM":
		r.drain()
	}
	return nil
}

// say sends a line of the agent, with our own id if it is a response.
func (r *replay) say(e Entry) error {
	if e.truncated() {
		r.mu.Lock()
		r.leftOut++
		r.mu.Unlock()
		return nil
	}
	m := e.message()
	switch {
	case e.Msg == nil:
		return r.wire.Line("%s", e.Raw)
	case m.Method != "" && m.ID != nil:
		r.asked[string(m.ID)] = m.Method
	case m.Method == "" && m.ID != nil && !r.ReceivingOnly:
		id, ok := r.ids[string(m.ID)]
		if !ok {
			return nil // the response to a request of Skip
		}
		return r.respond(id, m)
	}
	return r.wire.Line("%s", e.Msg)
}

func (r *replay) respond(id jsontext.Value, m Message) error {
	if m.Error != nil {
		return r.wire.Line(`{"jsonrpc":"2.0","id":%s,"error":%s}`, id, m.Error)
	}
	return r.wire.Line(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, m.Result)
}

// await reads until our side has sent what the recording client sent.
func (r *replay) await(want Message) error {
	if slices.Contains(r.Skip, want.Method) {
		return nil
	}
	for {
		if i := slices.IndexFunc(r.waiting, func(m Message) bool { return same(m, want) }); i >= 0 {
			if want.Method != "" && want.ID != nil {
				r.ids[string(want.ID)] = r.waiting[i].ID
			}
			r.waiting = slices.Delete(r.waiting, i, i+1)
			return nil
		}
		if err := r.read(); err != nil {
			return fmt.Errorf("waiting for %s: %w", name(want), err)
		}
	}
}

// same tells whether a message of ours stands for the recorded one.
func same(m, want Message) bool {
	if want.Method == "" {
		return m.Method == "" && string(m.ID) == string(want.ID)
	}
	return m.Method == want.Method && (m.ID == nil) == (want.ID == nil)
}

func name(m Message) string {
	if m.Method == "" {
		return "the answer to request " + string(m.ID)
	}
	return m.Method
}

// read takes one message of ours.
func (r *replay) read() error {
	m, err := r.wire.Read()
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.sent = append(r.sent, sentOf(m, r.asked))
	r.mu.Unlock()
	if m.Method != "" && m.ID != nil && !r.comes(m) {
		return r.wire.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, m.ID)
	}
	r.waiting = append(r.waiting, m)
	return nil
}

// comes tells whether the recording holds this request from here on.
func (r *replay) comes(m Message) bool {
	return slices.ContainsFunc(r.Transcript.Entries[r.at:], func(e Entry) bool {
		return e.Dir == "c2a" && same(m, e.message())
	})
}

// drain reads until our side ends the stream.
func (r *replay) drain() {
	for r.read() == nil {
	}
	r.drained = true
}
