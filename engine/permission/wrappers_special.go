package permission

import (
	"slices"
	"strings"
)

// special reads the commands that no row of wrappers can tell.
func (r *reader) special(c *call) (out output, ok bool) {
	switch c.name {
	case "env":
		return r.env(c), true
	case "parallel", "rush":
		return r.parallel(c), true
	case "eval":
		return r.evalCall(c), true
	case "trap":
		return r.trap(c), true
	case "hyperfine", "concurrently", "npm-run-all":
		return r.eachText(c), true
	case "nix":
		return r.nix(c), true
	case "tmux":
		return r.tmux(c), true
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose":
		return r.container(c), true
	case "kubectl", "oc", "k":
		return r.cluster(c), true
	case "start":
		return r.startProgram(c), true
	}
	return output{}, false
}

// env reads env, whose -S splits one word into a command.
func (r *reader) env(c *call) output {
	args := c.args
	for i := 0; i < len(args); i++ {
		a := args[i].text
		switch {
		case a == "-S" || a == "--split-string" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.HasSuffix(a, "S"):
			if i+1 < len(args) {
				return r.runAll(args[i+1:], POSIX)
			}
		case splitsAt(a) > 0:
			n := splitsAt(a)
			return r.runAll(append([]arg{cutArg(args[i], n, a[n:])}, args[i+1:]...), POSIX)
		case strings.HasPrefix(a, "--split-string="):
			return r.runAll(append([]arg{cutArg(args[i], 15, a[15:])}, args[i+1:]...), POSIX)
		case a == "-u" || a == "--unset" || a == "-C" || a == "--chdir" || a == "-a" || a == "-P":
			i++
		case a == "--help" || a == "--version":
			return output{given: true}
		case a == "--":
		case strings.HasPrefix(a, "-"):
		case isAssignment(a):
			r.declare(args[i])
		default:
			return r.callMore(args[i:], c.in, c.more)
		}
	}
	return output{given: true}
}

// splitsAt is where the text begins in -Stext and -ivStext, 0 when it is neither.
func splitsAt(a string) int {
	i := strings.IndexByte(a, 'S')
	if i < 1 || a[0] != '-' || strings.Trim(a[1:i], "iv0") != "" {
		return 0
	}
	return i + 1
}

// evalCall reads what eval runs. The shell hooks of some programs are known.
func (r *reader) evalCall(c *call) output {
	args := c.args
	if len(args) > 0 && args[0].text == "--" {
		args = args[1:]
	}
	return r.runAll(args, POSIX)
}

func (r *reader) trap(c *call) output {
	_, operands := options(c.args, "")
	if len(operands) > 1 && operands[0].text != "-" && operands[0].text != "" {
		return r.runArg(operands[0], POSIX)
	}
	return output{given: true}
}

// parallel reads GNU parallel: a command, or with none a command a line.
func (r *reader) parallel(c *call) output {
	_, rest := leading(c.args, "-j -S -n -N -I -a -C -L -P --jobs --max-args --colsep --joblog --results --delay --timeout --sshlogin --arg-file --tmpdir -X -m")
	i := slices.IndexFunc(rest, func(a arg) bool { return strings.HasPrefix(a.text, ":::") })
	switch {
	case i == 0:
		for _, a := range rest[1:] {
			r.runArg(a, POSIX)
		}
		return output{given: true}
	case i > 0:
		rest = rest[:i]
	case len(rest) == 0:
		r.runs(c.in, POSIX, c.head.at)
		return output{given: true}
	}
	if len(rest) == 1 && strings.ContainsAny(rest[0].text, " \t\n;|&") {
		return r.runArg(rest[0], POSIX)
	}
	return r.callMore(rest, c.in, true)
}

// eachText reads operands each of which is a command.
func (r *reader) eachText(c *call) output {
	opts, operands := options(c.args, "-w -m -M -r -n -c -p -s -L -P --warmup --min-runs --max-runs --runs --names --prefix-colors --export-json --export-markdown --parameter-list")
	for _, o := range opts {
		if slices.Contains([]string{"-p", "-c", "--prepare", "--cleanup", "-s", "--setup"}, o.name) && o.value.text != "" {
			r.runArg(o.value, POSIX)
		}
	}
	for _, a := range operands {
		r.runArg(a, POSIX)
	}
	return output{given: true}
}

func (r *reader) nix(c *call) output {
	r.apply(c)
	for i, a := range c.args {
		if a.text == "-c" || a.text == "--command" {
			return r.callMore(c.args[i+1:], c.in, c.more)
		}
	}
	return output{given: true}
}

// tmux reads the commands that it is told to run or to type.
func (r *reader) tmux(c *call) output {
	_, operands := options(c.args, "-t -s -n -c -F -L -f -S -x -y -e -l -p")
	if len(operands) < 2 {
		r.apply(c)
		return output{given: true}
	}
	switch operands[0].text {
	case "new", "new-session", "neww", "new-window", "splitw", "split-window", "run", "run-shell", "respawn-pane", "respawn-window", "popup", "display-popup", "if", "if-shell":
		return r.runAll(operands[1:], POSIX)
	case "send", "send-keys":
		for _, a := range operands[1:] {
			r.runArg(a, POSIX)
		}
	default:
		r.apply(c)
	}
	return output{given: true}
}

// startProgram reads cmd's start and PowerShell's alias of Start-Process.
func (r *reader) startProgram(c *call) output {
	args := c.args
	for len(args) > 0 && (strings.HasPrefix(args[0].text, "/") || args[0].text == "") {
		args = args[1:]
	}
	if len(args) > 1 && strings.Contains(args[0].text, " ") {
		args = args[1:] // a title
	}
	return r.callMore(args, c.in, c.more)
}
