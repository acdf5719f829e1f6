//go:build !unix || darwin

package desktop

import (
	"errors"
	"sync"

	"gioui.org/x/notify"
)

// A Notifier shows notifications of the system. The zero value is ready, and
// connects to the system when the first one is sent. Neither system tells
// through it that one was clicked; both show the program's window then.
type Notifier struct {
	mu       sync.Mutex
	notifier notify.Notifier
	shown    map[string]notify.Notification
}

// Notify shows a notification in the place of the one before with this tag. It
// may wait for the system.
func (n *Notifier) Notify(tag, title, text string, _ func()) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.notifier == nil {
		made, err := notify.NewNotifier()
		if err != nil {
			return err
		}
		n.notifier, n.shown = made, map[string]notify.Notification{}
	}
	if before := n.shown[tag]; before != nil {
		_ = before.Cancel() // it may be gone already
	}
	shown, err := n.notifier.CreateNotification(title, text)
	if err != nil {
		return err
	}
	n.shown[tag] = shown
	return nil
}

// Withdraw takes back what is still shown.
func (n *Notifier) Withdraw() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	var errs []error
	for _, shown := range n.shown {
		errs = append(errs, shown.Cancel())
	}
	clear(n.shown)
	return errors.Join(errs...)
}
