package acptest_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

func TestMain(m *testing.M) {
	os.Exit(acptest.Main(m, map[string]acptest.Script{
		"hello": acptest.Raw(func(w *acptest.Wire) {
			m, _ := w.Expect("initialize")
			w.Reply(m, `{"protocolVersion":1,"agentInfo":{"name":"process"}}`)
		}),
	}))
}

// TestCommand is the last response of a process that has exited.
func TestCommand(t *testing.T) {
	program, env, err := acptest.Command("hello")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = os.Environ()
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := acp.NewConn(process{out, in}, &client{}, acp.ConnOptions{})
	r, err := c.Initialize(t.Context(), acp.Implementation{Name: "test"})
	if err != nil || r.Agent.Name != "process" {
		t.Errorf("initialize: %+v, %v", r, err)
	}
	<-c.Done()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

type process struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p process) Write(b []byte) (int, error) { return p.in.Write(b) }
func (p process) Close() error                { return p.in.Close() }

// client plays the recording client: it keeps what the agent asks until the
// recording answers it.
type client struct {
	updates     int
	replies     chan func(acp.Outcome)
	unsupported []string
	trouble     []error
}

func (c *client) SessionUpdate(acp.SessionNotification) { c.updates++ }
func (c *client) RequestPermission(_ acp.PermissionRequest, reply func(acp.Outcome)) {
	c.replies <- reply
}
func (c *client) PermissionWithdrawn(uint64) {}
func (c *client) Unsupported(method string, _ acp.SessionID) {
	c.unsupported = append(c.unsupported, method)
}
func (c *client) Trouble(err error) { c.trouble = append(c.trouble, err) }

func load(t *testing.T, name string) acptest.Transcript {
	t.Helper()
	tr, err := acptest.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestReplay drives a Conn as the recording client was driven, and compares
// what it sends.
func TestReplay(t *testing.T) {
	for _, name := range acptest.Names() {
		tr := load(t, name)
		if tr.ReceivingOnly() {
			continue
		}
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { replay(t, tr) }) })
	}
}

func replay(t *testing.T, tr acptest.Transcript) {
	p := &acptest.Player{Transcript: tr}
	rwc := acptest.Start(p.Play)
	h := &client{replies: make(chan func(acp.Outcome), 10)}
	d := &driver{t: t, h: h, c: acp.NewConn(rwc, h, acp.ConnOptions{})}
	for _, s := range tr.Sent() {
		d.send(s)
		synctest.Wait()
	}
	rwc.(interface{ CloseWrite() error }).CloseWrite()
	<-d.c.Done()
	synctest.Wait()
	if err := p.Err(); err != nil {
		t.Error(err)
	}
	for _, err := range h.trouble {
		if _, answersNotification := err.(*acp.StrayResponseError); !answersNotification || tr.Name != "zedcodex-cancelreq" {
			t.Error(err)
		}
	}
	if want := countUpdates(tr); h.updates != want {
		t.Errorf("%d updates, want %d", h.updates, want)
	}
	compare(t, p.Sent(), tr.Sent())
}

func compare(t *testing.T, got, want []acptest.Sent) {
	if len(got) != len(want) {
		t.Fatalf("sent %d messages, want %d\n%v", len(got), len(want), got)
	}
	for i := range want {
		if got[i].Method != want[i].Method {
			t.Errorf("message %d is %s, want %s", i, got[i].Method, want[i].Method)
		}
		if want[i].Method == "initialize" || want[i].Method == "$/cancel_request" {
			continue // other capabilities, other ids
		}
		if strings.HasPrefix(want[i].Method, "fs/") { // the recording client did as it was told
			if !strings.Contains(string(got[i].Outcome), "-32601") {
				t.Errorf("%s is answered %s", want[i].Method, got[i].Outcome)
			}
			continue
		}
		if !equal(got[i].Params, want[i].Params) || !equal(got[i].Outcome, want[i].Outcome) {
			t.Errorf("%s\n got %s %s\nwant %s %s", want[i].Method, got[i].Params, got[i].Outcome, want[i].Params, want[i].Outcome)
		}
	}
}

func equal(a, b jsontext.Value) bool {
	var x, y any
	if a != nil {
		json.Unmarshal(a, &x)
	}
	if b != nil {
		json.Unmarshal(b, &y)
	}
	return reflect.DeepEqual(x, y)
}

