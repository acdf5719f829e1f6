package config

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// validate reports what the schema finds wrong in the tree.
func validate(r *report, root *node) {
	var invalid *jsonschema.ValidationError
	if err := theFormat().schema.Validate(root.plain()); errors.As(err, &invalid) {
		r.invalid(root, invalid)
	}
}

// invalid reports the leaves of a validator's tree of errors.
func (r *report) invalid(root *node, e *jsonschema.ValidationError) {
	if names, ok := e.ErrorKind.(*kind.PropertyNames); ok {
		// Its InstanceLocation shares memory with later ones and is not to be
		// trusted. Only one object of the schema has the keyword.
		n := root.get("agent_servers").get(names.Property)
		r.add(EmptyValue, n, n.keyStart, n.keyEnd, nil, names.Property)
		return
	}
	for _, cause := range e.Causes {
		r.invalid(root, cause)
	}
	if len(e.Causes) == 0 {
		r.leaf(root.at(e.InstanceLocation), e)
	}
}

// at is the value in n that the tokens of a pointer lead to.
func (n *node) at(tokens []string) *node {
	for _, token := range tokens {
		if n.kind == object {
			n = n.get(token)
			continue
		}
		i, _ := strconv.Atoi(token) // the validator's own count
		n = n.children[i]
	}
	return n
}

// leaf reports one error of the validator, unless its value could not be read
// and is reported so already.
func (r *report) leaf(n *node, e *jsonschema.ValidationError) {
	if n.kind == missing {
		return
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		args := append([]string{n.name, n.typeName()}, k.Want...)
		end := n.end
		if n.kind == object || n.kind == array {
			end = n.start + 1 // the bracket: not a screen of marks
		}
		r.add(WrongType, n, n.start, end, mendType(r.text, n, k.Want), args...)
	case *kind.Enum:
		r.enum(n, k)
	case *kind.Format:
		word := durationWords[k.Want]
		r.add(BadDuration, n, n.start, n.end, mendDuration(n, word), n.value, word)
	case *kind.Pattern:
		r.add(EmptyValue, n, n.start, n.end, nil, n.name)
	case *kind.Minimum:
		r.limit(TooSmall, n, k.Want)
	case *kind.Maximum:
		r.limit(TooLarge, n, k.Want)
	case *kind.Required:
		for _, name := range k.Missing {
			start, end := n.label()
			r.add(MissingMember, n, start, end, nil, name, n.name)
		}
	case *kind.AdditionalProperties:
		r.unknown(n, k.Properties)
	default:
		panic(fmt.Sprintf("config: the schema uses %T, which has no problem", k))
	}
}

// label is the range to mark for what n lacks: its key, else its bracket.
func (n *node) label() (start, end int) {
	if n.keyEnd > n.keyStart {
		return n.keyStart, n.keyEnd
	}
	return n.start, min(n.start+1, n.end)
}

func (r *report) limit(code ProblemCode, n *node, limit *big.Rat) {
	bound := limit.RatString()
	r.add(code, n, n.start, n.end, []Edit{{n.start, n.end, bound}}, n.name, bound)
}

func (r *report) enum(n *node, k *kind.Enum) {
	var values []string
	for _, v := range k.Want {
		values = append(values, fmt.Sprint(v))
	}
	if n.kind != text {
		return // the type is wrong too, and reported
	}
	var fix []Edit
	if meant := nearest(n.value, values); meant != "" {
		fix = []Edit{{n.start, n.end, quote(meant)}}
	}
	r.add(BadValue, n, n.start, n.end, fix, append([]string{n.value}, values...)...)
}

// unknown reports keys of n that the format does not have.
func (r *report) unknown(n *node, names []string) {
	var free []string
	for _, m := range keyOf(n).members {
		if n.get(m.name) == nil && m.program == "" {
			free = append(free, m.name)
		}
	}
	for _, name := range names {
		r.unknownKey(n.get(name), free)
	}
}

// unknownKey reports m, whose key may have been meant to be one of free.
func (r *report) unknownKey(m *node, free []string) {
	args, fix := []string{m.name}, r.removal(m)
	if meant := nearest(m.name, free); meant != "" {
		args = append(args, meant)
		fix = []Edit{{m.keyStart, m.keyEnd, quote(meant)}}
	}
	r.add(UnknownKey, m, m.keyStart, m.keyEnd, fix, args...)
}

// keyOf is what the schema says of n, or nil.
func keyOf(n *node) *key {
	if n.parent == nil {
		return theFormat().root
	}
	around := keyOf(n.parent)
	if n.parent.kind == array {
		if around == nil {
			return nil
		}
		return around.items
	}
	return around.member(n.name)
}

// mendType makes n one of the types wanted where it needs no guess.
func mendType(source []byte, n *node, want []string) []Edit {
	written := string(source[n.start:n.end])
	replace := func(s string) []Edit { return []Edit{{n.start, n.end, s}} }
	switch wanted := want[0]; {
	case wanted == "string" && (n.kind == number || n.kind == word && n.value != "null"):
		if meant := keyOf(n).meant(written); meant != "" {
			return replace(quote(meant))
		}
	case wanted == "array" && n.kind == text:
		return replace("[" + written + "]")
	case wanted == "boolean" && n.kind == text && (words[n.value] == "true" || words[n.value] == "false"):
		return replace(words[n.value])
	case (wanted == "number" || wanted == "integer") && n.kind == text:
		if i, err := strconv.Atoi(strings.TrimSpace(n.value)); err == nil {
			return replace(strconv.Itoa(i))
		}
	case wanted == "integer" && n.kind == number && n.float() < 1e6:
		return replace(strconv.Itoa(int(n.float())))
	}
	return nil
}

// meant is the string of k that was probably meant by what is written without
// quotes, or "".
func (k *key) meant(written string) string {
	if onOff := map[string]string{"true": "on", "false": "off"}[written]; slices.Contains(k.values, onOff) {
		written = onOff
	}
	_, duration := parseDuration(written, durationWords[k.format])
	if k.closed && !slices.Contains(k.values, written) || k.format != "" && !duration {
		return ""
	}
	return written
}
