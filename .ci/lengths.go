//go:build ignore

// Lengths checks that files and functions stay short enough to read: no file
// over 600 lines, half the functions under 10 lines, nine in ten under 40.
// Tests may be longer: a table of cases reads well at any length.
//
//	go run .ci/lengths.go
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	fileLimit     = 600
	testFileLimit = 900
	medianLimit   = 10
	ninthLimit    = 40
)

type function struct {
	where string
	lines int
}

func main() {
	files, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go").Output()
	if err != nil {
		fail("list the files: %v", err)
	}
	var functions []function
	ok := true
	for _, path := range strings.Fields(string(files)) {
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue // deleted, not committed yet
		}
		if err != nil {
			fail("%v", err)
		}
		test := strings.HasSuffix(path, "_test.go")
		limit := fileLimit
		if test {
			limit = testFileLimit
		}
		if n := bytes.Count(text, []byte("\n")); n > limit {
			fmt.Printf("%s: %d lines, at most %d\n", path, n, limit)
			ok = false
		}
		if !test && filepath.Dir(path) != ".ci" {
			functions = append(functions, in(path, text)...)
		}
	}
	if !check(functions) || !ok {
		os.Exit(1)
	}
}

// in returns the functions of one file.
func in(path string, text []byte) []function {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		fail("%v", err)
	}
	var found []function
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			from, to := set.Position(f.Pos()), set.Position(f.End())
			found = append(found, function{fmt.Sprintf("%s:%d: %s", path, from.Line, f.Name.Name), to.Line - from.Line + 1})
		}
	}
	return found
}

func check(functions []function) bool {
	if len(functions) == 0 {
		return true
	}
	slices.SortFunc(functions, func(a, b function) int { return cmp.Compare(a.lines, b.lines) })
	median, ninth := functions[len(functions)/2].lines, functions[len(functions)*9/10].lines
	fmt.Printf("lengths: %d functions, median %d lines, nine in ten at most %d, longest %d\n",
		len(functions), median, ninth, functions[len(functions)-1].lines)
	if median < medianLimit && ninth < ninthLimit {
		return true
	}
	fmt.Printf("lengths: want a median under %d lines and nine in ten under %d; the longest are\n", medianLimit, ninthLimit)
	for _, f := range functions[max(0, len(functions)-10):] {
		fmt.Printf("  %s: %d lines\n", f.where, f.lines)
	}
	return false
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "lengths: "+format+"\n", args...)
	os.Exit(1)
}
