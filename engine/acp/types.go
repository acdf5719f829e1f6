package acp

import "github.com/go-json-experiment/json/jsontext"

// ProtocolVersion is the version that Sidekicks asks for in initialize.
const ProtocolVersion = 1

type (
	// SessionID names a session within one agent process.
	SessionID string
	// ToolCallID names a tool call within one session.
	ToolCallID string
	// MessageID groups the chunks of one message; agents may leave it out.
	MessageID string
	// PermissionOptionID is the agent's own name of one answer.
	PermissionOptionID string
	// SessionModeID is the agent's own name of one mode.
	SessionModeID string
)

// StopReason says why a turn ended.
// Source: https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons
type StopReason string

const (
	EndTurn         StopReason = "end_turn"
	MaxTokens       StopReason = "max_tokens"
	MaxTurnRequests StopReason = "max_turn_requests"
	Refusal         StopReason = "refusal"
	Cancelled       StopReason = "cancelled"
)

// ToolKind says what sort of thing a tool call does; unknown kinds pass through.
type ToolKind string

const (
	ToolRead       ToolKind = "read"
	ToolEdit       ToolKind = "edit"
	ToolDelete     ToolKind = "delete"
	ToolMove       ToolKind = "move"
	ToolSearch     ToolKind = "search"
	ToolExecute    ToolKind = "execute"
	ToolThink      ToolKind = "think"
	ToolFetch      ToolKind = "fetch"
	ToolSwitchMode ToolKind = "switch_mode"
	ToolOther      ToolKind = "other"
)

// ToolCallStatus is how far a tool call got.
type ToolCallStatus string

const (
	ToolPending    ToolCallStatus = "pending"
	ToolInProgress ToolCallStatus = "in_progress"
	ToolCompleted  ToolCallStatus = "completed"
	ToolFailed     ToolCallStatus = "failed"
)

// PermissionOptionKind is what an answer to a permission request means.
type PermissionOptionKind string

const (
	AllowOnce    PermissionOptionKind = "allow_once"
	AllowAlways  PermissionOptionKind = "allow_always"
	RejectOnce   PermissionOptionKind = "reject_once"
	RejectAlways PermissionOptionKind = "reject_always"
)

// UpdateKind is the discriminator of a session update, as sent.
type UpdateKind string

const (
	UserMessageChunk        UpdateKind = "user_message_chunk"
	AgentMessageChunk       UpdateKind = "agent_message_chunk"
	AgentThoughtChunk       UpdateKind = "agent_thought_chunk"
	ToolCallStart           UpdateKind = "tool_call"
	ToolCallProgress        UpdateKind = "tool_call_update"
	PlanUpdate              UpdateKind = "plan"
	AvailableCommandsUpdate UpdateKind = "available_commands_update"
	CurrentModeUpdate       UpdateKind = "current_mode_update"
	ConfigOptionUpdate      UpdateKind = "config_option_update"
	SessionInfoUpdate       UpdateKind = "session_info_update"
	UsageUpdate             UpdateKind = "usage_update"
	NoticeUpdate            UpdateKind = "notice"
	CompactionUpdate        UpdateKind = "compaction_update"
	CompactionSummaryChunk  UpdateKind = "compaction_summary_chunk"
)

// A ContentBlock is one piece of a message: text, image, audio, resource_link
// or resource, told apart by Type. Fields that do not apply are zero.
// Source: https://agentclientprotocol.com/protocol/content
type ContentBlock struct {
	Type        string            `json:"type"`
	Text        string            `json:"text,omitzero"`
	Data        string            `json:"data,omitzero"` // base64
	MimeType    string            `json:"mimeType,omitzero"`
	URI         string            `json:"uri,omitzero"`
	Name        string            `json:"name,omitzero"`
	Title       string            `json:"title,omitzero"`
	Description string            `json:"description,omitzero"`
	Size        int64             `json:"size,omitzero"`
	Resource    *EmbeddedResource `json:"resource,omitzero"`
	Meta        jsontext.Value    `json:"_meta,omitzero"`
}

