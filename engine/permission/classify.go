package permission

import (
	"cmp"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Limits of what is read.
const (
	maxText  = 64 << 10              // bytes of a command
	maxSteps = 20_000                // calls and words, those of texts within texts too
	maxDepth = 12                    // texts within texts
	maxTime  = 15 * time.Millisecond // then what was begun is ended: about 20 in all
	untimed  = 500                   // steps, and 4 KB for the parser, that count whatever the time: a busy computer makes no short command unreadable
	maxFound = 200                   // findings: who reads more has read that there is more
)

// Classify reads a command for the given shell, or for Where.Shell when that
// is NoShell, or for what the system has. It gives the findings in the order
// of the text; none means that nothing was found, never that the command is
// safe. It reads at most 64 KB and about 20 ms: what is more is Opaque.
func Classify(command string, shell Shell, w Where) []Finding {
	findings, _ := classifyFrom(command, shell, w, slashed(w.Workspace))
	return findings
}

// classifyFrom is Classify for a command that starts in a folder. It tells
// the shell that it was read for. Windows has two, and where it is not said
// which one reads the command, the worse reading counts.
func classifyFrom(command string, shell Shell, w Where, folder string) ([]Finding, Shell) {
	if shell = cmp.Or(shell, w.Shell); shell != NoShell || runtime.GOOS != "windows" {
		shell = cmp.Or(shell, POSIX)
		return classify(command, shell, w, folder), shell
	}
	return worse(command, w, folder)
}

func worse(command string, w Where, folder string) ([]Finding, Shell) {
	p, c := classify(command, PowerShell, w, folder), classify(command, Cmd, w, folder)
	if weight(c) > weight(p) {
		return c, Cmd
	}
	return p, PowerShell
}

// weight orders readings: what is lost counts before what cannot be read.
func weight(findings []Finding) int {
	n := 0
	for _, f := range findings {
		if f.Class == Opaque {
			n++
		} else {
			n += 100 + 100*int(f.Severity)
		}
	}
	return n
}

func classify(command string, shell Shell, w Where, folder string) []Finding {
	r := newReader(w)
	r.cwd = folder
	whole := span{0, len(command)}
	r.frame = frame{exact: true, outer: whole}
	switch {
	case len(command) > maxText:
		r.found(Finding{Class: Opaque, Act: TooLong, Severity: Medium}, whole)
	case strings.TrimSpace(command) == "":
		r.found(Finding{Class: Opaque, Act: EmptyCommand, Severity: Low}, whole)
	default:
		r.text(command, shell, r.frame, input{})
	}
	return r.result()
}

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// A span is a range of bytes in the whole command.
type span struct{ start, end int }

// A frame says where a text lies in the whole command. A text that does not
// stand there letter by letter is known by what it was made from.
type frame struct {
	base  int
	exact bool
	outer span
}

func (f frame) at(start, end int) span {
	if !f.exact {
		return f.outer
	}
	// The parser does not know the end of everything that is left open.
	start = min(max(f.base+start, f.outer.start), f.outer.end)
	return span{start, min(max(f.base+end, start), f.outer.end)}
}

// A reader reads one command. It carries what the command does to itself:
// variables, functions, folders, and files that it writes and then runs.
type reader struct {
	where    Where
	findings []Finding
	steps    int
	depth    int
	began    time.Time
	stopped  bool

	frame   frame
	vars    map[string]string // "" with unknown runes when not known
	aliases map[string]string
	funcs   map[string]bool
	cwd     string            // "" when not known
	files   map[string]output // what the command itself wrote, by path
	made    map[string]bool   // files that it has replaced or made: there is no more to lose
	copied  map[string]string // programs that it has given another name
	fetched bool              // it fetched or unpacked something from the network
	remote  bool              // what is read runs on another computer or in a container
	substs  map[any]output    // substitutions already read

	psFetches bool // a PowerShell text fetches somewhere
}

func newReader(w Where) *reader {
	return &reader{
		where: w, cwd: slashed(w.Workspace), began: time.Now(),
		vars: map[string]string{}, aliases: map[string]string{}, funcs: map[string]bool{},
		files: map[string]output{}, made: map[string]bool{}, copied: map[string]string{}, substs: map[any]output{},
	}
}

// step counts work, and reports whether to go on.
func (r *reader) step() bool { return r.work(1) }

// work counts as many steps.
func (r *reader) work(steps int) bool {
	if r.stopped {
		return false
	}
	if r.steps += steps; r.steps > maxSteps || r.steps > untimed && r.late() {
		r.stop()
	}
	return !r.stopped
}

func (r *reader) late() bool { return time.Since(r.began) > maxTime }

// stop ends the reading, and says so.
func (r *reader) stop() {
	if !r.stopped {
		r.stopped = true
		r.findings = append(r.findings, Finding{Class: Opaque, Act: TooLong, Severity: Medium, Start: r.frame.outer.start, End: r.frame.outer.end})
	}
}

// text reads a text that a shell runs, which gets in as its standard input.
func (r *reader) text(text string, shell Shell, f frame, in input) output {
	if r.depth >= maxDepth {
		r.stop()
	}
	if !r.step() {
		return output{}
	}
	r.hidden(text, f)
	old := r.frame
	r.frame = f
	r.depth++
	defer func() { r.frame = old; r.depth-- }()
	switch shell {
	case PowerShell:
		r.powershell(text)
	case Cmd:
		r.cmd(text)
	default:
		return r.posix(text, in)
	}
	return output{}
}

// found adds a finding once.
func (r *reader) found(f Finding, at span) {
	f.Start, f.End = at.start, at.end
	same := func(g Finding) bool {
		return g.Class == f.Class && g.Act == f.Act && g.Start == f.Start && g.End == f.End
	}
	i := slices.IndexFunc(r.findings, same)
	if i < 0 {
		if len(r.findings) >= maxFound {
			r.stop()
			return
		}
		r.findings = append(r.findings, f)
		return
	}
	old := &r.findings[i]
	old.Severity = max(old.Severity, f.Severity)
	for _, t := range f.Targets {
		if !slices.Contains(old.Targets, t) && len(old.Targets) < maxTargets {
			old.Targets = append(old.Targets, t)
		}
	}
}

// maxTargets is how many targets one finding names.
const maxTargets = 100

func (r *reader) opaque(a Act, at span, args ...string) {
	r.found(Finding{Class: Opaque, Act: a, Args: args, Severity: Medium}, at)
}

func (r *reader) result() []Finding {
	slices.SortStableFunc(r.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Class, b.Class))
	})
	return r.findings
}
