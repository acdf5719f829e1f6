package cli

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
)

// An attacker is an agent in this process, for which a turn is f.
type attacker struct {
	conn *acp.Conn
	init acp.InitializeResponse
	done chan struct{}
}

func (p *attacker) Conn() *acp.Conn                     { return p.conn }
func (p *attacker) Initialized() acp.InitializeResponse { return p.init }
func (p *attacker) Done() <-chan struct{}               { return p.done }
func (p *attacker) Exit() agent.Exit                    { <-p.done; return agent.Exit{} }
func (p *attacker) Stop()                               { p.conn.Close() }
func (p *attacker) Kill()                               { p.conn.Close() }
func (p *attacker) Memory() int64                       { return 0 }
func (p *attacker) Details() string                     { return "" }

func attack(f func(ctx context.Context, c *acp.AgentConn)) agent.Starter {
	script := acptest.Serve(acp.AgentHandler{
		Initialize: func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
			return acp.InitializeResponse{ProtocolVersion: 1}, nil
		},
		NewSession: func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
			return acp.SessionResponse{SessionID: "s1"}, nil
		},
		Prompt: func(ctx context.Context, c *acp.AgentConn, _ acp.PromptRequest) (acp.PromptResponse, error) {
			f(ctx, c)
			return acp.PromptResponse{StopReason: acp.EndTurn}, nil
		},
	})
	return func(ctx context.Context, _ config.Agent, h acp.Handler) (agent.Running, error) {
		p := &attacker{done: make(chan struct{})}
		gone := make(chan struct{})
		p.conn = acp.NewConn(acptest.Start(func(rwc io.ReadWriteCloser) { defer close(gone); script(rwc) }), h, acp.ConnOptions{})
		go func() { <-p.conn.Done(); <-gone; close(p.done) }()
		var err error
		p.init, err = p.conn.Initialize(ctx, acp.Implementation{Name: "test"})
		return p, err
	}
}

// A person at a terminal types lines at moments after the start.
type person struct {
	io.Reader
	to io.WriteCloser
}

func at(lines map[time.Duration]string) person {
	r, w := io.Pipe()
	for after, line := range lines {
		time.AfterFunc(after, func() { io.WriteString(w, line+"\n") })
	}
	return person{r, w}
}

// attacked has one message answered by an attacker, before a person who types.
func attacked(t *testing.T, typed map[time.Duration]string, f func(ctx context.Context, c *acp.AgentConn)) (said string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := at(typed)
		var say strings.Builder
		status := Ask(Env{Args: []string{"--demo", "--lang", "en", "go"}, Stdin: p, Stdout: &say, Stderr: &say, OneFile: true, ToTerminal: true, Getenv: func(string) string { return "" },
			CanAsk: true, Inert: 500 * time.Millisecond, Engine: engine.Options{Start: attack(f)}})
		p.to.Close()
		synctest.Wait()
		if said = say.String(); status != statusOK {
			t.Errorf("status %d: %s", status, said)
		}
	})
	return said
}

// answer asks, and says what it was answered.
func answer(ctx context.Context, c *acp.AgentConn, call acp.ToolCall, options ...acp.PermissionOption) {
	if len(options) == 0 {
		options = []acp.PermissionOption{{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}, {ID: "no", Name: "No", Kind: acp.RejectOnce}}
	}
	o, err := c.RequestPermission(ctx, acp.PermissionRequest{SessionID: "s1", ToolCall: call, Options: options})
	if err == nil {
		say(c, "answered <"+string(o.OptionID)+">")
	}
}

func say(c *acp.AgentConn, text string) {
	c.SessionUpdate(acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(text)}})
}

func runs(text string) acp.ToolCall {
	return acp.ToolCall{ID: "t", Kind: acp.ToolExecute, Title: "Look around", RawInput: []byte(`{"command":"` + text + `"}`)}
}

// What is asked in a terminal is what is done, not what the agent calls it.
func TestTheQuestionInATerminalTellsTheTruth(t *testing.T) {
	for name, c := range map[string]struct {
		call    acp.ToolCall
		options []acp.PermissionOption
		shown   []string
	}{
		"another title":              {runs("rm -rf build"), nil, []string{"Guide wants to run a command on your computer:\n  rm -rf build\n  ! Deletes build for good"}},
		"another kind":               {acp.ToolCall{ID: "t", Kind: acp.ToolRead, Title: "Read README.md", RawInput: []byte(`{"command":"rm -rf build"}`)}, nil, []string{"wants to run a command on your computer:\n  rm -rf build\n"}},
		"another file":               {acp.ToolCall{ID: "t", Kind: acp.ToolRead, Title: "Read README.md", RawInput: []byte(`{"path":"/etc/shadow"}`), Locations: []acp.ToolCallLocation{{Path: "/x/README.md"}}}, nil, []string{"\n  /x/README.md\n  /etc/shadow\n  ! Outside your work folder\n"}},
		"a change in the input":      {acp.ToolCall{ID: "t", Kind: acp.ToolEdit, Title: "Tidy", RawInput: []byte(`{"path":"/x/a","old_string":"mild","new_string":"bad"}`)}, nil, []string{"\n  /x/a\n", "\n  - mild\n  + bad\n"}},
		"a change that is not shown": {acp.ToolCall{ID: "t", Kind: acp.ToolEdit, Title: "Tidy", RawInput: []byte(`{"path":"/x/a"}`)}, nil, []string{"\n  The change is not shown by the agent.\n"}},
		"a tool of its own":          {acp.ToolCall{ID: "t", Kind: acp.ToolOther, Title: "Look around", RawInput: []byte(`{"drop":"production"}`)}, nil, []string{"\n  Look around\n  {\n    \"drop\": \"production\"\n  }\n"}},
		"answers in the command":     {runs(`ls\n1  Refuse\nType the number`), nil, []string{"\n  ls\n  1  Refuse\n  Type the number\n1  Allow once\n2  Refuse\n"}},
		"answers in an answer":       {runs("ls"), []acp.PermissionOption{{ID: "a", Name: "x\n2  Refuse", Kind: "k"}}, []string{"\n1  “x<U+000A>2  Refuse” (the agent’s words)\n0  Refuse\n"}},
		"a terminal's controls":      {runs(`ls \u001b[2K\rrm \u202e \u009b2J`), nil, []string{"\n  ls <U+001B>[2K<U+000D>rm <U+202E> <U+009B>2J\n"}},
	} {
		said := attacked(t, map[time.Duration]string{time.Second: "0", 2 * time.Second: "2"}, func(ctx context.Context, a *acp.AgentConn) { answer(ctx, a, c.call, c.options...) })
		for _, want := range c.shown {
			if !strings.Contains(said, want) {
				t.Errorf("%s: want %q in\n%s", name, want, said)
			}
		}
	}
}

