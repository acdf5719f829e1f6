package chat

import (
	"strings"

	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/composer"
)

// queued is what the page keeps of a message that waits for its turn.
type queued struct{ edit, remove widgets.Button }

// editing is the queued message that is being changed, when id is not 0. The
// engine holds it back meanwhile.
type editing struct {
	id           engine.QueuedID
	was          string
	field        composer.Composer
	save, cancel widgets.Button
}

// changed tells whether there are words that would be lost.
func (e *editing) changed() bool {
	return e.id != 0 && !e.field.Empty() && (e.field.Text() != e.was || len(e.field.Pasted()) > 0)
}

func (v *view) queuedState(id engine.QueuedID) *queued {
	if v.queue == nil {
		v.queue = map[engine.QueuedID]*queued{}
	}
	if v.queue[id] == nil {
		v.queue[id] = new(queued)
	}
	return v.queue[id]
}

// updateQueue takes what the person asked of the messages that wait.
func (v *view) updateQueue(gtx layout.Context) {
	if v.subject.Conversation == nil {
		return
	}
	waiting := v.subject.Conversation.Queued
	if len(waiting) == 0 {
		v.queue = nil
	}
	for _, q := range waiting {
		state := v.queuedState(q.ID)
		if state.edit.Update(gtx) {
			v.edit(gtx, q)
		}
		if state.remove.Update(gtx) {
			v.page.Engine.RemoveQueued(v.key, q.ID)
			v.composer.Focus(gtx)
		}
	}
	if v.editing.id != 0 {
		v.updateEditing(gtx)
	}
}

// edit begins to change a message. One that is being changed already is done.
func (v *view) edit(gtx layout.Context, q engine.Queued) {
	if v.editing.id != 0 {
		v.saveEditing(gtx)
	}
	if v.page.Engine.HoldQueued(v.key, q.ID, true) {
		v.editing = editing{id: q.ID, was: q.Text}
		v.editing.field.SetText(q.Text)
		v.editing.field.Focus(gtx)
	}
}

func (v *view) updateEditing(gtx layout.Context) {
	e := &v.editing
	e.field.CtrlEnter = v.page.CtrlEnter
	save := e.save.Update(gtx)
	for ev, ok := e.field.Update(gtx); ok; ev, ok = e.field.Update(gtx) {
		save = save || ev.Kind == composer.Submitted
	}
	switch {
	case save:
		v.saveEditing(gtx)
	case e.cancel.Update(gtx):
		v.stopEditing(gtx)
	case !v.isQueued(e.id): // Stop, or the end of the agent
		v.keepEditing(gtx)
	}
}

func (v *view) saveEditing(gtx layout.Context) {
	if v.page.Engine.EditQueued(v.key, v.editing.id, v.editing.field.Text(), pasted(&v.editing.field)...) {
		v.stopEditing(gtx)
	} else {
		v.keepEditing(gtx)
	}
}

// keepEditing gives the edit up, and its words to the composer.
func (v *view) keepEditing(gtx layout.Context) {
	if v.editing.changed() {
		v.compose(v.editing.field.Text(), pasted(&v.editing.field)...)
	}
	v.stopEditing(gtx)
}

func (v *view) isQueued(id engine.QueuedID) bool {
	for _, q := range v.subject.Conversation.Queued {
		if q.ID == id {
			return true
		}
	}
	return false
}

func (v *view) stopEditing(gtx layout.Context) {
	v.page.Engine.HoldQueued(v.key, v.editing.id, false)
	v.editing = editing{}
	v.composer.Focus(gtx)
}

// layoutQueued draws one message that waits, or the field in which it is changed.
func (v *view) layoutQueued(gtx layout.Context, q *engine.Queued) layout.Dimensions {
	if v.editing.id == q.ID {
		return v.layoutEditing(gtx)
	}
	th, w := v.page.Theme, v.page.Words
	state := v.queuedState(q.ID)
	said := oneLine(q.Text)
	for _, b := range q.More {
		said = strings.TrimPrefix(said+" · "+visible(w.Content(b)), " · ")
	}
	text := widgets.OneLineOf(th, th.Small, w.QueuedText(said))
	text.Color = th.Dim
	return layout.Inset{Left: 6}.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return layout.Flex{Alignment: layout.Middle}.Layout(gtx,
			layout.Rigid(func(gtx layout.Context) layout.Dimensions {
				return widgets.IconClock.Layout(gtx, th.Small.Size, th.Dim)
			}),
			layout.Rigid(layout.Spacer{Width: 6}.Layout),
			layout.Flexed(1, text.Layout),
			layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
			layout.Rigid(widgets.LinkOf(th, &state.edit, w.Edit).Layout),
			layout.Rigid(layout.Spacer{Width: theme.Beside}.Layout),
			layout.Rigid(widgets.LinkOf(th, &state.remove, w.Remove).Layout))
	})
}

func (v *view) layoutEditing(gtx layout.Context) layout.Dimensions {
	th, w := v.page.Theme, v.page.Words
	e := &v.editing
	style := composer.Of(th, &e.field, w.Edit, func(gtx layout.Context) layout.Dimensions {
		return widgets.ToTheRight(gtx, func(gtx layout.Context) layout.Dimensions {
			return layout.Flex{}.Layout(gtx,
				layout.Rigid(widgets.ButtonOf(th, &e.cancel, w.Cancel).Layout),
				layout.Rigid(layout.Spacer{Width: 2 * theme.Step}.Layout),
				layout.Rigid(widgets.PrimaryOf(th, &e.save, w.SaveEdit).Layout))
		})
	})
	style.MaxHeight = gtx.Constraints.Max.Y / 5
	return style.Layout(gtx)
}
