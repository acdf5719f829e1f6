package codeedit

import (
	"image"
	"io"
	"strings"
	"time"

	"gioui.org/gesture"
	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/transfer"
	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/widgets"
)

// keyFilters take the keys of the field while it has the focus. Tab indents:
// F6 and Esc lead out.
func (e *Editor) keyFilters() []event.Filter {
	if e.filters != nil {
		return e.filters
	}
	held := key.ModShortcutAlt | key.ModShortcut | key.ModShift | key.ModCtrl | key.ModAlt
	e.filters = []event.Filter{
		key.FocusFilter{Target: e},
		transfer.TargetFilter{Target: e, Type: "application/text"},
		key.Filter{Focus: e, Name: key.NameTab, Optional: key.ModShift},
		key.Filter{Focus: e, Name: key.NameSpace, Required: key.ModCtrl},
	}
	for _, name := range []key.Name{key.NameReturn, key.NameEnter, key.NamePageUp, key.NamePageDown} {
		e.filters = append(e.filters, key.Filter{Focus: e, Name: name, Optional: key.ModShift})
	}
	for _, name := range []key.Name{"Z", "Y", "C", "V", "X", "A", "D", "F", "H", "I", "/", ":", "."} {
		e.filters = append(e.filters, key.Filter{Focus: e, Name: name, Required: key.ModShortcut, Optional: key.ModShift})
	}
	for _, name := range []key.Name{
		key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow,
		key.NameHome, key.NameEnd, key.NameDeleteBackward, key.NameDeleteForward,
	} {
		e.filters = append(e.filters, key.Filter{Focus: e, Name: name, Optional: held})
	}
	return e.filters
}

func (e *Editor) updateKeys(gtx layout.Context) {
	for {
		ev, ok := widgets.EventInLine(gtx, e, e.keyFilters())
		if !ok {
			return
		}
		e.blinking = gtx.Now
		before := e.doc.version
		switch ev := ev.(type) {
		case key.Event:
			if ev.State == key.Press {
				e.press(gtx, ev)
			}
		case transfer.DataEvent:
			e.paste(ev)
		default:
			e.updateIME(ev)
		}
		if e.doc.version != before && len(e.events) == 0 {
			e.changed(before, false)
		}
	}
}

// press does what a key asks for.
func (e *Editor) press(gtx layout.Context, k key.Event) {
	if e.popup.open() && e.popupKey(k) {
		return
	}
	e.popup.close()
	e.follow = true
	switch {
	case e.moveKey(k), e.wantKey(gtx, k), e.ReadOnly:
	case k.Modifiers.Contain(key.ModAlt) && e.lineKey(k):
	default:
		e.editKey(gtx, k)
	}
}

// moveKey moves the caret.
func (e *Editor) moveKey(k key.Event) bool {
	extend := k.Modifiers.Contain(key.ModShift)
	word := k.Modifiers.Contain(key.ModShortcutAlt)
	far := k.Modifiers.Contain(key.ModShortcut)
	d := &e.doc
	if k.Modifiers.Contain(key.ModAlt) && (k.Name == key.NameUpArrow || k.Name == key.NameDownArrow) {
		return false
	}
	switch {
	case k.Name == key.NameLeftArrow && word:
		d.moveWord(-1, extend)
	case k.Name == key.NameRightArrow && word:
		d.moveWord(1, extend)
	case k.Name == key.NameLeftArrow:
		d.moveBy(-1, extend)
	case k.Name == key.NameRightArrow:
		d.moveBy(1, extend)
	case (k.Name == key.NameUpArrow || k.Name == key.NameDownArrow) && far:
		e.scroll.Y += e.view.lineHeight * signOf(k.Name)
		e.follow = false
	case k.Name == key.NameUpArrow || k.Name == key.NameDownArrow:
		d.moveLines(signOf(k.Name), extend)
	case k.Name == key.NamePageUp || k.Name == key.NamePageDown:
		d.moveLines(signOf(k.Name)*max(e.view.page-1, 1), extend)
	case k.Name == key.NameHome && far:
		d.moveTo(0, extend)
	case k.Name == key.NameEnd && far:
		d.moveTo(len(d.text), extend)
	case k.Name == key.NameHome:
		d.moveHome(extend)
	case k.Name == key.NameEnd:
		d.moveEnd(extend)
	default:
		return false
	}
	e.tip.close()
	return true
}

