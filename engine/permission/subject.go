package permission

import "sidekicks/engine/acp"

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
}

// Describe says what a tool call is about. It is pure but for Where.Stat, and
// bounded as Classify is.
func Describe(call acp.ToolCall, w Where) Subject {
	return Subject{Verb: Other}
}
