package acp

import (
	"errors"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The methods of ACP that this package sends or answers.
const (
	methodInitialize        = "initialize"
	methodAuthenticate      = "authenticate"
	methodNewSession        = "session/new"
	methodLoadSession       = "session/load"
	methodResumeSession     = "session/resume"
	methodCloseSession      = "session/close"
	methodPrompt            = "session/prompt"
	methodCancel            = "session/cancel"
	methodSetMode           = "session/set_mode"
	methodSetConfigOption   = "session/set_config_option"
	methodUpdate            = "session/update"
	methodRequestPermission = "session/request_permission"
	methodElicit            = "elicitation/create"
	methodCancelRequest     = "$/cancel_request"
)

// A message is one line of JSON-RPC 2.0: a request (Method and ID), a
// notification (Method), or a response (Result or Error).
type message struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id,omitzero"` // raw: 0 and strings are ids
	Method  string         `json:"method,omitzero"`
	Params  jsontext.Value `json:"params,omitzero"`
	Result  jsontext.Value `json:"result,omitzero"`
	Error   jsontext.Value `json:"error,omitzero"`
}

// noID tells whether the message is a notification: some send null for no id.
func (m *message) noID() bool { return len(m.ID) == 0 || m.ID.Kind() == 'n' }

// parse reads a line that may be any message.
func (m *message) parse(line []byte) error {
	if err := json.Unmarshal(line, m, lenientText); err != nil {
		return err
	}
	if m.Error.Kind() == 'n' {
		m.Error = nil // some send both members
	}
	if m.Method == "" && m.Result == nil && m.Error == nil {
		return errors.New("neither a request nor a response")
	}
	return nil
}

// wireError is the error of a response that we send.
type wireError struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data,omitzero"`
}

// errorOf makes the wire's error of any error: an *AgentError as it is.
func errorOf(err error) wireError {
	var e *AgentError
	if errors.As(err, &e) {
		return wireError{Code: e.Code, Message: e.Message, Data: e.Data}
	}
	return wireError{Code: CodeInternal, Message: err.Error()}
}

func methodNotFound(method string) *AgentError {
	return &AgentError{Code: CodeMethodNotFound, Message: "Method not found", Data: quoted(struct {
		Method string `json:"method"`
	}{method})}
}

// callID reads the id of a response to one of our calls: a number, also when
// it comes back as a string. It is 0, which is no call's id, for anything else.
func callID(raw jsontext.Value) int64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(unquote(raw)), 64)
	if err != nil || f != float64(int64(f)) {
		return 0
	}
	return int64(f)
}

// encode makes a line of a message.
func encode(m message) ([]byte, error) {
	m.Version = "2.0"
	b, err := json.Marshal(m, lenientText)
	return append(b, '\n'), err
}

// quoted marshals a value that always can be.
func quoted(v any) jsontext.Value {
	b, err := json.Marshal(v, lenientText)
	if err != nil {
		panic(err) // a type of this package that does not marshal
	}
	return b
}
