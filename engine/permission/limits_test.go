package permission

import (
	"slices"
	"strings"
	"testing"
)

// Texts made to take long end all the same, and say that they were not read.
func TestLimits(t *testing.T) {
	fill := func(s string) string { return strings.Repeat(s, maxText/len(s)) }
	for name, c := range map[string]struct {
		command string
		shell   Shell
	}{
		"too long":            {strings.Repeat("a", maxText+1), POSIX},
		"subshells":           {strings.Repeat("(", 5000) + strings.Repeat(")", 5000), POSIX},
		"substitutions":       {strings.Repeat("$(", 5000) + "a" + strings.Repeat(")", 5000), POSIX},
		"braces":              {"rm " + strings.Repeat("{a,b}", 40), POSIX},
		"commands":            {fill("ls a;"), POSIX},
		"texts in texts":      {strings.Repeat("eval ", 3000) + "ls", POSIX},
		"wrappers":            {strings.Repeat("env ", 3000) + "ls", POSIX},
		"PowerShell brackets": {strings.Repeat("(", 5000) + strings.Repeat(")", 5000), PowerShell},
		"PowerShell commands": {fill("ls a;"), PowerShell},
		"cmd commands":        {fill("ls a&"), Cmd},
		"cmd in cmd":          {strings.Repeat("cmd /c ", 3000) + "ls", Cmd},
	} {
		findings := Classify(c.command, c.shell, ship)
		loud := slices.ContainsFunc(findings, func(f Finding) bool { return f.Class == Opaque || f.Class == Destructive })
		if !loud {
			t.Errorf("%s: nothing is said", name)
		}
	}
}

// Whatever fills a command, the work ends at its limits, and what was not read
// is told.
func TestWorkIsBounded(t *testing.T) {
	for _, unit := range []string{"a ", "a;", "> f ", ">f;", "$x ", "${x:-", "if a;then ", "rm -rf a ", "rm a;", "sudo ", "find . -exec ", "find . -exec rm {} ; ", "arr[", "((", "<<E\n", "{a,b}", "$(", "mv a b;", "xargs "} {
		for _, shell := range []Shell{POSIX, PowerShell, Cmd} {
			r := newReader(ship)
			text := strings.Repeat(unit, maxText/len(unit))
			r.frame = frame{exact: true, outer: span{0, len(text)}}
			r.text(text, shell, r.frame, input{})
			found := r.result()
			told := slices.ContainsFunc(found, func(f Finding) bool { return f.Act == TooLong })
			if len(found) > maxFound+1 || r.stopped && !told || r.steps > 2*maxSteps {
				t.Errorf("%q for shell %d: %d findings, %d steps, stopped %t, told %t", unit, shell, len(found), r.steps, r.stopped, told)
			}
		}
	}
	many := strings.Repeat("rm a;", maxFound) + "rm -rf ~"
	if found := Classify(many, POSIX, ship); !slices.ContainsFunc(found, func(f Finding) bool { return f.Act == TooLong || f.Severity == Grave }) {
		t.Error("what comes after many findings is missed in silence")
	}
}

func BenchmarkLongest(b *testing.B) {
	for name, s := range map[string]string{"calls": "rm a;", "pipes": "a|", "braces": "{a,b}", "quotes": "'a'", "substitutions": "$(a)", "unclosed": "((a"} {
		command := strings.Repeat(s, maxText/len(s))
		for shell, of := range map[string]Shell{"posix": POSIX, "powershell": PowerShell, "cmd": Cmd} {
			b.Run(name+"/"+shell, func(b *testing.B) {
				for b.Loop() {
					Classify(command, of, ship)
				}
			})
		}
	}
}
