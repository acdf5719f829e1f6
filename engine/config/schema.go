package config

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// Schema is the JSON Schema (draft 2020-12) of the format: with titles and
// descriptions in English, and in other languages as x-title-fr and
// x-description-fr.
// Everything that is known of a key is written there and nowhere else.
//
//go:embed schema.json
var Schema string

// A Words is a text in each language, which has a two-letter name.
type Words []Phrase

// A Phrase is a text in one language.
type Phrase struct{ Language, Text string }

// In is the text in a language, "" when it is not told in it.
func (w Words) In(language string) string {
	for _, p := range w {
		if p.Language == language {
			return p.Text
		}
	}
	return ""
}

// A key is what the schema says of a value.
type key struct {
	name     string
	title    Words
	help     Words
	types    []string
	values   []string // the only ones, or examples
	closed   bool     // no other members or values than those told
	fallback *node    // the default; nil for none
	members  []*key
	items    *key   // of elements, or of members with names of the person's own
	program  string // the other program that reads this key
	format   string
}

// member is the key called name in k, or nil. Nil knows nothing.
func (k *key) member(name string) *key {
	if k == nil {
		return nil
	}
	for _, m := range k.members {
		if m.name == name {
			return m
		}
	}
	return k.items
}

// knows reports whether a key of that very name is in k.
func (k *key) knows(name string) bool { return k.member(name) != k.items }

// A format is the schema, read.
type format struct {
	tree     *node
	patterns map[string]*regexp.Regexp // of the schema, by what they are written as
	root     *key
}

// theFormat is Schema as a table.
var theFormat = sync.OnceValue(readFormat)

func readFormat() *format {
	tree := parseTree(newReport([]byte(Schema)))
	return &format{tree: tree, patterns: patternsOf(tree, map[string]*regexp.Regexp{}), root: readKey(tree, "", tree)}
}

// readKey reads what the schema's tree says at n of the key called name.
func readKey(tree *node, name string, n *node) *key {
	k := &key{name: name}
	k.read(tree, n)
	return k
}

// read adds what is said at n, and where it refers to.
func (k *key) read(tree, n *node) {
	for _, part := range n.children {
		switch part.name {
		case "$ref":
			k.read(tree, tree.get("$defs").get(part.value[len("#/$defs/"):]))
		case "else":
			k.read(tree, part)
		case "title":
			k.title = append(k.title, Phrase{"en", part.value})
		case "description":
			k.help = append(k.help, Phrase{"en", part.value})
		case "type":
			k.types = append(k.types[:0], part.value)
		case "enum", "examples":
			k.closed = part.name == "enum"
			for _, v := range part.children {
				k.values = append(k.values, v.value)
			}
		case "default":
			k.fallback = part
		case "format":
			k.format = part.value
		case "x-other-program":
			k.program = part.value
		default:
			k.readInner(tree, part)
		}
	}
}

func (k *key) readInner(tree, part *node) {
	switch part.name {
	case "properties":
		for _, m := range part.children {
			k.members = append(k.members, readKey(tree, m.name, m))
		}
	case "items", "additionalProperties":
		k.closed = part.kind == word
		if part.kind == object {
			k.items = readKey(tree, "", part)
		}
	default:
		if language, ok := strings.CutPrefix(part.name, "x-title-"); ok {
			k.title = append(k.title, Phrase{language, part.value})
		} else if language, ok := strings.CutPrefix(part.name, "x-description-"); ok {
			k.help = append(k.help, Phrase{language, part.value})
		}
	}
}
