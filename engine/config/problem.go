package config

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Severity tells whether a text with a Problem can be saved.
type Severity uint8

const (
	Error   Severity = iota // the text cannot be saved
	Warning                 // it can be saved, but something will not work as written
	Remark                  // it can be saved and works
)

// A ProblemCode says what is wrong. The comment beside each names its Args.
type ProblemCode uint8

const (
	// The text is not JSON with comments.

	EmptyText           ProblemCode = iota // nothing but blanks and comments
	TextTooLarge                           // the most that is read, in megabytes
	TooDeep                                // the deepest nesting that is read
	BadUTF8                                //
	UnfinishedComment                      //
	HashComment                            //
	InvisibleCharacter                     // its code point, as U+00A0
	UnexpectedCharacter                    // the characters
	ExtraText                              // after the end
	MissingComma                           //
	ExtraComma                             //
	MissingColon                           // the key
	MissingKey                             //
	MissingBraces                          // around the whole text
	MissingValue                           // the key, "" in an array
	MissingClose                           // the bracket, line of the opening one
	ExtraClose                             // the bracket
	Unfinished                             // the brackets missing at the end, line of the innermost opening one
	UnfinishedString                       //
	WrongQuotes                            // the text between them
	Unquoted                               // the text that needs quotes
	ControlCharacter                       // its code point
	BadEscape                              // the escape, as \x
	BadNumber                              // as written
	WrongWord                              // as written, the word of JSON

	// It is, but not our format.

	DuplicateKey    // the key, line of the first one
	WrongType       // the key, the type found, the types wanted (JSON Schema's names)
	BadValue        // the value, the values wanted
	BadDuration     // the value, the word allowed besides
	EmptyValue      // the key
	TooSmall        // the key, the least
	TooLarge        // the key, the most
	MissingMember   // the key that is missing, the object's own key
	SimilarNames    // the name, the other name, its line
	UnknownDefault  // the name, the names there are
	TooManyKept     // agents with keep_running, limits.running_agents
	UnknownKey      // the key, the key probably meant or nothing
	OtherType       // the agent's name, its type
	CommandNotFound // the command
	NoWorkspace     // the folder, expanded
	SharedWorkspace // the agent, the other one, its line
	OtherProgram    // keys of other programs, each once

	// ProblemCodes is how many there are.
	ProblemCodes int = iota
)

// Severity is the one of every problem with this code.
func (c ProblemCode) Severity() Severity {
	switch {
	case c < UnknownKey:
		return Error
	case c < OtherProgram:
		return Warning
	}
	return Remark
}

// codeNames are how codes are written where programs read them.
var codeNames = [ProblemCodes]string{
	EmptyText:           "empty-text",
	TextTooLarge:        "text-too-large",
	TooDeep:             "too-deep",
	BadUTF8:             "bad-utf8",
	UnfinishedComment:   "unfinished-comment",
	HashComment:         "hash-comment",
	InvisibleCharacter:  "invisible-character",
	UnexpectedCharacter: "unexpected-character",
	ExtraText:           "extra-text",
	MissingComma:        "missing-comma",
	ExtraComma:          "extra-comma",
	MissingColon:        "missing-colon",
	MissingKey:          "missing-key",
	MissingBraces:       "missing-braces",
	MissingValue:        "missing-value",
	MissingClose:        "missing-close",
	ExtraClose:          "extra-close",
	Unfinished:          "unfinished",
	UnfinishedString:    "unfinished-string",
	WrongQuotes:         "wrong-quotes",
	Unquoted:            "unquoted",
	ControlCharacter:    "control-character",
	BadEscape:           "bad-escape",
	BadNumber:           "bad-number",
	WrongWord:           "wrong-word",
	DuplicateKey:        "duplicate-key",
	WrongType:           "wrong-type",
	BadValue:            "bad-value",
	BadDuration:         "bad-duration",
	EmptyValue:          "empty-value",
	TooSmall:            "too-small",
	TooLarge:            "too-large",
	MissingMember:       "missing-member",
	SimilarNames:        "similar-names",
	UnknownDefault:      "unknown-default",
	TooManyKept:         "too-many-kept",
	UnknownKey:          "unknown-key",
	OtherType:           "other-type",
	CommandNotFound:     "command-not-found",
	NoWorkspace:         "no-workspace",
	SharedWorkspace:     "shared-workspace",
	OtherProgram:        "other-program",
}

