package conversation

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestFieldValue(t *testing.T) {
	limit := func(n float64) *float64 { return &n }
	options := []FormOption{{Value: "a"}, {Value: "b"}}
	for _, c := range []struct {
		field FormField
		in    FormInput
		want  string
		fault FormFault
	}{
		{FormField{Type: "string"}, FormInput{Text: "x\xff"}, "\"x\ufffd\"", FormSound},
		{FormField{Type: "string"}, FormInput{}, "", FormSound},
		{FormField{Type: "string", Required: true}, FormInput{}, "", FormMissing},
		{FormField{Type: "string", Max: limit(2)}, FormInput{Text: "été"}, "", FormLength},
		{FormField{Type: "string", Min: limit(3)}, FormInput{Text: "été"}, `"été"`, FormSound},
		{FormField{Type: "string", Pattern: "^a"}, FormInput{Text: "b"}, "", FormFormat},
		{FormField{Type: "string", Pattern: "(?=a)"}, FormInput{Text: "b"}, `"b"`, FormSound},
		{FormField{Type: "string", Format: "email"}, FormInput{Text: "me"}, "", FormFormat},
		{FormField{Type: "string", Format: "email"}, FormInput{Text: "me@here"}, `"me@here"`, FormSound},
		{FormField{Type: "string", Format: "uri"}, FormInput{Text: "here"}, "", FormFormat},
		{FormField{Type: "string", Format: "date"}, FormInput{Text: "2026-02-30"}, "", FormFormat},
		{FormField{Type: "string", Format: "date-time"}, FormInput{Text: "2026-02-03T04:05:06Z"}, `"2026-02-03T04:05:06Z"`, FormSound},
		{FormField{Type: "string", Options: options}, FormInput{Chosen: []string{"b"}}, `"b"`, FormSound},
		{FormField{Type: "string", Options: options, Required: true}, FormInput{Text: "b"}, "", FormMissing},
		{FormField{Type: "number"}, FormInput{Text: " 1,5 "}, "1.5", FormSound},
		{FormField{Type: "number"}, FormInput{Text: "1.5.2"}, "", FormNumber},
		{FormField{Type: "number"}, FormInput{Text: "NaN"}, "", FormNumber},
		{FormField{Type: "number"}, FormInput{Text: "1e999"}, "", FormNumber},
		{FormField{Type: "number", Max: limit(2)}, FormInput{Text: "3"}, "", FormRange},
		{FormField{Type: "integer"}, FormInput{Text: "3"}, "3", FormSound},
		{FormField{Type: "integer"}, FormInput{Text: "3.5"}, "", FormInteger},
		{FormField{Type: "integer"}, FormInput{Text: "012345678901234567"}, "12345678901234567", FormSound},
		{FormField{Type: "boolean"}, FormInput{}, "", FormSound},
		{FormField{Type: "boolean"}, FormInput{Chosen: []string{"false"}}, "false", FormSound},
		{FormField{Type: "array", Min: limit(2)}, FormInput{Chosen: []string{"a"}}, "", FormCount},
		{FormField{Type: "array"}, FormInput{Chosen: []string{"a", "b"}}, `["a","b"]`, FormSound},
		{FormField{Type: "array", Required: true}, FormInput{}, "", FormMissing},
	} {
		if got, fault := FieldValue(c.field, c.in); string(got) != c.want || fault != c.fault {
			t.Errorf("%+v with %+v: %s, %v; want %s, %v", c.field, c.in, got, fault, c.want, c.fault)
		}
	}
}

// What a field begins with is its default.
func TestFirstInput(t *testing.T) {
	options := []FormOption{{Value: "a"}, {Value: "b"}}
	for _, f := range []FormField{
		{Type: "string", Default: jsontext.Value(`"x"`)},
		{Type: "string", Options: options, Default: jsontext.Value(`"b"`)},
		{Type: "integer", Default: jsontext.Value(`3`)},
		{Type: "boolean", Default: jsontext.Value(`true`)},
		{Type: "array", Options: options, Default: jsontext.Value(`["a","b"]`)},
	} {
		if got, fault := FieldValue(f, FirstInput(f)); string(got) != string(f.Default) || fault != FormSound {
			t.Errorf("%+v gives %s, %v", f, got, fault)
		}
	}
	if got := FirstInput(FormField{Type: "string"}); got.Text != "" || got.Chosen != nil {
		t.Errorf("without a default: %+v", got)
	}
}
