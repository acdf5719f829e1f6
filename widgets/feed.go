package widgets

import (
	"bytes"
	"io"
	"unicode/utf8"

	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/widget"
)

// A feed hands an editor one event at a time, which Gio's window has no way to:
// it is a window of its own, with nothing but the editor in it, that has the
// focus.
type feed struct {
	router    *input.Router // nil until something is handed
	ops       op.Ops
	selection key.SelectionCmd // that the editor told; no tag: none that is to be passed on
	snippet   key.SnippetCmd
}

// untold is what the feed knows of the editor's text until the editor tells.
var untold = key.Range{Start: -1, End: -1}

// hand has the editor take an event, and passes on what it asks of the window.
func (f *feed) hand(gtx layout.Context, ed *widget.Editor, ev event.Event) {
	inner := gtx
	if f.router == nil {
		f.router = new(input.Router)
		inner.Source = f.router.Source()
		takeAll(inner, ed)
		event.Op(&f.ops, ed)
		f.router.Frame(&f.ops)
		inner.Execute(key.FocusCmd{Tag: ed})
	}
	inner.Source = f.router.Source()
	if focus, ok := ev.(key.FocusEvent); ok {
		// What is known of the text begins anew, as in the window.
		inner.Execute(key.FocusCmd{})
		inner.Execute(key.FocusCmd{Tag: ed})
		gtx.Execute(key.SoftKeyboardCmd{Show: focus.Focus})
	} else {
		f.router.Queue(ev)
	}
	inner.Execute(key.SelectionCmd{Tag: ed, Range: untold})
	inner.Execute(key.SnippetCmd{Tag: ed, Snippet: key.Snippet{Range: untold}})
	takeAll(inner, ed)
	f.router.Frame(&f.ops)
	f.listen(ed)
	if kind, text, ok := f.router.WriteClipboard(); ok {
		gtx.Execute(clipboard.WriteCmd{Type: kind, Data: io.NopCloser(bytes.NewReader(text))})
	}
}

// listen notes what the editor told of its text.
func (f *feed) listen(ed *widget.Editor) {
	state := f.router.EditorState()
	if s := state.Selection; s.Range != untold {
		f.selection = key.SelectionCmd{Tag: ed, Range: s.Range, Caret: s.Caret, CompositionBounds: s.CompositionBounds}
	}
	if s := state.Snippet; s.Range != untold {
		f.snippet = key.SnippetCmd{Tag: ed, Snippet: s}
	}
}

// tell passes that on to the window.
func (f *feed) tell(gtx layout.Context) {
	if f.selection.Tag != nil {
		gtx.Execute(f.selection)
	}
	if f.snippet.Tag != nil {
		gtx.Execute(f.snippet)
	}
	f.selection, f.snippet = key.SelectionCmd{}, key.SnippetCmd{}
}

// places translates the places that the window counts to those of the text. The
// window knows the selection as it was when the last frame ended, and what it has
// entered itself since then: not what other keys, a click or the program moved
// in between. Where it means the selection, the one that there is now is meant;
// other places are as far from it as they are for the window.
type places struct {
	window key.Range // the selection, for the window
	known  bool      // else the window counts from the text that had the focus before, and the caret is meant
	// composed is how many characters before the caret an input method may still
	// replace, while the window's places are not known.
	composed int
}

// A told event says that the window was told the selection there.
type told key.Range

// ImplementsEvent is Gio's.
func (told) ImplementsEvent() {}

func (p *places) tell(selection key.Range) {
	*p = places{window: ordered(selection), known: true}
}

// here is a range of the window in the text.
func (p *places) here(r key.Range, ed *widget.Editor) key.Range {
	now := selected(ed)
	switch {
	case !p.known && now.Start == now.End:
		return key.Range{Start: max(0, now.Start-p.composed), End: now.Start}
	case !p.known || ordered(r) == p.window:
		return now
	}
	off := ordered(now).Start - p.window.Start
	return key.Range{Start: max(0, r.Start+off), End: max(0, r.End+off)}
}

// replaced notes what an edit makes of the window's selection until it is told
// another.
func (p *places) replaced(e key.EditEvent) {
	r, n := ordered(e.Range), utf8.RuneCountInString(e.Text)
	p.window.Start, p.window.End = shifted(p.window.Start, r, n), shifted(p.window.End, r, n)
}

// composing notes what an input method may still replace, and returns where that
// is in the text.
func (p *places) composing(r key.Range, ed *widget.Editor) key.Range {
	if r.Start < 0 {
		p.composed = 0
		return r
	}
	if !p.known {
		p.composed = max(r.End-r.Start, r.Start-r.End)
	}
	return p.here(r, ed)
}

// shifted is where a place is once n characters have taken the place of a range.
func shifted(at int, r key.Range, n int) int {
	switch {
	case at > r.End:
		return at + r.Start + n - r.End
	case at > r.Start+n:
		return r.Start + n
	}
	return at
}

func ordered(r key.Range) key.Range {
	return key.Range{Start: min(r.Start, r.End), End: max(r.Start, r.End)}
}

// selected is what is selected; its start is the caret.
func selected(ed *widget.Editor) key.Range {
	caret, other := ed.Selection()
	return key.Range{Start: caret, End: other}
}
