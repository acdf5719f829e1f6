package acp

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// secretName finds, in a line, the members whose values nobody else should
// read: the environment and headers handed to an agent or an MCP server, and
// what is named like a secret. Nor is a name trusted that is written with escapes.
var secretName = regexp.MustCompile(`(?i)"(env|headers|[^"\\]*(token|secret|password|passwd|api[-_]?key|authorization|cookie|credentials?))"\s*:|\\u`)

const redacted = "•••"

// redact replaces the secrets of a line. A line that has some and breaks off
// in the middle is given as far as it can be read.
func redact(line []byte) []byte {
	if !secretName.Match(line) {
		return line
	}
	start := max(bytes.IndexByte(line, '{'), 0)
	out := bytes.NewBuffer(bytes.Clone(line[:start]))
	r := redactor{jsontext.NewDecoder(bytes.NewBuffer(line[start:]), lenientText), jsontext.NewEncoder(out, lenientText)}
	if r.value(false, false) != nil {
		r.close()
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

// redactor copies JSON, token by token.
type redactor struct {
	in  *jsontext.Decoder
	out *jsontext.Encoder
}

// value copies one value; in a secret one only names are kept. item tells
// that it is an element of an array, where env and headers have their
// entries' names in a member called name.
func (r redactor) value(secret, item bool) error {
	switch kind := r.in.PeekKind(); kind {
	case '{', '[':
		return r.composite(secret, item, kind == '[')
	case '"', '0':
		if secret {
			if err := r.in.SkipValue(); err != nil {
				return err
			}
			return r.out.WriteToken(jsontext.String(redacted))
		}
	}
	return r.token()
}

func (r redactor) composite(secret, item, array bool) error {
	if err := r.token(); err != nil {
		return err
	}
	for r.in.PeekKind() != '}' && r.in.PeekKind() != ']' {
		within := secret
		if !array {
			name, err := r.in.ReadToken()
			if err != nil {
				return err
			}
			within = (secret || isSecret(name.String())) && !(secret && item && name.String() == "name")
			if err := r.out.WriteToken(name); err != nil {
				return err
			}
		}
		if err := r.value(within, array); err != nil {
			return err
		}
	}
	return r.token()
}

func (r redactor) token() error {
	t, err := r.in.ReadToken()
	if err != nil {
		return err
	}
	return r.out.WriteToken(t)
}

// close ends what is open, with a mark where the line breaks off.
func (r redactor) close() {
	for mark := true; r.out.StackDepth() > 0; mark = false {
		kind, n := r.out.StackIndex(r.out.StackDepth())
		if mark && kind == '{' && n%2 == 0 {
			r.out.WriteToken(jsontext.String("…")) // a name
		}
		if mark {
			r.out.WriteToken(jsontext.String("…"))
		}
		if kind == '{' {
			r.out.WriteToken(jsontext.EndObject)
		} else {
			r.out.WriteToken(jsontext.EndArray)
		}
	}
}

func isSecret(name string) bool {
	return secretName.MatchString(`"` + strings.ReplaceAll(name, `"`, "") + `":`)
}
