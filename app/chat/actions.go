package chat

import (
	"strings"

	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/transcript"
)

// These are the actions of the keymap that act on the conversation shown.

// Escape closes what is on top of the page, else refuses on a focused card,
// else stops the answer.
func (p *Page) Escape(gtx layout.Context, s Subject) {
	v := p.view(s.Conversation.Key)
	switch {
	case p.reader.open:
		p.reader.shut(gtx, v)
	case p.exporter.open:
		p.exporter.shut(gtx, v)
	case v.form.open:
		v.form.shut(gtx, v)
	case p.header.open() != nil:
		p.header.open().Close(gtx)
	case v.composer.Focused(gtx) && v.composer.Dismiss():
	case v.find.open:
		v.closeFind(gtx)
	case v.editing.id != 0:
		v.keepEditing(gtx)
	case p.card.focused(gtx):
		p.card.refuse(gtx, p, v)
	case s.Conversation.Turn == engine.TurnAnswering:
		p.Engine.Cancel(v.key)
	}
}

// FocusComposer gives the composer of a conversation the focus.
func (p *Page) FocusComposer(gtx layout.Context, key conversation.Key) {
	p.view(key).composer.Focus(gtx)
}

// Reads tells whether the field or the text of a conversation has the focus, which
// stay whatever comes.
func (p *Page) Reads(gtx layout.Context, key conversation.Key) bool {
	v := p.view(key)
	return v.composer.Focused(gtx) || v.transcript.Focused(gtx)
}

// giveFocusBack gives the composer the focus that a click on a button in the
// text has given to the transcript. A button that was used by key keeps it.
func (v *view) giveFocusBack(gtx layout.Context) {
	if v.transcript.Focused(gtx) {
		v.composer.Focus(gtx)
	}
}

// FocusPermission gives the focus to the card that waits, else to a form, else to
// the question whether an agent is to act without asking. It reports false when
// nothing waits in the conversation.
func (p *Page) FocusPermission(gtx layout.Context, s Subject) bool {
	switch {
	case len(s.Permissions) > 0:
		p.card.focus(gtx)
	case len(s.Forms) > 0:
		p.view(s.Conversation.Key).form.raise()
	case s.Conversation.Confirm:
		p.banners.focusConfirm(gtx, s)
	default:
		return false
	}
	return true
}

// ResumeConversation goes back to the conversation that a new one has left.
func (p *Page) ResumeConversation(gtx layout.Context, s Subject) {
	if s.Conversation.Left == 0 {
		p.Remark(gtx.Now, p.Words.NothingToResume)
		return
	}
	p.Engine.ResumeConversation(s.Conversation.Key)
}

// CopyAnswer copies the agent's last answer as Markdown.
func (p *Page) CopyAnswer(gtx layout.Context, s Subject) {
	text := lastAnswer(s.Conversation.Messages)
	if text == "" {
		p.Remark(gtx.Now, p.Words.NothingCopy)
		return
	}
	p.copy(gtx, text, p.Words.Copied)
}

// lastAnswer is the text of the agent's last message that has any.
func lastAnswer(messages []*conversation.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role != conversation.Agent {
			continue
		}
		var texts []string
		for _, part := range messages[i].Parts {
			if t, ok := part.(conversation.Text); ok {
				texts = append(texts, t.Markdown)
			}
		}
		if len(texts) > 0 {
			return strings.Join(texts, "\n\n")
		}
	}
	return ""
}

// ToggleThoughts unfolds the thoughts of all conversations, or folds them.
func (p *Page) ToggleThoughts() {
	p.thoughts = !p.thoughts
	for _, v := range p.views {
		v.foldThoughts(p.thoughts)
	}
}

// read is the text that is read: that which stands over the page, else a
// conversation.
func (p *Page) read(key conversation.Key) *transcript.Transcript {
	if p.reader.open {
		return &p.reader.view
	}
	return &p.view(key).transcript
}

// ScrollPages moves what is read by the height of its view; below zero is up.
func (p *Page) ScrollPages(key conversation.Key, pages float32) { p.read(key).ScrollPages(pages) }

// ScrollToStart shows the beginning of what is read.
func (p *Page) ScrollToStart(key conversation.Key) { p.read(key).ScrollToStart() }

// ScrollToEnd shows its end and follows it.
func (p *Page) ScrollToEnd(key conversation.Key) { p.read(key).ScrollToEnd() }

// StepOwn shows the person's message before (-1) or after (+1) the row at the top.
func (p *Page) StepOwn(s Subject, step int) {
	v := p.view(s.Conversation.Key)
	if key, ok := v.ownFrom(v.transcript.Top, step); ok {
		v.transcript.Show(key)
	} else if step > 0 {
		v.transcript.ScrollToEnd()
	}
}

// ownFrom finds the next row of an own message from a row on, in a direction.
func (v *view) ownFrom(first, step int) (transcript.Key, bool) {
	for i := first + step; i >= 0 && i < len(v.rows); i += step {
		m := v.messages[conversation.MessageID(v.rows[i].Key.Message)]
		if m != nil && m.msg.Role == conversation.User {
			return v.rows[i].Key, true
		}
	}
	return transcript.Key{}, false
}
