package guide

import (
	"context"
	"fmt"
	"time"

	"sidekicks/engine/acp"
)

// A turn is the answer to one message. Its methods do nothing once it was
// cancelled, so a script needs to look at that only in a long loop.
type turn struct {
	ctx     context.Context
	session *session
	lang    language
	args    []string // the words after the command
	rest    string   // the same, as written

	stop acp.StopReason // why the turn ends; EndTurn when the script says nothing
	err  error          // the turn's error instead
}

func (t *turn) cancelled() bool { return t.ctx.Err() != nil }

// pause waits for d and tells whether the turn goes on.
func (t *turn) pause(d time.Duration) bool {
	if d <= 0 {
		return !t.cancelled()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.ctx.Done():
	}
	return !t.cancelled()
}

func (t *turn) send(u acp.SessionUpdate) {
	if !t.cancelled() {
		t.session.send(u)
	}
}

// chunk sends one piece of the answer, as it is.
func (t *turn) chunk(s string) {
	t.send(acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(s)})
}

// say streams a part of the answer, at the pace of a quick reader.
func (t *turn) say(en, fr string, args ...any) {
	t.flow(acp.AgentMessageChunk, phrase{en, fr}, args)
}

// muse streams a thought.
func (t *turn) muse(en, fr string, args ...any) {
	t.flow(acp.AgentThoughtChunk, phrase{en, fr}, args)
}

func (t *turn) flow(kind acp.UpdateKind, p phrase, args []any) {
	s := p.in(t.lang)
	if len(args) > 0 {
		s = fmt.Sprintf(s, args...)
	}
	for piece := range pieces(s, fragment) {
		t.send(acp.SessionUpdate{Kind: kind, Content: acp.TextBlock(piece)})
		if !t.pause(5 * time.Millisecond) {
			return
		}
	}
}

// word is one of two words, in the turn's language.
func (t *turn) word(en, fr string) string { return phrase{en, fr}.in(t.lang) }

// begin shows a tool call and gives its id.
func (t *turn) begin(call acp.ToolCall) acp.ToolCallID {
	call.ID = t.session.nextTool()
	t.send(acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: call})
	return call.ID
}

// finish ends a tool call with what it produced.
func (t *turn) finish(id acp.ToolCallID, status acp.ToolCallStatus, output string) {
	block := acp.TextBlock(output)
	t.send(acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: acp.ToolCall{
		ID: id, Status: status, Content: []acp.ToolCallContent{{Type: "content", Content: &block}},
	}})
}

// permit shows the call and asks for it, unless the session's mode or an
// earlier "always" answers already. It may be called by several goroutines.
// An empty kind means that the question was withdrawn.
func (t *turn) permit(call acp.ToolCall) (acp.ToolCallID, acp.PermissionOptionKind) {
	call.Status = acp.ToolPending
	call.ID = t.begin(call)
	if known := t.session.settled(call.Kind); known != "" {
		return call.ID, known
	}
	outcome, err := t.session.conn.RequestPermission(t.ctx, acp.PermissionRequest{
		SessionID: t.session.id, ToolCall: call, Options: t.options(),
	})
	kind := acp.PermissionOptionKind(outcome.OptionID)
	if err != nil {
		return call.ID, ""
	}
	t.session.remember(call.Kind, kind)
	return call.ID, kind
}

// options offers one answer of each kind, which is also its id.
func (t *turn) options() []acp.PermissionOption {
	return []acp.PermissionOption{
		{ID: "allow_once", Name: t.word("Yes, this time", "Oui, cette fois"), Kind: acp.AllowOnce},
		{ID: "allow_always", Name: t.word("Yes, and do not ask again", "Oui, et ne plus demander"), Kind: acp.AllowAlways},
		{ID: "reject_once", Name: t.word("No, not this time", "Non, pas cette fois"), Kind: acp.RejectOnce},
		{ID: "reject_always", Name: t.word("No, and do not propose it again", "Non, et ne plus le proposer"), Kind: acp.RejectAlways},
	}
}

func allowed(k acp.PermissionOptionKind) bool {
	return k == acp.AllowOnce || k == acp.AllowAlways
}
