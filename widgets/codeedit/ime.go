package codeedit

import (
	"image"
	"unicode/utf8"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/layout"
)

// ime is what the system's input method knows of the text.
type ime struct {
	start, end  int // of the stretch it asked for, in bytes
	composition key.Range
	told        struct {
		selection key.SelectionCmd
		snippet   key.Snippet
		version   uint64
		known     bool
	}
	seen imeSeen
	// fresh: the field has just been given the focus. The window counts from
	// another one until it is told, so what is typed goes to the caret.
	fresh bool
}

// imeSeen is what the last frame told from.
type imeSeen struct {
	version     uint64
	selection   span
	scroll      image.Point
	composition key.Range
	start, end  int
	focused     bool
}

// runes is an offset in code points.
func (b *buffer) runes(offset int) int { return utf8.RuneCountInString(b.text[:offset]) }

// offsetOf is the offset, in bytes, of a count of code points.
func (b *buffer) offsetOf(runes int) int {
	for i := range b.text {
		if runes <= 0 {
			return i
		}
		runes--
	}
	return len(b.text)
}

// updateIME takes what the system enters.
func (e *Editor) updateIME(ev event.Event) {
	d := &e.doc
	switch ev := ev.(type) {
	case key.FocusEvent:
		e.ime = ime{composition: key.Range{Start: -1, End: -1}, fresh: ev.Focus}
		if !ev.Focus {
			e.popup.close()
		}
	case key.CompositionEvent:
		e.ime.composition = key.Range(ev)
	case key.SnippetEvent:
		e.ime.start, e.ime.end = ordered(d.offsetOf(ev.Start), d.offsetOf(ev.End))
	case key.EditEvent:
		e.enter(ev)
	case key.SelectionEvent:
		if e.ime.fresh {
			return
		}
		d.selection = span{d.clamp(d.offsetOf(ev.End)), d.clamp(d.offsetOf(ev.Start))}
		d.column = -1
		e.follow = true
	}
}

// enter takes an edit of the input method: most often a key.
func (e *Editor) enter(ev key.EditEvent) {
	if e.ReadOnly {
		return
	}
	d := &e.doc
	before := d.version
	start, end := ordered(d.offsetOf(ev.Range.Start), d.offsetOf(ev.Range.End))
	if e.ime.fresh {
		start, end = d.selection.start(), d.selection.end()
		if c := e.ime.composition; e.composing() {
			start = d.offsetOf(d.runes(end) - max(c.End-c.Start, c.Start-c.End))
		}
	}
	if e.composing() {
		d.selection = span{start, end}
		d.insert(ev.Text, typing)
	} else {
		d.typed(start, end, ev.Text)
	}
	if d.version == before && ev.Text != "" { // a sign that was there
		e.popup.close()
	}
	e.changed(before, beginsCompletion(ev.Text))
}

func (e *Editor) composing() bool {
	c := e.ime.composition
	return c.Start >= 0 && c.Start != c.End
}

// beginsCompletion reports whether what was typed belongs to a word or a string.
func beginsCompletion(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && (r == '"' || r == '/' || r == '.' || r == '-' || classOfRune(r) == letter)
}

func ordered(a, b int) (int, int) { return min(a, b), max(a, b) }

// tellIME tells the input method what changed: what is around the caret and
// where it stands.
func (e *Editor) tellIME(gtx layout.Context, caret key.Caret) {
	d := &e.doc
	seen := imeSeen{d.version, d.selection, e.scroll, e.ime.composition, e.ime.start, e.ime.end, gtx.Focused(e)}
	if seen == e.ime.seen || !seen.focused {
		return
	}
	e.ime.seen, e.ime.fresh = seen, false
	e.ime.start, e.ime.end = d.clamp(e.ime.start), d.clamp(e.ime.end)
	from := d.runes(e.ime.start)
	text := d.text[e.ime.start:e.ime.end]
	snippet := key.Snippet{Range: key.Range{Start: from, End: from + utf8.RuneCountInString(text)}, Text: text}
	if snippet != e.ime.told.snippet {
		e.ime.told.snippet = snippet
		gtx.Execute(key.SnippetCmd{Tag: e, Snippet: snippet})
	}
	// Gio's selection begins at the caret.
	selection := key.SelectionCmd{Tag: e, Range: key.Range{Start: d.runes(d.selection.caret), End: d.runes(d.selection.anchor)}, Caret: caret}
	if e.composing() {
		selection.CompositionBounds = e.compositionBounds()
	}
	if !e.ime.told.known || selection != e.ime.told.selection {
		e.ime.told.selection, e.ime.told.known = selection, true
		gtx.Execute(selection)
	}
}
