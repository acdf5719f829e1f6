package config

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

type nodeKind uint8

const (
	missing nodeKind = iota // no value was found, or none that can be read
	object
	array
	text // a string
	number
	word // true, false or null
)

// A node is one value of a text, with its place.
type node struct {
	kind       nodeKind
	start, end int // bytes of the text
	parent     *node
	index      int // among the parent's children
	children   []*node
	byName     map[string]*node // made by get when there are many children
	comma      int              // end of the comma after it, 0 for none
	value      string           // a string's, decoded; a number or word as written

	// Of a member of an object:
	name             string
	keyStart, keyEnd int // with its quotes
}

// typeNames are JSON Schema's, by kind but for words.
var typeNames = [...]string{object: "object", array: "array", text: "string", number: "number"}

// typeName is JSON Schema's name of the type of n.
func (n *node) typeName() string {
	switch {
	case n.kind != word:
		return typeNames[n.kind]
	case n.value == "null":
		return "null"
	}
	return "boolean"
}

// get returns the first member called name, or nil. Nil has no members. The
// tree must be whole by then.
func (n *node) get(name string) *node {
	if n == nil || n.kind != object {
		return nil
	}
	const many = 16
	if n.byName == nil && len(n.children) > many {
		n.byName = make(map[string]*node, len(n.children))
		for _, m := range slices.Backward(n.children) {
			n.byName[m.name] = m
		}
	}
	if n.byName != nil {
		return n.byName[name]
	}
	for _, m := range n.children {
		if m.name == name {
			return m
		}
	}
	return nil
}

// string returns the string that n is, or otherwise.
func (n *node) string(otherwise string) string {
	if n == nil || n.kind != text {
		return otherwise
	}
	return n.value
}

// pointer is the JSON pointer of n.
func (n *node) pointer() string {
	if n == nil || n.parent == nil {
		return ""
	}
	token := strconv.Itoa(n.index)
	if n.parent.kind == object {
		token = strings.NewReplacer("~", "~0", "/", "~1").Replace(n.name)
	}
	return n.parent.pointer() + "/" + token
}

// float is the number that n is. What no float64 can hold is the nearest
// that is finite.
func (n *node) float() float64 {
	f, _ := strconv.ParseFloat(n.value, 64)
	return max(-math.MaxFloat64, min(f, math.MaxFloat64))
}

// plain is n in the types of encoding/json. Of equal keys the first counts.
func (n *node) plain() any {
	switch n.kind {
	case object:
		m := make(map[string]any, len(n.children))
		for _, c := range n.children {
			if _, double := m[c.name]; !double {
				m[c.name] = c.plain()
			}
		}
		return m
	case array:
		list := make([]any, len(n.children))
		for i, c := range n.children {
			list[i] = c.plain()
		}
		return list
	case text:
		return n.value
	case number:
		return n.float()
	case word:
		if n.value != "null" {
			return n.value == "true"
		}
	}
	return nil
}
