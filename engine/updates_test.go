package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

func TestAWholeTurn(t *testing.T) {
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		a.update(acp.SessionUpdate{Kind: acp.AgentThoughtChunk, Content: acp.TextBlock("hm")})
		a.say("Hel")
		a.say("lo")
		a.update(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "look", Status: "pending"}}})
		a.update(acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: acp.ToolCall{ID: "t", Title: "ls", Kind: acp.ToolExecute}})
		a.update(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "look", Status: "completed"}}})
		a.tool(acp.ToolCall{ID: "t", Status: acp.ToolCompleted})
		a.update(acp.SessionUpdate{Kind: acp.UsageUpdate, Usage: acp.Usage{Used: 10, Size: 100}})
		a.say("Done.")
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("hello")
		l.expect(`
			user
			"hello"
			agent end_turn
			thought "hm"
			"Hello"
			plan look: completed
			tool execute "ls" completed
			"Done."`)
		if u := l.view().Usage; u == nil || u.Used != 10 || u.Size != 100 {
			t.Errorf("usage %+v", u)
		}
		if a := l.agentView(riker); a.Status != AgentIdle || a.Program != "scripted 1" {
			t.Errorf("agent %+v", a)
		}
	})
}

// A list of things to do that a tool is given is the plan of an agent that sends
// none; what is no such list is only what a tool was given.
func TestAPlanThatAToolIsGiven(t *testing.T) {
	given := func(raw string) acp.SessionUpdate {
		return acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: acp.ToolCall{ID: "t", Title: "2 todos", Kind: acp.ToolOther, RawInput: []byte(raw)}}
	}
	own := acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "own", Status: "pending"}}}
	look := given(`{"todos":[{"id":"1","content":"look","status":"completed","priority":"high"},{"content":"tell","status":"in_progress"}]}`)
	again := given(`{"todos":[{"content":"look","status":"completed"},{"content":"tell","status":"completed"}]}`)
	for want, updates := range map[string][]acp.SessionUpdate{
		"plan look: completed, tell: completed": {given("{}"), look, again},
		"plan own: pending":                     {own, look, look},
		"plan own: pending ":                    {look, own, again},
		"": {given(`{"todos":"- [ ] look"}`), given(`{"todos":[{"content":"look","status":"some day"}]}`), given(`{"todos":[{"status":"pending"}]}`),
			given(`{"todos":[]`), given(`["todos"]`), given(`{"todos":[1]}`)},
	} {
		inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
			for _, u := range updates {
				a.update(u)
			}
			a.say("Done.")
			return acp.EndTurn, nil
		}), func(l *lab) {
			l.send("hello")
			var plans []string
			for line := range strings.Lines(dump(l.view())) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, "plan ") {
					plans = append(plans, line)
				}
			}
			if got := strings.Join(plans, "\n"); got != strings.TrimSpace(want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// The plan shows all of a call that is given one, also where the agent tells its plan itself: but
// one that asks or that failed.
func TestACallThatThePlanShows(t *testing.T) {
	given := acp.ToolCall{ID: "t", Kind: acp.ToolOther, RawInput: []byte(`{"todos":[{"content":"look","status":"pending"}]}`)}
	inBubble(t, serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.tool(acp.ToolCall{ID: "t", Title: "todowrite", RawInput: []byte("{}")})
		a.tool(given)
		a.ask(ctx, "t")
		a.update(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: []acp.PlanEntry{{Content: "look", Status: "pending"}}})
		again := given
		again.ID = "again"
		a.tool(again)
		return acp.EndTurn, nil
	}), func(l *lab) {
		inPlan := func() (list []bool) {
			for _, m := range l.view().Messages {
				for _, p := range m.Parts {
					if t, ok := p.(*conversation.Tool); ok {
						list = append(list, t.InPlan())
					}
				}
			}
			return list
		}
		l.send("hello")
		if got := inPlan(); !slices.Equal(got, []bool{false}) {
			t.Errorf("while it asks: %v", got)
		}
		l.Answer(l.Snapshot().Permissions[0].ID, "yes")
		synctest.Wait()
		if got := inPlan(); !slices.Equal(got, []bool{true, true}) {
			t.Errorf("once it was answered: %v", got)
		}
	})
}

// A call of which the agent tells only the end is known by its tool.
func TestTheNameOfAToolBesideTheProtocol(t *testing.T) {
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		a.tool(acp.ToolCall{ID: "t", Status: acp.ToolFailed, Meta: []byte(`{"toolName":"write_file"}`)})
		a.tool(acp.ToolCall{ID: "u", Name: "ls", Status: acp.ToolFailed, Meta: []byte(`{"toolName":7}`)})
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("hello")
		if call := l.toolCall("t"); call.Name != "write_file" {
			t.Errorf("call %+v", call)
		}
		if call := l.toolCall("u"); call.Name != "ls" {
			t.Errorf("call %+v", call)
		}
	})
}

