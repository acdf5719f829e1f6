package permission

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A tableRow is one row of testdata/*.tsv: a command and its exact classes.
type tableRow struct {
	shell   Shell
	command string
	classes string
	note    string
}

var codePoint = regexp.MustCompile(`<U\+([0-9A-F]{4,6})>|<SP\*(\d+)>`)

func unescapeCase(s string) string {
	s = strings.ReplaceAll(s, "␊", "\n")
	return codePoint.ReplaceAllStringFunc(s, func(m string) string {
		p := codePoint.FindStringSubmatch(m)
		if p[2] != "" {
			n, _ := strconv.Atoi(p[2])
			return strings.Repeat(" ", n)
		}
		n, _ := strconv.ParseUint(p[1], 16, 32)
		return string(rune(n))
	})
}

func tableRows(t testing.TB, name string) []tableRow {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []tableRow
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) < 3 || f[0] == "shell" || strings.HasPrefix(f[0], "#") {
			continue
		}
		row := tableRow{command: unescapeCase(f[1]), classes: f[2]}
		switch f[0] {
		case "posix":
			row.shell = POSIX
		case "powershell":
			row.shell = PowerShell
		case "cmd":
			row.shell = Cmd
		default:
			t.Fatalf("shell %q", f[0])
		}
		if len(f) > 3 {
			row.note = f[3]
		}
		out = append(out, row)
	}
	return out
}

func classNames(findings []Finding) string {
	var names []string
	for _, c := range Classes(findings) {
		names = append(names, c.String())
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ",")
}

var ship = Where{Workspace: "/home/me/ship", Home: "/home/me"}

func statOf(exists bool) func(string) (fs.FileInfo, error) {
	return func(string) (fs.FileInfo, error) {
		if exists {
			return nil, errors.New("no more is known")
		}
		return nil, fs.ErrNotExist
	}
}

func TestTable(t *testing.T) {
	rows := tableRows(t, "commands.tsv")
	if len(rows) < 200 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		w := ship
		states := map[bool]string{true: row.classes}
		if rest, ok := strings.CutPrefix(row.note, "precondition:"); ok {
			absent := strings.Contains(rest, "absent") || strings.Contains(rest, "not exist")
			states = map[bool]string{true: "destructive", false: "none"}
			if got := classNames(Classify(row.command, row.shell, w)); got != "destructive" {
				t.Errorf("%q is %s where nothing is known", row.command, got)
			}
			if want := states[!absent]; want != row.classes {
				t.Errorf("%q: the table says %s", row.command, row.classes)
			}
		} else if got := classNames(Classify(row.command, row.shell, w)); got != row.classes {
			t.Errorf("%d %q is %s, want %s (%s)", row.shell, row.command, got, row.classes, row.note)
			continue
		}
		for exists, want := range states {
			w.Stat = statOf(exists)
			if got := classNames(Classify(row.command, row.shell, w)); got != want {
				t.Errorf("%q is %s, want %s where files exist: %t", row.command, got, want, exists)
			}
		}
	}
}

func TestFindingsLieInTheText(t *testing.T) {
	for _, row := range tableRows(t, "commands.tsv") {
		for _, f := range Classify(row.command, row.shell, ship) {
			if f.Start < 0 || f.Start > f.End || f.End > len(row.command) {
				t.Errorf("%q: %d to %d", row.command, f.Start, f.End)
			}
		}
	}
}

func superset(got, want []Class) bool {
	return !slices.ContainsFunc(want, func(c Class) bool { return !slices.Contains(got, c) })
}

// Commands worded to show no finding, by somebody who knows the rules.
func TestAttacks(t *testing.T) {
	for _, file := range []string{"attack1.tsv", "attack2.tsv", "attack3.tsv", "attack4.tsv", "attack5.tsv"} {
		rows := tableRows(t, file)
		if len(rows) < 100 {
			t.Errorf("%s has %d rows", file, len(rows))
		}
		for _, row := range rows {
			if got := classNames(Classify(row.command, row.shell, ship)); got != row.classes || got == "none" {
				t.Errorf("%q is %s, want %s", row.command, got, row.classes)
			}
		}
	}
}
