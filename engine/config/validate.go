package config

import (
	"slices"
	"strconv"
	"strings"
)

// label is the range to mark for what n lacks: its key, else its bracket.
func (n *node) label() (start, end int) {
	if n.keyEnd > n.keyStart {
		return n.keyStart, n.keyEnd
	}
	return n.start, min(n.start+1, n.end)
}

func (r *report) limit(code ProblemCode, n *node, bound string) {
	r.add(code, n, n.start, n.end, []Edit{{n.start, n.end, bound}}, n.name, bound)
}

func (r *report) enum(n, k *node) {
	var values []string
	for _, v := range k.children {
		values = append(values, v.value)
	}
	var fix []Edit
	if meant := nearest(n.value, values); meant != "" {
		fix = []Edit{{n.start, n.end, quote(meant)}}
	}
	r.add(BadValue, n, n.start, n.end, fix, append([]string{n.value}, values...)...)
}

// unknown reports keys of n that the format does not have.
func (r *report) unknown(n *node, others []*node) {
	var free []string
	for _, m := range keyOf(n).members {
		if n.get(m.name) == nil && m.program == "" {
			free = append(free, m.name)
		}
	}
	for _, m := range others {
		r.unknownKey(m, free)
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
func mendType(source []byte, n *node, wanted string) []Edit {
	written := string(source[n.start:n.end])
	replace := func(s string) []Edit { return []Edit{{n.start, n.end, s}} }
	switch {
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
