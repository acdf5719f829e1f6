package config

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// standard is the schema as a validator of the whole standard reads it.
func standard(t testing.TB) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for name, word := range durationWords {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				if _, ok := parseDuration(s, word); !ok {
					return errors.New("no duration")
				}
			}
			return nil
		}})
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(Schema)))
	if err != nil {
		t.Fatal(err)
	}
	const name = "urn:sidekicks:configuration" // an address: else it is looked for in the working folder
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// theirs are the errors of that validator: a keyword and where it does not hold.
// A name of the person's own is told with the object it stands in, as its
// place is not to be trusted otherwise.
func theirs(e *jsonschema.ValidationError) (list []string) {
	if names, ok := e.ErrorKind.(*kind.PropertyNames); ok {
		return []string{"pattern of a name " + strconv.Quote(names.Property)}
	}
	for _, cause := range e.Causes {
		list = append(list, theirs(cause)...)
	}
	if len(e.Causes) == 0 {
		keyword := e.ErrorKind.KeywordPath()
		list = append(list, keyword[len(keyword)-1]+" at "+strings.Join(e.InstanceLocation, "/"))
	}
	return list
}

// faultsOf are the same by our own.
func faultsOf(root *node) (list []string) {
	f := theFormat()
	validator{f, func(n, k *node) {
		if k.name == "propertyNames" {
			list = append(list, "pattern of a name "+strconv.Quote(n.name))
			return
		}
		list = append(list, k.name+" at "+strings.TrimPrefix(n.pointer(), "/"))
	}}.check(root, f.tree)
	return list
}

// unread reports whether something in n could not be read: no value for one
// validator, null for the other.
func unread(n *node) bool { return n.kind == missing || slices.ContainsFunc(n.children, unread) }

// compareWithStandard compares what both find in a text.
func compareWithStandard(t *testing.T, s *jsonschema.Schema, text []byte) {
	root := parseTree(newReport(text))
	if unread(root) || strings.ContainsAny(string(text), "/~") {
		return // a pointer would be written in other characters
	}
	var want []string
	var invalid *jsonschema.ValidationError
	if err := s.Validate(root.plain()); errors.As(err, &invalid) {
		want = theirs(invalid)
	}
	got := faultsOf(root)
	slices.Sort(want)
	slices.Sort(got)
	if got, want := slices.Compact(got), slices.Compact(want); !slices.Equal(got, want) {
		t.Fatalf("%q:\ngot  %q\nwant %q", text, got, want)
	}
}

// TestTheSchemaMeansWhatTheStandardSays compares our reading of the schema with
// a validator of the whole standard.
func TestTheSchemaMeansWhatTheStandardSays(t *testing.T) {
	s := standard(t)
	for _, c := range readCases(t) {
		compareWithStandard(t, s, []byte(c.text))
	}
}

func FuzzStandard(f *testing.F) {
	addSeeds(f)
	s := standard(f)
	f.Fuzz(func(t *testing.T, text []byte) { compareWithStandard(t, s, text) })
}

// saysNothing tells the keywords that say nothing of values.
func saysNothing(keyword string) bool {
	return strings.HasPrefix(keyword, "x-") || slices.Contains([]string{"$id", "$schema", "$defs", "title", "description", "default", "examples", "then", "else"}, keyword)
}

// TestEveryKeywordIsApplied proves that the schema uses none that our reading of
// it leaves out.
func TestEveryKeywordIsApplied(t *testing.T) {
	applied := []string{"$ref", "if", "properties", "items", "additionalProperties", "propertyNames", "type", "enum", "const", "not", "pattern", "format", "minimum", "maximum", "required"}
	var walk func(s *node)
	walk = func(s *node) {
		for _, k := range s.children {
			if !slices.Contains(applied, k.name) && !saysNothing(k.name) {
				t.Errorf("the schema uses %q at %s", k.name, k.pointer())
			}
			switch k.name {
			case "properties", "$defs":
				for _, m := range k.children {
					walk(m)
				}
			case "default", "enum", "examples", "required":
			default:
				walk(k)
			}
		}
	}
	walk(theFormat().tree)
}
