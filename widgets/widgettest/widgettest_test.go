package widgettest

import (
	"image"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"gioui.org/layout"
	"gioui.org/text"
	"gioui.org/widget"
	"gioui.org/widget/material"

	"sidekicks/theme"
)

// A form has one field and one button that moves the field's text to a log.
type form struct {
	th    *material.Theme
	field widget.Editor
	send  widget.Clickable
	list  widget.List
	log   []string
}

func newForm() *form {
	f := &form{th: material.NewTheme()}
	f.th.Shaper = theme.NewShaper(theme.ShaperOptions{EmbeddedOnly: true})
	f.list.Axis = layout.Vertical
	return f
}

func (f *form) layout(gtx layout.Context) layout.Dimensions {
	if f.send.Clicked(gtx) {
		f.log = append(f.log, f.field.Text())
		f.field.SetText("")
	}
	return layout.Flex{Axis: layout.Vertical}.Layout(gtx,
		layout.Rigid(material.Editor(f.th, &f.field, "Message").Layout),
		layout.Rigid(material.Button(f.th, &f.send, "Send").Layout),
		layout.Flexed(1, func(gtx layout.Context) layout.Dimensions {
			return material.List(f.th, &f.list).Layout(gtx, 100, func(gtx layout.Context, i int) layout.Dimensions {
				l := material.Body1(f.th, "row")
				l.Alignment = text.Middle
				return l.Layout(gtx)
			})
		}),
	)
}

func TestTypeClickAndPress(t *testing.T) {
	f := newForm()
	h := New(t, image.Pt(400, 300), f.layout)
	h.Click(semantic.Editor, "")
	h.Type("héllo 漢")
	h.Click(semantic.Button, "Send")
	if len(f.log) != 1 || f.log[0] != "héllo 漢" || f.field.Len() != 0 {
		t.Errorf("log %q, field %q", f.log, f.field.Text())
	}
	h.Tab(key.FocusForward)
	h.Press(0, key.NameReturn)
	if len(f.log) != 2 {
		t.Errorf("Return on the focused button sent nothing; the log is %q", f.log)
	}
}

func TestClipboard(t *testing.T) {
	f := newForm()
	h := New(t, image.Pt(400, 300), f.layout)
	h.Click(semantic.Editor, "")
	h.Type("abc")
	h.Press(key.ModShortcut, "A")
	h.Press(key.ModShortcut, "C")
	if h.Clipboard != "abc" {
		t.Errorf("clipboard %q", h.Clipboard)
	}
	h.Clipboard = "pasted"
	h.Press(key.ModShortcut, "V")
	if got := f.field.Text(); got != "pasted" {
		t.Errorf("field %q", got)
	}
}

func TestDragSelects(t *testing.T) {
	f := newForm()
	h := New(t, image.Pt(400, 300), f.layout)
	h.Click(semantic.Editor, "")
	h.Type("select all of this")
	h.Drag(image.Pt(0, 8), image.Pt(40, 8), image.Pt(399, 8))
	if got := f.field.SelectedText(); got != "select all of this" {
		t.Errorf("selected %q", got)
	}
}

func TestScroll(t *testing.T) {
	f := newForm()
	h := New(t, image.Pt(400, 300), f.layout)
	h.Scroll(image.Pt(200, 200), 100)
	if f.list.Position.First == 0 {
		t.Error("the wheel did not scroll the list")
	}
}
