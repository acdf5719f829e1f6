package widgettest

import (
	"image"
	"io"
	"strings"
	"testing"
	"time"

	"gioui.org/f32"
	"gioui.org/io/event"
	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/io/transfer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"
)

// FrameTime is how much the clock of a Harness moves with each frame.
const FrameTime = 16 * time.Millisecond

// A Harness plays the window for one widget.
type Harness struct {
	Widget    layout.Widget
	Size      image.Point // of the window, in pixels
	Metric    unit.Metric // pixels per dp and sp; [New] sets 1
	Now       time.Time   // of the last frame
	Clipboard string      // written by a copy, read by a paste; "": it holds no text, and who reads it has no answer

	router input.Router
	typing typing
	ops    op.Ops
	tb     testing.TB
}

// New makes a harness and lays out the first frame.
func New(tb testing.TB, size image.Point, w layout.Widget) *Harness {
	h := &Harness{
		Widget: w, Size: size, tb: tb,
		Metric: unit.Metric{PxPerDp: 1, PxPerSp: 1},
		Now:    time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		typing: typing{composed: nothing},
	}
	h.Frame()
	return h
}

// Frame lays out one frame, [FrameTime] after the one before, and serves the
// clipboard.
func (h *Harness) Frame() {
	h.ops.Reset()
	h.Now = h.Now.Add(FrameTime)
	h.Widget(layout.Context{
		Ops: &h.ops, Now: h.Now, Source: h.router.Source(),
		Metric: h.Metric, Constraints: layout.Exact(h.Size),
	})
	h.router.Frame(&h.ops)
	h.serveClipboard()
	h.tell()
}

func (h *Harness) serveClipboard() {
	if _, content, ok := h.router.WriteClipboard(); ok {
		h.Clipboard = string(content)
	}
	if h.router.ClipboardRequested() && h.Clipboard != "" {
		content := h.Clipboard
		h.router.Queue(transfer.DataEvent{Type: "application/text", Open: func() io.ReadCloser {
			return io.NopCloser(strings.NewReader(content))
		}})
	}
}

// Recorded is what the last frame drew, for as long as no other is laid out.
func (h *Harness) Recorded() *op.Ops { return &h.ops }

// Settle lays out frames until none is asked for at once, and reports how many
// it took. It fails the test when the widget still asks after 50.
func (h *Harness) Settle() int {
	h.tb.Helper()
	const limit = 50
	for n := 1; n <= limit; n++ {
		h.Frame()
		if t, ok := h.router.WakeupTime(); !ok || t.After(h.Now) {
			return n
		}
	}
	h.tb.Fatalf("the widget still asks for a frame after %d", limit)
	return limit
}

// Wakeup reports when the widget asked to be laid out again, if it did.
func (h *Harness) Wakeup() (time.Time, bool) { return h.router.WakeupTime() }

// Queue hands events to the widget without laying out a frame.
func (h *Harness) Queue(events ...event.Event) { h.router.Queue(events...) }

// Press presses and releases a key.
func (h *Harness) Press(mods key.Modifiers, name key.Name) {
	h.tb.Helper()
	h.router.Queue(
		key.Event{Modifiers: mods, Name: name, State: key.Press},
		key.Event{Modifiers: mods, Name: name, State: key.Release},
	)
	h.Settle()
}

// Tab moves the focus forward, or backward, and has it scrolled into view as
// Gio's window does.
func (h *Harness) Tab(dir key.FocusDirection) {
	h.tb.Helper()
	h.router.MoveFocus(dir)
	h.router.RevealFocus(image.Rectangle{Max: h.Size})
	h.Settle()
}

// Cursor is how the pointer looks where it was last moved to.
func (h *Harness) Cursor() pointer.Cursor { return h.router.Cursor() }

// Focused reports whether tag has the focus.
func (h *Harness) Focused(tag any) bool { return h.router.Source().Focused(tag) }

// Pointer tells the widget of a mouse event at p: its kind, the button that is
// held (primary, but for moves, releases and scrolls) and the keys held with it.
func (h *Harness) Pointer(kind pointer.Kind, p image.Point, mods key.Modifiers) {
	h.tb.Helper()
	e := pointer.Event{Kind: kind, Source: pointer.Mouse, Position: layout.FPt(p), Modifiers: mods, Time: h.sinceStart()}
	if kind == pointer.Drag {
		e.Kind = pointer.Move // what a window reports; the router makes a Drag of it
	}
	if kind == pointer.Press || kind == pointer.Drag {
		e.Buttons = pointer.ButtonPrimary
	}
	h.router.Queue(e)
	h.Settle()
}

// sinceStart is the clock of pointer events: any origin will do.
func (h *Harness) sinceStart() time.Duration {
	return h.Now.Sub(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
}

// Drag presses at from, moves to each of the points and releases at the last.
// The pointer moves with the button held: Gio makes Drag events of moves.
func (h *Harness) Drag(from image.Point, to ...image.Point) {
	h.tb.Helper()
	h.Pointer(pointer.Press, from, 0)
	for _, p := range to {
		h.Pointer(pointer.Drag, p, 0)
	}
	h.Pointer(pointer.Release, to[len(to)-1], 0)
}

// Scroll turns the wheel at p by dy pixels; below zero is up.
func (h *Harness) Scroll(p image.Point, dy int) {
	h.tb.Helper()
	h.router.Queue(pointer.Event{
		Kind: pointer.Scroll, Source: pointer.Mouse, Position: layout.FPt(p),
		Scroll: f32.Pt(0, float32(dy)), Time: h.sinceStart(),
	})
	h.Settle()
}

// ClickAt presses and releases the primary button at p.
func (h *Harness) ClickAt(p image.Point) {
	h.tb.Helper()
	h.Pointer(pointer.Press, p, 0)
	h.Pointer(pointer.Release, p, 0)
}

// Click clicks the middle of the node that [Harness.Find] finds, and fails the
// test when there is none.
func (h *Harness) Click(class semantic.ClassOp, text string) {
	h.tb.Helper()
	n, ok := h.Find(class, text)
	if !ok {
		h.tb.Fatalf("no %v %q in\n%s", class, text, h.Dump())
	}
	h.ClickAt(Middle(n))
}

// Middle is the middle of a node.
func Middle(n input.SemanticNode) image.Point {
	b := n.Desc.Bounds
	return b.Min.Add(b.Size().Div(2))
}

// EditorState is what the window would tell the system's input method.
func (h *Harness) EditorState() input.EditorState { return h.router.EditorState() }
