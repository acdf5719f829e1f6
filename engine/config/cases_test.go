package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what is found as what is expected, to be read before it is kept")

// A problemCase is one text of testdata/problems.txt.
type problemCase struct {
	text string
	want string // a line a problem
	raw  string // the text as in the file
}

// escapes make characters visible in the file that would be lost there.
func escapes() *strings.Replacer {
	return strings.NewReplacer("<BOM>", "\ufeff", "<CR>", "\r", "<NBSP>", "\u00a0", "<ZWSP>", "\u200b", "<TAB>", "\t", "<NUL>", "\x00", "<BAD>", "\xff", "<END>", "")
}

// readCases reads the file: each case is a text, a line of "--", and lines of
// problems, and ends with a line of "==".
func readCases(t testing.TB) []problemCase {
	file, err := os.ReadFile("testdata/problems.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []problemCase
	for block := range strings.SplitSeq(strings.TrimSuffix(string(file), "\n==\n"), "\n==\n") {
		raw, want, _ := strings.Cut(block, "\n--")
		cases = append(cases, problemCase{text: escapes().Replace(raw), want: strings.TrimPrefix(want, "\n"), raw: raw})
	}
	return cases
}

// tell is a problem as in the file: its place, what it marks, and what its
// fix does.
func tell(text string, p Problem) string {
	s := fmt.Sprintf("%d:%d %v %v %q", p.Line, p.Column, p.Severity, p.Code, text[p.Start:p.End])
	for _, a := range p.Args {
		s += fmt.Sprintf(" (%q)", a)
	}
	if p.Pointer != "" {
		s += " at " + p.Pointer
	}
	for _, e := range p.Fix {
		s += fmt.Sprintf(" fix %+d %q>%q", e.Start-p.Start, text[e.Start:e.End], e.Text)
	}
	return s
}

func TestProblems(t *testing.T) {
	cases := readCases(t)
	for i, c := range cases {
		var got []string
		for _, p := range Check([]byte(c.text), aComputer()) {
			got = append(got, tell(c.text, p))
		}
		all := strings.Join(got, "\n")
		if all != c.want && !*update {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", c.raw, all, c.want)
		}
		cases[i].want = all
	}
	if *update {
		writeCases(t, cases)
	}
}

func writeCases(t *testing.T, cases []problemCase) {
	var b strings.Builder
	for _, c := range cases {
		b.WriteString(strings.TrimSuffix(c.raw+"\n--\n"+c.want, "\n") + "\n==\n")
	}
	if err := os.WriteFile("testdata/problems.txt", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// aComputer has the commands and folders that the cases name.
func aComputer() Env {
	return Env{
		Home:   "/home/me",
		Getenv: func(name string) (string, bool) { return "/srv", name == "SHIPS" },
		Stat: func(path string) (dir, ok bool) {
			return path != "/home/me/notes.txt", path == "/home/me" || path == "/home/me/ship" || path == "/srv/ship" || path == "/home/me/notes.txt"
		},
		LookPath: func(name string) (string, error) {
			if name == "opencode" || name == "x" || name == "/home/me/bin/agent" {
				return name, nil
			}
			return "", os.ErrNotExist
		},
	}
}

// TestEveryCodeIsExpected proves that the cases show every code.
func TestEveryCodeIsExpected(t *testing.T) {
	var all strings.Builder
	for _, c := range readCases(t) {
		all.WriteString(c.want + "\n")
	}
	for code := range ProblemCode(ProblemCodes) {
		if code != TextTooLarge && !strings.Contains(all.String(), " "+code.String()+" ") {
			t.Errorf("testdata/problems.txt: no case has %v", code)
		}
	}
}

func TestOfALargeFileNotAllIsRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "film")
	if err := os.WriteFile(name, make([]byte, maxText+100), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(name); err != nil || len(text) != maxText+1 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, problems, err := Load(name); err != nil || len(problems) != 1 || problems[0].Code != TextTooLarge {
		t.Errorf("got %v, %v", problems, err)
	}
}

func TestTextTooLarge(t *testing.T) {
	problems := Check(make([]byte, maxText+1), Env{})
	if len(problems) != 1 || problems[0].Code != TextTooLarge {
		t.Errorf("got %v", problems)
	}
}
