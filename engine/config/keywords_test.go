package config

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// codesOf are the problems that the schema's keywords report. The others say
// where to go on, or nothing of a value.
var codesOf = map[string]ProblemCode{
	"type": WrongType, "enum": BadValue, "format": BadDuration, "pattern": EmptyValue, "propertyNames": EmptyValue,
	"minimum": TooSmall, "maximum": TooLarge, "required": MissingMember, "additionalProperties": UnknownKey,
}

// An assertion is one keyword of the schema at one place of a configuration.
type assertion struct {
	path string // a pointer, with * for names of the person's own and for indices
	code ProblemCode
	arg  string // that the problem has, "" for any
}

// assertions walks the schema, whatever it refers to included.
func assertions(tree, n *node, path string) []assertion {
	var list []assertion
	for _, part := range n.children {
		switch part.name {
		case "$ref":
			list = append(list, assertions(tree, tree.get("$defs").get(strings.TrimPrefix(part.value, "#/$defs/")), path)...)
		case "else":
			list = append(list, assertions(tree, part, path)...)
		case "properties":
			for _, m := range part.children {
				list = append(list, assertions(tree, m, path+"/"+m.name)...)
			}
		case "items":
			list = append(list, assertions(tree, part, path+"/*")...)
		case "required":
			for _, name := range part.children {
				list = append(list, assertion{path, MissingMember, name.value})
			}
		case "additionalProperties", "propertyNames":
			switch {
			case part.kind == object && part.name == "additionalProperties":
				list = append(list, assertions(tree, part, path+"/*")...)
			default:
				list = append(list, assertion{path + "/*", codesOf[part.name], ""})
			}
		default:
			if code, ok := codesOf[part.name]; ok {
				list = append(list, assertion{path, code, ""})
			}
		}
	}
	return list
}

// TestEveryKeywordIsExpected proves that the cases break each keyword of the
// schema at each place where it stands.
func TestEveryKeywordIsExpected(t *testing.T) {
	var found []Problem
	for _, c := range readCases(t) {
		found = append(found, Check([]byte(c.text), aComputer())...)
	}
	tree := parseTree(newReport([]byte(Schema)))
	list := assertions(tree, tree, "")
	for _, a := range list {
		pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(a.path), `\*`, "[^/]*") + "$")
		has := false
		for _, p := range found {
			has = has || p.Code == a.code && pattern.MatchString(p.Pointer) && (a.arg == "" || p.Args[0] == a.arg)
		}
		if !has {
			t.Errorf("testdata/problems.txt: no case has %v %s at %s", a.code, a.arg, a.path)
		}
	}
	if len(list) < 60 {
		t.Errorf("only %s", fmt.Sprint(list))
	}
}
