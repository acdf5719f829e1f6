package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestBatchLine(t *testing.T) {
	const begin = `cmd.exe /d /e:on /v:off /c "`
	for _, c := range []struct {
		file string
		args []string
		want string
	}{
		{`C:\npx.cmd`, nil, `"C:\npx.cmd""`},
		{`C:\Program Files\npx.cmd`, []string{"-y", "@a/b"}, `"C:\Program Files\npx.cmd" "-y" "@a/b""`},
		{`x.bat`, []string{"a b", "", "&|<>^()!"}, `"x.bat" "a b" "" "&|<>^()!""`},
		{`x.bat`, []string{`C:\dir\`, `a\\b\\`}, `"x.bat" "C:\dir\\" "a\\b\\\\""`},
	} {
		got, err := batchLine(c.file, c.args)
		if err != nil || got != begin+c.want {
			t.Errorf("%q %q: %q, %v; want %q", c.file, c.args, got, err, begin+c.want)
		}
	}
	for _, bad := range []string{`say "hi"`, "%PATH%", "100%", "a\nb", "a\rb", "a\x00b"} {
		for _, words := range [][]string{{"x.cmd", "fine", bad}, {bad + ".cmd"}} {
			_, err := batchLine(words[0], words[1:])
			var fault *StartError
			if !errors.As(err, &fault) || fault.Reason != CannotQuote || !strings.Contains(fault.Args[0], bad) {
				t.Errorf("%q: %v", words, err)
			}
		}
	}
}

func TestSecretsAreRemoved(t *testing.T) {
	s := newSecrets(map[string]string{
		"ANY": "a long enough value", "LONGER": "a long enough value and more",
		"TOKEN": "qwert", "DEBUG": "1", "EMPTY_KEY": "", "MODE": "fast",
	}, jsontext.Value(`[{"name":"db","env":[{"name":"DB_PASSWORD","value":"s3sam"},{"name":"MODE","value":"slow"}]},
		{"name":"web","headers":[{"name":"Cookie","value":"session of mine"}]}]`))
	for _, c := range []struct{ text, want string }{
		{"x a long enough value y", "x [removed] y"},
		{"x a long enough value and more y", "x [removed] y"},
		{"1 fast qwert 1", "1 fast [removed] 1"},
		{"s3sam slow session of mine", "[removed] slow [removed]"},
		{"key sk-ant-api03-AAAABBBBCCCCDDDD_x!", "key [removed]!"},
		{"ghp_0123456789abcdefABCDEF", "[removed]"},
		{"Authorization: Bearer abcdefghijk", "Authorization: Bearer [removed]"},
		{`{"api_key": "0123456789"}`, `{"api_key": "[removed]"}`},
		{"password=hunter2hunter2;x", "password=[removed];x"},
		{"eyJhbGciOi.eyJzdWIi.SflKxw", "[removed]"},
		{"task-force and risk-averse words stay", "task-force and risk-averse words stay"},
		{"12 tokens used, no password asked", "12 tokens used, no password asked"},
	} {
		if got := s.remove(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLinesKeepsTheLast(t *testing.T) {
	var each []string
	l := newLines(func(line string) { each = append(each, line) })
	for i := range stderrLines + 10 {
		fmt.Fprintf(l, "line %d\r\n", i)
	}
	l.Write([]byte("unfin"))
	l.Write([]byte("ished \xff"))
	if got := l.last(3); !slices.Equal(got, []string{"line 208", "line 209", "unfinished \uFFFD"}) {
		t.Errorf("%q", got)
	}
	if got := len(l.last(1000)); got != stderrLines+1 {
		t.Errorf("%d lines", got)
	}
	if len(each) != stderrLines+10 || each[0] != "line 0" {
		t.Errorf("%d lines, first %q", len(each), each[0])
	}
}

func TestLinesCutsALongOne(t *testing.T) {
	l := newLines(func(string) {})
	for range 100 {
		l.Write([]byte(strings.Repeat("x", 1000)))
	}
	l.Write([]byte("\nnext\n"))
	if got := l.last(2); len(got[0]) != stderrWidth || got[1] != "next" {
		t.Errorf("%d bytes, then %q", len(got[0]), got[1])
	}
}

func TestExpand(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	t.Setenv("USERPROFILE", "/home/me")
	t.Setenv("OURS", "ours")
	env := map[string]string{"ITS": "its"}
	for command, want := range map[string]string{
		"agent": "agent", "~/a": "/home/me/a", "~": "/home/me", "~you/a": "~you/a",
		"${OURS}/${ITS}": "ours/its", "${NO_SUCH}/a": "${NO_SUCH}/a", "${": "${", "a${ITS": "a${ITS", "$ITS": "$ITS",
	} {
		if got := expand(command, env); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
