package acp

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ConnOptions may be zero.
type ConnOptions struct {
	// Trace is given every line of the wire, without its newline and with
	// secrets replaced; dir is "c2a" (client to agent) or "a2c". It is called
	// by the reader and by the writer, at the same time, and may not keep the line.
	Trace func(dir string, line []byte)
}

// A peer is what both sides of a connection have in common: one reader, one
// writer, the calls that wait for their answer, and the last lines for Details.
type peer struct {
	rwc      io.ReadWriteCloser
	in, out  string // Trace's dir of what is read and written
	trace    func(dir string, line []byte)
	trouble  func(error)
	ring     ring
	writer   *writer
	closing  sync.Once
	closeErr error
	closed   atomic.Bool // by Close: a write that fails from then on is no trouble
	done     chan struct{}

	handling sync.Mutex // held while the handler is called, so that it is called by one at a time

	mu     sync.Mutex
	lastID int64
	calls  map[int64]*call
	ended  error // set once: no answer can come any more
}

// A call waits for its response.
type call struct {
	method    string
	answer    chan answer  // holds one
	then      func(answer) // or nil: takes the answer before anything is read after it
	abandoned bool         // nobody waits: its context ended
}

// give answers the call, unless nobody wants it any more.
func (c *call) give(a answer) {
	if c.then != nil && !c.abandoned {
		c.then(a)
	}
	c.answer <- a
}

type answer struct {
	result jsontext.Value
	err    error
}

func newPeer(rwc io.ReadWriteCloser, in, out string, trouble func(error), o ConnOptions) *peer {
	p := &peer{rwc: rwc, in: in, out: out, trace: o.Trace, trouble: trouble,
		writer: newWriter(rwc), done: make(chan struct{}), calls: map[int64]*call{}}
	p.writer.wrote = func(line []byte) { p.note(p.out, line[:len(line)-1]) }
	p.writer.failed = p.fail
	return p
}

