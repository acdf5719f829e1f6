package acp

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A fastLine decodes, in one strict pass, the updates that come by the
// thousand: chunks and tool calls. All else is left to the lenient decoder.
type fastLine struct {
	Method string `json:"method"`
	Params struct {
		SessionID SessionID  `json:"sessionId"`
		Update    fastUpdate `json:"update"`
	} `json:"params"`
}

type fastUpdate struct {
	Kind      UpdateKind         `json:"sessionUpdate"`
	MessageID MessageID          `json:"messageId"`
	Content   fastContent        `json:"content"`
	ToolCall  ToolCallID         `json:"toolCallId"`
	Name      string             `json:"name"`
	Title     string             `json:"title"`
	ToolKind  ToolKind           `json:"kind"`
	Status    ToolCallStatus     `json:"status"`
	Locations []ToolCallLocation `json:"locations"`
	RawInput  jsontext.Value     `json:"rawInput"`
	RawOutput jsontext.Value     `json:"rawOutput"`
	Meta      jsontext.Value     `json:"_meta"`
}

// fastContent is an object in chunks and an array in tool calls.
type fastContent struct {
	block ContentBlock
	tool  []ToolCallContent
}

func (c *fastContent) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '{' {
		return json.UnmarshalDecode(d, &c.block)
	}
	return json.UnmarshalDecode(d, &c.tool)
}

// decode tells whether the line was one of the updates it is for.
func (f *fastLine) decode(line []byte) (SessionNotification, bool) {
	*f = fastLine{}
	if json.Unmarshal(line, f, lenientText) != nil || f.Method != methodUpdate {
		return SessionNotification{}, false
	}
	u := &f.Params.Update
	n := SessionNotification{SessionID: f.Params.SessionID,
		Update: SessionUpdate{Kind: u.Kind, MessageID: u.MessageID, Meta: u.Meta}}
	switch u.Kind {
	case UserMessageChunk, AgentMessageChunk, AgentThoughtChunk, CompactionSummaryChunk:
		n.Update.Content = u.Content.block
		return n, u.Content.block.Type != ""
	case ToolCallStart, ToolCallProgress:
		n.Update.ToolCall = ToolCall{ID: u.ToolCall, Name: u.Name, Title: u.Title, Kind: u.ToolKind, Status: u.Status,
			Content: u.Content.tool, Locations: u.Locations, RawInput: u.RawInput, RawOutput: u.RawOutput, Meta: u.Meta}
		n.Update.ToolCall.tidy()
		return n, u.ToolCall != ""
	}
	return n, false
}

// A wireUpdate is the update with the fields that every kind has.
type wireUpdate struct {
	Kind      UpdateKind     `json:"sessionUpdate"`
	MessageID MessageID      `json:"messageId,omitzero"`
	Meta      jsontext.Value `json:"_meta,omitzero"`
}

// decodeNotification reads the params of session/update: by the discriminator
// alone, and what is not known stays raw.
func decodeNotification(params jsontext.Value) (SessionNotification, error) {
	m := members(params)
	raw := m["update"]
	w := decode[wireUpdate](raw)
	if w.Kind == "" {
		return SessionNotification{}, errors.New("an update without its kind")
	}
	n := SessionNotification{SessionID: SessionID(unquote(m["sessionId"]))}
	n.Update = SessionUpdate{Kind: w.Kind, MessageID: w.MessageID, Meta: w.Meta}
	return n, n.Update.decode(raw, members(raw))
}

// decode fills the fields of the update's kind.
func (u *SessionUpdate) decode(raw jsontext.Value, m map[string]jsontext.Value) error {
	switch u.Kind {
	case UserMessageChunk, AgentMessageChunk, AgentThoughtChunk, CompactionSummaryChunk:
		u.Content = decode[ContentBlock](m["content"])
	case ToolCallStart, ToolCallProgress:
		if u.ToolCall = decodeToolCall(raw); u.ToolCall.ID == "" {
			return errors.New("a tool call without its id")
		}
	case PlanUpdate:
		u.Plan = few(decode[[]PlanEntry](m["entries"]))
	case AvailableCommandsUpdate:
		u.Commands = slices.DeleteFunc(decode[[]AvailableCommand](m["availableCommands"]),
			func(c AvailableCommand) bool { return c.Name == "" })
	case CurrentModeUpdate:
		u.ModeID = SessionModeID(unquote(m["currentModeId"]))
	case ConfigOptionUpdate:
		u.ConfigOptions = decodeConfigOptions(m["configOptions"])
	case SessionInfoUpdate:
		u.Title = decodeTitle(m)
	case UsageUpdate:
		u.Usage = decode[Usage](raw)
	case NoticeUpdate:
		u.Notice = decode[Notice](raw)
	default:
		u.Raw = raw
	}
	return nil
}

