package engine

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

const riker = "Riker"

var rikers = conversation.KeyOf(riker)

// A lab is an engine whose agents run in this process.
type lab struct {
	*Engine
	t *testing.T

	mu      sync.Mutex
	starts  map[string]int
	running []*inProcess
	script  func(name string, start int) acptest.Script
}

// newLab makes a lab; script gives what an agent is at its n-th start, from 1.
func newLab(t *testing.T, c config.Config, script func(name string, n int) acptest.Script) *lab {
	l := &lab{t: t, starts: map[string]int{}, script: script}
	l.Engine = New(Options{Config: c, Start: l.start, Forms: true})
	return l
}

// agents is a configuration of these agents.
func agents(names ...string) config.Config {
	c := config.Config{Limits: config.Limits{RunningAgents: 3, IdleTimeout: 10 * time.Minute}}
	for _, n := range names {
		c.Agents = append(c.Agents, config.Agent{Name: n, Command: n, Workspace: "/home/me/ship", IdleTimeout: c.Limits.IdleTimeout})
	}
	return c
}

// inBubble runs a test in fake time with one agent that is always the same
// script, and ends the engine after it: everything must have ended by then.
func inBubble(t *testing.T, s acptest.Script, f func(l *lab)) {
	t.Helper()
	each(t, func(string, int) acptest.Script { return s }, f)
}

func each(t *testing.T, script func(name string, n int) acptest.Script, f func(l *lab)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t, agents(riker), script)
		defer l.end()
		f(l)
	})
}

func (l *lab) end() {
	l.Close()
	<-l.Done()
	s := l.Snapshot()
	if !s.Closed || len(s.Permissions)+len(s.Forms) > 0 {
		l.t.Errorf("closed %v with %d permissions and %d forms left", s.Closed, len(s.Permissions), len(s.Forms))
	}
	for _, c := range s.Conversations {
		if c.Turn != TurnIdle || len(c.Queued) > 0 {
			l.t.Errorf("%s: turn %v, %d queued after the end", c.Key, c.Turn, len(c.Queued))
		}
	}
}

func (l *lab) start(ctx context.Context, a config.Agent, h acp.Handler) (agent.Running, error) {
	l.mu.Lock()
	l.starts[a.Name]++
	n := l.starts[a.Name]
	l.mu.Unlock()
	script := l.script(a.Name, n)
	if script == nil {
		return nil, &agent.StartError{Reason: agent.NotFound, Args: []string{a.Command}}
	}
	p := &inProcess{done: make(chan struct{}), gone: make(chan struct{})}
	p.rwc = acptest.Start(func(rwc io.ReadWriteCloser) { defer close(p.gone); script(rwc) })
	p.conn = acp.NewConn(p.rwc, h, acp.ConnOptions{})
	l.mu.Lock()
	l.running = append(l.running, p)
	l.mu.Unlock()
	go p.wait()
	init, err := p.conn.Initialize(ctx, acp.Implementation{Name: "test"})
	if err != nil {
		p.Stop()
		<-p.done
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &agent.StartError{Reason: agent.ExitedEarly, Args: []string{"1"}}
	}
	p.init = init
	return p, nil
}

// inProcess is a running agent in this process.
type inProcess struct {
	rwc  io.ReadWriteCloser
	conn *acp.Conn
	init acp.InitializeResponse
	gone chan struct{} // the script returned
	done chan struct{}
	once sync.Once
}

func (p *inProcess) wait() {
	<-p.conn.Done()
	<-p.gone
	close(p.done)
}

func (p *inProcess) Conn() *acp.Conn                     { return p.conn }
func (p *inProcess) Initialized() acp.InitializeResponse { return p.init }
func (p *inProcess) Done() <-chan struct{}               { return p.done }
func (p *inProcess) Exit() agent.Exit                    { <-p.done; return agent.Exit{Code: 1} }
func (p *inProcess) Kill()                               { p.conn.Close() }
func (p *inProcess) Memory() int64                       { return 0 }
func (p *inProcess) Details() string                     { return "in process" }

