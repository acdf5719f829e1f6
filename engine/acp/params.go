package acp

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// The params and results of the wire, where they differ from the types that
// others use.

type initializeParams struct {
	ProtocolVersion int            `json:"protocolVersion"`
	Capabilities    capabilities   `json:"clientCapabilities"`
	Client          Implementation `json:"clientInfo"`
}

// capabilities is what Sidekicks can do for an agent: no files, no terminals, and forms
// where the Handler shows them. Ways to sign in that run in a terminal can be
// offered all the same: the person is told what to type in one.
type capabilities struct {
	FS struct {
		Read  bool `json:"readTextFile"`
		Write bool `json:"writeTextFile"`
	} `json:"fs"`
	Terminal bool `json:"terminal"`
	Auth     struct {
		Terminal bool `json:"terminal"`
	} `json:"auth"`
	Session struct {
		ConfigOptions struct {
			Boolean *struct{} `json:"boolean"`
		} `json:"configOptions"`
		Notices    *struct{} `json:"notices"`
		Compaction *struct{} `json:"compaction"`
	} `json:"session"`
	Elicitation *elicitationCapabilities `json:"elicitation,omitzero"`
}

type elicitationCapabilities struct {
	Form struct{} `json:"form"`
}

func clientCapabilities(forms bool) (c capabilities) {
	if forms {
		c.Elicitation = &elicitationCapabilities{}
	}
	c.Auth.Terminal = true
	c.Session.ConfigOptions.Boolean = &struct{}{}
	c.Session.Notices = &struct{}{}
	c.Session.Compaction = &struct{}{}
	return c
}

type authenticateParams struct {
	MethodID string `json:"methodId"`
}

type sessionParams struct {
	SessionID  SessionID      `json:"sessionId,omitzero"`
	Cwd        string         `json:"cwd,omitzero"`
	MCPServers jsontext.Value `json:"mcpServers,omitzero"`
}

type permissionResponse struct {
	Outcome wireOutcome `json:"outcome"`
}

type wireOutcome struct {
	Outcome  string             `json:"outcome"` // selected or cancelled
	OptionID PermissionOptionID `json:"optionId,omitzero"`
}

func outcomeOf(o Outcome) wireOutcome {
	if o.OptionID == "" {
		return wireOutcome{Outcome: "cancelled"}
	}
	return wireOutcome{Outcome: "selected", OptionID: o.OptionID}
}

// wireInitialize is the agent's answer to initialize. A capability is there
// when its member is, whatever the object holds.
type wireInitialize struct {
	ProtocolVersion int            `json:"protocolVersion"`
	Agent           Implementation `json:"agentInfo,omitzero"`
	AuthMethods     []AuthMethod   `json:"authMethods,omitzero"`
	Capabilities    struct {
		LoadSession bool `json:"loadSession"`
		Prompt      struct {
			Image    bool `json:"image"`
			Embedded bool `json:"embeddedContext"`
		} `json:"promptCapabilities"`
		MCP struct {
			HTTP bool `json:"http"`
			SSE  bool `json:"sse"`
		} `json:"mcpCapabilities"`
		Session struct {
			Resume jsontext.Value `json:"resume,omitzero"`
			Close  jsontext.Value `json:"close,omitzero"`
		} `json:"sessionCapabilities"`
	} `json:"agentCapabilities"`
}

func decodeInitialize(raw jsontext.Value) InitializeResponse {
	w := decode[wireInitialize](raw)
	for i := range w.AuthMethods {
		w.AuthMethods[i].fromMeta()
	}
	return InitializeResponse{
		ProtocolVersion: w.ProtocolVersion,
		Agent:           w.Agent,
		AuthMethods:     slices.DeleteFunc(w.AuthMethods, func(m AuthMethod) bool { return m.ID == "" }),
		LoadSession:     w.Capabilities.LoadSession,
		ResumeSession:   has(w.Capabilities.Session.Resume),
		CloseSession:    has(w.Capabilities.Session.Close),
		PromptImage:     w.Capabilities.Prompt.Image,
		PromptEmbedded:  w.Capabilities.Prompt.Embedded,
		McpHTTP:         w.Capabilities.MCP.HTTP,
		McpSSE:          w.Capabilities.MCP.SSE,
	}
}

// fromMeta reads what agents say in _meta instead of in the method: Qwen Code
// 0.24 what the protocol has members for, Copilot and others a whole command.
func (a *AuthMethod) fromMeta() {
	if a.Type != "" {
		return
	}
	m := members(a.Meta)
	a.Type, a.Args = unquote(m["type"]), decode[[]string](m["args"])
	a.NoProtocol = a.Type == "terminal"
	own := members(m["terminal-auth"])
	if command := decode[string](own["command"]); command != "" {
		a.Type, a.NoProtocol = "terminal", false
		a.Command, a.Args, a.Env = command, decode[[]string](own["args"]), decode[map[string]string](own["env"])
	}
}

func encodeInitialize(r InitializeResponse) wireInitialize {
	w := wireInitialize{ProtocolVersion: r.ProtocolVersion, Agent: r.Agent, AuthMethods: r.AuthMethods}
	w.Capabilities.LoadSession = r.LoadSession
	w.Capabilities.Prompt.Image, w.Capabilities.Prompt.Embedded = r.PromptImage, r.PromptEmbedded
	w.Capabilities.MCP.HTTP, w.Capabilities.MCP.SSE = r.McpHTTP, r.McpSSE
	if r.ResumeSession {
		w.Capabilities.Session.Resume = jsontext.Value("{}")
	}
	if r.CloseSession {
		w.Capabilities.Session.Close = jsontext.Value("{}")
	}
	return w
}

func has(capability jsontext.Value) bool {
	k := capability.Kind()
	return k == '{' || k == 't'
}

// A PromptRequest is a message of the person.
type PromptRequest struct {
	SessionID SessionID      `json:"sessionId"`
	Prompt    []ContentBlock `json:"prompt"`
}

// A SetModeRequest asks for another mode.
type SetModeRequest struct {
	SessionID SessionID     `json:"sessionId"`
	ModeID    SessionModeID `json:"modeId"`
}

// A SetConfigOptionRequest asks for another value of an option. Type is
// boolean for a boolean Value, else empty.
type SetConfigOptionRequest struct {
	SessionID SessionID      `json:"sessionId"`
	OptionID  string         `json:"configId"`
	Type      string         `json:"type,omitzero"`
	Value     jsontext.Value `json:"value"`
}
