package acp_test

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// benchLines is what an agent sends while it answers: of ten lines eight are
// chunks, two are of tool calls; 320 bytes a line on average.
func benchLines() string {
	const prefix = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_dcd4f0c5bffeNs9KnkD0xvDRpZ","update":`
	var b strings.Builder
	for i := range 10 {
		switch i {
		case 4:
			fmt.Fprintf(&b, prefix+`{"sessionUpdate":"tool_call","toolCallId":"call_%d","title":"go test ./...","kind":"execute","status":"pending","locations":[],"rawInput":{"command":"go test ./..."}}}}`+"\n", i)
		case 5:
			fmt.Fprintf(&b, prefix+`{"sessionUpdate":"tool_call_update","toolCallId":"call_%d","status":"completed","content":[{"type":"content","content":{"type":"text","text":%q}}]}}}`+"\n", i, strings.Repeat("ok  \tpackage\t0.01s\n", 30))
		default:
			fmt.Fprintf(&b, prefix+`{"sessionUpdate":"agent_message_chunk","messageId":"msg_232b8850a001","content":{"type":"text","text":%q}}}}`+"\n", "a fragment of the answer, a little longer than a token\n")
		}
	}
	return b.String()
}

// repeat is a stream of n bytes that says text over and over.
type repeat struct {
	text string
	n    int
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.n <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n+len(r.text) <= len(p) && r.n > 0 {
		n += copy(p[n:], r.text)
		r.n -= len(r.text)
	}
	return n, nil
}

func (*repeat) Write(b []byte) (int, error) { return len(b), nil }
func (*repeat) Close() error                { return nil }

type counting struct{ heard }

func (c *counting) SessionUpdate(n acp.SessionNotification) { c.n++ }

func stream(b *testing.B) *repeat {
	text := benchLines()
	b.SetBytes(int64(len(text) / 10))
	return &repeat{text, (b.N + 9) / 10 * len(text)}
}

// BenchmarkUpdates takes lines from the wire to decoded updates; an operation
// is one line.
func BenchmarkUpdates(b *testing.B) {
	b.ReportAllocs()
	h := &counting{}
	<-acp.NewConn(stream(b), h, acp.ConnOptions{}).Done()
	if len(h.trouble) > 0 || h.n < b.N {
		b.Fatalf("%d of %d updates; %v", h.n, b.N, h.trouble)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// BenchmarkDecodeAlone reads the same lines and decodes them into a flat
// struct, and does nothing else: the measure for BenchmarkUpdates.
func BenchmarkDecodeAlone(b *testing.B) {
	b.ReportAllocs()
	r := bufio.NewReaderSize(stream(b), 64<<10)
	for range b.N {
		line, err := r.ReadSlice('\n')
		if err != nil {
			b.Fatal(err)
		}
		var v flat
		if err := json.Unmarshal(line, &v); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

type flat struct {
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
	Params struct {
		SessionID string `json:"sessionId"`
		Update    struct {
			Kind      string         `json:"sessionUpdate"`
			MessageID string         `json:"messageId"`
			Content   jsontext.Value `json:"content"`
			ToolCall  string         `json:"toolCallId"`
			Title     string         `json:"title"`
			ToolKind  string         `json:"kind"`
			Status    string         `json:"status"`
			RawInput  jsontext.Value `json:"rawInput"`
		} `json:"update"`
	} `json:"params"`
}