// maxItems is how many entries of a plan, modes, options and values of an option a
// person is shown: more than anybody reads, and all are laid out at once.
const maxItems = 500

func few[T any](list []T) []T { return list[:min(len(list), maxItems)] }

// decodeTitle tells a title that is taken back (null, given as "") from one
// that is not mentioned (nil).
func decodeTitle(m map[string]jsontext.Value) *string {
	raw, ok := m["title"]
	if k := raw.Kind(); !ok || k != '"' && k != 'n' {
		return nil
	}
	title := unquote(raw)
	return &title
}

func decodeToolCall(raw jsontext.Value) ToolCall {
	t := decode[ToolCall](raw)
	t.tidy()
	return t
}

// tidy drops the items that lack what they are made of, and null, which means
// absent.
func (t *ToolCall) tidy() {
	t.Content = slices.DeleteFunc(t.Content, func(c ToolCallContent) bool {
		return c.Type == "" || c.Type == "content" && c.Content == nil
	})
	t.Locations = slices.DeleteFunc(t.Locations, func(l ToolCallLocation) bool { return l.Path == "" })
	for _, v := range []*jsontext.Value{&t.RawInput, &t.RawOutput, &t.Meta} {
		if v.Kind() == 'n' {
			*v = nil
		}
	}
}

// maxOptions is how many answers to one request a person can be asked to choose
// from.
const maxOptions = 32

// decodePermission fails when nothing could be answered: there is no session
// to ask in, or no option to choose.
func decodePermission(raw jsontext.Value) (PermissionRequest, error) {
	m := members(raw)
	r := PermissionRequest{
		SessionID: SessionID(unquote(m["sessionId"])),
		ToolCall:  decodeToolCall(m["toolCall"]),
		Options:   decode[[]PermissionOption](m["options"]),
	}
	known := map[PermissionOptionID]bool{"": true} // which could not be told from cancelled
	r.Options = slices.DeleteFunc(r.Options, func(o PermissionOption) bool {
		again := known[o.ID] // two answers with one id could not be told apart
		known[o.ID] = true
		return again
	})
	r.Options = r.Options[:min(len(r.Options), maxOptions)]
	if r.SessionID == "" || len(r.Options) == 0 {
		return r, &AgentError{Code: CodeInvalidParams, Message: "Invalid params: a permission request needs sessionId and options"}
	}
	return r, nil
}

// wireConfigOption is a config option as sent: its values flat, or in groups.
type wireConfigOption struct {
	ID           string         `json:"id"`
	Name         string         `json:"name"`
	Description  string         `json:"description,omitzero"`
	Category     string         `json:"category,omitzero"`
	Type         string         `json:"type"`
	CurrentValue jsontext.Value `json:"currentValue,omitzero"`
	Options      []wireValue    `json:"options,omitzero"`
}

type wireValue struct {
	Value       string      `json:"value,omitzero"`
	Name        string      `json:"name"`
	Description string      `json:"description,omitzero"`
	Group       string      `json:"group,omitzero"`
	Options     []wireValue `json:"options,omitzero"`
}

func decodeConfigOptions(raw jsontext.Value) []ConfigOption {
	var list []ConfigOption
	for _, w := range few(decode[[]wireConfigOption](raw)) {
		if w.ID == "" {
			continue
		}
		list = append(list, ConfigOption{ID: w.ID, Name: w.Name, Description: w.Description, Category: w.Category,
			Type: w.Type, CurrentValue: w.CurrentValue, Options: few(flatten(nil, w.Options, ""))})
	}
	return list
}

func flatten(list []ConfigOptionValue, values []wireValue, group string) []ConfigOptionValue {
	for _, v := range values {
		if v.Options != nil {
			list = flatten(list, v.Options, v.Name)
			continue
		}
		list = append(list, ConfigOptionValue{Value: v.Value, Name: v.Name, Description: v.Description, Group: group})
	}
	return list
}

func decodeSession(raw jsontext.Value) SessionResponse {
	m := members(raw)
	r := SessionResponse{SessionID: SessionID(unquote(m["sessionId"])), ConfigOptions: decodeConfigOptions(m["configOptions"])}
	modes := decode[SessionModes](m["modes"])
	modes.Available = slices.DeleteFunc(modes.Available, func(m SessionMode) bool { return m.ID == "" })
	modes.Available = few(modes.Available)
	if len(modes.Available) > 0 {
		r.Modes = &modes
	}
	return r
}
