package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// A validator applies a schema to values: the keywords that it uses, and no
// others. A library for all of them compiles the schemas of every draft before
// main runs, in each process of the program, which is longer than all else
// there; a test compares with one.
//
// Source: https://json-schema.org/draft/2020-12/json-schema-core and -validation
type validator struct {
	*format
	fail func(n, keyword *node) // is told what is not so
}

// check applies the schema s to n. A value that could not be read is told so
// already.
func (v validator) check(n, s *node) {
	if n.kind == missing {
		return
	}
	if wanted := s.get("type"); wanted != nil && !v.asserts(n, wanted) {
		v.fail(n, wanted) // says all
		return
	}
	for _, k := range s.children {
		v.apply(n, s, k)
	}
}

// apply applies one keyword of s, but for its type.
func (v validator) apply(n, s, k *node) {
	switch k.name {
	case "type": // came first
	case "$ref":
		v.check(n, v.tree.get("$defs").get(strings.TrimPrefix(k.value, "#/$defs/")))
	case "if":
		branch := "else"
		if v.holds(n, k) {
			branch = "then"
		}
		v.check(n, s.get(branch))
	case "properties":
		for _, m := range k.children {
			if member := n.get(m.name); member != nil {
				v.check(member, m)
			}
		}
	case "items":
		if n.kind == array {
			v.checkAll(n.children, k)
		}
	case "additionalProperties":
		v.additional(n, s, k)
	case "propertyNames":
		for _, m := range n.counted() {
			if !v.holds(&node{kind: text, value: m.name}, k) {
				v.fail(m, k)
			}
		}
	default:
		if !v.asserts(n, k) {
			v.fail(n, k)
		}
	}
}

func (v validator) checkAll(list []*node, s *node) {
	for _, n := range list {
		v.check(n, s)
	}
}

// additional applies additionalProperties, which is false or a schema, to the
// members that properties does not name.
func (v validator) additional(n, s, k *node) {
	others := n.others(s)
	switch {
	case k.kind == object:
		v.checkAll(others, k)
	case len(others) > 0:
		v.fail(n, k)
	}
}

// counted are the members of n that count: of equal keys the first.
func (n *node) counted() []*node {
	if n.kind != object {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(n.children), func(m *node) bool { return n.get(m.name) != m })
}

// others are the members of n that the schema s does not name.
func (n *node) others(s *node) []*node {
	named := s.get("properties")
	return slices.DeleteFunc(n.counted(), func(m *node) bool { return named.get(m.name) != nil })
}

// holds reports whether n is what the schema s says.
func (v validator) holds(n, s *node) bool {
	holds := true
	validator{v.format, func(*node, *node) { holds = false }}.check(n, s)
	return holds
}

// asserts reports whether n, of which the keyword may say nothing, is as it says.
func (v validator) asserts(n, k *node) bool {
	switch k.name {
	case "type":
		return n.typeName() == k.value || k.value == "integer" && n.kind == number && n.float() == math.Trunc(n.float())
	case "enum":
		return slices.ContainsFunc(k.children, func(one *node) bool { return n.kind == one.kind && n.value == one.value })
	case "const":
		return n.kind == k.kind && n.value == k.value
	case "not":
		return !v.holds(n, k)
	case "pattern":
		return n.kind != text || v.patterns[k.value].MatchString(n.value)
	case "format":
		_, ok := parseDuration(n.value, durationWords[k.value])
		return n.kind != text || ok
	case "minimum":
		return n.kind != number || n.float() >= k.float()
	case "maximum":
		return n.kind != number || n.float() <= k.float()
	case "required":
		return n.kind != object || len(n.lacks(k)) == 0
	}
	return true // it says nothing of values, as a test sees to
}

// lacks are the names of required that n has no member of.
func (n *node) lacks(required *node) (names []string) {
	for _, name := range required.children {
		if n.get(name.value) == nil {
			names = append(names, name.value)
		}
	}
	return names
}

// patternsOf compiles the patterns of a schema, and has the names of its members
// found: from then on it is only read, by any goroutine.
func patternsOf(s *node, into map[string]*regexp.Regexp) map[string]*regexp.Regexp {
	s.get("")
	for _, k := range s.children {
		if k.name == "pattern" && k.kind == text {
			into[k.value] = regexp.MustCompile(k.value)
		}
		patternsOf(k, into)
	}
	return into
}

// validate reports what the schema finds wrong in the tree.
func validate(r *report, root *node) {
	f := theFormat()
	validator{f, r.violated}.check(root, f.tree)
}

// violated reports that n is not what a keyword says.
func (r *report) violated(n, k *node) {
	switch k.name {
	case "type":
		end := n.end
		if n.kind == object || n.kind == array {
			end = n.start + 1 // the bracket: not a screen of marks
		}
		r.add(WrongType, n, n.start, end, mendType(r.text, n, k.value), n.name, n.typeName(), k.value)
	case "enum":
		r.enum(n, k)
	case "format":
		word := durationWords[k.value]
		r.add(BadDuration, n, n.start, n.end, mendDuration(n, word), n.value, word)
	case "pattern":
		r.add(EmptyValue, n, n.start, n.end, nil, n.name)
	case "propertyNames":
		r.add(EmptyValue, n, n.keyStart, n.keyEnd, nil, n.name)
	case "minimum":
		r.limit(TooSmall, n, k.value)
	case "maximum":
		r.limit(TooLarge, n, k.value)
	case "required":
		start, end := n.label()
		for _, name := range n.lacks(k) {
			r.add(MissingMember, n, start, end, nil, name, n.name)
		}
	case "additionalProperties":
		r.unknown(n, n.others(k.parent))
	default:
		panic(fmt.Sprintf("config: the schema uses %q, which has no problem", k.name))
	}
}
