package acp

// The agent's side of the wire: updates and results as they are sent.

type wireChunk struct {
	wireUpdate
	Content ContentBlock `json:"content"`
}

type wireToolCall struct {
	Kind UpdateKind `json:"sessionUpdate"`
	ToolCall
}

type wirePlan struct {
	wireUpdate
	Entries []PlanEntry `json:"entries"`
}

type wireCommands struct {
	wireUpdate
	Commands []AvailableCommand `json:"availableCommands"`
}

type wireMode struct {
	wireUpdate
	ModeID SessionModeID `json:"currentModeId"`
}

type wireTitle struct {
	wireUpdate
	Title *string `json:"title,omitzero"`
}

type wireUsage struct {
	wireUpdate
	Usage
}

type wireNotice struct {
	wireUpdate
	Notice
}

type wireConfigOptions struct {
	wireUpdate
	configOptionsResponse
}

type configOptionsResponse struct {
	ConfigOptions []wireConfigOption `json:"configOptions"`
}

// encodeUpdate makes the wire's shape of an update; a kind that is not known
// is sent as its Raw.
func encodeUpdate(u SessionUpdate) any {
	w := wireUpdate{Kind: u.Kind, MessageID: u.MessageID, Meta: u.Meta}
	switch u.Kind {
	case UserMessageChunk, AgentMessageChunk, AgentThoughtChunk, CompactionSummaryChunk:
		return wireChunk{w, u.Content}
	case ToolCallStart, ToolCallProgress:
		return wireToolCall{u.Kind, u.ToolCall}
	case PlanUpdate:
		return wirePlan{w, u.Plan}
	case AvailableCommandsUpdate:
		return wireCommands{w, u.Commands}
	case CurrentModeUpdate:
		return wireMode{w, u.ModeID}
	case ConfigOptionUpdate:
		return wireConfigOptions{w, configOptionsResponse{encodeConfigOptions(u.ConfigOptions)}}
	case SessionInfoUpdate:
		return wireTitle{w, u.Title}
	case UsageUpdate:
		return wireUsage{w, u.Usage}
	case NoticeUpdate:
		return wireNotice{w, u.Notice}
	}
	return u.Raw
}

type wireSession struct {
	SessionID     SessionID          `json:"sessionId,omitzero"`
	Modes         *SessionModes      `json:"modes,omitzero"`
	ConfigOptions []wireConfigOption `json:"configOptions,omitzero"`
}

func encodeSession(r SessionResponse) wireSession {
	return wireSession{r.SessionID, r.Modes, encodeConfigOptions(r.ConfigOptions)}
}

// encodeConfigOptions gives the values of an option flat, or in groups when
// they name their group.
func encodeConfigOptions(options []ConfigOption) []wireConfigOption {
	var list []wireConfigOption
	for _, o := range options {
		list = append(list, wireConfigOption{ID: o.ID, Name: o.Name, Description: o.Description, Category: o.Category,
			Type: o.Type, CurrentValue: o.CurrentValue, Options: encodeValues(o.Options)})
	}
	return list
}

func encodeValues(values []ConfigOptionValue) []wireValue {
	var list []wireValue
	for _, v := range values {
		w := wireValue{Value: v.Value, Name: v.Name, Description: v.Description}
		switch last := len(list) - 1; {
		case v.Group == "":
			list = append(list, w)
		case last >= 0 && list[last].Group == v.Group:
			list[last].Options = append(list[last].Options, w)
		default:
			list = append(list, wireValue{Group: v.Group, Name: v.Group, Options: []wireValue{w}})
		}
	}
	return list
}
