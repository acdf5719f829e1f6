package config

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// noComputer is an Env where nothing is found.
func noComputer() Env {
	return Env{
		Home:     "/home/me",
		Getenv:   func(string) (string, bool) { return "", false },
		Stat:     func(string) (bool, bool) { return false, false },
		LookPath: func(string) (string, error) { return "", errors.New("none") },
	}
}

func addSeeds(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add([]byte(c.text))
	}
	f.Add([]byte(Schema))
	f.Add([]byte(shipText))
}

// FuzzParse checks what holds for any bytes: problems are in order and lie in
// the text, exactly the texts that hujson reads have no fault of syntax, and
// a fix removes its problem.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		_, problems := Parse(text, noComputer())
		at := 0
		for _, p := range problems {
			if p.Start < at || p.End < p.Start || p.End > len(text) || p.Line < 1 || p.Column < 1 {
				t.Fatalf("%v: range %d to %d after %d, line %d, column %d", p.Code, p.Start, p.End, at, p.Line, p.Column)
			}
			at = p.Start
		}
		checkSyntax(t, text, problems)
		for _, p := range problems {
			if p.Fix != nil {
				checkFix(t, text, problems, p)
			}
		}
	})
}

// checkSyntax compares with hujson, where both speak the same language: it
// has no byte order mark, no limits, and wants a line end after a comment.
func checkSyntax(t *testing.T, text []byte, problems []Problem) {
	ours := !slices.ContainsFunc(problems, func(p Problem) bool { return p.Code < DuplicateKey })
	deep := slices.ContainsFunc(problems, func(p Problem) bool { return p.Code == TooDeep })
	plain := bytes.TrimPrefix(text, []byte("\ufeff"))
	_, err := hujson.Parse(append(slices.Clone(plain), '\n'))
	if bytes.ContainsAny(text, "\u2028\u2029") || deep || !utf8.Valid(text) {
		return
	}
	if ours != (err == nil) {
		t.Fatalf("%q: problems %v, hujson %v", text, problems, err)
	}
}

// checkFix applies the fix of p. What it removes may have been one of several
// in a row, and the next of them is where it was; else there is one less of its
// kind there: several brackets may be missing at one place.
func checkFix(t *testing.T, text []byte, problems []Problem, p Problem) {
	fixed := Apply(text, p.Fix)
	removes := len(fixed) < len(text) && p.Fix[0].Text == ""
	if before, after := alike(problems, p), alike(Check(fixed, noComputer()), p); after >= before && !removes {
		t.Fatalf("%q: %v is still there in %q", text, p, fixed)
	}
	if bytes.Equal(fixed, text) {
		t.Fatalf("%q: the fix of %v changes nothing", text, p)
	}
}

// alike counts the problems that say what p says, at its place.
func alike(problems []Problem, p Problem) (n int) {
	for _, q := range problems {
		if q.Code == p.Code && q.Start == p.Start && slices.Equal(q.Args, p.Args) {
			n++
		}
	}
	return n
}

// TestFixingEndsClean applies the first fix there is until none is left.
func TestFixingEndsClean(t *testing.T) {
	for _, c := range readCases(t) {
		text := []byte(c.text)
		for round := 0; ; round++ {
			problems := Check(text, noComputer())
			i := slices.IndexFunc(problems, func(p Problem) bool { return p.Fix != nil })
			if i < 0 {
				break
			}
			if round == 100 {
				t.Errorf("%q: still %v after %d fixes", c.text, problems[i], round)
				break
			}
			text = Apply(text, problems[i].Fix)
		}
	}
}

func TestHopelessTextsAreBounded(t *testing.T) {
	for _, part := range []string{"{", "[", "\"", "'", "}", ",", ":", "{[", "[}", "[{]", "a ", "1 ", "\\", "“", "\"\n", "/*", "#", "\u00a0", "{\"a\":", "\",", "' ,", "\"}", "=", "\x00"} {
		text := strings.Repeat(part, 1<<20/len(part))
		if _, problems := Parse([]byte(text), noComputer()); len(problems) == 0 || len(problems) > maxProblems {
			t.Errorf("%q: %d problems", part, len(problems))
		}
	}
}
