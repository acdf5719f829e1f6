package acp

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	tests := []struct {
		name, in string
		want     []string
	}{
		{"two", "{1}\n{2}\n", []string{"{1}", "{2}"}},
		{"carriage return", "{1}\r\n{2}\r\r\n", []string{"{1}", "{2}"}},
		{"no newline at the end", "{1}\n{2}", []string{"{1}", "{2}"}},
		{"empty lines", "\n\r\n{1}\n", []string{"", "", "{1}"}},
		{"longer than the buffer", "{" + long + "}\n{2}\n", []string{"{" + long + "}", "{2}"}},
		{"long, no newline", "{1}\n{" + long, []string{"{1}", "{" + long}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)), iotest.DataErrReader(strings.NewReader(tt.in))} {
				var got []string
				l := newLines(r)
				line, err := l.next()
				for ; err == nil; line, err = l.next() {
					got = append(got, string(line))
				}
				if err != io.EOF || !reflect.DeepEqual(got, tt.want) {
					t.Errorf("%T: got %.60q, %v", r, got, err)
				}
			}
		})
	}
}

func TestLineAboveLimit(t *testing.T) {
	l := newLines(strings.NewReader("{1}\n{" + strings.Repeat("x", 1<<20) + "}\n{2}\n{" + strings.Repeat("y", 1<<20)))
	l.limit = 100 << 10
	want := []string{"{1}", "long 1048579", "{2}", "long 1048577", "EOF"}
	for _, w := range want {
		line, err := l.next()
		var long *LongLineError
		got := string(line)
		switch {
		case errors.As(err, &long):
			got = fmt.Sprint("long ", long.Size)
			if len(long.Head) != shownLine {
				t.Errorf("head of %d bytes", len(long.Head))
			}
		case err != nil:
			got = err.Error()
		}
		if got != w {
			t.Errorf("got %.50q, want %q", got, w)
		}
	}
}

// A line is given up at the first byte above the limit.
func TestLineAtLimit(t *testing.T) {
	const limit = 100 << 10
	for size, fits := range map[int]bool{limit: true, limit + 1: false} {
		l := newLines(strings.NewReader(strings.Repeat("x", size-1) + "\n"))
		l.limit = limit
		if _, err := l.next(); (err == nil) != fits {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// TestLongBufferIsGivenBack keeps one huge line from holding its memory.
func TestLongBufferIsGivenBack(t *testing.T) {
	l := newLines(strings.NewReader(strings.Repeat("x", 4<<20) + "\n" + "short\n"))
	l.next()
	if _, err := l.next(); err != nil || cap(l.long) > 0 {
		t.Errorf("%d bytes are kept, %v", cap(l.long), err)
	}
}

func TestFromBrace(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1}`:              `{"a":1}`,
		"\ufeff{\"a\":1}":      `{"a":1}`,
		"\x1b[1 q{\"a\":1}":    `{"a":1}`,
		`debug: {"a":{"b":1}}`: `{"a":{"b":1}}`,
		"starting":             "",
	} {
		if got := string(fromBrace([]byte(in))); got != want {
			t.Errorf("fromBrace(%q) = %q, want %q", in, got, want)
		}
	}
}