func signOf(name key.Name) int {
	if name == key.NameUpArrow || name == key.NamePageUp {
		return -1
	}
	return 1
}

// wantKey asks for something that leaves the text as it is.
func (e *Editor) wantKey(gtx layout.Context, k key.Event) bool {
	switch {
	case k.Name == key.NameSpace:
		e.events = append(e.events, Event{Kind: CompletionWanted})
	case !k.Modifiers.Contain(key.ModShortcut):
		return false
	case k.Name == "A":
		e.doc.selection = span{e.doc.clamp(0), len(e.doc.text)}
		e.follow = false
	case k.Name == "C":
		e.copy(gtx)
	case k.Name == "F":
		e.openFind(gtx, false)
	case k.Name == "I":
		e.events = append(e.events, Event{Kind: HelpWanted, Offset: e.doc.selection.caret})
	default:
		return false
	}
	return true
}

// lineKey moves or repeats whole lines.
func (e *Editor) lineKey(k key.Event) bool {
	repeat := k.Modifiers.Contain(key.ModShift)
	switch {
	case k.Name != key.NameUpArrow && k.Name != key.NameDownArrow:
		return false
	case repeat:
		e.doc.duplicate(signOf(k.Name))
	default:
		e.doc.moveSelected(signOf(k.Name))
	}
	return true
}

// editKey changes the text.
func (e *Editor) editKey(gtx layout.Context, k key.Event) {
	shift := k.Modifiers.Contain(key.ModShift)
	word := k.Modifiers.Contain(key.ModShortcutAlt)
	d := &e.doc
	switch k.Name {
	case key.NameReturn, key.NameEnter:
		d.breakLine()
	case key.NameTab:
		if shift {
			d.outdent()
		} else {
			d.indent()
		}
	case key.NameDeleteBackward:
		d.deleteBy(-1, word)
	case key.NameDeleteForward:
		d.deleteBy(1, word)
	default:
		if k.Modifiers.Contain(key.ModShortcut) {
			e.editChord(gtx, k.Name, shift)
		}
	}
}

// editChord changes the text by a key with Ctrl or Cmd.
func (e *Editor) editChord(gtx layout.Context, name key.Name, shift bool) {
	d := &e.doc
	switch {
	case name == "Z" && !shift:
		d.undo()
	case name == "Z" || name == "Y":
		d.redo()
	case name == "X":
		e.cut(gtx)
	case name == "V":
		widgets.ReadClipboard(gtx, e)
	case name == "D":
		d.duplicate(1)
	case name == "H":
		e.openFind(gtx, true)
	case name == "/" || name == ":":
		d.toggleComment()
	case name == ".":
		if i, ok := e.markAtCaret(); ok {
			e.events = append(e.events, Event{Kind: FixWanted, Mark: i})
		}
	}
}

// copy copies what is selected, or the line of the caret.
func (e *Editor) copy(gtx layout.Context) {
	text := e.doc.selected()
	if text == "" {
		start, end := e.doc.lineRange()
		text = e.doc.text[start:end]
	}
	gtx.Execute(clipboard.WriteCmd{Type: "application/text", Data: io.NopCloser(strings.NewReader(text))})
	e.follow = false
}

func (e *Editor) cut(gtx layout.Context) {
	e.copy(gtx)
	s := e.doc.selection
	if s.empty() {
		s.anchor, s.caret = e.doc.lineRange()
	}
	e.doc.edit([]Edit{{s.start(), s.end(), ""}}, at(s.start()), otherStep)
}

func (e *Editor) paste(data transfer.DataEvent) {
	r := data.Open()
	defer r.Close()
	if text, err := io.ReadAll(r); err == nil && !e.ReadOnly { // a clipboard that cannot be read is empty
		e.doc.insert(strings.ToValidUTF8(string(text), "\uFFFD"), otherStep)
	}
}

// hover is where the pointer rests.
type hover struct {
	at     image.Point
	since  time.Time
	inside bool
	asked  bool
}

// restTime is how long the pointer rests before what is under it is explained.
const restTime = 400 * time.Millisecond

