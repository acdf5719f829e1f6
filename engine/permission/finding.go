package permission

import "slices"

// A Class is a kind of danger.
type Class uint8

const (
	Destructive Class = iota // something may be lost
	NetworkRun               // runs what it has just fetched from the network
	Privileged               // acts as the computer's administrator, or opens the way to it
	Opaque                   // what will happen cannot be read in the text
)

// String is the class's name as the command line tells it.
func (c Class) String() string {
	return [...]string{"destructive", "network-run", "privileged", "opaque"}[c]
}

// A Severity says how much there is to lose.
type Severity uint8

const (
	Low    Severity = iota // an empty folder, an old place of a moved file
	Medium                 // files inside the work folder
	High                   // outside it, or more than files
	Grave                  // the home folder, the whole disk, a device: hold to confirm
)

// String is the severity's name as the command line tells it.
func (s Severity) String() string { return [...]string{"low", "medium", "high", "grave"}[s] }

// An Act is what a finding says is done; app/i18n makes the sentence.
type Act string

// Destructive acts.
const (
	Delete       Act = "delete"
	DeleteEmpty  Act = "delete-empty" // only an empty folder
	Overwrite    Act = "overwrite"
	Move         Act = "move"
	EditInPlace  Act = "edit-in-place"
	Mirror       Act = "mirror" // deletes at the destination what the source lacks
	GitDiscard   Act = "git-discard"
	GitHistory   Act = "git-history"
	GitRemote    Act = "git-remote"
	GitDelete    Act = "git-delete" // a branch, a tag, a stash
	Permissions  Act = "permissions"
	EraseDisk    Act = "erase-disk"
	EndProcesses Act = "end-processes"
	ForkBomb     Act = "fork-bomb"
	Shutdown     Act = "shutdown"
	DeleteTasks  Act = "delete-tasks"
	Containers   Act = "containers"
	Remote       Act = "remote" // a service, a cluster, a cloud
	Database     Act = "database"
	Registry     Act = "registry"
	Uninstall    Act = "uninstall"
	Backups      Act = "backups"
)

// Acts of the other classes.
const (
	DownloadRun Act = "download-run"
	PackageRun  Act = "package-run"

	Admin         Act = "admin"
	GrantAccess   Act = "grant-access"
	StartupFile   Act = "startup-file"
	WholeComputer Act = "whole-computer" // a container that holds the computer's disk or rights
	Protection    Act = "protection"     // switches a protection off

	EmptyCommand   Act = "empty-command"
	HiddenText     Act = "hidden-text" // Args: the code points
	Unreadable     Act = "unreadable"  // not the shell's syntax
	TooLong        Act = "too-long"
	UnknownCommand Act = "unknown-command" // the command's name is not written out
	UnknownText    Act = "unknown-text"    // runs a text that is not in the command
	EncodedText    Act = "encoded-text"
	UnseenProgram  Act = "unseen-program" // starts a program through an option of another
	UnseenSQL      Act = "unseen-sql"
)

// A Finding is one thing that a person should know before allowing a command.
type Finding struct {
	Class      Class
	Start, End int // bytes in the command of what does it: a program with its options, or a file that is written
	Act        Act
	Args       []string // of Act
	Targets    []Target
	Severity   Severity
	To         *Target  // of Move: where the targets go, as written; nil: not told
	Over       []Target // of Move: what may stand there already, which is lost
}

// Classes lists the classes of findings, each once, in their order.
func Classes(findings []Finding) []Class {
	var out []Class
	for _, f := range findings {
		if !slices.Contains(out, f.Class) {
			out = append(out, f.Class)
		}
	}
	slices.Sort(out)
	return out
}
