package localmodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

type responsesRequest struct {
	Model string
	Input []struct {
		Type    string
		Role    string
		Content content
	}
	Tools []struct{ Name, Type string }
}

// An item is one piece of a response's output; Type tells which fields hold.
type item struct {
	Type      string `json:"type"`
	ID        string `json:"id"`
	Status    string `json:"status,omitempty"`
	Role      string `json:"role,omitempty"`
	Content   []part `json:"content,omitempty"` // message
	Summary   []part `json:"summary,omitzero"`  // reasoning
	CallID    string `json:"call_id,omitempty"` // function_call, custom_tool_call
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments,omitempty"`
	Input     string `json:"input,omitempty"`
}

type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// A responsesEvent is one server-sent event; Type tells which fields hold.
type responsesEvent struct {
	Type     string    `json:"type"`
	Sequence int       `json:"sequence_number"`
	Response *response `json:"response,omitempty"`
	Item     *item     `json:"item,omitempty"`
	ItemID   string    `json:"item_id,omitempty"`
	Output   int       `json:"output_index"`
	Content  int       `json:"content_index"`
	Summary  int       `json:"summary_index"`
	Part     *part     `json:"part,omitempty"`
	Delta    string    `json:"delta,omitempty"`
}

type response struct {
	ID     string          `json:"id"`
	Object string          `json:"object"`
	Status string          `json:"status"`
	Model  string          `json:"model"`
	Output []item          `json:"output"`
	Usage  *responsesUsage `json:"usage,omitempty"`
}

type responsesUsage struct {
	Input  int `json:"input_tokens"`
	Output int `json:"output_tokens"`
	Total  int `json:"total_tokens"`
}

// responses answers POST …/responses, always as a stream.
func (m Model) responses(w http.ResponseWriter, r *http.Request) {
	var q responsesRequest
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	events := choose(q.place(m.Dir))
	if fail(w, events) {
		return
	}
	a := &answer{stream: m.stream(w, r), request: q, id: fmt.Sprintf("%d", len(q.Input))}
	a.emit(responsesEvent{Type: "response.created", Response: a.response("in_progress")})
	for _, e := range events {
		a.event(e)
		if !a.stream.pause(e) {
			return
		}
	}
	a.close()
	done := a.response("completed")
	done.Usage = &responsesUsage{1200, 50, 1250}
	a.emit(responsesEvent{Type: "response.completed", Response: done})
}

// place finds the script's name and how many rounds of tools ran since.
func (q responsesRequest) place(dir string) (user string, step int, folder string, tools []string) {
	user, index := scripted(len(q.Input), func(i int) (string, bool) {
		return string(q.Input[i].Content), q.Input[i].Role == "user"
	})
	inside := false
	for _, m := range q.Input[index+1:] {
		output := strings.HasSuffix(m.Type, "output")
		if output && !inside {
			step++
		}
		inside = output
	}
	for _, t := range q.Tools {
		tools = append(tools, t.Name)
	}
	return user, step, dir, tools
}

// An answer is a response while it is streamed.
type answer struct {
	stream   *stream
	request  responsesRequest
	id       string
	sequence int
	output   []item
	open     *item // the message or reasoning that grows
	text     string
}

func (a *answer) response(status string) *response {
	return &response{ID: "resp_" + a.id, Object: "response", Status: status, Model: a.request.Model, Output: a.output}
}

func (a *answer) emit(e responsesEvent) {
	e.Sequence = a.sequence
	a.sequence++
	a.stream.send(e.Type, e)
}

func (a *answer) event(e event) {
	switch {
	case e.think != "":
		a.grow("reasoning", "response.reasoning_summary_text.delta", e.think)
	case e.text != "":
		a.grow("message", "response.output_text.delta", e.text)
	case e.tool != nil:
		a.close()
		a.whole(a.call(*e.tool))
	}
}

// grow adds text to the open item, after opening one of the kind.
func (a *answer) grow(kind, delta, text string) {
	if a.open == nil || a.open.Type != kind {
		a.close()
		a.open = &item{Type: kind, ID: a.itemID(), Summary: []part{}}
		if kind == "message" {
			a.open.Role, a.open.Status = "assistant", "in_progress"
		}
		a.emit(responsesEvent{Type: "response.output_item.added", Output: len(a.output), Item: a.open})
		if kind == "reasoning" {
			a.emit(responsesEvent{Type: "response.reasoning_summary_part.added", ItemID: a.open.ID, Output: len(a.output), Part: &part{Type: "summary_text"}})
		}
	}
	a.text += text
	a.emit(responsesEvent{Type: delta, ItemID: a.open.ID, Output: len(a.output), Delta: text})
}

// close ends the open item, if there is one.
func (a *answer) close() {
	if a.open == nil {
		return
	}
	done := *a.open
	if done.Type == "message" {
		done.Status, done.Content = "completed", []part{{"output_text", a.text}}
	} else {
		done.Summary = []part{{"summary_text", a.text}}
	}
	a.open, a.text = nil, ""
	a.finish(done)
}

func (a *answer) whole(i item) {
	a.emit(responsesEvent{Type: "response.output_item.added", Output: len(a.output), Item: &i})
	a.finish(i)
}

func (a *answer) finish(i item) {
	a.emit(responsesEvent{Type: "response.output_item.done", Output: len(a.output), Item: &i})
	a.output = append(a.output, i)
}

func (a *answer) itemID() string { return fmt.Sprintf("item_%s_%d", a.id, len(a.output)) }

func (a *answer) call(c toolCall) item {
	i := item{Type: "function_call", ID: a.itemID(), CallID: "call_" + a.itemID(), Name: c.name, Arguments: c.arguments, Status: "completed"}
	for _, t := range a.request.Tools {
		if t.Name == c.name && t.Type == "custom" {
			i.Type, i.Arguments, i.Input = "custom_tool_call", "", c.input()
		}
	}
	return i
}
