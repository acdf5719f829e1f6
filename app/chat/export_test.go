package chat

import (
	"testing"
	"time"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
)

func TestExported(t *testing.T) {
	at := time.Date(2026, 1, 2, 14, 2, 0, 0, time.UTC)
	old := "a\nb\n"
	messages := []*conversation.Message{
		{Role: conversation.User, At: at, Parts: []conversation.Part{
			conversation.Text{Markdown: "# not a title\n```"},
			conversation.Content{Block: conversation.ContentBlock{Type: "text", Text: "pasted ``` text"}},
			conversation.Content{Block: conversation.ContentBlock{Type: "resource_link", Name: "a_b.go"}},
		}},
		{Role: conversation.Agent, At: at, Stop: "max_tokens", Parts: []conversation.Part{
			conversation.Thought{Markdown: "An *idea*.", Start: at, End: at.Add(8 * time.Second)},
			&conversation.Plan{Entries: []conversation.PlanEntry{{Content: "one", Status: "completed"}, {Content: "two", Status: "pending"}}},
			&conversation.Tool{Start: at, End: at.Add(time.Second), Call: conversation.ToolCall{Kind: "edit", Status: "completed",
				Locations: []conversation.ToolCallLocation{{Path: "/home/me/x.txt"}},
				Content:   []conversation.ToolCallContent{{Type: "diff", Path: "/home/me/x.txt", OldText: &old, NewText: "a\nc\n"}}}},
			&conversation.Tool{Start: at, End: at.Add(time.Second), Exit: 2, Call: conversation.ToolCall{Kind: "execute", Status: "failed",
				RawInput: []byte(`{"command":"make"}`), RawOutput: []byte(`"\u001b[31mred\u001b[0m"`)}},
			conversation.Text{Markdown: "An open fence:\n~~~go\nfunc f()"},
		}},
		{Role: conversation.System, At: at, Code: conversation.AgentUnavailable,
			Failure: &conversation.Failure{Code: conversation.FailedExited, Args: []string{"status 3"}, Detail: "panic"}},
	}
	want := "# Conversation with Riker, 2026-01-02\n\n" +
		"## You · 14:02\n\n> # not a title\n> ```\n\n````\npasted ``` text\n````\n\n- File: a\\_b.go\n\n" +
		"## Riker · 14:02\n\n*Thought for 8\u00a0s*\n\n> An *idea*.\n\n- [x] one\n- [ ] two\n\n" +
		"**Changes** `x.txt` · done · 1.0\u00a0s\n\n`x.txt`\n\n```diff\n a\n-b\n+c\n```\n\n" +
		"**Runs** `make` · failed, exit code 2 · 1.0\u00a0s\n\nWhat it answered\n\n```\nred\n```\n\n" +
		"An open fence:\n~~~go\nfunc f()\n~~~\n\n" +
		"*The answer reached its greatest length. Ask the agent to go on.*\n\n" +
		"*Riker ended by itself (status 3). Send a message to start it again.*\n\n```\npanic\n```\n\n"
	if got := exported(i18n.For("en"), "Riker", "/home/me", messages, at); got != want {
		t.Errorf("exported\n%s\nwant\n%s", got, want)
	}
}

func TestCoded(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`a`": "`` `a` ``", "``": "``` `` ```"} {
		if got := coded(text); got != want {
			t.Errorf("%q is coded as %s, want %s", text, got, want)
		}
	}
}

func TestClosed(t *testing.T) {
	for text, want := range map[string]string{
		"a":              "a",
		"```\nx\n```":    "```\nx\n```",
		"```go\nx":       "```go\nx\n```",
		"~~~\n```\nx":    "~~~\n```\nx\n~~~",
		"````\n```\nx\n": "````\n```\nx\n````",
		"```a``` b":      "```a``` b",
	} {
		if got := closed(text); got != want {
			t.Errorf("%q is closed as %q, want %q", text, got, want)
		}
	}
}
