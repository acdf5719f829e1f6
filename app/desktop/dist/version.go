package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A version is what git describe says: a tag, a tag with what came after it, or
// the mere name of a commit where there is no tag.
type version string

// parts takes a version apart: v1.2.3-4-gabcdef-dirty, each part optional.
var parts = regexp.MustCompile(`^v?(\d+)\.(\d+)(?:\.(\d+))?(?:-(.+))?$`)

// numbers are the version's three numbers, zeros where it has none.
func (v version) numbers() [3]uint16 {
	var n [3]uint16
	if m := parts.FindStringSubmatch(string(v)); m != nil {
		for i := range n {
			part, _ := strconv.ParseUint(m[i+1], 10, 16)
			n[i] = uint16(part)
		}
	}
	return n
}

// dotted is the version as three numbers.
func (v version) dotted() string {
	n := v.numbers()
	return fmt.Sprintf("%d.%d.%d", n[0], n[1], n[2])
}

// debian is the version as Debian compares them: it begins with a digit, and
// what came after a tag is greater than the tag.
//
// Source: https://www.debian.org/doc/debian-policy/ch-controlfields.html#version
func (v version) debian() string {
	rest := string(v)
	if m := parts.FindStringSubmatch(rest); m != nil {
		rest = m[4]
	}
	if rest == "" {
		return v.dotted()
	}
	return v.dotted() + "+" + strings.ReplaceAll(rest, "-", ".")
}
