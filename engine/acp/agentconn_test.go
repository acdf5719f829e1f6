package acp_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp"
)

// end is one end of a pair of pipes.
type end struct {
	io.Reader
	io.WriteCloser
	r io.Closer
}

func (e end) Close() error {
	e.r.Close()
	return e.WriteCloser.Close()
}

func pipe() (client, agent io.ReadWriteCloser) {
	ar, cw := io.Pipe()
	cr, aw := io.Pipe()
	return end{cr, cw, cr}, end{ar, aw, ar}
}

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
		client, agent := pipe()
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
