package guide

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync"

	"sidekicks/engine/acp"
)

// ErrCrash is what Run gives after "crash": the process should end with a
// status that is not 0, and say no more.
var ErrCrash = errors.New("guide: crashed, as it was asked to")

// Run serves one client on in and out until in ends, ctx ends or the guide
// "crashes". It closes those that can be closed. When it returns early, a
// read of in that the system cannot interrupt may go on; the process is then
// meant to end. The locale, such as "fr_FR.UTF-8", tells the language to answer
// in until the person writes in another.
func Run(ctx context.Context, locale string, in io.Reader, out io.Writer) error {
	ctx, crash := context.WithCancelCause(ctx)
	defer crash(nil)
	a := &agent{crash: crash, lang: languageIn(locale), sessions: map[acp.SessionID]*session{}}
	conn := acp.NewAgentConn(stream{in, out}, acp.AgentHandler{
		Initialize:   a.initialize,
		NewSession:   a.newSession,
		CloseSession: a.closeSession,
		SetMode:      a.setMode,
		Prompt:       a.prompt,
	}, acp.ConnOptions{})
	select {
	case <-conn.Done():
		return nil
	case <-ctx.Done():
		_ = conn.Close() // the client is told nothing more
		return context.Cause(ctx)
	}
}

// A stream is both directions as one.
type stream struct {
	io.Reader
	io.Writer
}

func (s stream) Close() error {
	var errs []error
	for _, end := range []any{s.Writer, s.Reader} {
		if c, ok := end.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// agent holds what is common to the sessions.
type agent struct {
	crash context.CancelCauseFunc
	lang  language // until the person writes in another

	mu       sync.Mutex
	sessions map[acp.SessionID]*session
	made     int
}

func (a *agent) initialize(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
	return acp.InitializeResponse{
		ProtocolVersion: acp.ProtocolVersion,
		Agent:           acp.Implementation{Name: "sidekicks-guide", Title: "Guide", Version: version()},
		CloseSession:    true,
		PromptImage:     true,
		PromptEmbedded:  true,
	}, nil
}

// version is the program's own, as the guide is a part of it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func (a *agent) newSession(_ context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
	a.mu.Lock()
	a.made++
	s := &session{
		id: acp.SessionID(fmt.Sprintf("talk-%d", a.made)), cwd: r.Cwd, conn: c, lang: a.lang, current: modeAsk,
		always: map[acp.ToolKind]acp.PermissionOptionKind{}, crash: func() { a.crash(ErrCrash) },
	}
	a.sessions[s.id] = s
	a.mu.Unlock()
	s.send(acp.SessionUpdate{Kind: acp.AvailableCommandsUpdate, Commands: bothLanguages()})
	return acp.SessionResponse{SessionID: s.id, Modes: modes()}, nil
}

func (a *agent) session(id acp.SessionID) (*session, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s, ok := a.sessions[id]; ok {
		return s, nil
	}
	return nil, &acp.AgentError{Code: acp.CodeNotFound, Message: "There is no session " + string(id)}
}

func (a *agent) closeSession(_ context.Context, _ *acp.AgentConn, id acp.SessionID) error {
	s, err := a.session(id)
	if err != nil {
		return err
	}
	a.mu.Lock()
	delete(a.sessions, id)
	a.mu.Unlock()
	s.end()
	return nil
}

func (a *agent) setMode(_ context.Context, _ *acp.AgentConn, r acp.SetModeRequest) error {
	s, err := a.session(r.SessionID)
	if err != nil {
		return err
	}
	if r.ModeID != modeAsk && r.ModeID != modeAct {
		return &acp.AgentError{Code: acp.CodeInvalidParams, Message: "There is no mode " + string(r.ModeID)}
	}
	s.setMode(r.ModeID)
	return nil
}

func (a *agent) prompt(ctx context.Context, _ *acp.AgentConn, r acp.PromptRequest) (acp.PromptResponse, error) {
	s, err := a.session(r.SessionID)
	if err != nil {
		return acp.PromptResponse{}, err
	}
	ctx, ended, err := s.begin(ctx)
	if err != nil {
		return acp.PromptResponse{}, err
	}
	defer ended()
	return s.answer(ctx, r.Prompt)
}

// answer runs the script that the message asks for.
func (s *session) answer(ctx context.Context, prompt []acp.ContentBlock) (acp.PromptResponse, error) {
	text, joined := read(prompt)
	c, args, l, ok := parse(text, s.spoken())
	s.speak(l)
	t := &turn{ctx: ctx, session: s, lang: l, args: args, rest: strings.Join(args, " "), stop: acp.EndTurn}
	if len(joined) > 0 {
		t.received(joined)
	}
	if ok {
		c.do(t)
	} else {
		t.greet()
	}
	if ctx.Err() != nil {
		return acp.PromptResponse{StopReason: acp.Cancelled}, nil
	}
	return acp.PromptResponse{StopReason: t.stop}, t.err
}

// read gives a message's text, and the names of what is joined to it.
func read(prompt []acp.ContentBlock) (text string, joined []string) {
	for _, b := range prompt {
		switch {
		case b.Type == "text":
			text += b.Text
		case b.Resource != nil:
			joined = append(joined, b.Resource.URI)
		case b.Name != "":
			joined = append(joined, b.Name)
		default:
			joined = append(joined, b.Type)
		}
	}
	return strings.TrimSpace(text), joined
}

// fault is an error such as agents give: a dull message, the reason in data.
func (t *turn) fault() {
	reason := t.word("The made-up model stopped answering.", "Le modèle inventé a cessé de répondre.")
	t.err = &acp.AgentError{Code: acp.CodeInternal, Message: "Internal error", Data: rawObject("error", reason)}
}
