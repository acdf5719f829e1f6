package app

import (
	"strings"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine/conversation"
)

func TestNotSentIsEdited(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		for _, text := range []string{"first", "third"} {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		l.Press(0, key.NameEscape)
		l.wait()
		l.sees(1, "not sent")
		l.Type("draft")
		l.button("Edit")
		if q := l.view("Riker").Messages; strings.Contains(lastText(q), "third") {
			t.Error("a message that is edited stays in the conversation")
		}
		if got := l.app.page.Drafts(); got != 1 {
			t.Errorf("%d drafts", got)
		}
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "begun third")
		l.sees(2, "draft") // in the message and in its answer
	})
}

func TestSendAgain(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": untilStopped}, func(l *lab) {
		for _, text := range []string{"first", "second"} {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		l.Press(0, key.NameEscape)
		l.wait()
		l.button("Send again")
		l.sees(1, "begun second")
		l.sees(0, "not sent")
	})
}

func lastText(messages []*conversation.Message) string {
	text, _ := messages[len(messages)-1].Typed()
	return text
}
