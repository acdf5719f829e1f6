package conversation

import "time"

// A Decision is what the person answered to a permission request.
type Decision struct {
	ID      uint64 // of the request, within a run of the program
	Verb    string // what the agent wanted: a permission.Verb
	About   string // the command, the address or the files, a line each
	Kind    PermissionOptionKind
	Option  string // the option in the agent's words; "" when the answer was cancelled
	At      time.Time
	Copy    Copy
	Changed []string // of CopyChanged: the files
	Detail  string   // of CopyFailed: the system's words
}

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

// AddDecision puts what the person decided where the conversation is now.
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