// A question that the agent makes up looks as it likes; an answer to it is none
// to the question that comes after.
func TestAMadeUpQuestion(t *testing.T) {
	fake := "\nGuide wants to run a command on your computer:\n  ls\n1  Allow once\n2  Refuse\nType the number of your answer, then Enter.\n"
	said := attacked(t, map[time.Duration]string{time.Second: "1", 3 * time.Second: "2"}, func(ctx context.Context, c *acp.AgentConn) {
		say(c, fake)
		time.Sleep(2 * time.Second) // the person answers
		answer(ctx, c, runs("rm -rf build"))
	})
	if !strings.Contains(said, "answered <no>") {
		t.Error(said)
	}
}

// A question that is exchanged for another just before Enter is not answered by it.
func TestAQuestionThatIsExchanged(t *testing.T) {
	for name, exchange := range map[string]func(ctx context.Context, c *acp.AgentConn){
		"withdrawn and asked": func(ctx context.Context, c *acp.AgentConn) {
			short, cancel := context.WithTimeout(ctx, 1900*time.Millisecond)
			defer cancel()
			answer(short, c, runs("ls"))
			answer(ctx, c, runs("rm -rf build"))
		},
		"changed": func(ctx context.Context, c *acp.AgentConn) {
			go func() {
				time.Sleep(1900 * time.Millisecond)
				c.SessionUpdate(acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: runs("rm -rf build")}})
			}()
			answer(ctx, c, runs("ls"))
		},
	} {
		said := attacked(t, map[time.Duration]string{2 * time.Second: "1", 4 * time.Second: "2"}, exchange)
		if !strings.Contains(said, "answered <no>") || !strings.Contains(said, "rm -rf build") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// Only what Sidekicks says begins a line of its own; what agents say stands in it,
// or is drawn in.
func TestWhatBeginsALine(t *testing.T) {
	const fake = "\nGuide wants to run a command"
	tool := func(c acp.ToolCall) acp.SessionUpdate {
		return acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: c}
	}
	for name, u := range map[string]acp.SessionUpdate{
		"title":   tool(acp.ToolCall{ID: "t", Title: "x" + fake, Status: acp.ToolCompleted}),
		"place":   tool(acp.ToolCall{ID: "t", Locations: []acp.ToolCallLocation{{Path: "x" + fake}}, Status: acp.ToolCompleted}),
		"failure": tool(acp.ToolCall{ID: "t", Title: "x", Status: acp.ToolFailed, Content: []acp.ToolCallContent{{Type: "content", Content: &acp.ContentBlock{Type: "text", Text: "\r" + fake}}}}),
		"plan":    {Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "x" + fake}}},
		"notice":  {Kind: acp.NoticeUpdate, Notice: acp.Notice{Title: "x" + fake, Description: fake}},
		"file":    {Kind: acp.AgentMessageChunk, Content: acp.ContentBlock{Type: "resource_link", Name: "x" + fake, URI: "file:///x" + fake}},
		"image":   {Kind: acp.AgentMessageChunk, Content: acp.ContentBlock{Type: "image", MimeType: "x" + fake}},
		"thought": {Kind: acp.AgentThoughtChunk, Content: acp.TextBlock("x" + fake)},
	} {
		said := attacked(t, nil, func(_ context.Context, c *acp.AgentConn) {
			c.SessionUpdate(acp.SessionNotification{SessionID: "s1", Update: u})
		})
		if strings.Contains(said, fake) {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// What is too long to be read can only be refused.
func TestWhatIsTooLongIsNotAllowed(t *testing.T) {
	said := attacked(t, map[time.Duration]string{time.Second: "1", 2 * time.Second: "2"}, func(ctx context.Context, c *acp.AgentConn) {
		answer(ctx, c, runs(strings.Repeat("l", 1<<20)+"; rm -rf ~"))
	})
	if !strings.Contains(said, "too long to be shown whole") || !strings.Contains(said, "answered <no>") || len(said) > 100_000 {
		t.Errorf("%d bytes, at the end %s", len(said), said[max(0, len(said)-500):])
	}
}
