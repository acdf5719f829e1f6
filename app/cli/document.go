package cli

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// A document is a finished conversation, as --json prints it. A field that
// does not apply is absent.
type document struct {
	Agent    string              `json:"agent"`
	Messages []documentMessage   `json:"messages"`
	Usage    *conversation.Usage `json:"usage,omitzero"`
}

type documentMessage struct {
	ID    conversation.MessageID  `json:"id"`
	Role  string                  `json:"role"`  // user, agent, system
	State string                  `json:"state"` // done, streaming, not-sent
	Stop  conversation.StopReason `json:"stop,omitzero"`
	Error string                  `json:"error,omitzero"` // the sentence
	Code  conversation.Code       `json:"code,omitzero"`
	Parts []documentPart          `json:"parts,omitempty"`
}

type documentPart struct {
	Kind      string                     `json:"kind"` // text, thought, tool, plan, content, decision
	Text      string                     `json:"text,omitzero"`
	Tool      *conversation.ToolCall     `json:"tool,omitzero"`      // as ACP has it
	Cancelled bool                       `json:"cancelled,omitzero"` // the tool did not end by itself: the turn ended before it
	Entries   []conversation.PlanEntry   `json:"entries,omitzero"`   // of a plan, as ACP has them
	Content   *conversation.ContentBlock `json:"content,omitzero"`   // an image, a sound or a resource, as ACP has it
	Decision  *documentDecision          `json:"decision,omitzero"`
}

// A documentDecision is the answer to a permission request.
type documentDecision struct {
	Verb   string                            `json:"verb"`
	About  string                            `json:"about"`           // the command, the address or the files
	Answer conversation.PermissionOptionKind `json:"answer,omitzero"` // absent: cancelled
	Option string                            `json:"option,omitzero"` // in the agent's words

	Unanswered conversation.Unanswered `json:"unanswered,omitzero"` // why it was cancelled without an answer
}

func writeDocument(out io.Writer, c engine.ConversationView, w *i18n.Words) error {
	d := document{Agent: c.Agent, Messages: []documentMessage{}, Usage: c.Usage}
	for i, m := range c.Messages {
		d.Messages = append(d.Messages, messageOf(m, conversation.MessageID(i+1), c.Agent, w))
	}
	if err := json.MarshalWrite(out, d, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

func messageOf(m *conversation.Message, id conversation.MessageID, agent string, w *i18n.Words) documentMessage {
	d := documentMessage{ID: id, Role: roleName(m.Role), State: stateName(m.State), Stop: m.Stop, Code: m.Code}
	if m.Failure != nil {
		d.Error = w.Failure(agent, m.Failure)
	}
	if m.Role == conversation.System {
		d.Parts = append(d.Parts, documentPart{Kind: "text", Text: w.System(agent, m)})
	}
	for _, p := range m.Parts {
		d.Parts = append(d.Parts, partOf(p))
	}
	return d
}

func roleName(r conversation.Role) string {
	switch r {
	case conversation.User:
		return "user"
	case conversation.Agent:
		return "agent"
	}
	return "system"
}

func stateName(s conversation.State) string {
	switch s {
	case conversation.Streaming:
		return "streaming"
	case conversation.NotSent:
		return "not-sent"
	}
	return "done"
}

func partOf(p conversation.Part) documentPart {
	switch p := p.(type) {
	case conversation.Text:
		return documentPart{Kind: "text", Text: p.Markdown}
	case conversation.Thought:
		return documentPart{Kind: "thought", Text: p.Markdown}
	case *conversation.Tool:
		return documentPart{Kind: "tool", Tool: &p.Call, Cancelled: p.Cancelled}
	case *conversation.Plan:
		return documentPart{Kind: "plan", Entries: p.Entries}
	case conversation.Content:
		return documentPart{Kind: "content", Content: &p.Block}
	case *conversation.Decision:
		return documentPart{Kind: "decision", Decision: &documentDecision{Verb: p.Verb, About: p.About, Answer: p.Kind, Option: p.Option, Unanswered: p.Unanswered}}
	}
	return documentPart{}
}
