package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

// world is what the agents know together, of all their processes.
type world struct {
	t    *testing.T
	seed byte

	mu       sync.Mutex
	received map[int]int                   // how often each message came
	sends    map[int]int                   // how often it was given to the engine
	busy     map[sessionOf]context.Context // turns
	sessions map[acp.SessionID]bool
	asked    int // permission requests and forms made
	answered int // and answered or failed
}

// A sessionOf is a session in one process.
type sessionOf struct {
	conn *acp.AgentConn
	id   acp.SessionID
}

// behaviours are what an agent does with a message that names one.
var behaviours = []struct {
	name   string
	tokens int // what it says when nothing stops it
	do     func(ctx context.Context, a *actor) (acp.StopReason, error)
}{
	{"echo", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) { a.token(); return acp.EndTurn, nil }},
	{"silent", 0, func(ctx context.Context, a *actor) (acp.StopReason, error) { return acp.Refusal, nil }},
	{"slow", 3, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		for range 3 {
			a.token()
			if a.sleep(ctx, 4*time.Second) != nil {
				return acp.Cancelled, nil
			}
		}
		return acp.EndTurn, nil
	}},
	{"ask", 2, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.permission(ctx, "t")
		a.token()
		return acp.EndTurn, ctx.Err()
	}},
	{"ask3", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() { a.permission(a.stream, fmt.Sprint(i)) })
		}
		all.Wait()
		a.token()
		return acp.EndTurn, nil
	}},
	{"withdraw", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		short, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		a.permission(short, "t")
		a.token()
		return acp.EndTurn, nil
	}},
	{"tools", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		for i := range 6 {
			a.tool(acp.ToolCall{ID: acp.ToolCallID(fmt.Sprint(i % 4)), Title: "ls", Kind: []acp.ToolKind{acp.ToolRead, acp.ToolExecute}[a.msg%2], Status: []acp.ToolCallStatus{acp.ToolFailed, acp.ToolCompleted, acp.ToolInProgress}[i%3]})
		}
		a.update(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "p"}}})
		a.token()
		return acp.EndTurn, nil
	}},
	{"late", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.later.Go(func() {
			if a.sleep(a.stream, 5*time.Second) == nil {
				a.tool(acp.ToolCall{ID: "late", Title: "late", Status: acp.ToolCompleted})
				a.update(acp.SessionUpdate{Kind: acp.NoticeUpdate, Notice: acp.Notice{Title: "late"}})
			}
		})
		return acp.EndTurn, nil
	}},
	{"askafter", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.later.Go(func() { a.permission(a.stream, "after") })
		return acp.EndTurn, nil
	}},
	{"error", 0, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		return "", &acp.AgentError{Code: -32603, Message: "broken"}
	}},
	{"signin", 0, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		return "", &acp.AgentError{Code: -32603, Message: "auth_required"}
	}},
	{"crash", 0, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.sleep(ctx, time.Second)
		a.Close()
		return "", errors.New("crashed")
	}},
	{"deaf", 0, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.sleep(context.Background(), time.Minute)
		return acp.EndTurn, nil
	}},
	{"stopslow", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		if a.sleep(ctx, 10*time.Second) != nil {
			a.sleep(a.stream, 7*time.Second)
		}
		return acp.EndTurn, nil
	}},
	{"form", 2, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.form(ctx)
		a.token()
		return acp.EndTurn, ctx.Err()
	}},
	{"formafter", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.token()
		a.later.Go(func() { a.form(a.stream) })
		return acp.EndTurn, nil
	}},
	{"vendor", 1, func(ctx context.Context, a *actor) (acp.StopReason, error) {
		a.update(acp.SessionUpdate{Kind: "x_unknown", Raw: []byte(`{"sessionUpdate":"x_unknown"}`)})
		a.token()
		a.update(acp.SessionUpdate{Kind: acp.NoticeUpdate, Notice: acp.Notice{Title: "n"}})
		return acp.EndTurn, nil
	}},
}

// An actor is an agent in a turn.
type actor struct {
	*turnOf
	world  *world
	stream context.Context // ends with the process's stream
	later  *sync.WaitGroup // what goes on after the turn
	msg    int
	said   int
}

func (a *actor) token() {
	a.say(fmt.Sprintf("<%d.%d>", a.msg, a.said))
	a.said++
}

func (a *actor) sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (a *actor) permission(ctx context.Context, id string) {
	a.world.count(&a.world.asked)
	a.ask(ctx, acp.ToolCallID(id))
	a.world.count(&a.world.answered)
}

func (a *actor) form(ctx context.Context) {
	a.world.count(&a.world.asked)
	a.Call(ctx, "elicitation/create", jsontext.Value(formParams(string(a.session))))
	a.world.count(&a.world.answered)
}

