package permission

import (
	"cmp"
	"slices"
	"strings"

	"sidekicks/engine/acp"
)

// A Shell is what reads a command.
type Shell uint8

const (
	NoShell    Shell = iota // not a command, or by the system's default
	POSIX                   // sh, bash, zsh and their like
	PowerShell              // Windows PowerShell and pwsh
	Cmd                     // cmd.exe
)

// A Verb says in general what a call wants; app/i18n makes the sentence.
type Verb string

const (
	Run         Verb = "run"
	Change      Verb = "change"
	Create      Verb = "create"
	Remove      Verb = "remove"
	Rename      Verb = "rename"
	Read        Verb = "read"
	ReadOutside Verb = "read-outside"
	Search      Verb = "search"
	Fetch       Verb = "fetch"
	SwitchMode  Verb = "switch-mode"
	Ask         Verb = "ask" // a question of the agent to the person
	Other       Verb = "other"
)

// A Subject is what a permission request is about. It is immutable.
type Subject struct {
	Verb     Verb
	Command  string   // Run: whole, as the shell will read it
	Shell    Shell    // of Command
	Folder   string   // where Command starts
	Targets  []Target // the files that the call itself names
	Address  string   // Fetch
	Edits    []Edit   // of Change, Create and Remove
	Title    string   // Other: what the agent says of it
	Input    string   // what the tool is given, whole, where the rest does not tell it
	Findings []Finding
	Outside  bool // something it names lies outside the work folder
}

// An Edit is one file before and after. Shown is false where the call does not
// tell the texts: read the file, or say that the change is not shown.
type Edit struct {
	Path     string
	Old, New string
	Part     bool // Old and New are a part of the file, not the whole
	Shown    bool
	Line     int // of the file on the disk, from 1, in which Old begins, or else New; 0: not known
}

// Describe says what a tool call is about. It is pure but for Where.Stat, and
// bounded as Classify is. It may be called from any goroutine.
func Describe(call acp.ToolCall, w Where) Subject {
	in := readFields(call.RawInput)
	s := Subject{Address: in.text("url", "uri", "address")}
	s.Command, s.Shell = in.command(call.Kind)
	if s.Command != "" && in.tellsMore() {
		s.Input = indented(call.RawInput)
	}
	if s.Command == "" && call.Kind == acp.ToolExecute {
		s.Command = titled(call.Title)
		if !in.saysNothing(call.RawInput) {
			s.Input = indented(call.RawInput)
		}
	}
	if s.Command != "" {
		return s.run(in, w)
	}
	s.Edits = edits(call, in)
	r := newReader(w)
	s.Targets = r.subjects(call, in, s.Edits)
	for _, t := range s.Targets {
		s.Outside = s.Outside || w.outside(t.Place, t.Path) || t.Link
	}
	s.Verb = s.verb(call, in, w)
	if s.Verb == Fetch && s.Address == "" {
		s.Address = titled(call.Title)
	}
	if s.Verb == Other {
		s.Title = call.Title
	}
	if s.Verb == Other && !in.saysNothing(call.RawInput) || len(s.Targets) == maxTargets {
		s.Input = indented(call.RawInput)
	}
	s.Findings = r.subjectFindings(s, in)
	return s
}

// About is what a person has to read before they answer: the command, the
// address or the files, with path giving each of these, and what the tool is
// given where that does not tell it. It begins with Command. "" is nothing told.
func (s *Subject) About(path func(string) string) string {
	var lines []string
	add := func(line string) {
		if line != "" {
			lines = append(lines, line)
		}
	}
	switch {
	case s.Command != "" || s.Verb == Run:
		add(s.Command)
	case s.Address != "":
		add(s.Address)
	default:
		add(s.Title)
	}
	if s.Verb != Run {
		for _, t := range s.Targets {
			add(path(cmp.Or(t.Path, t.Text)))
		}
	}
	add(s.Input)
	return strings.Join(lines, "\n")
}

// Longest is how much About may give, in bytes, for a person to be able to read
// it. What is longer can only be refused.
const Longest = 256 << 10

