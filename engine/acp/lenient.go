package acp

import (
	"bytes"
	"iter"
	"maps"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Agents are not always strict: a name may come twice, UTF-8 may be broken.
var lenientText = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// decode reads a value and never fails: it decodes in one go where all is
// well, and field by field where something is not, so that a bad field is
// left zero and a bad item of a list skipped.
// Source: x-deserialize-default-on-error and x-deserialize-skip-invalid-items
// in the protocol's schema.
func decode[T any](raw jsontext.Value) T {
	var v T
	if len(raw) > 0 && json.Unmarshal(raw, &v, lenientText) != nil {
		v = *new(T)
		salvage(raw, reflect.ValueOf(&v).Elem(), 0)
	}
	return v
}

// maxDepth is how deep values stand in each other that are read field by field:
// each level is a copy, and nothing of the protocol is nearly as deep.
const maxDepth = 16

// salvage fills v with what can be read of raw, and tells whether anything
// could: a value of the wrong kind is the only thing that cannot.
func salvage(raw jsontext.Value, v reflect.Value, depth int) bool {
	switch kind := raw.Kind(); {
	case depth > maxDepth:
		return false
	case v.Type() == reflect.TypeFor[jsontext.Value]():
	case v.Kind() == reflect.Pointer && kind != 'n':
		p := reflect.New(v.Type().Elem())
		if !salvage(raw, p.Elem(), depth+1) {
			return false
		}
		v.Set(p)
		return true
	case v.Kind() == reflect.Struct && kind == '{':
		salvageFields(raw, v, depth+1)
		return true
	case v.Kind() == reflect.Slice && kind == '[':
		salvageItems(raw, v, depth+1)
		return true
	case v.Kind() == reflect.Map && kind == '{':
		salvageMembers(raw, v, depth+1)
		return true
	}
	if json.Unmarshal(raw, v.Addr().Interface(), lenientText) != nil {
		v.SetZero()
		return false
	}
	return true
}

func salvageFields(raw jsontext.Value, v reflect.Value, depth int) {
	m := members(raw)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if field, ok := m[name]; ok && name != "-" {
			salvage(field, v.Field(i), depth)
		}
	}
}

func salvageItems(raw jsontext.Value, v reflect.Value, depth int) {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	for _, item := range items(raw) {
		e := reflect.New(v.Type().Elem()).Elem()
		if salvage(item, e, depth) {
			v.Set(reflect.Append(v, e))
		}
	}
}

func salvageMembers(raw jsontext.Value, v reflect.Value, depth int) {
	v.Set(reflect.MakeMap(v.Type()))
	for name, member := range members(raw) {
		e := reflect.New(v.Type().Elem()).Elem()
		if salvage(member, e, depth) {
			v.SetMapIndex(reflect.ValueOf(name), e)
		}
	}
}

// members splits an object; nil when raw is none. Of a name that comes twice
// the last counts. The values are copies.
func members(raw jsontext.Value) map[string]jsontext.Value {
	if raw.Kind() != '{' {
		return nil
	}
	return maps.Collect(eachMember(raw))
}

// eachMember goes through an object's members in their order, as far as they
// can be read; there are none when raw is no object.
func eachMember(raw jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewBuffer(raw), lenientText)
		if d.PeekKind() != '{' {
			return
		}
		d.ReadToken()
		for d.PeekKind() == '"' {
			name, _ := d.ReadToken()
			key := name.String()
			v, err := d.ReadValue()
			if err != nil || !yield(key, v.Clone()) {
				return
			}
		}
	}
}

// items splits an array; nil when raw is none.
func items(raw jsontext.Value) []jsontext.Value {
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), lenientText)
	if d.PeekKind() != '[' {
		return nil
	}
	d.ReadToken()
	var list []jsontext.Value
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			break
		}
		list = append(list, v.Clone())
	}
	return list
}

// unquote gives a string's text, and any other scalar as it was sent.
func unquote(raw jsontext.Value) string {
	switch raw.Kind() {
	case '"':
		b, _ := jsontext.AppendUnquote(nil, raw)
		return string(b)
	case '0', 't', 'f':
		return string(raw)
	}
	return ""
}
