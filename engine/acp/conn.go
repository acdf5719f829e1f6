package acp

import (
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Handler takes what an agent sends by itself. The connection's reader calls
// it, in the order of the stream and never twice at a time, and reads nothing
// more until it returns: so no method may wait, nor call a method of the Conn
// that does.
type Handler interface {
	// SessionUpdate takes one change of a session. It may come before the
	// response that names the session, after the response that ends the turn,
	// and with no turn at all: keeping updates of a session that is not known
	// yet is the Handler's part.
	SessionUpdate(SessionNotification)
	// RequestPermission asks the person. reply may be called once, at any
	// time, from any goroutine, and never waits; calls after the first, after
	// PermissionWithdrawn or after the end of the stream have no effect.
	RequestPermission(req PermissionRequest, reply func(Outcome))
	// PermissionWithdrawn says that the agent no longer asks: call is the
	// request's Call. The request is answered already.
	PermissionWithdrawn(call uint64)
	// Unsupported says that the agent called a method of ACP which this
	// client does not have; it was answered so. session may be empty.
	Unsupported(method string, session SessionID)
	// Trouble takes what is for the log: *LongLineError, *BadLineError,
	// *StrayResponseError, and *WriteError, which comes from the writer.
	Trouble(err error)
}

// A Conn is the client's side of a connection with one agent process. Its
// methods may be called from any goroutine.
type Conn struct {
	*peer
	h       Handler
	fast    fastLine // the reader's, reused
	lastAsk uint64   // the reader's: counts what the agent asked the person
	made    time.Time
	active  atomic.Int64  // when LastActive is, after made
	settled chan struct{} // see Settled

	askMu   sync.Mutex
	asks    map[uint64]ask // what the person has not answered, by Call
	unknown map[string]int // see Unknown

	late map[SessionID]chan answer // under the peer's lock: see lateAnswer
}

// An ask is a request of the agent that waits for the person.
type ask struct {
	id        jsontext.Value // raw
	withdrawn func(call uint64)
}

// NewConn speaks ACP with the agent at the other end of rwc, which it closes
// at the end of the stream. It starts a reader and a writer, which end with
// the stream or with Close; Done tells when both did.
func NewConn(rwc io.ReadWriteCloser, h Handler, o ConnOptions) *Conn {
	c := newConn(rwc, h, o)
	go c.write()
	go c.run()
	return c
}

func newConn(rwc io.ReadWriteCloser, h Handler, o ConnOptions) *Conn {
	return &Conn{peer: newPeer(rwc, "a2c", "c2a", h.Trouble, o), h: h, made: time.Now(), settled: make(chan struct{}, 1),
		asks: map[uint64]ask{}, unknown: map[string]int{}, late: map[SessionID]chan answer{}}
}

func (c *Conn) run() {
	c.read(c.line)
	c.writer.end()
	c.Close() // an agent without an output is no use; it also frees a writer that waits
	<-c.writer.done
	c.end() // after the writer failed the calls that it could not write: these did not reach the agent
	close(c.done)
}

// line applies one line. Almost all are updates that stream by, so these are
// decoded in one pass; anything else, and what does not fit, the lenient way.
func (c *Conn) line(b []byte) {
	if n, ok := c.fast.decode(b); ok {
		c.works()
		c.h.SessionUpdate(n)
		return
	}
	var m message
	if err := m.parse(b); err != nil {
		c.h.Trouble(badLine(b, err))
		return
	}
	switch {
	case m.Method == "":
		c.response(&m)
	case m.noID():
		c.notification(&m)
	default:
		c.request(&m)
	}
}

func (c *Conn) notification(m *message) {
	switch m.Method {
	case methodUpdate:
		c.update(m)
	case methodCancelRequest:
		c.withdraw(decode[cancelRequestParams](m.Params).RequestID)
	default:
		c.count(m.Method)
	}
}

func (c *Conn) update(m *message) {
	n, err := decodeNotification(m.Params)
	if err != nil {
		c.h.Trouble(badLine(m.Params, err))
		return
	}
	if n.Update.Raw != nil && n.Update.Kind != CompactionUpdate {
		c.count("session/update " + string(n.Update.Kind))
	}
	c.works()
	c.h.SessionUpdate(n)
}

func (c *Conn) request(m *message) {
	var err error
	forms, hasForms := c.h.(Elicitor)
	switch {
	case m.Method == methodRequestPermission:
		err = c.requestPermission(m)
	case m.Method == methodElicit && hasForms:
		err = c.elicit(m, forms)
	default:
		c.notOffered(m)
		err = methodNotFound(m.Method)
	}
	if err != nil {
		c.reply(m.ID, nil, err)
	}
}

// notOffered tells the Handler of ACP's own methods, which an agent should not
// have called; vendors' methods are only counted.
func (c *Conn) notOffered(m *message) {
	for _, prefix := range []string{"fs/", "terminal/", "elicitation/"} {
		if strings.HasPrefix(m.Method, prefix) {
			c.h.Unsupported(m.Method, decode[sessionParams](m.Params).SessionID)
			return
		}
	}
	c.count(m.Method)
}

func (c *Conn) requestPermission(m *message) error {
	req, err := decodePermission(m.Params)
	if err != nil {
		c.h.Trouble(badLine(m.Params, err))
		return err
	}
	req.Call = c.ask(m.ID, c.h.PermissionWithdrawn)
	c.h.RequestPermission(req, func(o Outcome) { c.answer(req.Call, permissionResponse{outcomeOf(o)}) })
	return nil
}

func (c *Conn) elicit(m *message, forms Elicitor) error {
	req, err := decodeElicitation(m.Params)
	if err != nil {
		c.h.Trouble(badLine(m.Params, err))
		return err
	}
	req.Call = c.ask(m.ID, forms.ElicitationWithdrawn)
	forms.Elicit(req, func(a ElicitationAnswer) {
		if a.Action == "" {
			a.Action = ElicitationCancel
		}
		c.answer(req.Call, a)
	})
	return nil
}

// ask keeps the request until it is answered or withdrawn.
func (c *Conn) ask(id jsontext.Value, withdrawn func(uint64)) (call uint64) {
	c.lastAsk++
	c.askMu.Lock()
	defer c.askMu.Unlock()
	c.asks[c.lastAsk] = ask{id, withdrawn}
	return c.lastAsk
}

// answer sends the person's answer, if it is the first.
func (c *Conn) answer(call uint64, result any) {
	c.askMu.Lock()
	a, waits := c.asks[call]
	c.settleLocked(call)
	c.askMu.Unlock()
	if waits {
		c.reply(a.id, result, nil)
	}
}

// settleLocked forgets a request: the agent goes on.
func (c *Conn) settleLocked(call uint64) {
	c.works()
	delete(c.asks, call)
	if len(c.asks) == 0 {
		select {
		case c.settled <- struct{}{}:
		default:
		}
	}
}

// Asking tells whether the person has something of the agent's to answer.
func (c *Conn) Asking() bool {
	c.askMu.Lock()
	defer c.askMu.Unlock()
	return len(c.asks) > 0
}

// Settled is given a value when Asking becomes false. It holds one; there is
// one receiver.
func (c *Conn) Settled() <-chan struct{} { return c.settled }

// LastActive is when the agent last told of its work, by an update of a session,
// or was answered by the person. Before the first it is when the Conn was made.
func (c *Conn) LastActive() time.Time { return c.made.Add(time.Duration(c.active.Load())) }

func (c *Conn) works() { c.active.Store(int64(time.Since(c.made))) }

// withdraw ends the request of the agent's id; of several with the same id,
// as agents restart their ids, the latest.
func (c *Conn) withdraw(id jsontext.Value) {
	var call uint64
	c.askMu.Lock()
	for n, a := range c.asks {
		if string(a.id) == string(id) {
			call = max(call, n)
		}
	}
	a := c.asks[call]
	c.settleLocked(call)
	c.askMu.Unlock()
	if call != 0 {
		c.reply(id, nil, &AgentError{Code: CodeCancelled, Message: "Request cancelled"})
		a.withdrawn(call)
	}
}

// Unknown counts what the agent sent that this client does not know: vendors'
// notifications and requests by method, updates by kind. Nothing of it is lost
// to the Handler: an unknown update is delivered with its Raw.
func (c *Conn) Unknown() map[string]int {
	c.askMu.Lock()
	defer c.askMu.Unlock()
	counts := make(map[string]int, len(c.unknown))
	for k, n := range c.unknown {
		counts[k] = n
	}
	return counts
}

func (c *Conn) count(what string) {
	c.askMu.Lock()
	defer c.askMu.Unlock()
	if _, known := c.unknown[what]; known || len(c.unknown) < 100 {
		c.unknown[what]++
	}
}

// Initialize opens the connection and says who we are and what we can do:
// nothing that Sidekicks does not have. Forms are declared if the Handler is
// an [Elicitor].
// Source: https://agentclientprotocol.com/protocol/initialization
func (c *Conn) Initialize(ctx context.Context, client Implementation) (InitializeResponse, error) {
	_, forms := c.h.(Elicitor)
	raw, err := c.call(ctx, methodInitialize, initializeParams{
		ProtocolVersion: ProtocolVersion, Capabilities: clientCapabilities(forms), Client: client})
	return decodeInitialize(raw), err
}

// Authenticate signs in by one of the agent's methods. It may take as long as
// the person does.
func (c *Conn) Authenticate(ctx context.Context, methodID string) error {
	_, err := c.call(ctx, methodAuthenticate, authenticateParams{methodID})
	return err
}

// NewSession makes a session that works in the folder cwd, an absolute path.
// mcp is the configuration's mcp_servers, a JSON array, or nil.
// Source: https://agentclientprotocol.com/protocol/session-setup
func (c *Conn) NewSession(ctx context.Context, cwd string, mcp jsontext.Value) (SessionResponse, error) {
	raw, err := c.call(ctx, methodNewSession, sessionParams{Cwd: cwd, MCPServers: servers(mcp)})
	return decodeSession(raw), err
}

// LoadSession takes an earlier session up again; the agent sends its whole
// history as updates before the response. then takes that in the order of the
// stream, under the rules of a Handler; it is not called when ctx ended before.
// The session is not asked for again before that call was answered all the same.
func (c *Conn) LoadSession(ctx context.Context, id SessionID, cwd string, mcp jsontext.Value, then func(SessionResponse, error)) error {
	return c.sessionAgain(ctx, methodLoadSession, sessionParams{SessionID: id, Cwd: cwd, MCPServers: servers(mcp)}, then)
}

// ResumeSession takes an earlier session up again without its history, as
// LoadSession does.
func (c *Conn) ResumeSession(ctx context.Context, id SessionID, cwd string, mcp jsontext.Value, then func(SessionResponse, error)) error {
	return c.sessionAgain(ctx, methodResumeSession, sessionParams{SessionID: id, Cwd: cwd, MCPServers: servers(mcp)}, then)
}

func (c *Conn) sessionAgain(ctx context.Context, method string, p sessionParams, then func(SessionResponse, error)) error {
	if err := c.lateAnswer(ctx, p.SessionID); err != nil {
		return err
	}
	n, call, err := c.start(method, p, func(a answer) { then(decodeSession(a.result), a.err) })
	if err != nil {
		return err
	}
	_, err = c.await(ctx, n, call)
	c.mu.Lock()
	defer c.mu.Unlock()
	if call.abandoned {
		c.late[p.SessionID] = call.answer
	}
	return err
}

// lateAnswer waits for the answer to an earlier call that took the session up
// again and was given up: until it comes the agent may still tell the past.
func (c *Conn) lateAnswer(ctx context.Context, id SessionID) error {
	c.mu.Lock()
	late := c.late[id]
	c.mu.Unlock()
	if late == nil {
		return nil
	}
	select {
	case <-late:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.late, id)
	return nil
}

func servers(mcp jsontext.Value) jsontext.Value {
	if len(mcp) == 0 {
		return jsontext.Value("[]")
	}
	return mcp
}

// CloseSession frees what the agent holds for a session. It does not wait; done
// is told how it went, as in SetMode.
func (c *Conn) CloseSession(id SessionID, done func(error)) error {
	return c.begin(methodCloseSession, sessionParams{SessionID: id}, func(a answer) { done(a.err) })
}

// begin sends a request that nobody waits for.
func (c *Conn) begin(method string, params any, then func(answer)) error {
	_, _, err := c.start(method, params, then)
	return err
}

// Prompt sends a message and waits for the end of the turn, which has no
// deadline: to stop it use Cancel and keep waiting. Its context is for giving
// up on the answer, which loses the stop reason.
// Source: https://agentclientprotocol.com/protocol/prompt-turn
func (c *Conn) Prompt(ctx context.Context, id SessionID, prompt []ContentBlock) (PromptResponse, error) {
	p, err := c.NewPrompt(id, prompt)
	if err == nil {
		err = p.Send()
	}
	if err != nil {
		return PromptResponse{}, err
	}
	return p.Wait(ctx)
}

// A Prompt is a message on its way: made ready, which takes the longer the
// larger it is, then sent, then waited for.
type Prompt struct {
	conn    *Conn
	request request
}

// NewPrompt makes a message ready to be sent.
func (c *Conn) NewPrompt(id SessionID, prompt []ContentBlock) (*Prompt, error) {
	r, err := c.ready(methodPrompt, PromptRequest{SessionID: id, Prompt: prompt}, nil)
	return &Prompt{c, r}, err
}

// Send puts the message in the writer's queue, so that a Cancel cannot overtake
// it. It returns at once, and may be called once.
func (p *Prompt) Send() error { return p.conn.launch(p.request) }

// Wait waits for the end of the turn, as Conn.Prompt does. It may be called
// once, after Send.
func (p *Prompt) Wait(ctx context.Context) (PromptResponse, error) {
	raw, err := p.conn.await(ctx, p.request.id, p.request.call)
	return decode[PromptResponse](raw), err
}

// Cancel asks the agent to end the session's turn. It does not wait: Prompt
// returns when the agent did. Source: prompt-turn#cancellation
func (c *Conn) Cancel(id SessionID) {
	c.notify(methodCancel, sessionParams{SessionID: id})
}

// SetMode changes the session's mode, for all that is sent after it. It does not
// wait: done is called once, in the order of the stream and under the rules of a
// Handler, or when the stream ends; not when SetMode itself fails. Some agents
// tell the new mode only by an update.
func (c *Conn) SetMode(id SessionID, mode SessionModeID, done func(error)) error {
	return c.begin(methodSetMode, SetModeRequest{SessionID: id, ModeID: mode}, func(a answer) { done(a.err) })
}

// SetConfigOption changes one option of the session, value being a JSON string
// or boolean, as SetMode does. done is given all options as they are then; nil
// when the agent leaves them out.
func (c *Conn) SetConfigOption(id SessionID, optionID string, value jsontext.Value, done func([]ConfigOption, error)) error {
	p := SetConfigOptionRequest{SessionID: id, OptionID: optionID, Value: value}
	if k := value.Kind(); k == 't' || k == 'f' {
		p.Type = "boolean"
	}
	return c.begin(methodSetConfigOption, p, func(a answer) {
		done(decodeConfigOptions(members(a.result)["configOptions"]), a.err)
	})
}