// Shown is as much of what About gave as can be shown: its beginning and its end
// where it is longer than Longest.
func Shown(about string) (text string, whole bool) {
	if len(about) <= Longest {
		return about, true
	}
	head, tail := about[:Longest/8], about[len(about)-Longest/8:]
	return strings.ToValidUTF8(head, "") + "\n[…]\n" + strings.ToValidUTF8(tail, ""), false
}

// run completes the subject of a command.
func (s Subject) run(in fields, w Where) Subject {
	s.Verb = Run
	s.Folder = cmp.Or(in.text(folderNames...), w.Workspace)
	inside := w
	if s.Folder != w.Workspace {
		if !isAbsolute(slashed(s.Folder)) {
			s.Folder = slashed(w.Workspace) + "/" + s.Folder
		}
		s.Folder = slashed(s.Folder)
		s.Outside = w.outside(w.place(s.Folder), s.Folder)
	}
	if s.Shell == NoShell {
		s.Shell = shellNamed(in.text("shell"))
	}
	s.Findings, s.Shell = classifyFrom(s.Command, s.Shell, inside, slashed(s.Folder))
	for _, f := range s.Findings {
		for _, t := range f.Targets {
			s.Outside = s.Outside || w.outside(t.Place, t.Path)
		}
	}
	return s
}

// outside tells what is known to lie outside the work folder, or may: what a
// link in it leads to. The home folder may be the work folder itself.
func (w Where) outside(place Place, path string) bool {
	switch place {
	case Unknown, Workspace:
		return false
	case InWorkspace:
		return w.throughLink(path)
	case Home:
		return path != slashed(w.Workspace)
	}
	return true
}

// verb picks what a call that is no command wants.
func (s *Subject) verb(call acp.ToolCall, in fields, w Where) Verb {
	switch call.Kind {
	case acp.ToolEdit:
		if s.onlyCreates(w) {
			return Create
		}
		return Change
	case acp.ToolDelete:
		return Remove
	case acp.ToolMove:
		return Rename
	case acp.ToolRead:
		if s.Outside {
			return ReadOutside
		}
		return Read
	case acp.ToolSearch:
		return Search
	case acp.ToolFetch:
		return Fetch
	case acp.ToolSwitchMode:
		return SwitchMode
	}
	switch {
	case in.has("questions"):
		return Ask
	case len(s.Edits) > 0:
		return Change
	case s.Address != "" && call.Kind == acp.ToolOther:
		return Fetch
	}
	return Other
}

// onlyCreates tells edits of which every one makes a file that is not there.
func (s *Subject) onlyCreates(w Where) bool {
	paths := map[string]bool{}
	for _, e := range s.Edits {
		if !e.Shown || e.Old != "" {
			return false
		}
		paths[e.Path] = true
	}
	edited := s.Targets[:min(len(paths), len(s.Targets))] // they come first
	return len(edited) > 0 && (w.Stat == nil || !slices.ContainsFunc(edited, func(t Target) bool { return w.exists(t.Path) }))
}

// subjectFindings are those of a call that is no command.
func (r *reader) subjectFindings(s Subject, in fields) []Finding {
	switch s.Verb {
	case Remove:
		r.destroys(Delete, span{}, Medium, s.Targets...)
	case Rename:
		r.renames(in, s.Targets)
	case Change, Create:
		for _, t := range s.Targets {
			r.opens(t, span{})
		}
	}
	return r.result()
}

// renames reads a call that moves files: the one that its input names as the
// new place is not moved.
func (r *reader) renames(in fields, targets []Target) {
	dest := in.text(destinationNames...)
	f := Finding{Class: Destructive, Act: Move}
	for _, t := range targets {
		f.Severity = max(f.Severity, t.Place.severity())
		if dest != "" && t == r.target(arg{text: dest}) {
			f.To, f.Over = &t, []Target{t}
		} else {
			f.Targets = append(f.Targets, t)
		}
	}
	r.found(f, span{})
}
