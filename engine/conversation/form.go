package conversation

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

type (
	// A FormField is one value that an agent asks for.
	FormField = acp.ElicitationField
	// A FormOption is one value to choose.
	FormOption = acp.ElicitationOption
)

// A FormInput is what the person gave in a field: a text, or what they chose of
// its options; of a boolean "true" or "false".
type FormInput struct {
	Text   string
	Chosen []string
}

// A FormFault says why an input is no value of its field; the interface makes
// the sentence, with the field's limits.
type FormFault uint8

const (
	FormSound FormFault = iota
	FormMissing
	FormNumber // it is no number
	FormInteger
	FormRange  // of a number
	FormLength // of a text, in characters
	FormCount  // of what is chosen
	FormFormat // it does not look as its format or its pattern wants
)

// FirstInput is what a field holds before the person touches it: its default.
func FirstInput(f FormField) (in FormInput) {
	switch f.Default.Kind() {
	case '"':
		var s string
		json.Unmarshal(f.Default, &s)
		in = FormInput{Text: s, Chosen: []string{s}}
	case '0':
		in.Text = string(f.Default)
	case 't', 'f':
		in.Chosen = []string{string(f.Default)}
	case '[':
		json.Unmarshal(f.Default, &in.Chosen) // else nothing is chosen
	}
	return in
}

// FieldValue makes the value of a field, nil when it is left out.
func FieldValue(f FormField, in FormInput) (jsontext.Value, FormFault) {
	var value any
	var fault FormFault
	empty := in.Text == ""
	switch {
	case f.Type == "array":
		value, fault, empty = in.Chosen, countFault(f, len(in.Chosen)), len(in.Chosen) == 0
	case f.Type == "boolean":
		value, empty = slices.Contains(in.Chosen, "true"), len(in.Chosen) == 0
	case len(f.Options) > 0:
		empty = len(in.Chosen) == 0
		if !empty {
			value = in.Chosen[0]
		}
	case f.Type == "number" || f.Type == "integer":
		value, fault = number(f, strings.TrimSpace(in.Text))
	default:
		value, fault = in.Text, textFault(f, in.Text)
	}
	switch {
	case empty && f.Required:
		return nil, FormMissing
	case empty:
		return nil, FormSound
	case fault != FormSound:
		return nil, fault
	}
	raw, err := json.Marshal(value, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, FormFormat
	}
	return raw, FormSound
}

func countFault(f FormField, n int) FormFault {
	if outside(f, float64(n)) {
		return FormCount
	}
	return FormSound
}

func outside(f FormField, n float64) bool {
	return f.Min != nil && n < *f.Min || f.Max != nil && n > *f.Max
}

// number reads a number as people write it, with a comma or a point.
func number(f FormField, text string) (jsontext.Value, FormFault) {
	n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	raw := strconv.FormatFloat(n, 'f', -1, 64)
	switch whole, noInteger := strconv.ParseInt(text, 10, 64); {
	case err != nil || n-n != 0: // NaN and Inf are none in JSON
		return nil, FormNumber
	case f.Type == "integer" && noInteger != nil:
		return nil, FormInteger
	case f.Type == "integer":
		raw = strconv.FormatInt(whole, 10)
	}
	if outside(f, n) {
		return nil, FormRange
	}
	return jsontext.Value(raw), FormSound
}

func textFault(f FormField, text string) FormFault {
	switch pattern, err := regexp.Compile(f.Pattern); {
	case outside(f, float64(utf8.RuneCountInString(text))):
		return FormLength
	case !looksLike(f.Format, text):
		return FormFormat
	case err == nil && !pattern.MatchString(text): // one of another dialect is the agent's to check
		return FormFormat
	}
	return FormSound
}

func looksLike(format, text string) bool {
	var err error
	switch format {
	case "email":
		before, after, found := strings.Cut(text, "@")
		return found && before != "" && after != ""
	case "uri":
		var u *url.URL
		u, err = url.Parse(text)
		return err == nil && u.Scheme != ""
	case "date":
		_, err = time.Parse(time.DateOnly, text)
	case "date-time":
		_, err = time.Parse(time.RFC3339, text)
	}
	return err == nil
}
