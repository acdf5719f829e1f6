package permission

import (
	"regexp"
	"sync"
)

// A pattern gives a regular expression, compiled at its first use: most are of
// languages that a person's agents never write, and all of them are a good part
// of the time until the program shows something.
type pattern func() *regexp.Regexp

func expr(s string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}
