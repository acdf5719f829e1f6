package widgets

import (
	"image"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/io/transfer"
	"gioui.org/layout"
	"gioui.org/widget"

	"sidekicks/theme"
)

// A Field is the state of a field of one line, with undo. The zero value is
// empty.
type Field struct {
	editor widget.Editor
	entry  Entry
}

// A FieldEvent says what happened in a field.
type FieldEvent uint8

const (
	FieldChanged FieldEvent = iota
	FieldSubmitted
	FieldSubmittedBack // Shift+Enter
)

// Update returns what happened since it was last called.
func (f *Field) Update(gtx layout.Context) (FieldEvent, bool) {
	f.editor.SingleLine = true
	for {
		ev, ok := f.entry.Next(gtx, &f.editor)
		if !ok {
			return 0, false
		}
		switch ev := ev.(type) {
		case Changed:
			return FieldChanged, true
		case transfer.DataEvent:
			f.entry.Insert(&f.editor, Pasted(ev))
			return FieldChanged, true
		case key.Event:
			switch {
			case ev.Name != key.NameReturn && ev.Name != key.NameEnter:
				f.entry.Do(gtx, &f.editor, ev)
			case ev.Modifiers.Contain(key.ModShift):
				return FieldSubmittedBack, true
			default:
				return FieldSubmitted, true
			}
		}
	}
}

// Text is what is written.
func (f *Field) Text() string { return f.editor.Text() }

// SetText replaces what is written and selects it.
func (f *Field) SetText(text string) {
	f.editor.SingleLine = true
	f.editor.SetText(text)
	f.entry.Restart()
	f.SelectAll()
}

// GoOn replaces what is written, to be gone on with: the caret is at its end.
func (f *Field) GoOn(text string) {
	f.SetText(text)
	f.editor.SetCaret(f.editor.Len(), f.editor.Len())
}

// SelectAll selects what is written: what is typed next replaces it.
func (f *Field) SelectAll() { f.editor.SetCaret(f.editor.Len(), 0) }

// Focus gives the field the focus.
func (f *Field) Focus(gtx layout.Context) { f.entry.Focus(gtx, &f.editor) }

// Focused tells whether the field has the focus.
func (f *Field) Focused(gtx layout.Context) bool { return gtx.Focused(&f.editor) }

// A FieldStyle is the look of a Field. Fields may be changed.
type FieldStyle struct {
	Theme  *theme.Theme
	Field  *Field
	Hint   string // written in it while it is empty; it names the field
	Fault  bool   // what is written is wrong
	Ground SurfaceStyle
}

// FieldOf is a field with a border that shows the focus.
func FieldOf(th *theme.Theme, f *Field, hint string) FieldStyle {
	ground := CardOf(th)
	ground.Radius = theme.Radius
	ground.Inset = layout.Inset{Top: 5, Bottom: 5, Left: 9, Right: 9}
	return FieldStyle{Theme: th, Field: f, Hint: hint, Ground: ground}
}

// Layout draws the field in the width it is given.
func (s FieldStyle) Layout(gtx layout.Context) layout.Dimensions {
	switch focused := s.Field.Focused(gtx); {
	case focused && s.Fault: // the border tells of the fault, so the focus takes a line of its own
		s.Ground.Border, s.Ground.Focus = s.Theme.Danger, s.Theme.Accent
	case focused:
		s.Ground.Border, s.Ground.Ring = s.Theme.Accent, s.Theme.AccentSoft
	case s.Fault:
		s.Ground.Border = s.Theme.Danger
	}
	gtx.Constraints.Min = image.Pt(gtx.Constraints.Max.X, 0)
	return s.Ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		text := s.Theme.Small
		gtx.Constraints.Max.Y = gtx.Sp(text.LineHeight)
		ed := &s.Field.editor
		ed.LineHeight, ed.LineHeightScale = text.LineHeight, 1
		if ed.Len() == 0 {
			hint := OneLineOf(s.Theme, text, s.Hint)
			hint.Color = s.Theme.Dim
			hint.Layout(gtx)
		}
		semantic.DescriptionOp(s.Hint).Add(gtx.Ops)
		return s.Field.entry.Layout(gtx, s.Theme, ed, text)
	})
}