// write is the writer's goroutine.
func (p *peer) write() {
	defer close(p.writer.done)
	if err := p.writer.run(); err != nil && !p.closed.Load() {
		p.handling.Lock()
		p.trouble(&WriteError{err})
		p.handling.Unlock()
	}
	if half, ok := p.rwc.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

// read is the reader's loop: it gives each line to handle until the stream ends.
func (p *peer) read(handle func(line []byte)) {
	l := newLines(p.rwc)
	for {
		line, err := l.next()
		var long *LongLineError
		if err != nil && !errors.As(err, &long) {
			return
		}
		p.handling.Lock()
		if long != nil {
			p.trouble(long)
		} else if len(line) > 0 {
			p.note(p.in, line)
			p.apply(line, handle)
		}
		p.handling.Unlock()
	}
}

func (p *peer) apply(line []byte, handle func([]byte)) {
	if message := fromBrace(line); message != nil {
		handle(message)
	} else {
		p.trouble(badLine(line, nil))
	}
}

// note keeps the line for Details and gives it to the trace.
func (p *peer) note(dir string, line []byte) {
	p.ring.add(dir, line)
	if p.trace != nil {
		p.trace(dir, redact(line))
	}
}

// call sends a request and waits for its response, for the end of the stream,
// or for ctx: then the other side is told, and a late response is dropped.
func (p *peer) call(ctx context.Context, method string, params any) (jsontext.Value, error) {
	id, c, err := p.start(method, params, nil)
	if err != nil {
		return nil, err
	}
	return p.await(ctx, id, c)
}

func (p *peer) await(ctx context.Context, id int64, c *call) (jsontext.Value, error) {
	select {
	case a := <-c.answer:
		return a.result, a.err
	case <-ctx.Done():
		return p.abandon(ctx, id, c)
	}
}

// start sends a request. then, unless it is nil, takes the answer.
func (p *peer) start(method string, params any, then func(answer)) (int64, *call, error) {
	r, err := p.ready(method, params, then)
	if err == nil {
		err = p.launch(r)
	}
	if err != nil {
		return 0, nil, err
	}
	return r.id, r.call, nil
}

// A request is one that only has to be queued: to encode a large one takes time.
type request struct {
	id   int64
	call *call
	line []byte
}

func (p *peer) ready(method string, params any, then func(answer)) (request, error) {
	p.mu.Lock()
	p.lastID++
	id := p.lastID
	p.mu.Unlock()
	line, err := encodeWith(message{ID: jsontext.Value(strconv.FormatInt(id, 10)), Method: method}, params)
	return request{id, &call{method: method, answer: make(chan answer, 1), then: then}, line}, err
}

// launch queues a request, and lets its answer come. It returns at once.
func (p *peer) launch(r request) error {
	p.mu.Lock()
	ended := p.ended
	if ended == nil {
		p.calls[r.id] = r.call
	}
	p.mu.Unlock()
	if ended != nil {
		return ended
	}
	err := p.writer.send(outLine{bytes: r.line, call: r.id})
	if err != nil {
		p.take(r.id)
	}
	return err
}

func (p *peer) abandon(ctx context.Context, id int64, c *call) (jsontext.Value, error) {
	p.mu.Lock()
	_, waiting := p.calls[id]
	if waiting {
		c.abandoned = true // else the reader has it, and reads this
	}
	p.mu.Unlock()
	if !waiting { // the answer came at the same moment
		a := <-c.answer
		return a.result, a.err
	}
	if c.method != methodInitialize { // whoever gives that up ends the agent, which knows nothing of cancelling yet
		p.notify(methodCancelRequest, cancelRequestParams{RequestID: jsontext.Value(strconv.FormatInt(id, 10))})
	}
	return nil, context.Cause(ctx)
}

type cancelRequestParams struct {
	RequestID jsontext.Value `json:"requestId"`
}

// notify queues a notification. The error says that it will not be written; if
// that is for the stream, the writer has told so.
func (p *peer) notify(method string, params any) error {
	line, err := encodeWith(message{Method: method}, params)
	if err != nil {
		return err
	}
	return p.writer.send(outLine{bytes: line})
}

// encodeWith makes the line of a message with params encoded into it.
func encodeWith(m message, params any) ([]byte, error) {
	raw, err := json.Marshal(params, lenientText)
	if err != nil {
		return nil, err
	}
	m.Params = raw
	return encode(m)
}

// reply answers a request of the other side; when it cannot be written, the
// writer says so.
func (p *peer) reply(id jsontext.Value, result any, err error) {
	m := message{ID: id}
	if err == nil {
		m.Result, err = json.Marshal(result, lenientText)
	}
	if err != nil {
		m.Result, m.Error = nil, quoted(errorOf(err))
	}
	if line, err := encode(m); err == nil {
		p.writer.send(outLine{bytes: line})
	}
}

// response gives the answer to the call that waits for it. The reader calls
// it, so all that was read before is applied already.
func (p *peer) response(m *message) {
	a := answer{result: m.Result}
	var failed *AgentError
	if m.Error != nil {
		failed = decodeError(m.Error)
		a.err = failed
	}
	c := p.take(callID(m.ID))
	if m.noID() && failed != nil && failed.Code != CodeMethodNotFound { // that one answers a notification
		c = p.takeOnly()
	}
	if c == nil || m.noID() {
		p.trouble(&StrayResponseError{ID: string(m.ID), Err: a.err})
	}
	if c == nil {
		return
	}
	if failed != nil {
		failed.Method = c.method
	}
	c.give(a)
}

// take removes a call; nil when there is none of that id.
func (p *peer) take(id int64) *call {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.calls[id]
	delete(p.calls, id)
	return c
}

// takeOnly removes the call that somebody waits for when it is the only one.
func (p *peer) takeOnly() *call {
	p.mu.Lock()
	defer p.mu.Unlock()
	var only int64
	for id, c := range p.calls {
		switch {
		case c.abandoned:
		case only != 0:
			return nil
		default:
			only = id
		}
	}
	c := p.calls[only]
	delete(p.calls, only)
	return c
}

func (p *peer) fail(id int64, err error) {
	if c := p.take(id); c != nil {
		p.handling.Lock()
		defer p.handling.Unlock()
		c.give(answer{err: err})
	}
}

// end fails what still waits; from here on no call can start.
func (p *peer) end() {
	p.mu.Lock()
	p.ended = ErrClosed
	calls := p.calls
	p.calls = nil
	p.mu.Unlock()
	for _, c := range calls {
		c.give(answer{err: ErrClosed})
	}
}

// Wire gives the beginning of the last 64 lines of the wire, oldest first, each
// after its direction (c2a or a2c), with secrets replaced: for Details.
func (p *peer) Wire() []string { return p.ring.texts() }

// CloseWrite ends what this side sends once all that is queued is written, if
// the stream can end one direction (a method CloseWrite() error); what the
// other side sends is still read. It does not wait.
func (p *peer) CloseWrite() { p.writer.end() }

// Done is closed when the stream has ended, all that was read is applied, and
// the calls that were left have failed with [ErrClosed].
func (p *peer) Done() <-chan struct{} { return p.done }

// Close ends both directions at once: what is queued or unread is lost. It
// does not wait; Done tells the end.
func (p *peer) Close() error {
	p.closing.Do(func() {
		p.closed.Store(true)
		p.closeErr = p.rwc.Close()
	})
	return p.closeErr
}