func (w *world) count(n *int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*n++
}

func (w *world) chance(name string, n int) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, w.seed, name, n)
	return h.Sum32() % 12
}

// script is what the agent is at its n-th start.
func (w *world) script(name string, n int) acptest.Script {
	chance := w.chance(name, n)
	switch chance {
	case 0:
		return nil // not found
	case 1:
		return acptest.Raw(func(*acptest.Wire) {}) // exits at once
	}
	return func(rwc io.ReadWriteCloser) {
		stream, end := context.WithCancel(context.Background())
		defer end()
		var later sync.WaitGroup
		h := w.handlers(name, n, chance, stream, &later)
		<-acp.NewAgentConn(watched{rwc, end}, h, acp.ConnOptions{}).Done()
		later.Wait()
	}
}

// watched tells when the stream ends.
type watched struct {
	io.ReadWriteCloser
	end func()
}

func (w watched) Read(b []byte) (int, error) {
	n, err := w.ReadWriteCloser.Read(b)
	if err != nil {
		w.end()
	}
	return n, err
}

func (w *world) handlers(name string, n int, chance uint32, stream context.Context, later *sync.WaitGroup) acp.AgentHandler {
	sessions := 0
	past := func(_ context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if !w.sessions[r.SessionID] || chance == 5 {
			return acp.SessionResponse{}, errors.New("no such session")
		}
		c.SessionUpdate(acp.SessionNotification{SessionID: r.SessionID, Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock("<replayed>")}})
		return acp.SessionResponse{}, nil
	}
	h := acp.AgentHandler{
		Initialize: func(ctx context.Context, _ *acp.AgentConn, _ acp.Implementation) (acp.InitializeResponse, error) {
			if chance == 2 {
				w.pause(ctx, 30*time.Second)
			}
			return acp.InitializeResponse{ProtocolVersion: 1, ResumeSession: chance == 3, LoadSession: chance >= 4 && chance <= 6,
				AuthMethods: []acp.AuthMethod{{ID: "web"}}}, nil
		},
		Authenticate: func(ctx context.Context, _ *acp.AgentConn, _ string) error {
			w.pause(ctx, 2*time.Second)
			return nil
		},
		NewSession: func(ctx context.Context, _ *acp.AgentConn, _ acp.SessionRequest) (acp.SessionResponse, error) {
			if chance == 7 {
				w.pause(ctx, 3*time.Second)
			}
			if chance == 8 {
				return acp.SessionResponse{}, &acp.AgentError{Code: acp.CodeSignInNeeded, Message: "sign in"}
			}
			w.mu.Lock()
			defer w.mu.Unlock()
			sessions++
			id := acp.SessionID(fmt.Sprintf("%s.%d.%d", name, n, sessions))
			w.sessions[id] = true
			return acp.SessionResponse{SessionID: id, Modes: &acp.SessionModes{Current: "a", Available: []acp.SessionMode{{ID: "a"}, {ID: "b"}}}}, nil
		},
		SetMode: func(_ context.Context, _ *acp.AgentConn, r acp.SetModeRequest) error {
			if r.ModeID == "b" {
				return errors.New("not b")
			}
			return nil
		},
		Prompt: func(ctx context.Context, c *acp.AgentConn, r acp.PromptRequest) (acp.PromptResponse, error) {
			number, behaviour := parse(r.Prompt[0].Text)
			key := sessionOf{c, r.SessionID}
			w.mu.Lock()
			if w.busy[key] != nil {
				w.t.Errorf("message %d came while session %s answers another", number, r.SessionID)
			}
			w.busy[key] = ctx
			w.received[number]++
			if w.received[number] > w.sends[number] {
				w.t.Errorf("message %d came %d times", number, w.received[number])
			}
			w.mu.Unlock()
			a := &actor{turnOf: &turnOf{AgentConn: c, session: r.SessionID, prompt: r.Prompt}, world: w, stream: stream, later: later, msg: number}
			stop, err := behaviours[behaviour].do(ctx, a)
			w.mu.Lock()
			defer w.mu.Unlock()
			delete(w.busy, key)
			return acp.PromptResponse{StopReason: stop}, err
		},
	}
	if chance == 3 {
		h.ResumeSession = past
	}
	if chance >= 4 && chance <= 6 {
		h.LoadSession = past
	}
	return h
}

func (w *world) pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// parse reads a message of the walk: its number and what the agent shall do.
func parse(text string) (number, behaviour int) {
	n, name, _ := strings.Cut(text, " ")
	number, _ = strconv.Atoi(n)
	for i, b := range behaviours {
		if b.name == name {
			return number, i
		}
	}
	return number, 0
}