// TextBlock makes a content block of type text.
func TextBlock(s string) ContentBlock { return ContentBlock{Type: "text", Text: s} }

// An EmbeddedResource carries a resource's content in the message itself.
type EmbeddedResource struct {
	URI      string `json:"uri"`
	MimeType string `json:"mimeType,omitzero"`
	Text     string `json:"text,omitzero"`
	Blob     string `json:"blob,omitzero"` // base64
}

// A ToolCallContent is one item of what a tool call produced, told apart by
// Type: content, diff or terminal.
type ToolCallContent struct {
	Type       string        `json:"type"`
	Content    *ContentBlock `json:"content,omitzero"`
	Path       string        `json:"path,omitzero"`    // diff: absolute path
	OldText    *string       `json:"oldText,omitzero"` // diff: nil for a new file
	NewText    string        `json:"newText,omitzero"`
	TerminalID string        `json:"terminalId,omitzero"`
}

// A ToolCallLocation is a file that a tool call touches; Line is 1-based, 0 when unknown.
type ToolCallLocation struct {
	Path string `json:"path"`
	Line int    `json:"line,omitzero"`
}

// A ToolCall is one call of a tool, and also a change of one: in an update a
// zero field is unchanged, and a list that is present replaces the list whole
// (an empty, non-nil list empties it).
// Source: https://agentclientprotocol.com/protocol/tool-calls
type ToolCall struct {
	ID        ToolCallID         `json:"toolCallId"`
	Name      string             `json:"name,omitzero"` // the tool's name as the model calls it; few agents tell it
	Title     string             `json:"title,omitzero"`
	Kind      ToolKind           `json:"kind,omitzero"`
	Status    ToolCallStatus     `json:"status,omitzero"`
	Content   []ToolCallContent  `json:"content,omitzero"`
	Locations []ToolCallLocation `json:"locations,omitzero"`
	RawInput  jsontext.Value     `json:"rawInput,omitzero"`
	RawOutput jsontext.Value     `json:"rawOutput,omitzero"`
	Meta      jsontext.Value     `json:"_meta,omitzero"`
}

// A PlanEntry is one line of an agent's plan. Priority is high, medium or low;
// Status pending, in_progress or completed.
// Source: https://agentclientprotocol.com/protocol/agent-plan
type PlanEntry struct {
	Content  string `json:"content"`
	Priority string `json:"priority,omitzero"`
	Status   string `json:"status,omitzero"`
}

// A PermissionOption is one answer that the agent offers.
type PermissionOption struct {
	ID   PermissionOptionID   `json:"optionId"`
	Name string               `json:"name"`
	Kind PermissionOptionKind `json:"kind"`
}

// Usage is what usage_update tells of the session's memory, in tokens.
type Usage struct {
	Used int64 `json:"used"`
	Size int64 `json:"size"`
	Cost *Cost `json:"cost,omitzero"`
}

// Cost is the money a session has used so far; Currency is an ISO 4217 code.
type Cost struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

// An AvailableCommand is a slash command that the agent takes.
type AvailableCommand struct {
	Name        string        `json:"name"`
	Description string        `json:"description,omitzero"`
	Input       *CommandInput `json:"input,omitzero"`
}

// CommandInput says what a command wants after its name.
type CommandInput struct {
	Hint string `json:"hint,omitzero"`
}

// A SessionMode is one way for the agent to behave.
type SessionMode struct {
	ID          SessionModeID `json:"id"`
	Name        string        `json:"name"`
	Description string        `json:"description,omitzero"`
}

// SessionModes is the set of modes of a session with the one in force.
type SessionModes struct {
	Current   SessionModeID `json:"currentModeId"`
	Available []SessionMode `json:"availableModes,omitzero"`
}

// A ConfigOption is a choice of the session (its model, its mode…). Type is
// select or boolean; Category mode, model, model_config, thought_level or any.
type ConfigOption struct {
	ID           string              `json:"id"`
	Name         string              `json:"name"`
	Description  string              `json:"description,omitzero"`
	Category     string              `json:"category,omitzero"`
	Type         string              `json:"type"`
	CurrentValue jsontext.Value      `json:"currentValue,omitzero"` // string or bool
	Options      []ConfigOptionValue `json:"options,omitzero"`      // groups are flattened
}

