package desktop

import (
	"errors"
	"fmt"
	"sync"
)

// Errors of ChooseFile. Any other error means that the system's dialog failed
// and that a field to type a path into serves the person better.
var (
	ErrCancelled    = errors.New("the person closed the dialog")
	ErrDialogIsOpen = errors.New("a dialog is already open")
	ErrNoDialog     = errors.New("this build has no file dialog")
)

// A Choice is what the person is asked to choose.
type Choice struct {
	Kind  ChoiceKind
	Title string
	Dir   string // where to begin, "" for the system's choice
	Name  string // SaveFile: the name offered
	// Filter limits the files shown to those with these extensions, without
	// dot; all are shown when it is empty.
	Filter     []string
	FilterName string
}

// ChoiceKind is what a dialog is for.
type ChoiceKind uint8

const (
	OpenFile ChoiceKind = iota
	SaveFile
	OpenFolder
)

// String is the kind's name in English, which the companion knows too.
func (k ChoiceKind) String() string { return [...]string{"open", "save", "folder"}[k] }

// A Chooser opens the system's dialogs, one at a time: a person answers one
// question after the other. The zero value is ready.
type Chooser struct{ open sync.Mutex }

// Choose asks the person with the system's dialog and returns a path. It waits
// for the person: call it on a goroutine of its own.
func (c *Chooser) Choose(choice Choice) (path string, err error) {
	if !c.open.TryLock() {
		return "", ErrDialogIsOpen
	}
	defer c.open.Unlock()
	defer func() {
		if p := recover(); p != nil { // the toolkit's fault, not the person's
			err = fmt.Errorf("file dialog: %v", p)
		}
	}()
	return ask(choice)
}
