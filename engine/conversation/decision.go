package conversation

import "time"

// A Decision is what became of a permission request: the person's answer, or
// why there was none.
type Decision struct {
	ID         uint64 // of the request, within a run of the program
	Verb       string // what the agent wanted: a permission.Verb
	About      string // the command, the address or the files, a line each
	Kind       PermissionOptionKind
	Option     string     // the option in the agent's words; "" when the answer was cancelled
	Unanswered Unanswered // "" where the person answered
	At         time.Time
	Copy       Copy
	Changed    []string // of CopyChanged: the files
	Detail     string   // of CopyFailed: the system's words
}

// Unanswered says why a request was answered cancelled without the person.
type Unanswered string

const (
	ByStop            Unanswered = "stop"             // the person stopped the answer, or the agent
	ByNewConversation Unanswered = "new-conversation" // the person began another conversation
	ByQuitting        Unanswered = "quitting"         // the person quit the program
	ByRemoval         Unanswered = "removal"          // the agent was taken out of the configuration
	ByAgent           Unanswered = "agent"            // the agent took the request back
	ByAgentsEnd       Unanswered = "agents-end"       // the agent's program ended
)

// Copy is what became of the safety copy that was made before an answer.
type Copy uint8

const (
	NoCopy       Copy = iota // nothing was to be copied
	CopyTooLarge             // there was too much to be copied
	CopyMade                 // the tool may still be running
	CopyReady                // it can be given back
	CopyGiving               // it is being given back
	CopyGiven                // it was
	CopyChanged              // it was not: files changed since, which would be lost
	CopyFailed               // it could not be given back
)

// AddDecision puts what became of a request where the conversation is now.
func (l *Log) AddDecision(d Decision) {
	l.decisions[d.ID] = l.add(&d, d.At)
}

// EditDecision changes a decision that is there. It reports whether it is.
func (l *Log) EditDecision(id uint64, f func(*Decision)) bool {
	p, ok := l.decisions[id]
	if !ok || l.Find(p.message) == nil {
		return false
	}
	next := *l.at(p).(*Decision)
	f(&next)
	l.replace(p, &next)
	return true
}
