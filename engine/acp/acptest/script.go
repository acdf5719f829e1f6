package acptest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// A Script is an agent: it speaks over rwc until it returns, which is its exit.
type Script func(rwc io.ReadWriteCloser)

// Serve is the agent that answers with these handlers until its input ends.
func Serve(h acp.AgentHandler) Script {
	return func(rwc io.ReadWriteCloser) { <-acp.NewAgentConn(rwc, h, acp.ConnOptions{}).Done() }
}

// Raw is the agent that does what f does with the wire itself.
func Raw(f func(*Wire)) Script {
	return func(rwc io.ReadWriteCloser) { f(NewWire(rwc)) }
}

// Start runs the script in a goroutine and returns the client's end: closing
// it ends the agent's input, and the script's return ends ours.
func Start(s Script) io.ReadWriteCloser {
	client, agent := Pipe()
	go func() {
		defer agent.Close()
		s(agent)
	}()
	return client
}

// Pipe returns the two ends of a stream in memory. Nothing is kept between
// them: a write waits for its reader. Each end has CloseWrite, which ends only
// what it sends.
func Pipe() (client, agent io.ReadWriteCloser) {
	ar, cw := io.Pipe()
	cr, aw := io.Pipe()
	return &pipeEnd{cr, cw}, &pipeEnd{ar, aw}
}

type pipeEnd struct {
	*io.PipeReader
	w *io.PipeWriter
}

func (e *pipeEnd) Write(b []byte) (int, error) { return e.w.Write(b) }

// CloseWrite ends what this end sends; it can still read.
func (e *pipeEnd) CloseWrite() error { return e.w.Close() }

func (e *pipeEnd) Close() error {
	e.w.Close()
	return e.PipeReader.Close()
}

const scriptVariable = "SIDEKICKS_ACPTEST_SCRIPT"

// Main is the body of a TestMain: it runs the tests, or, in the process that
// [Command] tells of, the script. It returns the exit status.
func Main(m *testing.M, scripts map[string]Script) int {
	name := os.Getenv(scriptVariable)
	if name == "" {
		return m.Run()
	}
	s, ok := scripts[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "acptest: no script %q\n", name)
		return 2
	}
	s(stdio{os.Stdin, os.Stdout})
	return 0
}

// Command tells how to run a script of [Main] as a process: the program to
// execute, without arguments, and what to add to its environment.
func Command(script string) (program string, env map[string]string, err error) {
	program, err = os.Executable()
	return program, map[string]string{scriptVariable: script}, err
}

type stdio struct {
	io.ReadCloser
	out *os.File
}

func (s stdio) Write(b []byte) (int, error) { return s.out.Write(b) }

func (s stdio) Close() error {
	s.out.Close()
	return s.ReadCloser.Close()
}

// A Message is a line of JSON-RPC as it was sent.
type Message struct {
	ID     jsontext.Value `json:"id,omitzero"`
	Method string         `json:"method,omitzero"`
	Params jsontext.Value `json:"params,omitzero"`
	Result jsontext.Value `json:"result,omitzero"`
	Error  jsontext.Value `json:"error,omitzero"`
}

// A Wire reads and writes lines. It is for one goroutine.
type Wire struct {
	r *bufio.Reader
	w io.Writer
}

// NewWire returns the wire over a stream.
func NewWire(rw io.ReadWriter) *Wire { return &Wire{bufio.NewReader(rw), rw} }

// Read returns the next message.
func (w *Wire) Read() (m Message, err error) {
	line, err := w.r.ReadBytes('\n')
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(line, &m)
}

// Expect reads until a request, a notification or, for an empty method, a
// response comes; it skips the rest.
func (w *Wire) Expect(method string) (Message, error) {
	for {
		m, err := w.Read()
		if err != nil || m.Method == method {
			return m, err
		}
	}
}

// Write sends bytes as they are: no newline is added.
func (w *Wire) Write(s string) error {
	_, err := io.WriteString(w.w, s)
	return err
}

// Line sends a formatted line.
func (w *Wire) Line(format string, args ...any) error {
	return w.Write(fmt.Sprintf(format+"\n", args...))
}

// Reply answers the request with a result in JSON.
func (w *Wire) Reply(m Message, result string) error {
	return w.Line(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}
