package acp_test

import (
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
)

// forms is a Handler that shows forms.
type forms struct {
	short
	asked  []acp.ElicitationRequest
	answer *acp.ElicitationAnswer // nil: later
}

func (h *forms) Elicit(r acp.ElicitationRequest, reply func(acp.ElicitationAnswer)) {
	h.asked = append(h.asked, r)
	if h.answer != nil {
		reply(*h.answer)
	}
}

func (h *forms) ElicitationWithdrawn(call uint64) { h.say("form withdrawn %d", call) }

// elicit lets an agent ask with these params, and returns its answer.
func elicit(t *testing.T, h acp.Handler, params string, more ...string) (result, failure string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			w.Line(`{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":%s}`, params)
			for _, l := range more {
				w.Line("%s", l)
			}
			m, _ := w.Expect("")
			result, failure = string(m.Result), string(m.Error)
		})), h, acp.ConnOptions{})
		<-c.Done()
	})
	return result, failure
}

const form = `{"mode":"form","sessionId":"s","toolCallId":"t","message":"Which?","requestedSchema":{"type":"object","title":"T","required":["name",4],"properties":{
	"name":{"type":"string","title":"Name","minLength":1,"maxLength":9,"pattern":"^a","default":"ab"},
	"mail":{"type":"string","format":"email","title":5},
	"size":{"type":"string","enum":["S","M"]},
	"colour":{"type":"string","oneOf":[{"const":"r","title":"Red"},7]},
	"n":{"type":"integer","minimum":0,"maximum":"?"},
	"x":{"type":"number"},
	"ok":{"type":"boolean","default":true},
	"tags":{"type":"array","minItems":1,"items":{"anyOf":[{"const":"a","title":"A"}]}},
	"odd":{"type":"_vendor"}}}}`

func TestElicit(t *testing.T) {
	h := &forms{answer: &acp.ElicitationAnswer{Action: acp.ElicitationAccept, Content: map[string]jsontext.Value{"name": jsontext.Value(`"ab"`)}}}
	result, _ := elicit(t, h, jsonLine(form))
	if want := `{"action":"accept","content":{"name":"ab"}}`; result != want {
		t.Errorf("answered %s, want %s", result, want)
	}
	zero, one, nine := 0.0, 1.0, 9.0
	want := []acp.ElicitationRequest{{Call: 1, SessionID: "s", ToolCallID: "t", Message: "Which?", Title: "T", Fields: []acp.ElicitationField{
		{Name: "name", Type: "string", Title: "Name", Required: true, Min: &one, Max: &nine, Pattern: "^a", Default: jsontext.Value(`"ab"`)},
		{Name: "mail", Type: "string", Format: "email"},
		{Name: "size", Type: "string", Options: []acp.ElicitationOption{{Value: "S", Title: "S"}, {Value: "M", Title: "M"}}},
		{Name: "colour", Type: "string", Options: []acp.ElicitationOption{{Value: "r", Title: "Red"}}},
		{Name: "n", Type: "integer", Min: &zero},
		{Name: "x", Type: "number"},
		{Name: "ok", Type: "boolean", Default: jsontext.Value("true")},
		{Name: "tags", Type: "array", Min: &one, Options: []acp.ElicitationOption{{Value: "a", Title: "A"}}},
	}}}
	if !reflect.DeepEqual(h.asked, want) {
		t.Errorf("\n got %+v\nwant %+v", h.asked, want)
	}
}

func jsonLine(s string) string {
	v := jsontext.Value(s)
	v.Compact()
	return string(v)
}

func TestElicitIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name, params, result, failure string
		h                             acp.Handler
	}{
		{"by the person", `{"mode":"form","message":"m","requestedSchema":{}}`, `{"action":"decline"}`, "", &forms{answer: &acp.ElicitationAnswer{Action: acp.ElicitationDecline}}},
		{"by nobody", `{"mode":"form","message":"m","requestedSchema":{}}`, `{"action":"cancel"}`, "", &forms{answer: &acp.ElicitationAnswer{}}},
		{"another mode", `{"mode":"url","url":"https://example.org"}`, "", `{"code":-32602,"message":"Invalid params: this client only shows forms"}`, &forms{}},
		{"a required field that is not known", `{"mode":"form","requestedSchema":{"required":["a"],"properties":{"a":{"type":"object"}}}}`, "", `{"code":-32602,"message":"Invalid params: a required field of an unknown type: a"}`, &forms{}},
		{"a client without forms", form, "", `{"code":-32601,"message":"Method not found","data":{"method":"elicitation/create"}}`, &short{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, failure := elicit(t, tt.h, jsonLine(tt.params))
			if result != tt.result || failure != tt.failure {
				t.Errorf("answered %s %s, want %s %s", result, failure, tt.result, tt.failure)
			}
		})
	}
}

func TestElicitationIsWithdrawn(t *testing.T) {
	h := &forms{}
	_, failure := elicit(t, h, jsonLine(form), `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"e"}}`)
	if want := `{"code":-32800,"message":"Request cancelled"}`; failure != want || !reflect.DeepEqual(h.lines, []string{"form withdrawn 1"}) {
		t.Errorf("answered %s, heard %q", failure, h.lines)
	}
}

// TestFormsAreDeclared only when they are there.
func TestFormsAreDeclared(t *testing.T) {
	for _, tt := range []struct {
		h    acp.Handler
		want string
	}{{&short{}, ""}, {&forms{}, `{"form":{}}`}} {
		var got struct {
			Capabilities struct {
				Elicitation jsontext.Value `json:"elicitation"`
			} `json:"clientCapabilities"`
		}
		c := acp.NewConn(acptest.Start(acptest.Raw(func(w *acptest.Wire) {
			m, _ := w.Expect("initialize")
			if err := json.Unmarshal(m.Params, &got); err != nil {
				t.Error(err)
			}
		})), tt.h, acp.ConnOptions{})
		c.Initialize(t.Context(), acp.Implementation{Name: "test"})
		<-c.Done()
		if string(got.Capabilities.Elicitation) != tt.want {
			t.Errorf("%T declares %q, want %q", tt.h, got.Capabilities.Elicitation, tt.want)
		}
	}
}