func countUpdates(tr acptest.Transcript) (n int) {
	for _, l := range tr.Lines() {
		if strings.Contains(l, `"method":"session/update"`) {
			n++
		}
	}
	return n
}

// driver does with a Conn what the recording client did.
type driver struct {
	t          *testing.T
	h          *client
	c          *acp.Conn
	stopPrompt context.CancelFunc
}

func (d *driver) send(s acptest.Sent) {
	var p struct {
		SessionID acp.SessionID      `json:"sessionId"`
		Cwd       string             `json:"cwd"`
		MCP       jsontext.Value     `json:"mcpServers"`
		Prompt    []acp.ContentBlock `json:"prompt"`
		Mode      acp.SessionModeID  `json:"modeId"`
		Outcome   struct {
			OptionID acp.PermissionOptionID `json:"optionId"`
		} `json:"outcome"`
	}
	for _, raw := range []jsontext.Value{s.Params, s.Outcome} {
		if raw != nil {
			if err := json.Unmarshal(raw, &p); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	ctx := d.t.Context()
	switch s.Method {
	case "initialize":
		go d.c.Initialize(ctx, acp.Implementation{Name: "test"})
	case "session/new":
		go d.c.NewSession(ctx, p.Cwd, p.MCP)
	case "session/set_mode":
		d.c.SetMode(p.SessionID, p.Mode, func(error) {})
	case "session/prompt":
		ctx, d.stopPrompt = context.WithCancel(ctx)
		go d.c.Prompt(ctx, p.SessionID, p.Prompt)
	case "session/cancel":
		d.c.Cancel(p.SessionID)
	case "$/cancel_request":
		d.stopPrompt()
	case "session/request_permission":
		(<-d.h.replies)(acp.Outcome{OptionID: p.Outcome.OptionID})
	default: // the Conn answered it by itself that it has no such method
		if s.Outcome == nil {
			d.t.Fatalf("the recording client sent %s", s.Method)
		}
	}
}

// TestReceive reads every recording, also those whose client misbehaved:
// nothing of it is trouble, but for responses that answer nothing of ours.
func TestReceive(t *testing.T) {
	for _, name := range acptest.Names() {
		tr := load(t, name)
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &acptest.Player{Transcript: tr, ReceivingOnly: true}
				h := &client{replies: make(chan func(acp.Outcome), 10)}
				rwc := acptest.Start(p.Play)
				c := acp.NewConn(rwc, h, acp.ConnOptions{})
				synctest.Wait()
				rwc.(interface{ CloseWrite() error }).CloseWrite()
				<-c.Done()
				if want := countUpdates(tr); h.updates != want {
					t.Errorf("%d updates, want %d", h.updates, want)
				}
				for _, err := range h.trouble {
					if _, ok := err.(*acp.StrayResponseError); !ok {
						t.Error(err)
					}
				}
			})
		})
	}
}

// TestPlayerIsPatient: the order of our messages may differ, a method of Skip
// may be missing, and a request that was never recorded gets an answer.
func TestPlayerIsPatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &acptest.Player{Transcript: load(t, "qwen24-hello"), Skip: []string{"session/set_mode"}}
		c := acp.NewConn(acptest.Start(p.Play), &client{}, acp.ConnOptions{})
		prompt, err := c.NewPrompt("early", []acp.ContentBlock{acp.TextBlock("hi")})
		if err != nil {
			t.Fatal(err)
		}
		if err := prompt.Send(); err != nil {
			t.Fatal(err)
		}
		if err := c.Authenticate(t.Context(), "x"); err == nil {
			t.Error("a request that the recording does not hold was answered well")
		}
		go c.Initialize(t.Context(), acp.Implementation{})
		if r, err := c.NewSession(t.Context(), "/w", nil); err != nil || r.SessionID == "" {
			t.Errorf("session/new: %v, %v", r, err)
		}
		if r, err := prompt.Wait(t.Context()); err != nil || r.StopReason != acp.EndTurn {
			t.Errorf("session/prompt: %v, %v", r, err)
		}
		c.Close()
		<-c.Done()
		synctest.Wait()
		if err := p.Err(); err != nil {
			t.Error(err)
		}
	})
}

// TestPlayerTells where our side left the recording.
func TestPlayerTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &acptest.Player{Transcript: load(t, "qwen24-hello")}
		rwc := acptest.Start(p.Play)
		rwc.Close()
		synctest.Wait()
		if err := p.Err(); err == nil || !strings.Contains(err.Error(), "initialize") {
			t.Errorf("got %v", err)
		}
	})
}
