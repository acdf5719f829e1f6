package engine

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// frameLines is how many lines come between two frames at 60 a second and
// 200,000 lines a second.
const frameLines = 3300

// wireLines is a stream of updates as agents send them: 24 bytes of text a
// line for the most part, with thoughts and tools between.
func wireLines(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		update := `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"24 bytes of an answer.. "}}`
		switch {
		case i%100 < 5:
			update = `{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"24 bytes of a thought.. "}}`
		case i%100 == 50:
			update = fmt.Sprintf(`{"sessionUpdate":"tool_call","toolCallId":"call_%d","title":"ls -la","kind":"execute","status":"pending","rawInput":{"command":"ls -la"}}`, i)
		case i%100 == 51:
			update = fmt.Sprintf(`{"sessionUpdate":"tool_call_update","toolCallId":"call_%d","status":"completed","content":[{"type":"content","content":{"type":"text","text":"%s"}}]}`, i-1, strings.Repeat("total 16 ", 100))
		}
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":%s}}`+"\n", update)
	}
	return b.Bytes()
}

// stream is a wire that gives lines and takes nothing.
type stream struct{ io.Reader }

func (stream) Write(b []byte) (int, error) { return len(b), nil }
func (stream) Close() error                { return nil }

// known is an engine with a session s1 in a turn, and the handler of its process.
func known(tb testing.TB) (*Engine, *process) {
	e := New(Options{Config: agents(riker)})
	tb.Cleanup(func() { e.Close(); <-e.Done() })
	p := e.process(riker, 1).(*process)
	e.update(func(s *state) bool {
		c := s.conversation(rikers)
		p.sessions["s1"] = c
		c.log.Add(conversation.Message{Role: conversation.User, At: time.Now()})
		c.log.Begin()
		return true
	})
	return e, p
}

const benchLines = 200_000

// BenchmarkWireToSnapshot is what the engine makes of lines, a snapshot a frame.
func BenchmarkWireToSnapshot(b *testing.B) {
	lines := wireLines(benchLines)
	b.SetBytes(int64(len(lines)))
	for b.Loop() {
		e, p := known(b)
		c := acp.NewConn(stream{bytes.NewReader(lines)}, &framing{process: p}, acp.ConnOptions{})
		<-c.Done()
		e.Snapshot()
	}
	b.ReportMetric(float64(benchLines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// framing takes a snapshot as often as a window would.
type framing struct {
	*process
	n int
}

func (f *framing) SessionUpdate(n acp.SessionNotification) {
	f.process.SessionUpdate(n)
	if f.n++; f.n%frameLines == 0 {
		f.engine.Snapshot()
	}
}

// BenchmarkDecodeAlone reads and decodes the same lines for nobody.
func BenchmarkDecodeAlone(b *testing.B) {
	lines := wireLines(benchLines)
	b.SetBytes(int64(len(lines)))
	for b.Loop() {
		c := acp.NewConn(stream{bytes.NewReader(lines)}, nobody{}, acp.ConnOptions{})
		<-c.Done()
	}
	b.ReportMetric(float64(benchLines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

type nobody struct{}

func (nobody) SessionUpdate(acp.SessionNotification)                          {}
func (nobody) RequestPermission(_ acp.PermissionRequest, _ func(acp.Outcome)) {}
func (nobody) PermissionWithdrawn(uint64)                                     {}
func (nobody) Unsupported(string, acp.SessionID)                              {}
func (nobody) Trouble(error)                                                  {}

// BenchmarkSnapshot is a frame's share while an answer streams: five
// fragments and a snapshot, below a history.
func BenchmarkSnapshot(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e, p := known(b)
			e.withHistory(n)
			u := acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock("24 bytes of an answer.. ")}}
			b.ReportAllocs()
			for b.Loop() {
				for range 5 {
					p.SessionUpdate(u)
				}
				e.Snapshot()
			}
		})
	}
}

// withHistory puts n messages in the conversation.
func (e *Engine) withHistory(n int) {
	e.update(func(s *state) bool {
		c := s.conversation(rikers)
		for range n {
			c.log.Add(conversation.Message{Role: conversation.User, Parts: []conversation.Part{conversation.Text{Markdown: "hello"}}, At: time.Now()})
		}
		return true
	})
}

func BenchmarkSnapshotAtRest(b *testing.B) {
	e, _ := known(b)
	e.withHistory(10_000)
	e.Snapshot()
	b.ReportAllocs()
	for b.Loop() {
		e.Snapshot()
	}
}

// BenchmarkAnswer streams a whole answer in fragments of 24 bytes with a
// snapshot every five: its cost a byte does not depend on its size.
func BenchmarkAnswer(b *testing.B) {
	const fragment = "24 bytes of an answer.. "
	u := acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(fragment)}}
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20, 10 << 20} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				e, p := known(b)
				for i := range size / len(fragment) {
					if p.SessionUpdate(u); i%5 == 4 {
						e.Snapshot()
					}
				}
			}
		})
	}
}
