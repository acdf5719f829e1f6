package acp

import (
	"context"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// An AgentHandler is what an agent does with each request of its client. A
// nil function answers that the method is not there. The requests start in
// the order of the stream, each in a goroutine of its own; ctx ends when the
// client withdraws the request, when it cancels the turn (Prompt) and with the
// stream. An *[AgentError] is answered as it is, any other as internal.
type AgentHandler struct {
	Initialize      func(ctx context.Context, c *AgentConn, client Implementation) (InitializeResponse, error)
	Authenticate    func(ctx context.Context, c *AgentConn, methodID string) error
	NewSession      func(ctx context.Context, c *AgentConn, r SessionRequest) (SessionResponse, error)
	LoadSession     func(ctx context.Context, c *AgentConn, r SessionRequest) (SessionResponse, error)
	ResumeSession   func(ctx context.Context, c *AgentConn, r SessionRequest) (SessionResponse, error)
	CloseSession    func(ctx context.Context, c *AgentConn, id SessionID) error
	SetMode         func(ctx context.Context, c *AgentConn, r SetModeRequest) error
	SetConfigOption func(ctx context.Context, c *AgentConn, r SetConfigOptionRequest) ([]ConfigOption, error)
	// Prompt answers [Cancelled] by itself when it returns ctx's error after
	// the client's session/cancel.
	Prompt func(ctx context.Context, c *AgentConn, r PromptRequest) (PromptResponse, error)
	// Cancel is told of session/cancel, by the reader, after the turn's ctx
	// ended: it may not wait.
	Cancel func(c *AgentConn, id SessionID)
	// Other answers any other request; result is marshaled.
	Other func(ctx context.Context, c *AgentConn, method string, params jsontext.Value) (result any, err error)
}

// A SessionRequest makes a session, or takes one up again by its SessionID.
type SessionRequest struct {
	SessionID  SessionID      `json:"sessionId"`
	Cwd        string         `json:"cwd"`
	MCPServers jsontext.Value `json:"mcpServers"`
}

// An AgentConn is the agent's side of a connection. Its methods may be called
// from any goroutine.
type AgentConn struct {
	*peer
	h       AgentHandler
	ctx     context.Context // ends with the stream
	stop    context.CancelCauseFunc
	serving sync.WaitGroup

	serveMu sync.Mutex
	served  map[*serving]struct{}
	forms   bool // the client said that it shows forms
}

// serving is one request of the client that is not answered yet.
type serving struct {
	id      string    // raw
	session SessionID // of a prompt
	cancel  context.CancelCauseFunc
}

// NewAgentConn serves the client at the other end of rwc. At the end of what
// the client sends, the handlers' contexts end; once they have returned and
// all answers are written, rwc is closed and Done tells it.
func NewAgentConn(rwc io.ReadWriteCloser, h AgentHandler, o ConnOptions) *AgentConn {
	c := &AgentConn{h: h, served: map[*serving]struct{}{}}
	c.peer = newPeer(rwc, "c2a", "a2c", func(error) {}, o)
	c.ctx, c.stop = context.WithCancelCause(context.Background())
	go c.write()
	go c.run()
	return c
}

func (c *AgentConn) run() {
	c.read(c.line)
	c.end()
	c.stop(ErrClosed)
	c.serving.Wait()
	c.writer.end()
	<-c.writer.done
	c.Close()
	close(c.done)
}

func (c *AgentConn) line(b []byte) {
	var m message
	if err := m.parse(b); err != nil {
		c.reply(jsontext.Value("null"), nil, &AgentError{Code: CodeParseError, Message: "Parse error"})
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

func (c *AgentConn) notification(m *message) {
	switch m.Method {
	case methodCancel:
		id := decode[sessionParams](m.Params).SessionID
		c.cancel(func(s *serving) bool { return s.session != "" && s.session == id }, errTurnCancelled)
		if c.h.Cancel != nil {
			c.h.Cancel(c, id)
		}
	case methodCancelRequest:
		id := string(decode[cancelRequestParams](m.Params).RequestID)
		c.cancel(func(s *serving) bool { return s.id == id }, errWithdrawn)
	}
}

var (
	errTurnCancelled = &AgentError{Code: CodeCancelled, Message: "Turn cancelled"}
	errWithdrawn     = &AgentError{Code: CodeCancelled, Message: "Request cancelled"}
)

func (c *AgentConn) cancel(which func(*serving) bool, cause error) {
	c.serveMu.Lock()
	defer c.serveMu.Unlock()
	for s := range c.served {
		if which(s) {
			s.cancel(cause)
		}
	}
}

// request starts one request. It is known to cancel before anything more is read.
func (c *AgentConn) request(m *message) {
	ctx, cancel := context.WithCancelCause(c.ctx)
	s := &serving{id: string(m.ID), cancel: cancel}
	if m.Method == methodPrompt {
		s.session = decode[sessionParams](m.Params).SessionID
	}
	c.serveMu.Lock()
	c.served[s] = struct{}{}
	c.serveMu.Unlock()
	c.serving.Go(func() {
		result, err := c.serve(ctx, m)
		c.serveMu.Lock()
		delete(c.served, s)
		c.serveMu.Unlock()
		c.reply(m.ID, result, err)
		cancel(nil)
	})
}

func (c *AgentConn) serve(ctx context.Context, m *message) (any, error) {
	h := &c.h
	switch {
	case m.Method == methodInitialize && h.Initialize != nil:
		p := decode[initializeParams](m.Params)
		c.serveMu.Lock()
		c.forms = p.Capabilities.Elicitation != nil
		c.serveMu.Unlock()
		r, err := h.Initialize(ctx, c, p.Client)
		return encodeInitialize(r), err
	case m.Method == methodAuthenticate && h.Authenticate != nil:
		return struct{}{}, h.Authenticate(ctx, c, decode[authenticateParams](m.Params).MethodID)
	case m.Method == methodPrompt && h.Prompt != nil:
		r, err := h.Prompt(ctx, c, decode[PromptRequest](m.Params))
		if err != nil && context.Cause(ctx) == errTurnCancelled {
			return PromptResponse{StopReason: Cancelled}, nil
		}
		return r, err
	case m.Method == methodSetMode && h.SetMode != nil:
		return struct{}{}, h.SetMode(ctx, c, decode[SetModeRequest](m.Params))
	case m.Method == methodSetConfigOption && h.SetConfigOption != nil:
		options, err := h.SetConfigOption(ctx, c, decode[SetConfigOptionRequest](m.Params))
		return configOptionsResponse{encodeConfigOptions(options)}, err
	}
	return c.serveSession(ctx, m)
}

func (c *AgentConn) serveSession(ctx context.Context, m *message) (any, error) {
	h := &c.h
	handlers := map[string]func(context.Context, *AgentConn, SessionRequest) (SessionResponse, error){
		methodNewSession: h.NewSession, methodLoadSession: h.LoadSession, methodResumeSession: h.ResumeSession}
	if open := handlers[m.Method]; open != nil {
		r, err := open(ctx, c, decode[SessionRequest](m.Params))
		return encodeSession(r), err
	}
	if m.Method == methodCloseSession && h.CloseSession != nil {
		return struct{}{}, h.CloseSession(ctx, c, decode[sessionParams](m.Params).SessionID)
	}
	if h.Other != nil {
		return h.Other(ctx, c, m.Method, m.Params)
	}
	return nil, methodNotFound(m.Method)
}

// SessionUpdate tells the client of a change. It does not wait.
func (c *AgentConn) SessionUpdate(n SessionNotification) {
	c.notify(methodUpdate, struct {
		SessionID SessionID `json:"sessionId"`
		Update    any       `json:"update"`
	}{n.SessionID, encodeUpdate(n.Update)})
}

// RequestPermission asks the person and waits for the answer.
func (c *AgentConn) RequestPermission(ctx context.Context, r PermissionRequest) (Outcome, error) {
	raw, err := c.call(ctx, methodRequestPermission, r)
	return Outcome{OptionID: decode[permissionResponse](raw).Outcome.OptionID}, err
}

// Elicit has the person fill in a form and waits for the answer. schema is that
// of an object with flat properties. A client that does not say that it shows
// forms is not asked: the error is that the method is not there.
// Source: elicitation/create in the protocol's schema, mode form.
func (c *AgentConn) Elicit(ctx context.Context, id SessionID, message string, schema jsontext.Value) (ElicitationAnswer, error) {
	c.serveMu.Lock()
	forms := c.forms
	c.serveMu.Unlock()
	if !forms {
		return ElicitationAnswer{}, methodNotFound(methodElicit)
	}
	raw, err := c.call(ctx, methodElicit, struct {
		Mode      string         `json:"mode"`
		SessionID SessionID      `json:"sessionId"`
		Message   string         `json:"message"`
		Schema    jsontext.Value `json:"requestedSchema"`
	}{"form", id, message, schema})
	return decode[ElicitationAnswer](raw), err
}

// Call sends any request and waits for its raw result.
func (c *AgentConn) Call(ctx context.Context, method string, params any) (jsontext.Value, error) {
	return c.call(ctx, method, params)
}

// Notify sends any notification. It does not wait; the error says that it will not be sent.
func (c *AgentConn) Notify(method string, params any) error { return c.notify(method, params) }

// WriteLine sends bytes as they are, with a newline after them, in order with
// everything else: for what a well-behaved agent would not send. It does not wait.
func (c *AgentConn) WriteLine(line string) { c.writer.send(outLine{bytes: []byte(line + "\n")}) }

// Flush waits until what was sent before it is written, or cannot be, or ctx
// ends. An agent with much to say calls it now and then, so that what the
// client does not read yet is not all held in memory.
func (c *AgentConn) Flush(ctx context.Context) {
	reached := make(chan struct{})
	if c.writer.send(outLine{reached: reached}) != nil {
		return
	}
	select {
	case <-reached:
	case <-ctx.Done():
	}
}