// Stop ends the agent's input, and what is left of it after 8 s.
func (p *inProcess) Stop() {
	p.once.Do(func() {
		p.conn.CloseWrite()
		kill := time.AfterFunc(8*time.Second, func() { p.conn.Close() })
		go func() { <-p.done; kill.Stop() }()
	})
}

func (l *lab) view() ConversationView { return viewOf(l.Snapshot(), rikers) }

func viewOf(s *Snapshot, key conversation.Key) ConversationView {
	for _, c := range s.Conversations {
		if c.Key == key {
			return c
		}
	}
	return ConversationView{}
}

// agentView is the agent's as it is now.
func (l *lab) agentView(name string) AgentView {
	for _, a := range l.Snapshot().Agents {
		if a.Name == name {
			return a
		}
	}
	return AgentView{}
}

// expect compares the conversation, once nothing moves any more, with text as
// dump writes it.
func (l *lab) expect(want string) {
	l.t.Helper()
	synctest.Wait()
	if got := dump(l.view()); got != trim(want) {
		l.t.Errorf("got\n%s\nwant\n%s", got, trim(want))
	}
}

// send sends and waits until nothing moves.
func (l *lab) send(text string) {
	l.t.Helper()
	if !l.Send(rikers, text) {
		l.t.Errorf("%q was not taken", text)
	}
	synctest.Wait()
}

// trim takes the indentation of a raw string away.
func trim(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

// dump writes a conversation as text: a line a message, a line a part.
func dump(v ConversationView) string {
	var b strings.Builder
	for i, m := range v.Messages {
		if i == v.Forgotten && i > 0 {
			b.WriteString("-----\n")
		}
		b.WriteString([...]string{"user", "agent", "system"}[m.Role])
		b.WriteString([...]string{"", " streaming", " not sent"}[m.State])
		for _, s := range []string{string(m.Stop), string(m.Code), strings.Join(m.Args, " ")} {
			if s != "" {
				b.WriteString(" " + s)
			}
		}
		if m.Failure != nil {
			fmt.Fprintf(&b, " failed %s", strings.Join(append([]string{string(m.Failure.Code)}, m.Failure.Args...), " "))
		}
		if m.Notice != nil {
			fmt.Fprintf(&b, " %s %q", m.Notice.Severity, m.Notice.Title)
		}
		b.WriteString("\n")
		for _, p := range m.Parts {
			if _, decided := p.(*conversation.Decision); decided {
				continue // decide_test.go looks at these
			}
			b.WriteString(dumpPart(p) + "\n")
		}
	}
	for _, q := range v.Queued {
		fmt.Fprintf(&b, "queued %q\n", q.Text)
	}
	switch {
	case v.Overdue:
		b.WriteString("overdue\n")
	case v.Turn == TurnStopping:
		b.WriteString("stopping\n")
	case v.InLine:
		b.WriteString("in line\n")
	case v.Turn == TurnAnswering:
		b.WriteString("answering\n")
	}
	return strings.TrimSpace(b.String())
}

func dumpPart(p conversation.Part) string {
	switch p := p.(type) {
	case conversation.Text:
		return fmt.Sprintf("%q", p.Markdown)
	case conversation.Thought:
		return fmt.Sprintf("thought %q", p.Markdown)
	case *conversation.Plan:
		var list []string
		for _, e := range p.Entries {
			list = append(list, e.Content+": "+e.Status)
		}
		return "plan " + strings.Join(list, ", ")
	case conversation.Content:
		return strings.TrimSpace("content " + p.Block.Type + " " + p.Block.URI)
	case *conversation.Tool:
		s := strings.TrimRight(fmt.Sprintf("tool %s %q %s", p.Call.Kind, p.Call.Title, p.Call.Status), " ")
		if p.InPlan() {
			s += " in plan"
		}
		if p.Exit != 0 {
			s += fmt.Sprintf(" exit %d", p.Exit)
		}
		if p.Asking {
			s += " asking"
		}
		if p.Refused {
			s += " refused"
		}
		if p.Cancelled {
			s += " cancelled"
		}
		for _, c := range p.Call.Content {
			switch {
			case c.Type == "diff":
				s += " diff " + c.Path
			case c.Content != nil && len(c.Content.Text) > 10_000:
				s += fmt.Sprintf(" %d bytes", len(c.Content.Text))
			case c.Content != nil:
				s += fmt.Sprintf(" %q", c.Content.Text)
			}
		}
		return s
	}
	return fmt.Sprintf("%T", p)
}

// serve is an agent that opens sessions s1, s2… and answers prompts with f.
func serve(f func(ctx context.Context, a *turnOf) (acp.StopReason, error)) acptest.Script {
	return acptest.Serve(handlers(f))
}

func handlers(f func(ctx context.Context, a *turnOf) (acp.StopReason, error)) acp.AgentHandler {
	var mu sync.Mutex
	sessions, turns := 0, 0
	return acp.AgentHandler{
		Initialize: func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
			return acp.InitializeResponse{ProtocolVersion: 1, Agent: acp.Implementation{Name: "scripted", Version: "1"}}, nil
		},
		NewSession: func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
			mu.Lock()
			defer mu.Unlock()
			sessions++
			return acp.SessionResponse{SessionID: acp.SessionID(fmt.Sprintf("s%d", sessions))}, nil
		},
		Prompt: func(ctx context.Context, c *acp.AgentConn, r acp.PromptRequest) (acp.PromptResponse, error) {
			mu.Lock()
			turns++
			n := turns
			mu.Unlock()
			stop, err := f(ctx, &turnOf{AgentConn: c, session: r.SessionID, prompt: r.Prompt, number: n})
			return acp.PromptResponse{StopReason: stop}, err
		},
	}
}

