package acp

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Error codes of JSON-RPC and of ACP.
// Source: https://agentclientprotocol.com/protocol/overview#error-handling
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternal       = -32603
	CodeCancelled      = -32800
	CodeSignInNeeded   = -32000
	CodeNotFound       = -32002
)

// ErrClosed is what a call gets whose answer can no longer come: the stream
// ended, or the agent takes no more lines.
var ErrClosed = errors.New("acp: connection closed")

// shownLine is how much of a line is kept to show it, in bytes.
const shownLine = 1 << 10

// A LongLineError reports a line above 64 MiB, discarded; reading goes on.
type LongLineError struct {
	Size int    // bytes
	Head string // its beginning
}

func (e *LongLineError) Error() string {
	return fmt.Sprintf("acp: a line of %d bytes was discarded: %.200s", e.Size, e.Head)
}

// A BadLineError reports a line that is no message: not JSON, or JSON that
// cannot be used.
type BadLineError struct {
	Line string // its beginning
	Err  error  // why, nil when it does not look like JSON at all
}

func (e *BadLineError) Error() string {
	if e.Err == nil {
		return "acp: not JSON: " + e.Line
	}
	return fmt.Sprintf("acp: %v: %s", e.Err, e.Line)
}

func (e *BadLineError) Unwrap() error { return e.Err }

func badLine(line []byte, err error) *BadLineError {
	return &BadLineError{Line: string(line[:min(len(line), shownLine)]), Err: err}
}

// A WriteError reports that the agent takes no more lines. What was read
// before it is still applied; calls not yet written fail.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "acp: write: " + e.Err.Error() }

func (e *WriteError) Unwrap() error { return e.Err }

// An AgentError is an error that the other side answered.
type AgentError struct {
	Code    int    // 0 when the code was not a whole number
	RawCode string // the code as sent, without quotes
	Message string
	Data    jsontext.Value // as sent, nil when left out
	Method  string         // the call that failed
}

// Error is what went wrong in the agent's own words: the most telling of
// data's explanation, the message, and the code.
func (e *AgentError) Error() string {
	if s := explain(e.Data, 0); s != "" {
		return s
	}
	if e.Message != "" {
		return unwrap(e.Message, 0)
	}
	if e.RawCode != "" {
		return "error " + e.RawCode
	}
	return "error without a code"
}

// SignInNeeded tells whether the error asks the person to sign in: the code
// that ACP has for it, before a session exists, and the ways in which agents
// say it under other codes.
func (e *AgentError) SignInNeeded() bool {
	if e.Code == CodeSignInNeeded && e.beforeSession() {
		return true
	}
	words := e.RawCode + "\n" + e.Message + "\n" + string(e.Data)
	return signInWords.MatchString(words) || e.Code == CodeInternal && status401.MatchString(words)
}

// How agents say it in other words, or with the HTTP status alone (Qwen Code).
// A wrong API key, told in the provider's words (opencode), is an error like
// others: signing in to the agent may not mend it.
var (
	signInWords = regexp.MustCompile(`(?i)auth(entication)?[_ ]required|not (logged in|authenticated)|unauthenticated|unauthorized`)
	status401   = regexp.MustCompile(`\b401\b`)
)

// beforeSession tells whether the failed call makes a session; some agents
// answer every failure of a turn with the code for signing in.
func (e *AgentError) beforeSession() bool {
	switch e.Method {
	case methodNewSession, methodLoadSession, methodResumeSession:
		return true
	}
	return false
}

// explain finds the words for a person in an error's data: a string, or the
// first of the members where agents put them, at any depth they use.
func explain(data jsontext.Value, depth int) string {
	switch data.Kind() {
	case '"':
		return unwrap(strings.TrimSpace(unquote(data)), depth)
	case '{':
		if depth > 4 {
			return ""
		}
		m := members(data)
		for _, name := range []string{"error", "message", "details", "detail", "reason", "description"} {
			if s := explain(m[name], depth+1); s != "" {
				return s
			}
		}
	}
	return ""
}

// unwrap finds the words in a text that is itself an error as JSON, such as
// the body of a model provider's answer.
func unwrap(text string, depth int) string {
	if inner := jsontext.Value(text); strings.HasPrefix(text, "{") && inner.IsValid() {
		if s := explain(inner, depth+1); s != "" {
			return s
		}
	}
	return text
}

// decodeError reads the error of a response; nothing in it is required.
func decodeError(raw jsontext.Value) *AgentError {
	m := members(raw)
	e := &AgentError{RawCode: unquote(m["code"]), Message: unquote(m["message"])}
	if raw.Kind() == '"' {
		e.Message = unquote(raw)
	}
	if f, err := strconv.ParseFloat(e.RawCode, 64); err == nil && f == float64(int(f)) {
		e.Code = int(f)
	}
	if d := m["data"]; d != nil && d.Kind() != 'n' {
		e.Data = d
	}
	return e
}

// A StrayResponseError reports a response that names no call that waits. One
// without an id but with an error still fails the only call that waits.
type StrayResponseError struct {
	ID  string
	Err error // the response's error, nil for a result
}

func (e *StrayResponseError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("acp: a response to no call (id %q): %v", e.ID, e.Err)
	}
	return fmt.Sprintf("acp: a response to no call (id %q)", e.ID)
}

func (e *StrayResponseError) Unwrap() error { return e.Err }
