package config

// Severity tells whether a text with a Problem can be saved.
type Severity uint8

const (
	Error   Severity = iota // the text cannot be saved
	Warning                 // it can be saved, but something will not work as it says
	Remark                  // it can be saved and works
)

// A ProblemCode says what is wrong. Args of each are listed beside it.
type ProblemCode uint8

const (
	BadSyntax ProblemCode = iota
)

// A Problem is one fault in a text. It is immutable.
type Problem struct {
	Code         ProblemCode
	Args         []string // as listed at Code
	Severity     Severity
	Start, End   int    // bytes of the text; an empty range is a place between two characters
	Line, Column int    // of Start, from 1; columns are code points, a byte order mark is none
	Pointer      string // RFC 6901, of the value or member concerned; "" is the whole text
	Fix          []Edit // removes the problem; nil where none is certain
}

// An Edit replaces the bytes Start to End of a text.
type Edit struct {
	Start, End int
	Text       string
}

// HasErrors reports whether a text with these problems cannot be saved.
func HasErrors(problems []Problem) bool {
	for _, p := range problems {
		if p.Severity == Error {
			return true
		}
	}
	return false
}