// turnOf is a turn as the scripted agent sees it.
type turnOf struct {
	*acp.AgentConn
	session acp.SessionID
	prompt  []acp.ContentBlock
	number  int // of this process's turns, from 1
}

func (a *turnOf) text() string {
	if len(a.prompt) == 0 {
		return ""
	}
	return a.prompt[0].Text
}

func (a *turnOf) update(u acp.SessionUpdate) {
	a.SessionUpdate(acp.SessionNotification{SessionID: a.session, Update: u})
}

func (a *turnOf) say(text string) {
	a.update(acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(text)})
}

func (a *turnOf) tool(c acp.ToolCall) {
	a.update(acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: c})
}

// ask asks for permission to run a tool, and waits for the answer.
func (a *turnOf) ask(ctx context.Context, id acp.ToolCallID) (acp.Outcome, error) {
	return a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session,
		ToolCall: acp.ToolCall{ID: id, Title: "rm " + string(id), Kind: acp.ToolExecute, Status: acp.ToolPending},
		Options:  []acp.PermissionOption{{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}, {ID: "no", Name: "No", Kind: acp.RejectOnce}}})
}

// echo answers with what it is told.
func echo(_ context.Context, a *turnOf) (acp.StopReason, error) {
	a.say("echo " + a.text())
	return acp.EndTurn, nil
}

// untilStopped begins an answer that only Stop ends.
func untilStopped(ctx context.Context, a *turnOf) (acp.StopReason, error) {
	a.say("begun")
	<-ctx.Done()
	return acp.Cancelled, nil
}

// opened answers what comes before the first prompt, and gives that.
func opened(w *acptest.Wire) (prompt acptest.Message) {
	m, _ := w.Expect("initialize")
	w.Reply(m, `{"protocolVersion":1}`)
	m, _ = w.Expect("session/new")
	w.Reply(m, `{"sessionId":"s1"}`)
	prompt, _ = w.Expect("session/prompt")
	return prompt
}

// says sends a session update of session s1.
func says(w *acptest.Wire, update string) {
	w.Line(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":%s}}`, update)
}

func chunk(text string) string {
	return fmt.Sprintf(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":%q}}`, text)
}

// deaf is an agent that begins an answer and then hears nothing, not even the
// end of its input: it lives until it is killed.
func deaf(w *acptest.Wire) {
	opened(w)
	says(w, chunk("begun"))
	for w.Write("\n") == nil {
		time.Sleep(100 * time.Millisecond)
	}
}
