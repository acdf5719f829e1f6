package app

import (
	"context"
	"image"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/text"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/engine/keep"
	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// A lab is a window on a real engine whose agents run in this process.
type lab struct {
	*widgettest.Harness
	t      *testing.T
	app    *App
	engine *engine.Engine
	opened []string // addresses
}

// answer is what a scripted agent does with a prompt.
type answer func(ctx context.Context, c *turn) acp.StopReason

// inBubble runs a test in fake time on a window with these agents, and sees
// that all has ended after it.
func inBubble(t *testing.T, c config.Config, answers map[string]answer, f func(*lab)) {
	t.Helper()
	withAgents(t, c, func(name string) acp.AgentHandler { return handlers(answers[name]) }, f)
}

// withAgents is inBubble with agents that are more than their answers.
func withAgents(t *testing.T, c config.Config, handler func(name string) acp.AgentHandler, f func(*lab)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := &lab{t: t}
		c.Limits = config.Limits{RunningAgents: 5}
		decisions := journal.New(t.TempDir(), 0)
		l.engine = engine.New(engine.Options{Config: c, Start: starter(handler), Confirm: true, Forms: true, Journal: decisions, Copies: keep.Store{Dir: filepath.Join(t.TempDir(), "copies")}})
		l.app = New(Options{Engine: l.engine, Config: c, Journal: decisions, Shaper: shaper(), OpenURL: func(u string) { l.opened = append(l.opened, u) }})
		l.Harness = widgettest.New(t, image.Pt(1280, 800), func(gtx layout.Context) layout.Dimensions {
			if l.Harness == nil {
				gtx.Now = time.Now() // of this world in the first frame too
			}
			l.app.Frame(gtx)
			return layout.Dimensions{Size: gtx.Constraints.Max}
		})
		l.Now = time.Now()
		l.wait()
		f(l)
		l.engine.Close()
		<-l.engine.Done()
	})
}

// agents is a configuration of agents in this order.
func agents(names ...string) config.Config {
	c := config.Config{Language: "en", DefaultAgent: names[0]}
	for _, n := range names {
		c.Agents = append(c.Agents, config.Agent{Name: n, Command: n, Workspace: "/home/me/ship"})
	}
	return c
}

// shaper is made once: parsing the fonts costs more than most tests.
var shaper = sync.OnceValue(func() *text.Shaper { return theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true}) })

// wait lets the agents go on until nothing moves, and draws.
func (l *lab) wait() {
	synctest.Wait()
	if ahead := time.Until(l.Now); ahead > 0 {
		time.Sleep(ahead)
	}
	l.Now = time.Now()
	l.Settle()
}

// pass lets time go by, then draws.
func (l *lab) pass(d time.Duration) {
	time.Sleep(d)
	l.wait()
}

// sees fails the test when a text is not on the screen as often as told.
func (l *lab) sees(times int, text string) {
	l.t.Helper()
	if n := l.count(text); n != times {
		l.t.Errorf("%q is %d times on the screen, want %d:\n%s", text, n, times, l.Dump())
	}
}

func (l *lab) count(text string) int {
	n := 0
	for _, node := range l.Nodes() {
		n += strings.Count(node.Desc.Label, text)
	}
	return n
}

// writes fails the test when something else is written to an agent.
func (l *lab) writes(name, text string) {
	l.t.Helper()
	if got := l.app.page.Draft(conversation.KeyOf(name)); got != text {
		l.t.Errorf("%q is written to %s, want %q", got, name, text)
	}
}

// view is the conversation of an agent.
func (l *lab) view(name string) engine.ConversationView {
	for _, c := range l.engine.Snapshot().Conversations {
		if c.Key == conversation.KeyOf(name) {
			return c
		}
	}
	l.t.Fatalf("no conversation with %s", name)
	return engine.ConversationView{}
}

// button clicks a button by what it says.
func (l *lab) button(text string) {
	l.t.Helper()
	l.Click(semantic.Button, text)
	l.wait()
}

// turn is a prompt that a scripted agent answers.
type turn struct {
	*acp.AgentConn
	session acp.SessionID
	text    string
	prompt  []acp.ContentBlock
}

func (c *turn) say(text string) {
	c.update(acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(text)})
}

func (c *turn) update(u acp.SessionUpdate) {
	c.SessionUpdate(acp.SessionNotification{SessionID: c.session, Update: u})
}

// ask asks to run a command, with the options of these kinds.
func (c *turn) ask(ctx context.Context, id, command string, kinds ...acp.PermissionOptionKind) acp.Outcome {
	r := acp.PermissionRequest{SessionID: c.session, ToolCall: acp.ToolCall{ID: acp.ToolCallID(id), Title: command, Kind: acp.ToolExecute}}
	for _, k := range kinds {
		r.Options = append(r.Options, acp.PermissionOption{ID: acp.PermissionOptionID(k), Name: string(k), Kind: k})
	}
	out, _ := c.RequestPermission(ctx, r)
	return out
}

func starter(handler func(name string) acp.AgentHandler) agent.Starter {
	return func(ctx context.Context, a config.Agent, h acp.Handler) (agent.Running, error) {
		p := &inProcess{done: make(chan struct{}), gone: make(chan struct{})}
		script := acptest.Serve(handler(a.Name))
		p.rwc = acptest.Start(func(rwc io.ReadWriteCloser) { defer close(p.gone); script(rwc) })
		p.conn = acp.NewConn(p.rwc, h, acp.ConnOptions{})
		go func() { <-p.conn.Done(); <-p.gone; close(p.done) }()
		var err error
		p.init, err = p.conn.Initialize(ctx, acp.Implementation{Name: "test"})
		return p, err
	}
}

func handlers(f answer) acp.AgentHandler {
	return acp.AgentHandler{
		Initialize: func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
			return acp.InitializeResponse{ProtocolVersion: 1}, nil
		},
		NewSession: func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
			return acp.SessionResponse{SessionID: "s1"}, nil
		},
		Prompt: func(ctx context.Context, c *acp.AgentConn, r acp.PromptRequest) (acp.PromptResponse, error) {
			return acp.PromptResponse{StopReason: f(ctx, &turn{AgentConn: c, session: r.SessionID, text: r.Prompt[0].Text, prompt: r.Prompt})}, nil
		},
	}
}

// inProcess is a running agent in this process.
type inProcess struct {
	rwc        io.ReadWriteCloser
	conn       *acp.Conn
	init       acp.InitializeResponse
	gone, done chan struct{}
}

func (p *inProcess) Conn() *acp.Conn                     { return p.conn }
func (p *inProcess) Initialized() acp.InitializeResponse { return p.init }
func (p *inProcess) Done() <-chan struct{}               { return p.done }
func (p *inProcess) Exit() agent.Exit                    { <-p.done; return agent.Exit{} }
func (p *inProcess) Stop()                               { p.conn.Close() }
func (p *inProcess) Kill()                               { p.conn.Close() }
func (p *inProcess) Memory() int64                       { return 0 }
func (p *inProcess) Details() string                     { return "" }

// echo answers with what it is told.
func echo(_ context.Context, c *turn) acp.StopReason {
	c.say("echo " + c.text)
	return acp.EndTurn
}

// untilStopped begins an answer that only Stop ends.
func untilStopped(ctx context.Context, c *turn) acp.StopReason {
	c.say("begun " + c.text)
	<-ctx.Done()
	return acp.Cancelled
}