// TestUpdatesOutsideOfTurns come before the session is known, after the answer
// and with no turn at all.
func TestUpdatesOutsideOfTurns(t *testing.T) {
	chunk := func(text string) acp.SessionNotification {
		return acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.TextBlock(text)}}
	}
	h := handlers(func(ctx context.Context, a *turnOf) (acp.StopReason, error) {
		a.say("answer")
		go func() {
			time.Sleep(time.Minute)
			a.SessionUpdate(chunk(", late"))
		}()
		return acp.EndTurn, nil
	})
	newSession := h.NewSession
	h.NewSession = func(ctx context.Context, c *acp.AgentConn, r acp.SessionRequest) (acp.SessionResponse, error) {
		c.SessionUpdate(chunk("early "))
		c.SessionUpdate(acp.SessionNotification{SessionID: "other", Update: chunk("lost").Update})
		c.SessionUpdate(acp.SessionNotification{SessionID: "s1", Update: acp.SessionUpdate{Kind: acp.AvailableCommandsUpdate, Commands: []acp.AvailableCommand{{Name: "review"}}}})
		return newSession(ctx, c, r)
	}
	inBubble(t, acptest.Serve(h), func(l *lab) {
		l.send("one")
		time.Sleep(2 * time.Minute)
		l.expect(`
			user
			"one"
			agent end_turn
			"early answer, late"`)
		if c := l.view().Commands; len(c) != 1 {
			t.Errorf("commands %+v", c)
		}
	})
}

func TestLoopWarning(t *testing.T) {
	inBubble(t, serve(func(_ context.Context, a *turnOf) (acp.StopReason, error) {
		out := acp.TextBlock("refused\nreally")
		for i := range 3 {
			a.tool(acp.ToolCall{ID: acp.ToolCallID(fmt.Sprint(a.number, i)), Title: "run", Status: acp.ToolFailed, Content: []acp.ToolCallContent{{Type: "content", Content: &out}}})
		}
		if a.text() == "end" {
			a.tool(acp.ToolCall{ID: "ok", Title: "run", Status: acp.ToolCompleted})
		}
		return acp.EndTurn, nil
	}), func(l *lab) {
		l.send("one")
		if f := l.view().Failures; f != (conversation.Streak{Count: 3, Warn: true, Tool: "run", Line: "refused"}) {
			t.Errorf("failures %+v", f)
		}
		l.send("two")
		if f := l.view().Failures; f.Count != 3 {
			t.Errorf("the message did not begin the count anew: %+v", f)
		}
		l.NewConversation(rikers)
		if f := l.view().Failures; f.Count != 0 {
			t.Errorf("a new conversation has %+v", f)
		}
		l.send("end")
		if f := l.view().Failures; f.Count != 0 {
			t.Errorf("after a success: %+v", f)
		}
	})
}

// TestWhatAgentsTellBeside is notices, titles, compaction, kinds that are not
// known, Qwen's usage and codex's command output.
func TestWhatAgentsTellBeside(t *testing.T) {
	inBubble(t, acptest.Raw(func(w *acptest.Wire) {
		m := opened(w)
		for _, u := range []string{
			`{"sessionUpdate":"notice","severity":"warning","title":"Low on tokens"}`,
			`{"sessionUpdate":"session_info_update","title":"Ship"}`,
			`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":""},"_meta":{"usage":{"totalTokens":1290}}}`,
			`{"sessionUpdate":"tool_call","toolCallId":"t","title":"ls","content":[{"type":"terminal","terminalId":"x"}]}`,
			`{"sessionUpdate":"tool_call_update","toolCallId":"t","_meta":{"terminal_output_delta":{"terminal_id":"x","data":"one\n"}}}`,
			`{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed","_meta":{"terminal_output_delta":{"terminal_id":"x","data":"two\n"}}}`,
			`{"sessionUpdate":"compaction_update","compactionId":"c","status":"in_progress"}`,
			`{"sessionUpdate":"compaction_summary_chunk","compactionId":"c","content":{"type":"text","text":"in "}}`,
			`{"sessionUpdate":"compaction_summary_chunk","compactionId":"c","content":{"type":"text","text":"short"}}`,
			`{"sessionUpdate":"compaction_update","compactionId":"c","status":"completed"}`,
			`{"sessionUpdate":"subagent_update","content":{"type":"text","text":"no text of the answer"}}`,
			`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"one"}}`,
			`{"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":"AAAA","mimeType":"image/png"}}`,
		} {
			says(w, u)
		}
		w.Line(`{"jsonrpc":"2.0","id":0,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/a","content":""}}`)
		answer, _ := w.Expect("")
		if !strings.Contains(string(answer.Error), "-32601") {
			t.Errorf("fs/write_text_file is answered %s", answer.Error)
		}
		w.Reply(m, `{"stopReason":"max_tokens"}`)
		w.Expect("never")
	}), func(l *lab) {
		l.send("one")
		l.expect(`
			user
			"one"
			system agent-notice warning "Low on tokens"
			agent
			tool  "ls" completed "one\ntwo\n"
			system compacted
			"in short"
			agent max_tokens
			content image 
			system unsupported-call fs/write_text_file`)
		v := l.view()
		if v.Title != "Ship" || v.Usage == nil || v.Usage.Used != 1290 || v.Unknown != 1 {
			t.Errorf("title %q, usage %+v, unknown %d", v.Title, v.Usage, v.Unknown)
		}
	})
}

// toolCall is a call of the conversation.
func (l *lab) toolCall(id acp.ToolCallID) acp.ToolCall {
	for _, m := range l.view().Messages {
		for _, p := range m.Parts {
			if t, ok := p.(*conversation.Tool); ok && t.Call.ID == id {
				return t.Call
			}
		}
	}
	return acp.ToolCall{}
}
