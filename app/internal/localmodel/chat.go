package localmodel

import (
	"encoding/json"
	"fmt"
	"net/http"
)

type chatRequest struct {
	Model    string
	Stream   bool
	Messages []struct {
		Role    string
		Content content
	}
	Tools []struct {
		Function struct{ Name string }
	}
}

type (
	chatChunk struct {
		ID      string       `json:"id"`
		Object  string       `json:"object"`
		Created int64        `json:"created"`
		Model   string       `json:"model"`
		Choices []chatChoice `json:"choices"`
		Usage   *chatUsage   `json:"usage,omitempty"`
	}
	chatChoice struct {
		Index        int        `json:"index"`
		Delta        *chatDelta `json:"delta,omitempty"`
		Message      *chatDelta `json:"message,omitempty"`
		FinishReason *string    `json:"finish_reason"`
	}
	chatDelta struct {
		Role      string     `json:"role,omitempty"`
		Content   string     `json:"content,omitempty"`
		Reasoning string     `json:"reasoning_content,omitempty"`
		ToolCalls []chatTool `json:"tool_calls,omitempty"`
	}
	chatTool struct {
		Index    int          `json:"index"`
		ID       string       `json:"id"`
		Type     string       `json:"type"`
		Function chatFunction `json:"function"`
	}
	chatFunction struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	chatUsage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
	}
)

// chat answers POST …/chat/completions.
func (m Model) chat(w http.ResponseWriter, r *http.Request) {
	var q chatRequest
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	events := choose(q.place(m.Dir))
	if fail(w, events) {
		return
	}
	if !q.Stream {
		whole(w, q.Model, events)
		return
	}
	s := m.stream(w, r)
	reason := "stop"
	for i, e := range events {
		delta := chatDelta{Role: "assistant", Content: e.text, Reasoning: e.think}
		if e.tool != nil {
			reason = "tool_calls"
			delta.ToolCalls = []chatTool{{i, fmt.Sprintf("call_%d_%d", len(q.Messages), i), "function", chatFunction{e.tool.name, e.tool.arguments}}}
		}
		s.send("", chatChunkOf(q.Model, chatChoice{Delta: &delta}))
		if !s.pause(e) {
			return
		}
	}
	last := chatChunkOf(q.Model, chatChoice{Delta: &chatDelta{}, FinishReason: &reason})
	last.Usage = &chatUsage{1200, 50, 1250}
	s.send("", last)
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// place finds the script's name and how many answers the model gave since.
func (q chatRequest) place(dir string) (user string, step int, folder string, tools []string) {
	user, index := scripted(len(q.Messages), func(i int) (string, bool) {
		return string(q.Messages[i].Content), q.Messages[i].Role == "user"
	})
	for _, m := range q.Messages[index+1:] {
		if m.Role == "assistant" {
			step++
		}
	}
	for _, t := range q.Tools {
		tools = append(tools, t.Function.Name)
	}
	return user, step, dir, tools
}

func chatChunkOf(model string, c chatChoice) chatChunk {
	return chatChunk{ID: "chat-1", Object: "chat.completion.chunk", Created: 1, Model: model, Choices: []chatChoice{c}}
}

// whole answers without a stream, with the text alone.
func whole(w http.ResponseWriter, model string, events []event) {
	text, reason := "", "stop"
	for _, e := range events {
		text += e.text
	}
	c := chatChunkOf(model, chatChoice{Message: &chatDelta{Role: "assistant", Content: text}, FinishReason: &reason})
	c.Object, c.Usage = "chat.completion", &chatUsage{1200, 50, 1250}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(c) // the client went away: nothing to tell it
}
