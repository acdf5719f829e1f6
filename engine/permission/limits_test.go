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
