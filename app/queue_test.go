package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// forAMinute answers after a minute.
func forAMinute(ctx context.Context, c *turn) acp.StopReason {
	select {
	case <-time.After(time.Minute):
	case <-ctx.Done():
		return acp.Cancelled
	}
	c.say("heard " + c.text)
	return acp.EndTurn
}

// queueing is a window in which messages wait behind "one".
func queueing(t *testing.T, f func(l *lab), waiting ...string) {
	t.Helper()
	inBubble(t, agents("Riker"), map[string]answer{"Riker": forAMinute}, func(l *lab) {
		for _, text := range append([]string{"one"}, waiting...) {
			l.Type(text)
			l.Press(0, key.NameReturn)
			l.wait()
		}
		f(l)
	})
}

func TestWhatIsEditedIsSentAsItIsThen(t *testing.T) {
	queueing(t, func(l *lab) {
		l.button("Edit")
		l.Type(" and more")
		l.pass(2 * time.Minute)
		l.sees(0, "heard two")
		l.Press(0, key.NameReturn)
		l.wait()
		l.pass(2 * time.Minute)
		l.sees(1, "heard two and more")
	}, "two")
}

func TestAnEditIsKeptWhenAnotherIsBegun(t *testing.T) {
	queueing(t, func(l *lab) {
		l.button("Edit")
		l.Type(" changed")
		l.button("Edit") // of the other message: the first one has none now
		l.Press(0, key.NameReturn)
		l.wait()
		l.pass(5 * time.Minute)
		l.sees(1, "heard two changed")
		l.sees(1, "heard three")
	}, "two", "three")
}

// Esc gives an edit up; the words that were written are not for nothing.
func TestEscKeepsTheWordsOfAnEdit(t *testing.T) {
	queueing(t, func(l *lab) {
		l.button("Edit")
		l.Type(" changed")
		l.Press(0, key.NameEscape)
		l.wait()
		l.writes("Riker", "two changed")
		l.pass(3 * time.Minute)
		l.sees(1, "heard two")
	}, "two")
}

func TestEscOfNoEditLeavesNoDraft(t *testing.T) {
	queueing(t, func(l *lab) {
		l.button("Edit")
		l.Press(0, key.NameEscape)
		l.wait()
		l.writes("Riker", "")
	}, "two")
}

func TestALongPasteIntoAnEditIsSentWithIt(t *testing.T) {
	long := strings.Repeat("a line\n", 10_000)
	queueing(t, func(l *lab) {
		l.button("Edit")
		l.paste(long)
		l.Press(0, key.NameReturn)
		l.wait()
		l.pass(3 * time.Minute)
		var sent *conversation.Message
		for _, m := range l.view("Riker").Messages {
			if m.Role == conversation.User {
				sent = m
			}
		}
		text, more := sent.Typed()
		if text != "two" || len(more) != 1 || more[0].Text != long {
			t.Errorf("sent %q and %d more", text, len(more))
		}
	}, "two")
}

func TestAnEditCountsAsADraft(t *testing.T) {
	queueing(t, func(l *lab) {
		l.button("Edit")
		if n := l.app.page.Drafts(); n != 0 {
			t.Errorf("%d drafts before a word", n)
		}
		l.Type(" changed")
		l.wait()
		if n := l.app.page.Drafts(); n != 1 {
			t.Errorf("%d drafts", n)
		}
	}, "two")
}

// The field takes the focus of what is gone: a message whose button had it is sent
// when its turn comes.
func TestTheFocusOfAMessageThatIsSentGoesToTheField(t *testing.T) {
	queueing(t, func(l *lab) {
		l.Tab(key.FocusBackward)
		if _, ok := l.FocusBounds(); !ok || l.Focused(nil) {
			t.Fatal("nothing has the focus")
		}
		l.pass(2 * time.Minute)
		l.sees(1, "heard two")
		l.Type("three")
		l.writes("Riker", "three")
	}, "two")
}
