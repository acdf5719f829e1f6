package acp_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

// heard keeps what a Conn tells its Handler, in order.
type heard struct {
	n         int
	updates   []acp.SessionNotification
	asked     []acp.PermissionRequest
	order     []string
	withdrawn []uint64
	trouble   []error
	ask       func(acp.PermissionRequest, func(acp.Outcome))
}

func (h *heard) SessionUpdate(n acp.SessionNotification) {
	h.updates = append(h.updates, n)
	h.order = append(h.order, string(n.Update.Kind))
}

func (h *heard) RequestPermission(r acp.PermissionRequest, reply func(acp.Outcome)) {
	h.asked = append(h.asked, r)
	h.order = append(h.order, "permission")
	if h.ask != nil {
		h.ask(r, reply)
	}
}

func (h *heard) PermissionWithdrawn(call uint64) { h.withdrawn = append(h.withdrawn, call) }
func (h *heard) Unsupported(method string, s acp.SessionID) {
	h.order = append(h.order, "unsupported "+method+" "+string(s))
}
func (h *heard) Trouble(err error) { h.trouble = append(h.trouble, err) }

func TestTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, agent := acptest.Pipe()
		a := acp.NewAgentConn(agent, acp.AgentHandler{
			Initialize: func(_ context.Context, _ *acp.AgentConn, c acp.Implementation) (acp.InitializeResponse, error) {
				return acp.InitializeResponse{ProtocolVersion: 1, Agent: acp.Implementation{Name: "to " + c.Name}, ResumeSession: true}, nil
			},
			NewSession: func(_ context.Context, _ *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
				return acp.SessionResponse{SessionID: "s in " + acp.SessionID(r.Cwd)}, nil
			},
			Prompt: func(ctx context.Context, c *acp.AgentConn, r acp.PromptRequest) (acp.PromptResponse, error) {
				c.SessionUpdate(acp.SessionNotification{SessionID: r.SessionID, Update: acp.SessionUpdate{
					Kind: acp.ToolCallStart, ToolCall: acp.ToolCall{ID: "t", Title: "ls"}}})
				o, err := c.RequestPermission(ctx, acp.PermissionRequest{SessionID: r.SessionID, ToolCall: acp.ToolCall{ID: "t"},
					Options: []acp.PermissionOption{{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}}})
				c.SessionUpdate(acp.SessionNotification{SessionID: r.SessionID, Update: acp.SessionUpdate{
					Kind: acp.AgentMessageChunk, Content: acp.TextBlock("answer " + string(o.OptionID))}})
				return acp.PromptResponse{StopReason: acp.EndTurn}, err
			},
		}, acp.ConnOptions{})
		h := &heard{ask: func(r acp.PermissionRequest, reply func(acp.Outcome)) {
			go reply(acp.Outcome{OptionID: r.Options[0].ID})
		}}
		c := acp.NewConn(client, h, acp.ConnOptions{})
		i, err := c.Initialize(t.Context(), acp.Implementation{Name: "test"})
		if err != nil || i.Agent.Name != "to test" || !i.ResumeSession || i.CloseSession {
			t.Fatalf("initialize: %+v, %v", i, err)
		}
		s, err := c.NewSession(t.Context(), "/w", nil)
		if err != nil || s.SessionID != "s in /w" {
			t.Fatalf("session/new: %+v, %v", s, err)
		}
		p, err := c.Prompt(t.Context(), s.SessionID, []acp.ContentBlock{acp.TextBlock("hello")})
		if err != nil || p.StopReason != acp.EndTurn {
			t.Fatalf("prompt: %+v, %v", p, err)
		}
		if len(h.updates) != 2 || h.updates[1].Update.Content.Text != "answer yes" {
			t.Fatalf("updates: %+v", h.updates)
		}
		c.Close()
		<-c.Done()
		<-a.Done()
	})
}

// serve starts both sides.
func serve(h acp.AgentHandler, client acp.Handler) *acp.Conn {
	cl, ag := acptest.Pipe()
	acp.NewAgentConn(ag, h, acp.ConnOptions{})
	return acp.NewConn(cl, client, acp.ConnOptions{})
}

func TestAgentTurnIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := serve(acp.AgentHandler{
			Prompt: func(ctx context.Context, _ *acp.AgentConn, _ acp.PromptRequest) (acp.PromptResponse, error) {
				<-ctx.Done()
				return acp.PromptResponse{}, ctx.Err()
			},
		}, &heard{})
		prompt, err := c.NewPrompt("s", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := prompt.Send(); err != nil {
			t.Fatal(err)
		}
		c.Cancel("another")
		synctest.Wait()
		c.Cancel("s")
		if r, err := prompt.Wait(t.Context()); err != nil || r.StopReason != acp.Cancelled {
			t.Errorf("%v, %v", r, err)
		}
		c.Close()
		<-c.Done()
	})
}

func TestAgentRequestIsWithdrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		c := serve(acp.AgentHandler{
			NewSession: func(ctx context.Context, _ *acp.AgentConn, _ acp.SessionRequest) (acp.SessionResponse, error) {
				<-ctx.Done()
				ended <- context.Cause(ctx)
				return acp.SessionResponse{}, ctx.Err()
			},
		}, &heard{})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			synctest.Wait()
			cancel()
		}()
		c.NewSession(ctx, "/w", nil)
		var e *acp.AgentError
		if err := <-ended; !errors.As(err, &e) || e.Code != acp.CodeCancelled {
			t.Errorf("the handler's context ended with %v", err)
		}
		c.Close()
		<-c.Done()
	})
}

func TestAgentErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := serve(acp.AgentHandler{
			Authenticate: func(context.Context, *acp.AgentConn, string) error { return errors.New("no") },
			CloseSession: func(context.Context, *acp.AgentConn, acp.SessionID) error {
				return &acp.AgentError{Code: acp.CodeNotFound, Message: "gone"}
			},
		}, &heard{})
		for _, tt := range []struct {
			err  error
			code int
			text string
		}{
			{c.Authenticate(t.Context(), "m"), acp.CodeInternal, "no"},
			{told(func(done func(error)) error { return c.CloseSession("s", done) }), acp.CodeNotFound, "gone"},
			{told(func(done func(error)) error { return c.SetMode("s", "m", done) }), acp.CodeMethodNotFound, "Method not found"},
		} {
			var e *acp.AgentError
			if !errors.As(tt.err, &e) || e.Code != tt.code || e.Error() != tt.text {
				t.Errorf("got %v, want %d %s", tt.err, tt.code, tt.text)
			}
		}
		c.Close()
		<-c.Done()
	})
}

// told waits for what a call tells that does not wait itself.
func told(begin func(done func(error)) error) error {
	c := make(chan error, 1)
	if err := begin(func(err error) { c <- err }); err != nil {
		return err
	}
	return <-c
}

// TestAgentEndsWithItsClient: handlers are told, and their last answers are
// still written.
func TestAgentEndsWithItsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cl, ag := acptest.Pipe()
		a := acp.NewAgentConn(ag, acp.AgentHandler{
			Prompt: func(ctx context.Context, c *acp.AgentConn, _ acp.PromptRequest) (acp.PromptResponse, error) {
				_, err := c.RequestPermission(ctx, acp.PermissionRequest{SessionID: "s", Options: []acp.PermissionOption{{ID: "y"}}})
				if !errors.Is(err, acp.ErrClosed) {
					t.Errorf("the permission: %v", err)
				}
				<-ctx.Done()
				return acp.PromptResponse{StopReason: acp.EndTurn}, nil
			},
		}, acp.ConnOptions{})
		c := acp.NewConn(cl, &heard{}, acp.ConnOptions{})
		prompt, _ := c.NewPrompt("s", nil)
		prompt.Send()
		synctest.Wait()
		c.CloseWrite()
		if r, err := prompt.Wait(t.Context()); err != nil || r.StopReason != acp.EndTurn {
			t.Errorf("%v, %v", r, err)
		}
		<-a.Done()
		<-c.Done()
	})
}

// TestFlush waits for a client that reads late, and for none that is gone.
func TestFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cl, ag := acptest.Pipe()
		a := acp.NewAgentConn(ag, acp.AgentHandler{}, acp.ConnOptions{})
		a.WriteLine("{}")
		flushed := make(chan struct{})
		go func() {
			a.Flush(t.Context())
			close(flushed)
		}()
		synctest.Wait()
		select {
		case <-flushed:
			t.Error("nobody has read")
		default:
		}
		io.ReadFull(cl, make([]byte, len("{}\n")))
		<-flushed
		a.WriteLine("{}")
		cl.Close()
		<-a.Done()
		a.Flush(t.Context())
	})
}