func (e *Editor) updatePointer(gtx layout.Context) {
	e.updateScroll(gtx)
	for {
		ev, ok := e.clicker.Update(gtx.Source)
		if !ok {
			break
		}
		if ev.Kind == gesture.KindPress && ev.Source == pointer.Mouse || ev.Kind == gesture.KindClick && ev.Source != pointer.Mouse {
			e.click(gtx, ev)
		}
	}
	for {
		ev, ok := e.dragger.Update(gtx.Metric, gtx.Source, gesture.Both)
		if !ok {
			break
		}
		if e.dragging && ev.Kind == pointer.Drag && ev.Source == pointer.Mouse {
			e.blinking = gtx.Now
			e.doc.moveTo(e.offsetAt(ev.Position.Round()), true)
			e.follow = true
		}
		e.dragging = e.dragging && ev.Kind != pointer.Release
	}
	e.updateHover(gtx)
}

func (e *Editor) updateScroll(gtx layout.Context) {
	const far = 1 << 24
	all := pointer.ScrollRange{Min: -far, Max: far}
	y := e.vertical.Update(gtx.Metric, gtx.Source, gtx.Now, gesture.Vertical, pointer.ScrollRange{}, all)
	x := e.sideways.Update(gtx.Metric, gtx.Source, gtx.Now, gesture.Horizontal, all, pointer.ScrollRange{})
	e.scroll = e.scroll.Add(image.Pt(x, y))
	if d := e.bar.ScrollDistance(); d != 0 {
		e.scroll.Y += int(d * float32(e.height()))
	}
	if x != 0 || y != 0 {
		e.tip.close()
	}
}

func (e *Editor) click(gtx layout.Context, ev gesture.ClickEvent) {
	e.Focus(gtx)
	e.blinking = gtx.Now
	e.popup.close()
	e.tip.close()
	offset := e.offsetAt(ev.Position)
	e.dragging = ev.NumClicks == 1
	switch {
	case ev.Position.X < e.view.gutter && e.clickGutter(ev.Position):
		e.dragging = false
	case ev.NumClicks == 2:
		e.doc.selection = e.doc.wordAt(offset)
	case ev.NumClicks > 2:
		line := e.doc.lineAt(offset)
		_, end := e.doc.bounds(line)
		e.doc.selection = span{e.doc.start(line), end + e.doc.gapOrNone(line)}
	default:
		e.doc.moveTo(offset, ev.Modifiers.Contain(key.ModShift))
	}
	e.follow = true
}

// clickGutter shows the first mark of the line that was clicked.
func (e *Editor) clickGutter(p image.Point) bool {
	line := e.lineAtY(p.Y)
	for i, m := range e.marks {
		if e.doc.lineAt(m.Start) == line {
			e.ShowMark(i)
			return true
		}
	}
	return false
}

// updateHover tells what the marks under the pointer say, and asks what else
// is there once it rests.
func (e *Editor) updateHover(gtx layout.Context) {
	for {
		ev, ok := gtx.Event(pointer.Filter{Target: e, Kinds: pointer.Move | pointer.Enter | pointer.Leave})
		if !ok {
			break
		}
		p, ok := ev.(pointer.Event)
		if !ok {
			continue
		}
		e.pointer = hover{at: p.Position.Round(), since: gtx.Now, inside: p.Kind != pointer.Leave}
		e.hoverMarks()
	}
	h := &e.pointer
	if !h.inside || h.asked || e.tip.open() || e.popup.open() {
		return
	}
	if due := h.since.Add(restTime); gtx.Now.Before(due) {
		gtx.Execute(op.InvalidateCmd{At: due})
		return
	}
	h.asked = true
	if offset, ok := e.over(h.at); ok {
		e.events = append(e.events, Event{Kind: HelpWanted, Offset: offset})
	}
}

func (e *Editor) hoverMarks() {
	offset, ok := e.over(e.pointer.at)
	var marks []Mark
	if ok {
		marks = e.marksOver(offset)
	}
	switch {
	case len(marks) > 0:
		e.tip.showMarks(marks, marks[0].Start)
		e.tip.hovered = true
	case e.tip.hovered:
		e.tip.close()
	}
}
