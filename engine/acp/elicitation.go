package acp

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// An Elicitor is a [Handler] that shows forms. A Conn whose Handler is none
// does not declare elicitation and answers that the method is not there.
type Elicitor interface {
	// Elicit asks the person to fill in a form. The rules of
	// RequestPermission hold for it and for reply.
	Elicit(req ElicitationRequest, reply func(ElicitationAnswer))
	// ElicitationWithdrawn says that the agent no longer asks: call is the
	// request's Call. The request is answered already.
	ElicitationWithdrawn(call uint64)
}

// An ElicitationRequest asks the person for values.
// Source: elicitation/create in the protocol's schema, mode form.
type ElicitationRequest struct {
	Call        uint64     // counts the requests of one connection, together with permissions
	SessionID   SessionID  // empty when it belongs to no session, as while signing in
	ToolCallID  ToolCallID // the tool call that wants it, or empty
	Message     string
	Title       string
	Description string
	Fields      []ElicitationField // in the agent's order
}

// An ElicitationField is one value of the form. Type is string, number,
// integer, boolean, or array for several of Options.
type ElicitationField struct {
	Name        string // its member in the answer
	Type        string
	Title       string
	Description string
	Required    bool
	Default     jsontext.Value      // nil when there is none
	Options     []ElicitationOption // of a string: one of these, if there are any
	Format      string              // email, uri, date, date-time or empty
	Pattern     string              // a regular expression (ECMA 262) or empty
	Min, Max    *float64            // a string's code points, a number's value, an array's items; nil: no limit
}

// An ElicitationOption is one value to choose.
type ElicitationOption struct {
	Value string `json:"const"`
	Title string `json:"title"`
}

// ElicitationAction says what the person did with a form.
type ElicitationAction string

const (
	ElicitationAccept  ElicitationAction = "accept"
	ElicitationDecline ElicitationAction = "decline"
	ElicitationCancel  ElicitationAction = "cancel"
)

// An ElicitationAnswer answers a form; Content holds the values by the fields'
// names when Action is accept. The zero value cancels.
type ElicitationAnswer struct {
	Action  ElicitationAction         `json:"action"`
	Content map[string]jsontext.Value `json:"content,omitzero"`
}

type wireElicitation struct {
	Mode       string     `json:"mode"`
	SessionID  SessionID  `json:"sessionId"`
	ToolCallID ToolCallID `json:"toolCallId"`
	Message    string     `json:"message"`
	Schema     struct {
		Title       string         `json:"title"`
		Description string         `json:"description"`
		Properties  jsontext.Value `json:"properties"`
		Required    []string       `json:"required"`
	} `json:"requestedSchema"`
}

type wireProperty struct {
	Type        string              `json:"type"`
	Title       string              `json:"title"`
	Description string              `json:"description"`
	Default     jsontext.Value      `json:"default"`
	Enum        []string            `json:"enum"`
	OneOf       []ElicitationOption `json:"oneOf"`
	Items       struct {
		Enum  []string            `json:"enum"`
		AnyOf []ElicitationOption `json:"anyOf"`
	} `json:"items"`
	Format    string   `json:"format"`
	Pattern   string   `json:"pattern"`
	MinLength *float64 `json:"minLength"`
	MaxLength *float64 `json:"maxLength"`
	Minimum   *float64 `json:"minimum"`
	Maximum   *float64 `json:"maximum"`
	MinItems  *float64 `json:"minItems"`
	MaxItems  *float64 `json:"maxItems"`
}

// decodeElicitation fails for what cannot be shown as a form: another mode, or
// a required field of a type that is not known. One that is not required is
// left out.
func decodeElicitation(raw jsontext.Value) (ElicitationRequest, error) {
	w := decode[wireElicitation](raw)
	r := ElicitationRequest{SessionID: w.SessionID, ToolCallID: w.ToolCallID, Message: w.Message,
		Title: w.Schema.Title, Description: w.Schema.Description}
	if w.Mode != "form" {
		return r, &AgentError{Code: CodeInvalidParams, Message: "Invalid params: this client only shows forms"}
	}
	for name, property := range eachMember(w.Schema.Properties) {
		f, known := decode[wireProperty](property).field()
		f.Name, f.Required = name, slices.Contains(w.Schema.Required, name)
		switch {
		case known:
			r.Fields = append(r.Fields, f)
		case f.Required:
			return r, &AgentError{Code: CodeInvalidParams, Message: "Invalid params: a required field of an unknown type: " + name}
		}
	}
	return r, nil
}

// field tells whether the property is of a known type.
func (p wireProperty) field() (ElicitationField, bool) {
	f := ElicitationField{Type: p.Type, Title: p.Title, Description: p.Description, Format: p.Format, Pattern: p.Pattern}
	if p.Default.Kind() != 'n' {
		f.Default = p.Default
	}
	switch p.Type {
	case "string":
		f.Options, f.Min, f.Max = options(p.Enum, p.OneOf), p.MinLength, p.MaxLength
	case "number", "integer":
		f.Min, f.Max = p.Minimum, p.Maximum
	case "array":
		f.Options, f.Min, f.Max = options(p.Items.Enum, p.Items.AnyOf), p.MinItems, p.MaxItems
		return f, len(f.Options) > 0
	case "boolean":
	default:
		return f, false
	}
	return f, true
}

// options puts the two ways of listing values into one.
func options(values []string, titled []ElicitationOption) []ElicitationOption {
	for _, v := range values {
		titled = append(titled, ElicitationOption{Value: v, Title: v})
	}
	return few(titled)
}
