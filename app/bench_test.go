package app

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"gioui.org/op"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/unit"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// BenchmarkFrame is update, snapshot and layout of one frame at 1280×800, with
// few and many messages: at rest, while an answer streams in 24-byte fragments
// a frame each, and while it is long. It reports the 99th percentile and the mean.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("rest/messages=%d", n), func(b *testing.B) { benchmarkFrames(b, n, 0, false) })
		b.Run(fmt.Sprintf("streaming/messages=%d", n), func(b *testing.B) { benchmarkFrames(b, n, 0, true) })
	}
	b.Run("streaming/answer=1MB", func(b *testing.B) { benchmarkFrames(b, 10, 1_000_000, true) })
}

const prose = "Some words of an answer, **bold** now and then, that go on.\n\nAnother paragraph with `code` in it follows the one before. "

func benchmarkFrames(b *testing.B, messages, answer int, streaming bool) {
	text := strings.Repeat(prose, answer/len(prose)+40)
	at := max(answer, 100)
	e := &still{long(messages, text[:at])}
	frame := framer(e)
	took := make([]time.Duration, 0, b.N)
	b.ReportAllocs()
	for b.Loop() {
		if streaming {
			if at += 24; at > len(text) {
				at = max(answer, 100)
			}
			e.snapshot = grown(e.snapshot, text[:at])
		}
		began := time.Now()
		frame()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// framer draws frames of a window that shows e; it has drawn some, until all that
// there was at once is shown.
func framer(e Engine) func() {
	a := New(Options{Engine: e, Config: config.Config{DefaultAgent: "Riker", Language: "en"}, Shaper: shaper()})
	var router input.Router
	var ops op.Ops
	now := stillTime
	frame := func() {
		ops.Reset()
		now = now.Add(16 * time.Millisecond)
		a.Frame(layout.Context{Ops: &ops, Now: now, Source: router.Source(), Metric: unit.Metric{PxPerDp: 1, PxPerSp: 1}, Constraints: layout.Exact(image.Pt(1280, 800))})
		router.Frame(&ops)
	}
	for asked, n := true, 0; asked || n < 10; n++ {
		frame()
		at, ok := router.WakeupTime()
		asked = ok && at.IsZero() && n < 10_000
	}
	return frame
}

// BenchmarkFind looks for a word in a conversation: a frame that searches, and
// how many frames the search takes.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			a := New(Options{Engine: &still{long(n, prose)}, Config: config.Config{DefaultAgent: "Riker", Language: "en"}, Shaper: shaper()})
			h := frameOf(b, a, image.Pt(1280, 800))
			h.Press(key.ModShortcut, "F")
			word := []string{"became", "words"}
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				h.Press(key.ModShortcut, "A")
				h.Queue(key.EditEvent{Range: key.Range{End: 6}, Text: word[i%2]})
				for range 60 {
					began := time.Now()
					h.Frame()
					took = append(took, time.Since(began))
					if at, ok := h.Wakeup(); !ok || at.After(h.Now) {
						break
					}
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(len(took))/float64(b.N), "frames/search")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}

// A frame is as much work with 10,000 messages as with 10.
func TestFrameDoesNotGrowWithTheConversation(t *testing.T) {
	few := testing.AllocsPerRun(50, framer(&still{long(10, prose)}))
	many := testing.AllocsPerRun(50, framer(&still{long(10_000, prose)}))
	if many > few*1.2 {
		t.Errorf("%v allocations a frame with 10 messages, %v with 10,000", few, many)
	}
}

// A frame while an answer streams is as much work after 5,000 tool calls and
// texts of the same turn as after 10.
func TestFrameDoesNotGrowWithTheTurn(t *testing.T) {
	streaming := func(parts int) float64 {
		e := &still{longTurn(parts)}
		frame := framer(e)
		text := strings.Repeat(prose, 40)
		at := 0
		return testing.AllocsPerRun(50, func() {
			at += 24
			e.snapshot = grownLast(e.snapshot, text[:at])
			frame()
		})
	}
	if few, many := streaming(10), streaming(5_000); many > few*1.2 {
		t.Errorf("%v allocations a frame with 10 parts, %v with 5,000", few, many)
	}
}

// BenchmarkTurn is a frame while an answer streams after many parts of the same
// turn.
func BenchmarkTurn(b *testing.B) {
	for _, parts := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("parts=%d", parts), func(b *testing.B) {
			e := &still{longTurn(parts)}
			frame := framer(e)
			text := strings.Repeat(prose, 40)
			for i := 0; b.Loop(); i++ {
				e.snapshot = grownLast(e.snapshot, text[:i*24%len(text)])
				frame()
			}
		})
	}
}

// longTurn is a conversation whose last message has tool calls and texts by turns.
func longTurn(parts int) *engine.Snapshot {
	s := long(3, "")
	messages := s.Conversations[0].Messages
	last := messages[len(messages)-1]
	last.Parts = nil
	for i := range parts / 2 {
		call := conversation.ToolCall{ID: acp.ToolCallID(fmt.Sprint(i)), Kind: "execute", Status: "completed", Title: "make test", RawInput: []byte(`{"command":"make test"}`)}
		last.Parts = append(last.Parts, &conversation.Tool{Call: call, Start: stillTime, End: stillTime}, conversation.Text{Markdown: prose})
	}
	last.Parts = append(last.Parts, conversation.Text{})
	return s
}

// grownLast is a snapshot whose last part has another text.
func grownLast(s *engine.Snapshot, text string) *engine.Snapshot {
	messages := s.Conversations[0].Messages
	parts := slices.Clone(messages[len(messages)-1].Parts)
	parts[len(parts)-1] = conversation.Text{Markdown: text}
	next := grown(s, "")
	messages = next.Conversations[0].Messages
	messages[len(messages)-1].Parts = parts
	return next
}

// grown is a snapshot whose last message has another text.
func grown(s *engine.Snapshot, text string) *engine.Snapshot {
	next := *s
	next.Version++
	next.Conversations = slices.Clone(s.Conversations)
	c := &next.Conversations[0]
	c.Messages = slices.Clone(c.Messages)
	last := *c.Messages[len(c.Messages)-1]
	last.Version += 1_000_000
	last.Parts = []conversation.Part{conversation.Text{Markdown: text}}
	c.Messages[len(c.Messages)-1] = &last
	return &next
}