// String is the code as "sidekicks check --json" writes it.
func (c ProblemCode) String() string { return codeNames[c] }

// String is the severity as "sidekicks check" writes it.
func (s Severity) String() string { return [...]string{"error", "warning", "remark"}[s] }

// A Problem is one fault in a text. It is immutable.
type Problem struct {
	Code         ProblemCode
	Args         []string // as listed at Code
	Severity     Severity
	Start, End   int    // bytes of the text; an empty range is a place between two characters
	Line, Column int    // of Start, from 1; columns are code points, a byte order mark is none
	Pointer      string // RFC 6901, of the value concerned; "" is the whole text
	Fix          []Edit // removes the problem, edits in order; nil where none is certain
}

// An Edit replaces the bytes Start to End of a text.
type Edit struct {
	Start, End int
	Text       string
}

// HasErrors reports whether a text with these problems cannot be saved.
func HasErrors(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Severity == Error })
}

// Apply returns text with edits made, which must be in order and apart.
func Apply(text []byte, edits []Edit) []byte {
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, text[at:]...)
}

// maxProblems bounds what a hopeless text costs; nobody reads further.
const maxProblems = 1000

// A finding is a problem whose line, column and pointer are not yet made.
type finding struct {
	Problem
	concerned *node
}

// A report collects the problems of one text.
type report struct {
	text     []byte
	lines    []int // where each line after the first begins
	found    []finding
	broken   map[*node]bool // values that an Error concerns
	comments [][2]int       // where each begins and ends
}

func newReport(text []byte) *report {
	r := &report{text: text, broken: map[*node]bool{}}
	for i, c := range text {
		if c == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	return r
}

// line is the number of the line of an offset.
func (r *report) line(offset int) string { return strconv.Itoa(1 + r.linesBefore(offset)) }

func (r *report) linesBefore(offset int) int {
	before, _ := slices.BinarySearch(r.lines, offset+1)
	return before
}

// lineStart is where the line of an offset begins.
func (r *report) lineStart(offset int) int {
	if n := r.linesBefore(offset); n > 0 {
		return r.lines[n-1]
	}
	return 0
}

// add reports a fault of n at text[start:end].
func (r *report) add(code ProblemCode, n *node, start, end int, fix []Edit, args ...string) {
	severity := code.Severity()
	if severity == Error {
		r.broken[n] = true
	}
	if code < DuplicateKey && len(r.found) >= maxProblems {
		return // faults of syntax come in order: those before it suffice
	}
	r.found = append(r.found, finding{Problem{Code: code, Args: args, Severity: severity, Start: start, End: end, Fix: fix}, n})
}

// sorted returns the problems in the order of the text, each with its line,
// column and pointer: a key is known only after its own problems.
func (r *report) sorted() []Problem {
	slices.SortStableFunc(r.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Code, b.Code), slices.Compare(a.Args, b.Args))
	})
	var problems []Problem
	at, line, column := len(byteOrderMark(r.text)), 1, 1
	for _, f := range first(r.found) {
		for at < f.Start {
			c, size := utf8.DecodeRune(r.text[at:])
			at += size
			column++
			if c == '\n' {
				line, column = line+1, 1
			}
		}
		f.Line, f.Column, f.Pointer = line, column, f.concerned.pointer()
		problems = append(problems, f.Problem)
	}
	return problems
}

// first are as many as are told of findings in order. An error is always
// among them if there is one: the text cannot be saved.
func first(found []finding) []finding {
	if len(found) <= maxProblems {
		return found
	}
	isError := func(f finding) bool { return f.Severity == Error }
	told := found[:maxProblems:maxProblems]
	if i := slices.IndexFunc(found, isError); i >= maxProblems {
		told = append(told[:maxProblems-1], found[i])
	}
	return told
}
