package widgettest

import (
	"unicode/utf8"

	"gioui.org/io/input"
	"gioui.org/io/key"
)

// A typing is what the window knows of the text that is written in. It is told
// with each frame; in between it counts for itself what it has entered, and
// knows nothing of what other keys or the mouse have moved.
type typing struct {
	input.EditorState
	composed key.Range // what an input method may still replace
}

var nothing = key.Range{Start: -1, End: -1}

// tell is the end of a frame: the window takes what the text has become. What
// was being composed elsewhere is given up.
func (h *Harness) tell() {
	was, now := h.typing.EditorState, h.router.EditorState()
	h.typing.EditorState = now
	if h.typing.composed != nothing && (was.Selection.Range != now.Selection.Range || !agree(was.Snippet, now.Snippet)) {
		h.compose(nothing)
	}
}

// agree tells whether two pieces of a text are the same where they overlap.
func agree(a, b key.Snippet) bool {
	from, to := max(a.Start, b.Start), min(a.End, b.End)
	if from >= to {
		return true
	}
	return string([]rune(a.Text)[from-a.Start:to-a.Start]) == string([]rune(b.Text)[from-b.Start:to-b.Start])
}

// replace enters a text in place of another, and counts what becomes of the
// piece that is known.
func (h *Harness) replace(r key.Range, text string) {
	if r.Start > r.End {
		r.Start, r.End = r.End, r.Start
	}
	t := &h.typing
	known := []rune(t.Snippet.Text)
	if r.End < t.Snippet.Start || r.Start > t.Snippet.End {
		known, t.Snippet.Range = nil, key.Range{Start: r.Start, End: r.Start}
	}
	before := known[:max(0, min(r.Start-t.Snippet.Start, len(known)))]
	after := known[max(0, min(r.End-t.Snippet.Start, len(known))):]
	t.Snippet.Text = string(before) + text + string(after)
	t.Snippet.Start = min(t.Snippet.Start, r.Start)
	t.Snippet.End = t.Snippet.Start + utf8.RuneCountInString(t.Snippet.Text)
	h.router.Queue(key.EditEvent{Range: r, Text: text}, key.SnippetEvent(t.Snippet.Range))
}

func (h *Harness) place(caret int) {
	h.typing.Selection.Range = key.Range{Start: caret, End: caret}
	h.router.Queue(key.SelectionEvent(h.typing.Selection.Range))
}

func (h *Harness) compose(r key.Range) {
	h.typing.composed = r
	h.router.Queue(key.CompositionEvent(r))
}

// Insert hands a text to the focused editor in one piece, as a key does or what
// a dead key makes with the next. A frame is left to the caller.
func (h *Harness) Insert(text string) {
	sel := h.typing.Selection.Range
	h.replace(sel, text)
	h.place(min(sel.Start, sel.End) + utf8.RuneCountInString(text))
}

// Compose hands the focused editor what an input method has so far, and with
// done what it has made of it. A frame is left to the caller.
func (h *Harness) Compose(text string, done bool) {
	r := h.typing.composed
	if r == nothing {
		r = h.typing.Selection.Range
	}
	start := min(r.Start, r.End)
	h.replace(r, text)
	r = key.Range{Start: start, End: start + utf8.RuneCountInString(text)}
	if done {
		r = nothing
	}
	h.compose(r)
	h.place(start + utf8.RuneCountInString(text))
}

// Type enters text into the focused editor, as the system's input method does.
func (h *Harness) Type(s string) {
	h.tb.Helper()
	for _, r := range s {
		h.Insert(string(r))
		h.Frame()
	}
	h.Settle()
}

// Dash enters text as Type does, but faster than frames are drawn. A frame is
// left to the caller.
func (h *Harness) Dash(s string) {
	for _, r := range s {
		h.Insert(string(r))
	}
}