// A ConfigOptionValue is one value of a select option.
type ConfigOptionValue struct {
	Value       string `json:"value"`
	Name        string `json:"name"`
	Description string `json:"description,omitzero"`
	Group       string `json:"-"` // the group's name when the agent sent groups
}

// A Notice is a remark of the agent beside the conversation.
type Notice struct {
	Severity    string `json:"severity,omitzero"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
}

// A SessionUpdate is one change of a session. Kind tells which of the fields hold.
// Source: https://agentclientprotocol.com/protocol/prompt-turn#3-agent-reports-output
type SessionUpdate struct {
	Kind          UpdateKind
	MessageID     MessageID          // chunks; empty when left out
	Content       ContentBlock       // user, agent, thought and summary chunks
	ToolCall      ToolCall           // tool_call, tool_call_update
	Plan          []PlanEntry        // plan
	Commands      []AvailableCommand // available_commands_update
	ModeID        SessionModeID      // current_mode_update
	ConfigOptions []ConfigOption     // config_option_update
	Title         *string            // session_info_update; nil when left out
	Usage         Usage              // usage_update
	Notice        Notice             // notice
	Meta          jsontext.Value
	Raw           jsontext.Value // the update whole; only for kinds that are not known, and compaction_update
}

// A SessionNotification is a session update with the session it belongs to.
type SessionNotification struct {
	SessionID SessionID
	Update    SessionUpdate
}

// A PermissionRequest asks the person before a tool runs.
// Source: https://agentclientprotocol.com/protocol/tool-calls#requesting-permission
type PermissionRequest struct {
	SessionID SessionID          `json:"sessionId"`
	ToolCall  ToolCall           `json:"toolCall"`
	Options   []PermissionOption `json:"options"`
	Call      uint64             `json:"-"` // counts the requests of one connection, from 1: agents use an id twice
}

// An Outcome answers a permission request: the chosen option, or cancelled when OptionID is empty.
type Outcome struct {
	OptionID PermissionOptionID
}

// Implementation names a program and its version.
type Implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitzero"`
	Version string `json:"version"` // required: some agents refuse a client without one
}

// An AuthMethod is one way to sign in to the agent. Type is empty (the agent
// does it when authenticate is called), terminal or env_var.
type AuthMethod struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description,omitzero"`
	Type        string            `json:"type,omitzero"`
	Args        []string          `json:"args,omitzero"`
	Env         map[string]string `json:"env,omitzero"`
	Vars        []AuthVariable    `json:"vars,omitzero"` // env_var
	Meta        jsontext.Value    `json:"_meta,omitzero"`

	// As told in _meta by agents that were made before the protocol had these
	// methods: a command of its own, to which only Args and Env belong; or Args for
	// the agent's command without what makes it speak the protocol.
	Command    string `json:"-"`
	NoProtocol bool   `json:"-"`
}

// An AuthVariable is an environment variable that signs in.
type AuthVariable struct {
	Name  string `json:"name"`
	Label string `json:"label,omitzero"`
}

// InitializeResponse is what the agent says of itself.
// Source: https://agentclientprotocol.com/protocol/initialization
type InitializeResponse struct {
	ProtocolVersion int
	Agent           Implementation
	AuthMethods     []AuthMethod
	LoadSession     bool // session/load
	ResumeSession   bool // session/resume
	CloseSession    bool // session/close
	PromptImage     bool
	PromptEmbedded  bool // embeddedContext: resource blocks in prompts
	McpHTTP, McpSSE bool
}

// SessionResponse answers session/new, session/load and session/resume (the
// last two leave SessionID out: the caller knows it).
type SessionResponse struct {
	SessionID     SessionID
	Modes         *SessionModes
	ConfigOptions []ConfigOption
}

// PromptResponse ends a turn.
type PromptResponse struct {
	StopReason StopReason `json:"stopReason"`
}
