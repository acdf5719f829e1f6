package permission

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// wrappings make another command of one, which does at least what it did.
var wrappings = []func(string) string{
	func(s string) string { return "bash -c " + quoted(s) },
	func(s string) string { return "cd x && " + s },
	func(s string) string { return s + "\n# comment" },
	func(s string) string { return "{\n" + s + "\n}" },
	func(s string) string { return "(\n" + s + "\n)" },
	func(s string) string { return "if true; then\n" + s + "\nfi" },
	func(s string) string { return "eval " + quoted(s) },
	func(s string) string { return "x=$(\n" + s + "\n)" },
	func(s string) string { return "true; " + s },
	func(s string) string { return "timeout 5 sh -c " + quoted(s) },
}

// prefixes stand before a simple command.
var prefixes = []string{"env ", "nice -n 5 ", "sudo ", "env -i A=b ", "command ", "nohup ", "sudo -u bob ", "time -p ", "timeout -s KILL 5 ", "stdbuf -oL ", "setsid ", "doas ", "A=b ", "exec ", `\env `, "'nice' ", "/usr/bin/env "}

func isSimple(command string) bool {
	f, err := syntax.NewParser().Parse(strings.NewReader(command), "")
	if err != nil || len(f.Stmts) == 0 {
		return false
	}
	s := f.Stmts[0]
	for {
		if b, ok := s.Cmd.(*syntax.BinaryCmd); ok {
			s = b.X
			continue
		}
		c, ok := s.Cmd.(*syntax.CallExpr)
		// A word that begins with a dash is an option to what stands before it.
		return ok && len(c.Args) > 0 && !s.Negated && !strings.HasPrefix(command[c.Args[0].Pos().Offset():], "-")
	}
}

func TestWrappersKeepFindings(t *testing.T) {
	n := 0
	for _, file := range []string{"commands.tsv", "attack1.tsv", "attack2.tsv", "attack3.tsv", "attack4.tsv", "attack5.tsv"} {
		for _, row := range tableRows(t, file) {
			if row.shell != POSIX || row.classes == "none" || row.classes == "" {
				continue
			}
			want := Classes(Classify(row.command, POSIX, ship))
			check := func(wrapped string, want []Class) {
				n++
				if got := Classes(Classify(wrapped, POSIX, ship)); !superset(got, want) {
					t.Errorf("%q is %v, want %v", wrapped, got, want)
				}
			}
			for _, wrap := range wrappings {
				check(wrap(row.command), want)
			}
			if !isSimple(row.command) {
				continue
			}
			for _, p := range prefixes {
				w := want
				if strings.HasPrefix(p, "sudo") || strings.HasPrefix(p, "doas") {
					w = append(w[:len(w):len(w)], Privileged)
				}
				check(p+row.command, w)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d commands were made", n)
	}
}

// Commands of which nothing is found stay so in wrappers that add nothing.
func TestWrappersAddNothing(t *testing.T) {
	for _, row := range tableRows(t, "commands.tsv") {
		if row.shell != POSIX || row.classes != "none" || strings.HasPrefix(row.note, "precondition") {
			continue
		}
		for _, wrap := range wrappings {
			if got := classNames(Classify(wrap(row.command), POSIX, ship)); got != "none" {
				t.Errorf("%q is %s", wrap(row.command), got)
			}
		}
	}
}

func FuzzClassify(f *testing.F) {
	for _, file := range []string{"commands.tsv", "attack1.tsv", "attack2.tsv", "attack3.tsv", "attack4.tsv", "attack5.tsv"} {
		for _, row := range tableRows(f, file) {
			f.Add(row.command, uint8(row.shell))
		}
	}
	f.Fuzz(func(t *testing.T, command string, shell uint8) {
		hung := time.AfterFunc(5*time.Second, func() { panic(fmt.Sprintf("does not end: %d %q", shell%4, command)) })
		findings := Classify(command, Shell(shell%4), ship)
		hung.Stop()
		for _, g := range findings {
			if g.Start < 0 || g.Start > g.End || g.End > len(command) {
				t.Errorf("%d to %d of %d", g.Start, g.End, len(command))
			}
		}
		if shell%4 != 1 || len(findings) == 0 || !isSimple(command) {
			return
		}
		if got := Classes(Classify("env "+command, POSIX, ship)); !superset(got, Classes(findings)) {
			t.Errorf("env removes a finding of %q", command)
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	const line = "cd /home/me/ship && find . -name '*.o' -exec rm {} + | tee out.txt; git -C app reset --hard \"$REV\"\n"
	command := strings.Repeat(line, 1024/len(line)+1)[:1024]
	command = command[:strings.LastIndexByte(command, '\n')]
	b.SetBytes(int64(len(command)))
	b.ReportAllocs()
	for b.Loop() {
		if len(Classify(command, POSIX, ship)) == 0 {
			b.Fatal("nothing found")
		}
	}
}
